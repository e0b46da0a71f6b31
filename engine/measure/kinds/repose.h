#pragma once

#include <array>

#include "engine/frame/assembly.h"
#include "engine/measure/measurement.h"

namespace scree::engine {

/// The slope of a heap. Its surface is the upper envelope of the grains that hang together; a flank
/// is fitted between two shares of its own drop, from the crest to the lowest point on its side, so
/// that a slope which ends at a wall can be measured too. The angle is the mean of both flanks, or
/// that of the only one; its uncertainty holds the standard errors and half of the difference.
/// There is no angle, but a note with the reason, where the grains do not make a heap: too few of
/// them hang together, or no flank is filled with grains and close to a straight line that falls.
inline constexpr std::array angle_of_repose_columns{
    Column{"angle", "deg", true},
    Column{"angle_left", "deg", true},
    Column{"angle_right", "deg", true},
    Column{"height", "m"},      ///< of the crest above the lowest grain
    Column{"width_left", "m"},  ///< from the crest to the end of the deposit
    Column{"width_right", "m"},
    Column{"grains", "1"},            ///< those that hang together
    Column{"stray_grains", "1"},      ///< those that do not
    Column{"unbalanced_force", "1"},  ///< of the heap: mean over mean contact force
    Column{"kinetic_energy", "1"},    ///< of the heap, over that of falling by a grain diameter
    Column{"at_rest", "1"}};          ///< 1 or 0

/// The shares of a flank's drop between which it is fitted, because the foot runs out and the crest
/// is round.
inline constexpr double lowest_share = 0.2;
inline constexpr double highest_share = 0.8;

/// Both are in grain diameters: the mean by area, which the large grains decide, as they do for the
/// roughness of a surface. A surface that falls by less is flat, as rough as any surface of grains;
/// on shorter flanks the error of the fit means nothing.
inline constexpr double smallest_drop = 3.0;
inline constexpr double shortest_flank = 4.0;

/// The grains that hang together are a heap only if they are most of all grains, by mass, and more
/// than a few.
inline constexpr double smallest_deposit = 2.0 / 3.0;
inline constexpr std::size_t fewest_grains = 20;

/// Grains fill at least this share of the area under a flank, down to the level of its foot. A heap
/// fills about 0.8 of it; a single layer on a slope, a chain or an arch far less.
inline constexpr double smallest_filling = 0.5;

/// The surface must not come back to a height that it has passed, further away than the fitted part
/// is long, because that would be another heap. The fitted line must account for this share of the
/// variance of the heights, and its slope must be so many standard errors above zero.
inline constexpr double smallest_explained = 0.5;
inline constexpr double least_significance = 3.0;

/// The number of lines of the profile for each mean grain diameter (the mean by number).
inline constexpr double lines_per_grain = 8.0;

/// A heap is at rest if it is below both limits. The second is the energy of a velocity of 0.0014
/// sqrt(g d).
inline constexpr double resting_unbalanced_force = 1e-3;
inline constexpr double resting_kinetic_energy = 1e-6;

Measurement angle_of_repose(const Assembly& assembly);

}  // namespace scree::engine
