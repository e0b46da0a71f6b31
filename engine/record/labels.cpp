#include "engine/record/labels.h"

#include <algorithm>
#include <array>

#include "engine/files/file_error.h"
#include "engine/frame/tables.h"
#include "engine/scene/names.h"

namespace scree::engine {
namespace {

/// Of all names in a list. A scene has a thousand of 64 bytes at most, and those of the run that it
/// begins from.
constexpr std::uint64_t most_name_bytes = 1 << 20;

/// Where a list of names is in a file, and what they are names of.
struct NameList {
    const char* path;
    const char* what;
    std::vector<std::string> RunNames::*names;
};
constexpr NameList materials_list{"/materials", "material", &RunNames::materials};
constexpr std::array other_lists{
    NameList{"/names/groups", "group", &RunNames::groups},
    NameList{"/names/walls", "wall", &RunNames::walls},
    NameList{"/names/stages", "stage", &RunNames::stages},
};

/// A file may come from a stranger, and its names get into tables and messages.
void check(const std::vector<std::string>& names, const NameList& list,
           const std::filesystem::path& path) {
    const auto refuse = [&](const std::string& what) {
        throw FileError(FileError::Kind::damaged, path, what);
    };
    const bool has_no_stages =
        list.names == &RunNames::stages && names == std::vector<std::string>{""};
    if (!has_no_stages && !std::ranges::all_of(names, is_name))
        refuse(std::string("names a ") + list.what + " as no scene can: in " + list.path +
               " are other characters than letters, digits, `_` and `-`, or more than " +
               std::to_string(longest_name) + " of them");
    std::vector<std::string> sorted = names;
    std::ranges::sort(sorted);
    if (const auto twice = std::ranges::adjacent_find(sorted); twice != sorted.end())
        refuse(std::string("has a second ") + list.what + " `" + *twice + "` in " + list.path);
}

}  // namespace

RunLabels labels_of(const Scene& scene) {
    RunLabels labels{{}, scene.domain};
    for (const Material& material : scene.materials)
        labels.names.materials.push_back(material.name);
    for (const GrainGroup& group : scene.grains) labels.names.groups.push_back(group.name);
    for (const SceneWall& wall : scene.walls) labels.names.walls.push_back(wall.name);
    for (const Stage& stage : scene.stages) labels.names.stages.push_back(stage.name);
    return labels;
}

void write_labels(Hdf5Writer& file, const RunLabels& labels) {
    file.write_strings(materials_list.path, labels.names.materials);
    for (const NameList& list : other_lists)
        file.write_strings(list.path, labels.names.*list.names);
    file.write_strings("/names/kinds",
                       std::vector<std::string>(contact_kinds.begin(), contact_kinds.end()));
    const DomainSpec& domain = labels.domain;
    file.write<double>("/domain/x", std::array{domain.x.low, domain.x.high}, 1, "m");
    file.write<double>("/domain/y", std::array{domain.y.low, domain.y.high}, 1, "m");
    file.write<std::uint8_t>("/domain/periodic", std::array{std::uint8_t{domain.periodic_x},
                                                            std::uint8_t{domain.periodic_y}});
}

RunNames read_names(const Hdf5Reader& file, bool has_all, const std::filesystem::path& path) {
    RunNames names;
    const auto read = [&](const NameList& list) {
        names.*list.names = file.read_strings(list.path, most_name_bytes);
        check(names.*list.names, list, path);
    };
    read(materials_list);
    if (has_all) std::ranges::for_each(other_lists, read);
    return names;
}

}  // namespace scree::engine
