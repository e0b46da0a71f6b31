// Boost 1.74 includes headers that it has deprecated itself, and says so at each compilation.
#define BOOST_ALLOW_DEPRECATED_HEADERS

#include <benchmark/benchmark.h>

#include <algorithm>
#include <boost/geometry.hpp>
#include <boost/geometry/geometries/point_xy.hpp>
#include <boost/geometry/geometries/polygon.hpp>
#include <boost/geometry/index/rtree.hpp>
#include <boost/iterator/function_output_iterator.hpp>
#include <cmath>
#include <cstdint>
#include <utility>
#include <variant>
#include <vector>

#include "tests/bench/motion.h"
#include "tests/bench/rtree.h"
#include "tests/bench/run.h"

/// Times Boost.Geometry on the same pairs. It keeps nothing between queries, so every pair stands
/// still, at step 0, with its outlines moved into the world beforehand.
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

using Corner = bg::model::d2::point_xy<double>;
using Area = bg::model::box<Corner>;

Area area_of(const Box& box) { return {{box.low.x, box.low.y}, {box.high.x, box.high.y}}; }

}  // namespace

void find_pairs_by_rtree(std::span<const Box> boxes, std::vector<engine::BodyPair>& pairs) {
    namespace bgi = bg::index;
    using Entry = std::pair<Area, std::uint32_t>;
    std::vector<Entry> entries;
    entries.reserve(boxes.size());
    for (std::uint32_t i = 0; i < boxes.size(); ++i) entries.emplace_back(area_of(boxes[i]), i);
    const bgi::rtree<Entry, bgi::quadratic<16>> tree(entries.begin(), entries.end());
    pairs.clear();
    for (std::uint32_t i = 0; i < boxes.size(); ++i) {
        const std::size_t first = pairs.size();
        tree.query(bgi::intersects(area_of(boxes[i])),
                   boost::make_function_output_iterator([&](const Entry& entry) {
                       if (entry.second > i) pairs.push_back({i, entry.second});
                   }));
        std::sort(pairs.begin() + static_cast<std::ptrdiff_t>(first), pairs.end());
    }
}

}  // namespace scree::bench
