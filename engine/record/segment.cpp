#include "engine/record/segment.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <type_traits>
#include <utility>

#include "engine/files/file_error.h"
#include "engine/files/hdf5_reader.h"
#include "engine/files/hdf5_writer.h"

namespace scree::engine {

namespace {

namespace fs = std::filesystem;
using geometry::Vec2;

constexpr const char* format_name = "scree trajectory";
constexpr const char* segments_path = "/segments";
constexpr const char* versions_path = "/versions";

// A larger number in a file is taken for damage.
constexpr std::uint64_t most_segments = 10'000'000;

constexpr std::size_t index(Rows kind) { return static_cast<std::size_t>(kind); }

/// The numbers that an item of a column is stored as.
template <class T>
struct Item {
    using Number = T;
    static constexpr std::uint64_t columns = 1;
};
template <>
struct Item<Vec2> {
    using Number = double;
    static constexpr std::uint64_t columns = 2;
};
template <>
struct Item<Segment::Cell> {
    using Number = double;
    static constexpr std::uint64_t columns = 11;
};
template <>
struct Item<Turns> {
    using Number = std::int32_t;
    static constexpr std::uint64_t columns = 2;
};
template <>
struct Item<std::array<BodyNumber, 2>> {
    using Number = BodyNumber;
    static constexpr std::uint64_t columns = 2;
};

template <>
struct Item<ContactKind> {
    using Number = std::uint8_t;
    static constexpr std::uint64_t columns = 1;
};

/// What stands for an item that a file of an older version does not have.
template <class T>
constexpr T missing() {
    if constexpr (std::is_same_v<T, ContactKind>) return ContactKind::unknown;
    if constexpr (std::is_same_v<T, std::int32_t>) return unknown_number;
    if constexpr (std::is_same_v<T, float>) return std::numeric_limits<float>::quiet_NaN();
    return {};
}

/// A column: where it is in a file, what its rows are, its unit, and the first version with it.
struct Column {
    std::string path;
    Rows rows;
    const char* unit = "";
    std::uint32_t since = oldest_trajectory_version;

