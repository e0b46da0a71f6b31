#include "engine/run/mean_profile.h"

#include "engine/base/spec_error.h"
#include "engine/scene/surroundings.h"

namespace scree::engine {

ProfileRequest profile_of(const MeasureSpec& spec) {
    return {spec.slicing, {{spec.x.low, spec.y.low}, {spec.x.high, spec.y.high}}, spec.from};
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
