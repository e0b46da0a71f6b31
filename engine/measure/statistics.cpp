#include "engine/measure/statistics.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace scree::engine {
namespace {

/// Two halves with the same mean are called different once in five hundred times.
constexpr double normal_quantile = 3.09;
/// The fewest blocks of a half, where only the difference of the halves is looked at.
constexpr std::size_t fewest_blocks_of_half = 4;

/// The sums of all samples before each place, after a value has been subtracted that is close to
/// the mean, so that few digits are lost.
class Sums {
public:
    explicit Sums(std::span<const double> values) : before_{0.0} {
        before_.reserve(values.size() + 1);
        for (const double value : values) {
            // A plain sum first: it is exact enough to be subtracted.
            base_ += value / static_cast<double>(values.size());
        }
        for (const double value : values) before_.push_back(before_.back() + (value - base_));
    }
    std::size_t size() const { return before_.size() - 1; }
    double mean(std::size_t first, std::size_t count) const {
        return base_ + (before_[first + count] - before_[first]) / static_cast<double>(count);
    }

private:
    double base_ = 0.0;
    std::vector<double> before_;
};

struct Blocks {
    std::size_t count = 0;
    double variance = 0.0;  ///< of the mean of all blocks

    double error() const { return std::sqrt(variance); }
};

/// The variance of the mean of the samples from `first` on, by blocks of this length. Samples that
/// fill no block are left out at the beginning.
Blocks blocks_of(const Sums& sums, std::size_t first, std::size_t samples, std::size_t length) {
    Blocks blocks{samples / length, 0.0};
    const std::size_t begin = first + samples - blocks.count * length;
    const double mean = sums.mean(begin, blocks.count * length);
    double squares = 0.0;
    for (std::size_t k = 0; k < blocks.count; ++k) {
        const double off = sums.mean(begin + k * length, length) - mean;
        squares += off * off;
    }
    const auto count = static_cast<double>(blocks.count);
    blocks.variance = squares / (count * (count - 1.0));
    return blocks;
}

/// The blocks of the shortest length that the criterion allows, or nothing if fewer than `fewest`
/// of them fit in.
std::optional<Blocks> independent_blocks(const Sums& sums, std::size_t first, std::size_t samples,
                                         std::size_t fewest) {
    const double single = blocks_of(sums, first, samples, 1).variance;
    const auto count = static_cast<double>(samples);
    double ratio = 1.0;  // of the variances; the first length that seems long enough is so by luck
    for (std::size_t length = 1; samples / length >= fewest; ++length) {
        const auto whole = static_cast<double>(length);
        const double cube = whole * whole * whole;
        if (cube < 2.0 * count) continue;  // as if no sample remembered the one before
        const Blocks blocks = blocks_of(sums, first, samples, length);
        const double doubt = std::sqrt(2.0 / static_cast<double>(blocks.count - 1));
        if (single > 0.0) ratio = std::max(ratio, (1.0 + doubt) * blocks.variance / single);
        if (cube >= 2.0 * count * ratio * ratio) return blocks;
    }
    return {};
}

/// Student's quantile for as many degrees of freedom, by the expansion of Cornish and Fisher.
double students_quantile(double freedom) {
    const double z = normal_quantile;
    const double z3 = z * z * z;
    return z + (z3 + z) / (4.0 * freedom) +
           (5.0 * z3 * z * z + 16.0 * z3 + 3.0 * z) / (96.0 * freedom * freedom);
}

bool halves_agree(const Sums& sums) {
    const std::size_t half = sums.size() / 2;
    const std::size_t second = sums.size() - half;
    const auto blocks = [&](std::size_t first) {
        const auto found = independent_blocks(sums, first, half, fewest_blocks_of_half);
        return found ? *found : blocks_of(sums, first, half, half / fewest_blocks_of_half);
    };
    const Blocks early = blocks(0);
    const Blocks late = blocks(second);
    const double difference = std::abs(sums.mean(0, half) - sums.mean(second, half));
    const auto freedom = static_cast<double>(early.count + late.count - 2);
    return difference <= students_quantile(freedom) * std::sqrt(early.variance + late.variance);
}

}  // namespace

SeriesMean mean_of_series(std::span<const double> values) {
    SeriesMean result;
    result.samples = values.size();
    if (values.empty()) return result;
    const Sums sums(values);
    result.mean = sums.mean(0, sums.size());
    if (sums.size() < fewest_samples) return result;
    if (const auto blocks = independent_blocks(sums, 0, sums.size(), fewest_blocks))
        result.error = blocks->error();
    if (sums.size() >= 2 * fewest_samples) result.steady = result.error && halves_agree(sums);
    return result;
}

}  // namespace scree::engine
