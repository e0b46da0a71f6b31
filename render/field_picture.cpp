#include "render/field_picture.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <stdexcept>
#include <utility>

namespace scree::render {
namespace {

using engine::Field;
using engine::FieldArray;

/// Where grains cover less, numbers are not shown.
constexpr double least_fraction = 0.1;

/// The lengths of vectors, from both of their parts.
struct Length {
    const char* name;
    const char* x;
    const char* y;
};
constexpr std::array<Length, 2> lengths{
    {{"speed", "vx", "vy"}, {"displacement", "displacement_x", "displacement_y"}}};

constexpr std::array signed_arrays{
    "vx",      "vy",      "xy",   "yx",        "contact_xy",     "contact_yx",    "kinetic_xy",
    "rate_xx", "rate_yy", "rate", "vorticity", "displacement_x", "displacement_y"};

const FieldArray& array_of(const Field& field, const std::string& quantity,
                           const std::string& key) {
    if (const FieldArray* array = field.find(key)) return *array;
    throw std::invalid_argument("the field has no " + quantity +
                                (field.note.empty() ? "" : ": " + field.note));
}

}  // namespace

std::vector<std::string> field_quantities() {
    std::vector<std::string> names;
    for (const engine::Column& column : engine::field_arrays) names.emplace_back(column.key);
    for (const engine::Column& column : engine::displacement_arrays) names.emplace_back(column.key);
    for (const Length& length : lengths) names.emplace_back(length.name);
    return names;
}

PictureField picture_of(const Field& field, const std::string& quantity) {
    PictureField picture{field.box, field.columns, field.rows, {}, quantity, "", false};
    const auto length = std::ranges::find(lengths, quantity, &Length::name);
    const FieldArray& first =
        array_of(field, quantity, length == lengths.end() ? quantity : length->x);
    picture.values = first.values;
    if (length != lengths.end()) {
        const FieldArray& second = array_of(field, quantity, length->y);
        for (std::size_t k = 0; k < picture.values.size(); ++k)
            picture.values[k] = std::hypot(first.values[k], second.values[k]);
    }
    if (first.column.unit != "1") picture.unit = first.column.unit;
    std::ranges::replace(picture.name, '_', ' ');
    picture.is_signed = std::ranges::find(signed_arrays, quantity) != signed_arrays.end();
    const std::vector<double>& fraction = array_of(field, quantity, "fraction").values;
    for (std::size_t k = 0; k < picture.values.size(); ++k)
        if (fraction[k] < least_fraction)
            picture.values[k] = std::numeric_limits<double>::quiet_NaN();
    return picture;
}

}  // namespace scree::render
