#include <cmath>
#include <stdexcept>

#include "engine/scene/build_motion.h"
#include "engine/scene/rules/rules.h"
#include "engine/scene/values.h"

namespace scree::engine {
namespace {

/// Reports two keys of which only one may be there.
void exclude(const CheckedTable& table, std::string_view one, std::string_view other) {
    if (has(table.table, one) && has(table.table, other))
        table.error(other, "and " + std::string(one) + " exclude each other: keep one");
}

/// Reports a column of a table of motion that is not as long as its times.
void check_column(const CheckedTable& motion, std::string_view key, std::size_t rows) {
    if (!has(motion.table, key)) return;
    const std::size_t size = list(motion.table, key).size();
    if (size != rows)
        motion.error(key, "must have as many entries as times, which are " + std::to_string(rows) +
                              ", not " + std::to_string(size));
}

DomainSpec domain_of(const TomlTable& scene) {
    const TomlTable& domain = table(scene, "domain");
    DomainSpec result;
    result.x = interval(domain, "x");
    result.y = interval(domain, "y");
    for (const Node& node : list(domain, "periodic"))
        (*node.as<std::string>() == "x" ? result.periodic_x : result.periodic_y) = true;
    return result;
}

void check_load(const CheckedTable& scene, const TomlTable& wall) {
    const TomlTable& motion = table(wall, "motion");
    const Node& node = value(wall, "motion");
    const std::string path = "walls." + text(wall, "name") + ".motion";
    if (text(motion, "kind") != "load") return;
    if (has(motion, "between")) {
        for (const Node& name : list(motion, "between"))
            if (*name.as<std::string>() == text(wall, "name"))
                scene.report.add(name.place,
                                 path +
                                     ".between names the wall itself: give two others, which the "
                                     "pressure acts between");
        return;
    }
    const Node* given = motion.find("length");
    if (!has(motion, "pressure") || (given != nullptr && given->as<double>() != nullptr)) return;
    const Vec2 along = vector(motion, "along");
    if (period_across(along / length(along), domain_of(scene.table))) return;
    scene.report.add(given == nullptr ? node.place : given->place,
                     path + ".length " + (given == nullptr ? "is missing" : "cannot be `period`") +
                         ": the domain is not periodic across the load; give the length that the "
                         "pressure acts on in m, or the two walls that it acts between");
}

}  // namespace

void wall_rule(const CheckedTable& wall) {
    const double from = number(wall.table, "from");
    const double until = number(wall.table, "until");
    if (!(from < until))
        wall.error("until",
                   "must be after from, which is " + to_toml(from) + ", not " + to_toml(until));
}

void load_rule(const CheckedTable& motion) {
    const TomlTable& table = motion.table;
    if (!has(table, "pressure") && !has(table, "force"))
        motion.report.add(motion.place, motion.path + " needs pressure or force");
    exclude(motion, "pressure", "force");
    exclude(motion, "length", "between");
    for (const char* key : {"length", "between"})
        if (has(table, "force") && has(table, key))
            motion.error(key, "is for a pressure: a force acts on the whole wall");
    const Vec2 along = vector(table, "along");
    if (!(length(along) > 0.0)) return motion.error("along", "must have a direction");
    const Vec2 velocity = vector(table, "velocity");
    if (std::abs(dot(velocity, along)) > 1e-9 * length(velocity) * length(along))
        motion.error("velocity", "must be across `along`: along it the load moves the wall");
    if (has(table, "torque") && number(table, "spin") != 0.0)
        motion.error("spin", "must be 0 where a torque lets the wall turn freely");
    if (has(table, "travel")) {
        const Interval travel = interval(table, "travel");
        if (travel.low > 0.0 || travel.high < 0.0)
            motion.error("travel",
                         "must have 0 in it, which is where the motion begins: it goes from " +
                             to_toml(travel.low) + " to " + to_toml(travel.high));
    }
    if (has(table, "between")) {
        const TomlList& names = list(table, "between");
        if (*names[0].as<std::string>() == *names[1].as<std::string>())
            motion.error("between", "must name two different walls");
    }
}

void table_rule(const CheckedTable& motion) {
    const TomlTable& table = motion.table;
    const bool of_places = has(table, "positions") || has(table, "angles");
    const bool of_speeds = has(table, "velocities") || has(table, "spins");
    if (of_places == of_speeds)
        return motion.report.add(
            motion.place, motion.path + (of_places ? " needs either positions and angles, or "
                                                     "velocities and spins"
                                                   : " needs positions, angles, velocities "
                                                     "or spins"));
    const std::size_t errors = motion.report.count();
    for (const char* key : {"positions", "angles", "velocities", "spins"})
        check_column(motion, key, list(table, "times").size());
    if (motion.report.count() > errors) return;
    try {
        build_wall_table(table);
    } catch (const std::invalid_argument& error) {
        motion.report.add(motion.place, motion.path + ": " + error.what());
    }
}

void check_loads(const CheckedTable& scene) {
    for (const Node& wall : list(scene.table, "walls")) check_load(scene, *wall.as<TomlTable>());
}

}  // namespace scree::engine
