#pragma once

#include <concepts>
#include <cstdint>
#include <stdexcept>

namespace scree::engine {

/// HDF5 files in memory: Hdf5Writer makes an image and Hdf5Reader takes one, and neither touches
/// the disk. sealed_file.h does that, because HDF5 itself loses files when it is killed or the disk
/// is full. The same content always gives the same bytes.

/// Thrown when HDF5 fails, or when a file does not hold what it should.
class Hdf5Error : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

template <class T>
concept Hdf5Number = std::same_as<T, double> || std::same_as<T, float> ||
    std::same_as<T, std::int32_t> || std::same_as<T, std::uint32_t> ||
    std::same_as<T, std::uint16_t> || std::same_as<T, std::uint8_t> ||
    std::same_as<T, std::int64_t> || std::same_as<T, std::uint64_t>;

/// The size of a table. A table of one column is a dataset of one dimension, and a table of several
/// columns one of two.
struct Extent {
    std::uint64_t rows = 0;
    std::uint64_t columns = 1;

    friend constexpr bool operator==(const Extent&, const Extent&) = default;
};

}  // namespace scree::engine
