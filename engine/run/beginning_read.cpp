// The run that another one begins from, read from its folder.

#include <algorithm>
#include <cmath>

#include "engine/files/hdf5.h"
#include "engine/laws/gear.h"
#include "engine/record/run_frames.h"
#include "engine/run/beginning.h"
#include "engine/run/recovery.h"

namespace scree::engine {
namespace {

namespace fs = std::filesystem;
using geometry::Vec2;

FileError missing(const fs::path& folder, const std::string& what) {
    return {FileError::Kind::missing, folder, what};
}

/// What of a run does not depend on the moment.
LeftRun constants_of(const fs::path& folder, const World& live) {
    const Scene& scene = live.scene();
    LeftRun left;
    left.folder = folder.string();
    left.scene = scene.toml;
    left.dt = live.step_choice().dt;
    for (const Material& material : scene.materials) left.materials.push_back(material.name);
    for (std::uint32_t g = 0; g < scene.grains.size(); ++g) {
        const std::span<const NewGrain> grains = live.grains_of(g);
        left.groups.push_back({scene.grains[g].name, {grains.begin(), grains.end()}});
        if (std::holds_alternative<PlaceRain>(scene.grains[g].place)) left.rains.push_back(g);
    }
    for (const Wall& wall : live.simulation().walls().all())
        left.walls.push_back({wall.name, wall.pieces, wall.motion.about, {}, {}});
    return left;
}

LeftRun at_checkpoint(const fs::path& folder, const World& live) {
    LeftRun left = constants_of(folder, live);
    const Simulation& simulation = live.simulation();
    left.has_springs = true;
    left.time = simulation.time();
    left.state = live.state();
    for (std::size_t w = 0; w < left.walls.size(); ++w) {
        left.walls[w].place = simulation.wall_place(w);
        const WallMotion& motion = simulation.walls()[w].motion;
        left.walls[w].force = motion.is_loaded()
                                  ? simulation.walls().loads().acting(w) * motion.load.along
                                  : -simulation.wall_push(w).force;
    }
    return left;
}

/// Where a wall is, from the place of one of its pieces in a frame.
WallPlace place_from(const WallPiece& piece, Vec2 about, const BodyStates& walls, std::size_t at) {
    WallPlace place;
    place.turn = walls.angle[at] - piece.angle;
    place.turned = geometry::Rotation::by(place.turn);
    place.spin = walls.spin[at];
    const Vec2 arm = rotate(place.turned, piece.position - about);
    place.shift = walls.position[at] - about - arm;
    place.velocity = walls.velocity[at] - place.spin * turned_left(arm);
    return place;
}

/// The grains of a frame, as the state of a run in which nothing touches.
Snapshot grains_in(const Frame& frame, std::size_t pieces) {
    const BodyStates& grains = frame.grains;
    const std::size_t n = grains.body.size();
    Snapshot snapshot;
    for (const BodyNumber body : grains.body) snapshot.ids.push_back(static_cast<GrainId>(body));
    snapshot.steps = frame.step;
    const auto column = [&](const auto& value) {
        for (std::size_t i = 0; i < n; ++i) snapshot.derivatives.push_back(value(i));
    };
    // The derivatives are scaled by a time step of one second.
    column([&](std::size_t i) { return grains.position[i].x; });
    column([&](std::size_t i) { return grains.velocity[i].x; });
    column([&](std::size_t i) { return grains.position[i].y; });
    column([&](std::size_t i) { return grains.velocity[i].y; });
    column([&](std::size_t i) { return grains.angle[i]; });
    column([&](std::size_t i) { return grains.spin[i]; });
    snapshot.bodies.assign(Snapshot::body_numbers * pieces, 0.0);
    snapshot.turns.assign(2 * pieces, 0);
    for (std::size_t i = 0; i < n; ++i) {
        const geometry::Rotation rotation = geometry::Rotation::by(grains.angle[i]);
        snapshot.bodies.insert(snapshot.bodies.end(),
                               {grains.position[i].x, grains.position[i].y, rotation.c, rotation.s,
                                grains.velocity[i].x, grains.velocity[i].y, grains.spin[i], 0.0});
        snapshot.turns.insert(snapshot.turns.end(), {grains.turns[i].x, grains.turns[i].y});
    }
    snapshot.extremes.assign(Snapshot::extreme_numbers * (pieces + n), 0);
    return snapshot;
}

/// `live` is at a later moment, and knows where the grains came from.
LeftRun at_frame(const fs::path& folder, const World& live, double time) {
    RunFrames frames(folder);
    const SeenFrame seen = frames.see(frames.nearest(time));
    const Frame& frame = seen.frame;
    LeftRun left = constants_of(folder, live);
    left.time = frame.time;
    left.dt = 1.0;
    const Walls& walls = live.simulation().walls();
    left.state.snapshot = grains_in(frame, walls.piece_count());
    left.state.origins = live.state().origins;
    for (const GrainId id : left.state.snapshot.ids)
        if (id >= left.state.origins.size())
            throw missing(folder, "has no checkpoint after t = " + number_text(frame.time) +
                                      " s, which knows the grains that came: scree resume " +
                                      folder.string() + " makes one");
    std::vector<Vec2> pushes(walls.piece_count());
    for (std::size_t k = 0; k < frame.contacts.pair.size(); ++k)
        if (const BodyNumber body = frame.contacts.pair[k][1]; body < 0)
            pushes.at(static_cast<std::size_t>(-1 - body)) += frame.contacts.force[k];
    for (std::size_t at = 0; at < frame.walls.body.size(); ++at) {
        const auto piece = static_cast<std::size_t>(-1 - frame.walls.body[at]);
        const std::size_t w = walls.wall_of(wall_body(piece));
        LeftWall& wall = left.walls[w];
        wall.force -= pushes.at(piece);
        // A piece without ends does not tell how far its wall has moved along itself.
        const Spans spans = walls.spans_of(wall_body(piece));
        const bool is_first = piece == walls.pieces_of(w).first;
        if (is_first || (!spans.x && !spans.y))
            wall.place = place_from(walls.given(wall_body(piece)), wall.about, frame.walls, at);
    }
    return left;
}

}  // namespace

LeftRun read_left_run(const fs::path& folder, std::optional<double> time) {
    const Scene scene =
        with_beginning_in(folder, scene_in(folder, std::vector<std::string>{"run.threads=1"}));
    World live(scene);
    if (!recover(live, Folder(folder)).output)
        throw missing(folder, "has no checkpoint to begin from yet");
    const Simulation& simulation = live.simulation();
    // Every stage ends with a whole step.
    const double nearly = live.step_choice().dt * static_cast<double>(scene.stages.size() + 1);
    const auto is_at = [&](const World& world) {
        return std::abs(*time - world.simulation().time()) < nearly;
    };
    if (!time || is_at(live)) return at_checkpoint(folder, live);
    if (*time < simulation.time()) {
        World before(scene);
        if (recover_previous(before, Folder(folder)) && is_at(before))
            return at_checkpoint(folder, before);
    }
    if (*time > simulation.time())
        throw std::invalid_argument("start.time: the run in " + folder.string() +
                                    " ends at t = " + number_text(simulation.time()) +
                                    " s, before " + number_text(*time) + " s");
    return at_frame(folder, live, *time);
}

}  // namespace scree::engine
