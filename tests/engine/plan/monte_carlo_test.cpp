// The cost model against what it is a model of: points at random in a periodic square, cells and
// candidates counted one by one.

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "engine/base/generator.h"
#include "engine/plan/plan.h"

namespace scree::engine {
namespace {

struct Disc {
    double x;
    double y;
    double r;
    std::size_t level;
};

struct Count {
    double candidates = 0.0;
    double accesses = 0.0;
};

// The square's side is 1; the cells of level h are 1 / counts[h] wide.
class World {
public:
    World(std::vector<int> counts, GridSearch search)
        : counts_(std::move(counts)), search_(search) {}

    std::size_t level_of(double r) const {
        std::size_t h = 0;
        while (2.0 * r > 1.0 / counts_[h]) ++h;
        return h;
    }

    // For each level of the discs that look.
    std::vector<Count> count(const std::vector<Disc>& discs) const {
        std::vector<Count> counts(counts_.size());
        for (std::size_t i = 0; i < discs.size(); ++i) {
            Count& mine = counts[discs[i].level];
            for (std::size_t j = 0; j < counts_.size(); ++j)
                if (looks(discs[i].level, j)) mine.accesses += cells_of(discs[i], j);
            for (std::size_t j = 0; j < discs.size(); ++j) {
                if (discs[j].level == discs[i].level)
                    mine.candidates += j > i && adjacent(discs[i], discs[j]) ? 1.0 : 0.0;
                else if (looks(discs[i].level, discs[j].level))
                    mine.candidates += reaches(discs[i], discs[j]) ? 1.0 : 0.0;
            }
        }
        return counts;
    }

private:
    bool looks(std::size_t from, std::size_t into) const {
        return from == into || (search_ == GridSearch::top_down ? into < from : into > from);
    }
    double cells_of(const Disc& disc, std::size_t level) const {
        if (level == disc.level) return 5.0;  // its own, and four of eight neighbours
        return double(last(disc.x, disc.r, level) - first(disc.x, disc.r, level) + 1) *
               double(last(disc.y, disc.r, level) - first(disc.y, disc.r, level) + 1);
    }
    // The range of cells that the box around the disc touches, larger by half a cell: (4), (5).
    int first(double x, double r, std::size_t level) const {
        return int(std::floor((x - r) * counts_[level] - 0.5));
    }
    int last(double x, double r, std::size_t level) const {
        return int(std::floor((x + r) * counts_[level] + 0.5));
    }
    bool within(double at, double r, double other, std::size_t level) const {
        const int n = counts_[level];
        const int cell = int(std::floor(other * n));
        const int from = first(at, r, level);
        return ((cell - from) % n + n) % n <= last(at, r, level) - from;
    }
    bool reaches(const Disc& disc, const Disc& other) const {
        return within(disc.x, disc.r, other.x, other.level) &&
               within(disc.y, disc.r, other.y, other.level);
    }
    bool adjacent(const Disc& a, const Disc& b) const {
        const int n = counts_[a.level];
        const auto near = [n](double p, double q) {
            const int apart = (int(std::floor(p * n)) - int(std::floor(q * n)) + n) % n;
            return apart <= 1 || apart == n - 1;
        };
        return near(a.x, b.x) && near(a.y, b.y);
    }

    std::vector<int> counts_;
    GridSearch search_;
};

void compare(GridSearch search) {
    const std::vector<int> counts{60, 31, 9};
    const World world(counts, search);
    Generator generator(11, "discs");
    // There are three hundred large discs, so that one less does not matter, and many small ones.
    std::vector<double> radii;
    for (int k = 0; k < 300; ++k) radii.push_back(generator.uniform(0.5 / 31, 0.5 / 9));
    for (int k = 0; k < 500; ++k) radii.push_back(generator.uniform(0.5 / 60, 0.5 / 31));
    for (int k = 0; k < 900; ++k) radii.push_back(generator.uniform(0.002, 0.5 / 60));
    radii.push_back(0.5 / 9);
    double area = 0.0;
    for (const double r : radii) area += std::numbers::pi * r * r;

    constexpr int worlds = 12;
    std::vector<Count> mean(counts.size());
    for (int k = 0; k < worlds; ++k) {
        std::vector<Disc> discs;
        for (const double r : radii)
            discs.push_back({generator.unit(), generator.unit(), r, world.level_of(r)});
        const std::vector<Count> counted = world.count(discs);
        for (std::size_t h = 0; h < counts.size(); ++h) {
            mean[h].candidates += counted[h].candidates / (worlds * double(radii.size()));
            mean[h].accesses += counted[h].accesses / (worlds * double(radii.size()));
        }
    }

    const PlanProblem problem{SizeDistribution::of_radii(radii), 2, area, 0.2, search};
    const Plan plan = evaluate(problem, std::vector{1.0 / 60, 1.0 / 31, 1.0 / 9});
    for (std::size_t h = 0; h < counts.size(); ++h) {
        EXPECT_NEAR(mean[h].candidates / plan.levels[h].candidates, 1.0, 0.02) << "level " << h;
        EXPECT_NEAR(mean[h].accesses / plan.levels[h].accesses, 1.0, 0.005) << "level " << h;
    }
}

TEST(PlanMonteCarlo, TopDownCountsAreThoseOfTheModel) { compare(GridSearch::top_down); }
TEST(PlanMonteCarlo, BottomUpCountsAreThoseOfTheModel) { compare(GridSearch::bottom_up); }

}  // namespace
}  // namespace scree::engine
