#include "engine/run/checkpoint.h"

#include <algorithm>
#include <array>
#include <bit>
#include <string>

#include "engine/files/hdf5_reader.h"
#include "engine/files/hdf5_writer.h"

namespace scree::engine {
namespace {

constexpr std::uint64_t checkpoint_format = 6;
/// Formats from this one on can be read: in format 5 no wall was under load, or began elsewhere
/// than at its shape.
constexpr std::uint64_t oldest_format = 5;
/// The version of the program since which checkpoints have this format.
constexpr std::string_view format_since = "0.2";

// Members that are added to these structs must be written here too.
static_assert(sizeof(Snapshot) == 680 && sizeof(WorldState) == 848 && sizeof(OutputState) == 104);

/// Visits the single numbers of a checkpoint by name; writing and reading go through the same list.
template <class State, class Visit>
void visit_numbers(State& c, const Visit& visit) {
    auto& snapshot = c.live.snapshot;
    visit("steps", snapshot.steps);
    visit("next_id", snapshot.next_id);
    visit("skin", snapshot.skin);
    visit("detected_at", snapshot.detected_at);
    visit("elastic_work", snapshot.elastic_work);
    visit("ledger_elastic_normal", snapshot.ledger.elastic_normal);
    visit("ledger_elastic_tangential", snapshot.ledger.elastic_tangential);
    visit("ledger_normal_damping", snapshot.ledger.normal_damping);
    visit("ledger_tangential_damping", snapshot.ledger.tangential_damping);
    visit("ledger_sliding", snapshot.ledger.sliding);
    visit("ledger_wall_work", snapshot.ledger.wall_work);
    visit("ledger_added", snapshot.ledger.added);
    visit("detections", snapshot.detections);
    visit("queries", snapshot.queries.queries);
    visit("queries_tracked", snapshot.queries.tracked);
    visit("queries_searched", snapshot.queries.searched);
    visit("queries_exhaustive", snapshot.queries.exhaustive);
    visit("queries_clipped", snapshot.queries.clipped);
    visit("stability_share", snapshot.stability_share);
    visit("stability_grain", snapshot.stability_grain);
    visit("stability_step", snapshot.stability_step);
    visit("calm_looks", c.live.calm_looks);
    visit("largest_overlap", c.live.largest_overlap);
    visit("grain_steps", c.live.grain_steps);
    visit("frames_next", c.output.frames_next);
    visit("series_next", c.output.series_next);
    visit("checkpoint_next", c.output.checkpoint_next);
    visit("segments", c.output.segments);
    visit("frames", c.output.frames);
    visit("shapes", c.output.shapes);
    visit("series_bytes", c.output.series_bytes);
    visit("log_bytes", c.output.log_bytes);
    visit("stability_warnings", c.output.stability_warnings);
    visit("wall_seconds", c.output.wall_seconds);
}

/// Visits the columns of a checkpoint in the same way.
template <class Parts, class Visit>
void visit_columns(Parts& snapshot, const Visit& visit) {
    visit("/grains/id", snapshot.ids, 1);
    visit("/grains/derivatives", snapshot.derivatives, 1);
    visit("/bodies/state", snapshot.bodies, Snapshot::body_numbers);
    visit("/bodies/extremes", snapshot.extremes, Snapshot::extreme_numbers);
    visit("/bodies/turns", snapshot.turns, 2);
    visit("/walls/clock", snapshot.wall_clocks, Snapshot::clock_numbers);
    visit("/contacts/pair", snapshot.pairs, 2);
    visit("/contacts/image", snapshot.images, 2);
    visit("/contacts/memory", snapshot.memories, Snapshot::memory_numbers);
    visit("/contacts/touched", snapshot.touched, 1);
    visit("/contacts/spring", snapshot.springs, 1);
    visit("/contacts/clear_until", snapshot.clear_until, 1);
    visit("/contacts/touching", snapshot.touching, 1);
    visit("/contacts/overlap", snapshot.overlaps, Snapshot::overlap_numbers);
    visit("/phase_times", snapshot.phase_times, 1);
}

/// The numbers that came with format 6.
template <class State, class Visit>
void visit_loads_and_stages(State& live, const Visit& visit) {
    visit("ledger_load_work", live.snapshot.ledger.load_work);
    visit("ledger_wall_damping", live.snapshot.ledger.wall_damping);
    visit("ledger_limiter", live.snapshot.ledger.limiter);
    visit("stage_wall_x", live.course.wall_from.x);
    visit("stage_wall_y", live.course.wall_from.y);
}
constexpr const char* wall_motion = "/walls/motion";
// What forces did in the last step; of runs of 0.2 before it was kept, it is as if nothing.
constexpr const char* last_work = "/ledger/last_step";
constexpr const char* stage_begins = "/stages/begin";
constexpr const char* stage_samples = "/stages/samples";
// Only of runs that measure forces on walls.
constexpr const char* step_sums = "/measures/sums";
constexpr const char* step_sums_at_row = "/measures/sums_at_row";
// Only of runs in a cell that deforms.
constexpr const char* cell = "/cell";

/// Walls as format 5 knew them.
std::vector<double> walls_without_loads(std::size_t walls) {
    std::vector<double> states(walls * Snapshot::wall_numbers, 0.0);
    for (std::size_t w = 0; w < walls; ++w) states[w * Snapshot::wall_numbers + 3] = 1.0;
    return states;
}

constexpr std::uint64_t origin_numbers = 2;
constexpr std::uint64_t rain_numbers = 6;

/// Reads a dataset with any number of rows. The reader refuses more than the file can hold.
template <class T>
std::vector<T> read_column(const Hdf5Reader& reader, const std::string& path,
                           std::uint64_t columns) {
    const Extent extent = reader.extent(path);
    if (extent.columns != columns) throw Hdf5Error(path + " does not have the size that it should");
    return reader.read<T>(path, extent);
}

StepWork read_last_work(const Hdf5Reader& reader) {
    std::array<double, step_work_numbers> numbers{};
    const Extent all{numbers.size(), 1};
    std::ranges::copy(reader.read<double>(last_work, all), numbers.begin());
    return std::bit_cast<StepWork>(numbers);
}

}  // namespace

std::vector<std::byte> encode(const Checkpoint& checkpoint) {
    Hdf5Writer writer;
    writer.write_attribute("checkpoint_format", checkpoint_format);
    writer.write_attribute("grains_changed",
                           std::uint64_t{checkpoint.live.snapshot.grains_changed});
    visit_numbers(checkpoint,
                  [&](const char* name, auto value) { writer.write_attribute(name, value); });
    visit_loads_and_stages(checkpoint.live, [&](const char* name, double value) {
        writer.write_attribute(name, value);
    });
    const CourseState& course = checkpoint.live.course;
    writer.write_attribute("stage_ended", std::uint64_t{course.ended} + course.by_hand);
    visit_columns(checkpoint.live.snapshot,
                  [&]<class T>(const char* path, const std::vector<T>& values,
                               std::size_t columns) { writer.write<T>(path, values, columns); });
    const auto work = numbers_of(checkpoint.live.snapshot.last_work);
    writer.write<double>(last_work, std::vector<double>(work.begin(), work.end()), 1);
    writer.write<double>(wall_motion, checkpoint.live.snapshot.wall_states, Snapshot::wall_numbers);
    writer.write<std::uint64_t>(stage_begins, course.begins, 1);
    writer.write<double>(stage_samples, course.samples, 1);
    if (!checkpoint.live.step_sums.empty()) {
        writer.write<double>(step_sums, checkpoint.live.step_sums, 1);
        writer.write<double>(step_sums_at_row, checkpoint.output.sums_at_row, 1);
    }
    if (const std::vector<double>& numbers = checkpoint.live.snapshot.cell; !numbers.empty())
        writer.write<double>(cell, numbers, 1);
    writer.write<std::uint8_t>(
        "/scene", std::vector<std::uint8_t>(checkpoint.scene.begin(), checkpoint.scene.end()));
    std::vector<std::uint32_t> origins;
    for (const GrainOrigin& origin : checkpoint.live.origins) {
        origins.push_back(origin.group);
        origins.push_back(origin.member);
    }
    writer.write<std::uint32_t>("/grains/origin", origins, origin_numbers);
    std::vector<std::uint64_t> rains;
    for (const RainState& rain : checkpoint.live.rains) {
        rains.push_back(rain.released);
        rains.push_back(rain.batches);
        rains.insert(rains.end(), rain.generator.begin(), rain.generator.end());
    }
    writer.write<std::uint64_t>("/rains", rains, rain_numbers);
    return writer.image();
}

Checkpoint decode_checkpoint(std::vector<std::byte> image) {
    const Hdf5Reader reader(std::move(image));
    const auto format = reader.attribute<std::uint64_t>("checkpoint_format");
    if (format < oldest_format || format > checkpoint_format)
        throw Hdf5Error("the checkpoint was written by scree " +
                        std::string(format < oldest_format ? "0.1" : "of a later version") +
                        " (format " + std::to_string(format) + "), and this is scree " +
                        std::string(format_since) + " (format " +
                        std::to_string(checkpoint_format) +
                        "), whose contacts follow other laws: go on with the program that wrote "
                        "it, or run the scene anew; measure, plot, export and watch read the "
                        "folder as it is");
    Checkpoint checkpoint;
    WorldState& live = checkpoint.live;
    live.snapshot.grains_changed = reader.attribute<std::uint64_t>("grains_changed") != 0;
    visit_numbers(checkpoint,
                  [&]<class T>(const char* name, T& value) { value = reader.attribute<T>(name); });
    visit_columns(live.snapshot,
                  [&]<class T>(const char* path, std::vector<T>& values, std::size_t columns) {
                      values = read_column<T>(reader, path, columns);
                  });
    if (format == oldest_format) {
        live.snapshot.wall_states =
            walls_without_loads(live.snapshot.wall_clocks.size() / Snapshot::clock_numbers);
        live.course.ended = live.calm_looks >= calm_looks_of_rest;
    } else {
        visit_loads_and_stages(
            live, [&](const char* name, double& value) { value = reader.attribute<double>(name); });
        const auto ended = reader.attribute<std::uint64_t>("stage_ended");
        live.course.ended = ended != 0;
        live.course.by_hand = ended == 2;
        live.course.begins = read_column<std::uint64_t>(reader, stage_begins, 1);
        live.course.samples = read_column<double>(reader, stage_samples, 1);
        live.snapshot.wall_states =
            read_column<double>(reader, wall_motion, Snapshot::wall_numbers);
    }
    if (reader.contains(last_work)) live.snapshot.last_work = read_last_work(reader);
    if (reader.contains(step_sums)) {
        live.step_sums = read_column<double>(reader, step_sums, 1);
        checkpoint.output.sums_at_row = read_column<double>(reader, step_sums_at_row, 1);
    }
    if (reader.contains(cell)) live.snapshot.cell = read_column<double>(reader, cell, 1);
    const auto scene = read_column<std::uint8_t>(reader, "/scene", 1);
    checkpoint.scene.assign(scene.begin(), scene.end());
    const auto origins = read_column<std::uint32_t>(reader, "/grains/origin", origin_numbers);
    for (std::size_t k = 0; k < origins.size(); k += origin_numbers)
        live.origins.push_back({origins[k], origins[k + 1]});
    const auto rains = read_column<std::uint64_t>(reader, "/rains", rain_numbers);
    for (std::size_t k = 0; k < rains.size(); k += rain_numbers) {
        const auto at = rains.begin() + static_cast<std::ptrdiff_t>(k);
        live.rains.push_back({at[0], at[1], {at[2], at[3], at[4], at[5]}});
    }
    return checkpoint;
}

}  // namespace scree::engine
