#include "engine/run/loads.h"

#include <algorithm>
#include <cmath>

namespace scree::engine {
namespace {

/// A change of load takes so many times as long as a wave through the packing.
constexpr double waves_of_rise = 8.0;
/// The damper of `matched`, over n sqrt(Y m).
constexpr double matched = 0.7;
/// The largest speed along the load, over d sqrt(P / m).
constexpr double share_of_speed = 0.1;
/// The overlap of a grain that a wall meets at a speed v is up to 1.7 (v / d) sqrt(m / Y), and is
/// kept below this share of its size.
constexpr double overlap_per_speed = 1.7;
constexpr double overlap_on_impact = 0.01;

double largest_speed(double pressure, const MeanGrain& grain) {
    const double gentle = overlap_on_impact / overlap_per_speed * grain.diameter *
                          std::sqrt(grain.stiffness / grain.mass);
    if (pressure == 0.0) return gentle;
    return std::min(gentle, share_of_speed * grain.diameter * std::sqrt(pressure / grain.mass));
}

void fill_mass(WallLoad& load, const MeanGrain& grain) {
    if (!load.mass) load.mass = grain.beside(first_length(load)) * grain.mass;
}

void fill(WallLoad& load, double pressure, const MeanGrain& grain) {
    const double length = first_length(load);
    const double n = grain.beside(length);
    if (!load.damping)
        load.damping =
            load.matched_damping ? matched * n * std::sqrt(grain.stiffness * grain.mass) : 0.0;
    if (!load.rise) load.rise = waves_of_rise * grain.height(length) / grain.wave_speed();
    if (!load.max_speed) load.max_speed = largest_speed(pressure, grain);
}

}  // namespace

double MeanGrain::beside(double length) const { return std::max(1.0, length / diameter); }

double MeanGrain::height(double length) const { return area / (usual_fraction * length); }

double MeanGrain::wave_speed() const {
    return std::sqrt(0.5 * stiffness / (usual_fraction * density));
}

MeanGrain mean_grain(std::span<const std::span<const NewGrain>> groups,
                     const std::vector<Material>& materials, const ContactTable& contacts) {
    MeanGrain mean;
    double count = 0.0;
    for (const std::span<const NewGrain> grains : groups)
        for (const NewGrain& grain : grains) {
            const double area = geometry::area(grain.shape);
            count += 1.0;
            mean.diameter += equivalent_diameter(grain.shape);
            mean.mass += materials[grain.material].density * area;
            mean.area += area;
            mean.stiffness += contacts.at(grain.material, grain.material).stiffness;
        }
    if (count == 0.0) return mean;
    mean.density = mean.mass / mean.area;
    mean.diameter /= count;
    mean.mass /= count;
    mean.stiffness /= count;
    return mean;
}

double first_length(const WallLoad& load) {
    return load.between ? std::max(load.gap, 0.0) : load.length;
}

double pressure_of(const Stage& stage, std::size_t wall) {
    double largest = 0.0;
    for (const StageValues* values : {&stage.begin, &stage.end}) {
        const WallMotion& motion = values->motions[wall];
        if (!motion.is_loaded()) continue;
        const WallLoad& load = motion.load;
        const double length = first_length(load);
        double pressure = std::abs(load.value) / (load.is_pressure ? 1.0 : length);
        if (load.weight && load.mass)
            pressure += *load.mass * std::abs(dot(values->gravity, load.along)) / length;
        largest = std::max(largest, pressure);
    }
    return largest;
}

void fill_loads(std::vector<Stage>& stages, const MeanGrain& grain) {
    for (Stage& stage : stages)
        for (std::size_t w = 0; w < stage.begin.motions.size(); ++w) {
            for (StageValues* values : {&stage.begin, &stage.end})
                if (values->motions[w].is_loaded()) fill_mass(values->motions[w].load, grain);
            const double pressure = pressure_of(stage, w);
            for (StageValues* values : {&stage.begin, &stage.end})
                if (values->motions[w].is_loaded()) fill(values->motions[w].load, pressure, grain);
        }
}

bool are_loads_borne(const Simulation& simulation, double share) {
    const Walls& walls = simulation.walls();
    const auto is_borne = [&](std::size_t w) {
        if (walls.loads().is_changing(w, simulation.time())) return false;
        if (walls.loads().is_at_stop(w)) return true;
        const WallLoad& load = walls[w].motion.load;
        const double weight =
            load.weight ? *load.mass * dot(simulation.gravity(), load.along) : 0.0;
        const double asked = walls.load_force(w, simulation.time()) + weight;
        const double borne = -dot(simulation.wall_force(w), load.along);
        return std::abs(asked - borne) <= share * std::max(std::abs(asked), std::abs(borne));
    };
    for (std::size_t w = 0; w < walls.count(); ++w)
        if (walls[w].motion.is_loaded() && walls.is_there(w) && !is_borne(w)) return false;
    return true;
}

double step_factor(const WallLoad& load, const MeanGrain& grain) {
    // A grain between the wall and others swings with omega^2 = (Y / m) (1 + n m / m_w); the time
    // step is made for two equal grains, with twice Y / m.
    const double ratio = grain.beside(first_length(load)) * grain.mass / load.mass.value();
    return ratio > 1.0 ? std::sqrt(2.0 / (1.0 + ratio)) : 1.0;
}

}  // namespace scree::engine
