#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace scree::engine {

/// A key in which two scenes differ.
struct KeyDifference {
    std::string key;     ///< as --set takes it: "materials.gravel.friction"
    std::string before;  ///< its value in the first scene, in TOML; empty where it has none
    std::string now;     ///< likewise in the second
};

/// All of them between two scenes that write_scene() wrote, in the order of the first. The keys in
/// `but_for`, and all that is in tables of these names, may differ. Throws TomlError for what is no
/// TOML.
std::vector<KeyDifference> differences(const std::string& before, const std::string& now,
                                       std::span<const std::string_view> but_for = {});

/// "`seed` was 1 and is 2 now", of the first few.
std::string words_of(std::span<const KeyDifference> differences);

}  // namespace scree::engine
