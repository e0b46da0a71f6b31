#include <gtest/gtest.h>

#include "engine/files/sealed_file.h"
#include "engine/record/segment_name.h"
#include "engine/record/trajectory.h"
#include "tests/engine/files_by_path.h"
#include "tests/engine/temporary_folder.h"

namespace scree::engine {
namespace {

namespace fs = std::filesystem;

const RunLabels gravel_only{{{"gravel"}, {}, {}, {}}, {}};

/// Writes a segment with one frame, in which there is nothing.
void write_segment(TrajectoryWriter& writer) {
    Frame frame;
    frame.step = writer.segments();
    writer.add_frame(frame);
    writer.end_segment();
}

std::size_t segments_in_index(const fs::path& folder) {
    return decode_head(read_sealed(folder / "trajectory.h5"), "index").counts.size();
}

/// The index of a long run would take longer and longer to make.
TEST(TrajectoryIndex, IsWrittenMoreRarelyTheLongerItIs) {
    const TemporaryFolder folder;
    TrajectoryWriter writer(Folder(folder.path()), gravel_only);
    int times_written = 0;
    constexpr std::size_t segments = 60;
    for (std::size_t k = 1; k <= segments; ++k) {
        write_segment(writer);
        EXPECT_EQ(TrajectoryReader(folder.path()).frames(), k);
        const std::size_t named = segments_in_index(folder.path());
        EXPECT_GE(9 * named, 8 * k);
        if (named == k) ++times_written;
    }
    // After each of the first eight segments, then after every second, every third and so on.
    EXPECT_GE(times_written, 8);
    EXPECT_LE(times_written, 30);
    writer.complete_index();
    EXPECT_EQ(segments_in_index(folder.path()), segments);
}

TEST(TrajectoryIndex, DoesNotNameAFileThatIsMissedAllTheSame) {
    const TemporaryFolder folder;
    const Folder files(folder.path());
    TrajectoryWriter writer(files, gravel_only);
    while (segments_in_index(folder.path()) == writer.segments()) write_segment(writer);
    const std::size_t segments = writer.segments();
    Sums sums;
    writer.add_to(sums);
    sums.write(files);
    EXPECT_EQ(TrajectoryReader(folder.path()).frames(), segments);
    fs::remove(folder / "trajectory" / segment_file(segments - 1));
    EXPECT_THROW(TrajectoryReader(folder.path()), FileError);
}

}  // namespace
}  // namespace scree::engine
