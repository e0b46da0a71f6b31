#pragma once

#include <cstdint>
#include <filesystem>
#include <string>

namespace scree::engine {

/// What a run has left in its folder, told from the files alone. Nothing is locked: a run that
/// writes there now looks as if it was cut short.
struct RunStanding {
    enum class Kind : std::uint8_t {
        none,        ///< there is no run
        cut_short,   ///< it can go on
        broke_down,  ///< the physics did; it would again, at the same step
        done,
        too_short,  ///< done, but a longer duration is asked for now; never told from files alone
    };

    Kind kind = Kind::none;
    std::string end;      ///< as in summary.json: "duration", "interrupted", ...; "" without one
    std::string summary;  ///< the text of summary.json, or nothing
    std::string failure;  ///< why it broke down
};

RunStanding standing_of(const std::filesystem::path& folder);

}  // namespace scree::engine
