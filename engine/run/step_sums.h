#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "engine/dynamics/simulation.h"
#include "engine/measure/kinds/flow.h"
#include "engine/measure/kinds/wall_load.h"
#include "engine/scene/scene.h"

namespace scree::engine {

/// What measurements need of every step: the forces of grains on the walls that a scene measures,
/// and what crosses its lines, summed over all steps of the run. The difference of two moments
/// gives the mean between them. The sums are kept whatever rows are written, and nothing in the run
/// depends on them.
class StepSums {
public:
    StepSums(std::span<const MeasureSpec> measures, const Simulation& simulation);

    /// Adds the last step.
    void add(const Simulation& simulation);

    /// Whether nothing is summed.
    bool is_empty() const { return faces_.empty() && lines_.empty(); }
    /// The sums as plain numbers; none if nothing is summed.
    std::vector<double> numbers() const;
    /// Goes on from such numbers, or from zero if there are none, in a simulation that is in the
    /// state to which they belong. Throws std::invalid_argument if they are not as many, or not
    /// finite.
    void read(std::span<const double> numbers, const Simulation& simulation);

private:
    struct Line {
        FlowLine line;
        Crossed crossed;
        std::vector<std::int8_t> sides;  ///< of each grain: 1 to the right, -1 to the left
    };

    struct Side {
        std::int8_t side = 0;
        double distance = 0.0;  ///< m
    };
    static Side side_of(const FlowLine& line, Vec2 point);

    void add_pushes(const Simulation& simulation);
    void add_flow(Line& line, const Simulation& simulation) const;
    void find_sides(const Simulation& simulation);
    void follow_grains(const Simulation& simulation);
    std::vector<WallFace> faces_;  ///< of all measures, one after the other
    std::vector<FacePush> pushes_;
    std::vector<Line> lines_;   ///< of all measures that have one
    std::vector<GrainId> ids_;  ///< of the grains whose sides are known
    double steps_ = 0.0;
};

/// What a measure needs of every step between two moments; nothing of what is not known.
struct StepMeans {
    std::vector<FacePush> pushes;  ///< the means on its faces
    std::optional<FlowSince> crossed;
};
/// That of each measure, from the sums (StepSums::numbers) at both moments; `dt` is the time step.
std::vector<StepMeans> step_means(std::span<const MeasureSpec> measures,
                                  std::span<const double> before, std::span<const double> now,
                                  double dt);

}  // namespace scree::engine
