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

/// The numbers that files hold, each with the type that it has in HDF5.
#define SCREE_HDF5_NUMBERS(USE)       \
    USE(double, H5T_IEEE_F64LE)       \
    USE(float, H5T_IEEE_F32LE)        \
    USE(std::uint8_t, H5T_STD_U8LE)   \
    USE(std::uint16_t, H5T_STD_U16LE) \
    USE(std::int32_t, H5T_STD_I32LE)  \
    USE(std::uint32_t, H5T_STD_U32LE) \
    USE(std::int64_t, H5T_STD_I64LE)  \
    USE(std::uint64_t, H5T_STD_U64LE)

#define SCREE_HDF5_IS(Number, type) || std::same_as<T, Number>
template <class T>
concept Hdf5Number = false SCREE_HDF5_NUMBERS(SCREE_HDF5_IS);
#undef SCREE_HDF5_IS

/// The size of a table. A table of one column is a dataset of one dimension, and a table of several
/// columns one of two.
struct Extent {
    std::uint64_t rows = 0;
    std::uint64_t columns = 1;

    friend constexpr bool operator==(const Extent&, const Extent&) = default;
};

}  // namespace scree::engine
