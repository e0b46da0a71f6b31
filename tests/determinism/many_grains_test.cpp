#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <string>

#include "tests/engine/broad/broad_phase_kinds.h"
#include "tests/engine/small_world.h"

/// A thousand grains have one hash, however it is computed: with any number of workers, with any
/// broad phase, and with a C library that thinks it is on an older processor.
namespace scree::engine {
namespace {

constexpr std::uint64_t all_steps = 20000;
constexpr std::size_t grain_count = 1000;

std::uint64_t hash_of_run(std::uint32_t threads, BroadPhaseKind broad_phase, std::uint64_t steps,
                          double* touching = nullptr) {
    constexpr double width = 34.0;
    Settings settings;
    settings.dt = 2e-4;
    settings.threads = threads;
    settings.broad_phase = broad_phase;
    Simulation simulation(
        world(plain(1e5, 0.5, 0.3), {standing(rectangle(width + 8.0, 4.0), {0.5 * width, -2.0}),
                                     standing(rectangle(4.0, 400.0), {-2.0, 198.0}),
                                     standing(rectangle(4.0, 400.0), {width + 2.0, 198.0})}),
        settings);
    Random random(17);
    for (std::size_t k = 0; k < grain_count; ++k) {
        const double radius = 0.35 + 0.15 * random();
        NewGrain grain{gravel(random, radius), 0, {}, 6.28 * random(), {}, 0.0};
        grain.position = {(static_cast<double>(k % 30) + 0.6) * 1.1,
                          (static_cast<double>(k / 30) + 0.6) * 1.1};
        grain.velocity = {8.0 * (random() - 0.5), 8.0 * (random() - 0.5)};
        simulation.add_grain(grain);
    }
    while (simulation.steps() < steps) simulation.step();
    if (touching != nullptr) {
        *touching = 0.0;
        for (std::size_t k = 0; k < simulation.contacts().size(); ++k)
            *touching += simulation.touches(k) ? 1.0 / grain_count : 0.0;
    }
    return simulation.state_hash();
}

constexpr const char* child_variable = "SCREE_TEST_HASH_STEPS";

/// The hash that this program computes when it is started again with this environment variable set.
std::uint64_t hash_of_child(const char* name, const char* value, std::uint64_t steps) {
    std::array<int, 2> ends{};
    if (pipe(ends.data()) != 0) throw std::runtime_error("no pipe");
    const std::string count = std::to_string(steps);
    const pid_t child = fork();
    if (child == 0) {
        setenv(name, value, 1);
        setenv(child_variable, count.c_str(), 1);
        // It runs one test, whatever part of the tests this is.
        unsetenv("GTEST_TOTAL_SHARDS");
        unsetenv("GTEST_SHARD_INDEX");
        dup2(ends[1], STDERR_FILENO);
        execl("/proc/self/exe", "determinism_tests", "--gtest_filter=HashForAParent.*", nullptr);
        _exit(127);
    }
    close(ends[1]);
    std::string text;
    std::array<char, 256> buffer{};
    for (ssize_t got = 0; (got = read(ends[0], buffer.data(), buffer.size())) != 0;) {
        if (got < 0 && errno != EINTR) break;
        if (got > 0) text.append(buffer.data(), static_cast<std::size_t>(got));
    }
    close(ends[0]);
    int status = 0;
    waitpid(child, &status, 0);
    EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 0);
    return std::strtoull(text.c_str(), nullptr, 16);
}

/// This test is for hash_of_child(). It prints its hash on stderr.
TEST(HashForAParent, IsToldWhenAsked) {
    const char* steps = std::getenv(child_variable);
    if (steps == nullptr) GTEST_SKIP() << "only for the tests below, which run it as a child";
    const std::uint64_t hash =
        hash_of_run(2, BroadPhaseKind::sweep, std::strtoull(steps, nullptr, 10));
    std::fprintf(stderr, "%016llx\n", static_cast<unsigned long long>(hash));
}

constexpr const char* tunables = "GLIBC_TUNABLES";
constexpr const char* no_avx2 = "glibc.cpu.hwcaps=-AVX2,-FMA";

TEST(ManyGrains, GiveOneHashWithoutFma) {
    const std::uint64_t here = hash_of_run(2, BroadPhaseKind::sweep, 200);
    EXPECT_EQ(hash_of_child(tunables, no_avx2, 200), here);
    EXPECT_NE(hash_of_child(tunables, no_avx2, 199), here) << "it must be able to differ";
}

TEST(SlowManyGrains, GiveOneHashForAnyWorkersBroadPhaseAndProcessor) {
    double touching = 0.0;
    const std::uint64_t one = hash_of_run(1, BroadPhaseKind::sweep, all_steps, &touching);
    EXPECT_GT(touching, 1.0) << "they must lie on each other by then";
    for (const std::uint32_t threads : {2u, 3u, 8u})
        EXPECT_EQ(hash_of_run(threads, BroadPhaseKind::sweep, all_steps), one) << threads;
    for (const std::uint32_t threads : {1u, 2u, 3u, 8u})
        EXPECT_EQ(hash_of_run(threads, BroadPhaseKind::brute_force, all_steps), one) << threads;
    for (const BroadPhaseKind kind : tests::methods)
        EXPECT_EQ(hash_of_run(2, kind, all_steps), one) << name_of(kind);
    EXPECT_EQ(hash_of_child(tunables, no_avx2, all_steps), one);
    EXPECT_NE(hash_of_run(1, BroadPhaseKind::sweep, all_steps - 1), one);
}

}  // namespace
}  // namespace scree::engine
