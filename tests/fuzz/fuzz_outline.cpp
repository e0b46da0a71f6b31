// Well-known text from any bytes. What is no polygon must be refused with InvalidShape and nothing
// else, in a message of one line without control characters; what is one must be read as it was
// written.
//
//   build/asan-ubsan/tests/fuzz/fuzz_outline -max_total_time=300 NEW_INPUTS tests/fuzz/outlines

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "geometry/outline.h"
#include "tests/fuzz/require.h"

namespace scree::geometry {
namespace {

using fuzz::require;

void read_and_write(std::string_view text) {
    const std::vector<Vec2> vertices = from_wkt(text);
    const ConvexPolygon polygon(vertices);
    Transform pose;
    pose.position = polygon.origin();
    std::vector<Vec2> placed;
    for (std::size_t i = 0; i < polygon.size(); ++i)
        placed.push_back(apply(pose, polygon.vertex(i)));
    if (find_outline_error(placed)) return;  // the coordinates are too coarse for its corners there
    require(from_wkt(to_wkt(polygon, pose)) == placed, "a text reads as it was written");
}

}  // namespace
}  // namespace scree::geometry

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    try {
        scree::geometry::read_and_write({reinterpret_cast<const char*>(data), size});
    } catch (const scree::geometry::InvalidShape& error) {
        const std::string_view message = error.what();
        scree::fuzz::require(
            std::ranges::all_of(message, [](char c) { return c >= ' ' && c <= '~'; }),
            "a message is plain text");
    }
    return 0;
}
