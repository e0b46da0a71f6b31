#include "engine/run/beginning.h"

#include <algorithm>
#include <array>
#include <stdexcept>
#include <string_view>
#include <utility>

#include "engine/files/hdf5.h"
#include "engine/files/sealed_file.h"
#include "engine/record/run_folder.h"
#include "engine/scene/toml/difference.h"

namespace scree::engine {
namespace {

namespace fs = std::filesystem;
using geometry::Vec2;

/// Keys that do not decide how grains move.
constexpr std::array<std::string_view, 11> keys_without_effect = {
    "start",  "title",   "run.duration", "run.stop", "run.threads", "run.accuracy",
    "output", "measure", "broad_phase",  "sweep",    "include"};

[[noreturn]] void refuse(const std::string& what) { throw std::invalid_argument(what); }

std::string quoted(const std::string& name) { return '`' + name + '`'; }

std::string list_of(const std::vector<std::string>& names) {
    std::string list;
    for (const std::string& name : names) list += (list.empty() ? "" : ", ") + quoted(name);
    return list;
}

/// The corrected state of a grain, from the derivatives in a state.
NewGrain placed(NewGrain grain, const Snapshot& state, std::size_t i, double dt) {
    const std::size_t n = state.ids.size();
    const std::size_t each = state.derivatives.size() / (3 * n);
    const auto at = [&](std::size_t coordinate, std::size_t k) {
        return state.derivatives[(coordinate * each + k) * n + i];
    };
    grain.position = {at(0, 0), at(1, 0)};
    grain.angle = at(2, 0);
    grain.velocity = Vec2{at(0, 1), at(1, 1)} / dt;
    grain.spin = at(2, 1) / dt;
    return grain;
}

bool same(const WallPiece& a, const WallPiece& b) {
    if (a.position != b.position || a.angle != b.angle || a.shape.index() != b.shape.index())
        return false;
    if (const auto* disc = std::get_if<geometry::Disc>(&a.shape))
        return disc->radius() == std::get<geometry::Disc>(b.shape).radius();
    const auto& one = std::get<geometry::ConvexPolygon>(a.shape);
    const auto& other = std::get<geometry::ConvexPolygon>(b.shape);
    if (one.size() != other.size()) return false;
    for (std::size_t k = 0; k < one.size(); ++k)
        if (one.vertex(k) != other.vertex(k)) return false;
    return true;
}

/// Joins a scene and the run that it begins from.
class Joiner {
public:
    Joiner(Scene& scene, LeftRun left) : scene_(scene), spec_(*scene.start) {
        beginning_.left = std::move(left);
    }

    Beginning join() {
        differences_ = differences(left_.scene, scene_.toml, keys_without_effect);
        check_state();
        check_period();
        match_materials();
        match_walls();
        // It is decided once: what is changed by hand later must not change it.
        const bool nothing_changed = spec_.keep_time && left_.has_springs && differences_.empty();
        beginning_.goes_on = left_.goes_on.value_or(nothing_changed);
        beginning_.left.goes_on = beginning_.goes_on;
        match_groups();
        check_trace();
        check_duration();
        if (beginning_.goes_on) scene_.run.dt = left_.dt;
        write_note();
        return std::move(beginning_);
    }

private:
    /// Whether the scenes differ in a key, or in one of a table of this name.
    bool differs(const std::string& key) const {
        return std::ranges::any_of(differences_, [&](const KeyDifference& difference) {
            return difference.key == key || difference.key.starts_with(key + ".");
        });
    }

    /// Checks what the functions below rely on; the rest is looked at where it is used.
    void check_state() const {
        const Snapshot& state = left_.state.snapshot;
        const std::size_t n = state.ids.size();
        if (state.derivatives.size() % (3 * std::max<std::size_t>(n, 1)) != 0 ||
            (n > 0 && state.derivatives.size() < 6 * n) || !(left_.dt > 0.0))
            refuse("the state that the run begins from is not whole");
        for (const GrainId id : state.ids) {
            if (id >= left_.state.origins.size()) refuse("start: a grain has no origin");
            const auto [group, member] = left_.state.origins[id];
            if (group >= left_.groups.size() || member >= left_.groups[group].grains.size())
                refuse("start: a grain belongs to a group that does not exist");
        }
    }

    void check_period() const {
        for (const char* key : {"domain.periodic", "domain.x", "domain.y"}) {
            const bool counts = std::string_view(key) == "domain.periodic" ||
                                (std::string_view(key) == "domain.x" ? scene_.domain.periodic_x
                                                                     : scene_.domain.periodic_y);
            const auto found = std::ranges::find(differences_, key, &KeyDifference::key);
            if (!counts || found == differences_.end()) continue;
            refuse(std::string(key) + ": the run in " + left_.folder + " had " + found->before +
                   ", and grains that touch across the edge would come apart or into each other; "
                   "leave it as it was");
        }
    }

