#include "engine/run/run.h"

#include <algorithm>
#include <chrono>
#include <utility>

#include "engine/files/sealed_file.h"
#include "engine/record/run_frames.h"
#include "engine/record/sums.h"
#include "engine/run/beginning.h"
#include "engine/run/field_file.h"
#include "engine/run/mean_profile.h"
#include "engine/run/recovery.h"
#include "engine/run/standing.h"
#include "engine/run/summary.h"

namespace scree::engine {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::chrono::milliseconds between_progress{100};

/// Several steps are made at once, but no more than these, so that a run soon notices what it is
/// asked to do.
constexpr std::uint64_t most_steps_at_once = 32;
constexpr std::uint64_t most_grain_steps_at_once = 1'000'000;

}  // namespace

std::string_view name_of(RunEnd end) {
    switch (end) {
        case RunEnd::duration:
            return "duration";
        case RunEnd::at_rest:
            return "at_rest";
        case RunEnd::condition:
            return "condition";
        case RunEnd::max_wall:
            return "max_wall";
        case RunEnd::interrupted:
            break;
    }
    return "interrupted";
}

Run::Run(std::unique_ptr<World> live, RunFolder folder, std::string version)
    : live_(std::move(live)),
      folder_(std::make_unique<RunFolder>(std::move(folder))),
      version_(std::move(version)),
      shapes_(live_->simulation().walls().all()) {}

Run Run::resume(RunFolder folder, const std::vector<std::string>& sets, std::string version,
                std::optional<double> end) {
    require_whole(folder.folder());
    Scene scene = scene_in(folder.path(), sets);
    if (end && !scene.has_stages()) {
        std::vector<std::string> all = sets;
        all.push_back("run.duration=" + number_text(*end));
        scene = scene_in(folder.path(), all);
    }
    auto live = std::make_unique<World>(with_beginning_in(folder.path(), std::move(scene)));
    Run run(std::move(live), std::move(folder), std::move(version));
    Recovered recovered = recover(*run.live_, run.folder_->folder());
    run.from_ = recovered.output;
    run.message_ = std::move(recovered.message);
    if (!end) return run;
    const std::string change = run.live_->end_at(*end);
    if (!change.empty()) run.message_ += "; " + change;
    return run;
}

bool Run::finished() const {
    return live_->over() && standing_of(folder_->path()).kind == RunStanding::Kind::done &&
           folder_->folder().contains(RunFolder::picture);
}

/// Prepares the files for the run to begin or to go on.
RunRecorder Run::begin(RunObserver& observer) {
    const Folder& folder = folder_->folder();
    // What is changed or cut below has no sum as long as it may be either old or new.
    Sums().write(folder);
    // These files would be left from an earlier end.
    for (const char* old :
         {RunFolder::summary, RunFolder::fields, RunFolder::failure, RunFolder::picture})
        folder.remove(old);
    const std::shared_ptr<const Beginning>& beginning = live_->scene().beginning;
    if (beginning && !folder.contains(RunFolder::start))
        write_sealed(folder, RunFolder::start, encode(beginning->left));
    const std::shared_ptr<const Packing>& packing = live_->scene().packing;
    if (packing && !folder.contains(RunFolder::packing))
        write_sealed(folder, RunFolder::packing, encode(*packing));
    const std::string& scene = live_->scene().toml;
    write_file(folder, RunFolder::scene, std::as_bytes(std::span(scene)));
    RunRecorder recorder(*folder_, *live_, shapes_, from_.value_or(OutputState{}));
    if (!message_.empty()) {
        recorder.log(message_);
        observer.on_message(message_);
    }
    if (from_) return recorder;
    if (beginning) {
        recorder.log(beginning->note);
        observer.on_message(beginning->note);
    }
    if (packing) {
        const std::string note = words_of(*packing, live_->scene().domain);
        recorder.log(note);
        observer.on_message(note);
    }
    const StepChoice& step = live_->step_choice();
    recorder.log("scree " + version_ + ", time step " + number_text(step.dt) + " s, " +
                 std::to_string(step.steps) + " steps");
    if (!step.warning.empty()) {
        recorder.log("warning: " + step.warning);
        observer.on_message("warning: " + step.warning);
    }
    const Course& course = live_->course();
    if (!course.stage().name.empty())
        recorder.log("stage `" + course.stage().name + "` begins, 1 of " +
                     std::to_string(course.stages().size()));
    recorder.record();
    return recorder;
}

RunEnd Run::go(const RunLimits& limits, RunObserver& observer) {
    RunRecorder recorder = begin(observer);
    try {
        const RunEnd end = step_to_end(recorder, limits, observer);
        finish(recorder, end);
        return end;
    } catch (const Breakdown& breakdown) {
        const std::string message = live_->message_of(breakdown);
        recorder.log(message);
        recorder.complete_index();
        recorder.flush();
        recorder.write_with_sum(RunFolder::failure, message + '\n');
        throw Breakdown(message, breakdown.grain());
    }
}

