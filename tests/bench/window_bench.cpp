// How long the window takes to draw, while a worker simulates what it shows. Needs a display:
//
//     xvfb-run -s '-screen 0 1280x800x24' build/release/tests/bench/window_bench
//
// A number of grains, or several, may be given.

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <sstream>
#include <string>
#include <vector>

#include "render/window/display.h"
#include "render/window/watch_window.h"

namespace {

using namespace scree;
using geometry::Vec2;

/// Irregular grains on a lattice that fall into a box which is three halves as wide as high.
std::string scene_of(int grains) {
    const double width = 0.011 * std::sqrt(1.5 * grains);
    const double height = 0.012 * grains / (width / 0.011) + 0.02;
    std::ostringstream text;
    const auto interval = [&](const char* key, double a, double b) {
        text << key << " = [" << a << ", " << b << "]";
    };
    const auto wall = [&](const char* name, Vec2 low, Vec2 high) {
        text << "[[walls]]\nname = \"" << name << "\"\nmaterial = \"stone\"\n"
             << "shape = { kind = \"box\", ";
        interval("x", low.x, high.x);
        interval(", y", low.y, high.y);
        text << " }\n";
    };
    text << "scree = 1\n[run]\nduration = 100.0\nthreads = 1\n[domain]\n";
    interval("x", -1.0, width + 1.0);
    interval("\ny", -1.0, 2.0 * height + 1.0);
    text << "\n[materials.stone]\ndensity = 2500\nstiffness = 1e6\nfriction = 0.5\ndamping = 0.3\n";
    wall("floor", {-0.1, -0.1}, {width + 0.1, 0.0});
    wall("left", {-0.1, 0.0}, {0.0, height});
    wall("right", {width, 0.0}, {width + 0.1, height});
    text << "[[grains]]\nname = \"stones\"\nmaterial = \"stone\"\ncount = " << grains
         << "\nshape = { kind = \"irregular\", corners = [5, 8] }\n"
         << "size = { kind = \"uniform\", min = 0.007, max = 0.009 }\n"
         << "place = { kind = \"lattice\", ";
    interval("x", 0.0, width);
    interval(", y", 0.0, 2.0 * height);
    text << " }\n";
    return text.str();
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

void measure(int grains) {
    const std::string text = scene_of(grains);
    window::LivePlayer player(engine::load_scene(
        "bench.toml", {}, [&](const std::filesystem::path&) { return std::optional(text); }));
    window::WatchWindow shown(player, {"bench", std::filesystem::temp_directory_path()});
    shown.window().setFramerateLimit(0);
    while (shown.desk().moment() == nullptr) shown.draw_frame();
    player.pause(false);
    draw_for(shown, 0.5);
    const auto line = [&](const char* what) {
        const Times times = draw_for(shown, 3.0);
        std::printf("%7d  %-22s %8.1f ms %8.1f ms %8.1f frames/s\n", grains, what,
                    1e3 * times.median, 1e3 * times.slowest, 1.0 / times.median);
    };
    line("grains");
    shown.desk().choose_colour(window::Quantity::pressure);
    line("coloured by pressure");
    shown.desk().toggle(window::Overlay::chains);
    line("and force chains");
}

}  // namespace

int main(int argc, char** argv) {
    if (!window::display_is_there()) {
        std::fputs("there is no display: xvfb-run -s '-screen 0 1280x800x24' window_bench\n",
                   stderr);
        return 1;
    }
    std::printf(" grains  what is drawn             median     slowest\n");
    std::vector<int> numbers = {1'000, 10'000, 100'000};
    if (argc > 1) numbers.clear();
    for (int k = 1; k < argc; ++k) numbers.push_back(std::max(1, std::atoi(argv[k])));
    for (const int grains : numbers) measure(grains);
    return 0;
}
