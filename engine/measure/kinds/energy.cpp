#include "engine/measure/kinds/energy.h"

namespace scree::engine {
namespace {

void set_entries(Measurement& result, const Ledger& ledger) {
    result.set("kinetic", ledger.kinetic);
    result.set("gravity", ledger.gravity);
    result.set("elastic_normal", ledger.elastic_normal);
    result.set("elastic_tangential", ledger.elastic_tangential);
    result.set("normal_damping", ledger.normal_damping);
    result.set("tangential_damping", ledger.tangential_damping);
    result.set("sliding", ledger.sliding);
    result.set("wall_work", ledger.wall_work);
    result.set("added", ledger.added);
    result.set("law_gain", ledger.law_gain);
    result.set("wall_kinetic", ledger.wall_kinetic);
    result.set("load_work", ledger.load_work);
    result.set("wall_damping", ledger.wall_damping);
    result.set("limiter", ledger.limiter);
    result.set("residual", ledger.residual());
}

}  // namespace

Measurement energy(const Assembly& assembly, const Ledger* ledger) {
    Measurement result(MeasureKind::energy, energy_columns);
    KineticEnergy kinetic;
    double gravity = 0.0;
    for (const AssemblyGrain& grain : assembly.grains) {
        const KineticEnergy own = kinetic_energy(assembly, grain);
        kinetic.translation += own.translation;
        kinetic.rotation += own.rotation;
        const Vec2 way = assembly.period.shift(grain.turns);
        gravity -= grain.mass * dot(assembly.gravity, grain.outline.centre + way);
    }
    result.set("kinetic_translation", kinetic.translation);
    result.set("kinetic_rotation", kinetic.rotation);
    if (ledger) {
        set_entries(result, *ledger);
    } else {
        result.set("kinetic", kinetic.sum());
        result.set("gravity", gravity);
        result.note =
            "a frame shows only the kinetic and gravity energies; the rest is in series.csv";
    }
    return result;
}

}  // namespace scree::engine