    void match_materials() {
        for (const std::string& name : left_.materials) {
            const auto found = std::ranges::find(scene_.materials, name, &Material::name);
            beginning_.materials.push_back(
                static_cast<std::uint16_t>(found - scene_.materials.begin()));
        }
        const std::vector<Material>& all = scene_.materials;
        for (const GrainId id : left_.state.snapshot.ids) {
            const auto [group, member] = left_.state.origins[id];
            const std::uint16_t old = left_.groups[group].grains[member].material;
            if (beginning_.materials[old] == all.size())
                refuse("materials." + left_.materials[old] + " is missing: grains of " +
                       quoted(left_.groups[group].name) + " in " + left_.folder +
                       " are made of it");
        }
    }

    /// Walls with the same name and shape are where they were. Their pieces are those of the other
    /// run, because random teeth depend on its seed.
    void match_walls() {
        beginning_.walls.resize(scene_.walls.size());
        for (std::size_t w = 0; w < scene_.walls.size(); ++w) {
            SceneWall& wall = scene_.walls[w];
            const auto old = std::ranges::find(left_.walls, wall.name, &LeftWall::name);
            if (old == left_.walls.end()) {
                new_walls_.push_back(wall.name);
                continue;
            }
            if (differs("walls." + wall.name + ".shape")) {
                changed_walls_.push_back(wall.name);
                continue;
            }
            beginning_.walls[w] = static_cast<std::size_t>(old - left_.walls.begin());
            if (!std::ranges::equal(wall.wall.pieces, old->pieces, same))
                wall.wall.pieces = old->pieces;
            wall.wall.start = start_from(old->place, old->about, wall.wall.motion.about);
        }
        for (const LeftWall& old : left_.walls)
            if (std::ranges::find(scene_.walls, old.name, &SceneWall::name) == scene_.walls.end())
                gone_walls_.push_back(old.name);
    }

    /// The group of the scene that is one of the other run, and goes on as that.
    std::optional<std::size_t> same_group(const std::string& name) const {
        const auto found = std::ranges::find(scene_.grains, name, &GrainGroup::name);
        if (found == scene_.grains.end()) return {};
        if (!spec_.keep_time)
            refuse("grains." + name + ": the run in " + left_.folder +
                   " has grains of this name, which come from there: leave this group out, or give "
                   "it another name if more grains are to come");
        if (differs("grains." + name) || differs("seed"))
            refuse("grains." + name + ": the run in " + left_.folder +
                   " has grains of this name that were made in another way; leave this group out, "
                   "or give it another name if more grains are to come");
        return static_cast<std::size_t>(found - scene_.grains.begin());
    }

    /// The groups of the other run come before those of the scene, but for those that the scene has
    /// too. Those of which nothing is left are needed only where grains keep their ids.
    void match_groups() {
        std::vector<std::size_t> there(left_.groups.size(), 0);
        for (const GrainId id : left_.state.snapshot.ids) ++there[left_.state.origins[id].group];
        std::vector<GrainGroup> carried;
        std::vector<std::optional<std::size_t>> own;  // its place in the scene, for each group
        std::vector<std::size_t> places;              // the place in `carried` of all others
        for (std::size_t g = 0; g < left_.groups.size(); ++g) {
            const std::string& name = left_.groups[g].name;
            own.push_back(same_group(name));
            places.push_back(carried.size());
            if (own[g]) {
                scene_.grains[*own[g]].is_carried_over = true;
            } else if (beginning_.goes_on || there[g] > 0) {
                check_name(name);
                GrainGroup& added = carried.emplace_back();
                added.name = name;
                added.is_carried_over = true;
                added.place = PlaceList{};
            }
        }
        for (std::size_t g = 0; g < left_.groups.size(); ++g)
            places[g] = own[g] ? carried.size() + *own[g] : places[g];
        scene_.grains.insert(scene_.grains.begin(), carried.begin(), carried.end());
        if (beginning_.goes_on)
            keep_all(own, places);
        else
            keep_those_that_are_there(own, places);
        if (scene_.grains.empty()) refuse("start: there are no grains in " + left_.folder);
    }

    void check_name(const std::string& name) const {
        if (std::ranges::find(scene_.walls, name, &SceneWall::name) != scene_.walls.end())
            refuse("walls." + name + ": grains in " + left_.folder +
                   " have this name already; give the wall another one");
    }

    NewGrain in_scene(NewGrain grain) const {
        grain.material = beginning_.materials[grain.material];
        return grain;
    }

    /// In a run that goes on, all grains keep their ids, and so their groups all members.
    void keep_all(const std::vector<std::optional<std::size_t>>& own,
                  const std::vector<std::size_t>& places) {
        for (std::size_t g = 0; g < left_.groups.size(); ++g) {
            if (own[g]) continue;
            std::vector<NewGrain> all = left_.groups[g].grains;
            for (NewGrain& grain : all) grain = in_scene(grain);
            give(scene_.grains[places[g]], std::move(all));
        }
        beginning_.origins = left_.state.origins;
        for (auto& [group, member] : beginning_.origins)
            group = static_cast<std::uint32_t>(places[group]);
    }

