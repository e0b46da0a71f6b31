#pragma once

#include <algorithm>
#include <chrono>
#include <functional>
#include <map>
#include <sstream>
#include <stdexcept>
#include <thread>

#include "tests/cli/small_run.h"

// Sweeps of the small scene, and the tables and folders that they leave.
namespace scree::cli {

using Row = std::map<std::string, std::string>;

// Reads a CSV file as spreadsheets do.
inline std::vector<Row> read_csv(const std::filesystem::path& path) {
    std::vector<std::vector<std::string>> lines;
    bool quoted = false;
    bool begins = true;
    char last = 0;
    for (const char c : text_of(path)) {
        if (begins) lines.emplace_back(1);
        begins = false;
        if (c == '"') quoted = !quoted;
        if (c == '"' && quoted && last == '"') lines.back().back() += c;
        last = c;
        if (c == ',' && !quoted)
            lines.back().emplace_back();
        else if (c == '\n' && !quoted)
            begins = true;
        else if (c != '"')
            lines.back().back() += c;
    }
    std::vector<Row> rows;
    for (std::size_t i = 1; i < lines.size(); ++i) {
        if (lines[i].size() != lines[0].size()) throw std::runtime_error("a row of another length");
        Row& row = rows.emplace_back();
        for (std::size_t k = 0; k < lines[0].size(); ++k) row[lines[0][k]] = lines[i][k];
    }
    return rows;
}

inline std::vector<std::string> column(const std::vector<Row>& rows, const std::string& name) {
    std::vector<std::string> cells;
    for (const Row& row : rows) cells.push_back(row.at(name));
    return cells;
}

inline std::size_t count_of(const std::vector<Row>& rows, const std::string& status) {
    const std::vector<std::string> all = column(rows, "status");
    return static_cast<std::size_t>(std::count(all.begin(), all.end(), status));
}

// What two tables of the same sweep must have in common, which is everything except times.
inline std::vector<Row> without_times(std::vector<Row> rows) {
    for (Row& row : rows) row.erase("wall [s]");
    return rows;
}

inline void wait_until(const std::function<bool()>& condition) {
    const auto start = std::chrono::steady_clock::now();
    while (!condition()) {
        if (std::chrono::steady_clock::now() - start > std::chrono::seconds(60))
            throw std::runtime_error("waited for too long");
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
}

// The processes that a process has started.
inline std::vector<pid_t> children_of(pid_t process) {
    const std::string id = std::to_string(process);
    std::istringstream text(text_of("/proc/" + id + "/task/" + id + "/children"));
    std::vector<pid_t> children;
    for (pid_t child = 0; text >> child;) children.push_back(child);
    return children;
}

// Whether a process has ended. A zombie counts as ended, since nobody may be there to wait for it.
inline bool is_gone(pid_t process) {
    const std::string state = text_of("/proc/" + std::to_string(process) + "/stat");
    return state.empty() || state.find(") Z") != std::string::npos;
}

class SweepRun : public SmallRun {
public:
    using Arguments = std::vector<std::string>;

    // The arguments that run the small scene for a short time, with these more.
    Arguments sweep(const Arguments& more) const {
        Arguments all = {"run", scene(), "--set", "run.duration=0.3"};
        all.insert(all.end(), more.begin(), more.end());
        return all;
    }
    Outcome swept(const Arguments& more) const { return scree(sweep(more)); }

    // Begins such a run in the background.
    std::unique_ptr<Child> begin(const Arguments& more) const {
        Arguments command = sweep(more);
        command.insert(command.begin(), SCREE_PROGRAM);
        return std::make_unique<Child>(command, Arguments{}, folder_.path());
    }

    std::vector<Row> table(const std::string& folder) const {
        return read_csv(folder_ / (folder + "/sweep.csv"));
    }

    // The times when this file of each member was written, by the member's name.
    std::map<std::string, std::filesystem::file_time_type> times(const std::string& folder,
                                                                 const std::string& file) const {
        std::map<std::string, std::filesystem::file_time_type> all;
        for (const Row& row : table(folder)) {
            const auto path = folder_ / folder / row.at("member") / file;
            if (std::filesystem::exists(path))
                all[row.at("member")] = std::filesystem::last_write_time(path);
        }
        return all;
    }

    // The number of members that have written a checkpoint, and have neither ended nor failed.
    std::size_t begun_members(const std::string& folder) const {
        const auto parent = folder_ / folder;
        if (!std::filesystem::exists(parent)) return 0;
        std::size_t count = 0;
        for (const auto& entry : std::filesystem::directory_iterator(parent)) {
            const auto has = [&](const char* file) {
                return std::filesystem::exists(entry.path() / file);
            };
            if (has("checkpoint.h5") && !has("summary.json") && !has("failure.txt")) ++count;
        }
        return count;
    }
};

}  // namespace scree::cli
