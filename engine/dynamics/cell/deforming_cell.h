#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "engine/base/period.h"
#include "engine/dynamics/cell/cell_control.h"
#include "engine/dynamics/cell/flow.h"
#include "engine/laws/gear.h"

namespace scree::engine {

/// What happened to the energy of a cell in a step, J.
struct CellWork {
    double rates = 0.0;     ///< done by what holds components at their rates
    double stresses = 0.0;  ///< done by the stresses that are asked for
    double limiter = 0.0;   ///< taken by the limit of the rates
};

/// A domain that is periodic in both directions and deforms: its sides are the columns of a matrix
/// H = [[Lx, tilt], [0, Ly]]. Image n of a grain is further by H n, and faster by H' n
/// (docs/physics.md, "Deforming cell").
///
/// The elements of H are integrated by the same scheme as the coordinates of grains, with the same
/// derivatives. So a grain that is put back by H_k n in its k-th derivative goes on, to rounding,
/// as it would have gone on outside.
class DeformingCell {
public:
    /// The boxes of a search are so much wider than the skin, for how the cell deforms until the
    /// next one.
    static constexpr double room_for_strain = 1.05;

    /// What is optional in the control must be given.
    DeformingCell(const Period& start, const CellControl& control, IntegratorKind integrator,
                  double dt);

    // As it is between two steps.
    Period period() const;
    /// The gradient of the flow's velocity, 1/s.
    Gradient rate() const;
    /// How far the cell has been strained since the start of the run: the rate, summed over time.
    const Gradient& strain() const { return strain_; }
    /// The place that does not move, m.
    geometry::Vec2 origin() const { return low_; }

    // As it was when forces were last evaluated.
    Period placing() const { return {low_, {placed_.xx, placed_.yy}, placed_.xy}; }
    const Gradient& speed() const { return speed_; }  ///< H', m/s
    /// The stress, N/m, pressure positive. The first index is that of the force.
    const Gradient& stress() const { return stress_; }
    /// H and its scaled derivatives, as many as the integrator has.
    std::span<const Gradient> derivatives();

    const CellControl& control() const { return control_; }
    bool is_stress(std::size_t component) const { return states_[component].is_stress; }
    /// What a component is to be held at: at this time, and in the end.
    double asked(std::size_t component, double time) const;
    double target(std::size_t component) const { return states_[component].to; }
    bool is_changing(std::size_t component, double time) const;
    /// Lets a component go to another target from now on. A stress goes on from the stress that is
    /// there; a rate changes at once, with the next jump(), unless `ramp` gives a time (s) in which
    /// it changes steadily. So may a stress.
    void set(std::size_t component, const CellTarget& target, double now,
             std::optional<double> ramp = {});

    /// Whether rates must change at once before a step at this time is made.
    bool is_to_jump(double now) const;
    /// Changes these rates, and returns by how much (1/s). Grains that move with the flow must
    /// change their velocity by that times their place.
    Gradient jump(double now);

    /// Moves the cell to the next step by Taylor's series.
    void predict();
    /// Corrects its motion by the stress: that of the contacts, times the area (J), and what grains
    /// carry. `time` is that at the end of the step.
    CellWork correct(const StressSums& of_contacts, double time);
    /// What the grains need of that: the acceleration of correct(), and the rest of predict().
    const Flow& flow(std::size_t grain_blocks);

    /// If the cell is tilted by more than half of its width, takes the image for it that is tilted
    /// the least. Returns by how many widths: image (x, y) is (x + y times this, y) then.
    std::int32_t flip();
    /// Notes that pairs are sought now, in boxes with this skin (m).
    void begin_search(double skin);
    /// Whether the cell has deformed so far since the last search that another one is due.
    bool has_outgrown_search() const;
    /// The distance between opposite sides of the cell where it is narrowest, m.
    double narrowest() const;

    double kinetic_energy() const;  ///< of the components under stress, J
    /// The largest rate of components under stress, 1/s.
    double rate_limit() const;
    /// How far each component has been strained by now while the limit held it.
    double strain_at_limit(std::size_t component) const {
        return states_[component].strain_at_limit;
    }
    bool is_finite() const;
    /// Its area now over that at the start of the run.
    double growth() const;

    /// The numbers of a cell in a snapshot.
    static constexpr std::size_t numbers = 3 * 6 + 5 * 3 + 2 + 3 * 9;
    std::vector<double> write() const;
    /// Throws std::invalid_argument if these cannot be the numbers of a cell.
    static void check(std::span<const double> numbers);
    void read(std::span<const double> numbers);

private:
    struct State {
        bool is_stress = false;
        bool jumps = false;   ///< the rate is to change at once
        double from = 0.0;    ///< what was asked for before the last change
        double to = 0.0;      ///< and what after it
        double since = 0.0;   ///< s: when the change began
        double rise = 0.0;    ///< s
        bool linear = false;  ///< else smoothly
        double strain_at_limit = 0.0;
        double power = 0.0;  ///< W, in the last step
    };

    Gradient derivative(std::size_t k) const;
    void set_derivative(std::size_t k, const Gradient& to);
    void place();
    void add_powers(const StressSums& sum, double time, CellWork& work);

    CellControl control_;
    const Gear& gear_;
    double dt_;
    geometry::Vec2 low_;
    Coordinate matrix_;  ///< Lx, Ly and tilt, with their scaled derivatives
    Gradient placed_;    ///< H
    Gradient speed_;
    Gradient searched_;  ///< H at the last search
    Gradient stress_;
    Gradient strain_;
    double area_at_start_ = 0.0;
    double skin_ = 0.0;
    bool has_power_ = false;  ///< of the last step
    std::array<State, cell_components> states_;
    Flow flow_;
    std::vector<StressSums> carried_;
    std::vector<Gradient> derivatives_;
};

}  // namespace scree::engine
