#pragma once

#include <cstdint>
#include <filesystem>
#include <vector>

#include "engine/live/view.h"
#include "engine/scene/scene.h"

namespace scree::window {

/// What series.csv of a run folder says of the moments of a run: contacts, energies, the
/// balance of forces, and what the scene measures.
class Records {
public:
    /// A file that is not there, or that cannot be read, says nothing.
    Records(const std::filesystem::path& folder, const engine::Scene& scene);

    /// Adds to a frame of the run what was written of its step.
    void tell(engine::LiveView& view) const;
    /// All moments, or of very many some that are spread evenly.
    std::vector<engine::LiveSample> samples() const;

private:
    std::vector<engine::LiveSample> rows_;  ///< by step
};

}  // namespace scree::window
