#include "engine/files/hdf5_structure.h"

#include <zlib.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <limits>
#include <string_view>

namespace scree::engine::hdf5 {
namespace {

/// No file of Hdf5Writer comes near these; loops over bytes of a stranger end here.
constexpr std::size_t most_messages = 1024;
constexpr std::size_t most_entries = 4096;
constexpr int deepest_tree = 8;

/// The most that deflation can shrink bytes by (zlib's documentation, "Maximum Compression
/// Factor").
constexpr std::uint64_t largest_shrinkage = 1032;

[[noreturn]] void refuse(const char* what) {
    throw Hdf5Error(std::string("the structure of the file is not one that scree writes: ") + what);
}

bool starts_with(Bytes bytes, std::string_view signature) {
    return bytes.size() >= signature.size() &&
           std::memcmp(bytes.data(), signature.data(), signature.size()) == 0;
}

std::size_t padded(std::size_t bytes) { return (bytes + 7) / 8 * 8; }

/// The head of a node in a tree of version 1. Its keys and children follow.
struct Node {
    std::uint64_t level = 0;
    std::uint64_t entries = 0;
    Cursor body;
};

constexpr std::size_t node_head = 24;

/// Reads the nodes of one tree. A tree may not have more nodes than fit into the file, so one whose
/// nodes name each other in a circle is refused.
class Tree {
public:
    Tree(Bytes file, std::uint64_t type, std::size_t key_size)
        : file_(file), type_(type), key_size_(key_size), nodes_left_(file.size() / node_head) {}

    Bytes file() const { return file_; }
    Node node(std::uint64_t address, int depth);

private:
    Bytes file_;
    std::uint64_t type_;
    std::size_t key_size_;
    std::size_t nodes_left_;
};

Node Tree::node(std::uint64_t address, int depth) {
    if (depth > deepest_tree || nodes_left_-- == 0) refuse("a tree is too deep");
    Cursor head(part(file_, address, node_head));
    if (!starts_with(head.take(4), "TREE") || head.number(1) != type_) refuse("a tree");
    Node node{.level = head.number(1), .entries = head.number(2), .body = Cursor({})};
    node.body =
        Cursor(part(file_, address + node_head, node.entries * (key_size_ + 8) + key_size_));
    return node;
}

std::string name_in(Bytes heap, std::uint64_t offset) {
    if (offset >= heap.size()) refuse("a name");
    const Bytes from = heap.subspan(offset);
    const auto end = std::ranges::find(from, std::byte{0});
    if (end == from.end()) refuse("a name");
    return {reinterpret_cast<const char*>(from.data()),
            static_cast<std::size_t>(end - from.begin())};
}

void add_entries(Tree& tree, std::uint64_t address, Bytes heap, int depth,
                 std::vector<Entry>& into) {
    Node node = tree.node(address, depth);
    for (std::uint64_t k = 0; k < node.entries; ++k) {
        node.body.skip(8);
        const std::uint64_t child = node.body.number(8);
        if (node.level > 0) {
            add_entries(tree, child, heap, depth + 1, into);
            continue;
        }
        Cursor head(part(tree.file(), child, 8));
        if (!starts_with(head.take(4), "SNOD") || head.number(1) != 1) refuse("a group");
        head.skip(1);
        const std::uint64_t symbols = head.number(2);
        constexpr std::size_t symbol_size = 40;
        Cursor symbol(part(tree.file(), child + 8, symbols * symbol_size));
        for (std::uint64_t s = 0; s < symbols; ++s) {
            if (into.size() >= most_entries) refuse("a group has too many members");
            const std::uint64_t name = symbol.number(8);
            const std::uint64_t header = symbol.number(8);
            // Zero is a dataset and one a group. Two would be a link by name.
            if (symbol.number(4) > 1) refuse("a link");
            symbol.skip(20);
            into.push_back({name_in(heap, name), header});
        }
    }
}

/// Undoes the shuffle, which has put the first bytes of all items first, then the second bytes.
void unshuffle(Bytes from, std::size_t item_size, std::span<std::byte> into) {
    const std::size_t items = from.size() / item_size;
    for (std::size_t b = 0; b < item_size; ++b)
        for (std::size_t k = 0; k < items; ++k) into[k * item_size + b] = from[b * items + k];
}

void inflate_into(Bytes compressed, std::span<std::byte> into) {
    uLongf size = into.size();
    if (uncompress(reinterpret_cast<Bytef*>(into.data()), &size,
                   reinterpret_cast<const Bytef*>(compressed.data()), compressed.size()) != Z_OK ||
        size != into.size())
        refuse("a chunk does not have the size that it should");
}

/// The table that chunks are read into.
class Chunks {
public:
    Chunks(Bytes file, const Layout& layout, Extent extent, std::uint64_t item_size)
        : rank_(extent.columns == 1 ? 1 : 2),
          tree_(file, 1, key_size()),
          item_size_(item_size),
          row_size_(extent.columns * item_size),
          chunk_rows_(layout.chunk_rows),
          table_(extent.rows * row_size_),
          chunk_(chunk_rows_ * row_size_),
          shuffled_(chunk_.size()),
          is_read_((extent.rows + chunk_rows_ - 1) / chunk_rows_) {}

