#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "engine/measure/kinds/field.h"

namespace scree::engine {

/// The field of a [[measure]] of a scene.
struct NamedField {
    std::string name;
    Field field;
};

/// The bytes of fields.h5: a group for each field that could be measured, with its arrays row by
/// row from the bottom, their names and units, the middles of the cells, and the width.
std::vector<std::byte> encode_fields(std::span<const NamedField> fields);

}  // namespace scree::engine
