#include <benchmark/benchmark.h>
#include <box2d/b2_collision.h>
#include <box2d/b2_distance.h>
#include <box2d/b2_polygon_shape.h>

#include <cmath>
#include <variant>
#include <vector>

#include "tests/bench/motion.h"
#include "tests/bench/run.h"

/// Times Box2D on the same pairs in the same motion, in single precision, which is its default.
namespace scree::bench {
namespace {

using namespace scree::geometry;

b2Vec2 to_box2d(Vec2 v) { return {static_cast<float>(v.x), static_cast<float>(v.y)}; }

b2Transform to_box2d(const Transform& t) {
    b2Transform result;
    result.p = to_box2d(t.position);
    result.q.c = static_cast<float>(t.rotation.c);
    result.q.s = static_cast<float>(t.rotation.s);
    return result;
}

std::vector<b2Vec2> to_box2d(const ConvexPolygon& polygon) {
    std::vector<b2Vec2> outline;
    for (std::size_t i = 0; i < polygon.size(); ++i) {
        outline.push_back(to_box2d(polygon.vertex(i)));
    }
    return outline;
}

struct Poses {
    b2Transform a;
    b2Transform b;
};

std::vector<Poses> to_box2d(const std::vector<PosePair>& poses) {
    std::vector<Poses> result;
    result.reserve(poses.size());
    for (const PosePair& pair : poses) {
        result.push_back({to_box2d(pair.a), to_box2d(pair.b)});
    }
    return result;
}

/// Times b2Distance with a cache for each pair. Skins are left out.
void distance(benchmark::State& state) {
    const auto& pairs = polygon_pairs(State::apart, static_cast<std::size_t>(state.range(0)));
    const std::vector<Poses> poses = to_box2d(pairs.poses);
    std::vector<std::vector<b2Vec2>> outlines;
    std::vector<b2DistanceInput> inputs(pair_count);
    std::vector<b2SimplexCache> caches(pair_count);
    const auto set = [&](b2DistanceProxy& proxy, const ConvexPolygon& polygon) {
        const std::vector<b2Vec2>& outline = outlines.emplace_back(to_box2d(polygon));
        proxy.Set(outline.data(), static_cast<int32>(outline.size()), 0.0f);
    };
    for (std::size_t i = 0; i < pair_count; ++i) {
        set(inputs[i].proxyA, pairs.a[i]);
        set(inputs[i].proxyB, pairs.b[i]);
        inputs[i].useRadii = false;
        caches[i].count = 0;
    }

    const auto query = [&](std::size_t step, std::size_t pair) {
        b2DistanceInput& input = inputs[pair];
        input.transformA = poses[step * pair_count + pair].a;
        input.transformB = poses[step * pair_count + pair].b;
        b2DistanceOutput output;
        b2Distance(&output, &caches[pair], &input);
        return output;
    };
    for (std::size_t step = 0; step < step_count; ++step) {
        for (std::size_t i = 0; i < pair_count; ++i) {
            const double expected = std::get<Apart>(cold_answer(pairs, step, i)).distance;
            if (std::abs(query(step, i).distance - expected) > 1e-4)
                return state.SkipWithError("distances differ");
        }
    }
    run(state, query);
}
BENCHMARK(distance)->Name("apart/b2Distance")->Apply(corner_counts);

/// Times b2CollidePolygons, which keeps nothing between queries, and takes no polygons with more
/// corners than b2_maxPolygonVertices.
void collide(benchmark::State& state) {
    const auto& pairs = polygon_pairs(State::overlapping, static_cast<std::size_t>(state.range(0)));
    const std::vector<Poses> poses = to_box2d(pairs.poses);
    std::vector<b2PolygonShape> a(pair_count);
    std::vector<b2PolygonShape> b(pair_count);
    const auto set = [&](b2PolygonShape& shape, const ConvexPolygon& polygon) {
        const std::vector<b2Vec2> outline = to_box2d(polygon);
        shape.Set(outline.data(), static_cast<int32>(outline.size()));
        if (static_cast<std::size_t>(shape.m_count) != polygon.size())
            state.SkipWithError("corners lost");
    };
    for (std::size_t i = 0; i < pair_count; ++i) {
        set(a[i], pairs.a[i]);
        set(b[i], pairs.b[i]);
    }

    const auto query = [&](std::size_t step, std::size_t pair) {
        const Poses& p = poses[step * pair_count + pair];
        b2Manifold manifold;
        b2CollidePolygons(&manifold, &a[pair], p.a, &b[pair], p.b);
        return manifold;
    };
    for (std::size_t step = 0; step < step_count; ++step) {
        for (std::size_t i = 0; i < pair_count; ++i) {
            if (query(step, i).pointCount == 0) return state.SkipWithError("no contact");
        }
    }
    run(state, query);
}
BENCHMARK(collide)->Name("overlap/b2CollidePolygons")->Arg(4)->Arg(b2_maxPolygonVertices);

}  // namespace
}  // namespace scree::bench
