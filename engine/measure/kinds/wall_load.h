#pragma once

#include <array>
#include <cstddef>

#include "engine/frame/assembly.h"
#include "engine/measure/measurement.h"
#include "engine/measure/options.h"

namespace scree::engine {

/// What the grains do to a wall. In a row of series.csv all but the displacement are means over the
/// steps since the row before.
inline constexpr std::array wall_load_columns{
    Column{"fx", "N"},          Column{"fy", "N"},
    Column{"torque", "N m"},    Column{"pressure", "N/m"},  ///< against the face of the wall
    Column{"shear", "N/m"},  ///< along the face, with the normal turned right positive
    Column{"mu", "1"},       ///< |shear| / pressure
    Column{"displacement", "m"}};

/// The forces of grains on a wall, to be summed over steps.
struct FacePush {
    Vec2 force;           ///< N
    double torque = 0.0;  ///< N m, about the point that the wall turns about
    double normal = 0.0;  ///< N, against the normal of the face
    double shear = 0.0;   ///< N, along the face

    static constexpr std::size_t numbers = 5;
    FacePush& operator+=(const FacePush& other);
    friend FacePush operator-(const FacePush& a, const FacePush& b);
    friend FacePush operator/(const FacePush& push, double steps);
};

/// A face where its wall is now.
class PlacedFace {
public:
    /// `centre` is the point that the wall turns about, `about` the same before it has moved.
    PlacedFace(const WallFace& face, Vec2 about, Vec2 centre, double turn);

    /// What a force does that acts on the wall at the side of a grain whose centre is `grain`; its
    /// torque is that about the point that the wall turns about.
    FacePush push(Vec2 force, double torque, Vec2 grain) const;

private:
    bool is_round_ = false;
    double radius_ = 0.0;
    Vec2 normal_;
    Vec2 centre_;  ///< of a round face
    Vec2 arm_;     ///< from the point that the wall turns about to that centre
};

/// The forces on a wall in an assembly at this moment; nothing if it is not there. Torques are
/// those of the forces where they act, without couples.
struct MomentaryPush {
    FacePush push;
    double length = 0.0;        ///< m: what pressure and shear are taken over
    double displacement = 0.0;  ///< m: from where the scene has it, along its load or in all
};
std::optional<MomentaryPush> push_on(const Assembly& assembly, const WallFace& face);

/// The load on the only face of the options: by the mean push where that is known, or else by that
/// of the moment.
Measurement wall_load(const Assembly& assembly, const MeasureOptions& options,
                      std::span<const FacePush> mean = {});

}  // namespace scree::engine
