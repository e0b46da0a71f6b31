#include "render/plots/strain_plots.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "engine/base/spec_error.h"

namespace scree::render {
namespace {

using engine::CsvTable;
using engine::MeasureKind;
using engine::MeasureSpec;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

MeasureSpec spec(const std::string& name, MeasureKind kind, std::size_t faces = 0) {
    MeasureSpec measure;
    measure.name = name;
    measure.kind = kind;
    measure.options.faces.resize(faces);
    return measure;
}

/// A wall whose pressure acts on the distance of two others.
MeasureSpec pressed(const std::string& name, geometry::Vec2 normal, geometry::Vec2 across) {
    MeasureSpec measure = spec(name, MeasureKind::wall_load, 1);
    measure.options.faces[0].normal = normal;
    measure.options.faces[0].across = across;
    measure.options.faces[0].grows = true;
    return measure;
}

std::string text(double number) { return engine::number_text(number); }

double number(const Plot& plot, std::size_t row, std::size_t column) {
    return std::stod(plot.rows[row][column]);
}

TEST(StrainPlots, FrictionIsDrawnOverTheStrainOfTwoWalls) {
    engine::Scene scene;
    scene.measures = {spec("flow", MeasureKind::shear, 2), spec("inside", MeasureKind::shear),
                      spec("lid", MeasureKind::wall_load, 1)};
    CsvTable table{{"time [s]", "flow.strain", "flow.mu", "flow.fraction", "inside.mu",
                    "inside.fraction", "lid.displacement [m]", "lid.pressure [N/m]"},
                   {}};
    // Nothing is measured in the first stage.
    table.rows.push_back({"0", "nan", "nan", "nan", "nan", "nan", "0", "5"});
    for (int k = 0; k < 1000; ++k)
        table.rows.push_back(
            {text(k), text(0.01 * k), text(k % 2), "0.8", "0.3", "0.7", text(k), "5"});
    const std::vector<Plot> plots = strain_plots(scene, table, "cell");
    ASSERT_THAT(plots, SizeIs(1));  // the way of the lid is not what the test is about
    const Plot& plot = plots.front();
    EXPECT_EQ(plot.name, "strain_flow");
    EXPECT_THAT(plot.x_label, HasSubstr("shear strain; each point: mean of 10 rows"));
    ASSERT_THAT(plot.panels, SizeIs(2));
    EXPECT_EQ(plot.panels[0].label, "mu");
    ASSERT_THAT(plot.panels[0].curves, SizeIs(2));
    EXPECT_EQ(plot.panels[0].curves[1].title, "inside");
    EXPECT_THAT(plot.header, ElementsAre("flow.strain", "flow.mu", "inside.mu", "flow.fraction",
                                         "inside.fraction"));
    ASSERT_THAT(plot.rows, SizeIs(100));
    EXPECT_NEAR(number(plot, 0, 0), 0.045, 1e-12);
    EXPECT_NEAR(number(plot, 0, 1), 0.5, 1e-12);
    EXPECT_NEAR(number(plot, 99, 0), 9.945, 1e-12);
    EXPECT_NEAR(number(plot, 99, 4), 0.7, 1e-12);
}

TEST(StrainPlots, SamplesBetweenFourWallsAreDrawnOverTheAxialStrain) {
    engine::Scene scene;
    // Which of both is the axial one is seen from how the sample shrinks.
    scene.measures = {pressed("side", {1.0, 0.0}, {0.0, 1.0}),
                      pressed("top", {0.0, -1.0}, {1.0, 0.0}), spec("middle", MeasureKind::stress)};
    CsvTable table{{"side.fx [N]", "side.fy [N]", "side.pressure [N/m]", "top.fx [N]", "top.fy [N]",
                    "top.pressure [N/m]", "middle.q_over_p"},
                   {}};
    // Height 2 and 1.8, width 1 and 1.2; the pressures are 100 to the side, 200 and 300 from above.
    table.rows.push_back({"-200", "1", "100", "1", "200", "200", "0.3"});
    table.rows.push_back({"-180", "1", "100", "1", "360", "300", "0.4"});
    const std::vector<Plot> plots = strain_plots(scene, table, "biaxial");
    ASSERT_THAT(plots, SizeIs(1));
    const Plot& plot = plots.front();
    EXPECT_EQ(plot.name, "compression");
    EXPECT_EQ(plot.x_label, "axial strain (%)");
    ASSERT_THAT(plot.rows, SizeIs(2));
    EXPECT_NEAR(number(plot, 1, 0), 10.0, 1e-9);
    EXPECT_NEAR(number(plot, 0, 1), 1.0 / 3.0, 1e-9);
    EXPECT_NEAR(number(plot, 1, 1), 0.5, 1e-9);
    EXPECT_NEAR(number(plot, 1, 2), 0.4, 1e-9);
    EXPECT_NEAR(number(plot, 0, 3), 0.0, 1e-9);
    EXPECT_NEAR(number(plot, 1, 3), 8.0, 1e-9);
}

TEST(StrainPlots, OtherWallsAreDrawnOverTheFurthestWay) {
    engine::Scene scene;
    scene.measures = {spec("lid", MeasureKind::wall_load, 1),
                      spec("pushed", MeasureKind::wall_load, 1),
                      spec("still", MeasureKind::wall_load, 1), spec("plane", MeasureKind::shear)};
    CsvTable table{{"lid.displacement [m]", "pushed.displacement [m]", "pushed.pressure [N/m]",
                    "still.displacement [m]", "plane.mu"},
                   {{"0.1", "0", "5", "0", "0.2"}, {"0.2", "0.5", "7", "0", "0.4"}}};
    const std::vector<Plot> plots = strain_plots(scene, table, "box");
    ASSERT_THAT(plots, SizeIs(1));
    EXPECT_EQ(plots[0].name, "way_pushed");
    EXPECT_THAT(plots[0].header, ElementsAre("pushed.displacement [mm]", "pushed.pressure [N/m]",
                                             "plane.mu", "lid.displacement [mm]"));
    ASSERT_THAT(plots[0].panels, SizeIs(3));
    EXPECT_EQ(plots[0].panels[0].label, "pressure (N/m)");
    EXPECT_EQ(plots[0].panels[2].label, "lid: displacement (mm)");
    // The first stage prepares the sample.
    scene.stages.resize(2);
    table.header.push_back("stage");
    table.rows = {{"0.1", "0", "5", "0", "0.2", "1"},
                  {"0.1", "0.2", "5", "0", "0.2", "2"},
                  {"0.2", "0.5", "7", "0", "0.4", "2"}};
    EXPECT_THAT(strain_plots(scene, table, "box")[0].rows, SizeIs(2));
    // Without a wall that moves there is no such plot.
    for (auto& row : table.rows) row = {"0", "0", "5", "0", "0.2", "2"};
    EXPECT_THAT(strain_plots(scene, table, "box"), IsEmpty());
}

}  // namespace
}  // namespace scree::render
