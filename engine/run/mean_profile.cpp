#include "engine/run/mean_profile.h"

#include <optional>
#include <utility>

#include "engine/base/spec_error.h"
#include "engine/measure/kinds/force_distribution.h"
#include "engine/measure/kinds/msd.h"
#include "engine/measure/kinds/slice_profile.h"
#include "engine/measure/kinds/structure.h"
#include "engine/measure/kinds/velocity.h"
#include "engine/scene/surroundings.h"

namespace scree::engine {

namespace {

std::string time_words_of(const MeasureSpec& spec, const Scene& scene) {
    std::string words = "mean over the frames from t = " + number_text(spec.from.value_or(0.0)) +
                        " s " + (spec.until ? "to " + number_text(*spec.until) + " s" : "on");
    if (spec.stage) words += ", in stage `" + scene.stages[*spec.stage].name + "`";
    return words;
}

Assembly assembly_of(const TrajectoryReader& reader, const Scene& scene, const Frame& frame) {
    return assemble(
        frame, [&](BodyNumber body) -> const BodyShape& { return reader.shape(body); },
        surroundings_of(scene));
}

/// Adds the frames in the time of a measure by add(assembly, time).
void add_frames(TrajectoryReader& reader, const Scene& scene, const SeriesRows& rows,
                const MeasureSpec& spec, const auto& add) {
    for (std::uint64_t k = 0; k < reader.frames(); ++k) {
        const Frame frame = reader.read(k);
        if (rows.is_in_time(spec, frame.time)) add(assembly_of(reader, scene, frame), frame.time);
    }
}

/// Adds the displacements up to a moment, if the measure asks for them.
void add_displacements(FieldMean& field, TrajectoryReader& reader, const Scene& scene,
                       const MeasureSpec& spec, const Assembly& last) {
    if (!spec.options.since || reader.frames() == 0) return;
    const Frame first = reader.read(reader.nearest(*spec.options.since));
    field.displace(assembly_of(reader, scene, first), last);
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
            case MeasureKind::field:
                return measurement_of(mean_field(reader, scene, rows, spec));
            default:
                return mean_of(VelocityProfile(spec.slicing, region_of(spec)));
        }
    };
    Measurement result = measured();
    if (result.note.empty()) result.note = time_words_of(spec, scene);
    return result;
}

ContactRose rose_over_frames(TrajectoryReader& reader, const Scene& scene, const SeriesRows& rows,
                             const MeasureSpec& spec) {
    ContactRose rose(region_of(spec));
    add_frames(reader, scene, rows, spec,
               [&](const Assembly& assembly, double) { rose.add(assembly); });
    return rose;
}

std::vector<MeasureSpec> field_specs(const Scene& scene) {
    std::vector<MeasureSpec> specs;
    for (const MeasureSpec& spec : scene.measures)
        if (spec.kind == MeasureKind::field) specs.push_back(spec);
    if (!specs.empty()) return specs;
    MeasureSpec whole;
    whole.name = std::string(name_of(MeasureKind::field));
    whole.kind = MeasureKind::field;
    whole.x = scene.domain.x;
    whole.y = scene.domain.y;
    return {whole};
}

MeasureSpec with_width(TrajectoryReader& reader, const Scene& scene, MeasureSpec spec) {
    for (std::uint64_t k = reader.frames(); k-- > 0 && !(spec.options.width > 0.0);) {
        const Assembly assembly = assembly_of(reader, scene, reader.read(k));
        for (const AssemblyGrain& grain : assembly.grains)
            spec.options.width +=
                equivalent_diameter(grain) / static_cast<double>(assembly.grains.size());
    }
    return spec;
}

Field mean_field(TrajectoryReader& reader, const Scene& scene, const SeriesRows& rows,
                 const MeasureSpec& measure) {
    const MeasureSpec spec = with_width(reader, scene, measure);
    FieldMean field(region_of(spec), spec.options);
    std::optional<Assembly> last;
    add_frames(reader, scene, rows, spec, [&](Assembly assembly, double) {
        field.add(assembly);
        last = std::move(assembly);
    });
    if (last) add_displacements(field, reader, scene, spec, *last);
    Field result = field.result();
    if (result.note.empty()) result.note = time_words_of(spec, scene);
    return result;
}

Field field_of_frame(TrajectoryReader& reader, const Scene& scene, const MeasureSpec& measure,
                     std::uint64_t frame) {
    const MeasureSpec spec = with_width(reader, scene, measure);
    const Assembly assembly = assembly_of(reader, scene, reader.read(frame));
    FieldMean field(region_of(spec), spec.options);
    field.add(assembly);
    add_displacements(field, reader, scene, spec, assembly);
    return field.result();
}

}  // namespace scree::engine
