#include "engine/brute_force.h"

namespace scree::engine {

void BruteForce::find_pairs(const Boxes& boxes, Workers& /*workers*/,
                            std::vector<BodyPair>& pairs) {
    pairs.clear();
    const auto grains = static_cast<Body>(boxes.grains());
    const auto walls = static_cast<Body>(boxes.walls());
    for (Body i = 0; i < grains; ++i) {
        for (Body j = i + 1; j < grains; ++j)
            if (overlap(boxes[i], boxes[j])) pairs.push_back({i, j});
        // The last wall has the lowest number.
        for (Body j = ~walls + 1; j != 0; ++j)
            if (overlap(boxes[i], boxes[j])) pairs.push_back({i, j});
    }
}

}  // namespace scree::engine
