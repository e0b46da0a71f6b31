#pragma once

#include <span>
#include <vector>

#include "engine/dynamics/body_state.h"
#include "engine/dynamics/simulation.h"
#include "engine/scene/scene.h"

namespace scree::engine {

/// The grains of a scene on average, by which loads on walls are judged.
struct MeanGrain {
    double diameter = 0.0;   ///< m, equivalent
    double mass = 0.0;       ///< kg
    double density = 0.0;    ///< kg/m2
    double stiffness = 0.0;  ///< N/m, of contacts of grains of the same material
    double area = 0.0;       ///< m2, of all grains together

    /// The number of mean grains side by side along a length.
    double beside(double length) const;
    /// The height of a packing of all grains above a length, m.
    double height(double length) const;
    /// The speed of waves in such a packing, m/s.
    double wave_speed() const;
};

/// The share of the area of a packing that grains cover, for estimates.
inline constexpr double usual_fraction = 0.8;

/// `contacts` are those of the beginning.
MeanGrain mean_grain(std::span<const std::span<const NewGrain>> groups,
                     const std::vector<Material>& materials, const ContactTable& contacts);

/// The length that a load acts on before its wall and others have moved, m.
double first_length(const WallLoad& load);
/// The pressure that a load makes there, N/m, at most during the stage; weight counts too.
double pressure_of(const Stage& stage, std::size_t wall);

/// Fills in what the loads of all stages leave to the grains (docs/physics.md, "Walls under load").
void fill_loads(std::vector<Stage>& stages, const MeanGrain& grain);

/// Whether the loads on all walls that are there have their values, and are borne but for this
/// share: by the grains, or by a stop.
bool are_loads_borne(const Simulation& simulation, double share);

/// By which factor a wall under load makes the time step smaller, because it is lighter than the
/// layer of grains that it pushes; 1 if it is not.
double step_factor(const WallLoad& load, const MeanGrain& grain);

}  // namespace scree::engine
