#include "engine/dynamics/health_watch.h"

#include <algorithm>
#include <cmath>
#include <tuple>
#include <vector>

#include "engine/dynamics/snapshot_check.h"

namespace scree::engine {
namespace {

std::string at_time(double time) { return "at t = " + std::to_string(time) + " s "; }

/// What no cell of a sound run goes through: a strain in one step, a growth of its area since the
/// start, and a strain at the limit of the rates.
constexpr double largest_strain_in_a_step = 0.1;
constexpr double largest_growth = 100.0;
constexpr double largest_strain_at_limit = 5.0;

double component_of(const Gradient& g, std::size_t component) {
    return component == 0 ? g.xx : component == 1 ? g.yy : g.xy;
}

std::string grain_name(GrainId id) { return "grain " + std::to_string(id); }

}  // namespace

void HealthWatch::look_at_stability(const Bodies& bodies, const Domain& domain,
                                    const Contacts& contacts, const ContactForces& forces,
                                    double dt, std::uint64_t step) {
    for (std::size_t i = 0; i < bodies.grain_count(); ++i) {
        const double share = limit_.share(forces.rates_of(i, bodies, domain, contacts), dt);
        if (!(share > stability_.share)) continue;
        stability_.share = share;
        stability_.grain = bodies.id_of(i);
        stability_.step = step;
    }
}

void HealthWatch::check_reach(const Bodies& bodies, const Walls& walls, const Period& period,
                              double time) const {
    bodies.for_each([&](Body body) {
        if (period.is_in_reach(bodies.kinematics(body).pose.position)) return;
        if (is_wall(body))
            throw Breakdown(at_time(time) + walls.name_of(walls.wall_of(body)) +
                                " has gone around a periodic domain too often",
                            std::nullopt);
        throw Breakdown(at_time(time) + grain_name(bodies.id_of(body)) +
                            " goes around a periodic domain too fast: take a smaller time step",
                        bodies.id_of(body));
    });
}

void HealthWatch::check_speeds(double travel, double smallest_inradius, const Bodies& bodies,
                               const Walls& walls, const Domain& domain, double dt,
                               double time) const {
    if (travel <= std::min(smallest_inradius, walls.smallest_thickness())) return;
    const auto check = [&](Body body, double limit, const std::string& name,
                           std::optional<GrainId> grain) {
        const Kinematics& motion = bodies.kinematics(body);
        const double way = dt * length(motion.velocity - domain.flow_at(motion.pose.position));
        // What is not finite is reported as such, a little later.
        if (way <= limit || !std::isfinite(way)) return;
        throw Breakdown(at_time(time) + name + " moves by " + std::to_string(way) +
                            " m in one step, more than " + std::to_string(limit) +
                            " m, so that it could pass through others unnoticed: take a smaller "
                            "time step, or move it more slowly",
                        grain);
    };
    bodies.for_each([&](Body body) {
        if (!is_wall(body)) {
            check(body, smallest_inradius, grain_name(bodies.id_of(body)), bodies.id_of(body));
        } else if (walls.is_there(walls.wall_of(body))) {
            check(body, std::min(smallest_inradius, 2.0 * inradius(walls.given(body).shape)),
                  walls.name_of(walls.wall_of(body)), std::nullopt);
        }
    });
}

void HealthWatch::check_width(const DeformingCell& cell, double largest_radius, double time) const {
    const double least = least_period * 2.0 * largest_radius;
    const double width = cell.narrowest();
    if (width >= least) return;
    throw Breakdown(at_time(time) + "the cell is " + std::to_string(width) +
                        " m wide where it is narrowest, and the largest grain is " +
                        std::to_string(2.0 * largest_radius) + " m across: below " +
                        std::to_string(least) +
                        " m two grains could meet twice; begin with a larger cell and more grains, "
                        "or end the run or the stage earlier",
                    std::nullopt);
}

void HealthWatch::check_cell(const DeformingCell& cell, double dt, double time) const {
    const Gradient rate = cell.rate();
    const double way = dt * (std::abs(rate.xx) + std::abs(rate.yy) + std::abs(rate.xy));
    if (!cell.is_finite() || !(way < largest_strain_in_a_step))
        throw Breakdown(at_time(time) +
                            "the cell deforms by more than a tenth in one step: take a smaller "
                            "time step, smaller rates, or more mass (domain.cell.mass)",
                        std::nullopt);
    if (cell.growth() > largest_growth)
        throw Breakdown(at_time(time) + "the cell has grown to " + std::to_string(cell.growth()) +
                            " times its area at the start, and its grains no longer bear anything: "
                            "check the signs of rates (shortening is negative) and of stresses "
                            "(pressure is positive)",
                        std::nullopt);
    for (std::size_t c = 0; c < cell_components; ++c) {
        if (!cell.is_stress(c) || !(cell.strain_at_limit(c) > largest_strain_at_limit)) continue;
        const std::string name(name_of(static_cast<CellComponent>(c)));
        throw Breakdown(at_time(time) + "the grains do not bear the stress " + name + " = " +
                            std::to_string(cell.target(c)) + " N/m that is asked of the cell: it " +
                            "was strained by " + std::to_string(cell.strain_at_limit(c)) +
                            " at its largest rate, and has " +
                            std::to_string(component_of(cell.stress(), c)) +
                            " N/m; ask for a smaller one, or give domain.cell." + name + " a rate",
                        std::nullopt);
    }
}

void HealthWatch::check_crowds(std::size_t first, const Bodies& bodies, double time) const {
    // Grains whose inradius is between 2^k and 2^(k + 1), and whose centres are in the same square
    // with a side of 2^k, overlap by far more than contacts do.
    struct Place {
        int size = 0;
        double x = 0.0;
        double y = 0.0;
        std::size_t grain = 0;

        bool is_at(const Place& other) const {
            return size == other.size && x == other.x && y == other.y;
        }
    };
    constexpr std::size_t most_in_a_place = 8;
    std::vector<Place> places;
    for (std::size_t i = first; i < bodies.grain_count(); ++i) {
        const int size = std::ilogb(inradius(bodies.shape(i)));
        const Vec2 at = bodies.position(i) / std::ldexp(1.0, size);
        places.push_back({size, std::floor(at.x), std::floor(at.y), i});
    }
    std::ranges::sort(places, {}, [](const Place& place) {
        return std::tuple(place.size, place.x, place.y, place.grain);
    });
    for (std::size_t k = most_in_a_place; k < places.size(); ++k) {
        const Place& one = places[k - most_in_a_place];
        if (!places[k].is_at(one)) continue;
        throw Breakdown(at_time(time) + grain_name(bodies.id_of(one.grain)) + " and " +
                            grain_name(bodies.id_of(places[k].grain)) +
                            " are two of many grains in the same place: place grains further apart",
                        bodies.id_of(one.grain));
    }
}

void HealthWatch::check_overlaps(std::span<const ContactSums> blocks, const Bodies& bodies,
                                 const Walls& walls, const Contacts& contacts, double time) const {
    for (const ContactSums& sums : blocks) {
        if (sums.too_deep == ContactSums::none) continue;
        const auto [i, j] = contacts.all()[sums.too_deep].pair;
        const std::string other =
            is_wall(j) ? walls.name_of(walls.wall_of(j)) : grain_name(bodies.id_of(j));
        const bool swallowed = contacts.list().overlaps[sums.too_deep].swallowed;
        throw Breakdown(at_time(time) + grain_name(bodies.id_of(i)) +
                            (swallowed ? " is swallowed by " : " overlaps with ") + other +
                            ", which is too deep for a contact: take a smaller time step or a "
                            "stiffer material, or place grains further apart",
                        bodies.id_of(i));
    }
}

void HealthWatch::report_no_resistance(const Walls& walls, std::size_t wall, double time) const {
    const double way = walls.loads().way(wall);
    const std::string name = walls.name_of(wall);
    if (!std::isfinite(way))
        throw Breakdown(at_time(time) + "the motion of " + name +
                            " is no longer finite: give it a larger mass or a smaller load",
                        std::nullopt);
    throw Breakdown(at_time(time) + name + " has moved by " + std::to_string(way) +
                        " m under its load and finds nothing that resists: check the direction "
                        "`along`, place it nearer to the grains, or give it stops by `travel`",
                    std::nullopt);
}

void HealthWatch::report_not_finite(GrainId grain, double time) const {
    throw Breakdown(at_time(time) + "the state of " + grain_name(grain) +
                        " is no longer finite: take a smaller time step or a softer material",
                    grain);
}

void HealthWatch::write(Snapshot& to) const {
    to.stability_share = stability_.share;
    to.stability_grain = stability_.grain;
    to.stability_step = stability_.step;
}

void HealthWatch::check(const Snapshot& from) const {
    snapshot_check::require(std::isfinite(from.stability_share),
                            "a share of the limit of stability is not finite");
}

void HealthWatch::read(const Snapshot& from) {
    stability_.share = from.stability_share;
    stability_.grain = from.stability_grain;
    stability_.step = from.stability_step;
}

}  // namespace scree::engine
