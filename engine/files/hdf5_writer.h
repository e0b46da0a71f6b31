#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "engine/files/hdf5.h"

namespace scree::engine {

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
    bool is_there = true;  ///< otherwise the file does not have the dataset
};

/// Makes a file. Paths look like "/grains/position"; missing groups on the way are created.
class Hdf5Writer {
public:
    Hdf5Writer();

    /// A dataset with a unit has it as its attribute `unit`.
    template <Hdf5Number T>
    void write(const std::string& path, std::span<const T> values, std::uint64_t columns = 1,
               const std::string& unit = {});
    void write_strings(const std::string& path, std::span<const std::string> values);
    /// Writes an attribute of the file itself.
    template <Hdf5Number T>
    void write_attribute(const std::string& name, T value);
    void write_attribute(const std::string& name, const std::string& value);

    /// Writes a dataset whose rows lie in datasets with the same path in other files. Where such a
    /// file does not have it the rows are filled with this value.
    template <Hdf5Number T>
    void write_virtual(const std::string& path, std::span<const VirtualPart> parts,
                       std::uint64_t columns = 1, const std::string& unit = {}, T fill = {});

    /// Returns the whole file as bytes. The writer can be used further.
    std::vector<std::byte> image();

private:
    Hdf5Handle file_;
};

}  // namespace scree::engine
