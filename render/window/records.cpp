#include "render/window/records.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <utility>

#include "engine/files/csv_table.h"
#include "engine/record/sums.h"
#include "engine/run/series.h"

namespace scree::window {
namespace {

using engine::Ledger;

constexpr std::array<std::pair<const char*, double Ledger::*>, 14> terms{{
    {"kinetic [J]", &Ledger::kinetic},
    {"gravity [J]", &Ledger::gravity},
    {"elastic_normal [J]", &Ledger::elastic_normal},
    {"elastic_tangential [J]", &Ledger::elastic_tangential},
    {"normal_damping [J]", &Ledger::normal_damping},
    {"tangential_damping [J]", &Ledger::tangential_damping},
    {"sliding [J]", &Ledger::sliding},
    {"wall_work [J]", &Ledger::wall_work},
    {"added [J]", &Ledger::added},
    {"law_gain [J]", &Ledger::law_gain},
    {"wall_kinetic [J]", &Ledger::wall_kinetic},
    {"load_work [J]", &Ledger::load_work},
    {"wall_damping [J]", &Ledger::wall_damping},
    {"limiter [J]", &Ledger::limiter},
}};
/// The terms from this one on came with later versions: earlier runs have none of them.
constexpr std::size_t always_there = 9;

/// A curve needs no more points than this.
constexpr std::size_t most_samples = 1500;

/// Reads series.csv; where there is one that cannot be read, says why.
engine::CsvTable table_in(const std::filesystem::path& folder, std::string& trouble) {
    try {
        return engine::parse_csv(engine::SummedFolder(folder).text("series.csv"),
                                 folder / "series.csv");
    } catch (const engine::FileError& error) {
        if (error.kind() != engine::FileError::Kind::missing)
            trouble = "There are no curves: " + std::string(error.what());
        return {};
    }
}

/// The columns with what is traced; some of them are missing in runs of earlier versions.
std::vector<std::optional<std::size_t>> traced_in(const engine::CsvTable& table,
                                                  const engine::Scene& scene) {
    std::vector<std::optional<std::size_t>> columns;
    for (const engine::TracedColumn& column : engine::traced_columns(scene))
        columns.push_back(table.column(column.title()));
    return columns;
}

/// The columns with what the scene measures; empty where one of them is missing.
std::vector<std::size_t> measured_in(const engine::CsvTable& table, const engine::Scene& scene) {
    std::vector<std::size_t> columns;
    for (const std::string& name : engine::measured_columns(scene)) {
        const auto column = table.column(name);
        if (!column) return {};
        columns.push_back(*column);
    }
    return columns;
}

}  // namespace

Records::Records(const std::filesystem::path& folder, const engine::Scene& scene) {
    const engine::CsvTable table = table_in(folder, trouble_);
    const auto step = table.column("step");
    const auto time = table.column("time [s]");
    const auto contacts = table.column("contacts");
    const auto unbalanced = table.column("unbalanced_force");
    std::array<std::optional<std::size_t>, terms.size()> columns;
    for (std::size_t k = 0; k < terms.size(); ++k) columns[k] = table.column(terms[k].first);
    const bool all = std::ranges::all_of(std::span(columns).first(always_there),
                                         [](const auto& c) { return c.has_value(); });
    if (!step || !time || !contacts || !unbalanced || !all) return;
    const auto stage = table.column("stage");
    const auto traced = traced_in(table, scene);
    const std::vector<std::size_t> measured = measured_in(table, scene);
    for (std::size_t r = 0; r < table.rows.size(); ++r) {
        const double number = table.number(r, *step);
        if (!(number >= 0.0 && number < 9.0e15)) continue;
        engine::LiveSample row{static_cast<std::uint64_t>(number),
                               table.number(r, *time),
                               table.number(r, *contacts),
                               table.number(r, *unbalanced),
                               {},
                               {},
                               {}};
        if (!std::isfinite(row.time)) continue;
        for (std::size_t k = 0; k < terms.size(); ++k)
            if (columns[k]) row.ledger.*terms[k].second = table.number(r, *columns[k]);
        for (const auto& column : traced)
            row.traced.push_back(column ? table.number(r, *column) : std::nan(""));
        for (const std::size_t column : measured) row.measured.push_back(table.number(r, column));
        // Steps rise in a sound file, because a run that goes on from a checkpoint cuts it back.
        // Other rows are left out.
        if (!rows_.empty() && rows_.back().step >= row.step) continue;
        if (stage) note_stage(row, table.number(r, *stage), scene);
        rows_.push_back(std::move(row));
    }
}

/// Notes where a stage begins: after the row before this one, at the latest when the duration of
/// the stage before it is over.
void Records::note_stage(const engine::LiveSample& row, double stage, const engine::Scene& scene) {
    const std::size_t next = stages_.empty() ? 0 : stages_.back().stage + 1;
    if (!(stage >= static_cast<double>(next + 1) &&
          stage <= static_cast<double>(scene.stages.size())))
        return;
    const auto now = static_cast<std::size_t>(stage) - 1;
    if (rows_.empty()) {
        stages_.push_back({row.step, now, row.time});
        return;
    }
    const double due = stages_.empty() || now != next
                           ? row.time
                           : stages_.back().time + scene.stages[now - 1].duration;
    stages_.push_back({row.step, now, std::clamp(due, rows_.back().time, row.time)});
}

void Records::tell(engine::LiveView& view) const {
    for (const StageBegin& begin : stages_) {
        if (begin.step <= view.frame.step) view.stages.now = begin.stage;
        view.stages.begins.resize(begin.stage + 1, begin.time);
    }
    const auto row =
        std::ranges::lower_bound(rows_, view.frame.step, {}, &engine::LiveSample::step);
    if (row == rows_.end() || row->step != view.frame.step) return;
    view.ledger = row->ledger;
    view.traced = row->traced;
    if (std::isfinite(row->unbalanced)) view.unbalanced = row->unbalanced;
}

std::vector<engine::LiveSample> Records::samples() const {
    const std::size_t every = rows_.size() / most_samples + 1;
    std::vector<engine::LiveSample> some;
    for (std::size_t k = 0; k < rows_.size(); k += every) some.push_back(rows_[k]);
    if (!rows_.empty() && some.back().step != rows_.back().step) some.push_back(rows_.back());
    return some;
}

}  // namespace scree::window
