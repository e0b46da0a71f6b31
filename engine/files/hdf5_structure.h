#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "engine/files/hdf5.h"

/// The parts of an HDF5 file, as they lie in its bytes: the oldest version of each, which is what
/// the library writes unless it is asked for more ("HDF5 File Format Specification", version 1.1 of
/// the superblock and of object headers). Every function throws Hdf5Error for bytes that do not
/// fit.
namespace scree::engine::hdf5 {

using Bytes = std::span<const std::byte>;

inline constexpr std::uint64_t undefined_address = ~std::uint64_t{0};

/// Bytes that are read one number after the other.
class Cursor {
public:
    explicit Cursor(Bytes bytes) : rest_(bytes) {}

    /// A number of this many bytes, at most eight, the lowest first.
    std::uint64_t number(std::size_t bytes);
    Bytes take(std::size_t bytes);
    void skip(std::size_t bytes) { take(bytes); }
    Bytes rest() const { return rest_; }

private:
    Bytes rest_;
};

/// Returns the part of a file from an address on, with this many bytes.
Bytes part(Bytes file, std::uint64_t address, std::uint64_t size);

/// Returns the address of the header of the root group.
std::uint64_t root_header(Bytes file);

enum class MessageKind : std::uint16_t {
    dataspace = 0x1,
    datatype = 0x3,
    layout = 0x8,
    filters = 0xb,
    attribute = 0xc,
    continuation = 0x10,
    symbol_table = 0x11,
};

/// A message in the header of an object.
struct Message {
    MessageKind kind{};
    Bytes data;
};

/// Returns the messages in the header of an object, in their order.
std::vector<Message> messages(Bytes file, std::uint64_t header);

/// A group's entry: its name, and where the header of the object is.
struct Entry {
    std::string name;
    std::uint64_t header = 0;
};
std::vector<Entry> entries(Bytes file, std::uint64_t tree, std::uint64_t heap);

/// The numbers of rows and columns of a table, whose dimensions are one or two.
Extent extent_of(Bytes dataspace);
bool is_scalar(Bytes dataspace);

/// The length of strings of this type, or zero if it is another type.
std::size_t string_length(Bytes datatype);

/// Whether the type is that of the number T, as it is stored.
template <Hdf5Number T>
bool is_type_of(Bytes datatype);

/// Where the items of a table are.
struct Layout {
    bool chunked = false;
    std::uint64_t address = undefined_address;  ///< of the items, or of the tree of chunks
    std::uint64_t chunk_rows = 0;
};
Layout layout_of(Bytes message, Extent extent, std::uint64_t item_size);

/// Throws unless the filters are a shuffle of items of this size, and then deflation.
void check_filters(Bytes message, std::uint64_t item_size);

/// Returns the bytes of a table that is stored in compressed chunks.
std::vector<std::byte> read_chunks(Bytes file, const Layout& layout, Extent extent,
                                   std::uint64_t item_size);

}  // namespace scree::engine::hdf5
