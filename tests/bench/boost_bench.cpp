// Boost 1.74 includes headers that it has deprecated itself, and says so at each compilation.
#define BOOST_ALLOW_DEPRECATED_HEADERS

#include <benchmark/benchmark.h>

#include <boost/geometry.hpp>
#include <boost/geometry/geometries/point_xy.hpp>
#include <boost/geometry/geometries/polygon.hpp>
#include <cmath>
#include <variant>
#include <vector>

#include "tests/bench/motion.h"
#include "tests/bench/run.h"

/// Boost.Geometry on the same pairs. It keeps nothing between queries, so every pair stands still,
/// at step 0, with its outlines moved into the world beforehand.
namespace scree::bench {
namespace {

using namespace scree::geometry;
namespace bg = boost::geometry;

using Outline = bg::model::polygon<bg::model::d2::point_xy<double>, false>;

Outline outline(const ConvexPolygon& polygon, const Transform& pose) {
    Outline result;
    for (std::size_t i = 0; i <= polygon.size(); ++i) {
        const Vec2 corner = apply(pose, polygon.vertex(i % polygon.size()));
        result.outer().emplace_back(corner.x, corner.y);
    }
    return result;
}

struct Outlines {
    explicit Outlines(const PolygonPairs& pairs) {
        for (std::size_t i = 0; i < pair_count; ++i) {
            a.push_back(outline(pairs.a[i], pairs.at(0, i).a));
            b.push_back(outline(pairs.b[i], pairs.at(0, i).b));
        }
    }
    std::vector<Outline> a;
    std::vector<Outline> b;
};

void distance(benchmark::State& state) {
    const auto& pairs = polygon_pairs(State::apart, static_cast<std::size_t>(state.range(0)));
    const Outlines outlines(pairs);
    const auto query = [&](std::size_t, std::size_t pair) {
        return bg::distance(outlines.a[pair], outlines.b[pair]);
    };
    for (std::size_t i = 0; i < pair_count; ++i) {
        if (std::abs(query(0, i) - std::get<Apart>(cold_answer(pairs, 0, i)).distance) > 1e-12)
            return state.SkipWithError("distances differ");
    }
    run(state, query);
}
BENCHMARK(distance)->Name("apart/boost_distance")->Apply(corner_counts);

void intersection(benchmark::State& state) {
    const auto& pairs = polygon_pairs(State::overlapping, static_cast<std::size_t>(state.range(0)));
    const Outlines outlines(pairs);
    std::vector<Outline> common;
    const auto query = [&](std::size_t, std::size_t pair) {
        common.clear();
        bg::intersection(outlines.a[pair], outlines.b[pair], common);
        double area = 0.0;
        for (const Outline& part : common) {
            area += bg::area(part);
        }
        return area;
    };
    for (std::size_t i = 0; i < pair_count; ++i) {
        const double expected = std::get<Overlap>(cold_answer(pairs, 0, i)).area;
        if (std::abs(query(0, i) - expected) > 1e-6 * expected)
            return state.SkipWithError("areas differ");
    }
    run(state, query);
}
BENCHMARK(intersection)->Name("overlap/boost_intersection")->Apply(corner_counts);

}  // namespace
}  // namespace scree::bench
