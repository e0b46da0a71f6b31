/// The words that scenes, files and the command line have for the values of an enumeration. Each
/// enumeration with words has one table, next to it, and everything else asks the table.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

namespace scree::engine {

template <class Kind>
struct Word {
    Kind value;
    std::string_view word;
};

/// The table of an enumeration, in the order in which lists show it. It is empty unless the
/// enumeration specialises it.
template <class Kind>
inline constexpr std::array<Word<Kind>, 0> words{};

template <class Kind>
concept HasWords = std::is_enum_v<Kind> && !words<Kind>.empty();

/// Returns the word for a value.
template <HasWords Kind>
constexpr std::string_view name_of(Kind kind) {
    for (const auto& [value, word] : words<Kind>)
        if (value == kind) return word;
    return "unknown";
}

/// Returns the value that a word stands for, or nothing if there is no such word.
template <HasWords Kind>
constexpr std::optional<Kind> kind_of(std::string_view text) {
    for (const auto& [value, word] : words<Kind>)
        if (word == text) return value;
    return {};
}

/// Returns all words of an enumeration.
template <HasWords Kind>
std::vector<std::string> words_of() {
    std::vector<std::string> all;
    for (const auto& [value, word] : words<Kind>) all.emplace_back(word);
    return all;
}

}  // namespace scree::engine
