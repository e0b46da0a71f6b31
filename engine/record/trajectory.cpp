#include "engine/record/trajectory.h"

#include <malloc.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <stdexcept>
#include <utility>

#include "engine/files/sealed_file.h"
#include "engine/record/columns.h"
#include "engine/record/segment_name.h"

namespace scree::engine {

namespace {

namespace fs = std::filesystem;

/// A segment is ended when its frames have so many rows. No more than these, 60 MB, are in memory
/// at a time.
constexpr std::uint64_t largest_segment = 1'000'000;

// Making the index takes time and memory for each segment that it names. So it is not written after
// every segment, but when there are so many more of them, as a share of those that it names, or
// when these have so many rows that it would take long to look into them.
constexpr std::size_t share_without_index = 8;
constexpr std::uint64_t rows_without_index = largest_segment / 4;

constexpr std::size_t no_segment = std::numeric_limits<std::size_t>::max();

constexpr std::size_t index(Rows kind) { return static_cast<std::size_t>(kind); }

constexpr const char* index_name = "trajectory.h5";

/// The name of a segment relative to the run folder, as in the index and in the sums.
std::string segment_name(std::size_t number) {
    return std::string(segment_folder) + "/" + segment_file(number);
}

RowCounts sum(const RowCounts& a, const RowCounts& b) {
    RowCounts total{};
    for (std::size_t k = 0; k < kinds_of_rows; ++k) total[k] = a[k] + b[k];
    return total;
}

/// The number of rows that make a segment large.
std::uint64_t size_of(const RowCounts& rows) {
    return rows[index(Rows::grains)] + rows[index(Rows::contacts)];
}

/// Where the rows of each segment begin, and where the last ends.
std::vector<RowCounts> begins_of(const TrajectoryHead& head) {
    std::vector<RowCounts> begin(1);
    for (const RowCounts& rows : head.counts) begin.push_back(sum(begin.back(), rows));
    return begin;
}

bool has_segment(const Folder& folder, std::size_t number) {
    return folder.contains_folder(segment_folder) &&
           folder.subfolder(segment_folder).contains(segment_file(number));
}

TrajectoryHead read_index(const SummedFolder& files) {
    try {
        return decode_head(files.sealed(index_name), files.path() / index_name);
    } catch (const FileError&) {
        // The index says nothing that the segments do not say. Without any segment there is no
        // trajectory.
        if (!has_segment(files.folder(), 0)) throw;
        return {};
    }
}

/// Reads the index, and gathers what it does not know yet from the segments themselves, which is
/// slow.
TrajectoryHead look_into(const SummedFolder& files) {
    TrajectoryHead all = read_index(files);
    const auto next = [&] { return segment_name(all.counts.size()); };
    // A segment that has a sum is missed if it is not there.
    while (has_segment(files.folder(), all.counts.size()) || files.has_sum(next())) {
        TrajectoryHead head = decode_head(files.sealed(next()), files.path() / next());
        if (head.counts.size() != 1)
            throw FileError(FileError::Kind::damaged, files.path() / next(), "is not a segment");
        all.names = std::move(head.names);
        all.has_cell = all.has_cell || head.has_cell;
        all.counts.push_back(head.counts.front());
        all.versions.push_back(head.versions.front());
    }
    return all;
}

/// Removes the segments from `number` on.
void remove_segments(const Folder& segments, std::size_t number) {
    for (const std::string& name : segments.names())
        if (const auto found = segment_number(name); found && *found >= number)
            segments.remove(name);
}

template <class T>
void append(std::vector<T>& to, const std::vector<T>& from) {
    to.insert(to.end(), from.begin(), from.end());
}

template <class T>
std::vector<T> part(const std::vector<T>& from, std::size_t first, std::size_t count) {
    const auto begin = from.begin() + static_cast<std::ptrdiff_t>(first);
    return {begin, begin + static_cast<std::ptrdiff_t>(count)};
}

template <class Table>
void append_rows(Table& to, const Table& from) {
    for_each_column_of(from, [&](auto column) { append(to.*column, from.*column); });
}

template <class Table>
Table part_of(const Table& from, std::size_t first, std::size_t count) {
    Table rows;
    for_each_column_of(from, [&](auto column) { rows.*column = part(from.*column, first, count); });
    return rows;
}

std::optional<CellState> cell_in(const Segment& segment, std::size_t frame) {
    if (segment.cell.empty()) return {};
    const Segment::Cell& n = segment.cell[frame];
    return CellState{{{n[0], n[1]}, {n[2], n[3]}, n[4]}, {n[5], n[6], n[7]}, {n[8], n[9], n[10]}};
}

template <class Table>
void check_columns(const Table& table, std::size_t rows) {
    for_each_column_of(table, [&](auto column) {
        if ((table.*column).size() != rows)
            throw std::invalid_argument("the columns of a frame differ in length");
    });
}

}  // namespace

TrajectoryWriter::TrajectoryWriter(const Folder& folder, RunLabels labels, std::size_t segments)
    : folder_(folder.again()),
      segment_folder_(folder.made_subfolder(segment_folder)),
      labels_(std::move(labels)) {
    if (segments > 0) head_ = look_into(SummedFolder(folder_.path()));
    for (std::size_t k = 0; k < segments; ++k) {
        if (k >= head_.counts.size() || !segment_folder_.contains(segment_file(k))) {
            throw FileError(FileError::Kind::missing, folder_.path() / segment_name(k),
                            "is missing; it is one of the " + std::to_string(segments) +
                                " segments that the checkpoint names");
        }
    }
    head_.counts.resize(segments);
    head_.versions.resize(segments);
    for (const RowCounts& rows : head_.counts) begin_ = sum(begin_, rows);
    for (std::size_t k = 0; k < segments; ++k)
        seals_.push_back(read_with_seal(segment_folder_, segment_file(k)).seal);

    // The index is written first, so that it never names a segment that is gone.
    write_index();
    remove_segments(segment_folder_, segments);
    remove_leftovers(segment_folder_);
}

void TrajectoryWriter::add_to(Sums& sums) const {
    for (std::size_t k = 0; k < seals_.size(); ++k) sums.set(segment_name(k), seals_[k]);
}

void TrajectoryWriter::add_shape(const BodyShape& shape) {
    Segment::Shapes& shapes = segment_.shapes;
    shapes.first.push_back(begin_[index(Rows::vertices)] + shapes.vertex.size());
    shapes.count.push_back(static_cast<std::uint32_t>(shape.vertices.size()));
    shapes.body.push_back(shape.body);
    shapes.material.push_back(shape.material);
    shapes.member.push_back(shape.member);
    shapes.radius.push_back(shape.radius);
    append(shapes.vertex, shape.vertices);
}

void TrajectoryWriter::add_frame(const Frame& frame) {
    check_columns(frame.grains, frame.grains.body.size());
    check_columns(frame.walls, frame.walls.body.size());
    check_columns(frame.contacts, frame.contacts.pair.size());
    const RowCounts rows = segment_.rows();
    const auto begin_rows = [&](auto& table, Rows kind, std::size_t count) {
        table.first.push_back(begin_[index(kind)] + rows[index(kind)]);
        table.count.push_back(static_cast<std::uint32_t>(count));
    };
    segment_.step.push_back(frame.step);
    segment_.time.push_back(frame.time);
    segment_.stage.push_back(frame.stage);
    if (frame.cell) {
        const auto& [period, rate, strain] = *frame.cell;
        segment_.cell.push_back({period.low.x, period.low.y, period.size.x, period.size.y,
                                 period.tilt, rate.xx, rate.yy, rate.xy, strain.xx, strain.yy,
                                 strain.xy});
        head_.has_cell = true;
    }
    begin_rows(segment_.grains, Rows::grains, frame.grains.body.size());
    append_rows(segment_.grains.states, frame.grains);
    begin_rows(segment_.walls, Rows::walls, frame.walls.body.size());
    append_rows(segment_.walls.states, frame.walls);
    begin_rows(segment_.contacts, Rows::contacts, frame.contacts.pair.size());
    append_rows(segment_.contacts.states, frame.contacts);

    if (size_of(segment_.rows()) >= largest_segment) end_segment();
}

void TrajectoryWriter::end_segment() {
    const RowCounts rows = segment_.rows();
    if (rows == RowCounts{}) return;
    seals_.push_back(
        write_sealed(segment_folder_, segment_file(segments()), segment_image(segment_, labels_)));
    head_.counts.push_back(rows);
    head_.versions.push_back(trajectory_version);
    begin_ = sum(begin_, rows);
    segment_ = {};
    const std::size_t more = segments() - indexed_.segments;
    const std::uint64_t more_rows = size_of(begin_) - indexed_.rows;
    if (more * share_without_index > indexed_.segments || more_rows > rows_without_index)
        write_index();
}

void TrajectoryWriter::complete_index() {
    if (indexed_.segments != segments()) write_index();
}

void TrajectoryWriter::write_index() {
    std::vector<std::string> names;
    for (std::size_t k = 0; k < segments(); ++k) names.push_back(segment_name(k));
    write_sealed(folder_, index_name, index_image(head_, labels_, names));
    // HDF5 takes 100 kB for each segment meanwhile, and leaves them in pieces that are too small to
    // be given back by themselves.
    ::malloc_trim(0);
    indexed_ = {segments(), size_of(begin_)};
}

TrajectoryReader::TrajectoryReader(const fs::path& folder) : files_(folder), loaded_(no_segment) {
    TrajectoryHead head = look_into(files_);
    begin_ = begins_of(head);
    names_ = std::move(head.names);
}

bool TrajectoryReader::look_again() {
    TrajectoryHead head = look_into(files_);
    std::vector<RowCounts> begin = begins_of(head);
    if (begin == begin_ || begin.back()[index(Rows::frames)] == 0) return false;
    const auto differ = std::ranges::mismatch(begin, begin_).in1;
    const auto same = static_cast<std::size_t>(differ - begin.begin()) - 1;
    if (loaded_ >= same) loaded_ = no_segment;
    shapes_kept_ = std::min(shapes_kept_, same);
    std::erase_if(times_, [frames = begin[same][index(Rows::frames)]](const auto& entry) {
        return entry.first >= frames;
    });
    begin_ = std::move(begin);
    names_ = std::move(head.names);
    return true;
}

std::uint64_t TrajectoryReader::frames() const { return begin_.back()[index(Rows::frames)]; }

void TrajectoryReader::load(std::size_t segment) {
    if (segment == loaded_) return;
    RowCounts rows{};
    for (std::size_t k = 0; k < kinds_of_rows; ++k) {
        rows[k] = begin_[segment + 1][k] - begin_[segment][k];
    }
    const std::string name = segment_name(segment);
    segment_ =
        decode_segment(files_.sealed(name), files_.path() / name, begin_[segment], rows, names_);
    loaded_ = segment;
    for (std::size_t k = 0; k < segment_.time.size(); ++k)
        times_[begin_[segment][index(Rows::frames)] + k] = segment_.time[k];
}

/// Keeps the shapes of a segment, and the first angles of their grains, which are in the same
/// segment.
void TrajectoryReader::keep_shapes(std::size_t segment) {
    if (begin_[segment + 1][index(Rows::shapes)] == begin_[segment][index(Rows::shapes)]) return;
    load(segment);
    const Segment::Shapes& shapes = segment_.shapes;
    for (std::size_t k = 0; k < shapes.body.size(); ++k) {
        const std::size_t first = shapes.first[k] - begin_[segment][index(Rows::vertices)];
        shapes_[shapes.body[k]] = {shapes.body[k], shapes.material[k], shapes.radius[k],
                                   part(shapes.vertex, first, shapes.count[k]), shapes.member[k]};
    }
    const BodyStates& grains = segment_.grains.states;
    for (std::size_t k = 0; k < grains.body.size(); ++k)
        first_angles_.try_emplace(grains.body[k], grains.angle[k]);
}

std::size_t TrajectoryReader::segment_of(std::uint64_t frame) const {
    if (frame >= frames()) throw std::out_of_range("there is no frame " + std::to_string(frame));
    const auto after = std::upper_bound(
        begin_.begin(), begin_.end(), frame,
        [](std::uint64_t k, const auto& rows) { return k < rows[index(Rows::frames)]; });
    return static_cast<std::size_t>(after - begin_.begin()) - 1;
}

const BodyShape& TrajectoryReader::shape(BodyNumber body) const {
    const auto found = shapes_.find(body);
    if (found == shapes_.end())
        throw FileError(FileError::Kind::damaged, files_.path(),
                        "the trajectory has no shape for body " + std::to_string(body));
    return found->second;
}

double TrajectoryReader::first_angle(BodyNumber grain) const {
    const auto found = first_angles_.find(grain);
    if (found == first_angles_.end())
        throw FileError(FileError::Kind::damaged, files_.path(),
                        "the trajectory has no frame with grain " + std::to_string(grain));
    return found->second;
}

double TrajectoryReader::time(std::uint64_t frame) {
    if (!times_.contains(frame)) load(segment_of(frame));
    return times_.at(frame);
}

std::uint64_t TrajectoryReader::nearest(double time) {
    std::uint64_t low = 0;
    std::uint64_t high = frames() - 1;
    while (low < high) {
        const std::uint64_t middle = low + (high - low) / 2;
        if (this->time(middle) < time)
            low = middle + 1;
        else
            high = middle;
    }
    if (low == 0) return low;
    const double after = std::abs(this->time(low) - time);
    const double before = std::abs(time - this->time(low - 1));
    return before <= after ? low - 1 : low;
}

Frame TrajectoryReader::read(std::uint64_t frame) {
    const std::size_t segment = segment_of(frame);
    // A shape is in the segment of the first frame with its body, and many segments have no shapes.
    for (; shapes_kept_ <= segment; ++shapes_kept_) keep_shapes(shapes_kept_);
    load(segment);

    const RowCounts& begin = begin_[segment];
    const std::size_t k = frame - begin[index(Rows::frames)];
    const auto rows_of = [&](const auto& table, Rows kind) {
        return std::pair{table.first[k] - begin[index(kind)], std::size_t{table.count[k]}};
    };
    const auto [grain, grains] = rows_of(segment_.grains, Rows::grains);
    const auto [wall, walls] = rows_of(segment_.walls, Rows::walls);
    const auto [contact, contacts] = rows_of(segment_.contacts, Rows::contacts);
    return {.step = segment_.step[k],
            .time = segment_.time[k],
            .grains = part_of(segment_.grains.states, grain, grains),
            .walls = part_of(segment_.walls.states, wall, walls),
            .contacts = part_of(segment_.contacts.states, contact, contacts),
            .stage = segment_.stage[k],
            .cell = cell_in(segment_, k)};
}

}  // namespace scree::engine
