#pragma once

#include "engine/scene/report.h"

/// The conditions that several keys of a table must fulfil together, beyond what the table of keys
/// says of each.
namespace scree::engine {

void domain_rule(const CheckedTable& domain);
void hgrid_rule(const CheckedTable& broad_phase);
void material_rule(const CheckedTable& material);
void pair_rule(const CheckedTable& pair);
/// Checks that `vertices` are the outline of a convex polygon.
void outline_rule(const CheckedTable& shape);
void wall_shape_rule(const CheckedTable& shape);
void wall_rule(const CheckedTable& wall);
void row_rule(const CheckedTable& shape);
void grains_rule(const CheckedTable& group);
void scene_rule(const CheckedTable& scene);

}  // namespace scree::engine
