// scree export: pictures and films.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <set>

#include "tests/cli/export_run.h"
#include "tests/render/pixels.h"

namespace scree::cli {
namespace {

namespace fs = std::filesystem;
using render::Pixels;
using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::StartsWith;

using ExportPicture = ExportedRun;

Pixels picture(const fs::path& path) {
    const std::string text = text_of(path);
    const auto bytes = std::as_bytes(std::span(text));
    return Pixels({bytes.begin(), bytes.end()});
}

// How many pixels differ from the background, and how many colours there are.
struct Ink {
    std::size_t pixels = 0;
    std::set<unsigned> colours;
};

Ink ink_of(const Pixels& image) {
    Ink ink;
    for (int y = 0; y < image.height(); ++y)
        for (int x = 0; x < image.width(); ++x) {
            const unsigned colour = image.at({x + 0.5, y + 0.5});
            ink.pixels += colour != 0xffffff;
            ink.colours.insert(colour);
        }
    return ink;
}

TEST_F(ExportPicture, EveryColouringIsAPictureOfItsOwn) {
    std::set<std::string> pictures;
    for (const char* colour :
         {"material", "speed", "spin", "size", "pressure", "contacts", "kinetic_energy"}) {
        const Outcome outcome = export_to("png", {"--colour", colour, "--frames", "8", "--size",
                                                  "400x300", "-o", path("a.png"), "--force"});
        ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
        const Pixels image = picture(path("a.png"));
        EXPECT_EQ(image.width(), 400);
        EXPECT_EQ(image.height(), 300);
        const Ink ink = ink_of(image);
        EXPECT_GT(ink.pixels, 4000u) << colour;
        EXPECT_GT(ink.colours.size(), 20u) << colour;
        pictures.insert(text_of(path("a.png")));
    }
    EXPECT_EQ(pictures.size(), 7u);
    // With and without forces.
    for (const char* forces : {"--forces", "--no-forces"}) {
        ASSERT_EQ(export_to("png", {"--colour", "speed", "--frames", "8", "--size", "400x300",
                                    forces, "-o", path("a.png"), "--force"})
                      .exit_code,
                  0);
        pictures.insert(text_of(path("a.png")));
    }
    EXPECT_EQ(pictures.size(), 8u);
}

TEST_F(ExportPicture, ASeriesHasOneSizeAndItsColoursOneMeaning) {
    ASSERT_EQ(export_to("png", {"--colour", "speed"}).exit_code, 0);
    const auto names = names_in("run/export/png-speed");
    ASSERT_EQ(names.size(), static_cast<std::size_t>(frames));
    const Pixels first = picture(path("run/export/png-speed/000000.png"));
    for (const std::string& name : names) {
        const Pixels image = picture(path("run/export/png-speed/" + name));
        ASSERT_EQ(image.width(), first.width());
        ASSERT_EQ(image.height(), first.height());
        // The colour bar, below the picture, is the same in all.
        for (int y = image.height() - 60; y < image.height(); y += 2)
            for (int x = 0; x < image.width(); x += 2)
                ASSERT_EQ(image.at({x + 0.5, y + 0.5}), first.at({x + 0.5, y + 0.5}))
                    << name << " at " << x << ", " << y;
    }
    // A frame that is exported alone looks the same where the range is given.
    const auto alone = [&](std::vector<std::string> more) {
        more.insert(more.end(),
                    {"--colour", "speed", "--range", "0,2", "--x=-0.5,0.5", "--y=-0.2,0.8"});
        EXPECT_EQ(export_to("png", more).exit_code, 0);
    };
    alone({"--frames", "4", "-o", path("alone.png")});
    alone({"-o", path("all")});
    EXPECT_EQ(text_of(path("alone.png")).size() > 1000, true);
    const Pixels a = picture(path("alone.png"));
    const Pixels b = picture(path("all/000004.png"));
    ASSERT_EQ(a.width(), b.width());
    std::size_t different = 0;
    for (int y = 100; y < a.height() - 100; y += 3)
        for (int x = 0; x < a.width(); x += 3)
            different += a.at({x + 0.5, y + 0.5}) != b.at({x + 0.5, y + 0.5});
    EXPECT_LT(different, 100u);
}

TEST_F(ExportPicture, SvgAndPdfAreWhatTheySay) {
    ASSERT_EQ(
        export_to("svg", {"--frames", "5", "--size", "500x300", "-o", path("a.svg")}).exit_code, 0);
    EXPECT_THAT(text_of(path("a.svg")),
                AllOf(HasSubstr("<svg"), HasSubstr("width=\"500px\" height=\"300px\""),
                      HasSubstr("</svg>")));
    const Outcome outcome = export_to("pdf", {"--colour", "spin"});
    ASSERT_EQ(outcome.exit_code, 0);
    EXPECT_THAT(outcome.err, HasSubstr("run/export/spin.pdf: 11 frames"));
    const std::string pdf = text_of(path("run/export/spin.pdf"));
    EXPECT_THAT(pdf, StartsWith("%PDF-"));
    EXPECT_THAT(pdf, HasSubstr("/Count 11"));
    // The same frames give the same bytes.
    ASSERT_EQ(export_to("pdf", {"--colour", "spin", "-o", path("again.pdf")}).exit_code, 0);
    EXPECT_TRUE(text_of(path("again.pdf")) == pdf);
}

std::string probe(const fs::path& film) {
    return cli::run({"/usr/bin/ffprobe", "-v", "error", "-count_frames", "-show_entries",
                     "stream=codec_name,width,height,pix_fmt,r_frame_rate,nb_read_frames", "-of",
                     "csv=p=0", film})
        .out;
}

TEST_F(ExportPicture, FilmHasAllFrames) {
    if (!fs::exists("/usr/bin/ffprobe")) GTEST_SKIP() << "ffmpeg is not installed";
    const Outcome outcome = export_to("mp4", {"--colour", "speed", "--size", "320x240"});
    ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
    EXPECT_THAT(outcome.err, HasSubstr("run/export/speed.mp4: 11 frames, 20 a second, as in life"));
    EXPECT_EQ(probe(path("run/export/speed.mp4")), "h264,320,240,yuv420p,20/1,11\n");
    EXPECT_THAT(names_in("run/export"), ::testing::ElementsAre("speed.mp4"));

    // The size that is chosen is even, and a name may look like an option.
    const Outcome slow = command(
        {"export", path("run"), "--to", "mp4", "--every", "2", "--fps", "5", "-o", "./-vf.mp4"});
    ASSERT_EQ(slow.exit_code, 0) << slow.err;
    EXPECT_THAT(slow.err, HasSubstr("6 frames, 5 a second, 2 times slower than in life"));
    EXPECT_THAT(probe(path("-vf.mp4")), HasSubstr("yuv420p,5/1,6\n"));
}

TEST_F(ExportPicture, NamesThePackageOfFfmpeg) {
    const Outcome outcome =
        command({"export", path("run"), "--to", "mp4"}, {"PATH=" + path("bin")});
    EXPECT_EQ(outcome.exit_code, 1);
    EXPECT_THAT(outcome.err, HasSubstr("ffmpeg is not installed: apt-get install ffmpeg"));
    EXPECT_FALSE(fs::exists(path("run/export")));
}

TEST_F(ExportPicture, TellsWhatFfmpegSaid) {
    const auto with = [&](const char* script) {
        stand_in("ffmpeg", script);
        const Outcome outcome =
            command({"export", path("run"), "--to", "mp4"}, {"PATH=" + path("bin") + ":/usr/bin"});
        EXPECT_EQ(outcome.exit_code, 5);
        EXPECT_FALSE(fs::exists(path("run/export")));
        return outcome.err;
    };
    // ffmpeg fails at once, and after all frames.
    EXPECT_THAT(with("echo first >&2; echo 'last words' >&2; exit 1"),
                HasSubstr("ffmpeg failed: last words\n"));
    EXPECT_THAT(with("cat >/dev/null; echo 'no room' >&2; exit 3"),
                HasSubstr("ffmpeg failed: no room\n"));
}

TEST_F(ExportPicture, AFilmOnAFullDiskLeavesNothing) {
    if (!fs::exists("/usr/bin/ffmpeg")) GTEST_SKIP() << "ffmpeg is not installed";
    const Outcome full = cli::run(
        {"/usr/bin/prlimit", "--fsize=4000", SCREE_PROGRAM, "export", path("run"), "--to", "mp4"},
        search_path());
    EXPECT_EQ(full.exit_code, 5) << full.err;
    EXPECT_THAT(full.err, HasSubstr("material.mp4: ffmpeg failed: "));
    EXPECT_FALSE(fs::exists(path("run/export")));
}

}  // namespace
}  // namespace scree::cli
