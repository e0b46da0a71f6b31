#include "engine/measure/measure.h"

#include <array>
#include <stdexcept>
#include <string>

#include "engine/measure/contacts.h"
#include "engine/measure/energy.h"
#include "engine/measure/packing.h"
#include "engine/measure/repose.h"

namespace scree::engine {
namespace {

constexpr std::array<MeasureTable, 6> tables{{{"angle_of_repose", angle_of_repose_columns},
                                              {"coordination", coordination_columns},
                                              {"packing", packing_columns},
                                              {"velocity_profile", velocity_profile_columns},
                                              {"energy", energy_columns},
                                              {"unbalanced_force", unbalanced_force_columns}}};

}  // namespace

std::span<const MeasureTable> measure_tables() { return tables; }

Measurement measure(std::string_view kind, const Measured& measured) {
    if (kind == "angle_of_repose") return angle_of_repose(measured.assembly);
    if (kind == "coordination") return coordination(measured.assembly);
    if (kind == "packing") return packing(measured.assembly, measured.region);
    if (kind == "velocity_profile") {
        VelocityProfile profile(measured.slicing, measured.region);
        profile.add(measured.assembly);
        return profile.result();
    }
    if (kind == "energy") return energy(measured.assembly, measured.ledger);
    if (kind == "unbalanced_force") return unbalanced_force(measured.assembly);
    std::string message = "there is no measurement \"" + std::string(kind) + "\"; there are:";
    for (const MeasureTable& table : tables) message.append(" ").append(table.kind);
    throw std::invalid_argument(message);
}

}  // namespace scree::engine
