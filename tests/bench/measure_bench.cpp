#include <algorithm>
#include <array>
#include <chrono>
#include <cstdio>
#include <cstring>
#include <memory>
#include <string>
#include <vector>

#include "engine/base/quantile.h"
#include "engine/run/measures.h"
#include "tests/engine/small_scene.h"

/// What measurements every 1,000 steps cost in a run: gravel that is sheared between two plates
/// under pressure. Ends with a table in Markdown.
///
///     build/release/tests/bench/measure_bench
///     build/release/tests/bench/measure_bench --quick
///
/// The runs are in the same state and take turns, so that a machine that is busy now and then slows
/// all of them down alike; times are medians.
namespace scree::bench {
namespace {

using engine::World;
using Clock = std::chrono::steady_clock;

struct Effort {
    int grains = 5000;
    std::uint64_t settling = 20'000;  ///< steps
    std::size_t turns = 15;
};

constexpr std::uint64_t between_rows = 1000;      ///< steps
constexpr std::uint64_t most_steps_at_once = 32;  ///< as a run makes them

std::string scene_of(const Effort& effort) {
    const double length = 0.2e-3 * effort.grains;
    const auto row = [&](const char* name, double y, const char* more) {
        return "[[walls]]\nname = \"" + std::string(name) +
               "\"\nmaterial = \"stone\"\none_sided = true\nshape = { kind = \"grains\", from = "
               "[0.0, " +
               std::to_string(y) + "], to = [" + std::to_string(length) + ", " + std::to_string(y) +
               "], grain = { kind = \"irregular\" }, size = { kind = \"uniform\", min = 0.005, "
               "max = 0.007 } }\n" +
               more;
    };
    return "scree = 1\n[run]\nthreads = 1\nduration = 1e3\ngravity = [0.0, 0.0]\n[domain]\nx = "
           "[0.0, " +
           std::to_string(length) +
           "]\ny = [-0.02, 0.35]\nperiodic = [\"x\"]\n[materials.stone]\ndensity = 2500.0\n"
           "stiffness = 1.0e6\nfriction = 0.5\nrestitution = 0.2\n" +
           row("bottom", 0.0, "") +
           row("top", 0.3,
               "motion = { kind = \"load\", pressure = 200.0, along = [0.0, -1.0], velocity = "
               "[0.08, 0.0], max_speed = 0.3 }\n") +
           "[[grains]]\nname = \"stones\"\nmaterial = \"stone\"\ncount = " +
           std::to_string(effort.grains) +
           "\nshape = { kind = \"irregular\" }\nsize = { kind = \"uniform\", min = 0.005, max = "
           "0.007 }\nplace = { kind = \"random\", x = [0.0, " +
           std::to_string(length) + "], y = [0.005, 0.295] }\n";
}

std::string measure_of(const char* kind, const char* more = "") {
    return std::string("[[measure]]\nname = \"m_") + kind + "\"\nkind = \"" + kind + "\"\n" + more;
}

/// A run, and how long it took for so many steps and the row after them.
struct Run {
    const char* name;
    std::unique_ptr<World> world;
    engine::ShapeBook shapes;
    std::vector<double> sums;
    std::vector<double> steps_ms{};
    std::vector<double> row_ms{};

    Run(const char* called, const std::string& text)
        : name(called),
          world(std::make_unique<World>(engine::load(text))),
          shapes(world->simulation().walls().all()) {}

    void go(std::uint64_t steps) {
        const std::uint64_t end = world->simulation().steps() + steps;
        while (world->simulation().steps() < end)
            world->step(std::min(most_steps_at_once, end - world->simulation().steps()));
    }
    void take_turn() {
        const auto start = Clock::now();
        go(between_rows);
        const auto middle = Clock::now();
        measure_scene(*world, shapes, world->simulation().ledger(), sums);
        sums = world->step_sums().numbers();
        const auto end = Clock::now();
        using Milliseconds = std::chrono::duration<double, std::milli>;
        steps_ms.push_back(Milliseconds(middle - start).count());
        row_ms.push_back(Milliseconds(end - middle).count());
    }
};

double median(std::vector<double> values) { return engine::quantile(values, 0.5); }

int bench(const Effort& effort) {
    const std::string plain = scene_of(effort);
    const std::string moments = measure_of("stress") + measure_of("fabric") + measure_of("profile");
    const std::string loads = measure_of("wall_load", "wall = \"top\"\n") +
                              "[[measure]]\nname = \"other\"\nkind = \"wall_load\"\nwall = "
                              "\"bottom\"\n";
    std::array<Run, 3> runs{Run("nothing", plain), Run("stress, fabric, profile", plain + moments),
                            Run("these and the loads of both plates", plain + moments + loads)};
    for (Run& run : runs) run.go(effort.settling);
    for (std::size_t turn = 0; turn < effort.turns; ++turn)
        for (Run& run : runs) run.take_turn();
    const double without = median(runs[0].steps_ms);
    std::printf("%d grains, %llu steps from row to row, one thread\n\n", effort.grains,
                static_cast<unsigned long long>(between_rows));
    std::printf("| measured | steps, ms | row, ms | more than without |\n|:--|--:|--:|--:|\n");
    for (const Run& run : runs) {
        const double steps = median(run.steps_ms);
        const double row = median(run.row_ms);
        std::printf("| %s | %.1f | %.2f | %.1f %% |\n", run.name, steps, row,
                    100.0 * ((steps + row) / without - 1.0));
    }
    return 0;
}

}  // namespace
}  // namespace scree::bench

int main(int count, char** arguments) {
    const bool is_quick = count > 1 && std::strcmp(arguments[1], "--quick") == 0;
    return scree::bench::bench(is_quick ? scree::bench::Effort{300, 500, 1}
                                        : scree::bench::Effort{});
}
