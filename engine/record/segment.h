#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include "engine/frame/tables.h"
#include "engine/record/labels.h"
#include "geometry/vec2.h"

namespace scree::engine {

/// The kinds of rows that the tables of a segment have.
enum class Rows : std::uint8_t { frames, grains, walls, contacts, shapes, vertices };
inline constexpr std::size_t kinds_of_rows = 6;
using RowCounts = std::array<std::uint64_t, kinds_of_rows>;

/// The tables of a segment as they are in its file: the rows of a frame, or the vertices of a
/// shape, are `count` rows from `first` on, counted over the whole run.
struct Segment {
    struct Bodies {
        std::vector<std::uint64_t> first;
        std::vector<std::uint32_t> count;
        BodyStates states;
    };
    struct Contacts {
        std::vector<std::uint64_t> first;
        std::vector<std::uint32_t> count;
        ContactStates states;
    };
    struct Shapes {
        std::vector<BodyNumber> body;
        std::vector<std::uint16_t> material;
        std::vector<std::int32_t> member;
        std::vector<double> radius;
        std::vector<std::uint64_t> first;
        std::vector<std::uint32_t> count;
        std::vector<geometry::Vec2> vertex;
    };

    std::vector<std::uint64_t> step;
    std::vector<double> time;
    std::vector<std::int32_t> stage;
    /// For each frame, where the domain is a cell that deforms; otherwise there are none: its lower
    /// left corner, width, height and tilt, then the gradient of the velocity and the strain, both
    /// as xx, yy and xy.
    using Cell = std::array<double, 11>;
    std::vector<Cell> cell;
    Bodies grains;
    Bodies walls;
    Contacts contacts;
    Shapes shapes;

    RowCounts rows() const;
};

/// The version that is written. Files of the one before it are read too: they lack the names of
/// all but materials, and what counts through these names, kinds, chords and mobilised friction.
inline constexpr std::uint32_t trajectory_version = 4;
inline constexpr std::uint32_t oldest_trajectory_version = 3;

/// The names, and the numbers of rows and the version of one segment or of all that the index
/// names.
struct TrajectoryHead {
    RunNames names;
    std::vector<RowCounts> counts;
    std::vector<std::uint32_t> versions;
    bool has_cell = false;  ///< frames have the state of a cell that deforms
};

/// The bytes of the file of a segment.
std::vector<std::byte> segment_image(const Segment& segment, const RunLabels& labels);

/// The bytes of the file of the index, in which the tables of the segments follow each other under
/// the same paths. The names of the segments' files are relative to the index.
std::vector<std::byte> index_image(const TrajectoryHead& head, const RunLabels& labels,
                                   std::span<const std::string> files);

/// Reads the head from the bytes of an index or a segment. The path is for messages, as in
/// decode_segment(). Throws FileError and Hdf5Error.
TrajectoryHead decode_head(std::vector<std::byte> image, const std::filesystem::path& path);

/// Reads a segment that must have these rows and, unless it is of an older version, these names;
/// the segments before it end at `begin`. What it does not have is filled with unknown numbers and
/// nan. Throws FileError and Hdf5Error.
Segment decode_segment(std::vector<std::byte> image, const std::filesystem::path& path,
                       const RowCounts& begin, const RowCounts& rows, const RunNames& names);

}  // namespace scree::engine
