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

VtpFile::VtpFile(double time) : time_(time) {}

template <class T>
VtpFile::Array VtpFile::array(std::string name, const char* type, int components,
                              std::span<const T> values) {
    return {std::move(name), type, components, bytes_of(values)};
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

void VtpFile::add_array(const std::string& name, std::span<const double> values) {
    data_.push_back(array(name, "Float64", 1, values));
}

void VtpFile::add_array(const std::string& name, std::span<const Vec2> vectors) {
    std::vector<double> flat;
    for (const Vec2 v : vectors) flat.insert(flat.end(), {v.x, v.y, 0.0});
    data_.push_back(array<double>(name, "Float64", 3, flat));
}

void VtpFile::add_tensors(const std::string& name, std::span<const std::array<double, 4>> tensors) {
    std::vector<double> flat;
    for (const auto& [xx, xy, yx, yy] : tensors)
        flat.insert(flat.end(), {xx, xy, 0.0, yx, yy, 0.0, 0.0, 0.0, 0.0});
    data_.push_back(array<double>(name, "Float64", 9, flat));
}

std::string VtpFile::bytes() const {
    // Each array is stored as its length in bytes and then those bytes; the text says where it
    // begins.
    std::string appended;
    const auto element = [&](const Array& made, const std::string& more = {}) {
        std::string text = "<DataArray type=" + quoted(std::string(made.type)) +
                           " Name=" + quoted(made.name) +
                           " NumberOfComponents=" + quoted(made.components) + more +
                           " format=\"appended\" offset=" + quoted(appended.size()) + "/>\n";
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
        "byte_order=\"LittleEndian\" header_type=\"UInt64\">\n<PolyData>\n<FieldData>\n" +
        element(array<double>("TimeValue", "Float64", 1, {&time_, 1}), " NumberOfTuples=\"1\"") +
        "</FieldData>\n<Piece NumberOfPoints=" + quoted(points_.size() / 3) +
        " NumberOfVerts=\"0\" NumberOfLines=" + quoted(line_ends_.size()) +
        " NumberOfStrips=\"0\" NumberOfPolys=" + quoted(polygon_ends_.size()) + ">\n<CellData>\n";
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
