// The file packing.h5 of a run that begins with a packing.

#include <cmath>

#include "engine/files/hdf5_reader.h"
#include "engine/files/hdf5_writer.h"
#include "engine/run/packing/packing.h"

namespace scree::engine {
namespace {

constexpr std::uint64_t packing_format = 1;
/// Of a grain: position and angle.
constexpr std::uint64_t pose_numbers = 3;

template <class T>
std::vector<T> read_column(const Hdf5Reader& file, const char* path, std::uint64_t columns = 1) {
    const Extent extent = file.extent(path);
    if (extent.columns != columns)
        throw Hdf5Error(std::string(path) + " does not have the size that it should");
    return file.read<T>(path, extent);
}

}  // namespace

std::vector<std::byte> encode(const Packing& packing) {
    Hdf5Writer file;
    std::vector<std::uint64_t> sizes;
    std::vector<double> scales;
    std::vector<double> places;
    for (const auto& group : packing.groups) {
        sizes.push_back(group ? group->at.size() : 0);
        scales.push_back(group ? group->scale : 1.0);
        for (std::size_t k = 0; group && k < group->at.size(); ++k)
            places.insert(places.end(), {group->at[k].x, group->at[k].y, group->angle[k]});
    }
    file.write_attribute("packing_format", packing_format);
    file.write_attribute("fraction", packing.fraction);
    file.write_attribute("scale", packing.scale);
    file.write_attribute("keeps_box", std::uint64_t{packing.keeps_box});
    file.write_attribute("iterations", packing.iterations);
    file.write_attribute("mean_overlap", packing.mean_overlap);
    file.write_attribute("largest_overlap", packing.largest_overlap);
    file.write<std::uint64_t>("/groups/size", sizes);
    file.write<double>("/groups/scale", scales);
    file.write<double>("/grains/place", places, pose_numbers);
    return file.image();
}

Packing decode_packing(std::vector<std::byte> image) {
    const Hdf5Reader file(std::move(image));
    if (file.attribute<std::uint64_t>("packing_format") != packing_format)
        throw Hdf5Error("it has another format than " + std::to_string(packing_format) +
                        ", which this program reads");
    Packing packing;
    packing.fraction = file.attribute<double>("fraction");
    packing.scale = file.attribute<double>("scale");
    packing.keeps_box = file.attribute<std::uint64_t>("keeps_box") != 0;
    packing.iterations = file.attribute<std::uint64_t>("iterations");
    packing.mean_overlap = file.attribute<double>("mean_overlap");
    packing.largest_overlap = file.attribute<double>("largest_overlap");
    const auto sizes = read_column<std::uint64_t>(file, "/groups/size");
    const auto scales = read_column<double>(file, "/groups/scale");
    const auto places = read_column<double>(file, "/grains/place", pose_numbers);
    if (scales.size() != sizes.size()) throw Hdf5Error("its groups are not whole");
    std::size_t at = 0;
    for (std::size_t g = 0; g < sizes.size(); ++g) {
        if (sizes[g] > places.size() / pose_numbers - at) throw Hdf5Error("it has too few places");
        if (!std::isfinite(scales[g]) || !(scales[g] > 0.0)) throw Hdf5Error("a scale is none");
        auto packed = std::make_shared<PackedGroup>();
        packed->scale = scales[g];
        for (const std::size_t end = at + sizes[g]; at < end; ++at) {
            const double* place = places.data() + pose_numbers * at;
            if (!std::isfinite(place[0]) || !std::isfinite(place[1]) || !std::isfinite(place[2]))
                throw Hdf5Error("a place is not finite");
            packed->at.push_back({place[0], place[1]});
            packed->angle.push_back(place[2]);
        }
        packing.grains += sizes[g];
        packing.groups.push_back(sizes[g] == 0 ? nullptr : std::move(packed));
    }
    return packing;
}

}  // namespace scree::engine
