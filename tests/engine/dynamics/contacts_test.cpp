#include "engine/dynamics/contacts.h"

#include <gtest/gtest.h>

#include <utility>

#include "tests/engine/small_world.h"

namespace scree::engine {
namespace {

/// Grains in a row, a wall of one piece and one of two.
struct Assembled {
    explicit Assembled(std::size_t grains = 5)
        : walls({standing(rectangle(9.0, 1.0), {0.0, -1.0}), seam()}, 1, IntegratorKind::gear3,
                1e-3, domain, bodies) {
        for (std::size_t i = 0; i < grains; ++i)
            bodies.add(square(1.0, {static_cast<double>(i), 0.0}), 1.0, {});
    }
    static Wall seam() {
        Wall wall = standing(rectangle(5.0, 1.0), {-2.5, 1.0});
        wall.pieces.push_back({rectangle(5.0, 1.0), {2.5, 1.0}});
        return wall;
    }
    void merge(const std::vector<ImagePair>& pairs) { contacts.merge(pairs, walls, bodies); }
    /// Contact k touches with this spring.
    void touch(std::size_t k, double spring) {
        contacts.list().touching[k] = 1;
        contacts.list().contacts[k].memory.overlapped = true;
        contacts.list().contacts[k].spring = spring;
        contacts.list().overlaps[k] = {0.1, 0.2, {0.1, 0.0}, {0.1, 0.0}, {1.0, 0.0}, false};
    }
    ContactBodies of() const { return {bodies, domain}; }
    std::uint64_t hash() const {
        Fnv1a fnv;
        contacts.add_to(fnv, bodies, {});
        return fnv.mixed();
    }

