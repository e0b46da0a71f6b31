#include "engine/batch/table.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <iterator>
#include <nlohmann/json.hpp>
#include <utility>

#include "engine/batch/members.h"
#include "engine/files/csv_table.h"
#include "engine/measure/measure.h"
#include "engine/record/sums.h"
#include "engine/run/measures.h"
#include "engine/scene/toml/toml_tree.h"

namespace scree::engine {
namespace {

using Json = nlohmann::ordered_json;
using Row = std::vector<std::string>;

struct FixedColumn {
    const char* name;
    const char* unit;
    const char* group;  ///< the object in summary.json, or ""
    const char* key;
    bool shown = false;
};

constexpr std::array fixed_columns = {
    FixedColumn{"steps", "1", "", "steps", true},
    FixedColumn{"simulated", "s", "", "simulated_s"},
    FixedColumn{"wall", "s", "", "wall_s", true},
    FixedColumn{"grains", "1", "", "grains"},
    FixedColumn{"contacts", "1", "", "contacts"},
    FixedColumn{"max_overlap", "1", "", "max_overlap", true},
    FixedColumn{"unbalanced_force", "1", "", "unbalanced_force"},
    FixedColumn{"kinetic", "J", "energy", "kinetic", true},
    FixedColumn{"gravity", "J", "energy", "gravity"},
    FixedColumn{"elastic", "J", "energy", "elastic"},
    FixedColumn{"dissipated_by_damping", "J", "energy", "dissipated_by_damping"},
    FixedColumn{"dissipated_by_friction", "J", "energy", "dissipated_by_friction"},
    FixedColumn{"wall_work", "J", "energy", "wall_work"},
    FixedColumn{"load_work", "J", "energy", "load_work"},
    FixedColumn{"added", "J", "energy", "added"},
    FixedColumn{"residual", "J", "energy", "residual", true},
};

std::string with_unit(const std::string& name, const std::string& unit) {
    return unit == "1" ? name : name + " [" + unit + "]";
}

/// Adds the columns of the measurements. The first number of each kind is the main one, which
/// people are shown.
void add_measures(std::vector<ResultColumn>& columns, const BatchScene& scene) {
    const auto add = [&](ResultColumn column) {
        if (std::ranges::count(columns, column.name, &ResultColumn::name) == 0)
            columns.push_back(std::move(column));
    };
    for (const MeasureSpec& spec : scene.measures) {
        const std::span<const Column> measured = columns_of(spec.kind);
        for (const Column& column : measured) {
            const std::string key(column.key);
            const std::string name = spec.name + '.' + key;
            const std::string unit(column.unit);
            const bool first = &column == &measured.front();
            add({name, unit, {"measurements", spec.name, key}, first});
            if (column.has_uncertainty || spec.has_errors())
                add({name + "_error", unit, {"measurements", spec.name, key + "_error"}});
        }
        // The note says why a number is missing.
        add({spec.name + ".note", "1", {"measurements", spec.name, "note"}, false, true});
    }
}

/// The value that the keys lead to, or a null pointer.
const Json* find(const Json& json, const std::vector<std::string>& keys) {
    const Json* at = &json;
    for (const std::string& key : keys) {
        if (!at->is_object() || !at->contains(key)) return nullptr;
        at = &(*at)[key];
    }
    return at;
}

Json parsed(const std::string& summary) { return Json::parse(summary, nullptr, false); }

std::string number_cell(const Json* value) {
    if (value == nullptr) return "";
    return value->is_number() ? value->dump() : "nan";
}

std::string text_cell(const Json* value) {
    return value != nullptr && value->is_string() ? value->get<std::string>() : "";
}

void add_row(std::string& text, const Row& row) {
    for (std::size_t i = 0; i < row.size(); ++i) {
        if (i > 0) text += ',';
        text += csv_cell(row[i]);
    }
    text += '\n';
}

/// A string without its quotes, anything else in TOML.
std::string plain(const std::string& value) {
    const Node node = parse_toml_value(value, 0);
    const auto* text = node.as<std::string>();
    return text != nullptr ? *text : value;
}

Json json_of(const Node& node) {
    if (const auto* flag = node.as<bool>()) return *flag;
    if (const auto* integer = node.as<std::int64_t>()) return *integer;
    if (const auto* number = node.as<double>()) return *number;
    if (const auto* text = node.as<std::string>()) return *text;
    if (const auto* list = node.as<TomlList>()) {
        Json json = Json::array();
        for (const Node& entry : *list) json.push_back(json_of(entry));
        return json;
    }
    Json json = Json::object();
    if (const auto* table = node.as<TomlTable>())
        for (const Member& member : table->members) json[member.key] = json_of(member.value);
    return json;
}

std::string rounded(const Json* value, int digits = 6) {
    if (value == nullptr) return "";
    if (!value->is_number()) return "not measurable";
    if (value->is_number_integer()) return value->dump();
    char text[40];
    std::snprintf(text, sizeof text, "%.*g", digits, value->get<double>());
    return text;
}

/// The parameters of a member, in the order of the keys of all scenes.
Row parameters(const Batch& batch, const BatchMember& member,
               const std::vector<std::string>& keys) {
    Row row;
    const std::vector<SweepAxis>& axes = batch.scenes()[member.scene].axes;
    for (const std::string& key : keys) {
        const auto axis = std::ranges::find(axes, key, &SweepAxis::key);
        row.push_back(axis == axes.end()
                          ? ""
                          : plain(member.values[static_cast<std::size_t>(axis - axes.begin())]));
    }
    return row;
}

std::string code_text(const std::optional<int>& code) { return code ? std::to_string(*code) : ""; }

}  // namespace

MemberOutcome outcome_of(const RunStanding& standing) {
    switch (standing.kind) {
        case RunStanding::Kind::none:
            return {"waiting", {}, ""};
        case RunStanding::Kind::done:
            return {"done", 0, ""};
        case RunStanding::Kind::broke_down:
            return {"failed", 4, standing.failure};
        case RunStanding::Kind::too_short:
            return {"too_short", {}, ""};
        case RunStanding::Kind::cut_short:
            break;
    }
    if (standing.end == "max_wall") return {"max_wall", 6, ""};
    if (standing.end == "interrupted") return {"interrupted", 130, ""};
    return {"killed", {}, ""};
}

BatchTable::BatchTable(const Batch& batch, std::vector<MemberOutcome> outcomes)
    : batch_(batch), outcomes_(std::move(outcomes)) {
    for (const BatchMember& member : batch_.members())
        standings_.push_back(standing_of(member.folder));
    for (const FixedColumn& column : fixed_columns) {
        std::vector<std::string> at = {column.key};
        if (*column.group != '\0') at.insert(at.begin(), column.group);
        columns_.push_back({column.name, column.unit, std::move(at), column.shown});
    }
    for (const BatchScene& scene : batch_.scenes()) {
        add_measures(columns_, scene);
        for (const SweepAxis& axis : scene.axes)
            if (std::ranges::find(keys_, axis.key) == keys_.end()) keys_.push_back(axis.key);
    }
}

std::string BatchTable::csv() const {
    Row header = {"member"};
    header.insert(header.end(), keys_.begin(), keys_.end());
    header.insert(header.end(), {"status", "exit_code"});
    for (const ResultColumn& column : columns_)
        header.push_back(with_unit(column.name, column.unit));
    header.insert(header.end(), {"state_hash", "message"});
    std::string text;
    add_row(text, header);
    for (std::size_t m = 0; m < batch_.members().size(); ++m) {
        const BatchMember& member = batch_.members()[m];
        const Json summary = parsed(standings_[m].summary);
        Row row = {member.name};
        const Row values = parameters(batch_, member, keys_);
        row.insert(row.end(), values.begin(), values.end());
        row.insert(row.end(), {outcomes_[m].status, code_text(outcomes_[m].exit_code)});
        for (const ResultColumn& column : columns_) {
            const Json* value = find(summary, column.at);
            row.push_back(column.words ? text_cell(value) : number_cell(value));
        }
        row.insert(row.end(), {text_cell(find(summary, {"state_hash"})), outcomes_[m].message});
        add_row(text, row);
    }
    return text;
}

std::string BatchTable::json(const std::string& version) const {
    Json members = Json::array();
    for (std::size_t m = 0; m < batch_.members().size(); ++m) {
        const BatchMember& member = batch_.members()[m];
        const BatchScene& scene = batch_.scenes()[member.scene];
        Json parameters = Json::object();
        for (std::size_t a = 0; a < scene.axes.size(); ++a)
            parameters[scene.axes[a].key] = json_of(parse_toml_value(member.values[a], 0));
        const MemberOutcome& outcome = outcomes_[m];
        Json json = {{"member", member.name},
                     {"scene", scene.file.string()},
                     {"folder", member.folder.string()},
                     {"parameters", parameters},
                     {"status", outcome.status},
                     {"exit_code", outcome.exit_code ? Json(*outcome.exit_code) : Json(nullptr)}};
        if (!outcome.message.empty()) json["message"] = outcome.message;
        json["summary"] =
            standings_[m].summary.empty() ? Json(nullptr) : parsed(standings_[m].summary);
        members.push_back(std::move(json));
    }
    const Json all = {
        {"version", version}, {"table", batch_.table().string()}, {"members", members}};
    // Names of files may hold any bytes, so those that are not UTF-8 are replaced.
    return all.dump(2, ' ', false, Json::error_handler_t::replace) + '\n';
}

std::vector<std::vector<std::string>> BatchTable::cells() const {
    const bool one = batch_.scenes().size() == 1;
    std::vector<ResultColumn> shown;
    std::ranges::copy_if(columns_, std::back_inserter(shown), &ResultColumn::shown);
    Row header = one ? short_keys(batch_.scenes()[0].axes) : Row{"member"};
    header.insert(header.end(), {"status", "exit"});
    for (const ResultColumn& column : shown) header.push_back(with_unit(column.name, column.unit));
    header.push_back("state_hash");
    std::vector<Row> rows = {header};
    for (std::size_t m = 0; m < batch_.members().size(); ++m) {
        const BatchMember& member = batch_.members()[m];
        const Json summary = parsed(standings_[m].summary);
        Row row = one ? parameters(batch_, member, keys_) : Row{member.name};
        row.insert(row.end(), {outcomes_[m].status, code_text(outcomes_[m].exit_code)});
        for (const ResultColumn& column : shown) {
            std::vector<std::string> of_error = column.at;
            of_error.back() += "_error";
            const Json* error = find(summary, of_error);
            row.push_back(
                rounded(find(summary, column.at)) +
                (error != nullptr && error->is_number() ? " +- " + rounded(error, 2) : ""));
        }
        row.push_back(text_cell(find(summary, {"state_hash"})));
        rows.push_back(std::move(row));
    }
    return rows;
}

namespace {

/// The text of a table that a sweep has left, or nothing if there is none.
std::optional<std::string> text_of_table(const std::filesystem::path& table) {
    if (!std::filesystem::exists(table)) return {};
    return SummedFolder(table.parent_path()).text(table.filename().string());
}

}  // namespace

std::optional<std::vector<std::string>> swept_keys(const std::filesystem::path& table) {
    const std::optional<std::string> text = text_of_table(table);
    if (!text) return std::nullopt;
    const std::string header = text->substr(0, text->find('\n'));
    std::vector<std::string> cells(1);
    bool quoted = false;
    for (std::size_t i = 0; i < header.size(); ++i) {
        if (header[i] == ',' && !quoted) {
            cells.emplace_back();
        } else if (header[i] != '"') {
            cells.back() += header[i];
        } else if (quoted && header.substr(i + 1, 1) == "\"") {
            cells.back() += header[i++];
        } else {
            quoted = !quoted;
        }
    }
    std::vector<std::string> keys;
    for (std::size_t i = 1; i < cells.size() && cells[i] != "status"; ++i) keys.push_back(cells[i]);
    return keys;
}

}  // namespace scree::engine
