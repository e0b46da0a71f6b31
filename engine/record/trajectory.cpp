#include "engine/record/trajectory.h"

#include <algorithm>
#include <charconv>
#include <limits>
#include <optional>
#include <stdexcept>
#include <system_error>
#include <utility>

#include "engine/files/sealed_file.h"

namespace scree::engine {

namespace {

namespace fs = std::filesystem;

/// A segment is ended when its frames have so many rows. No more than these, 60 MB, are in memory
/// at a time.
constexpr std::uint64_t largest_segment = 1'000'000;

constexpr std::size_t no_segment = std::numeric_limits<std::size_t>::max();

constexpr std::size_t index(Rows kind) { return static_cast<std::size_t>(kind); }

fs::path index_path(const fs::path& folder) { return folder / "trajectory.h5"; }

/// The name of a segment in the index, relative to the run folder.
std::string segment_name(std::size_t number) {
    std::string digits = std::to_string(number);
    digits.insert(0, 6 - std::min<std::size_t>(6, digits.size()), '0');
    return "trajectory/" + digits + ".h5";
}

/// The number of a segment from the name of its file.
std::optional<std::size_t> segment_number(const fs::path& path) {
    const std::string stem = path.stem().string();
    std::size_t number = 0;
    const auto [end, error] = std::from_chars(stem.data(), stem.data() + stem.size(), number);
    if (error != std::errc{} || end != stem.data() + stem.size()) return {};
    if (segment_name(number) != "trajectory/" + path.filename().string()) return {};
    return number;
}

RowCounts sum(const RowCounts& a, const RowCounts& b) {
    RowCounts total{};
    for (std::size_t k = 0; k < kinds_of_rows; ++k) total[k] = a[k] + b[k];
    return total;
}

/// Where the rows of each segment begin, and where the last ends.
std::vector<RowCounts> begins_of(const TrajectoryHead& head) {
    std::vector<RowCounts> begin(1);
    for (const RowCounts& rows : head.counts) begin.push_back(sum(begin.back(), rows));
    return begin;
}

/// Gathers the head from the segments themselves, which is slow.
TrajectoryHead look_into_segments(const fs::path& folder) {
    TrajectoryHead all;
    for (std::size_t k = 0; fs::exists(folder / segment_name(k)); ++k) {
        const TrajectoryHead head = read_head(folder / segment_name(k));
        all.materials = head.materials;
        all.counts.insert(all.counts.end(), head.counts.begin(), head.counts.end());
    }
    return all;
}

TrajectoryHead look_into(const fs::path& folder) {
    try {
        return read_head(index_path(folder));
    } catch (const FileError&) {
        // The index says nothing that the segments do not say. Without any segment there is no
        // trajectory.
        if (!fs::exists(folder / segment_name(0))) throw;
        return look_into_segments(folder);
    }
}

void make_folder(const fs::path& folder) {
    std::error_code error;
    fs::create_directories(folder, error);
    if (error) {
        throw FileError(FileError::Kind::input_output, folder,
                        "could not make the folder: " + error.message());
    }
}

/// Removes the segments from `number` on.
void remove_segments(const fs::path& folder, std::size_t number) {
    std::vector<fs::path> later;
    for (const auto& entry : fs::directory_iterator(folder)) {
        const auto found = segment_number(entry.path());
        if (found && *found >= number) later.push_back(entry.path());
    }
    for (const fs::path& path : later) {
        std::error_code error;
        fs::remove(path, error);
        if (error) {
            throw FileError(FileError::Kind::input_output, path,
                            "could not remove it: " + error.message());
        }
    }
}

template <class T>
void append(std::vector<T>& to, const std::vector<T>& from) {
    to.insert(to.end(), from.begin(), from.end());
}

void append(ContactStates& to, const ContactStates& from) {
    append(to.pair, from.pair);
    append(to.image, from.image);
    append(to.point, from.point);
    append(to.force, from.force);
    append(to.normal, from.normal);
    append(to.area, from.area);
}

void append(BodyStates& to, const BodyStates& from) {
    append(to.body, from.body);
    append(to.position, from.position);
    append(to.turns, from.turns);
    append(to.angle, from.angle);
    append(to.velocity, from.velocity);
    append(to.spin, from.spin);
}

template <class T>
std::vector<T> part(const std::vector<T>& from, std::size_t first, std::size_t count) {
    const auto begin = from.begin() + static_cast<std::ptrdiff_t>(first);
    return {begin, begin + static_cast<std::ptrdiff_t>(count)};
}

BodyStates part(const BodyStates& from, std::size_t first, std::size_t count) {
    return {.body = part(from.body, first, count),
            .position = part(from.position, first, count),
            .turns = part(from.turns, first, count),
            .angle = part(from.angle, first, count),
            .velocity = part(from.velocity, first, count),
            .spin = part(from.spin, first, count)};
}

ContactStates part(const ContactStates& from, std::size_t first, std::size_t count) {
    return {.pair = part(from.pair, first, count),
            .image = part(from.image, first, count),
            .point = part(from.point, first, count),
            .force = part(from.force, first, count),
            .normal = part(from.normal, first, count),
            .area = part(from.area, first, count)};
}

void check_columns(const Frame& frame) {
    const auto bodies = [](const BodyStates& states) {
        const std::size_t size = states.body.size();
        return states.position.size() == size && states.turns.size() == size &&
               states.angle.size() == size && states.velocity.size() == size &&
               states.spin.size() == size;
    };
    const auto contacts = [](const ContactStates& states) {
        const std::size_t size = states.pair.size();
        return states.image.size() == size && states.point.size() == size &&
               states.force.size() == size && states.normal.size() == size &&
               states.area.size() == size;
    };
    if (!bodies(frame.grains) || !bodies(frame.walls) || !contacts(frame.contacts)) {
        throw std::invalid_argument("the columns of a frame differ in length");
    }
}

}  // namespace

TrajectoryWriter::TrajectoryWriter(const fs::path& folder, std::vector<std::string> materials,
                                   std::size_t segments)
    : folder_(folder) {
    make_folder(folder_ / "trajectory");
    if (segments > 0) head_ = look_into(folder_);
    for (std::size_t k = 0; k < segments; ++k) {
        if (k >= head_.counts.size() || !fs::exists(folder_ / segment_name(k))) {
            throw FileError(FileError::Kind::missing, folder_ / segment_name(k),
                            "is missing; it is one of the " + std::to_string(segments) +
                                " segments that the checkpoint names");
        }
    }
    head_.materials = std::move(materials);
    head_.counts.resize(segments);
    for (const RowCounts& rows : head_.counts) begin_ = sum(begin_, rows);

    // The index is written first, so that it never names a segment that is gone.
    write_index();
    remove_segments(folder_ / "trajectory", segments);
    remove_leftovers(folder_ / "trajectory");
}

void TrajectoryWriter::add_shape(const BodyShape& shape) {
    Segment::Shapes& shapes = segment_.shapes;
    shapes.first.push_back(begin_[index(Rows::vertices)] + shapes.vertex.size());
    shapes.count.push_back(static_cast<std::uint32_t>(shape.vertices.size()));
    shapes.body.push_back(shape.body);
    shapes.material.push_back(shape.material);
    shapes.radius.push_back(shape.radius);
    append(shapes.vertex, shape.vertices);
}

void TrajectoryWriter::add_frame(const Frame& frame) {
    check_columns(frame);
    const RowCounts rows = segment_.rows();
    const auto begin_rows = [&](auto& table, Rows kind, std::size_t count) {
        table.first.push_back(begin_[index(kind)] + rows[index(kind)]);
        table.count.push_back(static_cast<std::uint32_t>(count));
    };
    segment_.step.push_back(frame.step);
    segment_.time.push_back(frame.time);
    begin_rows(segment_.grains, Rows::grains, frame.grains.body.size());
    append(segment_.grains.states, frame.grains);
    begin_rows(segment_.walls, Rows::walls, frame.walls.body.size());
    append(segment_.walls.states, frame.walls);
    begin_rows(segment_.contacts, Rows::contacts, frame.contacts.pair.size());
    append(segment_.contacts.states, frame.contacts);

    const RowCounts now = segment_.rows();
    if (now[index(Rows::grains)] + now[index(Rows::contacts)] >= largest_segment) end_segment();
}

void TrajectoryWriter::end_segment() {
    const RowCounts rows = segment_.rows();
    if (rows == RowCounts{}) return;
    write_sealed(folder_ / segment_name(segments()), segment_image(segment_, head_.materials));
    head_.counts.push_back(rows);
    begin_ = sum(begin_, rows);
    segment_ = {};
    write_index();
}

void TrajectoryWriter::write_index() const {
    std::vector<std::string> names;
    for (std::size_t k = 0; k < segments(); ++k) names.push_back(segment_name(k));
    write_sealed(index_path(folder_), index_image(head_, names));
}

TrajectoryReader::TrajectoryReader(const fs::path& folder) : folder_(folder), loaded_(no_segment) {
    TrajectoryHead head = look_into(folder);
    materials_ = std::move(head.materials);
    begin_ = begins_of(head);
}

bool TrajectoryReader::look_again() {
    std::vector<RowCounts> begin = begins_of(look_into(folder_));
    if (begin == begin_ || begin.back()[index(Rows::frames)] == 0) return false;
    const auto differ = std::ranges::mismatch(begin, begin_).in1;
    const auto same = static_cast<std::size_t>(differ - begin.begin()) - 1;
    if (loaded_ >= same) loaded_ = no_segment;
    shapes_kept_ = std::min(shapes_kept_, same);
    std::erase_if(times_, [frames = begin[same][index(Rows::frames)]](const auto& entry) {
        return entry.first >= frames;
    });
    begin_ = std::move(begin);
    return true;
}

std::uint64_t TrajectoryReader::frames() const { return begin_.back()[index(Rows::frames)]; }

void TrajectoryReader::load(std::size_t segment) {
    if (segment == loaded_) return;
    RowCounts rows{};
    for (std::size_t k = 0; k < kinds_of_rows; ++k) {
        rows[k] = begin_[segment + 1][k] - begin_[segment][k];
    }
    segment_ = read_segment(folder_ / segment_name(segment), begin_[segment], rows);
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
                                   part(shapes.vertex, first, shapes.count[k])};
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

double TrajectoryReader::time(std::uint64_t frame) {
    if (!times_.contains(frame)) load(segment_of(frame));
    return times_.at(frame);
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
            .grains = part(segment_.grains.states, grain, grains),
            .walls = part(segment_.walls.states, wall, walls),
            .contacts = part(segment_.contacts.states, contact, contacts)};
}

}  // namespace scree::engine