    void read(std::uint64_t address, int depth = 0) {
        Node node = tree_.node(address, depth);
        for (std::uint64_t k = 0; k < node.entries; ++k) {
            Cursor key(node.body.take(key_size()));
            const std::uint64_t child = node.body.number(8);
            if (node.level > 0) {
                read(child, depth + 1);
                continue;
            }
            const std::uint64_t stored = key.number(4);
            if (key.number(4) != 0) refuse("a chunk without its filters");
            const std::uint64_t first_row = key.number(8);
            for (std::size_t d = 0; d < rank_; ++d)
                if (key.number(8) != 0) refuse("a chunk of some columns");
            read_chunk(part(tree_.file(), child, stored), first_row);
        }
    }

    std::vector<std::byte> take() {
        if (!std::ranges::all_of(is_read_, [](bool is_read) { return is_read; }))
            refuse("a chunk is missing");
        return std::move(table_);
    }

private:
    /// The size of a chunk, a mask of filters, and where it begins in each dimension.
    std::size_t key_size() const { return 8 + 8 * (rank_ + 1); }

    void read_chunk(Bytes stored, std::uint64_t first_row) {
        const std::uint64_t number = first_row / chunk_rows_;
        if (first_row % chunk_rows_ != 0 || number >= is_read_.size() || is_read_[number])
            refuse("a chunk is out of place");
        is_read_[number] = true;
        inflate_into(stored, shuffled_);
        unshuffle(shuffled_, item_size_, chunk_);
        // The last chunk is as large as the others, but the table ends within it.
        const std::size_t begin = first_row * row_size_;
        const std::size_t size = std::min(chunk_.size(), table_.size() - begin);
        std::memcpy(table_.data() + begin, chunk_.data(), size);
    }

