#include "engine/forecast/overlaps.h"

#include <algorithm>
#include <cmath>

#include "engine/dynamics/time_step.h"
#include "engine/forecast/fall.h"
#include "engine/run/loads.h"

namespace scree::engine {
namespace {

/// The slope of a heap that does not exist yet; it is rather too steep.
constexpr double usual_slope = 0.5;

/// A contact as a spring: its stiffness, and the mass that it holds.
struct Yielding {
    double stiffness = 0.0;
    double mass = 0.0;
};

/// The contacts that a grain may have, each with k = Y b / l of the `area` law, the chord b as long
/// as it can be in an overlap of the usual depth: with its like, where l = 2 R and half of the mass
/// moves, and with a wall, where l = 4 R. Corners are softer, so this is the least overlap to
/// expect.
std::vector<Yielding> contacts_of(const NewGrain& grain, const Scene& scene) {
    const GrainKind kind = kind_of(grain, scene.materials);
    std::vector<Yielding> contacts;
    for (const GrainGroup& group : scene.grains)
        contacts.push_back({0.5 * kind.half_chord / kind.size *
                                scene.contacts.at(grain.material, group.material).stiffness,
                            0.5 * kind.mass});
    for (const SceneWall& wall : scene.walls)
        contacts.push_back({0.25 * kind.chord / kind.size *
                                scene.contacts.at(grain.material, wall.wall.material).stiffness,
                            kind.mass});
    return contacts;
}

/// The overlap on impact as a share of the grain's size.
double impact_share(const NewGrain& grain, const Scene& scene, double speed) {
    double share = 0.0;
    for (const auto& [stiffness, mass] : contacts_of(grain, scene))
        share =
            std::max(share, speed * std::sqrt(mass / stiffness) / equivalent_diameter(grain.shape));
    return share;
}

double softest_contact(const NewGrain& grain, const Scene& scene) {
    double stiffness = HUGE_VAL;
    for (const Yielding& contact : contacts_of(grain, scene))
        stiffness = std::min(stiffness, contact.stiffness);
    return stiffness;
}

/// Calls the task for all grains that will ever come, with their groups and their places in them.
template <class Task>
void for_each_grain(const RunSetup& setup, const Task& task) {
    for (std::size_t g = 0; g < setup.grains.size(); ++g)
        for (std::size_t k = 0; k < setup.grains[g].size(); ++k) task(setup.grains[g][k], g, k);
    for (const auto& [group, rain] : setup.rains)
        for (std::size_t k = 0; k < rain.grains().size(); ++k) task(rain.grains()[k], group, k);
}

/// The stiffness of the softest contact of all grains, and the group that has it.
double softest_of_all(const Scene& scene, const RunSetup& setup, std::string& group_of_it) {
    double softest = HUGE_VAL;
    for_each_grain(setup, [&](const NewGrain& grain, std::size_t group, std::size_t) {
        const double stiffness = softest_contact(grain, scene);
        if (stiffness >= softest) return;
        softest = stiffness;
        group_of_it = scene.grains[group].name;
    });
    return softest;
}

/// The height of so much area of grains as a heap or, if that is wider than there is room, as a
/// filling with a heap on it: of the area A a heap of slope s is sqrt(A s) high, and 2 / s times
/// that wide.
double height_of_heap(double area, double width) {
    const double heap = std::sqrt(area * usual_slope);
    if (2.0 * heap / usual_slope <= width) return heap;
    return area / width + 0.25 * width * usual_slope;
}

}  // namespace

std::optional<OverlapEstimate> impact_overlap(const Scene& scene, const RunSetup& setup) {
    const double g = length(strongest_gravity(setup));
    Fall fall;
    if (g > 0.0) fall = let_fall(scene, setup);
    OverlapEstimate worst;
    for_each_grain(setup, [&](const NewGrain& grain, std::size_t group, std::size_t member) {
        const auto* rain = std::get_if<PlaceRain>(&scene.grains[group].place);
        double height = 0.0;
        if (rain != nullptr)
            height = rain->y;
        else if (g > 0.0)
            height = fall.heights[group][member];
        const Vec2 start = rain != nullptr ? rain->velocity : grain.velocity;
        const double speed = std::sqrt(dot(start, start) + 2.0 * g * height);
        const double share = impact_share(grain, scene, speed);
        if (share > worst.share) worst = {share, height, speed, scene.grains[group].name};
    });
    return worst.share > 0.0 ? std::optional(worst) : std::nullopt;
}

std::optional<OverlapEstimate> filling_overlap(const Scene& scene, const RunSetup& setup) {
    const double g = length(strongest_gravity(setup));
    if (g == 0.0) return {};
    double area = 0.0;
    double mass = 0.0;
    for_each_grain(setup, [&](const NewGrain& grain, std::size_t, std::size_t) {
        area += geometry::area(grain.shape);
        mass += scene.materials[grain.material].density * geometry::area(grain.shape);
    });
    OverlapEstimate worst;
    const double softest = softest_of_all(scene, setup, worst.group);
    const Fall fall = let_fall(scene, setup);
    const double heap =
        height_of_heap(area / usual_fraction, width_across(scene.domain, strongest_gravity(setup)));
    // The load of a column on its foot, per length: f rho g h.
    const double of_placed = fall.fraction * fall.filling;
    const double of_heap = usual_fraction * heap;
    worst.height = of_placed > of_heap ? fall.filling : heap;
    worst.share = mass / area * g * std::max(of_placed, of_heap) / softest;
    return worst;
}

std::optional<OverlapEstimate> pressed_overlap(const Scene& scene, const RunSetup& setup,
                                               double pressure) {
    OverlapEstimate worst;
    const double softest = softest_of_all(scene, setup, worst.group);
    if (worst.group.empty()) return {};
    worst.share = pressure / softest;
    return worst;
}

}  // namespace scree::engine
