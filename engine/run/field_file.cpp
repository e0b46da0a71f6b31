#include "engine/run/field_file.h"

#include <cstdint>

#include "engine/files/hdf5_writer.h"

namespace scree::engine {
namespace {

std::vector<double> middles(double low, double high, std::size_t count) {
    std::vector<double> places;
    for (std::size_t k = 0; k < count; ++k)
        places.push_back(low + (high - low) * (static_cast<double>(k) + 0.5) /
                                   static_cast<double>(count));
    return places;
}

void write_field(Hdf5Writer& file, const std::string& group, const Field& field) {
    std::vector<std::string> names;
    std::vector<std::string> units;
    for (const FieldArray& array : field.arrays) {
        names.emplace_back(array.column.key);
        units.emplace_back(array.column.unit);
        file.write<double>(group + "/" + names.back(), array.values, field.columns);
    }
    file.write_strings(group + "/names", names);
    file.write_strings(group + "/units", units);
    file.write<double>(group + "/x", middles(field.box.low.x, field.box.high.x, field.columns));
    file.write<double>(group + "/y", middles(field.box.low.y, field.box.high.y, field.rows));
    file.write<double>(group + "/width", std::span(&field.width, 1));
    const std::uint64_t frames = field.frames;
    file.write<std::uint64_t>(group + "/frames", std::span(&frames, 1));
}

}  // namespace

std::vector<std::byte> encode_fields(std::span<const NamedField> fields) {
    Hdf5Writer file;
    file.write_attribute("format", std::string("scree fields"));
    file.write_attribute<std::uint32_t>("version", 1);
    for (const auto& [name, field] : fields)
        if (!field.arrays.empty()) write_field(file, "/" + name, field);
    return file.image();
}

}  // namespace scree::engine
