#pragma once

#include <cstddef>
#include <optional>
#include <span>

namespace scree::engine {

/// The mean of a series of numbers that may be correlated with those before them.
struct SeriesMean {
    std::size_t samples = 0;
    double mean = 0.0;  ///< 0 without samples
    /// The standard error of the mean. There is none where the series is too short, or remembers
    /// its beginning for too long, to tell.
    std::optional<double> error;
    /// Whether both halves of the series have the same mean within their errors. It is unknown for
    /// short series; a long one that has no error of its mean is not steady.
    std::optional<bool> steady;
};

/// Computes the error by blocking (Flyvbjerg and Petersen 1989): the series is cut into blocks
/// whose means are taken for independent. A block is as long as the criterion of Lee et al. (2011)
/// asks: its length B holds B^3 >= 2 n (v_B / v_1)^2, with n samples and the variance v_B of the
/// mean by blocks of length B, raised by its own standard error. If that leaves fewer than
/// `fewest_blocks`, there is no error.
SeriesMean mean_of_series(std::span<const double> values);

inline constexpr std::size_t fewest_blocks = 6;
/// Shorter series have no error whatever they are; those below twice as many samples, no verdict on
/// steadiness.
inline constexpr std::size_t fewest_samples = 48;

}  // namespace scree::engine
