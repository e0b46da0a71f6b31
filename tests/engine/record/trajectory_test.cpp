#include "engine/record/trajectory.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <cstdio>
#include <fstream>
#include <map>
#include <random>

#include "engine/files/hdf5_reader.h"
#include "engine/files/hdf5_writer.h"
#include "engine/files/sealed_file.h"
#include "tests/cli/process.h"
#include "tests/engine/files_by_path.h"
#include "tests/engine/temporary_folder.h"

namespace scree::engine {
namespace {

namespace fs = std::filesystem;
using geometry::Vec2;
using testing::HasSubstr;
using testing::Not;

const RunLabels labels{
    .names = {.materials = {"gravel", "steel"},
              .groups = {"stones", "sand"},
              .walls = {"floor", "lid", "gate"},
              .stages = {"settle", "shear"}},
    .domain = {.x = {-1.5, 2.0}, .y = {0.0, 0.25}, .periodic_x = true, .cell = {}}};
/// The names and the domain as read_trajectory.py prints them.
const std::string printed_labels =
    "gravel steel\nstones sand\nfloor lid gate\nsettle shear\n"
    "with_disc side_corner side_side unknown\n"
    "-0x1.8000000000000p+0 0x1.0000000000000p+1 0x0.0p+0 0x1.0000000000000p-2 1 0\n";

/// A run of grains that come (with their shapes) and go, with numbers of all kinds.
class MadeUpRun {
public:
    BodyShape shape(BodyNumber body) {
        std::uniform_real_distribution<double> size(0.1, 1.0);
        BodyShape shape{body, static_cast<std::uint16_t>(body < 0), 0.0, {}};
        if (body % 3 == 0) {
            shape.radius = size(random_);
        } else {
            for (int k = 0; k < 3 + body % 3; ++k) shape.vertices.push_back(vector());
        }
        shape.member = body + 7;
        return shape;
    }

    Frame frame(std::uint64_t number, const std::vector<BodyNumber>& grains, int walls,
                std::size_t contacts) {
        Frame frame;
        frame.step = number * 100;
        frame.time = static_cast<double>(number) * 0.1;
        frame.stage = number < 3 ? 0 : 1;
        for (const BodyNumber body : grains) add(frame.grains, body);
        for (int k = 0; k < walls; ++k) add(frame.walls, -1 - k);
        for (std::size_t k = 0; k < contacts; ++k) {
            frame.contacts.pair.push_back({static_cast<BodyNumber>(k), -1});
            frame.contacts.image.push_back(turns());
            frame.contacts.point.push_back(vector());
            frame.contacts.force.push_back(vector());
            frame.contacts.normal.push_back(vector());
            frame.contacts.area.push_back(normal_(random_));
            frame.contacts.chord.push_back(static_cast<float>(normal_(random_)));
            frame.contacts.kind.push_back(static_cast<ContactKind>(k % 4));
            frame.contacts.mobilised.push_back(static_cast<float>(normal_(random_)));
        }
        return frame;
    }

private:
    Vec2 vector() { return {normal_(random_), normal_(random_)}; }
    Turns turns() {
        return {static_cast<std::int32_t>(3.0 * normal_(random_)),
                static_cast<std::int32_t>(1e6 * normal_(random_))};
    }
    void add(BodyStates& states, BodyNumber body) {
        states.body.push_back(body);
        states.group.push_back(body < 0 ? -1 - body : body % 2);
        states.position.push_back(vector());
        states.turns.push_back(turns());
        states.angle.push_back(normal_(random_));
        states.velocity.push_back(vector());
        states.spin.push_back(normal_(random_));
    }

