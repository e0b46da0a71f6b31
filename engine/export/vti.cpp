#include "engine/export/vti.h"

#include <algorithm>
#include <array>

#include "engine/base/spec_error.h"
#include "engine/export/vtp_file.h"
#include "engine/run/mean_profile.h"

namespace scree::engine {
namespace {

/// Two arrays that are the parts of a vector.
struct VectorArrays {
    const char* name;
    const char* x;
    const char* y;
};
constexpr std::array<VectorArrays, 2> vector_arrays{
    {{"velocity", "vx", "vy"}, {"displacement", "displacement_x", "displacement_y"}}};

std::string in_quotes(const std::string& text) { return "\"" + text + "\""; }

/// A file of image data in VTK's XML form, with numbers for cells. Each array is stored after the
/// text, as its length in bytes and then those bytes; the text says where it begins.
class VtiFile {
public:
    void add_array(const std::string& name, int components, std::span<const double> values) {
        elements_ += element(name, components, values);
    }
    std::string bytes(const Field& field, double time) {
        const Vec2 size = field.box.high - field.box.low;
        const std::string extent = in_quotes("0 " + std::to_string(field.columns) + " 0 " +
                                             std::to_string(field.rows) + " 0 0");
        const auto pair = [](double x, double y, const char* z) {
            return in_quotes(number_text(x) + " " + number_text(y) + z);
        };
        const std::string when = element("TimeValue", 1, {&time, 1});
        return "<?xml version=\"1.0\"?>\n<VTKFile type=\"ImageData\" version=\"1.0\" "
               "byte_order=\"LittleEndian\" header_type=\"UInt64\">\n<ImageData WholeExtent=" +
               extent + " Origin=" + pair(field.box.low.x, field.box.low.y, " 0") + " Spacing=" +
               pair(size.x / static_cast<double>(field.columns),
                    size.y / static_cast<double>(field.rows), " 1") +
               ">\n<FieldData>\n" + when + "</FieldData>\n<Piece Extent=" + extent +
               ">\n<CellData>\n" + elements_ +
               "</CellData>\n</Piece>\n</ImageData>\n<AppendedData encoding=\"raw\">\n_" +
               appended_ + "\n</AppendedData>\n</VTKFile>\n";
    }

private:
    std::string element(const std::string& name, int components, std::span<const double> values) {
        const std::string offset = std::to_string(appended_.size());
        const std::uint64_t length = values.size_bytes();
        append(std::as_bytes(std::span(&length, 1)));
        append(std::as_bytes(values));
        const std::string tuples = name == "TimeValue" ? " NumberOfTuples=\"1\"" : "";
        return "<DataArray type=\"Float64\" Name=" + in_quotes(name) +
               " NumberOfComponents=" + in_quotes(std::to_string(components)) + tuples +
               " format=\"appended\" offset=" + in_quotes(offset) + "/>\n";
    }
    void append(std::span<const std::byte> bytes) {
        appended_.append(reinterpret_cast<const char*>(bytes.data()), bytes.size());
    }

    std::string elements_;
    std::string appended_;
};

std::string vti_file(const Field& field, double time) {
    VtiFile file;
    for (const auto& [name, x, y] : vector_arrays) {
        const FieldArray* first = field.find(x);
        const FieldArray* second = field.find(y);
        if (first == nullptr || second == nullptr) continue;
        std::vector<double> flat;
        for (std::size_t k = 0; k < first->values.size(); ++k)
            flat.insert(flat.end(), {first->values[k], second->values[k], 0.0});
        file.add_array(name, 3, flat);
    }
    for (const FieldArray& array : field.arrays) {
        const auto is_part = [&](const VectorArrays& vector) {
            return array.column.key == vector.x || array.column.key == vector.y;
        };
        if (std::ranges::none_of(vector_arrays, is_part))
            file.add_array(std::string(array.column.key), 1, array.values);
    }
    return file.bytes(field, time);
}

}  // namespace

std::vector<std::string> vti_kinds(const Scene& scene) {
    std::vector<std::string> kinds;
    for (const MeasureSpec& spec : field_specs(scene))
        for (const char* ending : {"_#.vti", ".pvd", "_mean.vti"})
            kinds.push_back(spec.name + ending);
    return kinds;
}

bool export_vti(RunFrames& run, std::span<const std::uint64_t> frames, const ExportFolder& folder,
                const KeepGoing& keep_going) {
    TrajectoryReader reader(run.folder());
    std::vector<MeasureSpec> specs = field_specs(run.scene());
    for (MeasureSpec& spec : specs) spec = with_width(reader, run.scene(), spec);
    std::vector<std::vector<TimedFile>> series(specs.size());
    for (std::size_t k = 0; k < frames.size(); ++k) {
        if (!keep_going(k)) return false;
        for (std::size_t s = 0; s < specs.size(); ++s) {
            const Field field = field_of_frame(reader, run.scene(), specs[s], frames[k]);
            if (field.arrays.empty()) continue;
            const double time = reader.time(frames[k]);
            const std::string name = specs[s].name + "_" + padded_number(frames[k]) + ".vti";
            folder.append(name, vti_file(field, time));
            series[s].push_back({time, name});
        }
    }
    const SeriesRows rows(run.folder());
    for (std::size_t s = 0; s < specs.size(); ++s) {
        const Field mean = mean_field(reader, run.scene(), rows, specs[s]);
        if (mean.arrays.empty())
            throw ExportRefused(run.folder().string() + ": " + specs[s].name + ": " + mean.note);
        folder.append(specs[s].name + "_mean.vti",
                      vti_file(mean, reader.time(reader.frames() - 1)));
        folder.append(specs[s].name + ".pvd", pvd_file(series[s]));
    }
    return true;
}

}  // namespace scree::engine