    bool is_in(std::uint32_t version) const { return version >= since; }
};

/// Only of runs in a cell that deforms. Its numbers have several units.
const Column cell_column{"/frames/cell", Rows::frames, "", 4};

/// The one list of all columns but that of a cell, with their values.
template <class Tables, class Visit>
void for_each_column(Tables& segment, const Visit& visit) {
    visit(Column{"/frames/step", Rows::frames}, segment.step);
    visit(Column{"/frames/time", Rows::frames, "s"}, segment.time);
    visit(Column{"/frames/stage", Rows::frames, "", 4}, segment.stage);
    const auto bodies = [&](const std::string& group, auto& table, Rows rows, const char* whose) {
        visit(Column{group + "/first", Rows::frames}, table.first);
        visit(Column{group + "/count", Rows::frames}, table.count);
        visit(Column{group + "/body", rows}, table.states.body);
        visit(Column{group + whose, rows, "", 4}, table.states.group);
        visit(Column{group + "/position", rows, "m"}, table.states.position);
        visit(Column{group + "/turns", rows}, table.states.turns);
        visit(Column{group + "/angle", rows, "rad"}, table.states.angle);
        visit(Column{group + "/velocity", rows, "m/s"}, table.states.velocity);
        visit(Column{group + "/spin", rows, "rad/s"}, table.states.spin);
    };
    bodies("/grains", segment.grains, Rows::grains, "/group");
    bodies("/walls", segment.walls, Rows::walls, "/wall");
    auto& contacts = segment.contacts;
    visit(Column{"/contacts/first", Rows::frames}, contacts.first);
    visit(Column{"/contacts/count", Rows::frames}, contacts.count);
    visit(Column{"/contacts/pair", Rows::contacts}, contacts.states.pair);
    visit(Column{"/contacts/image", Rows::contacts}, contacts.states.image);
    visit(Column{"/contacts/point", Rows::contacts, "m"}, contacts.states.point);
    visit(Column{"/contacts/force", Rows::contacts, "N"}, contacts.states.force);
    visit(Column{"/contacts/normal", Rows::contacts}, contacts.states.normal);
    visit(Column{"/contacts/area", Rows::contacts, "m2"}, contacts.states.area);
    visit(Column{"/contacts/chord", Rows::contacts, "m", 4}, contacts.states.chord);
    visit(Column{"/contacts/kind", Rows::contacts, "", 4}, contacts.states.kind);
    visit(Column{"/contacts/mobilised", Rows::contacts, "", 4}, contacts.states.mobilised);
    auto& shapes = segment.shapes;
    visit(Column{"/shapes/body", Rows::shapes}, shapes.body);
    visit(Column{"/shapes/material", Rows::shapes}, shapes.material);
    visit(Column{"/shapes/member", Rows::shapes, "", 4}, shapes.member);
    visit(Column{"/shapes/radius", Rows::shapes, "m"}, shapes.radius);
    visit(Column{"/shapes/first", Rows::shapes}, shapes.first);
    visit(Column{"/shapes/count", Rows::shapes}, shapes.count);
    visit(Column{"/shapes/vertex", Rows::vertices, "m"}, shapes.vertex);
}

void write_head(Hdf5Writer& file, const RunLabels& labels, std::span<const RowCounts> counts,
                std::span<const std::uint32_t> versions) {
    file.write_attribute("format", std::string(format_name));
    file.write_attribute("version", trajectory_version);
    write_labels(file, labels);
    std::vector<std::uint64_t> flat;
    for (const RowCounts& rows : counts) flat.insert(flat.end(), rows.begin(), rows.end());
    file.write<std::uint64_t>(segments_path, flat, kinds_of_rows);
    file.write<std::uint32_t>(versions_path, versions);
}

FileError damaged(const fs::path& path, const std::string& what) {
    return {FileError::Kind::damaged, path, what};
}

TrajectoryHead read_head(const Hdf5Reader& file, const fs::path& path) {
    if (file.string_attribute("format", 100) != format_name) {
        throw damaged(path, "is not a trajectory");
    }
    const auto version = file.attribute<std::uint32_t>("version");
    if (version < oldest_trajectory_version || version > trajectory_version) {
        throw damaged(path, "is a trajectory of version " + std::to_string(version) +
                                ", this program reads versions " +
                                std::to_string(oldest_trajectory_version) + " and " +
                                std::to_string(trajectory_version));
    }
    const Extent extent = file.extent(segments_path);
    if (extent.columns != kinds_of_rows || extent.rows > most_segments) {
        throw damaged(path, "has a table of segments of the wrong size");
    }
    const auto flat = file.read<std::uint64_t>(segments_path, extent);
    TrajectoryHead head{.names = read_names(file, version == trajectory_version, path),
                        .counts = {},
                        .versions = {},
                        .has_cell = file.contains(cell_column.path)};
    head.counts.resize(extent.rows);
    for (std::size_t k = 0; k < flat.size(); ++k) {
        head.counts[k / kinds_of_rows][k % kinds_of_rows] = flat[k];
    }
    if (version == trajectory_version)
        head.versions = file.read<std::uint32_t>(versions_path, {extent.rows});
    else
        head.versions.assign(extent.rows, version);
    if (std::ranges::any_of(head.versions, [](std::uint32_t v) {
            return v < oldest_trajectory_version || v > trajectory_version;
        }))
        throw damaged(path, "names segments of versions that this program does not know");
    return head;
}

/// Whether all numbers are of things that have a name, or unknown.
bool are_named(const std::vector<std::int32_t>& numbers, const std::vector<std::string>& names) {
    return std::ranges::all_of(numbers, [&](std::int32_t number) {
        return number >= unknown_number && number < static_cast<std::int64_t>(names.size());
    });
}

/// Whether the ranges follow each other from `begin` to the end of their rows.
bool are_consecutive(const std::vector<std::uint64_t>& first,
                     const std::vector<std::uint32_t>& count, std::uint64_t begin,
                     std::uint64_t rows) {
    const std::uint64_t end = begin + rows;
    for (std::size_t k = 0; k < first.size(); ++k) {
        if (first[k] != begin) return false;
        begin += count[k];
    }
    return begin == end;
}

}  // namespace

RowCounts Segment::rows() const {
    return {step.size(),
            grains.states.body.size(),
            walls.states.body.size(),
            contacts.states.pair.size(),
            shapes.body.size(),
            shapes.vertex.size()};
}

std::vector<std::byte> segment_image(const Segment& segment, const RunLabels& labels) {
    Hdf5Writer file;
    const RowCounts rows = segment.rows();
    write_head(file, labels, {&rows, 1}, {&trajectory_version, 1});
    const auto write = [&]<class T>(const Column& column, const std::vector<T>& values) {
        using Number = typename Item<T>::Number;
        const auto* numbers = reinterpret_cast<const Number*>(values.data());
        file.write<Number>(column.path, {numbers, values.size() * Item<T>::columns},
                           Item<T>::columns, column.unit);
    };
    for_each_column(segment, write);
    if (!segment.cell.empty()) write(cell_column, segment.cell);
    return file.image();
}

std::vector<std::byte> index_image(const TrajectoryHead& head, const RunLabels& labels,
                                   std::span<const std::string> files) {
    Hdf5Writer file;
    write_head(file, labels, head.counts, head.versions);
    const auto write = [&]<class T>(const Column& column, const std::vector<T>&) {
        using Number = typename Item<T>::Number;
        std::vector<VirtualPart> parts;
        for (std::size_t k = 0; k < head.counts.size(); ++k)
            parts.push_back(
                {files[k], head.counts[k][index(column.rows)], column.is_in(head.versions[k])});
        Number fill{};
        if constexpr (sizeof(T) == sizeof(Number)) fill = static_cast<Number>(missing<T>());
        file.write_virtual<Number>(column.path, parts, Item<T>::columns, column.unit, fill);
    };
    const Segment any;
    for_each_column(any, write);
    if (head.has_cell) write(cell_column, any.cell);
    return file.image();
}

TrajectoryHead decode_head(std::vector<std::byte> image, const fs::path& path) {
    return read_head(Hdf5Reader(std::move(image)), path);
}

Segment decode_segment(std::vector<std::byte> image, const fs::path& path, const RowCounts& begin,
                       const RowCounts& rows, const RunNames& names) {
    // Each table has a column of eight bytes a row or more that is not compressed.
    const std::uint64_t most_rows = image.size() / sizeof(double);
    if (std::ranges::any_of(rows, [&](std::uint64_t count) { return count > most_rows; }))
        throw damaged(path, "claims more rows than it has bytes for");
    const Hdf5Reader file(std::move(image));
    const TrajectoryHead head = read_head(file, path);
    if (head.counts != std::vector{rows}) {
        throw damaged(path, "is not the segment that the index knows");
    }
    const std::uint32_t version = head.versions.front();
    if (version == trajectory_version && head.names != names)
        throw damaged(path, "has other names than the rest of the trajectory");
    Segment segment;
    const auto read = [&]<class T>(const Column& column, std::vector<T>& values) {
        static_assert(std::is_trivially_copyable_v<T>);
        const Extent extent{rows[index(column.rows)], Item<T>::columns};
        if (!column.is_in(version)) return values.assign(extent.rows, missing<T>());
        const auto flat = file.read<typename Item<T>::Number>(column.path, extent);
        values.resize(extent.rows);
        const auto bytes = std::as_bytes(std::span(flat));
        std::copy(bytes.begin(), bytes.end(), std::as_writable_bytes(std::span(values)).begin());
    };
    for_each_column(segment, read);
    if (file.contains(cell_column.path)) read(cell_column, segment.cell);
    for (const Segment::Cell& cell : segment.cell)
        if (!std::ranges::all_of(cell, [](double value) { return std::isfinite(value); }) ||
            !(cell[2] > 0.0) || !(cell[3] > 0.0))
            throw damaged(path, "has a cell without an area");
    const auto fits = [&](const auto& table, Rows kind) {
        return are_consecutive(table.first, table.count, begin[index(kind)], rows[index(kind)]);
    };
    if (!fits(segment.grains, Rows::grains) || !fits(segment.walls, Rows::walls) ||
        !fits(segment.contacts, Rows::contacts) || !fits(segment.shapes, Rows::vertices)) {
        throw damaged(path, "has tables that do not fit together");
    }
    if (!are_named(segment.grains.states.group, names.groups) ||
        !are_named(segment.walls.states.group, names.walls) ||
        !are_named(segment.stage, names.stages) ||
        !std::ranges::all_of(segment.contacts.states.kind,
                             [](ContactKind kind) { return kind <= ContactKind::unknown; })) {
        throw damaged(path,
                      "has numbers of groups, walls, stages or kinds of contact without a name");
    }
    return segment;
}

}  // namespace scree::engine
