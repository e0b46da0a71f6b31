// Files of a trajectory and of a checkpoint from any bytes, as if they were whole.
//
// The bytes are those of an HDF5 file: a seal proves that a file is whole, not that scree wrote it.
// Whatever they are, they must be refused with Hdf5Error or FileError, or give tables whose sizes
// fit together. The seeds are files of a small run.
//
//   build/asan-ubsan/tests/fuzz/fuzz_segment -max_total_time=300 NEW_INPUTS tests/fuzz/segments

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "engine/files/file_error.h"
#include "engine/files/hdf5.h"
#include "engine/record/segment.h"
#include "engine/run/checkpoint.h"
#include "tests/fuzz/require.h"

namespace scree::engine {
namespace {

using fuzz::require;

void read_as_segment(const std::vector<std::byte>& image) {
    try {
        const TrajectoryHead head = decode_head(image, "fuzzed.h5");
        if (head.counts.empty()) return;
        const Segment segment = decode_segment(image, "fuzzed.h5", {}, head.counts[0], head.names);
        require(segment.rows() == head.counts[0], "tables have the rows that were asked for");
        require(segment.grains.states.position.size() == segment.grains.states.body.size(),
                "columns have one length");
        for (const std::int32_t group : segment.grains.states.group)
            name_in(head.names.groups, group);
        for (const std::int32_t stage : segment.stage) name_in(head.names.stages, stage);
    } catch (const Hdf5Error&) {
    } catch (const FileError&) {
    }
}

void read_as_checkpoint(const std::vector<std::byte>& image) {
    try {
        decode_checkpoint(image);
    } catch (const Hdf5Error&) {
    }
}

}  // namespace

int fuzz(std::span<const std::uint8_t> bytes) {
    const auto view = std::as_bytes(bytes);
    const std::vector<std::byte> image(view.begin(), view.end());
    read_as_segment(image);
    read_as_checkpoint(image);
    return 0;
}

}  // namespace scree::engine

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    return scree::engine::fuzz({data, size});
}
