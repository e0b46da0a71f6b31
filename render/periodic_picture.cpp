#include "render/periodic_picture.h"

#include "render/view.h"

namespace scree::render {
namespace {

using geometry::Box;
using geometry::Vec2;

/// The box that would be shown without a period, but from end to end of the domain where it is
/// periodic.
Box bounds_of(const PictureScene& scene) {
    Box box = shown_box(scene);
    const Vec2 low = scene.period.low;
    const Vec2 size = scene.period.size;
    if (size.x > 0.0) box.low.x = low.x, box.high.x = low.x + size.x;
    if (size.y > 0.0) box.low.y = low.y, box.high.y = low.y + size.y;
    // A sheared cell is shown with the images beside it.
    (scene.period.tilt < 0.0 ? box.low.x : box.high.x) += scene.period.tilt;
    return box;
}

}  // namespace

PictureScene unfolded(const PictureScene& scene) {
    PictureScene result = scene;
    result.period = {};
    result.bounds = bounds_of(scene);
    const auto& size = scene.period.size;
    const int along_x = size.x > 0.0 ? 1 : 0;
    const int along_y = size.y > 0.0 ? 1 : 0;
    for (int x = -along_x; x <= along_x; ++x) {
        for (int y = -along_y; y <= along_y; ++y) {
            if (x == 0 && y == 0) continue;
            const Vec2 shift = scene.period.shift(engine::Turns{x, y});
            const auto add = [&](const std::vector<PictureBody>& from,
                                 std::vector<PictureBody>& to) {
                for (PictureBody body : from) {
                    body.position += shift;
                    if (is_visible(scene.outlines[body.outline], body, *result.bounds))
                        to.push_back(body);
                }
            };
            if (result.field) result.field->shifts.push_back(shift);
            add(scene.grains, result.grains);
            add(scene.walls, result.walls);
            for (const PictureChain& chain : scene.chains)
                result.chains.push_back({chain.from + shift, chain.to + shift, chain.force});
        }
    }
    return result;
}

}  // namespace scree::render
