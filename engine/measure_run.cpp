#include "engine/measure_run.h"

#include "engine/spec_error.h"

namespace scree::engine {

ProfileRequest profile_of(const MeasureSpec& spec) {
    return {spec.slicing, {{spec.x.low, spec.y.low}, {spec.x.high, spec.y.high}}, spec.from};
}

Surroundings surroundings_of(const Scene& scene) {
    Surroundings surroundings{scene.run.gravity, {}, scene.domain.period()};
    for (const Material& material : scene.materials)
        surroundings.densities.push_back(material.density);
    return surroundings;
}

Measurement mean_profile(TrajectoryReader& reader, const Scene& scene,
                         const ProfileRequest& request) {
    const Surroundings surroundings = surroundings_of(scene);
    VelocityProfile profile(request.slicing, request.region);
    for (std::uint64_t k = 0; k < reader.frames(); ++k) {
        const Frame frame = reader.read(k);
        if (frame.time < request.from) continue;
        profile.add(assemble(
            frame, [&](BodyNumber body) -> const BodyShape& { return reader.shape(body); },
            surroundings));
    }
    Measurement result = profile.result();
    if (result.note.empty())
        result.note = "mean over the frames from t = " + number_text(request.from) + " s on";
    return result;
}

}  // namespace scree::engine
