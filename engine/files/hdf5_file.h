#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <span>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace scree::engine {

/// HDF5 files in memory: the writer makes an image and the reader takes one, and neither touches
/// the disk. sealed_file.h does that, because HDF5 itself loses files when it is killed or the disk
/// is full, and crashes on damaged ones. The same content always gives the same bytes.

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

/// An HDF5 object that must be closed.
class Hdf5Handle {
public:
    using Closer = int (*)(std::int64_t);

    Hdf5Handle(std::int64_t id, Closer closer) : id_(id), closer_(closer) {}
    Hdf5Handle(Hdf5Handle&& other) noexcept
        : id_(std::exchange(other.id_, -1)), closer_(other.closer_) {}
    Hdf5Handle& operator=(Hdf5Handle&&) = delete;
    ~Hdf5Handle() {
        if (id_ >= 0) closer_(id_);
    }
    std::int64_t id() const { return id_; }

private:
    std::int64_t id_;
    Closer closer_;
};

/// Rows of a dataset in another file. A virtual dataset lists several of these one after the other.
struct VirtualPart {
    std::string file;  ///< relative to the file with the virtual dataset
    std::uint64_t rows = 0;
};

/// Makes a file. Paths look like "/grains/position"; missing groups on the way are created.
class Hdf5Writer {
public:
    Hdf5Writer();

    template <Hdf5Number T>
    void write(const std::string& path, std::span<const T> values, std::uint64_t columns = 1);
    void write_strings(const std::string& path, std::span<const std::string> values);
    /// Writes an attribute of the file itself.
    template <Hdf5Number T>
    void write_attribute(const std::string& name, T value);
    void write_attribute(const std::string& name, const std::string& value);

    /// Writes a dataset whose rows lie in datasets with the same path in other files.
    template <Hdf5Number T>
    void write_virtual(const std::string& path, std::span<const VirtualPart> parts,
                       std::uint64_t columns = 1);

    /// Returns the whole file as bytes. The writer can be used further.
    std::vector<std::byte> image();

private:
    Hdf5Handle file_;
};

/// Reads a file that is known to be undamaged, since HDF5 is not safe on damaged ones. Every item
/// is read with the size that is expected, and nothing larger is allocated; an item of another size
/// or type is an error.
class Hdf5Reader {
public:
    explicit Hdf5Reader(std::span<const std::byte> image);

    bool contains(const std::string& path) const;
    Extent extent(const std::string& path) const;
    template <Hdf5Number T>
    std::vector<T> read(const std::string& path, Extent expected) const;
    /// Reads strings of at most `at_most` bytes in all.
    std::vector<std::string> read_strings(const std::string& path, std::uint64_t at_most) const;
    template <Hdf5Number T>
    T attribute(const std::string& name) const;
    /// Reads a string of at most `at_most` bytes.
    std::string string_attribute(const std::string& name, std::uint64_t at_most) const;

private:
    Hdf5Handle file_;
};

}  // namespace scree::engine
