#include "engine/grains/packing/pack.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <numbers>

#include "engine/grains/packing/neighbour_lists.h"
#include "engine/grains/shapes.h"
#include "engine/grains/sizes.h"
#include "geometry/proximity.h"

namespace scree::engine {
namespace {

using geometry::Rotation;
using geometry::Shape;
using geometry::Vec2;

/// Grains to pack, and what came of it.
struct Packed {
    std::vector<Shape> shapes;
    Container container;
    PackResult result;

    Vec2 way(std::size_t i, std::size_t j) const {
        return container.period().shortest(result.centres[j] - result.centres[i]);
    }
    bool overlap(std::size_t i, std::size_t j) const {
        geometry::PairMemory cold;
        geometry::QueryCounts counts;
        const auto answer =
            geometry::proximity(shapes[i], {{}, Rotation::by(result.angles[i])}, shapes[j],
                                {way(i, j), Rotation::by(result.angles[j])}, cold, counts);
        return std::holds_alternative<geometry::Overlap>(answer);
    }
    /// Compares all pairs, without any lists.
    std::size_t overlaps() const {
        std::size_t count = 0;
        for (std::size_t i = 0; i < shapes.size(); ++i)
            for (std::size_t j = i + 1; j < shapes.size(); ++j) count += overlap(i, j) ? 1 : 0;
        return count;
    }
    /// How far corners or discs reach beyond the sides at most, m.
    double beyond_sides() const {
        double most = -HUGE_VAL;
        for (const Container::Side& side : container.sides())
            for (std::size_t i = 0; i < shapes.size(); ++i) {
                const double place = dot(side.normal, result.centres[i]) - side.distance;
                const auto* polygon = std::get_if<geometry::ConvexPolygon>(&shapes[i]);
                if (polygon == nullptr) most = std::max(most, place + geometry::radius(shapes[i]));
                for (std::size_t k = 0; polygon != nullptr && k < polygon->size(); ++k)
                    most = std::max(most,
                                    place + dot(side.normal, rotate(Rotation::by(result.angles[i]),
                                                                    polygon->vertex(k))));
            }
        return most;
    }
    double area() const {
        double area = 0.0;
        for (const Shape& shape : shapes) area += geometry::area(shape);
        return area;
    }
    std::uint64_t hash() const {
        std::uint64_t sum = 0;
        for (std::size_t i = 0; i < shapes.size(); ++i)
            for (const double number :
                 {result.centres[i].x, result.centres[i].y, result.angles[i]}) {
                std::uint64_t bits = 0;
                std::memcpy(&bits, &number, sizeof bits);
                sum = (sum ^ bits) * 0x100000001b3u;
            }
        return sum;
    }
};

Packed packed(std::size_t count, const ShapeSpec& shape, const SizeSpec& size,
              const Container& container, const PackSettings& settings = {},
              std::uint32_t threads = 1) {
    Packed grains{{}, container, {}};
    Generator sizes(1, "sizes");
    Generator shapes(1, "shapes");
    Generator places(1, "places");
    for (const double diameter : draw_sizes(size, count, sizes))
        grains.shapes.push_back(draw_shape(shape, diameter, shapes));
    std::vector<const Shape*> all;
    for (const Shape& one : grains.shapes) all.push_back(&one);
    Workers workers(threads);
    grains.result = pack(all, container, settings, places, workers);
    grains.container.scale(grains.result.scale);
    return grains;
}

Container box(bool periodic_x, bool periodic_y) {
    return Container({{1.0, 2.0}, {2.0, 3.0}}, periodic_x, periodic_y);
}

const BidisperseSize two_sizes{1.0, 1.4, 0.5};
const PowerLawSize fuller_like{1.0, 20.0, 2.5};

PackSettings with(PackMethod method, double growth = 0.003) {
    PackSettings settings;
    settings.method = method;
    settings.growth = growth;
    return settings;
}

/// What must hold for every packing.
void check(const Packed& grains, const std::string& name) {
    SCOPED_TRACE(name);
    EXPECT_EQ(grains.overlaps(), 0u);
    EXPECT_LE(grains.beyond_sides(), 0.0);
    EXPECT_NEAR(grains.result.fraction, grains.area() / grains.container.area(), 1e-12);
    EXPECT_LT(grains.result.mean_overlap, 1e-5);
    EXPECT_LT(grains.result.largest_overlap, 0.01);
}

TEST(Packing, DiscsAreDenseWithoutOverlap) {
    const Packed periodic = packed(400, DiscShape{}, two_sizes, box(true, true));
    check(periodic, "periodic");
    // Random close packing of two sizes is at 0.842 (O'Hern et al., Phys. Rev. E 68, 2003, 011306).
    EXPECT_GT(periodic.result.fraction, 0.83);
    EXPECT_LT(periodic.result.fraction, 0.86);
    const Packed walled = packed(400, DiscShape{}, two_sizes, box(false, false));
    check(walled, "walled");
    EXPECT_GT(walled.result.fraction, 0.80);
    EXPECT_LT(walled.result.fraction, periodic.result.fraction);
}

TEST(Packing, FireIsDenseToo) {
    const Packed grains =
        packed(400, DiscShape{}, two_sizes, box(true, true), with(PackMethod::fire));
    check(grains, "fire");
    EXPECT_GT(grains.result.fraction, 0.83);
}

// One size is no measure here: so few grains of it may become a crystal.
TEST(Packing, ManySizesAreDenserThanTwo) {
    const Packed two = packed(500, DiscShape{}, two_sizes, box(true, true));
    const Packed many = packed(500, DiscShape{}, fuller_like, box(true, true));
    check(two, "two sizes");
    check(many, "many sizes");
    EXPECT_GT(many.result.fraction, two.result.fraction + 0.03);
}

TEST(Packing, PolygonsTurnIntoPlace) {
    for (const PackMethod method : {PackMethod::rearrange, PackMethod::fire}) {
        const Packed grains = packed(150, IrregularShape{3, 8, 1.5}, UniformSize{0.7, 1.3},
                                     box(false, true), with(method, 0.01));
        check(grains, std::string(name_of(method)));
        EXPECT_GT(grains.result.fraction, 0.80);
    }
}

TEST(Packing, DiscsAndPolygonsPackTogether) {
    Packed grains{{}, box(true, false), {}};
    Generator shapes(1, "shapes");
    for (int k = 0; k < 60; ++k) {
        grains.shapes.push_back(draw_shape(DiscShape{}, 1.0 + 0.01 * k, shapes));
        grains.shapes.push_back(draw_shape(RegularShape{3}, 1.5, shapes));
    }
    std::vector<const Shape*> all;
    for (const Shape& one : grains.shapes) all.push_back(&one);
    Workers workers(1);
    Generator places(2, "places");
    grains.result = pack(all, grains.container, with(PackMethod::rearrange, 0.01), places, workers);
    grains.container.scale(grains.result.scale);
    check(grains, "mixed");
    EXPECT_GT(grains.result.fraction, 0.78);
}

TEST(Packing, FillsAnOutline) {
    std::vector<Vec2> outline;
    for (int k = 0; k < 24; ++k) {
        const Rotation r = Rotation::by(2.0 * std::numbers::pi * k / 24.0);
        outline.push_back({5.0 + 2.0 * r.c, 1.0 + r.s});
    }
    const Packed grains = packed(300, DiscShape{}, two_sizes, Container(outline));
    check(grains, "ellipse");
    EXPECT_GT(grains.result.fraction, 0.78);
}

TEST(Packing, HasTheSameBitsForAnyNumberOfWorkers) {
    for (const PackMethod method : {PackMethod::rearrange, PackMethod::fire}) {
        const auto hash_with = [&](std::uint32_t threads) {
            return packed(600, IrregularShape{}, fuller_like, box(true, false), with(method, 0.03),
                          threads)
                .hash();
        };
        const std::uint64_t one = hash_with(1);
        EXPECT_EQ(hash_with(2), one);
        EXPECT_EQ(hash_with(5), one);
    }
}

TEST(Packing, EveryIndexLeadsToTheSamePacking) {
    PackSettings settings = with(PackMethod::rearrange, 0.03);
    const Packed usual = packed(300, DiscShape{}, fuller_like, box(true, true), settings);
    for (const BroadPhaseKind kind :
         {BroadPhaseKind::linked_cell, BroadPhaseKind::quadtree, BroadPhaseKind::brute_force}) {
        settings.index = kind;
        const Packed other = packed(300, DiscShape{}, fuller_like, box(true, true), settings);
        EXPECT_EQ(other.hash(), usual.hash()) << name_of(kind);
    }
}

TEST(Packing, OneGrainInABoxTouchesItsSides) {
    const Packed grain = packed(1, DiscShape{}, MonoSize{2.0}, box(false, false));
    EXPECT_NEAR(grain.result.fraction, std::numbers::pi / 4.0, 1e-4);
    EXPECT_LE(grain.beyond_sides(), 0.0);
}

TEST(Packing, TooFewGrainsForAPeriodicBoxAreRefused) {
    EXPECT_THROW(packed(3, DiscShape{}, MonoSize{1.0}, box(true, true)), std::invalid_argument);
}

TEST(Packing, ExceptionsOfWhoWatchesEndIt) {
    struct Stop {};
    PackSettings settings;
    settings.progress = [](const PackProgress& progress) {
        if (progress.iterations == 3) throw Stop();
    };
    EXPECT_THROW(packed(100, DiscShape{}, two_sizes, box(true, true), settings), Stop);
}

// Neighbour lists hold what they promise: whatever overlaps after moves within the skins is listed.
TEST(PackingLists, HoldWhatCanOverlapWithinTheSkins) {
    std::vector<Shape> shapes;
    Generator generator(5, "lists");
    for (int k = 0; k < 200; ++k) shapes.emplace_back(geometry::Disc(generator.uniform(0.02, 0.2)));
    std::vector<const Shape*> all;
    for (const Shape& one : shapes) all.push_back(&one);
    PackState state(all, Container({{0.0, 0.0}, {3.0, 3.0}}, true, false));
    for (PackCircle& circle : state.circles)
        circle.at = {generator.uniform(-1.5, 1.5), generator.uniform(-1.5, 1.5)};
    NeighbourLists lists(BroadPhaseKind::loose_quadtree);
    Workers workers(1);
    lists.rebuild(state, 0.4, workers);
    for (std::size_t i = 0; i < state.size(); ++i) {
        const Rotation any = Rotation::by(generator.uniform(0.0, 6.0));
        state.circles[i].at = lists.reference(i) + 0.999 * lists.skin(i) * Vec2{any.c, any.s};
    }
    const Period period = state.container.period();
    std::size_t overlapping = 0;
    std::size_t listed = 0;
    for (std::size_t i = 0; i < state.size(); ++i) {
        for (std::size_t j = 0; j < state.size(); ++j) {
            const double reach = state.circles[i].radius + state.circles[j].radius;
            const Vec2 way = period.shortest(state.circles[j].at - state.circles[i].at);
            if (i == j || dot(way, way) >= reach * reach) continue;
            ++overlapping;
            const auto found = lists.of(i);
            listed += std::ranges::any_of(
                found, [&](const NeighbourLists::Neighbour& one) { return one.grain == j; });
        }
    }
    EXPECT_GT(overlapping, 200u);
    EXPECT_EQ(listed, overlapping);
}

TEST(PackingLists, NeighboursHaveDifferentColours) {
    std::vector<Shape> shapes(100, geometry::Disc(0.1));
    std::vector<const Shape*> all;
    for (const Shape& one : shapes) all.push_back(&one);
    PackState state(all, Container({{0.0, 0.0}, {1.5, 1.5}}, true, true));
    Generator generator(6, "colours");
    for (PackCircle& circle : state.circles)
        circle.at = {generator.uniform(-0.7, 0.7), generator.uniform(-0.7, 0.7)};
    NeighbourLists lists(BroadPhaseKind::loose_quadtree);
    Workers workers(1);
    lists.rebuild(state, 0.3, workers);
    Colours colours;
    colours.assign(lists, state.size());
    std::vector<std::size_t> colour(state.size(), 1000);
    std::size_t grains = 0;
    for (std::size_t c = 0; c < colours.count(); ++c)
        for (const std::uint32_t grain : colours.of(c)) colour[grain] = c, ++grains;
    EXPECT_EQ(grains, state.size());
    for (std::size_t i = 0; i < state.size(); ++i)
        for (const NeighbourLists::Neighbour& neighbour : lists.of(i))
            EXPECT_NE(colour[i], colour[neighbour.grain]);
}

}  // namespace
}  // namespace scree::engine
