// Fields of a run: the file that it leaves, grids for ParaView, pictures.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "tests/cli/export_run.h"
#include "tests/render/pixels.h"

namespace scree::cli {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::IsSupersetOf;

/// A short run that measures a field which reaches beyond all grains, and one of a part.
class MeasuredFields : public ExportedRun {
public:
    MeasuredFields() {
        std::ofstream(scene()) << scene_with_beads << R"(
[[measure]]
name = "all"
kind = "field"
x = [-0.8, 0.8]
y = [-0.7, 1.2]
since = 0.2
[[measure]]
name = "low"
kind = "field"
y = [0.0, 0.3]
width = 0.05
cell = 0.05
from = 0.3
)";
        run_in("fields", {});
    }
    void run_in(const std::string& folder, std::vector<std::string> more) {
        std::vector<std::string> arguments{
            "run", scene(), "-o", path(folder), "--quiet", "--set", "run.duration=0.5"};
        arguments.insert(arguments.end(), more.begin(), more.end());
        const Outcome outcome = scree(arguments);
        EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
    }
    Outcome export_fields(const std::string& form, std::vector<std::string> more) const {
        more.insert(more.begin(), {"export", path("fields"), "--to", form});
        return command(std::move(more));
    }
};

TEST_F(MeasuredFields, AreTheSameInAllFormsAndAddUpToTheTotals) {
    const auto summary = nlohmann::json::parse(text_of(path("fields/summary.json")));
    const auto& all = summary["measurements"]["all"];
    EXPECT_EQ(all["frames"], 11.0);
    EXPECT_EQ(all["columns"], std::ceil(1.6 / (0.5 * all["width"].get<double>())));
    EXPECT_EQ(summary["measurements"]["low"]["cell_x"], 0.05);
    EXPECT_EQ(summary["measurements"]["low"]["frames"], 5.0);
    EXPECT_THAT(text_of(path("fields/series.csv")), ::testing::Not(HasSubstr("all.")));
    EXPECT_EQ(command({"verify", path("fields")}).exit_code, 0);

    const Outcome exported = export_fields("vti", {});
    ASSERT_EQ(exported.exit_code, 0) << exported.err;
    EXPECT_THAT(names_in("fields/export/vti"),
                IsSupersetOf({"all.pvd", "all_000010.vti", "all_mean.vti", "low.pvd",
                              "low_000000.vti", "low_mean.vti"}));
    const Outcome compared = cli::run({"/usr/bin/python3", SCREE_COMPARE_FIELDS, path("fields"),
                                       path("fields/export/vti"), "all", "1000", "2000"});
    if (compared.exit_code == 77) GTEST_SKIP() << compared.out;
    EXPECT_EQ(compared.exit_code, 0) << compared.err;
    EXPECT_THAT(compared.out, HasSubstr("numbers agree"));
    const Outcome wrong = cli::run({"/usr/bin/python3", SCREE_COMPARE_FIELDS, path("fields"),
                                    path("fields/export/vti"), "all", "1000", "2001"});
    EXPECT_EQ(wrong.exit_code, 1);
    EXPECT_THAT(wrong.err, HasSubstr("mass"));
}

TEST_F(MeasuredFields, AreTheSameForAnyNumberOfWorkers) {
    run_in("three", {"--threads", "3"});
    EXPECT_EQ(text_of(path("three/fields.h5")), text_of(path("fields/fields.h5")));
    ASSERT_FALSE(text_of(path("three/fields.h5")).empty());
}

TEST_F(MeasuredFields, AreMadeAnewWhenTheRunGoesOn) {
    const std::string before = text_of(path("fields/fields.h5"));
    ASSERT_EQ(command({"resume", path("fields"), "--duration", "0.6", "--quiet"}).exit_code, 0);
    EXPECT_NE(text_of(path("fields/fields.h5")), before);
    run_in("whole", {"--set", "run.duration=0.6"});
    EXPECT_EQ(text_of(path("whole/fields.h5")), text_of(path("fields/fields.h5")));
}

TEST_F(MeasuredFields, AreMeasuredOfAFrame) {
    const Outcome mean = command({"measure", path("fields"), "field", "--json"});
    ASSERT_EQ(mean.exit_code, 0) << mean.err;
    EXPECT_EQ(nlohmann::json::parse(mean.out)["measurements"]["all"]["frames"], 11.0);
    const Outcome one = command({"measure", path("fields"), "field", "--frame", "3", "--json"});
    EXPECT_EQ(nlohmann::json::parse(one.out)["measurements"]["all"]["frames"], 1.0);
    // A scene that measures none has one of its domain.
    const Outcome other = command({"measure", path("run"), "field", "--json"});
    EXPECT_GT(nlohmann::json::parse(other.out)["measurements"]["field"]["width"], 0.03);
    ASSERT_EQ(command({"export", path("run"), "--to", "vti", "--frames", "last"}).exit_code, 0);
    EXPECT_THAT(names_in("run/export/vti"),
                ElementsAre("field.pvd", "field_000010.vti", "field_mean.vti"));
}

TEST_F(MeasuredFields, ArePicturesWithAColourBar) {
    const auto picture = [&](const std::string& what, std::vector<std::string> more = {}) {
        more.insert(more.end(), {"--field", what, "--frames", "8", "--size", "400x300", "-o",
                                 path("a.png"), "--force"});
        const Outcome outcome = export_fields("png", more);
        EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
        return text_of(path("a.png"));
    };
    std::set<std::string> pictures;
    for (const char* what : {"density", "speed", "p", "rate", "vorticity", "temperature",
                             "displacement", "d2min", "low.density"})
        pictures.insert(picture(what));
    EXPECT_EQ(pictures.size(), 9u);
    const std::string density = picture("density");
    const auto bytes = std::as_bytes(std::span(density));
    const render::Pixels image({bytes.begin(), bytes.end()});
    std::set<unsigned> colours;
    for (int y = 0; y < image.height(); ++y)
        for (int x = 0; x < image.width(); ++x) colours.insert(image.at({x + 0.5, y + 0.5}));
    EXPECT_GT(colours.size(), 50u);
    ASSERT_EQ(export_fields("svg", {"--field", "p", "--frames", "last"}).exit_code, 0);
    EXPECT_THAT(text_of(path("fields/export/svg-field-p/000010.svg")), HasSubstr("<svg"));
}

TEST_F(MeasuredFields, WhatIsNotThereIsSaid) {
    const auto refuses = [&](std::vector<std::string> more, const std::string& why) {
        const Outcome outcome = export_fields("png", std::move(more));
        EXPECT_EQ(outcome.exit_code, 2);
        EXPECT_THAT(outcome.err, HasSubstr(why));
    };
    refuses({"--field", "presure"}, "--field: there is no `presure`");
    refuses({"--field", "middle.p"}, "the scene measures no field `middle`");
    refuses({"--field", "low.d2min"}, "needs the key `since`");
    refuses({"--field", "p", "--colour", "speed"}, "--colour");
    const Outcome table = export_fields("vti", {"--field", "p"});
    EXPECT_EQ(table.exit_code, 2);
    EXPECT_THAT(table.err, HasSubstr("not for vti"));
}

}  // namespace
}  // namespace scree::cli