    std::mt19937_64 random_{1};
    std::normal_distribution<double> normal_;
};

/// What was written.
struct Record {
    std::vector<BodyShape> shapes;
    std::vector<Frame> frames;
};

/// Three segments: grains arrive and leave, a wall goes, a frame is empty, a segment has no
/// contacts.
Record write_run(const fs::path& folder) {
    MadeUpRun run;
    Record record;
    TrajectoryWriter writer(Folder(folder), labels);
    const auto shapes = [&](std::initializer_list<BodyNumber> bodies) {
        for (const BodyNumber body : bodies) {
            record.shapes.push_back(run.shape(body));
            writer.add_shape(record.shapes.back());
        }
    };
    const auto frame = [&](const std::vector<BodyNumber>& grains, int walls, std::size_t contacts) {
        record.frames.push_back(run.frame(record.frames.size(), grains, walls, contacts));
        writer.add_frame(record.frames.back());
    };
    shapes({-1, -2});
    frame({}, 0, 0);
    frame({}, 2, 0);
    shapes({0, 1, 2});
    frame({0, 1, 2}, 2, 3);
    writer.end_segment();
    frame({2, 0}, 1, 0);
    writer.end_segment();
    writer.end_segment();  // with nothing in it: makes no segment
    shapes({3, 4, 5});
    frame({0, 2, 3, 4, 5}, 1, 7);
    frame({5}, 1, 1);
    EXPECT_EQ(writer.segments(), 2u);
    EXPECT_EQ(writer.frames(), 4u);
    writer.end_segment();
    EXPECT_EQ(writer.segments(), 3u);
    EXPECT_EQ(writer.frames(), 6u);
    return record;
}

/// Everything in a form that shows the bits; the same as that of read_trajectory.py.
class Listing {
public:
    Listing& operator<<(double value) { return word(hex(value)); }
    Listing& operator<<(std::int64_t value) { return word(std::to_string(value)); }
    Listing& operator<<(Vec2 v) { return *this << v.x << v.y; }
    Listing& operator<<(Turns t) { return *this << std::int64_t{t.x} << std::int64_t{t.y}; }
    void end_line() {
        text_ += line_ + "\n";
        line_.clear();
    }
    const std::string& text() const { return text_; }

