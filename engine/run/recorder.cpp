#include "engine/run/recorder.h"

#include <algorithm>
#include <cmath>
#include <sstream>
#include <utility>

#include "engine/files/file_error.h"
#include "engine/files/sealed_file.h"
#include "engine/run/series.h"

namespace scree::engine {
namespace {

/// This is wall time.
constexpr std::chrono::seconds between_flushes{1};

std::vector<std::string> split(const std::string& line) {
    std::vector<std::string> parts;
    std::istringstream text(line.substr(0, line.find('\n')));
    for (std::string part; std::getline(text, part, ',');) parts.push_back(part);
    return parts;
}

/// Which columns of a row go into series.csv, whose header an earlier version may have written with
/// fewer columns; none if it has all of them.
std::vector<std::size_t> columns_in_file(const Folder& folder, const std::string& header) {
    const std::string text = read_text(folder, RunFolder::series);
    const std::string there = text.substr(0, text.find('\n'));
    if (there + '\n' == header) return {};
    const std::vector<std::string> known = split(header);
    std::vector<std::size_t> columns;
    for (const std::string& name : split(there)) {
        const auto found = std::ranges::find(known, name);
        if (found == known.end())
            throw FileError(FileError::Kind::damaged, folder.path_of(RunFolder::series),
                            "has a column `" + name + "` that this program does not know");
        columns.push_back(static_cast<std::size_t>(found - known.begin()));
    }
    return columns;
}

std::string chosen(const std::string& row, std::span<const std::size_t> columns) {
    const std::vector<std::string> parts = split(row);
    std::string line;
    for (const std::size_t column : columns) line += (line.empty() ? "" : ",") + parts[column];
    return line + '\n';
}

}  // namespace

RunRecorder::RunRecorder(const RunFolder& folder, const World& live, ShapeBook& shapes,
                         const OutputState& from, Now now)
    : stability_warnings(from.stability_warnings),
      folder_(folder),
      live_(live),
      shapes_(shapes),
      stage_(live.course().now()),
      series_due_{live.course().stage().every.series, from.series_next},
      frames_due_{live.course().stage().every.frames, from.frames_next},
      checkpoint_due_{live.course().stage().every.checkpoint, from.checkpoint_next},
      series_(folder_.folder(), RunFolder::series, from.series_bytes),
      sums_at_row_(from.sums_at_row.empty() ? live.step_sums().numbers() : from.sums_at_row),
      log_(folder_.folder(), RunFolder::log, from.log_bytes),
      trajectory_(folder_.folder(), labels_of(live.scene()), from.segments),
      frames_(from.frames),
      shapes_written_(from.shapes),
      earlier_seconds_(from.wall_seconds),
      now_(std::move(now)) {
    remove_leftovers(folder_.folder());
    sums_.set(RunFolder::scene, seal_of(live.scene().toml));
    write_sums();
    const std::string header = series_header(live_.scene());
    if (series_.bytes() == 0)
        series_.append(header);
    else
        columns_ = columns_in_file(folder_.folder(), header);
}

double RunRecorder::wall_seconds() const {
    return earlier_seconds_ + std::chrono::duration<double>(now_() - start_).count();
}

/// Takes over the periods of a stage that has begun. What is due is counted anew from there.
void RunRecorder::follow_stage() {
    if (live_.course().now() == stage_) return;
    stage_ = live_.course().now();
    sums_at_row_ = live_.step_sums().numbers();  // a mean is of one stage
    const double time = live_.simulation().time();
    const OutputPeriods& every = live_.course().stage().every;
    for (const auto& [trigger, period] :
         {std::pair{&series_due_, every.series}, std::pair{&frames_due_, every.frames},
          std::pair{&checkpoint_due_, every.checkpoint}}) {
        if (trigger->period == period) continue;
        *trigger = {period, 0};
        trigger->next = static_cast<std::uint64_t>(std::ceil(time / period));
    }
}

bool RunRecorder::is_due(std::uint64_t step) const {
    const double time = static_cast<double>(step) * live_.step_choice().dt;
    return series_due_.due(time) || frames_due_.due(time) || checkpoint_due_.due(time);
}

void RunRecorder::record() {
    follow_stage();
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

void RunRecorder::write_row() {
    const std::string row = series_row(live_, shapes_, sums_at_row_);
    sums_at_row_ = live_.step_sums().numbers();
    series_.append(columns_.empty() ? row : chosen(row, columns_));
}

void RunRecorder::write_frame() {
    add_new_shapes();
    trajectory_.add_frame(live_.frame());
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
        const GrainId id = simulation.id_of(i);
        BodyShape shape = shapes_.of(static_cast<BodyNumber>(id));
        shape.member = static_cast<std::int32_t>(live_.origin_of(id).member);
        trajectory_.add_shape(shape);
        shapes_written_ = id + std::uint64_t{1};
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
            .wall_seconds = wall_seconds(),
            .sums_at_row = sums_at_row_};
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
