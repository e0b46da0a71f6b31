#include "engine/grains/group.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <stdexcept>
#include <string>

#include "engine/base/hash.h"

namespace scree::engine {
namespace {

using testing::HasSubstr;

/// A hash of every number that a run begins with.
std::uint64_t hash_of(const std::vector<NewGrain>& grains) {
    Fnv1a hash;
    for (const NewGrain& grain : grains) {
        for (const double number : {grain.position.x, grain.position.y, grain.angle})
            hash.number(number);
        if (const auto* polygon = std::get_if<geometry::ConvexPolygon>(&grain.shape)) {
            for (std::size_t i = 0; i < polygon->size(); ++i)
                hash.number(polygon->vertex(i).x).number(polygon->vertex(i).y);
        } else {
            hash.number(geometry::radius(grain.shape));
        }
    }
    return hash.value();
}

const GrainGroup stones{"stones",
                        3,
                        300,
                        IrregularShape{},
                        PowerLawSize{0.01, 0.05, 2.5},
                        PlaceRandom{{0, 1}, {0, 2}, {}}};
const GrainGroup pebbles{"pebbles",
                         1,
                         200,
                         EllipseShape{},
                         BidisperseSize{0.01, 0.02, 0.4},
                         PlaceLattice{{2, 3}, {0, 9}, {}}};

// The same on every machine, compiler and build: a change here changes everybody's runs.
TEST(GrainGroup, SameSeedSameGrainsForEver) {
    EXPECT_EQ(hash_of(make_grains(stones, 1)), 16727938810224357476u);
    EXPECT_EQ(hash_of(starting_grains(std::span(&stones, 1), {}, 1)[0]), 18038036598278560993u);
    EXPECT_EQ(hash_of(starting_grains(std::span(&pebbles, 1), {}, 1)[0]), 2895899749833087199u);
}

TEST(GrainGroup, OtherSeedsAndNamesGiveOtherGrains) {
    const std::uint64_t hash = hash_of(make_grains(stones, 1));
    EXPECT_EQ(hash_of(make_grains(stones, 1)), hash);
    EXPECT_NE(hash_of(make_grains(stones, 2)), hash);
    GrainGroup other = stones;
    other.name = "other";
    EXPECT_NE(hash_of(make_grains(other, 1)), hash);
}

TEST(GrainGroup, OneMoreGroupChangesNoOther) {
    const std::vector<GrainGroup> one{stones};
    const std::vector<GrainGroup> two{pebbles, stones};
    EXPECT_EQ(hash_of(starting_grains(one, {}, 5)[0]), hash_of(starting_grains(two, {}, 5)[1]));
}

// Other sizes, the same forms; other places, the same grains.
TEST(GrainGroup, ShapesSizesAndPlacesHaveStreamsOfTheirOwn) {
    GrainGroup other = stones;
    other.size = MonoSize{0.01};
    const auto first = make_grains(stones, 1);
    const auto second = make_grains(other, 1);
    for (std::size_t i = 0; i < first.size(); ++i)
        EXPECT_NEAR(geometry::radius(first[i].shape) / equivalent_diameter(first[i].shape),
                    geometry::radius(second[i].shape) / equivalent_diameter(second[i].shape),
                    1e-12);
    EXPECT_EQ(first[0].material, 3);
}

TEST(GrainGroup, APolygonWithoutASizeKeepsItsOwn) {
    const GrainGroup block{"block", 0,
                           1,       PolygonShape{{{0, 0}, {0.1, 0}, {0.1, 0.1}, {0, 0.1}}},
                           {},      PlaceList{{{0.8, 0.3}}, {}, {}, {}}};
    const auto grains = starting_grains(std::span(&block, 1), {}, 1)[0];
    EXPECT_NEAR(geometry::area(grains[0].shape), 0.01, 1e-17);
    EXPECT_EQ(grains[0].position, (geometry::Vec2{0.8, 0.3}));
}

TEST(GrainGroup, ErrorsNameTheKeyWithinTheTable) {
    const auto keys = [](const GrainGroup& group) {
        std::string all;
        for (const SpecError& error : find_errors(group)) all += error.key + " ";
        return all;
    };
    EXPECT_EQ(keys(stones), "");
    GrainGroup bad = stones;
    bad.count = 0;
    bad.shape = RegularShape{2};
    bad.size = UniformSize{2, 1};
    bad.place = PlaceRandom{{1, 0}, {0, 1}, {}};
    EXPECT_EQ(keys(bad), "count shape.corners size.min place.x ");
    try {
        make_grains(bad, 1);
        FAIL();
    } catch (const std::invalid_argument& error) {
        EXPECT_STREQ(error.what(), "grains stones: count must be from 1 to 10000000, not 0");
    }
    bad = stones;
    bad.size.reset();
    EXPECT_EQ(keys(bad), "size ");
    bad = stones;
    bad.count = most_grains + 1;
    EXPECT_EQ(keys(bad), "count ");
    bad = stones;
    bad.count = most_grains;
    bad.shape = RegularShape{1000};
    EXPECT_EQ(keys(bad), "count ");
    bad = stones;
    bad.place = PlaceList{{{0, 0}}, {}, {}, {}};
    EXPECT_EQ(keys(bad), "count ");
}

}  // namespace
}  // namespace scree::engine
