#include "tests/bench/motion.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <map>
#include <numbers>
#include <utility>

#include "tests/random.h"

namespace scree::bench {
namespace {

using namespace scree::geometry;

constexpr double turn = 2.0 * std::numbers::pi;

using tests::Random;

Vec2 any_direction(Random& random) {
    return rotate(Rotation::by(random.uniform(0.0, turn)), {1.0, 0.0});
}

Rotation product(Rotation r, Rotation s) {
    const Vec2 axis = rotate(r, {s.c, s.s});
    return {axis.x, axis.y};
}

/// A grain of gravel: corners at uneven places on an ellipse. With 256 corners it stands for the
/// ellipse itself, and the places are even.
ConvexPolygon gravel(std::size_t corners, Random& random) {
    const double jitter = corners < 256 ? 0.3 : 0.0;
    const double width = random.uniform(1.0, 1.3);
    std::vector<Vec2> outline;
    for (std::size_t i = 0; i < corners; ++i) {
        const double place = static_cast<double>(i) + random.uniform(-jitter, jitter);
        const double angle = turn * place / static_cast<double>(corners);
        outline.push_back({width * std::cos(angle), std::sin(angle) / width});
    }
    return ConvexPolygon(outline);
}

/// The pose of B as seen by A, with the line along which they touch or nearly touch.
struct Contact {
    Transform pose;
    Vec2 normal;
};

double lowest(const ConvexPolygon& polygon, Vec2 direction) {
    double low = std::numeric_limits<double>::infinity();
    for (std::size_t i = 0; i < polygon.size(); ++i) {
        low = std::min(low, dot(polygon.vertex(i), direction));
    }
    return low;
}

/// Puts B, turned by `rotation`, along `direction` from A, so far that the widest gap along any
/// edge's normal is `separation`: each gap is linear in the way of B, and the first one to open
/// decides.
Contact place(const ConvexPolygon& a, const ConvexPolygon& b, Rotation rotation, Vec2 direction,
              double separation) {
    double way = std::numeric_limits<double>::infinity();
    Vec2 contact_normal;
    const auto consider = [&](Vec2 normal) {
        const double rate = dot(normal, direction);
        if (rate <= 0.0) return;
        const double gap_at_centre = lowest(b, unrotate(rotation, normal)) + lowest(a, -normal);
        const double candidate = (separation - gap_at_centre) / rate;
        if (candidate < way) {
            way = candidate;
            contact_normal = normal;
        }
    };
    for (std::uint32_t i = 0; i < a.size(); ++i) {
        consider(a.ring().normal(i));
    }
    for (std::uint32_t i = 0; i < b.size(); ++i) {
        consider(-rotate(rotation, b.ring().normal(i)));
    }
    return {{way * direction, rotation}, contact_normal};
}

Contact place(const ConvexPolygon& a, const ConvexPolygon& b, double separation, Random& random) {
    return place(a, b, Rotation::by(random.uniform(0.0, turn)), any_direction(random), separation);
}

/// Puts the disc over an edge two times in three, else over a vertex.
Contact place(const ConvexPolygon& a, const Disc& b, double separation, Random& random) {
    const FeatureRing ring = a.ring();
    const auto i = random.below(static_cast<std::uint32_t>(a.size()));
    const std::uint32_t j = ring.next(i);
    const double share = random.uniform(0.0, 1.5);
    const bool over_edge = share < 1.0;
    const Vec2 foot =
        over_edge ? ring.vertex(i) + share * (ring.vertex(j) - ring.vertex(i)) : ring.vertex(j);
    const Vec2 sum = ring.normal(i) + ring.normal(j);
    const Vec2 normal = over_edge ? ring.normal(i) : sum / length(sum);
    return {{foot + (b.radius() + separation) * normal, {}}, normal};
}

Contact place(const Disc& a, const Disc& b, double separation, Random& random) {
    const Vec2 normal = any_direction(random);
    return {{(a.radius() + b.radius() + separation) * normal, {}}, normal};
}

/// The poses in the world, where all pairs drift and turn a little while B moves against A.
PosePair in_world(const Transform& a, const Transform& b_seen_by_a) {
    return {a, {apply(a, b_seen_by_a.position), product(a.rotation, b_seen_by_a.rotation)}};
}

/// Makes a motion about a contact at rest: along and across it by a fifth of the separation, with a
/// rotation that moves the point of contact by a tenth.
void oscillate(std::vector<PosePair>& poses, std::size_t pair, const Contact& rest,
               double separation, Random& random) {
    const double swing = 0.2 * std::abs(separation);
    const double phase = random.uniform(0.0, turn);
    const double angle = random.uniform(0.0, turn);
    const Vec2 home{random.uniform(-1.0, 1.0), random.uniform(-1.0, 1.0)};
    for (std::size_t step = 0; step < step_count; ++step) {
        const double time = turn * static_cast<double>(step) / static_cast<double>(step_count);
        const double wave = std::sin(time + phase);
        const double other_wave = std::cos(time + 2.0 * phase);
        Transform b = rest.pose;
        b.position += swing * wave * rest.normal + swing * other_wave * turned_left(rest.normal);
        b.rotation = product(Rotation::by(0.5 * swing * other_wave), b.rotation);
        const Transform a{home + 0.01 * wave * Vec2{1.0, 1.0}, Rotation::by(angle + 0.01 * wave)};
        poses[step * pair_count + pair] = in_world(a, b);
    }
}

template <class MakeA, class MakeB>
auto make_pairs(State state, Random& random, MakeA make_a, MakeB make_b) {
    Pairs<decltype(make_a(random)), decltype(make_b(random))> pairs;
    pairs.poses.resize(pair_count * step_count);
    for (std::size_t i = 0; i < pair_count; ++i) {
        const auto& a = pairs.a.emplace_back(make_a(random));
        const auto& b = pairs.b.emplace_back(make_b(random));
        const double diameter = 0.5 * (a.diameter() + b.diameter());
        const double share = state == State::apart ? random.uniform(0.01, 0.05) : -0.001;
        pairs.separation.push_back(share * diameter);
        const Contact contact = place(a, b, share * diameter, random);
        oscillate(pairs.poses, i, contact, share * diameter, random);
    }
    return pairs;
}

Disc pebble(Random& random) { return Disc(random.uniform(0.7, 1.3)); }

/// The scene for these arguments, made at the first call.
template <class Scene, class Make>
const Scene& kept(State state, std::size_t corners, Make make) {
    static std::map<std::pair<State, std::size_t>, Scene> scenes;
    const auto [slot, is_new] = scenes.try_emplace({state, corners});
    if (is_new) {
        Random random(2 * corners + (state == State::apart ? 0 : 1));
        slot->second = make(random);
    }
    return slot->second;
}

PolygonPairs make_heap(Random& random) {
    // The grains roll there and back in step_count steps. A feature is about 0.9 rad wide, and both
    // grains turn.
    constexpr double roll = 0.05;
    PolygonPairs pairs;
    pairs.poses.resize(pair_count * step_count);
    for (std::size_t i = 0; i < pair_count; ++i) {
        const auto& a = pairs.a.emplace_back(gravel(6 + random.below(3), random));
        const auto& b = pairs.b.emplace_back(gravel(6 + random.below(3), random));
        const double share = random.uniform(0.0, 1.0) < 0.7 ? -random.log_uniform(1e-4, 1e-2)
                                                            : random.log_uniform(1e-3, 5e-2);
        const double separation = share * 0.5 * (a.diameter() + b.diameter());
        pairs.separation.push_back(separation);
        const double angle_a = random.uniform(0.0, turn);
        const double angle_b = random.uniform(0.0, turn);
        const double phase = random.uniform(0.0, turn);
        const Vec2 direction = any_direction(random);
        for (std::size_t step = 0; step < step_count; ++step) {
            const double time = turn * static_cast<double>(step) / static_cast<double>(step_count);
            const Rotation turn_a = Rotation::by(angle_a - roll * std::sin(time + phase));
            const Rotation turn_b = Rotation::by(angle_b + roll * std::sin(time + phase));
            const Transform seen = relative({{}, turn_a}, {{}, turn_b});
            const Contact contact = place(a, b, seen.rotation, unrotate(turn_a, direction),
                                          separation * (1.0 + 0.2 * std::cos(time)));
            pairs.poses[step * pair_count + i] = in_world({{}, turn_a}, contact.pose);
        }
    }
    return pairs;
}

}  // namespace

const PolygonPairs& polygon_pairs(State state, std::size_t corners) {
    return kept<PolygonPairs>(state, corners, [&](Random& random) {
        const auto make = [&](Random& r) { return gravel(corners, r); };
        return make_pairs(state, random, make, make);
    });
}

const DiscPolygonPairs& disc_polygon_pairs(State state, std::size_t corners) {
    return kept<DiscPolygonPairs>(state, corners, [&](Random& random) {
        return make_pairs(
            state, random, [&](Random& r) { return gravel(corners, r); }, pebble);
    });
}

const DiscPairs& disc_pairs(State state) {
    return kept<DiscPairs>(
        state, 0, [&](Random& random) { return make_pairs(state, random, pebble, pebble); });
}

const PolygonPairs& heap_pairs() {
    static const PolygonPairs heap = [] {
        Random random(7);
        return make_heap(random);
    }();
    return heap;
}

Proximity cold_answer(const PolygonPairs& pairs, std::size_t step, std::size_t pair) {
    const PosePair& poses = pairs.at(step, pair);
    PairMemory memory;
    QueryCounts counts;
    return proximity(pairs.a[pair].ring(), poses.a, pairs.b[pair].ring(), poses.b, memory, counts);
}

}  // namespace scree::bench
