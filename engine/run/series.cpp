#include "engine/run/series.h"

#include <algorithm>
#include <array>
#include <limits>
#include <optional>
#include <string_view>

#include "engine/measure/kinds/energy.h"
#include "engine/measure/measure.h"
#include "engine/run/measures.h"

namespace scree::engine {
namespace {

constexpr std::array common_columns{
    Column{"time", "s"},
    Column{"stage", "1"},
    Column{"grains", "1"},
    Column{"contacts", "1"},
    Column{"unbalanced_force", "1"},
};

/// Whether a row has an entry of the ledger as a column; the parts of the kinetic energy are not.
bool is_of_ledger(const Column& column) {
    return !std::string_view(column.key).starts_with("kinetic_");
}

constexpr std::array trace_columns{
    Column{"x", "m"},    Column{"y", "m"},    Column{"angle", "rad"},
    Column{"vx", "m/s"}, Column{"vy", "m/s"}, Column{"spin", "rad/s"},
    Column{"fx", "N"},   Column{"fy", "N"},   Column{"torque", "N m"}};
/// What is traced of a wall beyond that: its load, what the grains bear of it, and how far it has
/// moved since its motion began.
constexpr std::array wall_columns{Column{"load", "N"}, Column{"borne", "N"},
                                  Column{"displacement", "m"}};
using Trace = std::vector<double>;

std::string name_with_unit(std::string_view prefix, std::string_view key, std::string_view unit) {
    std::string name(prefix);
    name.append(key);
    if (unit != "1") name.append(" [").append(unit).append("]");
    return name;
}

void add_name(std::string& line, std::string_view prefix, std::string_view key,
              std::string_view unit) {
    line.append(",").append(name_with_unit(prefix, key, unit));
}

constexpr double unknown = std::numeric_limits<double>::quiet_NaN();

void add_number(std::string& line, std::optional<double> value) {
    line.append(",").append(value ? number_text(*value) : "nan");
}

/// The trace of a grain. Its force and torque are those of its contacts, without its weight.
Trace trace_of_grain(const Simulation& simulation, std::size_t grain) {
    Vec2 force;
    double torque = 0.0;
    const std::span<const Contact> contacts = simulation.contacts();
    for (std::size_t k = 0; k < contacts.size(); ++k) {
        if (!simulation.touches(k)) continue;
        const ContactForce& effect = simulation.contact_forces()[k];
        if (contacts[k].pair.i == grain) {
            force -= effect.force;
            torque += effect.torque[0];
        } else if (contacts[k].pair.j == grain) {
            force += effect.force;
            torque += effect.torque[1];
        }
    }
    const Vec2 at = simulation.unwrapped_position(grain);
    const Vec2 velocity = simulation.velocity(grain);
    return {at.x,       at.y,       simulation.angle(grain),
            velocity.x, velocity.y, simulation.spin(grain),
            force.x,    force.y,    torque};
}

/// The trace of the point that a wall turns about.
Trace trace_of_wall(const World& live, std::size_t wall) {
    const Simulation& simulation = live.simulation();
    const WallPlace place = simulation.wall_place(wall);
    const Vec2 at = simulation.walls()[wall].motion.about + place.shift;
    const WallPush push = simulation.wall_push(wall);
    const WallMotion& motion = simulation.walls()[wall].motion;
    double load = unknown;
    double borne = unknown;
    if (motion.is_loaded()) {
        load = simulation.walls().load_force(wall, simulation.time());
        borne = -dot(push.force, motion.load.along);
    }
    return {at.x,
            at.y,
            place.turn,
            place.velocity.x,
            place.velocity.y,
            place.spin,
            push.force.x,
            push.force.y,
            push.torque,
            load,
            borne,
            simulation.wall_displacement(wall)};
}

Trace trace_of(const World& live, const std::string& name) {
    const Scene& scene = live.scene();
    for (std::size_t w = 0; w < scene.walls.size(); ++w)
        if (scene.walls[w].name == name) return trace_of_wall(live, w);
    for (std::size_t g = 0; g < scene.grains.size(); ++g) {
        if (scene.grains[g].name != name) continue;
        if (const auto grain = live.grain_of_group(g))
            return trace_of_grain(live.simulation(), *grain);
    }
    return Trace(trace_columns.size(), unknown);
}

bool is_wall(const Scene& scene, const std::string& name) {
    return std::ranges::find(scene.walls, name, &SceneWall::name) != scene.walls.end();
}

}  // namespace

std::string TracedColumn::title() const {
    return name_with_unit(name + ".", column.key, column.unit);
}

std::vector<TracedColumn> traced_columns(const Scene& scene) {
    std::vector<TracedColumn> columns;
    for (const std::string& name : scene.output.trace) {
        for (const Column& column : trace_columns) columns.push_back({name, column});
        if (!is_wall(scene, name)) continue;
        for (const Column& column : wall_columns) columns.push_back({name, column});
    }
    return columns;
}

std::vector<double> traced_values(const World& live) {
    std::vector<double> values;
    for (const std::string& name : live.scene().output.trace) {
        const Trace trace = trace_of(live, name);
        values.insert(values.end(), trace.begin(), trace.end());
    }
    return values;
}

std::string series_header(const Scene& scene) {
    std::string line = "step";
    for (const Column& column : common_columns) add_name(line, "", column.key, column.unit);
    for (const Column& column : energy_columns)
        if (is_of_ledger(column)) add_name(line, "", column.key, column.unit);
    for (const TracedColumn& column : traced_columns(scene)) line += "," + column.title();
    for (const MeasureSpec& spec : scene.measures)
        for (const Column& column : columns_of(spec.kind)) {
            add_name(line, spec.name + ".", column.key, column.unit);
            if (column.has_uncertainty)
                add_name(line, spec.name + ".", std::string(column.key) + "_error", column.unit);
        }
    return line + "\n";
}

std::vector<std::string> measured_columns(const Scene& scene) {
    std::vector<std::string> names;
    for (const MeasureSpec& spec : scene.measures)
        for (const Column& column : columns_of(spec.kind))
            names.push_back(name_with_unit(spec.name + ".", column.key, column.unit));
    return names;
}

std::string series_row(const World& live, ShapeBook& shapes, std::span<const double> sums_before) {
    const Simulation& simulation = live.simulation();
    const Ledger ledger = simulation.ledger();
    std::string line = std::to_string(simulation.steps());
    add_number(line, simulation.time());
    add_number(line, static_cast<double>(live.course().now() + 1));
    add_number(line, static_cast<double>(simulation.grain_count()));
    add_number(line, static_cast<double>(live.touching_contacts()));
    add_number(line, live.unbalanced_force());
    for (const double energy :
         {ledger.kinetic, ledger.gravity, ledger.elastic_normal, ledger.elastic_tangential,
          ledger.normal_damping, ledger.tangential_damping, ledger.sliding, ledger.wall_work,
          ledger.added, ledger.law_gain, ledger.wall_kinetic, ledger.load_work, ledger.wall_damping,
          ledger.limiter, ledger.residual()})
        add_number(line, energy);
    for (const double value : traced_values(live)) add_number(line, value);
    for (const auto& [name, measurement] : measure_scene(live, shapes, ledger, sums_before))
        for (const Quantity& quantity : measurement.quantities) {
            add_number(line, quantity.value);
            if (quantity.column.has_uncertainty) add_number(line, quantity.uncertainty);
        }
    return line + "\n";
}

}  // namespace scree::engine
