#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "engine/run/measures.h"
#include "engine/run/world.h"

namespace scree::engine {

/// The facts of a summary that the World does not know.
struct SummaryFacts {
    std::string version;  ///< of the program
    std::string scene;    ///< its title, or a name
    std::string end;      ///< why the run ended
    double wall_seconds = 0.0;
    std::uint64_t frames = 0;
};

/// The text of summary.json, with a line end.
std::string summary_json(const World& live, std::span<const NamedMeasurement> measurements,
                         const SummaryFacts& facts);

/// The hash as text, as in the summary.
std::string hash_text(std::uint64_t hash);

}  // namespace scree::engine
