#include "engine/run/mean_profile.h"

#include "engine/base/spec_error.h"
#include "engine/measure/kinds/force_distribution.h"
#include "engine/measure/kinds/msd.h"
#include "engine/measure/kinds/slice_profile.h"
#include "engine/measure/kinds/structure.h"
#include "engine/measure/kinds/velocity.h"
#include "engine/scene/surroundings.h"

namespace scree::engine {

namespace {

std::string words_of(const MeasureSpec& spec, const Scene& scene) {
    std::string words = "mean over the frames from t = " + number_text(spec.from.value_or(0.0)) +
                        " s " + (spec.until ? "to " + number_text(*spec.until) + " s" : "on");
    if (spec.stage) words += ", in stage `" + scene.stages[*spec.stage].name + "`";
    return words;
}

/// Adds the frames in the time of a measure by add(assembly, time).
void add_frames(TrajectoryReader& reader, const Scene& scene, const SeriesRows& rows,
                const MeasureSpec& spec, const auto& add) {
    const Surroundings surroundings = surroundings_of(scene);
    for (std::uint64_t k = 0; k < reader.frames(); ++k) {
        const Frame frame = reader.read(k);
        if (!rows.is_in_time(spec, frame.time)) continue;
        add(assemble(
                frame, [&](BodyNumber body) -> const BodyShape& { return reader.shape(body); },
                surroundings),
            frame.time);
    }
}

}  // namespace

Measurement mean_over_frames(TrajectoryReader& reader, const Scene& scene, const SeriesRows& rows,
                             const MeasureSpec& spec) {
    const auto mean_of = [&](auto profile) {
        add_frames(reader, scene, rows, spec,
                   [&](const Assembly& assembly, double) { profile.add(assembly); });
        return profile.result();
    };
    const auto measured = [&] {
        switch (spec.kind) {
            case MeasureKind::profile:
                return mean_of(SliceProfile(region_of(spec), spec.slicing, spec.options));
            case MeasureKind::force_distribution:
                return mean_of(ForceDistribution(region_of(spec), spec.options));
            case MeasureKind::structure:
                return mean_of(Structure(region_of(spec), spec.options));
            case MeasureKind::msd: {
                MeanSquareDisplacement displacement(region_of(spec));
                add_frames(reader, scene, rows, spec,
                           [&](const Assembly& a, double time) { displacement.add(a, time); });
                return displacement.result();
            }
            default:
                return mean_of(VelocityProfile(spec.slicing, region_of(spec)));
        }
    };
    Measurement result = measured();
    if (result.note.empty()) result.note = words_of(spec, scene);
    return result;
}

ContactRose rose_over_frames(TrajectoryReader& reader, const Scene& scene, const SeriesRows& rows,
                             const MeasureSpec& spec) {
    ContactRose rose(region_of(spec));
    add_frames(reader, scene, rows, spec,
               [&](const Assembly& assembly, double) { rose.add(assembly); });
    return rose;
}

}  // namespace scree::engine
