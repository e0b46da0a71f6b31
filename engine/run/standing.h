#pragma once

#include <cstdint>
#include <filesystem>
#include <string>

namespace scree::engine {

/// What a run has left in its folder, judged by the files alone. Nothing is locked: a run that
/// writes there now looks as if it was cut short.
struct RunStanding {
    enum class Kind : std::uint8_t {
        none,        ///< there is no run
        cut_short,   ///< it can go on
        broke_down,  ///< the physics broke down; it would do so again at the same step
        done,
        too_short,  ///< done, but now a longer duration is asked for; files alone never tell
    };

    Kind kind = Kind::none;
    std::string end;      ///< as in summary.json: "duration", "interrupted", ...; empty without one
    std::string summary;  ///< the text of summary.json, or empty
    std::string failure;  ///< why it broke down
};

RunStanding standing_of(const std::filesystem::path& folder);

}  // namespace scree::engine
