#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <iostream>
#include <memory>
#include <string>
#include <vector>

#include "engine/files/csv_table.h"
#include "engine/record/run_folder.h"
#include "engine/record/sums.h"
#include "engine/run/means.h"
#include "engine/run/run.h"
#include "tests/engine/temporary_folder.h"

// What the scenes with loaded walls hold of the pressure that is asked for.

namespace scree::engine {
namespace {

/// A shipped scene with these values, run to its end.
struct Shipped {
    explicit Shipped(const std::string& name, std::vector<std::string> sets = {}) {
        sets.emplace_back("run.threads=1");  // others have the cores
        scene = load_scene(std::string(SCREE_SCENES) + '/' + name + ".toml", sets);
        RunObserver nobody;
        Run(std::make_unique<World>(scene), RunFolder::create(folder / name, false), "test")
            .go({}, nobody);
        path = folder / name;
    }

    /// The mean of a column of a measure over the time that the scene gives for it.
    Quantity mean(const std::string& measure, const std::string& column) const {
        const auto spec = std::ranges::find(scene.measures, measure, &MeasureSpec::name);
        return SeriesRows(path).mean_of(*spec).at(column);
    }

    /// A column of series.csv in a stage, but for its first row, which is the end of the one
    /// before.
    std::vector<double> rows(const std::string& column, double stage) const {
        const CsvTable table = parse_csv(SummedFolder(path).text(RunFolder::series), path);
        const std::size_t stages = table.column("stage").value();
        const std::size_t values = table.column(column).value();
        std::vector<double> chosen;
        for (std::size_t k = 1; k < table.rows.size(); ++k)
            if (table.number(k, stages) == stage && table.number(k - 1, stages) == stage)
                chosen.push_back(table.number(k, values));
        return chosen;
    }

    TemporaryFolder folder;
    Scene scene;
    std::filesystem::path path;
};

double deviation(const std::vector<double>& values, double from) {
    double sum = 0.0;
    for (const double value : values) sum += (value - from) * (value - from);
    return std::sqrt(sum / static_cast<double>(values.size()));
}

/// Friction in steady shear does not depend on the mass of the plate, and the pressure is held.
TEST(SlowShearCell, HoldsItsPressureWhateverThePlateWeighs) {
    const Shipped usual("shear_cell");
    const Quantity pressure = usual.mean("upper", "pressure");
    const Quantity mu = usual.mean("upper", "mu");
    std::vector<double> borne = usual.rows("top.borne [N]", 2.0);
    borne.erase(borne.begin(), borne.begin() + static_cast<std::ptrdiff_t>(borne.size() / 2));
    std::cout << "pressure " << *pressure.value << " +- " << *pressure.uncertainty
              << " of 200 N/m; borne by the plate at a moment: 40 +- " << deviation(borne, 40.0)
              << " N; mu " << *mu.value << " +- " << *mu.uncertainty << '\n';
    EXPECT_NEAR(*pressure.value, 200.0, 2.0);
    const double mass = 2.38;  // kg, one layer of grains: what is chosen if nothing is said
    for (const double factor : {0.1, 10.0}) {
        const std::string set = "motion.mass=" + std::to_string(factor * mass);
        const Shipped other("shear_cell", {"walls.top." + set, "stage.shear.set.walls.top." + set});
        const Quantity its = other.mean("upper", "mu");
        std::cout << "mass times " << factor << ": mu " << *its.value << " +- " << *its.uncertainty
                  << ", pressure " << *other.mean("upper", "pressure").value << " N/m\n";
        EXPECT_NEAR(*its.value, *mu.value, std::hypot(*its.uncertainty, *mu.uncertainty)) << factor;
        EXPECT_NEAR(*other.mean("upper", "pressure").value, 200.0, 2.0) << factor;
    }
}

/// Where the load is doubled, the plate at the other side bears at most a fifth more than it has to
/// bear in the end.
TEST(SlowShearCell, AStepOfThePressureHardlyOvershoots) {
    const auto peak = [](const std::vector<std::string>& sets) {
        std::vector<std::string> all{
            "stage.shear.duration=0.5", "stage.shear.set.walls.top.motion.velocity=[0.0, 0.0]",
            "stage.shear.set.walls.top.motion.pressure=400.0", "output.every.series=1e-4"};
        all.insert(all.end(), sets.begin(), sets.end());
        const std::vector<double> forces = Shipped("shear_cell", all).rows("bottom.fy [N]", 2.0);
        return std::abs(std::ranges::min(forces) / forces.back());
    };
    const double usual = peak({});
    const double jump = peak({"stage.shear.set.walls.top.motion.ramp=0.0"});
    std::cout << "overshoot " << usual - 1.0 << ", without the ramp " << jump - 1.0 << '\n';
    EXPECT_LT(usual, 1.2);
    EXPECT_GT(jump, 1.2) << "the check can tell";
}

/// Both sides hold their pressure while the sample becomes lower by a tenth: in each row, which is
/// the mean over 40 ms; a wave crosses the sample in 30 ms.
TEST(SlowBiaxial, TheSidesHoldTheirPressure) {
    const Shipped test("biaxial");
    const std::vector<double> height = test.rows("top.y [m]", 2.0);
    EXPECT_NEAR(height.front() - height.back(), 0.028, 5e-4);
    for (const std::string side : {"lateral", "lateral_right"}) {
        const std::vector<double> rows = test.rows(side + ".pressure [N/m]", 2.0);
        ASSERT_GT(rows.size(), 50u);
        const auto [low, high] = std::ranges::minmax(rows);
        std::cout << side << ": " << *test.mean(side, "pressure").value << " N/m in the mean, from "
                  << low << " to " << high << " in " << rows.size() << " rows\n";
        EXPECT_GT(low, 0.98 * 200.0);
        EXPECT_LT(high, 1.02 * 200.0);
    }
}

}  // namespace
}  // namespace scree::engine
