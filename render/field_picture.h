#pragma once

#include <string>
#include <vector>

#include "engine/measure/kinds/field.h"
#include "render/picture.h"

namespace scree::render {

/// What a picture can show of any field: its arrays, and the lengths of its vectors.
std::vector<std::string> field_quantities();

/// A quantity of a field for a picture. It is left out where there is nothing of it, and where
/// grains cover so little that only the outermost kernels reach there. Throws std::invalid_argument
/// for a quantity that the field does not have.
PictureField picture_of(const engine::Field& field, const std::string& quantity);

}  // namespace scree::render
