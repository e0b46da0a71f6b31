#include "engine/run/recorder.h"

#include <sstream>
#include <utility>

#include "engine/files/sealed_file.h"
#include "engine/run/series.h"

namespace scree::engine {
namespace {

/// This is wall time.
constexpr std::chrono::seconds between_flushes{1};

std::vector<std::string> material_names(const Scene& scene) {
    std::vector<std::string> names;
    for (const Material& material : scene.materials) names.push_back(material.name);
    return names;
}

}  // namespace

RunRecorder::RunRecorder(const RunFolder& folder, const World& live, ShapeBook& shapes,
                         const OutputState& from, Now now)
    : stability_warnings(from.stability_warnings),
      folder_(folder),
      live_(live),
      shapes_(shapes),
      series_due_{live.scene().output.series, from.series_next},
      frames_due_{live.scene().output.frames, from.frames_next},
      checkpoint_due_{live.scene().output.checkpoint, from.checkpoint_next},
      series_(folder_.folder(), RunFolder::series, from.series_bytes),
      log_(folder_.folder(), RunFolder::log, from.log_bytes),
      trajectory_(folder_.folder(), material_names(live.scene()), from.segments),
      frames_(from.frames),
      shapes_written_(from.shapes),
      earlier_seconds_(from.wall_seconds),
      now_(std::move(now)) {
    remove_leftovers(folder_.folder());
    sums_.set(RunFolder::scene, seal_of(live.scene().toml));
    write_sums();
    if (series_.bytes() == 0) series_.append(series_header(live_.scene()));
}

double RunRecorder::wall_seconds() const {
    return earlier_seconds_ + std::chrono::duration<double>(now_() - start_).count();
}

void RunRecorder::record() {
    const double time = live_.simulation().time();
    if (series_due_.due(time)) {
        write_row();
        series_due_.pass(time);
    }
    if (frames_due_.due(time)) {
        write_frame();
        frames_due_.pass(time);
    }
    const Clock::time_point now = now_();
    if (checkpoint_due_.due(time)) {
        checkpoint_due_.pass(time);
        write_checkpoint();
    } else if (now - last_checkpoint_ >= between_checkpoints) {
        write_checkpoint();
    } else if (now - last_flush_ >= between_flushes) {
        flush();
    }
}

void RunRecorder::write_row() { series_.append(series_row(live_, shapes_)); }

void RunRecorder::write_frame() {
    add_new_shapes();
    trajectory_.add_frame(frame_of(live_.simulation()));
    ++frames_;
}

void RunRecorder::add_new_shapes() {
    const Simulation& simulation = live_.simulation();
    shapes_.update(simulation);
    if (frames_ == 0)
        for (const BodyShape& shape : shapes_.walls()) trajectory_.add_shape(shape);
    std::size_t i = simulation.grain_count();
    while (i > 0 && simulation.id_of(i - 1) >= shapes_written_) --i;
    for (; i < simulation.grain_count(); ++i) {
        trajectory_.add_shape(shapes_.of(static_cast<BodyNumber>(simulation.id_of(i))));
        shapes_written_ = simulation.id_of(i) + std::uint64_t{1};
    }
}

OutputState RunRecorder::output_state() const {
    return {.frames_next = frames_due_.next,
            .series_next = series_due_.next,
            .checkpoint_next = checkpoint_due_.next,
            .segments = trajectory_.segments(),
            .frames = frames_,
            .shapes = shapes_written_,
            .series_bytes = series_.bytes(),
            .log_bytes = log_.bytes(),
            .stability_warnings = stability_warnings,
            .wall_seconds = wall_seconds()};
}

/// Writes a checkpoint. Everything that it refers to is on the disk before it.
void RunRecorder::write_checkpoint() {
    trajectory_.end_segment();
    series_.sync();
    log_.sync();
    replace_keeping_previous(folder_.folder(), RunFolder::checkpoint,
                             RunFolder::previous_checkpoint,
                             encode({live_.scene().toml, live_.state(), output_state()}));
    write_sums();
    last_checkpoint_ = last_flush_ = now_();
}

void RunRecorder::write_end() {
    const Simulation& simulation = live_.simulation();
    const auto fired_now = [&](const Trigger& trigger) {
        const double last = static_cast<double>(trigger.next - 1) * trigger.period;
        return first_step_at(last, live_.step_choice().dt) == simulation.steps();
    };
    if (!fired_now(series_due_)) write_row();
    if (!fired_now(frames_due_)) write_frame();
    trajectory_.end_segment();
    series_.sync();
    log_.sync();
}

/// Writes the sums of what is on the disk now.
void RunRecorder::write_sums() {
    sums_.set(RunFolder::series, series_.content().seal());
    sums_.set(RunFolder::log, log_.content().seal());
    trajectory_.add_to(sums_);
    sums_.write(folder_.folder());
}

void RunRecorder::write_with_sum(const std::string& name, const std::string& text) {
    series_.sync();
    log_.sync();
    write_file(folder_.folder(), name, std::as_bytes(std::span(text)));
    sums_.set(name, seal_of(text));
    write_sums();
}

void RunRecorder::flush() {
    series_.flush();
    log_.flush();
    last_flush_ = now_();
}

void RunRecorder::log(const std::string& message) {
    std::ostringstream line;
    line << "t = " << number_text(live_.simulation().time()) << " s, step "
         << live_.simulation().steps() << ": " << message << '\n';
    log_.append(line.str());
}

}  // namespace scree::engine
