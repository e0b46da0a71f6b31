#include "engine/batch/batch.h"

#include <chrono>
#include <map>
#include <memory>
#include <sstream>
#include <utility>

#include "engine/batch/member_errors.h"
#include "engine/batch/members.h"
#include "engine/batch/table.h"
#include "engine/files/sealed_file.h"
#include "engine/record/run_folder.h"
#include "engine/run/setup.h"

namespace scree::engine {
namespace {

namespace fs = std::filesystem;
using Clock = std::chrono::steady_clock;

/// Placing many grains takes its time. What is not tried by then shows when it is run.
constexpr std::chrono::seconds longest_trial{10};

constexpr std::size_t most_folders_named = 5;

/// Reads each file once, so that all members are of the same text.
FileReader remembering_reader() {
    return [texts = std::make_shared<std::map<fs::path, std::optional<std::string>>>()](
               const fs::path& path) {
        const auto known = texts->find(path);
        if (known != texts->end()) return known->second;
        return texts->emplace(path, read_file(path)).first->second;
    };
}

/// The lines of a scene with the tables that they are in, but the threads.
std::vector<std::string> lines_of(const std::string& toml) {
    std::istringstream text(toml);
    std::vector<std::string> lines;
    std::string header;
    for (std::string line; std::getline(text, line);) {
        if (line.starts_with('[')) header = line + ' ';
        if (line.empty() || line.starts_with('[') || line.starts_with("threads = ")) continue;
        lines.push_back(header + line);
    }
    return lines;
}

/// Nothing where they are the same.
std::string difference(const std::string& there, const std::string& now) {
    const std::vector<std::string> a = lines_of(there);
    const std::vector<std::string> b = lines_of(now);
    const auto quoted = [](const std::vector<std::string>& lines, std::size_t i) {
        return i < lines.size() ? '`' + shown(lines[i]) + '`' : std::string("nothing");
    };
    for (std::size_t i = 0; i < std::max(a.size(), b.size()); ++i)
        if (i >= a.size() || i >= b.size() || a[i] != b[i])
            return "there " + quoted(a, i) + ", now " + quoted(b, i);
    return "";
}

/// Why a folder is not the one for a scene, or nothing.
std::string other_content(const fs::path& folder, const BatchScene& scene) {
    const bool has_run = fs::exists(folder / "scene.toml");
    if (scene.axes.empty())
        return !has_run && fs::exists(folder / sweep_table_name) ? "holds a sweep" : "";
    if (has_run) return "holds a run that is no sweep";
    const std::optional<std::vector<std::string>> keys = swept_keys(folder / sweep_table_name);
    if (!keys) return "";
    std::vector<std::string> ours;
    for (const SweepAxis& axis : scene.axes) ours.push_back(axis.key);
    if (*keys == ours) return "";
    std::string list;
    for (const std::string& key : *keys) list += (list.empty() ? "" : ", ") + key;
    return "holds a sweep over " + list;
}

}  // namespace

bool is_left(const BatchMember& member) {
    using Kind = RunStanding::Kind;
    return member.standing.kind == Kind::none || member.standing.kind == Kind::cut_short;
}

void require_same_scene(const fs::path& folder, const Scene& scene) {
    const std::string what = difference(load_scene(folder / "scene.toml").toml, scene.toml);
    if (!what.empty())
        throw RunFolderError(folder.string() + ": its run is of another scene: " + what);
}

Batch::Batch(BatchRequest request) : request_(std::move(request)), reader_(remembering_reader()) {
    MemberErrors errors;
    for (const std::string& file : request_.scenes) errors.attempt("", [&] { add_scene(file); });
    errors.throw_errors();
    for (std::size_t scene = 0; scene < scenes_.size(); ++scene) add_members(scene);
    check_members();
}

fs::path Batch::table() const {
    if (scenes_.size() > 1) return fs::path(request_.folder.value_or("runs")) / batch_table_name;
    const BatchScene& scene = scenes_[0];
    // The folder of a run has nothing else in it.
    return scene.axes.empty() ? scene.folder.parent_path() / batch_table_name
                              : scene.folder / sweep_table_name;
}

void Batch::add_scene(const std::string& file) {
    Scene loaded = load_scene(file, request_.sets, request_.sweeps, reader_);
    BatchScene scene{file,
                     fs::path(file).stem().string(),
                     {},
                     std::move(loaded.sweep),
                     std::move(loaded.measures)};
    scene.folder = choose_folder(scene);
    scenes_.push_back(std::move(scene));
}

/// The first that is free, or may hold what this batch has done before.
fs::path Batch::choose_folder(const BatchScene& scene) const {
    const bool one = request_.scenes.size() == 1;
    if (one && request_.folder) {
        const std::string other = other_content(*request_.folder, scene);
        if (!other.empty())
            throw RunFolderError(*request_.folder + ": " + other + "; choose another folder");
        return *request_.folder;
    }
    const fs::path parent = request_.folder.value_or("runs");
    for (int number = 1;; ++number) {
        const fs::path path =
            parent / (number == 1 ? scene.name : scene.name + "-" + std::to_string(number));
        if (other_content(path, scene).empty()) return path;
    }
}

void Batch::add_members(std::size_t number) {
    const BatchScene& scene = scenes_[number];
    for (SweepMember& member : members_of(scene.axes)) {
        std::string name = member.name;
        if (scenes_.size() > 1 || name.empty())
            name = scene.name + (name.empty() ? "" : "/" + name);
        const fs::path folder = scene.axes.empty() ? scene.folder : scene.folder / member.name;
        members_.push_back({number, std::move(name), folder, std::move(member.values),
                            std::move(member.sets), standing_of(folder)});
    }
}

void Batch::check_members() {
    MemberErrors errors;
    std::size_t changed = 0;
    std::string others;
    const Clock::time_point start = Clock::now();
    for (const BatchMember& member : members_) {
        errors.attempt(member.name, [&] {
            const Scene scene = load(member);
            std::uint32_t& threads = scenes_[member.scene].threads;
            threads = std::max(threads, scene.run.threads);
            if (member.standing.kind == RunStanding::Kind::none || request_.force) {
                if (Clock::now() - start < longest_trial) set_up(scene);
                return;
            }
            try {
                require_same_scene(member.folder, scene);
            } catch (const RunFolderError& error) {
                if (++changed <= most_folders_named) others += std::string(error.what()) + '\n';
            }
        });
    }
    errors.throw_errors();
    if (changed == 0) return;
    if (changed > most_folders_named)
        others += "and " + std::to_string(changed - most_folders_named) + " more\n";
    throw RunFolderError(others + "choose another folder with -o, or --force to lose these runs");
}

void Batch::take_folders() {
    for (const BatchScene& scene : scenes_) {
        if (scene.axes.empty()) continue;
        make_folders(scene.folder);
        locks_.emplace_back(scene.folder, "another scree works on this sweep now");
    }
    if (!request_.force) return;
    for (BatchMember& member : members_) {
        if (fs::exists(member.folder)) RunFolder::create(member.folder, true);
        member.standing = {};
    }
}

Scene Batch::load(const BatchMember& member, std::span<const std::string> more_sets) const {
    std::vector<std::string> sets = request_.sets;
    sets.insert(sets.end(), more_sets.begin(), more_sets.end());
    return load_member(scenes_[member.scene].file, sets, member.sets, reader_);
}

}  // namespace scree::engine
