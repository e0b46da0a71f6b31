#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>

#include "engine/base/words.h"

namespace scree::engine {

/// The components of a cell's motion, in the order of their tables.
enum class CellComponent : std::uint8_t { xx, yy, xy };
inline constexpr std::size_t cell_components = 3;

template <>
inline constexpr std::array<Word<CellComponent>, 3> words<CellComponent>{
    {{CellComponent::xx, "xx"}, {CellComponent::yy, "yy"}, {CellComponent::xy, "xy"}}};

/// What a component is held at.
struct CellTarget {
    bool is_stress = false;
    double value = 0.0;  ///< N/m, pressure positive; or 1/s, shortening negative
    /// s: in which a change of the stress takes place. It follows from the grains, and must be
    /// filled in before a run.
    std::optional<double> rise{};

    friend bool operator==(const CellTarget&, const CellTarget&) = default;
};

using CellTargets = std::array<CellTarget, cell_components>;

/// What happens to the velocities of grains when a rate of the cell changes at once.
enum class CellFlow : std::uint8_t {
    affine,   ///< they change with the flow
    boundary  ///< they stay: only the images move differently, and drag the grains along
};

template <>
inline constexpr std::array<Word<CellFlow>, 2> words<CellFlow>{
    {{CellFlow::affine, "affine"}, {CellFlow::boundary, "boundary"}}};

/// The largest rate under stress, over sqrt(P / m): the inertial number at which the grains still
/// follow as they do in slow flow.
inline constexpr double share_of_rate = 0.1;

/// How a periodic cell deforms.
struct CellControl {
    CellTargets targets{};
    CellFlow flow = CellFlow::affine;
    // What is not given follows from the grains, and must be filled in before a run.
    std::optional<double> mass{};        ///< kg m2: inertia of components held at a stress
    std::optional<double> grain_mass{};  ///< kg: the mean of the grains, for the limit of the rate

    bool has_stress() const {
        for (const CellTarget& target : targets)
            if (target.is_stress) return true;
        return false;
    }
};

}  // namespace scree::engine