    void shape(const BodyShape& shape) {
        (*this << std::int64_t{shape.body} << std::int64_t{shape.material}
               << std::int64_t{shape.member} << shape.radius)
            .end_line();
        for (const Vec2 vertex : shape.vertices) (*this << vertex).end_line();
    }
    void bodies(const BodyStates& states) {
        for (std::size_t k = 0; k < states.body.size(); ++k) {
            *this << std::int64_t{states.body[k]} << std::int64_t{states.group[k]}
                  << states.position[k] << states.turns[k];
            (*this << states.angle[k] << states.velocity[k] << states.spin[k]).end_line();
        }
    }
    void frame(const Frame& frame) {
        (*this << static_cast<std::int64_t>(frame.step) << frame.time << std::int64_t{frame.stage})
            .end_line();
        bodies(frame.grains);
        bodies(frame.walls);
        const ContactStates& contacts = frame.contacts;
        for (std::size_t k = 0; k < contacts.pair.size(); ++k) {
            *this << std::int64_t{contacts.pair[k][0]} << std::int64_t{contacts.pair[k][1]};
            *this << contacts.image[k] << contacts.point[k] << contacts.force[k]
                  << contacts.normal[k];
            (*this << contacts.area[k] << double{contacts.chord[k]}
                   << static_cast<std::int64_t>(contacts.kind[k]) << double{contacts.mobilised[k]})
                .end_line();
        }
    }

private:
    Listing& word(const std::string& text) {
        line_ += (line_.empty() ? "" : " ") + text;
        return *this;
    }
    /// As Python writes it: always 13 digits behind the point, but 0x0.0p+0.
    static std::string hex(double value) {
        std::array<char, 64> text{};
        std::snprintf(text.data(), text.size(), value == 0.0 ? "%.1a" : "%.13a", value);
        return text.data();
    }
    std::string text_;
    std::string line_;
};

std::string listing_of(const Record& record) {
    Listing listing;
    for (const BodyShape& shape : record.shapes) listing.shape(shape);
    for (const Frame& frame : record.frames) listing.frame(frame);
    return listing.text();
}

std::string listing_of(const Frame& frame) {
    Listing listing;
    listing.frame(frame);
    return listing.text();
}

std::string listing_of(const BodyShape& shape) {
    Listing listing;
    listing.shape(shape);
    return listing.text();
}

/// All frames in a folder, and the shapes of all bodies in them.
void expect_same(const fs::path& folder, const Record& record) {
    TrajectoryReader reader(folder);
    EXPECT_EQ(reader.names(), labels.names);
    ASSERT_EQ(reader.frames(), record.frames.size());
    for (std::size_t k = 0; k < record.frames.size(); ++k) {
        EXPECT_EQ(listing_of(reader.read(k)), listing_of(record.frames[k])) << k;
    }
    for (const BodyShape& shape : record.shapes) {
        EXPECT_EQ(listing_of(reader.shape(shape.body)), listing_of(shape));
    }
}

TEST(Trajectory, ComesBackAsItWas) {
    const TemporaryFolder folder;
    const Record record = write_run(folder.path());
    expect_same(folder.path(), record);
}

TEST(Trajectory, IsReadInAnyOrder) {
    const TemporaryFolder folder;
    const Record record = write_run(folder.path());
    TrajectoryReader reader(folder.path());
    EXPECT_THROW(reader.shape(0), FileError);
    for (const std::size_t k : {5u, 0u, 3u, 3u, 4u, 1u, 2u}) {
        EXPECT_EQ(listing_of(reader.read(k)), listing_of(record.frames[k])) << k;
        for (const BodyNumber body : record.frames[k].grains.body) {
            EXPECT_EQ(reader.shape(body).body, body);
        }
    }
    EXPECT_THROW(reader.read(6), std::out_of_range);
}

/// A reader that looks at the end first must find the same as one that reads all frames in order.
TEST(Trajectory, KnowsTimesAndFirstAnglesWhereverOneBegins) {
    const TemporaryFolder folder;
    const Record record = write_run(folder.path());
    std::map<BodyNumber, double> first;
    for (const Frame& frame : record.frames)
        for (std::size_t k = 0; k < frame.grains.body.size(); ++k)
            first.try_emplace(frame.grains.body[k], frame.grains.angle[k]);
    for (std::size_t begin = 0; begin < record.frames.size(); ++begin) {
        TrajectoryReader reader(folder.path());
        for (std::size_t k = record.frames.size(); k-- > 0;)
            EXPECT_EQ(reader.time(k), record.frames[k].time);
        for (const BodyNumber grain : reader.read(begin).grains.body) {
            EXPECT_EQ(reader.first_angle(grain), first.at(grain)) << grain << " from " << begin;
            EXPECT_EQ(reader.shape(grain).body, grain);
        }
        EXPECT_EQ(reader.time(0), record.frames[0].time);
    }
    TrajectoryReader reader(folder.path());
    EXPECT_THROW(reader.time(record.frames.size()), std::out_of_range);
    EXPECT_THROW(reader.first_angle(2), FileError);
}

TEST(Trajectory, PythonReadsTheSameNumbersThroughTheIndex) {
    const TemporaryFolder folder;
    const Record record = write_run(folder.path());
    // Moved, to see that the index finds its segments where it is itself.
    const fs::path run = folder / "moved to another place";
    fs::create_directory(run);
    fs::rename(folder / "trajectory", run / "trajectory");
    fs::rename(folder / "trajectory.h5", run / "trajectory.h5");
    const auto outcome = cli::run({"/usr/bin/python3", SCREE_READ_TRAJECTORY, run.string()});
    EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
    EXPECT_EQ(outcome.out, printed_labels + listing_of(record));
}

TEST(Trajectory, BeginsWithoutFrames) {
    const TemporaryFolder folder;
    { const TrajectoryWriter writer(Folder(folder.path()), labels); }
    expect_same(folder.path(), {});
    const auto outcome =
        cli::run({"/usr/bin/python3", SCREE_READ_TRAJECTORY, folder.path().string()});
    EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
    EXPECT_EQ(outcome.out, printed_labels);
}

TEST(Trajectory, GoesOnWhereACheckpointWasTaken) {
    const TemporaryFolder folder;
    Record record = write_run(folder.path());
    std::ofstream(folder.path() / "trajectory" / "notes.h5") << "the user's own";
    for (const std::size_t segments : {2u, 1u}) {
        const std::size_t frames = segments == 2 ? 4 : 3;
        record.frames.resize(frames);
        record.shapes.resize(5);
        TrajectoryWriter writer(Folder(folder.path()), labels, segments);
        EXPECT_EQ(writer.frames(), frames);
        expect_same(folder.path(), record);

        MadeUpRun run;
        record.shapes.push_back(run.shape(10));
        writer.add_shape(record.shapes.back());
        record.frames.push_back(run.frame(frames, {10, 2}, 2, 5));
        writer.add_frame(record.frames.back());
        writer.end_segment();
        expect_same(folder.path(), record);
    }
    EXPECT_FALSE(fs::exists(folder.path() / "trajectory" / "000002.h5"));
    EXPECT_TRUE(fs::exists(folder.path() / "trajectory" / "notes.h5"));
    EXPECT_THROW(TrajectoryWriter(Folder(folder.path()), labels, 3), FileError);
    { const TrajectoryWriter writer(Folder(folder.path()), labels); }
    EXPECT_FALSE(fs::exists(folder.path() / "trajectory" / "000000.h5"));
}

TEST(Trajectory, DoesWithoutTheIndex) {
    const TemporaryFolder folder;
    const Record record = write_run(folder.path());
    std::ofstream(folder / "trajectory.h5") << "rubbish";
    expect_same(folder.path(), record);
    fs::remove(folder / "trajectory.h5");
    expect_same(folder.path(), record);
    { const TrajectoryWriter writer(Folder(folder.path()), labels, 3); }  // makes it again
    fs::remove_all(folder / "trajectory");
    EXPECT_EQ(TrajectoryReader(folder.path()).frames(), 6u);
}

TEST(Trajectory, SaysWhatIsWrong) {
    const TemporaryFolder folder;
    const auto message = [&](std::uint64_t frame) -> std::string {
        try {
            TrajectoryReader(folder.path()).read(frame);
        } catch (const std::exception& error) {
            return error.what();
        }
        return "no error";
    };
    EXPECT_THAT(message(0), HasSubstr("trajectory.h5: could not open it: No such file"));
    write_run(folder.path());
    const fs::path segments = folder / "trajectory";
    EXPECT_EQ(message(4), "no error");

    fs::rename(segments / "000001.h5", segments / "kept");
    EXPECT_EQ(message(0), "no error");
    EXPECT_THAT(message(3), HasSubstr("000001.h5: could not open it: No such file"));
    fs::copy(segments / "000000.h5", segments / "000001.h5");
    EXPECT_THAT(message(3), HasSubstr("000001.h5: is not the segment that the index knows"));
    write_sealed(segments / "000001.h5", Hdf5Writer().image());
    EXPECT_THAT(message(3), HasSubstr("there is no attribute format"));
    fs::rename(segments / "kept", segments / "000001.h5");
    fs::resize_file(segments / "000002.h5", 1000);
    EXPECT_THAT(message(4), HasSubstr("000002.h5: damaged: "));
}

TEST(Trajectory, FramesMustBeTables) {
    const TemporaryFolder folder;
    TrajectoryWriter writer(Folder(folder.path()), labels);
    Frame frame = MadeUpRun().frame(0, {0, 1}, 1, 1);
    frame.grains.spin.pop_back();
    EXPECT_THROW(writer.add_frame(frame), std::invalid_argument);
    frame = MadeUpRun().frame(0, {0, 1}, 1, 1);
    frame.contacts.force.clear();
    EXPECT_THROW(writer.add_frame(frame), std::invalid_argument);
    EXPECT_NO_THROW(writer.add_frame(MadeUpRun().frame(0, {0, 1}, 1, 1)));
}

TEST(Trajectory, NamesThatNoSceneCanGiveAreRefused) {
    const auto message = [](const RunNames& names) -> std::string {
        try {
            decode_head(segment_image({}, {names, {}}), "forged.h5");
        } catch (const std::exception& error) {
            return error.what();
        }
        return "no error";
    };
    EXPECT_EQ(message(labels.names), "no error");
    using List = std::vector<std::string>;
    for (const auto list :
         {&RunNames::materials, &RunNames::groups, &RunNames::walls, &RunNames::stages}) {
        const auto with = [&](List names) {
            RunNames forged = labels.names;
            forged.*list = std::move(names);
            return message(forged);
        };
        for (const std::string name : {"a\x1b[2J", "two\nlines", "a,b", "<b>", "\xff\xfe", "b c"}) {
            const std::string said = with({"whole", name});
            EXPECT_THAT(said, HasSubstr("forged.h5: names a "));
            EXPECT_THAT(said, Not(HasSubstr(name)));
        }
        EXPECT_THAT(with({std::string(65, 'a')}), HasSubstr("as no scene can"));
        EXPECT_THAT(with({"", "b"}), HasSubstr("as no scene can"));
        EXPECT_THAT(with({"twin", "a", "twin"}), HasSubstr("has a second "));
        EXPECT_THAT(with(List(20'000, std::string(64, 'a'))), HasSubstr("that are allowed"));
        EXPECT_THAT(with({std::string(2'000'000, 'a')}), HasSubstr("that are allowed"));
        EXPECT_EQ(with({}), "no error");
    }
    RunNames no_stages = labels.names;
    no_stages.stages = {""};
    EXPECT_EQ(message(no_stages), "no error");
}

TEST(Trajectory, NumbersWithoutANameAreRefused) {
    Segment segment;
    segment.step = {0};
    segment.time = {0.0};
    segment.stage = {1};
    const auto message = [&](const RunNames& names) -> std::string {
        for (auto* table : {&segment.grains, &segment.walls})
            table->first = {0}, table->count = {0};
        segment.contacts.first = {0};
        segment.contacts.count = {0};
        try {
            decode_segment(segment_image(segment, labels), "forged.h5", {}, segment.rows(), names);
        } catch (const std::exception& error) {
            return error.what();
        }
        return "no error";
    };
    EXPECT_EQ(message(labels.names), "no error");
    for (const std::int32_t stage : {2, -2, 1'000'000'000}) {
        segment.stage = {stage};
        EXPECT_THAT(message(labels.names), HasSubstr("without a name")) << stage;
    }
    segment.stage = {unknown_number};
    EXPECT_EQ(message(labels.names), "no error");
    RunNames others = labels.names;
    others.groups[0] = "pebbles";
    EXPECT_THAT(message(others), HasSubstr("other names than the rest"));
}

TEST(Trajectory, NumbersOfGroupsWallsAndKindsHaveNames) {
    MadeUpRun run;
    const auto message = [&](const Frame& frame) -> std::string {
        const TemporaryFolder folder;
        TrajectoryWriter writer(Folder(folder.path()), labels);
        writer.add_frame(frame);
        writer.end_segment();
        try {
            TrajectoryReader(folder.path()).read(0);
        } catch (const std::exception& error) {
            return error.what();
        }
        return "no error";
    };
    const Frame frame = run.frame(0, {0, 1}, 3, 2);
    EXPECT_EQ(message(frame), "no error");
    Frame forged = frame;
    forged.grains.group[1] = 2;
    EXPECT_THAT(message(forged), HasSubstr("without a name"));
    forged = frame;
    forged.walls.group[0] = 3;
    EXPECT_THAT(message(forged), HasSubstr("without a name"));
    forged = frame;
    forged.contacts.kind[1] = static_cast<ContactKind>(200);
    EXPECT_THAT(message(forged), HasSubstr("without a name"));
}

TEST(Trajectory, LargeSegmentsEndByThemselves) {
    const TemporaryFolder folder;
    std::vector<BodyNumber> grains(300'000);
    for (std::size_t k = 0; k < grains.size(); ++k) grains[k] = static_cast<BodyNumber>(k);
    MadeUpRun run;
    TrajectoryWriter writer(Folder(folder.path()), labels);
    const Frame frame = run.frame(0, grains, 1, 100'000);
    for (int k = 0; k < 4; ++k) writer.add_frame(frame);
    EXPECT_EQ(writer.segments(), 1u);
    EXPECT_EQ(writer.frames(), 3u);
    writer.end_segment();
    TrajectoryReader reader(folder.path());
    ASSERT_EQ(reader.frames(), 4u);
    const Frame last = reader.read(3);
    EXPECT_EQ(last.grains.position, frame.grains.position);
    EXPECT_EQ(last.contacts.pair, frame.contacts.pair);
}

}  // namespace
}  // namespace scree::engine
