#include "engine/run/measure_folder.h"

#include <array>
#include <cmath>

#include "engine/measure/json.h"
#include "engine/measure/measure.h"
#include "engine/record/run_frames.h"
#include "engine/record/trajectory.h"
#include "engine/run/mean_profile.h"
#include "engine/scene/surroundings.h"

namespace scree::engine {
namespace {

/// Kinds that need nothing to be chosen.
constexpr std::array simple_kinds = {MeasureKind::angle_of_repose, MeasureKind::coordination,
                                     MeasureKind::energy, MeasureKind::unbalanced_force};

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
        throw MeasureRequestError(
            "a region is for a kind that is measured in one, such as packing");
}

/// In a cell that deforms, the whole of it is measured, and at one moment.
void check_for_cell(const MeasureRequest& request) {
    if (request.x || request.y)
        throw MeasureRequestError(
            "the cell deforms, and is measured as a whole: leave --x and --y "
            "out");
    if (const auto kind = asked_kind(request); kind && is_of_frames(*kind))
        throw MeasureRequestError(std::string(name_of(*kind)) +
                                  " cannot be measured in a cell that deforms yet");
}

/// The measure of a kind that the scene does not have.
MeasureSpec spec_of(MeasureKind kind, const Scene& scene, const MeasureRequest& request) {
    MeasureSpec spec;
    spec.name = std::string(name_of(kind));
    spec.kind = kind;
    // As the keys of a measure have it by default.
    spec.options.bins = 50;
    spec.options.reach = kind == MeasureKind::field ? 2.5 : 6.0;
    const Interval all{-HUGE_VAL, HUGE_VAL};
    spec.x = request.x.value_or(is_everywhere(kind) ? all : scene.domain.x);
    spec.y = request.y.value_or(is_everywhere(kind) ? all : scene.domain.y);
    return spec;
}

struct Task {
    MeasureSpec spec;
    bool is_of_scene = false;  ///< series.csv has it too
};

std::vector<Task> tasks_of(const Scene& scene, const MeasureRequest& request) {
    std::vector<Task> tasks;
    const std::optional<MeasureKind> asked = asked_kind(request);
    const bool region = request.x || request.y;
    for (const MeasureSpec& spec : scene.measures)
        if (!region && (!asked || *asked == spec.kind)) tasks.push_back({spec, true});
    if (!tasks.empty()) return tasks;
    if (asked) return {{spec_of(*asked, scene, request)}};
    for (const MeasureKind kind : simple_kinds) tasks.push_back({spec_of(kind, scene, request)});
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
    if (scene.domain.cell) check_for_cell(request);
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
        // Means are over time unless a frame is asked for.
        const bool over_time = !request.frame && !request.time;
        std::optional<SeriesRows> rows;
        for (const auto& [spec, is_of_scene] : tasks_of(scene, request)) {
            const bool has_mean = over_time && is_of_scene && spec.has_mean();
            const bool has_profile = over_time && is_of_frames(spec.kind);
            if (!rows && (has_mean || has_profile)) rows.emplace(folder);
            result.measurements.push_back(
                {spec.name, has_mean      ? rows->mean_of(spec)
                            : has_profile ? mean_over_frames(reader, scene, *rows, spec)
                            : spec.kind == MeasureKind::field
                                ? measurement_of(field_of_frame(reader, scene, spec, result.frame))
                                : measure(spec.kind, {assembly, region_of(spec, assembly), nullptr,
                                                      spec.slicing, spec.options})});
        }
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
