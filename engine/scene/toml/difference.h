#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace scree::engine {

/// A key in which two scenes differ.
struct KeyDifference {
    std::string key;     ///< as --set takes it: "materials.gravel.friction"
    std::string before;  ///< its value in the first scene, in TOML; empty if it has none
    std::string now;     ///< its value in the second scene, in the same way
};

/// Returns all differences between two scenes that write_scene() wrote, in the order of the first.
/// The keys in `but_for`, and all that is in tables of these names, may differ. Throws TomlError
/// for text that is not TOML.
std::vector<KeyDifference> differences(const std::string& before, const std::string& now,
                                       std::span<const std::string_view> but_for = {});

/// Describes the first few differences, as "`seed` was 1 and is 2 now".
std::string words_of(std::span<const KeyDifference> differences);

}  // namespace scree::engine
