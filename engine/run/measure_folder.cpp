#include "engine/run/measure_folder.h"

#include "engine/measure/json.h"
#include "engine/measure/measure.h"
#include "engine/record/run_frames.h"
#include "engine/record/trajectory.h"
#include "engine/run/mean_profile.h"
#include "engine/scene/surroundings.h"

namespace scree::engine {
namespace {

/// One thing to measure.
struct Task {
    std::string name;
    MeasureKind kind = MeasureKind::energy;
    ProfileRequest profile;  ///< for other kinds only its region counts
};

bool is_profile(MeasureKind kind) { return kind == MeasureKind::velocity_profile; }
bool has_region(MeasureKind kind) { return kind == MeasureKind::packing || is_profile(kind); }

/// The kind that is asked for; empty if the request does not name one.
std::optional<MeasureKind> asked_kind(const MeasureRequest& request) {
    if (!request.kind) return {};
    const std::optional<MeasureKind> kind = kind_of<MeasureKind>(*request.kind);
    if (!kind)
        throw MeasureRequestError("there is no measurement `" + shown(*request.kind) + "`" +
                                  hint(*request.kind, words_of<MeasureKind>()));
    return kind;
}

void check(const MeasureRequest& request) {
    const std::optional<MeasureKind> kind = asked_kind(request);
    const bool region = request.x || request.y;
    if (region && !(kind && has_region(*kind)))
        throw MeasureRequestError("a region is for packing and velocity_profile only");
}

ProfileRequest whole_domain(const Scene& scene, const MeasureRequest& request) {
    const Interval x = request.x.value_or(scene.domain.x);
    const Interval y = request.y.value_or(scene.domain.y);
    return {{}, {{x.low, y.low}, {x.high, y.high}}, 0.0};
}

std::vector<Task> tasks_of(const Scene& scene, const MeasureRequest& request) {
    std::vector<Task> tasks;
    const std::optional<MeasureKind> asked = asked_kind(request);
    const bool region = request.x || request.y;
    for (const MeasureSpec& spec : scene.measures)
        if (!region && (!asked || *asked == spec.kind))
            tasks.push_back({spec.name, spec.kind, profile_of(spec)});
    if (!tasks.empty()) return tasks;
    for (const auto& [kind, word] : words<MeasureKind>)
        if (asked ? *asked == kind : !has_region(kind))
            tasks.push_back({std::string(word), kind, whole_domain(scene, request)});
    return tasks;
}

std::uint64_t choose_frame(TrajectoryReader& reader, const std::filesystem::path& folder,
                           const MeasureRequest& request) {
    const std::uint64_t frames = reader.frames();
    if (frames == 0) throw FileError(FileError::Kind::missing, folder, "has no frames yet");
    if (request.frame && *request.frame >= frames)
        throw MeasureRequestError("there is no frame " + std::to_string(*request.frame) +
                                  ": they are 0 to " + std::to_string(frames - 1));
    if (request.frame) return *request.frame;
    return request.time ? reader.nearest(*request.time) : frames - 1;
}

}  // namespace

FrameMeasurements measure_folder(const std::filesystem::path& folder,
                                 const MeasureRequest& request) {
    check(request);
    const Scene scene = scene_in(folder);
    TrajectoryReader reader(folder);
    FrameMeasurements result;
    result.frame = choose_frame(reader, folder, request);
    result.frames = reader.frames();
    const Frame frame = reader.read(result.frame);
    result.step = frame.step;
    result.time = frame.time;
    try {
        const Assembly assembly = assemble(
            frame, [&](BodyNumber body) -> const BodyShape& { return reader.shape(body); },
            surroundings_of(scene));
        // The profile is that of one frame if a frame is asked for, else the mean over all frames.
        const bool over_frames = !request.frame && !request.time;
        for (const auto& [name, kind, profile] : tasks_of(scene, request))
            result.measurements.push_back(
                {name, over_frames && is_profile(kind)
                           ? mean_profile(reader, scene, profile)
                           : measure(kind, {assembly, profile.region, nullptr, profile.slicing})});
    } catch (const std::logic_error& error) {  // for example, a body without a shape
        throw FileError(FileError::Kind::damaged, folder, error.what());
    }
    return result;
}

std::string measurements_json(const FrameMeasurements& measured) {
    nlohmann::ordered_json json;
    json["frame"] = measured.frame;
    json["frames"] = measured.frames;
    json["step"] = measured.step;
    json["time"] = measured.time;
    json["measurements"] = nlohmann::ordered_json::object();
    for (const auto& [name, measurement] : measured.measurements)
        json["measurements"][name] = json_of(measurement);
    return json.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + "\n";
}

}  // namespace scree::engine
