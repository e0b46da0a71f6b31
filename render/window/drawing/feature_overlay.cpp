#include "render/window/drawing/feature_overlay.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "render/window/drawing/pair_geometry.h"

namespace scree::window {
namespace {

using geometry::Feature;
using geometry::FeatureRing;
using geometry::Transform;

/// How far regions are drawn, over the reach of the picked grain.
constexpr double region_reach = 1.1;
/// Bodies whose circles are nearer than this are neighbours, over the same reach.
constexpr double neighbour_reach = 0.35;

const sf::Color edge_region(46, 110, 180, 34);
const sf::Color vertex_region(224, 140, 40, 34);
const sf::Color ray_colour(60, 60, 60, 110);
const sf::Color chosen_edge_region(46, 110, 180, 90);
const sf::Color chosen_vertex_region(224, 140, 40, 100);
const sf::Color edge_colour(20, 80, 160, 255);
const sf::Color vertex_colour(200, 110, 0, 255);
const sf::Color distance_colour(20, 20, 20, 255);
const sf::Color crossing_colour(163, 22, 26, 255);
const sf::Color chord_colour(255, 255, 255, 255);

/// Draws a polygon and its features on the screen.
class Drawn {
public:
    Drawn(Mesh& mesh, const Camera& camera, const FeatureRing& ring, const Transform& pose,
          double reach)
        : mesh_(mesh), camera_(camera), ring_(ring), pose_(pose), reach_(reach) {}

    Vec2 vertex(std::uint32_t k) const { return world(ring_.vertex(k)); }

    /// Draws a Voronoi region: the strip above an edge, or the wedge at a vertex.
    void region(Feature feature, sf::Color colour) const {
        const std::uint32_t k = feature.index();
        const Vec2 a = ring_.vertex(k);
        const Vec2 next = a + reach_ * ring_.normal(k);
        if (feature.is_vertex()) {
            const Vec2 previous = a + reach_ * ring_.normal(ring_.previous(k));
            mesh_.convex(std::array{pixels(a), pixels(previous), pixels(next)}, colour);
            return;
        }
        const Vec2 b = ring_.vertex(ring_.next(k));
        mesh_.convex(
            std::array{pixels(a), pixels(b), pixels(b + reach_ * ring_.normal(k)), pixels(next)},
            colour);
    }
    /// Draws all regions, with the rays between them.
    void regions() const {
        for (std::uint32_t k = 0; k < ring_.size(); ++k) {
            region(Feature::vertex(k), vertex_region);
            region(Feature::edge(k), edge_region);
        }
        for (std::uint32_t k = 0; k < ring_.size(); ++k)
            for (const std::uint32_t edge : {k, ring_.previous(k)}) {
                const Vec2 a = ring_.vertex(k);
                mesh_.dashes(pixels(a), pixels(a + reach_ * ring_.normal(edge)), 1.0, 4.0,
                             ray_colour);
            }
    }
    void feature(Feature feature) const {
        if (feature.is_vertex())
            mesh_.dot(camera_.to_pixels(vertex(feature.index())), 5.0, vertex_colour);
        else
            edge(feature.index(), edge_colour);
    }
    void edge(std::uint32_t k, sf::Color colour) const {
        mesh_.line(camera_.to_pixels(vertex(k)), camera_.to_pixels(vertex(ring_.next(k))), 4.0,
                   colour);
    }

private:
    Vec2 world(Vec2 p) const { return apply(pose_, p); }
    Vec2 pixels(Vec2 p) const { return camera_.to_pixels(world(p)); }