    void keep_those_that_are_there(const std::vector<std::optional<std::size_t>>& own,
                                   const std::vector<std::size_t>& places) {
        std::vector<std::vector<NewGrain>> left(scene_.grains.size());
        const Snapshot& state = left_.state.snapshot;
        for (std::size_t i = 0; i < state.ids.size(); ++i) {
            auto [group, member] = left_.state.origins[state.ids[i]];
            const std::size_t place = places[group];
            if (!own[group]) {
                const NewGrain& grain = left_.groups[group].grains[member];
                left[place].push_back(placed(in_scene(grain), state, i, left_.dt));
                member = static_cast<std::uint32_t>(left[place].size() - 1);
            }
            beginning_.origins.push_back({static_cast<std::uint32_t>(place), member});
        }
        for (std::size_t g = 0; g < left.size(); ++g)
            if (!left[g].empty()) give(scene_.grains[g], std::move(left[g]));
    }

    static void give(GrainGroup& group, std::vector<NewGrain> grains) {
        group.count = grains.size();
        group.material = grains.front().material;
        group.left = std::make_shared<const std::vector<NewGrain>>(std::move(grains));
    }

    void check_trace() const {
        for (const std::string& name : scene_.output.trace) {
            if (std::ranges::find(scene_.walls, name, &SceneWall::name) != scene_.walls.end())
                continue;
            const auto group = std::ranges::find(scene_.grains, name, &GrainGroup::name);
            if (group == scene_.grains.end())
                refuse("output.trace: there is no wall, nor group of grains, " + quoted(name) +
                       " here or in " + left_.folder);
            if (group->count != 1)
                refuse("output.trace: only single grains can be traced, but " + quoted(name) +
                       " has " + std::to_string(group->count));
        }
    }

    void check_duration() const {
        if (!spec_.keep_time || scene_.has_stages() || scene_.run.duration > left_.time) return;
        refuse("run.duration: the time goes on from t = " + number_text(left_.time) +
               " s, and the run ends at " + number_text(scene_.run.duration) +
               " s: make it longer, or let the time begin at 0 with start.keep_time = false");
    }

    void write_note() {
        std::string& note = beginning_.note;
        note = "begins with the " + std::to_string(left_.state.snapshot.ids.size()) +
               " grains of " + left_.folder + " at t = " + short_text(left_.time) + " s";
        note += left_.has_springs ? ", from its checkpoint"
                                  : ", from a frame: friction springs begin at zero";
        if (beginning_.goes_on) note += "; that run goes on";
        if (!new_walls_.empty()) note += "; new walls: " + list_of(new_walls_);
        if (!changed_walls_.empty())
            note += "; walls with another shape, which are as new: " + list_of(changed_walls_);
        if (!gone_walls_.empty()) note += "; walls that are gone: " + list_of(gone_walls_);
    }

    Scene& scene_;
    const StartSpec& spec_;
    Beginning beginning_;
    const LeftRun& left_ = beginning_.left;
    std::vector<KeyDifference> differences_;
    std::vector<std::string> new_walls_;
    std::vector<std::string> changed_walls_;
    std::vector<std::string> gone_walls_;
};

Scene joined(Scene scene, LeftRun left) {
    Beginning beginning = Joiner(scene, std::move(left)).join();
    scene.beginning = std::make_shared<const Beginning>(std::move(beginning));
    return scene;
}

}  // namespace

Scene with_beginning(Scene scene, const PackObserver& observer) {
    if (!scene.start) return with_packing(std::move(scene), observer);
    if (scene.beginning) return scene;
    const LeftRun left = read_left_run(scene.start->run, scene.start->time);
    // The run begins with what its own copy holds, to the bit, so that it can be resumed.
    return joined(std::move(scene), decode_left_run(encode(left)));
}

Scene with_beginning_in(const fs::path& folder, Scene scene) {
    if (!scene.start) return with_packing_in(folder, std::move(scene));
    const fs::path path = folder / RunFolder::start;
    try {
        return joined(std::move(scene),
                      decode_left_run(read_sealed(Folder(folder), RunFolder::start)));
    } catch (const Hdf5Error& error) {
        throw FileError(FileError::Kind::damaged, path, error.what());
    } catch (const std::invalid_argument& error) {
        throw FileError(FileError::Kind::damaged, path, error.what());
    }
}

std::vector<std::vector<NewGrain>> grains_left(const Scene& scene) {
    std::vector<std::vector<NewGrain>> groups(scene.grains.size());
    if (!scene.beginning) return groups;
    const Beginning& beginning = *scene.beginning;
    const Snapshot& state = beginning.left.state.snapshot;
    for (std::size_t i = 0; i < state.ids.size(); ++i) {
        const auto [old_group, member] = beginning.left.state.origins[state.ids[i]];
        NewGrain grain =
            placed(beginning.left.groups[old_group].grains[member], state, i, beginning.left.dt);
        grain.material = beginning.materials[grain.material];
        const std::size_t number = beginning.goes_on ? state.ids[i] : i;
        groups[beginning.origins[number].group].push_back(std::move(grain));
    }
    return groups;
}

}  // namespace scree::engine
