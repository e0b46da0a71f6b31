#include "engine/broad/brute_force.h"

namespace scree::engine {

void BruteForce::find_pairs(const Boxes& boxes, Workers& /*workers*/,
                            std::vector<ImagePair>& pairs) {
    pairs.clear();
    const auto grains = static_cast<Body>(boxes.grains());
    const auto walls = static_cast<Body>(boxes.walls());
    const auto compare = [&](Body i, Body j) {
        images_of(boxes[i], boxes[j], period_).for_each([&](Image image) {
            pairs.push_back({{i, j}, image});
        });
    };
    for (Body i = 0; i < grains; ++i) {
        for (Body j = i + 1; j < grains; ++j) compare(i, j);
        // The last wall has the lowest number.
        for (Body j = ~walls + 1; j != 0; ++j) compare(i, j);
    }
    const std::uint64_t n = boxes.grains();
    candidates_ = n * (n - (n > 0 ? 1 : 0)) / 2 + n * boxes.walls();
}

}  // namespace scree::engine
