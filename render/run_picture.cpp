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

double value_of(const engine::Frame& frame, const engine::FrameFacts& facts, std::size_t row,
                Quantity quantity) {
    const engine::GrainFacts& grain = facts.grains[row];
    switch (quantity) {
        case Quantity::speed:
            return length(frame.grains.velocity[row]);
        case Quantity::spin:
            return frame.grains.spin[row];
        case Quantity::size:
            return grain.size;
        case Quantity::pressure:
            return grain.stress.pressure();
        case Quantity::contacts:
            return static_cast<double>(grain.contacts);
        case Quantity::kinetic_energy:
            return grain.kinetic_energy;
        case Quantity::material:
        case Quantity::rotation:
        case Quantity::level:
            break;
    }
    return 0.0;
}

PictureScene picture_of(const engine::Frame& frame, const ShapeOf& shape_of,
                        std::vector<std::string> materials, const engine::Period& of_scene) {
    PictureScene scene;
    const engine::Period& period = frame.cell ? frame.cell->period : of_scene;
    scene.period = period;
    scene.grains = bodies_of(frame.grains, shape_of, scene.outlines);
    scene.walls = bodies_of(frame.walls, shape_of, scene.outlines);
    std::unordered_map<BodyNumber, geometry::Vec2> centres;
    for (std::size_t k = 0; k < frame.grains.body.size(); ++k)
        centres.emplace(frame.grains.body[k], frame.grains.position[k]);
    const auto& contacts = frame.contacts;
    for (std::size_t k = 0; k < contacts.pair.size(); ++k) {
        const auto end = [&](BodyNumber body, engine::Turns image) {
            const auto centre = centres.find(body);
            return centre == centres.end() ? contacts.point[k]
                                           : centre->second + period.shift(image);
        };
        scene.chains.push_back({end(contacts.pair[k][0], {}),
                                end(contacts.pair[k][1], contacts.image[k]),
                                length(contacts.force[k])});
    }
    scene.materials = std::move(materials);
    scene.caption = "t = " + with_unit(frame.time, "s");
    return scene;
}

PictureScene picture_of(const engine::RunFrames& run, const engine::SeenFrame& seen,
                        Quantity quantity) {
    std::vector<std::string> materials;
    for (const engine::Material& material : run.scene().materials)
        materials.push_back(material.name);
    PictureScene scene = picture_of(
        seen.frame, [&](BodyNumber body) -> const engine::BodyShape& { return run.shape(body); },
        std::move(materials), run.scene().domain.period());
    scene.quantity = quantity;
    if (quantity == Quantity::material) return scene;
    for (std::size_t k = 0; k < scene.grains.size(); ++k)
        scene.grains[k].value = value_of(seen.frame, seen.facts, k, quantity);
    return scene;
}

}  // namespace scree::render
