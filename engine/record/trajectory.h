#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>
#include <unordered_map>
#include <vector>

#include "engine/record/segment.h"
#include "engine/record/sums.h"

namespace scree::engine {

/// Writes the frames of a run into `trajectory/000000.h5`, `000001.h5`, ... of its folder, each a
/// whole sealed file, and after some of them the index `trajectory.h5`, in which the tables of the
/// segments follow each other. Shapes are written once, with the first frame after add_shape().
class TrajectoryWriter {
public:
    /// Keeps the first `segments` of the folder and removes the later ones.
    TrajectoryWriter(const Folder& folder, RunLabels labels, std::size_t segments = 0);

    void add_shape(const BodyShape& shape);
    /// Adds a frame, and ends the segment if it has become large.
    void add_frame(const Frame& frame);
    /// Writes what was added since the last call, if there is anything.
    void end_segment();
    /// Writes the index, unless it names all segments already.
    void complete_index();

    std::size_t segments() const { return head_.counts.size(); }
    /// Adds the sums of all segments that are written.
    void add_to(Sums& sums) const;
    /// The number of frames in segments that are written.
    std::uint64_t frames() const { return begin_[static_cast<std::size_t>(Rows::frames)]; }

private:
    void write_index();

    /// What the index that was written last names.
    struct Indexed {
        std::size_t segments = 0;
        std::uint64_t rows = 0;
    };

    Folder folder_;
    Folder segment_folder_;
    RunLabels labels_;
    TrajectoryHead head_;      ///< of the segments that are written
    std::vector<Seal> seals_;  ///< theirs
    RowCounts begin_{};        ///< the sum of their rows
    Indexed indexed_;
    Segment segment_;
};

/// Reads the frames of a run folder in any order. If they are read in their own order, each segment
/// is read only once. Throws FileError and Hdf5Error.
class TrajectoryReader {
public:
    explicit TrajectoryReader(const std::filesystem::path& folder);

    std::uint64_t frames() const;
    /// Looks for frames that were written since then; the run may also have gone back. Says whether
    /// anything is different. A run that has just begun anew and has no frames yet is ignored.
    bool look_again();
    /// What things are called; a trajectory of an older version names the materials only.
    const RunNames& names() const { return names_; }
    Frame read(std::uint64_t frame);
    /// The shape of a body in a frame that was read. Throws FileError for others.
    const BodyShape& shape(BodyNumber body) const;
    /// The angle of a grain in the first frame that it is in, rad. Throws in the same way.
    double first_angle(BodyNumber grain) const;
    /// The time of a frame, s. Reads no more than the segment of the frame, and that only once.
    double time(std::uint64_t frame);
    /// The frame whose time is nearest; of two, the earlier. There must be one.
    std::uint64_t nearest(double time);

private:
    std::size_t segment_of(std::uint64_t frame) const;
    void load(std::size_t segment);
    void keep_shapes(std::size_t segment);

    SummedFolder files_;
    RunNames names_;
    std::vector<RowCounts> begin_;  ///< the first rows of each segment, and the end of the last
    std::size_t loaded_;            ///< the number of the segment in `segment_`; of none at first
    std::size_t shapes_kept_ = 0;   ///< the shapes of so many segments are kept
    Segment segment_;
    std::unordered_map<BodyNumber, BodyShape> shapes_;
    std::unordered_map<BodyNumber, double> first_angles_;
    std::unordered_map<std::uint64_t, double> times_;  ///< of frames in segments that were read
};

}  // namespace scree::engine