    Domain domain{Period{}};
    Bodies bodies{1e-3, 6};
    Walls walls;
    Contacts contacts;
};

constexpr Body floor_piece = wall_body(0);
constexpr Body seam_left = wall_body(1);
constexpr Body seam_right = wall_body(2);

const std::vector<ImagePair> some_pairs{{{0, 1}},           {{0, seam_right}}, {{0, seam_left}},
                                        {{0, floor_piece}}, {{1, 2}},          {{2, 3}},
                                        {{2, seam_right}},  {{3, 4}}};

TEST(Contacts, ThoseWithWallsOfSeveralPiecesStandApartAsGroups) {
    Assembled made;
    made.merge(some_pairs);
    ASSERT_EQ(made.contacts.size(), 8u);
    EXPECT_EQ(made.contacts.plain_count(), 5u);
    ASSERT_EQ(made.contacts.groups().size(), 2u);
    EXPECT_EQ(made.contacts.groups()[0].first, 5u);
    EXPECT_EQ(made.contacts.groups()[0].last, 7u);
    EXPECT_EQ(made.contacts.all()[7].pair, (BodyPair{2, seam_right}));
}

TEST(Contacts, EachGrainKnowsItsContactsInTheirOrder) {
    Assembled made;
    made.merge(some_pairs);
    EXPECT_EQ(made.contacts.grains_listed(), 5u);
    for (std::size_t i = 0; i < 5; ++i) {
        std::vector<std::uint32_t> expected;
        for (std::uint32_t k = 0; k < made.contacts.size(); ++k) {
            if (made.contacts.all()[k].pair.i == i) expected.push_back(2 * k);
            if (made.contacts.all()[k].pair.j == i) expected.push_back(2 * k + 1);
        }
        const auto listed = made.contacts.of_grain(i);
        EXPECT_EQ(std::vector<std::uint32_t>(listed.begin(), listed.end()), expected);
    }
}

TEST(Contacts, RememberFromOneMergeToTheNext) {
    Assembled made;
    made.merge(some_pairs);
    made.touch(1, 7.0);
    made.touch(7, 9.0);
    made.merge({{{0, 4}}, {{0, floor_piece}}, {{2, seam_right}}});
    ASSERT_EQ(made.contacts.size(), 3u);
    EXPECT_EQ(made.contacts.all()[0].spring, 0.0);
    EXPECT_EQ(made.contacts.all()[2].spring, 9.0);
}

TEST(Contacts, LeaveOutWallsThatAreNotThere) {
    Assembled made;
    Wall gate = standing(rectangle(1.0, 1.0), {0.0, 0.0});
    gate.from = 1.0;
    Bodies bodies(1e-3, 6);
    const Walls walls({gate}, 1, IntegratorKind::gear3, 1e-3, made.domain, bodies);
    bodies.add(square(1.0), 1.0, {});
    made.contacts.merge(std::vector<ImagePair>{{{0, floor_piece}}}, walls, bodies);
    EXPECT_EQ(made.contacts.size(), 0u);
}

TEST(Contacts, FollowTheirGrainsWhenOthersGo) {
    Assembled made;
    made.merge(some_pairs);
    made.touch(3, 5.0);  // {2, 3}
    ASSERT_EQ(made.contacts.all()[3].pair, (BodyPair{2, 3}));
    const std::uint64_t before = made.hash();
    // Grain 0 goes, with its contacts.
    std::vector<std::uint8_t> ended;
    for (const Contact& contact : made.contacts.all()) ended.push_back(contact.pair.i == 0);
    made.contacts.erase(ended, made.of());
    const std::vector<std::uint8_t> gone{1, 0, 0, 0, 0};
    made.contacts.renumber(gone, made.walls);
    made.bodies.remove(gone);
    ASSERT_EQ(made.contacts.size(), 4u);
    EXPECT_EQ(made.contacts.plain_count(), 3u);
    EXPECT_EQ(made.contacts.all()[1].pair, (BodyPair{1, 2}));
    EXPECT_EQ(made.contacts.all()[1].spring, 5.0);
    EXPECT_EQ(made.contacts.all()[3].pair, (BodyPair{1, seam_right}));
    EXPECT_EQ(made.contacts.groups().size(), 1u);
    EXPECT_EQ(made.contacts.of_grain(1).size(), 3u);
    EXPECT_EQ(made.hash(), before) << "grains are hashed by their ids, wherever they are stored";
}

TEST(Contacts, ImagesFollowBodiesThatArePutBack) {
    Assembled made;
    made.merge({{{0, 1}}, {{1, 2}, {1, 0}}});
    BodyArray<Turns> turned(3);
    for (const Turns turns : {Turns{}, Turns{1, 0}, Turns{}, Turns{}, Turns{}})
        turned.push_grain(turns);
    made.contacts.turn_images(turned);
    EXPECT_EQ(made.contacts.all()[0].image, (Image{1, 0}));
    EXPECT_EQ(made.contacts.all()[1].image, (Image{0, 0}));
}

/// A grain over the seam of two pieces feels one contact; the pieces hold the spring by area.
TEST(Contacts, PiecesThatMeetAtASeamAreOneContact) {
    Assembled made;
    made.merge({{{0, seam_right}}, {{0, seam_left}}});
    ContactList& list = made.contacts.list();
    // Both overlaps end at the seam x = 0: from -0.3 to 0, and from 0 to 0.1, each 0.01 deep.
    for (const std::size_t k : {0u, 1u}) {
        const bool left = list.contacts[k].pair.j == seam_left;
        const double low = left ? -0.3 : 0.0;
        const double high = left ? 0.0 : 0.1;
        const Vec2 middle{0.5 * (low + high), 0.5};
        list.overlaps[k] = {0.01 * (high - low), high - low, middle, middle, {0.0, 1.0}, false};
        list.touching[k] = 1;
        list.contacts[k].spring = 2.0;
    }
    const Contacts::Group group = made.contacts.groups()[0];
    made.contacts.link_pieces(group, made.bodies);
    ASSERT_TRUE(made.contacts.is_root(group.first));
    EXPECT_FALSE(made.contacts.is_root(group.first + 1));
    const std::size_t whole = made.contacts.join_pieces(group, group.first, made.bodies);
    EXPECT_EQ(list.contacts[whole].pair.j, seam_left) << "the larger overlap";
    EXPECT_NEAR(list.overlaps[whole].area, 0.004, 1e-15);
    EXPECT_NEAR(list.overlaps[whole].chord, 0.4, 1e-15);
    EXPECT_NEAR(list.overlaps[whole].midpoint.x, -0.1, 1e-15);
    EXPECT_EQ(list.contacts[whole].spring, 4.0);
    made.contacts.share_spring(group, group.first, whole);
    EXPECT_NEAR(list.contacts[whole].spring, 3.0, 1e-12) << "three quarters of the area";
    EXPECT_NEAR(made.contacts.whole_spring(whole, made.walls), 4.0, 1e-12);
}

TEST(Overlaps, AreThoseThatWereStoredAndNotErased) {
    constexpr std::size_t plain = 300;
    constexpr std::size_t all = 310;
    const auto area = [](std::size_t k) { return 1.0 + static_cast<double>(k); };
    Overlaps overlaps;
    overlaps.make(plain, all);
    for (std::size_t k = all; k > 0; --k)
        if ((k - 1) % 3 != 0) overlaps[k - 1].area = area(k - 1);
    overlaps[5].area = 0.5;
    for (std::size_t k = 0; k < all; ++k)
        if (k % 3 != 0) {
            EXPECT_EQ(std::as_const(overlaps)[k].area, k == 5 ? 0.5 : area(k));
        }
    // Of the second block, only contacts 130 and 254 are kept; what is stored anew has its own
    // place.
    overlaps.keep_only(1, {std::uint64_t{1} << 2, std::uint64_t{1} << 62});
    overlaps[131].area = 7.0;
    for (const std::size_t k : {127u, 130u, 254u, 256u})
        EXPECT_EQ(std::as_const(overlaps)[k].area, area(k));
    EXPECT_EQ(std::as_const(overlaps)[131].area, 7.0);

    std::vector<std::uint8_t> marks(all, 0);
    for (std::size_t k = 0; k < all; k += 2) marks[k] = 1;
    overlaps.erase(marks);
    // Contact k is now k / 2; 150 of the plain ones are left.
    EXPECT_EQ(std::as_const(overlaps)[125 / 2].area, area(125));
    EXPECT_EQ(std::as_const(overlaps)[257 / 2].area, area(257));
    EXPECT_EQ(std::as_const(overlaps)[305 / 2].area, area(305));
}

TEST(Contacts, ASnapshotBringsBackEveryBit) {
    Assembled made;
    made.merge(some_pairs);
    made.touch(0, 3.0);
    made.touch(6, -2.0);
    made.contacts.list().forces[6] = {{1.0, 2.0}, {3.0, 4.0}};
    Snapshot snapshot;
    made.walls.write(snapshot);
    made.contacts.write(snapshot, made.of());
    const std::vector<NewGrain> grains(5, square(1.0));
    Assembled other;
    EXPECT_NO_THROW(other.contacts.check(snapshot, grains, other.walls, {}, 0.0));
    other.contacts.read(snapshot, other.walls, other.bodies);
    EXPECT_EQ(other.hash(), made.hash());
    EXPECT_EQ(other.contacts.force(6).torque[1], 4.0);
    EXPECT_EQ(other.contacts.plain_count(), 5u);
    EXPECT_EQ(other.contacts.groups().size(), 2u);

    const auto refused = [&](auto&& spoil) {
        Snapshot spoilt = snapshot;
        spoil(spoilt);
        EXPECT_THROW(other.contacts.check(spoilt, grains, other.walls, {}, 0.0),
                     std::invalid_argument);
    };
    refused([](Snapshot& s) { s.pairs[1] = 9; });
    refused([](Snapshot& s) { std::swap(s.pairs[1], s.pairs[3]); });
    refused([](Snapshot& s) { s.images[0] = 1; });
    refused([](Snapshot& s) { s.memories[1] = 99; });
    refused([](Snapshot& s) { s.springs[1] = 1.0; });
    refused([](Snapshot& s) { s.touching[1] = 2; });
    refused([](Snapshot& s) { s.overlaps[6] = 3.0; });
    refused([](Snapshot& s) { s.clear_until.pop_back(); });
    // Contacts with a wall that the snapshot has away.
    for (std::size_t w = 0; w < other.walls.count(); ++w)
        refused([&](Snapshot& s) { s.wall_states[Snapshot::wall_numbers * w + 3] = 0.0; });
}

TEST(Contacts, TheHashSeesSpringsAndWhoTouches) {
    Assembled made;
    made.merge(some_pairs);
    const std::uint64_t apart = made.hash();
    made.touch(0, 0.0);
    const std::uint64_t touching = made.hash();
    EXPECT_NE(touching, apart);
    made.contacts.list().contacts[0].spring = 1.0;
    EXPECT_NE(made.hash(), touching);
}

}  // namespace
}  // namespace scree::engine
