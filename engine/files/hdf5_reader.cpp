#include "engine/files/hdf5_reader.h"

#include <algorithm>
#include <cstring>
#include <optional>
#include <utility>

#include "engine/files/hdf5_structure.h"

namespace scree::engine {
namespace {

using hdf5::Bytes;
using hdf5::Cursor;
using hdf5::MessageKind;

/// Groups within groups: Hdf5Writer is asked for one or two.
constexpr int deepest_group = 8;
constexpr std::size_t most_objects = 4096;

/// The messages of a dataset.
struct Table {
    Extent extent;
    Bytes datatype;
    Bytes layout;
    std::optional<Bytes> filters;
};

Table table_at(Bytes file, std::uint64_t header, const std::string& path) {
    Table table;
    std::optional<Extent> extent;
    for (const hdf5::Message& message : hdf5::messages(file, header)) {
        if (message.kind == MessageKind::dataspace) extent = hdf5::extent_of(message.data);
        if (message.kind == MessageKind::datatype) table.datatype = message.data;
        if (message.kind == MessageKind::layout) table.layout = message.data;
        if (message.kind == MessageKind::filters) table.filters = message.data;
    }
    if (!extent || table.datatype.empty() || table.layout.empty())
        throw Hdf5Error(path + " is not a table");
    table.extent = *extent;
    return table;
}

std::string text(Extent extent) {
    const std::string rows = std::to_string(extent.rows) + " rows";
    return extent.columns == 1 ? rows : rows + " of " + std::to_string(extent.columns);
}

/// Returns the string without the zeros that fill it up.
std::string cut(Bytes bytes) {
    const auto* const begin = reinterpret_cast<const char*>(bytes.data());
    return {begin, std::find(begin, begin + bytes.size(), '\0')};
}

/// Takes a number of bytes, and those that fill them up to a multiple of eight.
Bytes take_padded(Cursor& cursor, std::size_t bytes) {
    const Bytes taken = cursor.take(bytes);
    cursor.skip((8 - bytes % 8) % 8);
    return taken;
}

}  // namespace

Hdf5Reader::Hdf5Reader(std::vector<std::byte> image) : image_(std::move(image)) {
    for (const hdf5::Message& message : hdf5::messages(image_, hdf5::root_header(image_))) {
        if (message.kind == MessageKind::attribute) add_attribute(message.data);
        if (message.kind != MessageKind::symbol_table) continue;
        Cursor cursor(message.data);
        const std::uint64_t tree = cursor.number(8);
        add_group("", tree, cursor.number(8), 0);
    }
}

void Hdf5Reader::add_group(const std::string& path, std::uint64_t tree, std::uint64_t heap,
                           int depth) {
    if (depth > deepest_group) throw Hdf5Error("the groups of the file are too deep");
    for (const hdf5::Entry& entry : hdf5::entries(image_, tree, heap)) {
        const std::string name = path + "/" + entry.name;
        if (objects_.size() >= most_objects || !objects_.emplace(name, entry.header).second)
            throw Hdf5Error("the file has too many objects, or " + name + " twice");
        for (const hdf5::Message& message : hdf5::messages(image_, entry.header)) {
            if (message.kind != MessageKind::symbol_table) continue;
            Cursor cursor(message.data);
            const std::uint64_t members = cursor.number(8);
            add_group(name, members, cursor.number(8), depth + 1);
        }
    }
}

void Hdf5Reader::add_attribute(Bytes message) {
    Cursor cursor(message);
    const std::uint64_t version = cursor.number(1);
    cursor.skip(1);
    const std::size_t name_size = cursor.number(2);
    const std::size_t type_size = cursor.number(2);
    const std::size_t space_size = cursor.number(2);
    if (version != 1) throw Hdf5Error("an attribute is not one that scree writes");
    const std::string name = cut(take_padded(cursor, name_size));
    const Bytes type = take_padded(cursor, type_size);
    const Bytes space = take_padded(cursor, space_size);
    if (!hdf5::is_scalar(space))
        throw Hdf5Error("the attribute " + name + " is not a single value");
    attributes_[name] = {type, cursor.rest()};
}

const Hdf5Reader::Attribute& Hdf5Reader::find_attribute(const std::string& name) const {
    const auto found = attributes_.find(name);
    if (found == attributes_.end()) throw Hdf5Error("there is no attribute " + name);
    return found->second;
}

std::uint64_t Hdf5Reader::header_of(const std::string& path) const {
    const auto found = objects_.find(path);
    if (found == objects_.end()) throw Hdf5Error("there is no " + path);
    return found->second;
}

Extent Hdf5Reader::extent(const std::string& path) const {
    return table_at(image_, header_of(path), path).extent;
}

/// Returns the bytes of a table whose items have this size.
std::vector<std::byte> Hdf5Reader::table(const std::string& path, std::uint64_t item_size) const {
    const Table table = table_at(image_, header_of(path), path);
    if (table.extent.rows == 0) return {};
    const hdf5::Layout layout = hdf5::layout_of(table.layout, table.extent, item_size);
    if (layout.chunked != table.filters.has_value())
        throw Hdf5Error(path + " is not stored as scree does it");
    if (layout.chunked) {
        hdf5::check_filters(*table.filters, item_size);
        return hdf5::read_chunks(image_, layout, table.extent, item_size);
    }
    if (table.extent.rows > image_.size() / (table.extent.columns * item_size))
        throw Hdf5Error(path + " is larger than the file");
    const Bytes bytes =
        hdf5::part(image_, layout.address, table.extent.rows * table.extent.columns * item_size);
    return {bytes.begin(), bytes.end()};
}

template <Hdf5Number T>
std::vector<T> Hdf5Reader::read(const std::string& path, Extent expected) const {
    const Table found = table_at(image_, header_of(path), path);
    if (!hdf5::is_type_of<T>(found.datatype))
        throw Hdf5Error(path + " does not have the type that is expected");
    if (found.extent != expected)
        throw Hdf5Error(path + " has " + text(found.extent) + " where " + text(expected) +
                        " are expected");
    const std::vector<std::byte> bytes = table(path, sizeof(T));
    std::vector<T> values(bytes.size() / sizeof(T));
    if (!values.empty()) std::memcpy(values.data(), bytes.data(), bytes.size());
    return values;
}

std::vector<std::string> Hdf5Reader::read_strings(const std::string& path,
                                                  std::uint64_t at_most) const {
    const Table found = table_at(image_, header_of(path), path);
    const std::size_t length = hdf5::string_length(found.datatype);
    if (length == 0) throw Hdf5Error(path + " does not hold strings of a fixed length");
    if (found.extent.columns != 1 || found.extent.rows > at_most / length)
        throw Hdf5Error(path + " is larger than the " + std::to_string(at_most) +
                        " bytes that are allowed");
    const std::vector<std::byte> bytes = table(path, length);
    std::vector<std::string> values;
    for (std::size_t k = 0; k < found.extent.rows; ++k)
        values.push_back(cut(Bytes(bytes).subspan(k * length, length)));
    return values;
}

template <Hdf5Number T>
T Hdf5Reader::attribute(const std::string& name) const {
    const Attribute& attribute = find_attribute(name);
    if (!hdf5::is_type_of<T>(attribute.type) || attribute.value.size() < sizeof(T))
        throw Hdf5Error("the attribute " + name + " does not have the type that is expected");
    T value{};
    std::memcpy(&value, attribute.value.data(), sizeof value);
    return value;
}

std::string Hdf5Reader::string_attribute(const std::string& name, std::uint64_t at_most) const {
    const Attribute& attribute = find_attribute(name);
    const std::size_t length = hdf5::string_length(attribute.type);
    if (length == 0 || length > attribute.value.size())
        throw Hdf5Error("the attribute " + name + " does not hold strings of a fixed length");
    if (length > std::max<std::uint64_t>(at_most, 1))
        throw Hdf5Error("the attribute " + name + " is longer than the " + std::to_string(at_most) +
                        " bytes that are allowed");
    return cut(attribute.value.first(length));
}

#define SCREE_HDF5_READ(T, type)                                                   \
    template std::vector<T> Hdf5Reader::read<T>(const std::string&, Extent) const; \
    template T Hdf5Reader::attribute<T>(const std::string&) const;

SCREE_HDF5_NUMBERS(SCREE_HDF5_READ)
#undef SCREE_HDF5_READ

}  // namespace scree::engine
