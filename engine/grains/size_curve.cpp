#include "engine/grains/size_curve.h"

#include <algorithm>
#include <vector>

namespace scree::engine {
namespace {

/// Sizes that differ by less than this share are the same: shapes are scaled to theirs with
/// rounding.
constexpr double rounding = 1e-9;
/// So many sizes of the curve that was asked for are looked up among the grains.
constexpr int looks = 20'000;

/// The sizes of grains in their order, and the share that each and those below it have.
struct Sample {
    Sample(std::span<const double> of, ShareOf share) : sizes(of.begin(), of.end()) {
        std::ranges::sort(sizes);
        double sum = 0.0;
        for (const double size : sizes)
            shares.push_back(sum += share == ShareOf::area ? size * size : 1.0);
        for (double& below : shares) below /= sum;
    }

    double size_at(double share) const {
        const auto at = std::ranges::lower_bound(shares, share);
        return sizes[std::min(static_cast<std::size_t>(at - shares.begin()), sizes.size() - 1)];
    }
    double share_below(double size) const {
        const auto at = std::ranges::lower_bound(sizes, size);
        return at == sizes.begin() ? 0.0 : shares[static_cast<std::size_t>(at - sizes.begin()) - 1];
    }

    std::vector<double> sizes;
    std::vector<double> shares;
};

double distance(const SizeQuantiles& asked, const Sample& sample, double scale) {
    double largest = 0.0;
    for (int k = 0; k <= looks; ++k) {
        const double share = static_cast<double>(k) / looks;
        const double size = scale * asked(share);
        // Where many grains have one size, any share within their step is right.
        const double below = sample.share_below(size * (1.0 - rounding));
        const double up_to = sample.share_below(size * (1.0 + rounding));
        largest = std::max({largest, below - share, share - up_to});
    }
    return largest;
}

}  // namespace

SizeCurve compare_sizes(const SizeSpec& spec, std::span<const double> sizes, double scale) {
    SizeCurve curve;
    const Sample by_area(sizes, ShareOf::area);
    const SizeQuantiles asked(spec, ShareOf::area);
    for (std::size_t k = 0; k < told_shares.size(); ++k) {
        curve.asked[k] = scale * asked(told_shares[k]);
        curve.sampled[k] = by_area.size_at(told_shares[k]);
    }
    curve.distance = distance(asked, by_area, scale);
    curve.distance_of_numbers =
        distance(SizeQuantiles(spec), Sample(sizes, ShareOf::number), scale);
    return curve;
}

}  // namespace scree::engine
