#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "engine/base/period.h"
#include "geometry/vec2.h"

namespace scree::engine {

/// A file of VTK's XML format for polygons and lines in the plane z = 0, as ParaView and VTK read
/// it: first the names and sizes of all arrays, then their bytes. Every cell has a value in every
/// array; what is said once of all of them is in arrays of the whole file.
class VtpFile {
public:
    explicit VtpFile(double time);

    void add_number(const std::string& name, std::uint64_t number);
    /// Adds texts, if there are any; they may contain anything but zeros.
    void add_texts(const std::string& name, std::span<const std::string> texts);

    void add_polygon(std::span<const geometry::Vec2> corners);
    /// Adds a line. A file must not have both lines and polygons.
    void add_line(geometry::Vec2 from, geometry::Vec2 to);

    // Arrays of the cells. An empty unit is none; VTK knows it as the UNITS_LABEL of the array.
    void add_array(const std::string& name, std::span<const std::int32_t> values);
    void add_array(const std::string& name, std::span<const float> values, const char* unit = "");
    void add_array(const std::string& name, std::span<const double> values, const char* unit = "");
    void add_array(const std::string& name, std::span<const geometry::Vec2> vectors,
                   const char* unit = "");
    void add_array(const std::string& name, std::span<const Turns> turns);
    /// Adds the components xx, xy, yx, yy for each cell.
    void add_tensors(const std::string& name, std::span<const std::array<double, 4>> tensors,
                     const char* unit);

    std::string bytes() const;

private:
    struct Array {
        std::string name;
        const char* type;  ///< the name of the type in VTK
        int components;
        std::string values;
        const char* unit = "";
    };
    template <class T>
    static Array array(std::string name, const char* type, int components,
                       std::span<const T> values, const char* unit = "");
    void end_cell(std::vector<std::int64_t>& offsets);

    struct Field {
        Array array;
        std::size_t items = 0;
    };

    std::vector<Field> fields_;   ///< of the whole file
    std::vector<double> points_;  ///< three numbers for each point
    std::vector<std::int64_t> connectivity_;
    std::vector<std::int64_t> line_ends_;
    std::vector<std::int64_t> polygon_ends_;
    std::vector<Array> data_;
};

/// A member of a series: its file name and its time. A .pvd file, which lies in the same folder,
/// names them, and ParaView opens it in place of the series.
struct TimedFile {
    double time = 0.0;
    std::string name;
};
std::string pvd_file(std::span<const TimedFile> files);

}  // namespace scree::engine
