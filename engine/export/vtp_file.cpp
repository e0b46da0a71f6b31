#include "engine/export/vtp_file.h"

#include <bit>
#include <utility>

#include "engine/base/spec_error.h"

namespace scree::engine {
namespace {

using geometry::Vec2;

static_assert(std::endian::native == std::endian::little, "the files say LittleEndian");

template <class T>
std::string bytes_of(std::span<const T> values) {
    const auto bytes = std::as_bytes(values);
    return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

std::string quoted(const std::string& text) { return "\"" + text + "\""; }

template <class T>
std::string quoted(T number) {
    return quoted(std::to_string(number));
}

}  // namespace

template <class T>
VtpFile::Array VtpFile::array(std::string name, const char* type, int components,
                              std::span<const T> values, const char* unit) {
    return {std::move(name), type, components, bytes_of(values), unit};
}

VtpFile::VtpFile(double time) {
    // VTK knows the time of a file by this name.
    fields_.push_back({array<double>("TimeValue", "Float64", 1, {&time, 1}, "s"), 1});
}

void VtpFile::add_number(const std::string& name, std::uint64_t number) {
    const auto value = static_cast<std::int64_t>(number);
    fields_.push_back({array<std::int64_t>(name, "Int64", 1, {&value, 1}), 1});
}

void VtpFile::add_texts(const std::string& name, std::span<const std::string> texts) {
    if (texts.empty()) return;
    std::string all;
    for (const std::string& text : texts) all.append(text).push_back('\0');
    fields_.push_back({array<char>(name, "String", 1, all), texts.size()});
}

void VtpFile::end_cell(std::vector<std::int64_t>& ends) {
    const auto points = static_cast<std::int64_t>(points_.size() / 3);
    for (auto p = static_cast<std::int64_t>(connectivity_.size()); p < points; ++p)
        connectivity_.push_back(p);
    ends.push_back(points);
}

void VtpFile::add_polygon(std::span<const Vec2> corners) {
    for (const Vec2 corner : corners) points_.insert(points_.end(), {corner.x, corner.y, 0.0});
    end_cell(polygon_ends_);
}

void VtpFile::add_line(Vec2 from, Vec2 to) {
    points_.insert(points_.end(), {from.x, from.y, 0.0, to.x, to.y, 0.0});
    end_cell(line_ends_);
}

void VtpFile::add_array(const std::string& name, std::span<const std::int32_t> values) {
    data_.push_back(array(name, "Int32", 1, values));
}

void VtpFile::add_array(const std::string& name, std::span<const float> values, const char* unit) {
    data_.push_back(array(name, "Float32", 1, values, unit));
}

void VtpFile::add_array(const std::string& name, std::span<const double> values, const char* unit) {
    data_.push_back(array(name, "Float64", 1, values, unit));
}

void VtpFile::add_array(const std::string& name, std::span<const Vec2> vectors, const char* unit) {
    std::vector<double> flat;
    for (const Vec2 v : vectors) flat.insert(flat.end(), {v.x, v.y, 0.0});
    data_.push_back(array<double>(name, "Float64", 3, flat, unit));
}

void VtpFile::add_array(const std::string& name, std::span<const Turns> turns) {
    std::vector<std::int32_t> flat;
    for (const Turns t : turns) flat.insert(flat.end(), {t.x, t.y, 0});
    data_.push_back(array<std::int32_t>(name, "Int32", 3, flat));
}

void VtpFile::add_tensors(const std::string& name, std::span<const std::array<double, 4>> tensors,
                          const char* unit) {
    std::vector<double> flat;
    for (const auto& [xx, xy, yx, yy] : tensors)
        flat.insert(flat.end(), {xx, xy, 0.0, yx, yy, 0.0, 0.0, 0.0, 0.0});
    data_.push_back(array<double>(name, "Float64", 9, flat, unit));
}

std::string VtpFile::bytes() const {
    // Each array is stored as its length in bytes and then those bytes; the text says where it
    // begins.
    std::string appended;
    const auto element = [&](const Array& made, const std::string& more = {}) {
        const std::string kind = made.type == std::string("String") ? "Array" : "DataArray";
        std::string text = "<" + kind + " type=" + quoted(std::string(made.type)) +
                           " Name=" + quoted(made.name) +
                           " NumberOfComponents=" + quoted(made.components) + more +
                           " format=\"appended\" offset=" + quoted(appended.size());
        const std::string unit = made.unit;
        text += unit.empty() ? "/>\n"
                             : "><InformationKey name=\"UNITS_LABEL\" location=\"vtkDataArray\">" +
                                   unit + "</InformationKey></" + kind + ">\n";
        const std::uint64_t length = made.values.size();
        appended += bytes_of<std::uint64_t>({&length, 1}) + made.values;
        return text;
    };
    const auto cells = [&](const std::vector<std::int64_t>& ends) {
        if (ends.empty()) return std::string();
        return element(array<std::int64_t>("connectivity", "Int64", 1, connectivity_)) +
               element(array<std::int64_t>("offsets", "Int64", 1, ends));
    };
    std::string head =
        "<?xml version=\"1.0\"?>\n<VTKFile type=\"PolyData\" version=\"1.0\" "
        "byte_order=\"LittleEndian\" header_type=\"UInt64\">\n<PolyData>\n<FieldData>\n";
    for (const Field& field : fields_)
        head += element(field.array, " NumberOfTuples=" + quoted(field.items));
    head += "</FieldData>\n<Piece NumberOfPoints=" + quoted(points_.size() / 3) +
            " NumberOfVerts=\"0\" NumberOfLines=" + quoted(line_ends_.size()) +
            " NumberOfStrips=\"0\" NumberOfPolys=" + quoted(polygon_ends_.size()) +
            ">\n<CellData>\n";
    for (const Array& made : data_) head += element(made);
    head += "</CellData>\n<Points>\n" + element(array<double>("Points", "Float64", 3, points_)) +
            "</Points>\n<Lines>\n" + cells(line_ends_) + "</Lines>\n<Polys>\n" +
            cells(polygon_ends_) +
            "</Polys>\n</Piece>\n</PolyData>\n<AppendedData encoding=\"raw\">\n_";
    return head + appended + "\n</AppendedData>\n</VTKFile>\n";
}

std::string pvd_file(std::span<const TimedFile> files) {
    std::string text =
        "<?xml version=\"1.0\"?>\n<VTKFile type=\"Collection\" version=\"1.0\" "
        "byte_order=\"LittleEndian\" header_type=\"UInt64\">\n<Collection>\n";
    for (const TimedFile& file : files)
        text += "<DataSet timestep=" + quoted(number_text(file.time)) +
                " group=\"\" part=\"0\" file=" + quoted(file.name) + "/>\n";
    return text + "</Collection>\n</VTKFile>\n";
}

}  // namespace scree::engine
