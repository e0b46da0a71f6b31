#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "engine/scene/error.h"
#include "engine/scene/toml/toml_tree.h"

namespace scree::engine {

/// The sources of the values of a scene: file names, then "--set 1", "--set 2", ... A Place counts
/// them from 0.
using SceneSources = std::vector<std::string>;

/// Collects what is wrong with a scene.
class SceneReport {
public:
    explicit SceneReport(const SceneSources& sources) : sources_(sources) {}

    void add(const Place& place, const std::string& message);
    std::size_t count() const { return errors_.size(); }
    /// Whether no more errors will be taken.
    bool full() const;
    /// The place as "file:line".
    std::string line_of(const Place& place) const;
    /// Throws SceneErrors if there are any, in the order of the sources.
    void throw_errors();

private:
    struct Placed {
        Place place;
        std::string message;
    };

    const SceneSources& sources_;
    std::vector<Placed> errors_;
};

/// The largest number of errors: a file full of junk must fill neither the memory nor the screen.
inline constexpr std::size_t most_scene_errors = 100;

/// A table of the scene whose values are right by themselves, for a rule that looks at several of
/// them.
struct CheckedTable {
    const TomlTable& table;
    const Place& place;
    const std::string& path;  ///< such as "grains.stones"
    SceneReport& report;

    /// `message` follows the key: "must be ..."; the key may be in an inner table, as
    /// "shape.corners".
    void error(std::string_view key, const std::string& message) const;
};

}  // namespace scree::engine
