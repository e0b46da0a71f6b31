#include <box2d/box2d.h>

#include <memory>
#include <vector>

#include "tests/bench/heap.h"

namespace scree::bench {
namespace {

// The numbers of iterations that Box2D's manual recommends.
constexpr int32 velocity_iterations = 8;
constexpr int32 position_iterations = 3;

b2Vec2 to_box2d(geometry::Vec2 v) { return {static_cast<float>(v.x), static_cast<float>(v.y)}; }

b2Body* add(b2World& world, const engine::NewGrain& body, b2BodyType type) {
    b2BodyDef definition;
    definition.type = type;
    definition.position = to_box2d(body.position);
    definition.angle = static_cast<float>(body.angle);
    definition.linearVelocity = to_box2d(body.velocity);
    definition.angularVelocity = static_cast<float>(body.spin);
    definition.allowSleep = false;

    const auto& polygon = std::get<geometry::ConvexPolygon>(body.shape);
    std::vector<b2Vec2> outline;
    for (std::size_t i = 0; i < polygon.size(); ++i) outline.push_back(to_box2d(polygon.vertex(i)));
    b2PolygonShape shape;
    shape.Set(outline.data(), static_cast<int32>(outline.size()));
    b2FixtureDef fixture;
    fixture.shape = &shape;
    fixture.density = static_cast<float>(material().density);
    fixture.friction = static_cast<float>(material().friction);
    fixture.restitution = 0.0f;

    b2Body* added = world.CreateBody(&definition);
    added->CreateFixture(&fixture);
    return added;
}

}  // namespace

struct Box2dRun::World {
    explicit World(b2Vec2 gravity) : world(gravity) {}
    b2World world;
    std::vector<b2Body*> grains;
};

Box2dRun::Box2dRun(const Heap& heap, geometry::Vec2 gravity, double dt)
    : world_(std::make_unique<World>(to_box2d(gravity))), dt_(dt) {
    world_->world.SetAllowSleeping(false);
    for (const engine::Wall& wall : walls_of(heap.width))
        for (const engine::WallPiece& piece : wall.pieces)
            add(world_->world, {piece.shape, 0, piece.position, piece.angle, {}, 0.0},
                b2_staticBody);
    for (const engine::NewGrain& grain : heap.grains)
        world_->grains.push_back(add(world_->world, grain, b2_dynamicBody));
}

Box2dRun::~Box2dRun() = default;

void Box2dRun::advance(std::size_t steps) {
    for (std::size_t i = 0; i < steps; ++i)
        world_->world.Step(static_cast<float>(dt_), velocity_iterations, position_iterations);
}

double Box2dRun::mean_speed() const {
    double sum = 0.0;
    for (const b2Body* grain : world_->grains) sum += grain->GetLinearVelocity().Length();
    return sum / static_cast<double>(world_->grains.size());
}

double Box2dRun::pairs_per_grain() const {
    return static_cast<double>(world_->world.GetContactCount()) /
           static_cast<double>(world_->grains.size());
}

}  // namespace scree::bench