RunEnd Run::step_to_end(RunRecorder& recorder, const RunLimits& limits, RunObserver& observer) {
    const Clock::time_point start = Clock::now();
    Clock::time_point shown = start;
    while (!live_->over()) {
        const Clock::time_point now = Clock::now();
        if (limits.stop_requested && limits.stop_requested()) return RunEnd::interrupted;
        if (limits.max_wall &&
            std::chrono::duration<double>(now - start).count() >= *limits.max_wall)
            return RunEnd::max_wall;
        if (now - shown >= between_progress) {
            show_progress(observer);
            shown = now;
        }
        live_->step(steps_at_once(recorder));
        tell_news(recorder, observer);
        recorder.record();
        warn_of_instability(recorder, observer);
        log_contests(recorder);
    }
    live_->look_at_end();
    tell_news(recorder, observer);
    if (live_->at_rest()) return RunEnd::at_rest;
    return live_->ended_early() ? RunEnd::condition : RunEnd::duration;
}

/// How many steps may be made before the recorder has something to do.
std::uint64_t Run::steps_at_once(const RunRecorder& recorder) const {
    const Simulation& simulation = live_->simulation();
    const std::uint64_t grains = std::max<std::uint64_t>(simulation.grain_count(), 1);
    const std::uint64_t most =
        std::clamp<std::uint64_t>(most_grain_steps_at_once / grains, 1, most_steps_at_once);
    std::uint64_t steps = 1;
    while (steps < most && !recorder.is_due(simulation.steps() + steps)) ++steps;
    return steps;
}

std::vector<NamedMeasurement> Run::measurements() {
    const Scene& scene = live_->scene();
    std::vector<NamedMeasurement> results =
        measure_scene(*live_, shapes_, live_->simulation().ledger());
    std::optional<SeriesRows> rows;
    for (std::size_t k = 0; k < results.size(); ++k) {
        const MeasureSpec& spec = scene.measures[k];
        if (!spec.has_mean() && !is_of_frames(spec.kind)) continue;
        const auto field = std::ranges::find(fields_, spec.name, &NamedMeasurement::name);
        if (field != fields_.end()) {
            results[k] = *field;
            continue;
        }
        if (!rows) rows.emplace(folder_->path());
        if (spec.has_mean()) {
            results[k].measurement = rows->mean_of(spec);
            continue;
        }
        TrajectoryReader reader(folder_->path());
        results[k].measurement = mean_over_frames(reader, scene, *rows, spec);
    }
    return results;
}

/// Writes the file with the fields, if the scene measures any, and keeps what the summary says of
/// them.
void Run::write_fields() {
    fields_.clear();
    std::vector<NamedField> fields;
    std::optional<SeriesRows> rows;
    for (const MeasureSpec& spec : live_->scene().measures) {
        if (spec.kind != MeasureKind::field) continue;
        if (!rows) rows.emplace(folder_->path());
        TrajectoryReader reader(folder_->path());
        fields.push_back({spec.name, mean_field(reader, live_->scene(), *rows, spec)});
        fields_.push_back({spec.name, measurement_of(fields.back().field)});
    }
    if (fields.empty()) return;
    write_sealed(folder_->folder(), RunFolder::fields, encode_fields(fields));
}

void Run::finish(RunRecorder& recorder, RunEnd end) {
    recorder.write_checkpoint();
    recorder.log("ends: " + std::string(name_of(end)) + ", state " +
                 hash_text(live_->state_hash()));
    if (live_->over()) recorder.write_end();
    recorder.complete_index();
    recorder.flush();
    write_fields();
    const std::string name =
        live_->scene().title.empty() ? folder_->path().filename().string() : live_->scene().title;
    recorder.write_with_sum(RunFolder::summary,
                            summary_json(*live_, measurements(),
                                         {.version = version_,
                                          .scene = name,
                                          .end = std::string(name_of(end)),
                                          .wall_seconds = recorder.wall_seconds(),
                                          .frames = recorder.frames()}));
}

/// Tells what has happened to the stages.
void Run::tell_news(RunRecorder& recorder, RunObserver& observer) {
    for (const std::string& message : live_->take_news()) {
        recorder.log(message);
        observer.on_message(message);
    }
}

/// Warns once when the limit is near, and once when it is passed.
void Run::warn_of_instability(RunRecorder& recorder, RunObserver& observer) const {
    const Stability& stability = live_->simulation().stability();
    const std::uint64_t level =
        (stability.is_near_limit() ? 1u : 0u) + (stability.is_beyond_limit() ? 1u : 0u);
    if (level <= recorder.stability_warnings) return;
    recorder.stability_warnings = level;
    const std::string message = "warning: " + stability.sentence(live_->step_choice().dt);
    recorder.log(message);
    observer.on_message(message);
}

/// Logs what `auto` has tried, as soon as it is known.
void Run::log_contests(RunRecorder& recorder) {
    const auto contests = live_->simulation().broad_phase().contests();
    for (; logged_contests_ < contests.size(); ++logged_contests_) {
        if (contests[logged_contests_].trials.empty()) return;
        recorder.log("broad phase: " + text_of(contests[logged_contests_]));
    }
}

void Run::show_progress(RunObserver& observer) const {
    const Simulation& simulation = live_->simulation();
    const Course& course = live_->course();
    const std::string stage = course.stage().name.empty()
                                  ? ""
                                  : course.stage().name + " (" + std::to_string(course.now() + 1) +
                                        " of " + std::to_string(course.stages().size()) + ")";
    observer.on_progress({.time = simulation.time(),
                          .duration = live_->expected_end(),
                          .steps = simulation.steps(),
                          .grains = simulation.grain_count(),
                          .kinetic = simulation.kinetic_energy(),
                          .stage = stage});
}

}  // namespace scree::engine
