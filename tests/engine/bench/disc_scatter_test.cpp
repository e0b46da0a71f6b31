#include "engine/bench/disc_scatter.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <stdexcept>

namespace scree::engine {
namespace {

using geometry::Vec2;

double least_gap(const DiscScatter& discs) {
    double least = discs.side;
    for (std::size_t i = 0; i < discs.radii.size(); ++i)
        for (std::size_t j = 0; j < i; ++j) {
            Vec2 apart = discs.centres[i] - discs.centres[j];
            if (discs.border == Border::periodic) {
                apart.x -= discs.side * std::round(apart.x / discs.side);
                apart.y -= discs.side * std::round(apart.y / discs.side);
            }
            least = std::min(least, length(apart) - discs.radii[i] - discs.radii[j]);
        }
    return least;
}

TEST(DiscScatter, DiscsDoNotOverlapAndCoverWhatIsAskedFor) {
    for (const Border border : {Border::walls, Border::periodic}) {
        const DiscScatter discs = scattered(power_law_radii(1500, -3.0, 20.0, 1), 0.4, border, 2);
        EXPECT_GT(least_gap(discs), 0.0);
        double area = 0.0;
        double nearest = discs.side;
        for (std::size_t k = 0; k < discs.radii.size(); ++k) {
            area += std::numbers::pi * discs.radii[k] * discs.radii[k];
            const Vec2 at = discs.centres[k];
            nearest =
                std::min({nearest, at.x - discs.radii[k], at.y - discs.radii[k],
                          discs.side - at.x - discs.radii[k], discs.side - at.y - discs.radii[k]});
        }
        EXPECT_NEAR(area / (discs.side * discs.side), 0.4, 1e-12);
        EXPECT_EQ(nearest >= 0.0, border == Border::walls) << "discs lie across the seam";
    }
}

TEST(DiscScatter, RadiiFollowThePowerLaw) {
    for (const double exponent : {0.0, -1.0, -2.0, -3.0}) {
        const std::vector<double> radii = power_law_radii(4000, exponent, 50.0, 1);
        const auto [least, most] = std::ranges::minmax(radii);
        EXPECT_GE(least, 1.0);
        EXPECT_LE(most, 50.0);
        const SizeDistribution law = SizeDistribution::power_law(exponent, 1.0, 50.0);
        for (const double radius : {1.5, 3.0, 10.0, 40.0}) {
            const auto below = std::ranges::count_if(radii, [&](double r) { return r <= radius; });
            EXPECT_NEAR(static_cast<double>(below) / 4000.0, law.share(0.0, radius), 1.0 / 4000.0)
                << exponent << ' ' << radius;
        }
        EXPECT_FALSE(std::ranges::is_sorted(radii));
    }
}

TEST(DiscScatter, RowsChangeOnlyTheOrder) {
    const DiscScatter discs = scattered(power_law_radii(300, 0.0, 3.0, 1), 0.3, Border::walls, 2);
    const DiscScatter rows = by_rows(discs);
    std::vector<std::size_t> found;
    for (std::size_t k = 0; k < rows.radii.size(); ++k) {
        const auto at = std::ranges::find(discs.centres, rows.centres[k]);
        ASSERT_NE(at, discs.centres.end());
        found.push_back(static_cast<std::size_t>(at - discs.centres.begin()));
        EXPECT_EQ(discs.radii[found.back()], rows.radii[k]);
    }
    std::ranges::sort(found);
    EXPECT_EQ(std::ranges::adjacent_find(found), found.end());
    double steps = 0.0;
    double steps_before = 0.0;
    for (std::size_t k = 1; k < rows.radii.size(); ++k) {
        steps += length(rows.centres[k] - rows.centres[k - 1]);
        steps_before += length(discs.centres[k] - discs.centres[k - 1]);
    }
    EXPECT_LT(steps, 0.4 * steps_before);
}

TEST(DiscScatter, RefusesWhatDoesNotFit) {
    EXPECT_THROW(scattered(std::vector(200, 1.0), 0.8, Border::walls, 1), std::invalid_argument);
    EXPECT_THROW(scattered({1.0}, 0.4, Border::periodic, 1), std::invalid_argument);
}

}  // namespace
}  // namespace scree::engine
