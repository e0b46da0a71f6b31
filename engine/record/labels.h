#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "engine/files/hdf5_reader.h"
#include "engine/files/hdf5_writer.h"
#include "engine/scene/scene.h"

namespace scree::engine {

/// What things are called in a run. The numbers in its tables count through these lists.
struct RunNames {
    std::vector<std::string> materials;
    std::vector<std::string> groups;
    std::vector<std::string> walls;
    std::vector<std::string> stages;  ///< one empty name in a scene without stages

    friend bool operator==(const RunNames&, const RunNames&) = default;
};

/// The name of a number that counts through a list; empty where it is not known.
inline std::string name_in(const std::vector<std::string>& names, std::int32_t number) {
    return number < 0 ? std::string() : names.at(static_cast<std::size_t>(number));
}

/// What each file of a trajectory says once.
struct RunLabels {
    RunNames names;
    DomainSpec domain;  ///< as the run begins
};
RunLabels labels_of(const Scene& scene);

void write_labels(Hdf5Writer& file, const RunLabels& labels);

/// Reads the names of materials, and if the file has them all others. Throws Hdf5Error, and
/// FileError with this path for names that no scene can give.
RunNames read_names(const Hdf5Reader& file, bool has_all, const std::filesystem::path& path);

}  // namespace scree::engine
