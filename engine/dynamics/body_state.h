#pragma once

#include <cstdint>
#include <vector>

#include "engine/base/body.h"
#include "engine/laws/gear.h"
#include "engine/laws/material.h"
#include "geometry/bounding_box.h"
#include "geometry/shape.h"
#include "geometry/transform.h"

namespace scree::engine {

/// The data of a moving body that is read for its pairs in every step: one cache line.
struct alignas(64) Kinematics {
    geometry::Transform pose;
    geometry::Vec2 velocity;
    double spin = 0.0;
    /// How far any point of the body can have moved since the boxes were made.
    double travel = 0.0;

    /// All of it as eight numbers in a row.
    const double* numbers() const { return &pose.position.x; }
    double* numbers() { return &pose.position.x; }
};
static_assert(sizeof(Kinematics) == 8 * sizeof(double));

/// The constant data of a body that is read for its pairs: one cache line.
struct alignas(64) BodyProperties {
    geometry::FeatureRing ring{nullptr, 0, 0.0};  ///< a disc has no corners, only its radius
    double inverse_mass = 0.0;                    ///< zero for a wall, as are the next two
    double inverse_inertia = 0.0;
    double inverse_size = 0.0;  ///< one over the radius of the disc with the same area
    std::uint16_t material = 0;
    bool is_disc = false;
};

BodyProperties properties_of(const geometry::Shape& shape, std::uint16_t material);

/// A grain that is to be added.
struct NewGrain {
    geometry::Shape shape;
    std::uint16_t material = 0;
    geometry::Vec2 position;  ///< of its centroid
    double angle = 0.0;
    geometry::Vec2 velocity;
    double spin = 0.0;
};

/// Identifies a grain for the whole of a run, whatever grains come and go.
using GrainId = std::uint32_t;

}  // namespace scree::engine
