#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "engine/broad/broad_phase.h"
#include "engine/frame/tables.h"
#include "geometry/vec2.h"

namespace scree::window {

/// What can be drawn on top of the grains.
enum class Overlay : std::uint8_t {
    chains,
    contacts,
    velocities,
    boxes,
    axes,
    features,
    stress,
    trails,
};
inline constexpr std::size_t overlay_count = 8;

struct OverlayName {
    char key;
    std::string_view name;
};
/// The names are in the order of the overlays.
inline constexpr std::array<OverlayName, overlay_count> overlay_names{{
    {'1', "force chains"},
    {'2', "contact points and chords"},
    {'3', "velocities"},
    {'4', "bounding boxes"},
    {'5', "sorted axes"},
    {'6', "features and Voronoi regions"},
    {'7', "stress"},
    {'8', "trajectories of picked grains"},
}};

/// Whether the overlay shows sorted axes. Grids show cells and trees show squares; all others are
/// shown as the sweep would sort them.
inline bool has_axes(engine::BroadPhaseKind kind) {
    return !engine::has_grid(kind) && !engine::has_tree(kind);
}

inline std::string_view name_of(Overlay overlay, engine::BroadPhaseKind kind) {
    if (overlay == Overlay::axes && engine::has_grid(kind)) return "cells of the grid";
    if (overlay == Overlay::axes && engine::has_tree(kind)) return "squares of the tree";
    return overlay_names[static_cast<std::size_t>(overlay)].name;
}

/// How the scene is looked at: what the user chose.
struct Look {
    std::array<bool, overlay_count> overlays{};
    bool panel = true;
    bool help = false;
    bool fitting = true;                       ///< the camera widens to show everything
    bool follow = false;                       ///< the picked grain stays in the middle
    std::optional<engine::BodyNumber> picked;  ///< the grain that was picked last
    std::vector<engine::BodyNumber> tracked;   ///< all grains that were picked

    geometry::Vec2 down{0.0, -1.0};  ///< direction in which gravity pulled last, for when it is 0

    bool& shows(Overlay overlay) { return overlays[static_cast<std::size_t>(overlay)]; }
    bool shows(Overlay overlay) const { return overlays[static_cast<std::size_t>(overlay)]; }
};

}  // namespace scree::window
