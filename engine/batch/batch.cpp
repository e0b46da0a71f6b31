#include "engine/batch/batch.h"

#include <algorithm>
#include <chrono>
#include <map>
#include <memory>
#include <utility>

#include "engine/batch/member_errors.h"
#include "engine/batch/members.h"
#include "engine/batch/table.h"
#include "engine/files/sealed_file.h"
#include "engine/record/run_folder.h"
#include "engine/record/run_frames.h"
#include "engine/run/beginning.h"
#include "engine/run/setup.h"
#include "engine/scene/toml/difference.h"

namespace scree::engine {
namespace {

namespace fs = std::filesystem;
using Clock = std::chrono::steady_clock;

/// The members are tried out for so long, because placing many grains takes time. Errors of members
/// that are not tried by then show when they are run.
constexpr std::chrono::seconds longest_trial{10};

constexpr std::size_t most_folders_named = 5;

/// A reader that reads each file only once, so that all members are made from the same text.
FileReader remembering_reader() {
    return [texts = std::make_shared<std::map<fs::path, std::optional<std::string>>>()](
               const fs::path& path) {
        const auto known = texts->find(path);
        if (known != texts->end()) return known->second;
        return texts->emplace(path, read_file(path)).first->second;
    };
}

/// Whether the scene in the folder of a run and the current one may differ in this key. They may
/// differ in the threads, in a longer duration, and in run.stop, which a run loses when it is made
/// longer after it came to rest.
bool may_differ(const KeyDifference& difference, const Scene& there, const Scene& now) {
    if (difference.key == "run.threads") return true;
    const KeysOfEnd keys = keys_of_end(now);
    if (difference.key == keys.duration) return now.run.duration > there.run.duration;
    return difference.key.starts_with(keys.condition + '.') && !there.stages.back().until;
}

/// Says why a folder is not the one for a scene; empty if it is.
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
    return member.standing.kind == RunStanding::Kind::none || can_go_on(member);
}

bool can_go_on(const BatchMember& member) {
    using Kind = RunStanding::Kind;
    return member.standing.kind == Kind::cut_short || member.standing.kind == Kind::too_short;
}

Scene require_same_scene(const fs::path& folder, const Scene& scene) {
    Scene there = scene_in(folder);
    std::vector<KeyDifference> changed = differences(there.toml, with_box_of(there, scene).toml);
    std::erase_if(changed, [&](const KeyDifference& difference) {
        return may_differ(difference, there, scene);
    });
    if (!changed.empty())
        throw RunFolderError(folder.string() +
                             ": its run is of another scene: " + words_of(changed));
    return there;
}

bool is_too_short(const RunStanding& standing, const Scene& there, const Scene& now) {
    const double end = there.run.duration;
    if (standing.kind != RunStanding::Kind::done || !(now.run.duration > end)) return false;
    if (standing.end == "duration") return true;
    // One that ended early stays as it is, but for gates that stir what is at rest.
    const auto is_ahead = [&](double gate) { return gate > end && gate <= now.run.duration; };
    return standing.end == "at_rest" && std::ranges::any_of(now.walls, [&](const SceneWall& wall) {
               return is_ahead(wall.wall.from) || is_ahead(wall.wall.until);
           });
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
    // The folder of a single run holds no table, so it goes into the folder above.
    return scene.axes.empty() ? scene.folder.parent_path() / batch_table_name
                              : scene.folder / sweep_table_name;
}

void Batch::add_scene(const std::string& file) {
    Scene loaded = load_scene(file, request_.sets, request_.sweeps, reader_);
    BatchScene scene{
        file, name_of_run(file), {}, std::move(loaded.sweep), std::move(loaded.measures)};
    scene.folder = choose_folder(scene);
    scenes_.push_back(std::move(scene));
}

/// The first folder that is free, or that may hold what this batch has done before.
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
    for (BatchMember& member : members_) {
        errors.attempt(member.name, [&] {
            const Scene scene = load(member);
            std::uint32_t& threads = scenes_[member.scene].threads;
            threads = std::max(threads, scene.run.threads);
            if (member.standing.kind == RunStanding::Kind::none || request_.force) {
                if (Clock::now() - start < longest_trial) set_up(with_beginning(scene));
                return;
            }
            try {
                const Scene there = require_same_scene(member.folder, scene);
                if (is_too_short(member.standing, there, scene))
                    member.standing.kind = RunStanding::Kind::too_short;
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
        locks_.emplace_back(Folder(scene.folder), "another scree works on this sweep now");
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
