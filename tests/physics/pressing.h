#pragma once

#include <optional>
#include <utility>

#include "tests/physics/laboratory.h"

/// What the tests of walls under load share.
namespace scree::engine {

inline constexpr IntegratorKind all_integrators[] = {IntegratorKind::gear3, IntegratorKind::gear4,
                                                     IntegratorKind::gear5, IntegratorKind::verlet};

/// A wall of one piece that a force pushes downwards from the first step on, with neither a limit
/// of speed nor damping.
inline Wall pressed(geometry::Shape shape, geometry::Vec2 position, double force, double mass) {
    Wall wall = standing(std::move(shape), position);
    wall.motion.kind = WallMotion::Kind::load;
    wall.motion.about = position;
    wall.motion.load.along = {0.0, -1.0};
    wall.motion.load.value = force;
    wall.motion.load.mass = mass;
    wall.motion.load.damping = 0.0;
    wall.motion.load.rise = 0.0;
    wall.motion.load.max_speed = 1e9;
    return wall;
}

/// Settings without gravity.
inline Settings weightless(double dt, LawKind law = LawKind::area,
                           IntegratorKind integrator = IntegratorKind::gear3) {
    Settings settings = few(dt, law);
    settings.gravity = {};
    settings.integrator = integrator;
    return settings;
}

/// A grain of mass m between a floor and a piston of mass M, with the same spring k at both, swings
/// with m M w^4 - k (m + 2 M) w^2 + k^2 = 0.
struct Column {
    explicit Column(LawKind kind) : law(kind) {
        if (law == LawKind::linear) {
            k = stiffness;
            grain_mass = 0.25 * 3.14159265358979323846;
        } else {  // a unit square against a wall: k = Y b / l, l = 4 R
            k = stiffness / (4.0 * std::sqrt(1.0 / 3.14159265358979323846));
            grain_mass = 1.0;
        }
    }

    double sink() const { return load / k; }
    double frequency(double sign) const {
        const double p = k * (grain_mass + 2.0 * piston_mass);
        const double root = std::sqrt(p * p - 4.0 * grain_mass * piston_mass * k * k);
        return std::sqrt((p + sign * root) / (2.0 * grain_mass * piston_mass));
    }
    double slow() const { return frequency(-1.0); }
    double fast() const { return frequency(1.0); }
    /// How far the grain swings if the piston swings by 1.
    double share_of_grain(double omega) const { return 1.0 - piston_mass * omega * omega / k; }

    /// The column with its piston so far above where it rests, m.
    Model model(double damping, double piston) const {
        return world(
            plain(stiffness, 0.0, damping),
            {standing(rectangle(4.0, 1.0), {0.0, -0.5}),
             pressed(rectangle(4.0, 1.0), {0.0, 1.5 - 2.0 * sink() + piston}, load, piston_mass)});
    }
    NewGrain grain(double above) const {
        const geometry::Vec2 place{0.0, 0.5 - sink() + above};
        if (law != LawKind::linear) return square(1.0, place);
        return {geometry::Disc(0.5), 0, place, 0.0, {}, 0.0};
    }

    LawKind law;
    double stiffness = 1e4;
    double k = 0.0;
    double grain_mass = 0.0;
    double piston_mass = 0.5;
    double load = 2.0;
};

/// Stones in a box under a lid.
struct Box {
    explicit Box(const Wall& top) {
        model = world(plain(1e5, 0.4, damping_for_restitution(0.1)),
                      {standing(rectangle(2.0, 0.5), {0.0, -0.25}),
                       standing(rectangle(0.5, 3.0), {-0.75, 1.5}),
                       standing(rectangle(0.5, 3.0), {0.75, 1.5}), top});
        Random random(11);
        for (int row = 0; row < 3; ++row)
            for (int column = 0; column < 4; ++column) {
                NewGrain grain{gravel(random, 0.09 + 0.03 * random()), 0, {}, 0.0, {}, 0.0};
                grain.position = {-0.37 + 0.245 * column, 0.14 + 0.26 * row};
                grain.angle = 6.0 * random();
                grains.push_back(grain);
            }
    }

    static constexpr std::size_t lid = 3;
    Model model;
    std::vector<NewGrain> grains;
};

/// The lid of a box, 2 kg, pushed by 40 N.
inline Wall box_lid() {
    Wall lid = pressed(rectangle(0.99, 0.2), {0.0, 1.0}, 40.0, 2.0);
    lid.motion.load.max_speed = 1.0;
    lid.motion.load.rise = 0.1;
    return lid;
}

}  // namespace scree::engine
