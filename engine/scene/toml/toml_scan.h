#pragma once

#include <cstdint>
#include <string_view>

namespace scree::engine {

/// Refuses text that would break toml++ before it gets there: texts, keys and nesting beyond the
/// limits of toml_tree.h. Any other text passes, whether it is TOML or not. Throws TomlError.
void scan_toml(std::string_view text, std::uint32_t source);

}  // namespace scree::engine
