#pragma once

#include <cstdint>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace scree::engine {

/// One thing that is wrong with a scene, and where.
struct SceneError {
    std::string file;      ///< as it was named, or "--set 2" for the second --set
    std::uint32_t line;    ///< from 1; 0 means the file as a whole
    std::uint32_t column;  ///< from 1; 0 means the file as a whole
    std::string message;

    /// The error as "file:line:column: message".
    std::string text() const;
};

/// Thrown for a scene that cannot be run: it lists everything that is wrong with it, in the order
/// of the file.
class SceneErrors : public std::runtime_error {
public:
    explicit SceneErrors(std::vector<SceneError> errors);
    const std::vector<SceneError>& errors() const { return errors_; }

private:
    std::vector<SceneError> errors_;
};

/// Thrown for a scene file that cannot be read.
class UnreadableScene : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

/// Returns "; did you mean `friction`?" if one of the known names is close to the given one; else
/// "; known: a, b, c", or an empty text if no name is known.
std::string hint(std::string_view given, std::span<const std::string> known);

/// The text as it may stand in a message: short and without control characters.
std::string shown(std::string_view text);

}  // namespace scree::engine