    Mesh& mesh_;
    const Camera& camera_;
    FeatureRing ring_;
    const Transform& pose_;
    double reach_;
};

void chosen_region(const Drawn& drawn, Feature feature) {
    drawn.region(feature, feature.is_vertex() ? chosen_vertex_region : chosen_edge_region);
}

/// Calls task for each of the two bodies that is a polygon.
template <class Task>
void for_each_polygon(const PairGeometry& pair, const Task& task) {
    if (const auto* a = std::get_if<geometry::ConvexPolygon>(&pair.a))
        task(a->ring(), pair.pose_a, true);
    if (const auto* b = std::get_if<geometry::ConvexPolygon>(&pair.b))
        task(b->ring(), pair.pose_b, false);
}

void add_apart(Mesh& mesh, const Camera& camera, const PairGeometry& pair,
               const geometry::Apart& apart, double reach) {
    for_each_polygon(pair, [&](const FeatureRing& ring, const Transform& pose, bool first) {
        const Drawn drawn(mesh, camera, ring, pose, reach);
        const Feature feature = first ? apart.a : apart.b;
        chosen_region(drawn, feature);
        drawn.feature(feature);
    });
    const Vec2 a = camera.to_pixels(pair.pose_a.position + apart.on_a);
    const Vec2 b = camera.to_pixels(pair.pose_a.position + apart.on_b);
    mesh.line(a, b, 2.0, distance_colour);
    mesh.dot(a, 3.0, distance_colour);
    mesh.dot(b, 3.0, distance_colour);
}

void add_overlap(Mesh& mesh, const Camera& camera, const PairGeometry& pair,
                 const geometry::Overlap& overlap, double reach) {
    if (pair.memory.kind == geometry::PairMemory::Kind::crossing)
        for_each_polygon(pair, [&](const FeatureRing& ring, const Transform& pose, bool first) {
            const Drawn drawn(mesh, camera, ring, pose, reach);
            const auto& [enter, leave] = pair.memory.crossing;
            drawn.edge(first ? enter.a : enter.b, crossing_colour);
            drawn.edge(first ? leave.a : leave.b, crossing_colour);
        });
    const Vec2 middle = pair.pose_a.position + overlap.midpoint;
    const Vec2 half = 0.5 * overlap.chord * turned_left(overlap.normal);
    mesh.line(camera.to_pixels(middle - half), camera.to_pixels(middle + half), 2.0, chord_colour);
    mesh.dot(camera.to_pixels(pair.pose_a.position + overlap.centroid), 3.0, distance_colour);
}

}  // namespace

void add_features(Mesh& mesh, const FrameView& frame_view, const Camera& camera,
                  engine::BodyNumber picked) {
    const auto row = frame_view.row_of(picked);
    if (!row) return;
    const Body& body = frame_view.bodies().of(picked);
    const double reach = region_reach * body.reach;
    const geometry::Shape shape = shape_of(body);
    const Transform pose = pose_of(frame_view, picked);
    if (const auto* polygon = std::get_if<geometry::ConvexPolygon>(&shape))
        Drawn(mesh, camera, polygon->ring(), pose, reach).regions();

    const auto add_pair = [&](engine::BodyNumber other, Vec2 position) {
        if (other == picked) return;
        const engine::Turns image = frame_view.period().nearest(pose.position - position);
        const Vec2 way = position + frame_view.period().shift(image) - pose.position;
        const double gap = length(way) - body.reach - frame_view.bodies().of(other).reach;
        if (gap > neighbour_reach * body.reach) return;
        const PairGeometry pair = look_at_pair(frame_view, picked, other, image);
        if (const auto* apart = std::get_if<geometry::Apart>(&pair.proximity)) {
            if (apart->distance < neighbour_reach * body.reach)
                add_apart(mesh, camera, pair, *apart, reach);
        } else {
            add_overlap(mesh, camera, pair, std::get<geometry::Overlap>(pair.proximity), reach);
        }
    };
    const auto& frame = frame_view.frame();
    for (std::size_t k = 0; k < frame.grains.body.size(); ++k)
        add_pair(frame.grains.body[k], frame.grains.position[k]);
    for (std::size_t k = 0; k < frame.walls.body.size(); ++k)
        add_pair(frame.walls.body[k], frame.walls.position[k]);
}

}  // namespace scree::window
