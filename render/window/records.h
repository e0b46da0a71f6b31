#pragma once

#include <cstdint>
#include <filesystem>
#include <vector>

#include "engine/live_view.h"

namespace scree::window {

/// What series.csv of a run folder says of the moments of a run: energies, and the balance of
/// forces.
class Records {
public:
    /// A file that is not there, or that cannot be read, says nothing.
    explicit Records(const std::filesystem::path& folder);

    /// Adds to a frame of the run what was written last, at its step or before.
    void tell(engine::LiveView& view) const;

private:
    struct Row {
        std::uint64_t step = 0;
        double unbalanced = 0.0;  ///< not a number where no grains touch
        engine::Ledger ledger;
    };
    std::vector<Row> rows_;  ///< by step
};

}  // namespace scree::window
