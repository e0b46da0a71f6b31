#include "render/run_picture.h"

#include <unordered_map>
#include <utility>

#include "render/labels.h"

namespace scree::render {
namespace {

using engine::BodyNumber;
using engine::BodyStates;

std::vector<PictureBody> bodies_of(const BodyStates& states, const ShapeOf& shape_of,
                                   std::vector<PictureOutline>& outlines) {
    std::vector<PictureBody> bodies;
    for (std::size_t k = 0; k < states.body.size(); ++k) {
        const engine::BodyShape& shape = shape_of(states.body[k]);
        bodies.push_back({static_cast<std::uint32_t>(outlines.size()), states.position[k],
                          states.angle[k], static_cast<double>(shape.material)});
        outlines.push_back({shape.radius, shape.vertices});
    }
    return bodies;
}

}  // namespace

PictureScene picture_of(const engine::Frame& frame, const ShapeOf& shape_of,
                        std::vector<std::string> materials) {
    PictureScene scene;
    scene.grains = bodies_of(frame.grains, shape_of, scene.outlines);
    scene.walls = bodies_of(frame.walls, shape_of, scene.outlines);
    std::unordered_map<BodyNumber, geometry::Vec2> centres;
    for (std::size_t k = 0; k < frame.grains.body.size(); ++k)
        centres.emplace(frame.grains.body[k], frame.grains.position[k]);
    const auto& contacts = frame.contacts;
    for (std::size_t k = 0; k < contacts.pair.size(); ++k) {
        const auto end = [&](BodyNumber body) {
            const auto centre = centres.find(body);
            return centre == centres.end() ? contacts.point[k] : centre->second;
        };
        scene.chains.push_back(
            {end(contacts.pair[k][0]), end(contacts.pair[k][1]), length(contacts.force[k])});
    }
    scene.materials = std::move(materials);
    scene.caption = "t = " + with_unit(frame.time, "s");
    return scene;
}

}  // namespace scree::render
