#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "engine/grains/packing/pack.h"
#include "engine/scene/scene.h"

/// Runs that begin with a dense packing.
namespace scree::engine {

/// What a packing came to.
struct Packing {
    /// The places of each group of the scene; empty for groups that are not packed.
    std::vector<std::shared_ptr<const PackedGroup>> groups;
    std::size_t grains = 0;
    double fraction = 0.0;  ///< the area of the grains over that of the box
    double scale = 1.0;     ///< the factor by which the box or the grains have changed their size
    bool keeps_box = false;
    std::uint64_t iterations = 0;
    double mean_overlap = 0.0;  ///< as in PackResult, as is the next
    double largest_overlap = 0.0;
};

/// What was packed, in a sentence for people.
std::string words_of(const Packing& packing, const DomainSpec& domain);

/// Is called after each iteration of a packing. An exception from it ends the packing.
using PackObserver = std::function<void(const PackProgress&)>;

/// Whether grains of the scene are to be packed.
bool is_packed(const Scene& scene);

/// Packs the grains of a scene that are to be packed, and leaves other scenes as they are. The
/// scene that is returned has the places of the grains, and the domain that has shrunk to them; its
/// text is that of a scene that leads to the same packing. Throws std::invalid_argument for grains
/// that do not fit.
Scene with_packing(Scene scene, const PackObserver& observer = {});

/// Does the same for the scene of a run folder, which holds the packing. Throws FileError if it
/// cannot be read.
Scene with_packing_in(const std::filesystem::path& folder, Scene scene);

/// The scene with the box that its packing had in the scene of a run folder, so that the two can be
/// compared.
Scene with_box_of(const Scene& there, Scene scene);

// The file packing.h5 of a run folder.
std::vector<std::byte> encode(const Packing& packing);
/// Throws Hdf5Error for bytes that are no such file.
Packing decode_packing(std::vector<std::byte> image);

}  // namespace scree::engine
