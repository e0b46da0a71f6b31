#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <fstream>
#include <numbers>
#include <string>
#include <variant>
#include <vector>

#include "tests/physics/laboratory.h"

// How accurate the restitution of a contact is at the automatic time step (docs/physics.md,
// "Automatic time step"): |e(h) - e(h / 32)| of contacts with random shapes, phases and damping.

namespace scree::engine {
namespace {

using geometry::Vec2;

/// What meets what, and how.
struct Family {
    const char* name;
    bool oblique;  ///< with friction, a tangential velocity and spin
    LawKind law = LawKind::area;
};

constexpr std::array families{Family{"face-on", false},
                              Family{"corners", true},
                              Family{"discs", true},
                              Family{"plates", true},
                              Family{"gravel", true},
                              Family{"triangles", true},
                              Family{"hexagons", true},
                              Family{"linear", true, LawKind::linear},
                              Family{"energy", true, LawKind::energy}};

geometry::Shape regular(int corners, double radius) {
    std::vector<Vec2> vertices;
    for (int i = 0; i < corners; ++i) {
        const auto [sine, cosine] = geometry::sine_cosine(2.0 * std::numbers::pi * i / corners);
        vertices.push_back({radius * cosine, radius * sine});
    }
    return geometry::ConvexPolygon(vertices);
}

geometry::Shape shape_of(const std::string& family, Random& random) {
    const double size = 0.7 + 0.6 * random();
    if (family == "discs" || family == "linear") return geometry::Disc(0.5 * size);
    if (family == "plates") return rectangle(2.0 * size, 0.2 * size);
    if (family == "gravel" || family == "energy") return gravel(random, 0.5 * size);
    if (family == "triangles") return regular(3, 0.6 * size);
    if (family == "hexagons") return regular(6, 0.5 * size);
    return rectangle(size, size);
}

/// A grain that is about to meet another one, or a floor through the origin.
struct Encounter {
    Model model;
    LawKind law = LawKind::area;
    std::vector<NewGrain> grains;  ///< the first one moves
    Vec2 normal;                   ///< away from what it meets
    Vec2 point;                    ///< where they meet
    double dt = 0.0;               ///< the automatic time step

