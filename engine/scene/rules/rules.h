#pragma once

#include "engine/scene/report.h"

/// The conditions that several keys of a table must fulfil together, beyond what the table of keys
/// says of each.
namespace scree::engine {

void domain_rule(const CheckedTable& domain);
void cell_component_rule(const CheckedTable& component);
void hgrid_rule(const CheckedTable& broad_phase);
void material_rule(const CheckedTable& material);
void pair_rule(const CheckedTable& pair);
/// Checks that `vertices` are the outline of a convex polygon.
void outline_rule(const CheckedTable& shape);
void wall_shape_rule(const CheckedTable& shape);
void wall_rule(const CheckedTable& wall);
void load_rule(const CheckedTable& motion);
void table_rule(const CheckedTable& motion);
void stage_end_rule(const CheckedTable& until);
void start_rule(const CheckedTable& start);
void row_rule(const CheckedTable& shape);
void grains_rule(const CheckedTable& group);
void wall_load_rule(const CheckedTable& measure);
void shear_rule(const CheckedTable& measure);
void profile_rule(const CheckedTable& measure);
void flow_rule(const CheckedTable& measure);
void segregation_rule(const CheckedTable& measure);
void scene_rule(const CheckedTable& scene);

// Parts of scene_rule.
/// Checks that nothing but its stages ends a run that has some.
void check_ends(const CheckedTable& scene);
/// Checks that every pressure has a length to act on.
void check_loads(const CheckedTable& scene);

/// Checks that nothing in the scene is in the way of a cell that deforms.
void check_cell(const CheckedTable& scene);
/// Checks that all groups of a packing want the same.
void check_packing(const CheckedTable& scene);

/// Checks the times of measures, and whether the domain allows them.
void check_measures(const CheckedTable& scene);

/// The duration of a scene, s: that of the run, or of all stages together; 0 where it is missing.
double duration_of(const TomlTable& scene);

}  // namespace scree::engine
