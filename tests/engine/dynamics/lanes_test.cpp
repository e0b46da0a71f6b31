#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

#include "engine/dynamics/contact_lanes.h"
#include "tests/engine/small_world.h"

/// Contacts in lanes, computed side by side, against the same contacts one by one.
namespace scree::engine {
namespace {

/// A box of gravel, of discs, or of both, on a floor that shakes, with two materials of which one
/// is sticky.
struct Scene {
    LawKind law = LawKind::area;
    IntegratorKind integrator = IntegratorKind::gear3;
    bool discs = false;
    bool gravel = true;
    bool periodic = false;
    bool rough = false;
};

Model model_of(const Scene& scene) {
    // A rough floor, of pieces that abut or stand apart, or a plain one.
    Wall floor = standing(rectangle(scene.periodic ? 12.0 : 20.0, 2.0), {6.0, -1.0});
    if (scene.rough) {
        floor.pieces.clear();
        for (int k = 0; k < 24; ++k) {
            const double width = k % 4 == 3 ? 0.4 : 0.5;
            floor.pieces.push_back(
                {rectangle(width, 2.0), {0.5 * k + 0.25, -1.0 - 0.02 * (k % 3)}});
        }
    }
    floor.motion.kind = WallMotion::Kind::oscillate;
    floor.motion.amplitude = {0.02, 0.01};
    floor.motion.frequency = 5.0;
    std::vector<Wall> walls{floor};
    if (!scene.periodic)
        for (const double x : {-1.0, 13.0})
            walls.push_back(standing(rectangle(2.0, 100.0), {x, 49.0}));
    Model model = world(plain(1e5, 0.5, 0.8), walls);
    model.materials.push_back(plain(5e4, 0.2, 0.6));
    model.materials.back().cohesion = 3.0;
    model.contacts = ContactTable(model.materials);
    return model;
}

NewGrain any_grain(const Scene& scene, Random& random, Vec2 position) {
    const double radius = 0.3 + 0.15 * random();
    NewGrain grain{geometry::Disc(radius),
                   random() < 0.5 ? std::uint16_t{0} : std::uint16_t{1},
                   position,
                   6.28 * random(),
                   {4.0 * (random() - 0.5), -4.0 * random()},
                   random()};
    if (scene.gravel && !(scene.discs && random() < 0.5)) grain.shape = gravel(random, radius);
    return grain;
}

/// How the same run is computed.
struct Way {
    int lanes_at_once;
    std::uint32_t threads;
    BroadPhaseKind broad_phase;
};

std::unique_ptr<Simulation> start(const Scene& scene, const Way& way) {
    Settings settings;
    settings.dt = 2e-4;
    settings.law = scene.law;
    settings.integrator = scene.integrator;
    settings.threads = way.threads;
    settings.broad_phase.kind = way.broad_phase;
    settings.lanes_at_once = way.lanes_at_once;
    settings.largest_overlap = 0.9;
    if (scene.periodic) settings.period = {{0.0, -2.0}, {12.0, 0.0}};
    auto simulation = std::make_unique<Simulation>(model_of(scene), settings);
    Random random(5);
    for (int k = 0; k < 150; ++k)
        simulation->add_grain(
            any_grain(scene, random, {0.6 + 1.0 * (k % 12), 0.8 + 1.0 * (k / 12)}));
    return simulation;
}

std::vector<Way> ways() {
    std::vector<Way> all{{1, 1, BroadPhaseKind::sweep}};
    for (int lanes = 2; lanes <= most_lanes_at_once(); lanes *= 2) {
        all.push_back({lanes, 1, BroadPhaseKind::hgrid});
        all.push_back({lanes, 3, BroadPhaseKind::sweep});
    }
    return all;
}

std::string name_of(const Way& way) {
    return std::to_string(way.lanes_at_once) + " lanes at once, " + std::to_string(way.threads) +
           " threads";
}

/// Runs a scene in all ways at once, in which grains go and come, and compares the whole state.
void compare_ways(const Scene& scene, int steps) {
    std::vector<std::unique_ptr<Simulation>> runs;
    for (const Way& way : ways()) runs.push_back(start(scene, way));
    std::size_t most_lanes = 0;
    for (int step = 0; step < steps; ++step) {
        for (const auto& run : runs) run->step();
        if (step % 50 != 0) continue;
        for (std::size_t r = 1; r < runs.size(); ++r)
            ASSERT_EQ(runs[r]->state_hash(), runs[0]->state_hash())
                << "step " << step << ": " << name_of(ways()[r]);
        std::size_t lanes = 0;
        for (std::size_t k = 0; k < runs[0]->contacts().size(); ++k) {
            if (!runs[0]->touches(k)) continue;
            ++lanes;
            for (std::size_t r = 1; r < runs.size(); ++r)
                ASSERT_EQ(runs[r]->overlap(k).area, runs[0]->overlap(k).area) << k;
        }
        most_lanes = std::max(most_lanes, lanes);
        if (step % 1000 != 500) continue;
        Random random(static_cast<std::uint64_t>(step));
        const NewGrain grain = any_grain(scene, random, {6.0, 20.0 + 0.01 * step});
        const GrainId gone = runs[0]->id_of(runs[0]->grain_count() / 2);
        for (const auto& run : runs) {
            run->remove_grain(gone);
            run->add_grain(grain);
        }
    }
    EXPECT_GT(most_lanes, 120u) << "there must be something to compare";
}

TEST(Lanes, GiveTheBitsOfSingleContacts) {
    for (const LawKind law : {LawKind::area, LawKind::energy}) {
        SCOPED_TRACE(static_cast<int>(law));
        compare_ways({law, IntegratorKind::gear3, false, true, false}, 5000);
    }
}

TEST(Lanes, GiveTheBitsOfSingleDiscs) {
    for (const LawKind law : {LawKind::area, LawKind::energy, LawKind::linear}) {
        SCOPED_TRACE(static_cast<int>(law));
        compare_ways({law, IntegratorKind::gear5, true, false, false}, 5000);
    }
}

TEST(Lanes, GiveTheBitsOfSingleContactsOfAllShapesInAPeriodicDomain) {
    compare_ways({LawKind::area, IntegratorKind::gear3, true, true, true}, 5000);
}

TEST(Lanes, GiveTheBitsOfSingleContactsOnFloorsOfManyPieces) {
    compare_ways({LawKind::area, IntegratorKind::gear3, false, true, false, true}, 5000);
    compare_ways({LawKind::energy, IntegratorKind::gear3, true, true, true, true}, 5000);
}

/// Heaps that do not fit into the cache prefetch what comes next.
TEST(Lanes, GiveTheBitsOfSingleContactsInLargeHeaps) {
    const Scene scene{LawKind::area, IntegratorKind::gear3, true, true, true, true};
    std::vector<std::uint64_t> hashes;
    for (const Way& way : {ways().front(), ways().back()}) {
        const auto run = start(scene, way);
        Random random(3);
        const NewGrain grain{gravel(random, 0.42), 0, {}, 0.0, {}, 0.0};
        constexpr std::size_t count = 10100;
        for (std::size_t k = 0; k < count; ++k) {
            NewGrain other = grain;
            const auto row = static_cast<double>(k / 16);
            other.position = {0.4 + 0.74 * static_cast<double>(k % 16), 16.0 + 0.74 * row};
            other.angle = static_cast<double>(k);
            run->add_grain(other);
        }
        run->step(20);
        std::size_t touching = 0;
        for (std::size_t k = 0; k < run->contacts().size(); ++k) touching += run->touches(k);
        EXPECT_GT(touching, count / 4);
        hashes.push_back(run->state_hash());
    }
    EXPECT_EQ(hashes[0], hashes[1]);
}

/// Lanes that are kept through many steps are those that a restored run makes anew.
TEST(Lanes, ARestoredRunHasTheSame) {
    for (const bool discs : {false, true}) {
        const Scene scene{LawKind::area, IntegratorKind::gear3, discs, true, true, true};
        const Way way{0, 1, BroadPhaseKind::sweep};
        const auto run = start(scene, way);
        for (int step = 0; step < 2000; ++step) run->step();
        for (int look = 0; look < 20; ++look) {
            for (int step = 0; step < 37; ++step) run->step();
            std::vector<NewGrain> kinds;
            for (std::size_t i = 0; i < run->grain_count(); ++i)
                kinds.push_back({run->shape(i), run->material(i), {}, 0.0, {}, 0.0});
            const auto other = start(scene, {1, 2, BroadPhaseKind::hgrid});
            other->restore(run->snapshot(), kinds);
            ASSERT_EQ(other->state_hash(), run->state_hash());
            for (int step = 0; step < 20; ++step) other->step();
            const Snapshot state = run->snapshot();
            for (int step = 0; step < 20; ++step) run->step();
            ASSERT_EQ(other->state_hash(), run->state_hash()) << look;
            run->restore(state, kinds);
        }
    }
}

/// What can go wrong with lanes one by one: places in the middle and at the ends, and sections that
/// grow.
TEST(Lanes, AreKeptInTheOrderOfTheirContacts) {
    Domain domain{Period{}};
    Bodies bodies{1e-3, 4};
    bodies.make_pieces(0);
    constexpr std::size_t count = 300;
    for (std::size_t i = 0; i < count + 1; ++i)
        bodies.add({geometry::Disc(0.5), 0, {0.99 * static_cast<double>(i), 0.0}, 0.0, {}, 0.0},
                   1.0, {});
    const ContactBodies of(bodies, domain);
    std::vector<Contact> contacts;
    Random random(9);
    for (std::size_t k = 0; k < count; ++k) {
        contacts.push_back({{static_cast<Body>(k), static_cast<Body>(k + 1)}, {}, {}, 0.0});
        contacts.back().memory.overlapped = random() < 0.3;
        contacts.back().spring = static_cast<double>(k);
    }
    const auto numbered = [&](std::size_t k) {
        return NumberedContact{contacts[k], static_cast<std::uint32_t>(k)};
    };
    Workers workers(2);
    ContactLanes lanes;
    lanes.make(count, numbered, {}, of, workers);
    for (int change = 0; change < 5000; ++change) {
        const auto k = static_cast<std::size_t>(count * random());
        contacts[k].memory.overlapped = random() < (change < 2500 ? 0.8 : 0.1);
        contacts[k].spring = random();
        lanes.update(k, numbered(k), of);
        std::size_t with_lane = 0;
        lanes.for_each_spring([&](std::size_t at, double spring) {
            EXPECT_TRUE(contacts[at].memory.overlapped);
            EXPECT_EQ(spring, contacts[at].spring);
            EXPECT_EQ(lanes.spring(at), spring);
            ++with_lane;
        });
        std::size_t overlapped = 0;
        for (std::size_t at = 0; at < count; ++at) {
            EXPECT_EQ(lanes.has_lane(at), contacts[at].memory.overlapped);
            overlapped += contacts[at].memory.overlapped ? 1 : 0;
        }
        ASSERT_EQ(with_lane, overlapped);
        for (std::size_t block = 0; block * contact_block < count; ++block) {
            std::size_t last = 0;
            std::size_t used = 0;
            for (const DiscGroup& group : lanes.discs(block))
                for (std::size_t lane = 0; lane < DiscGroup::size; ++lane) {
                    if ((group.used >> lane & 1) == 0) continue;
                    ASSERT_TRUE(used == 0 || group.place[lane] > last);
                    last = group.place[lane];
                    ++used;
                }
            ASSERT_EQ(used, lanes.count(block));
        }
        if (::testing::Test::HasFailure()) return;
    }
}

}  // namespace
}  // namespace scree::engine