    /// The velocity of the first grain at the point where they meet, along the normal and relative
    /// to the second. The arms are those before the contact.
    double separation(const Simulation& simulation) const {
        double sum = 0.0;
        for (std::size_t i = 0; i < grains.size(); ++i) {
            const Vec2 at = simulation.velocity(i) +
                            simulation.spin(i) * turned_left(point - grains[i].position);
            sum += (i == 0 ? 1.0 : -1.0) * dot(normal, at);
        }
        return sum;
    }
};

/// Moves the first grain along `down` until it is this far from the other body.
void approach(Encounter& made, const geometry::Shape& other, const geometry::Transform& pose,
              Vec2 down, double gap) {
    NewGrain& grain = made.grains[0];
    geometry::PairMemory memory;
    geometry::QueryCounts counts;
    for (int round = 0; round < 1000; ++round) {
        const auto answer =
            proximity(grain.shape, {grain.position, geometry::Rotation::by(grain.angle)}, other,
                      pose, memory, counts);
        const auto& apart = std::get<geometry::Apart>(answer);
        made.normal = (apart.on_a - apart.on_b) / apart.distance;
        made.point = 0.5 * (apart.on_a + apart.on_b);
        if (apart.distance <= 1.001 * gap) return;
        grain.position = grain.position + (apart.distance - gap) * down;
    }
    ADD_FAILURE() << "the bodies do not meet";
}

Encounter random_encounter(const Family& family, Random& random) {
    const double gamma = random() < 0.2 ? 0.0 : 4.0 * random() * random();
    const bool on_floor = random() < 0.5;
    Encounter made;
    made.law = family.law;
    const std::string name = family.name;
    made.model = world(plain(1e6, family.oblique ? random() : 0.0, gamma),
                       on_floor ? std::vector{slope(0.0, 40.0)} : std::vector<Wall>{});
    const double turn = name == "face-on" ? 0.0 : 6.28 * random();
    made.grains.push_back({shape_of(name, random), 0, {0.0, 4.0}, turn, {}, 0.0});
    if (!on_floor) {
        const double other = name == "face-on" ? 0.0 : 6.28 * random();
        made.grains.push_back({shape_of(name, random), 0, {}, other, {}, 0.0});
    }
    made.dt = automatic_dt(made.model, made.grains, made.law);
    // Overlaps between 0.1 and 1 % deep.
    const double speed = std::pow(10.0, random());
    const double aside = family.oblique ? random() - 0.5 : 0.0;
    if (family.oblique) made.grains[0].position.x = 0.3 * (random() - 0.5);
    const double gap = (4.0 + 20.0 * random()) * speed * made.dt;
    if (on_floor)
        approach(made, rectangle(40.0, 8.0), {{0.0, -4.0}, {}}, {0.0, -1.0}, gap);
    else
        approach(made, made.grains[1].shape, {{}, geometry::Rotation::by(made.grains[1].angle)},
                 {0.0, -1.0}, gap);
    made.grains[0].velocity = -speed * made.normal + speed * aside * turned_left(made.normal);
    if (family.oblique) made.grains[0].spin = 0.5 * speed * (random() - 0.5);
    return made;
}

/// The restitution at the time step dt: how fast the bodies leave over how fast they came.
double restitution(const Encounter& encounter, double dt) {
    Settings settings = few(dt, encounter.law);
    settings.gravity = {};
    Simulation simulation(encounter.model, settings);
    for (const NewGrain& grain : encounter.grains) simulation.add_grain(grain);
    const auto touching = [&] { return !simulation.contacts().empty() && simulation.touches(0); };
    const double before = encounter.separation(simulation);
    const double longest = 100.0 * encounter.dt;
    while (!touching() && simulation.time() < longest) simulation.step();
    while (touching()) simulation.step();
    return -encounter.separation(simulation) / before;
}

/// The sorted errors of random contacts of a family at its automatic time step times each of the
/// factors, and times a random number near one.
std::vector<std::vector<double>> errors_of(const Family& family, std::size_t count,
                                           const std::vector<double>& factors) {
    Random random(7);
    std::vector<std::vector<double>> errors(factors.size());
    for (std::size_t k = 0; k < count; ++k) {
        const Encounter made = random_encounter(family, random);
        const double exact = restitution(made, made.dt / 32.0);
        // Steps that are powers of two of each other would flatter.
        const double share = 0.9 + 0.2 * random();
        for (std::size_t f = 0; f < factors.size(); ++f)
            errors[f].push_back(std::abs(restitution(made, share * factors[f] * made.dt) - exact));
    }
    for (std::vector<double>& sorted : errors) std::ranges::sort(sorted);
    return errors;
}

double quantile_95(const std::vector<double>& sorted) { return sorted[sorted.size() * 95 / 100]; }

TEST(StepAccuracy, IsHalfAPercentAtTheAutomaticStep) {
    for (const Family& family : families)
        EXPECT_LT(quantile_95(errors_of(family, 60, {1.0})[0]), 0.005) << family.name;
}

TEST(StepAccuracy, CanBeToldFromACoarserStep) {
    EXPECT_GT(quantile_95(errors_of(families[0], 60, {2.5})[0]), 0.005);
}

/// The study itself: 1,000 contacts of each family at several steps. SCREE_STUDY names a file for
/// its table, which is docs/pictures/accuracy.csv.
TEST(SlowStepAccuracy, OfAThousandContactsOfEachFamily) {
    const char* path = std::getenv("SCREE_STUDY");
    std::ofstream table(path != nullptr ? path : "/dev/null");
    table << "family,factor,median,p95,largest\n";
    const std::vector<double> factors{0.25, 0.35, 0.5, 0.71, 1.0, 1.41, 2.0};
    for (const Family& family : families) {
        const auto errors = errors_of(family, 1000, factors);
        for (std::size_t f = 0; f < factors.size(); ++f) {
            table << family.name << ',' << factors[f] << ',' << errors[f][500] << ','
                  << quantile_95(errors[f]) << ',' << errors[f].back() << std::endl;
            if (factors[f] == 1.0) {
                EXPECT_LT(quantile_95(errors[f]), 0.005) << family.name;
            }
        }
    }
}

}  // namespace
}  // namespace scree::engine
