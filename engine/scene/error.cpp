#include "engine/scene/error.h"

#include <algorithm>
#include <numeric>

namespace scree::engine {
namespace {

std::string joined(const std::vector<SceneError>& errors) {
    std::string text;
    for (const SceneError& error : errors) {
        if (!text.empty()) text += '\n';
        text += error.text();
    }
    return text;
}

/// The number of letters to add, drop, change, or exchange with their neighbour, to get from one
/// word to the other (the optimal string alignment distance).
std::size_t edits(std::string_view a, std::string_view b) {
    std::vector<std::size_t> before_last(b.size() + 1);
    std::vector<std::size_t> last(b.size() + 1);
    std::vector<std::size_t> row(b.size() + 1);
    std::iota(last.begin(), last.end(), std::size_t{0});
    for (std::size_t i = 1; i <= a.size(); ++i) {
        row[0] = i;
        for (std::size_t j = 1; j <= b.size(); ++j) {
            const std::size_t change = last[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1);
            row[j] = std::min({last[j] + 1, row[j - 1] + 1, change});
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
                row[j] = std::min(row[j], before_last[j - 2] + 1);
        }
        std::swap(before_last, last);
        std::swap(last, row);
    }
    return last.back();
}

constexpr std::size_t longest_shown = 60;

}  // namespace

std::string SceneError::text() const {
    std::string where = file;
    if (line > 0) where += ':' + std::to_string(line) + ':' + std::to_string(column);
    return where + ": " + message;
}

SceneErrors::SceneErrors(std::vector<SceneError> errors)
    : std::runtime_error(joined(errors)), errors_(std::move(errors)) {}

std::string hint(std::string_view given, std::span<const std::string> known) {
    const std::string* nearest = nullptr;
    std::size_t fewest = std::max<std::size_t>(1, given.size() / 3) + 1;
    for (const std::string& name : known) {
        if (given.size() > longest_shown) break;
        const std::size_t count = edits(given, name);
        if (count >= fewest) continue;
        fewest = count;
        nearest = &name;
    }
    if (nearest != nullptr) return "; did you mean `" + *nearest + "`?";
    if (known.empty()) return "";
    constexpr std::size_t most_listed = 20;
    std::string text = "; known: ";
    for (std::size_t i = 0; i < std::min(known.size(), most_listed); ++i)
        text += (i > 0 ? ", " : "") + known[i];
    return text + (known.size() > most_listed ? ", ..." : "");
}

std::string shown(std::string_view text) {
    std::string result;
    for (const char c : text.substr(0, longest_shown)) {
        const auto code = static_cast<unsigned char>(c);
        result += code < 0x20 || code == 0x7f ? '?' : c;
    }
    // The text is never cut within a character of UTF-8.
    if (text.size() > longest_shown) {
        while (!result.empty() && (static_cast<unsigned char>(result.back()) & 0xc0u) == 0x80u)
            result.pop_back();
        if (!result.empty() && static_cast<unsigned char>(result.back()) >= 0xc0u)
            result.pop_back();
        result += "...";
    }
    return result;
}

}  // namespace scree::engine
