#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "engine/live/view.h"
#include "engine/scene/scene.h"

namespace scree::window {

/// What series.csv in a run folder holds about the moments of a run: its stage, contacts, energies,
/// the balance of forces, what is traced, and what the scene measures.
class Records {
public:
    /// Reads series.csv. There are no records where the file is missing or cannot be read.
    Records(const std::filesystem::path& folder, const engine::Scene& scene);

    /// Adds to a view what the records hold about its step, and the stage that it is in.
    void tell(engine::LiveView& view) const;
    /// All moments, or where there are very many, some that are spread evenly.
    std::vector<engine::LiveSample> samples() const;
    /// Why there are no records although there is a file; else empty.
    const std::string& trouble() const { return trouble_; }

private:
    /// The first row of a stage.
    struct StageBegin {
        std::uint64_t step = 0;
        std::size_t stage = 0;
        double time = 0.0;  ///< s, when it began, which is known to a row
    };
    void note_stage(const engine::LiveSample& row, double stage, const engine::Scene& scene);

    std::vector<engine::LiveSample> rows_;  ///< by step
    std::vector<StageBegin> stages_;        ///< in the order of their numbers
    std::string trouble_;
};

}  // namespace scree::window
