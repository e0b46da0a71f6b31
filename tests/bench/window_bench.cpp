// How long the window takes to draw, while a worker simulates what it shows. Needs a display:
//
//     xvfb-run -s '-screen 0 1280x800x24' build/release/tests/bench/window_bench
//
// One or several numbers of grains may be given; they are rounded down to thousands. Given a run
// folder, it measures how long the window stands still while somebody drags through the run.

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "engine/frame/frame.h"
#include "engine/run/world.h"
#include "render/window/display.h"
#include "render/window/replay.h"
#include "render/window/watch_window.h"

namespace {

using namespace scree;
using geometry::Vec2;

/// A tile of the state that is drawn: grains that have settled on a floor, 50 columns and 20 rows
/// of them, in a domain that is periodic from left to right.
constexpr int columns = 50;
constexpr int rows = 20;
constexpr double pitch = 0.011;  ///< of the lattice they fall from, m
constexpr double tile_width = columns * pitch;
constexpr double tile_height = 1.2 * rows * pitch;
constexpr double floor_thickness = 0.01;
/// The grains have settled when the unbalanced force is this share of the usual one, or at the
/// latest after this time, s.
constexpr double settled = 0.02;
constexpr double longest_settling = 2.0;

engine::Scene tile_scene() {
    std::ostringstream text;
    text
        << "scree = 1\n[run]\nduration = 100.0\nthreads = 1\n[domain]\nx = [0.0, " << tile_width
        << "]\ny = [-1.0, 100.0]\nperiodic = [\"x\"]\n"
        << "[materials.stone]\ndensity = 2500\nstiffness = 1e6\nfriction = 0.5\ndamping = 0.3\n"
        << "[[walls]]\nname = \"floor\"\nmaterial = \"stone\"\nshape = { kind = \"box\", x = [0.0, "
        << tile_width << "], y = [" << -floor_thickness << ", 0.0] }\n"
        << "[[grains]]\nname = \"stones\"\nmaterial = \"stone\"\ncount = " << columns * rows
        << "\nshape = { kind = \"irregular\", corners = [5, 8] }\n"
        << "size = { kind = \"uniform\", min = 0.007, max = 0.009 }\n"
        << "place = { kind = \"lattice\", x = [0.0, " << tile_width << "], y = [0.0, 1.0] }\n";
    return engine::load_scene(
        "tile.toml", {}, [&](const std::filesystem::path&) { return std::optional(text.str()); });
}

/// The grains of the tile after they have settled, each as a group of one.
std::vector<engine::GrainGroup> settled_tile(const engine::Scene& scene) {
    engine::World live(scene);
    const auto rests = [&] {
        const auto unbalanced = live.unbalanced_force();
        return live.simulation().time() > longest_settling ||
               (live.simulation().time() > 0.2 && unbalanced && *unbalanced < settled);
    };
    do
        for (int k = 0; k < 100; ++k) live.step();
    while (!rests());
    const engine::Simulation& simulation = live.simulation();
    std::vector<engine::GrainGroup> groups;
    for (std::size_t i = 0; i < simulation.grain_count(); ++i)
        groups.push_back(
            {"stone " + std::to_string(i),
             0,
             1,
             engine::PolygonShape{engine::shape_of_grain(simulation, i).vertices},
             {},
             engine::PlaceList{{simulation.position(i)}, {simulation.angle(i)}, {}, {}}});
    return groups;
}

/// How many tiles are side by side and on top of each other, so that together they are about 1.5
/// times as wide as high.
std::pair<int, int> layout_of(int tiles) {
    std::pair<int, int> best{1, tiles};
    const auto error = [](const std::pair<int, int>& n) {
        return std::abs(std::log(n.first * tile_width / (n.second * tile_height) / 1.5));
    };
    for (int across = 1; across <= tiles; ++across)
        if (tiles % across == 0 && error({across, tiles / across}) < error(best))
            best = {across, tiles / across};
    return best;
}

/// A scene of settled tiles, each on a shelf of its own.
engine::Scene scene_of(int grains, engine::Scene scene,
                       const std::vector<engine::GrainGroup>& tile) {
    const auto [across, up] = layout_of(std::max(1, grains / (columns * rows)));
    scene.domain.x.high = across * tile_width;
    const engine::SceneWall floor = scene.walls.front();
    scene.walls.clear();
    for (int y = 0; y < up; ++y)
        for (int x = 0; x < across; ++x) {
            scene.walls.push_back(floor);
            scene.walls.back().name += std::to_string(scene.walls.size());
            scene.walls.back().wall.pieces.front().position +=
                Vec2{x * tile_width, y * tile_height};
        }
    scene.grains = tile;
    for (engine::GrainGroup& group : scene.grains) {
        auto& place = std::get<engine::PlaceList>(group.place);
        const Vec2 first = place.at.front();
        place.at.clear();
        for (int y = 0; y < up; ++y)
            for (int x = 0; x < across; ++x)
                place.at.push_back(first + Vec2{x * tile_width, y * tile_height});
        place.angle.assign(place.at.size(), place.angle.front());
        group.count = place.at.size();
    }
    return scene;
}

struct Times {
    double median = 0.0;  ///< s
    double slowest = 0.0;
};

Times draw_for(window::WatchWindow& shown, double seconds) {
    std::vector<double> times;
    const double start = shown.wall();
    for (double now = start; now - start < seconds || times.size() < 5;) {
        shown.draw_frame();
        times.push_back(shown.wall() - now);
        now = shown.wall();
    }
    std::ranges::sort(times);
    return {times[times.size() / 2], times.back()};
}

void measure(const engine::Scene& scene) {
    window::LivePlayer player(scene);
    window::WatchWindow shown(player, {"bench", std::filesystem::temp_directory_path()});
    shown.window().setFramerateLimit(0);
    while (shown.viewer().frame_view() == nullptr) shown.draw_frame();
    player.pause(false);
    draw_for(shown, 0.5);
    const auto line = [&](const char* what) {
        const Times times = draw_for(shown, 3.0);
        const engine::Frame& frame = shown.viewer().frame_view()->frame();
        std::printf("%7zu %8zu  %-22s %8.1f ms %8.1f ms %8.1f frames/s\n", frame.grains.body.size(),
                    frame.contacts.pair.size(), what, 1e3 * times.median, 1e3 * times.slowest,
                    1.0 / times.median);
    };
    line("grains");
    shown.viewer().toggle(window::Overlay::chains);
    line("with force chains");
    shown.viewer().toggle(window::Overlay::chains);
    shown.viewer().choose_colour(window::Quantity::pressure);
    line("coloured by pressure");
    shown.viewer().toggle(window::Overlay::chains);
    line("and force chains");
}

/// Measures jumps to twenty places all over a run that is in a folder.
void measure_seeking(const std::filesystem::path& folder) {
    window::Replay player(folder);
    window::WatchWindow shown(player, {"bench", std::filesystem::temp_directory_path()});
    shown.window().setFramerateLimit(0);
    while (shown.viewer().frame_view() == nullptr) shown.draw_frame();
    std::vector<double> frames;
    std::vector<double> seeks;
    for (int k = 1; k <= 20; ++k) {
        const std::uint64_t before = shown.viewer().frame_view()->frame().step;
        shown.viewer().go_to(player.end() * (k * 7 % 20 + 0.5) / 20.0);
        const double start = shown.wall();
        for (double now = start; shown.viewer().frame_view()->frame().step == before;) {
            shown.draw_frame();
            frames.push_back(shown.wall() - now);
            now = shown.wall();
            if (now - start > 60.0) return void(std::puts("it has too few frames"));
        }
        seeks.push_back(shown.wall() - start);
    }
    std::ranges::sort(frames);
    std::ranges::sort(seeks);
    std::printf(
        "%7zu grains, dragged through: %.1f ms a drawing, %.1f ms the slowest; %.1f ms until "
        "a frame is there, %.1f ms the slowest\n",
        shown.viewer().frame_view()->frame().grains.body.size(), 1e3 * frames[frames.size() / 2],
        1e3 * frames.back(), 1e3 * seeks[seeks.size() / 2], 1e3 * seeks.back());
}

}  // namespace

int main(int argc, char** argv) {
    if (!window::display_is_there()) {
        std::fputs("there is no display: xvfb-run -s '-screen 0 1280x800x24' window_bench\n",
                   stderr);
        return 1;
    }
    if (argc == 2 && std::filesystem::is_directory(argv[1])) {
        measure_seeking(argv[1]);
        return 0;
    }
    const engine::Scene tile = tile_scene();
    const std::vector<engine::GrainGroup> grains_of_tile = settled_tile(tile);
    std::printf(" grains contacts  what is drawn             median     slowest\n");
    std::vector<int> numbers = {1'000, 10'000, 100'000};
    if (argc > 1) numbers.clear();
    for (int k = 1; k < argc; ++k) numbers.push_back(std::max(1, std::atoi(argv[k])));
    for (const int grains : numbers) measure(scene_of(grains, tile, grains_of_tile));
    return 0;
}
