#include "engine/record/segment.h"

#include <algorithm>
#include <cmath>
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
constexpr std::uint32_t format_version = 3;
constexpr const char* segments_path = "/segments";
constexpr const char* materials_path = "/materials";

// Larger numbers in a file are taken for damage.
constexpr std::uint64_t most_name_bytes = 1 << 20;
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

constexpr const char* cell_path = "/frames/cell";

/// The one list of all columns, but for those of a cell: path, values, and what their rows are.
template <class Tables, class Visit>
void for_each_column(Tables& segment, const Visit& visit) {
    visit("/frames/step", segment.step, Rows::frames);
    visit("/frames/time", segment.time, Rows::frames);
    const auto bodies = [&](const std::string& group, auto& table, Rows rows) {
        visit(group + "/first", table.first, Rows::frames);
        visit(group + "/count", table.count, Rows::frames);
        visit(group + "/body", table.states.body, rows);
        visit(group + "/position", table.states.position, rows);
        visit(group + "/turns", table.states.turns, rows);
        visit(group + "/angle", table.states.angle, rows);
        visit(group + "/velocity", table.states.velocity, rows);
        visit(group + "/spin", table.states.spin, rows);
    };
    bodies("/grains", segment.grains, Rows::grains);
    bodies("/walls", segment.walls, Rows::walls);
    visit("/contacts/first", segment.contacts.first, Rows::frames);
    visit("/contacts/count", segment.contacts.count, Rows::frames);
    visit("/contacts/pair", segment.contacts.states.pair, Rows::contacts);
    visit("/contacts/image", segment.contacts.states.image, Rows::contacts);
    visit("/contacts/point", segment.contacts.states.point, Rows::contacts);
    visit("/contacts/force", segment.contacts.states.force, Rows::contacts);
    visit("/contacts/normal", segment.contacts.states.normal, Rows::contacts);
    visit("/contacts/area", segment.contacts.states.area, Rows::contacts);
    visit("/shapes/body", segment.shapes.body, Rows::shapes);
    visit("/shapes/material", segment.shapes.material, Rows::shapes);
    visit("/shapes/radius", segment.shapes.radius, Rows::shapes);
    visit("/shapes/first", segment.shapes.first, Rows::shapes);
    visit("/shapes/count", segment.shapes.count, Rows::shapes);
    visit("/shapes/vertex", segment.shapes.vertex, Rows::vertices);
}

void write_head(Hdf5Writer& file, std::span<const std::string> materials,
                std::span<const RowCounts> counts) {
    file.write_attribute("format", std::string(format_name));
    file.write_attribute("version", format_version);
    file.write_strings(materials_path, materials);
    std::vector<std::uint64_t> flat;
    for (const RowCounts& rows : counts) flat.insert(flat.end(), rows.begin(), rows.end());
    file.write<std::uint64_t>(segments_path, flat, kinds_of_rows);
}

FileError damaged(const fs::path& path, const std::string& what) {
    return {FileError::Kind::damaged, path, what};
}

TrajectoryHead read_head(const Hdf5Reader& file, const fs::path& path) {
    if (file.string_attribute("format", 100) != format_name) {
        throw damaged(path, "is not a trajectory");
    }
    if (const auto version = file.attribute<std::uint32_t>("version"); version != format_version) {
        throw damaged(path, "is a trajectory of version " + std::to_string(version) +
                                ", this program reads version " + std::to_string(format_version));
    }
    const Extent extent = file.extent(segments_path);
    if (extent.columns != kinds_of_rows || extent.rows > most_segments) {
        throw damaged(path, "has a table of segments of the wrong size");
    }
    const auto flat = file.read<std::uint64_t>(segments_path, extent);
    std::vector<RowCounts> counts(extent.rows);
    for (std::size_t k = 0; k < flat.size(); ++k) {
        counts[k / kinds_of_rows][k % kinds_of_rows] = flat[k];
    }
    return {file.read_strings(materials_path, most_name_bytes), std::move(counts),
            file.contains(cell_path)};
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

std::vector<std::byte> segment_image(const Segment& segment,
                                     std::span<const std::string> materials) {
    Hdf5Writer file;
    const RowCounts rows = segment.rows();
    write_head(file, materials, {&rows, 1});
    const auto write = [&]<class T>(const std::string& path, const std::vector<T>& values, Rows) {
        using Number = typename Item<T>::Number;
        const auto* numbers = reinterpret_cast<const Number*>(values.data());
        file.write<Number>(path, {numbers, values.size() * Item<T>::columns}, Item<T>::columns);
    };
    for_each_column(segment, write);
    if (!segment.cell.empty()) write(cell_path, segment.cell, Rows::frames);
    return file.image();
}

std::vector<std::byte> index_image(const TrajectoryHead& head, std::span<const std::string> names) {
    Hdf5Writer file;
    write_head(file, head.materials, head.counts);
    const auto write = [&]<class T>(const std::string& path, const std::vector<T>&, Rows kind) {
        std::vector<VirtualPart> parts;
        for (std::size_t k = 0; k < head.counts.size(); ++k) {
            parts.push_back({names[k], head.counts[k][index(kind)]});
        }
        file.write_virtual<typename Item<T>::Number>(path, parts, Item<T>::columns);
    };
    const Segment any;
    for_each_column(any, write);
    if (head.has_cell) write(cell_path, any.cell, Rows::frames);
    return file.image();
}

TrajectoryHead decode_head(std::vector<std::byte> image, const fs::path& path) {
    return read_head(Hdf5Reader(std::move(image)), path);
}

Segment decode_segment(std::vector<std::byte> image, const fs::path& path, const RowCounts& begin,
                       const RowCounts& rows) {
    // Each table has a column of eight bytes a row or more that is not compressed.
    const std::uint64_t most_rows = image.size() / sizeof(double);
    if (std::ranges::any_of(rows, [&](std::uint64_t count) { return count > most_rows; }))
        throw damaged(path, "claims more rows than it has bytes for");
    const Hdf5Reader file(std::move(image));
    if (read_head(file, path).counts != std::vector{rows}) {
        throw damaged(path, "is not the segment that the index knows");
    }
    Segment segment;
    const auto read = [&]<class T>(const std::string& column, std::vector<T>& values, Rows kind) {
        static_assert(std::is_trivially_copyable_v<T>);
        const Extent extent{rows[index(kind)], Item<T>::columns};
        const auto flat = file.read<typename Item<T>::Number>(column, extent);
        values.resize(extent.rows);
        const auto bytes = std::as_bytes(std::span(flat));
        std::copy(bytes.begin(), bytes.end(), std::as_writable_bytes(std::span(values)).begin());
    };
    for_each_column(segment, read);
    if (file.contains(cell_path)) read(cell_path, segment.cell, Rows::frames);
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
    return segment;
}

}  // namespace scree::engine
