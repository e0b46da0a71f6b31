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
    std::string file;      ///< as it was named, or "--set 2" for the second of these
    std::uint32_t line;    ///< from 1; 0: the file as a whole
    std::uint32_t column;  ///< from 1; 0: the file as a whole
    std::string message;

    /// file:line:column: message
    std::string text() const;
};

/// A scene that cannot be run: everything that is wrong with it, in the order of the file.
class SceneErrors : public std::runtime_error {
public:
    explicit SceneErrors(std::vector<SceneError> errors);
    const std::vector<SceneError>& errors() const { return errors_; }

private:
    std::vector<SceneError> errors_;
};

/// A scene file that cannot be read.
class UnreadableScene : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

/// "; did you mean `friction`?" where one of the known names is close to the one given; else
/// "; known: a, b, c", or nothing where none is known.
std::string hint(std::string_view given, std::span<const std::string> known);

/// What somebody wrote, fit for a message: short and without control characters.
std::string shown(std::string_view text);

}  // namespace scree::engine
