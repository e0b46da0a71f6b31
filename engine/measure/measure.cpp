#include "engine/measure/measure.h"

#include "engine/measure/kinds/contacts.h"
#include "engine/measure/kinds/deposit.h"
#include "engine/measure/kinds/energy.h"
#include "engine/measure/kinds/fabric.h"
#include "engine/measure/kinds/force_distribution.h"
#include "engine/measure/kinds/msd.h"
#include "engine/measure/kinds/packing.h"
#include "engine/measure/kinds/repose.h"
#include "engine/measure/kinds/segregation.h"
#include "engine/measure/kinds/shear.h"
#include "engine/measure/kinds/sieve.h"
#include "engine/measure/kinds/slice_profile.h"
#include "engine/measure/kinds/stress.h"
#include "engine/measure/kinds/structure.h"
#include "engine/measure/kinds/wall_load.h"
#include "engine/measure/region.h"

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
        case MeasureKind::wall_load:
            return wall_load_columns;
        case MeasureKind::stress:
            return stress_columns;
        case MeasureKind::shear:
            return shear_columns;
        case MeasureKind::fabric:
            return fabric_columns;
        case MeasureKind::profile:
            return profile_columns;
        case MeasureKind::force_distribution:
            return force_distribution_columns;
        case MeasureKind::deposit:
            return deposit_columns;
        case MeasureKind::flow:
            return flow_columns;
        case MeasureKind::structure:
            return structure_columns;
        case MeasureKind::msd:
            return msd_columns;
        case MeasureKind::sieve:
            return sieve_columns;
        case MeasureKind::segregation:
            return segregation_columns;
        case MeasureKind::field:
            return {};  // its arrays are no columns: see kinds/field.h
        case MeasureKind::unbalanced_force:
            break;
    }
    return unbalanced_force_columns;
}

Measurement measure(MeasureKind kind, const Measured& measured) {
    switch (kind) {
        case MeasureKind::angle_of_repose:
            if (measured.region == everywhere) return angle_of_repose(measured.assembly);
            return angle_of_repose(grains_within(measured.assembly, measured.region));
        case MeasureKind::coordination:
            return coordination(measured.assembly, measured.region);
        case MeasureKind::packing:
            return packing(measured.assembly, measured.region);
        case MeasureKind::velocity_profile: {
            VelocityProfile profile(measured.slicing, measured.region);
            profile.add(measured.assembly);
            return profile.result();
        }
        case MeasureKind::energy:
            return energy(measured.assembly, measured.ledger);
        case MeasureKind::wall_load:
            return wall_load(measured.assembly, measured.options, measured.pushes);
        case MeasureKind::stress:
            return stress(measured.assembly, measured.region);
        case MeasureKind::shear:
            return shear(measured.assembly, measured.region, measured.options, measured.pushes);
        case MeasureKind::fabric:
            return fabric(measured.assembly, measured.region);
        case MeasureKind::deposit:
            return deposit(grains_within(measured.assembly, measured.region), measured.slicing,
                           measured.options);
        case MeasureKind::flow:
            return flow(measured.crossed);
        case MeasureKind::sieve:
            return sieve(measured.assembly, measured.region, measured.options);
        case MeasureKind::segregation:
            return segregation(measured.assembly, measured.region, measured.slicing,
                               measured.options);
        case MeasureKind::field:
            return {kind, {}};
        case MeasureKind::msd: {
            MeanSquareDisplacement displacement(measured.region);
            displacement.add(measured.assembly, 0.0);
            return displacement.result();
        }
        case MeasureKind::force_distribution: {
            ForceDistribution distribution(measured.region, measured.options);
            distribution.add(measured.assembly);
            return distribution.result();
        }
        case MeasureKind::structure: {
            Structure of_moment(measured.region, measured.options);
            of_moment.add(measured.assembly);
            return of_moment.result();
        }
        case MeasureKind::profile: {
            SliceProfile profile(measured.region, measured.slicing, measured.options);
            profile.add(measured.assembly);
            return profile.result();
        }
        case MeasureKind::unbalanced_force:
            break;
    }
    return unbalanced_force(measured.assembly);
}

}  // namespace scree::engine
