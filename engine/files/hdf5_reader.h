#pragma once

#include <cstddef>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "engine/files/hdf5.h"

namespace scree::engine {

/// Reads the HDF5 files that Hdf5Writer makes, and no others. A file may come from a stranger, and
/// the HDF5 library neither survives every file that is made with ill intent nor keeps to the file
/// itself: such a file can name others on the disk, whose bytes come out as data. So this class
/// reads the structure of a file without the library, byte by byte within its bounds, and knows no
/// more of HDF5 than Hdf5Writer uses: no external storage, no links to other files, no virtual
/// datasets.
///
/// Every item is read with the size that is expected. Nothing is allocated that is larger than what
/// the bytes of the file can hold. Whatever does not fit throws Hdf5Error.
class Hdf5Reader {
public:
    explicit Hdf5Reader(std::vector<std::byte> image);

    bool contains(const std::string& path) const { return objects_.contains(path); }
    Extent extent(const std::string& path) const;
    template <Hdf5Number T>
    std::vector<T> read(const std::string& path, Extent expected) const;
    /// Reads strings of at most `at_most` bytes in all.
    std::vector<std::string> read_strings(const std::string& path, std::uint64_t at_most) const;
    bool has_attribute(const std::string& name) const { return attributes_.contains(name); }
    template <Hdf5Number T>
    T attribute(const std::string& name) const;
    /// Reads a string of at most `at_most` bytes.
    std::string string_attribute(const std::string& name, std::uint64_t at_most) const;

private:
    using Bytes = std::span<const std::byte>;
    struct Attribute {
        Bytes type;
        Bytes value;
    };

    void add_group(const std::string& path, std::uint64_t tree, std::uint64_t heap, int depth);
    void add_attribute(Bytes message);
    std::uint64_t header_of(const std::string& path) const;
    const Attribute& find_attribute(const std::string& name) const;
    std::vector<std::byte> table(const std::string& path, std::uint64_t item_size) const;

    std::vector<std::byte> image_;
    std::map<std::string, std::uint64_t> objects_;  ///< where the header of each object is
    std::map<std::string, Attribute> attributes_;   ///< those of the file itself
};

}  // namespace scree::engine