    std::size_t rank_;
    Tree tree_;
    std::size_t item_size_;
    std::size_t row_size_;
    std::uint64_t chunk_rows_;
    std::vector<std::byte> table_;
    std::vector<std::byte> chunk_;
    std::vector<std::byte> shuffled_;
    std::vector<bool> is_read_;
};

/// The first eight bytes of a datatype: class and version, the bits of the class, and the size.
bool has_head(Bytes datatype, std::array<unsigned, 3> bits, std::size_t size) {
    if (datatype.size() < 8) return false;
    Cursor cursor(datatype);
    for (const unsigned expected : bits)
        if (cursor.number(1) != expected) return false;
    return cursor.number(1) == 0 && cursor.number(4) == size;
}

}  // namespace

std::uint64_t Cursor::number(std::size_t bytes) {
    std::uint64_t value = 0;
    const Bytes taken = take(bytes);
    std::memcpy(&value, taken.data(), bytes);
    return value;
}

Bytes Cursor::take(std::size_t bytes) {
    if (bytes > rest_.size()) refuse("it ends too early");
    const Bytes taken = rest_.first(bytes);
    rest_ = rest_.subspan(bytes);
    return taken;
}

Bytes part(Bytes file, std::uint64_t address, std::uint64_t size) {
    if (address > file.size() || size > file.size() - address)
        refuse("an address is outside of it");
    return file.subspan(address, size);
}

std::uint64_t root_header(Bytes file) {
    Cursor cursor(file);
    if (!starts_with(cursor.take(8), "\x89HDF\r\n\x1a\n"))
        throw Hdf5Error("the file is not an HDF5 file");
    // Versions of the superblock, free space, root group and shared messages; a byte between them.
    for (int k = 0; k < 5; ++k)
        if (cursor.number(1) != 0) refuse("its version");
    if (cursor.number(1) != 8 || cursor.number(1) != 8) refuse("the size of addresses");
    cursor.skip(1 + 2 + 2 + 4);
    if (cursor.number(8) != 0) refuse("its base address");
    cursor.skip(8);
    if (cursor.number(8) != file.size()) refuse("its size");
    cursor.skip(8 + 8);
    return cursor.number(8);
}

std::vector<Message> messages(Bytes file, std::uint64_t header) {
    constexpr std::size_t head_size = 16;
    Cursor head(part(file, header, head_size));
    if (head.number(1) != 1) refuse("the version of an object");
    head.skip(1);
    const std::uint64_t count = head.number(2);
    head.skip(4);
    std::vector<Bytes> blocks{part(file, header + head_size, head.number(4))};
    std::vector<Message> found;
    for (std::size_t block = 0; block < blocks.size(); ++block) {
        Cursor cursor(blocks[block]);
        while (cursor.rest().size() >= 8) {
            if (found.size() >= std::min<std::uint64_t>(count, most_messages))
                refuse("an object has too many messages");
            const auto kind = static_cast<MessageKind>(cursor.number(2));
            const std::uint64_t size = cursor.number(2);
            // Bit 1 would say that the message is stored somewhere else.
            if ((cursor.number(1) & 2u) != 0) refuse("a shared message");
            cursor.skip(3);
            const Bytes data = cursor.take(size);
            found.push_back({kind, data});
            if (kind != MessageKind::continuation) continue;
            Cursor next(data);
            const std::uint64_t address = next.number(8);
            blocks.push_back(part(file, address, next.number(8)));
        }
    }
    return found;
}

std::vector<Entry> entries(Bytes file, std::uint64_t tree, std::uint64_t heap) {
    Cursor head(part(file, heap, 32));
    if (!starts_with(head.take(4), "HEAP") || head.number(4) != 0) refuse("a heap of names");
    const std::uint64_t size = head.number(8);
    head.skip(8);
    std::vector<Entry> found;
    Tree nodes(file, 0, 8);
    add_entries(nodes, tree, part(file, head.number(8), size), 0, found);
    return found;
}

bool is_scalar(Bytes dataspace) {
    Cursor cursor(dataspace);
    return cursor.number(1) == 1 && cursor.number(1) == 0;
}

Extent extent_of(Bytes dataspace) {
    Cursor cursor(dataspace);
    const std::uint64_t version = cursor.number(1);
    const std::uint64_t rank = cursor.number(1);
    if (version != 1 || rank < 1 || rank > 2) refuse("a table has neither one dimension nor two");
    cursor.skip(6);
    Extent extent;
    extent.rows = cursor.number(8);
    if (rank == 2) extent.columns = cursor.number(8);
    if (rank == 2 && extent.columns < 2) refuse("the columns of a table");
    return extent;
}

std::size_t string_length(Bytes datatype) {
    if (datatype.size() < 8) return 0;
    Cursor cursor(datatype);
    cursor.skip(4);
    const std::size_t size = cursor.number(4);
    // Class 3, padded with zeros, in UTF-8.
    return has_head(datatype, {0x13, 0x11, 0}, size) ? size : 0;
}

template <Hdf5Number T>
bool is_type_of(Bytes datatype) {
    if constexpr (std::same_as<T, double> || std::same_as<T, float>) {
        constexpr bool is_double = std::same_as<T, double>;
        if (!has_head(datatype, {0x11, 0x20, is_double ? 0x3fu : 0x1fu}, sizeof(T))) return false;
        // Bit offset, precision, place and size of the exponent and of the mantissa, and the bias.
        constexpr std::array<unsigned char, 12> expected_double{0, 0,  64,   0, 52, 11,
                                                                0, 52, 0xff, 3, 0,  0};
        constexpr std::array<unsigned char, 12> expected_float{0, 0,  32,   0, 23, 8,
                                                               0, 23, 0x7f, 0, 0,  0};
        constexpr std::array<unsigned char, 12> expected =
            is_double ? expected_double : expected_float;
        return datatype.size() >= 8 + expected.size() &&
               std::memcmp(datatype.data() + 8, expected.data(), expected.size()) == 0;
    } else {
        if (!has_head(datatype, {0x10, std::numeric_limits<T>::is_signed ? 8u : 0u, 0}, sizeof(T)))
            return false;
        Cursor cursor(datatype.subspan(8));
        return cursor.rest().size() >= 4 && cursor.number(2) == 0 &&
               cursor.number(2) == 8 * sizeof(T);
    }
}

Layout layout_of(Bytes message, Extent extent, std::uint64_t item_size) {
    Cursor cursor(message);
    if (cursor.number(1) != 3) refuse("where a table is stored");
    const std::uint64_t kind = cursor.number(1);
    Layout layout;
    if (kind == 1) {
        layout.address = cursor.number(8);
        return layout;
    }
    const std::uint64_t rank = extent.columns == 1 ? 1 : 2;
    if (kind != 2 || cursor.number(1) != rank + 1) refuse("where a table is stored");
    layout.chunked = true;
    layout.address = cursor.number(8);
    layout.chunk_rows = cursor.number(4);
    if (layout.chunk_rows == 0 || layout.chunk_rows > extent.rows) refuse("the size of chunks");
    if (rank == 2 && cursor.number(4) != extent.columns) refuse("the size of chunks");
    if (cursor.number(4) != item_size) refuse("the size of chunks");
    return layout;
}

void check_filters(Bytes message, std::uint64_t item_size) {
    constexpr std::uint64_t deflate = 1;
    constexpr std::uint64_t shuffle = 2;
    Cursor cursor(message);
    if (cursor.number(1) != 1 || cursor.number(1) != 2) refuse("the filters of a table");
    cursor.skip(6);
    for (const std::uint64_t expected : {shuffle, deflate}) {
        if (cursor.number(2) != expected) refuse("the filters of a table");
        const std::uint64_t name = cursor.number(2);
        cursor.skip(2);
        if (cursor.number(2) != 1) refuse("the filters of a table");
        cursor.skip(padded(name));
        const std::uint64_t value = cursor.number(4);
        if (expected == shuffle && value != item_size) refuse("the filters of a table");
        cursor.skip(4);
    }
}

std::vector<std::byte> read_chunks(Bytes file, const Layout& layout, Extent extent,
                                   std::uint64_t item_size) {
    // The rows may be a lie: nothing larger is allocated than the file could have been inflated to.
    const std::uint64_t most = file.size() * largest_shrinkage;
    if (extent.rows > most / (extent.columns * item_size))
        refuse("a table is larger than the file");
    Chunks chunks(file, layout, extent, item_size);
    chunks.read(layout.address);
    return chunks.take();
}

template bool is_type_of<double>(Bytes);
template bool is_type_of<float>(Bytes);
template bool is_type_of<std::uint8_t>(Bytes);
template bool is_type_of<std::uint16_t>(Bytes);
template bool is_type_of<std::int32_t>(Bytes);
template bool is_type_of<std::uint32_t>(Bytes);
template bool is_type_of<std::int64_t>(Bytes);
template bool is_type_of<std::uint64_t>(Bytes);

}  // namespace scree::engine::hdf5
