#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "engine/batch/batch.h"

namespace scree::engine {

/// The state of a member, or how it ended in this call.
struct MemberOutcome {
    std::string status;            ///< "done", "failed", ...: docs/batches.md
    std::optional<int> exit_code;  ///< of a run that has ended; 128 + n if signal n ended it
    std::string message;           ///< what went wrong
};

/// The outcome of a run that is not going on, as its folder shows it.
MemberOutcome outcome_of(const RunStanding& standing);

/// A number of a summary, or of a measurement, or the note of one, with its name and unit as in
/// series.csv.
struct ResultColumn {
    std::string name;
    std::string unit;             ///< "1" for a mere number
    std::vector<std::string> at;  ///< the keys that lead to it in summary.json
    bool shown = false;           ///< whether people are shown it; they want few columns
    bool words = false;           ///< whether it is a sentence instead of a number
};

/// The results of a batch: every member with its parameters, how it ended, and what it found. All
/// of it is read from the members' folders.
class BatchTable {
public:
    BatchTable(const Batch& batch, std::vector<MemberOutcome> outcomes);

    /// The table: member, the swept keys, status, exit_code, results, state_hash, message.
    std::string csv() const;
    /// The table as JSON: {"version", "members": [{"member", "folder", "parameters", ...,
    /// "summary"}]}
    std::string json(const std::string& version) const;
    /// The table for people: rows with the same number of cells, where the first has the names.
    std::vector<std::vector<std::string>> cells() const;

private:
    const Batch& batch_;
    std::vector<MemberOutcome> outcomes_;
    std::vector<RunStanding> standings_;  ///< their current standings
    std::vector<std::string> keys_;  ///< the keys that any scene sweeps, in the order of the scenes
    std::vector<ResultColumn> columns_;
};

inline constexpr const char* sweep_table_name = "sweep.csv";
inline constexpr const char* batch_table_name = "batch.csv";

/// The swept keys of a table that csv() wrote; nothing if there is no such file.
std::optional<std::vector<std::string>> swept_keys(const std::filesystem::path& table);

}  // namespace scree::engine
