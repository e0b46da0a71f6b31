#include "engine/measure/measure.h"

#include "engine/measure/contacts.h"
#include "engine/measure/energy.h"
#include "engine/measure/packing.h"
#include "engine/measure/repose.h"

namespace scree::engine {

std::span<const Column> columns_of(MeasureKind kind) {
    switch (kind) {
        case MeasureKind::angle_of_repose:
            return angle_of_repose_columns;
        case MeasureKind::coordination:
            return coordination_columns;
        case MeasureKind::packing:
            return packing_columns;
        case MeasureKind::velocity_profile:
            return velocity_profile_columns;
        case MeasureKind::energy:
            return energy_columns;
        case MeasureKind::unbalanced_force:
            break;
    }
    return unbalanced_force_columns;
}

Measurement measure(MeasureKind kind, const Measured& measured) {
    switch (kind) {
        case MeasureKind::angle_of_repose:
            return angle_of_repose(measured.assembly);
        case MeasureKind::coordination:
            return coordination(measured.assembly);
        case MeasureKind::packing:
            return packing(measured.assembly, measured.region);
        case MeasureKind::velocity_profile: {
            VelocityProfile profile(measured.slicing, measured.region);
            profile.add(measured.assembly);
            return profile.result();
        }
        case MeasureKind::energy:
            return energy(measured.assembly, measured.ledger);
        case MeasureKind::unbalanced_force:
            break;
    }
    return unbalanced_force(measured.assembly);
}

}  // namespace scree::engine
