#include "engine/files/hdf5_writer.h"

#include <hdf5.h>

#include <algorithm>
#include <array>
#include <atomic>

namespace scree::engine {

namespace {

static_assert(std::same_as<hid_t, std::int64_t> && std::same_as<herr_t, int>);

/// Smaller datasets are stored without compression: that needs chunks, and their index would be
/// larger than what is saved.
constexpr std::uint64_t smallest_compressed = 4096;  // bytes
constexpr std::uint64_t chunk_size = 1 << 18;        // bytes: fits the chunk cache of readers
constexpr unsigned compression = 1;                  // out of 9: a higher level gains little

/// Returns the reason from the deepest call in the error stack of HDF5.
std::string reason() {
    std::string text;
    const auto keep = [](unsigned, const H5E_error2_t* error, void* into) -> herr_t {
        if (error->desc != nullptr) *static_cast<std::string*>(into) = error->desc;
        return 0;
    };
    H5Ewalk2(H5E_DEFAULT, H5E_WALK_DOWNWARD, keep, &text);
    return text.empty() ? "HDF5 does not say why" : text;
}

[[noreturn]] void fail(const std::string& doing) {
    throw Hdf5Error("could not " + doing + ": " + reason());
}

template <class Result>
Result check(Result result, const std::string& doing) {
    if (result < 0) fail(doing);
    return result;
}

Hdf5Handle hold(hid_t id, Hdf5Handle::Closer closer, const std::string& doing) {
    return {check(id, doing), closer};
}

/// HDF5 prints every error itself unless this is switched off in each thread.
void be_silent() { H5Eset_auto2(H5E_DEFAULT, nullptr, nullptr); }

template <Hdf5Number T>
hid_t type_of() {
#define SCREE_HDF5_TYPE(Number, type) \
    if constexpr (std::same_as<T, Number>) return type;
    SCREE_HDF5_NUMBERS(SCREE_HDF5_TYPE)
#undef SCREE_HDF5_TYPE
}

Hdf5Handle string_type(std::size_t length) {
    auto type = hold(H5Tcopy(H5T_C_S1), H5Tclose, "make a type of strings");
    // HDF5 has no strings of length zero.
    check(H5Tset_size(type.id(), std::max<std::size_t>(length, 1)), "make a type of strings");
    check(H5Tset_strpad(type.id(), H5T_STR_NULLPAD), "make a type of strings");
    check(H5Tset_cset(type.id(), H5T_CSET_UTF8), "make a type of strings");
    return type;
}

Hdf5Handle memory_access() {
    auto access = hold(H5Pcreate(H5P_FILE_ACCESS), H5Pclose, "set up a file in memory");
    constexpr std::size_t growth = 1 << 20;
    check(H5Pset_fapl_core(access.id(), growth, false), "set up a file in memory");
    return access;
}

/// Each file gets a name of its own, because HDF5 takes two open files with one name for the same
/// file.
std::string unused_name() {
    static std::atomic<std::uint64_t> counter{0};
    return "file in memory " + std::to_string(counter++);
}

Hdf5Handle without_times(hid_t kind) {
    auto properties = hold(H5Pcreate(kind), H5Pclose, "set up a file in memory");
    check(H5Pset_obj_track_times(properties.id(), false), "set up a file in memory");
    return properties;
}

Hdf5Handle new_file() {
    be_silent();
    const auto access = memory_access();
    const auto creation = without_times(H5P_FILE_CREATE);
    return hold(H5Fcreate(unused_name().c_str(), H5F_ACC_TRUNC, creation.id(), access.id()),
                H5Fclose, "make a file in memory");
}

Hdf5Handle space_of(Extent extent) {
    const std::array<hsize_t, 2> size{extent.rows, extent.columns};
    return hold(H5Screate_simple(extent.columns == 1 ? 1 : 2, size.data(), nullptr), H5Sclose,
                "describe a table");
}

/// Only integers are compressed. Measured numbers would shrink by only an eighth, and that would
/// take five times as long as writing the whole file.
void compress(hid_t properties, hid_t type, Extent extent) {
    if (H5Tget_class(type) != H5T_INTEGER) return;
    const std::uint64_t row = H5Tget_size(type) * extent.columns;
    if (extent.rows * row < smallest_compressed) return;
    const std::array<hsize_t, 2> chunk{std::clamp<std::uint64_t>(chunk_size / row, 1, extent.rows),
                                       extent.columns};
    check(H5Pset_chunk(properties, extent.columns == 1 ? 1 : 2, chunk.data()), "set up chunks");
    check(H5Pset_shuffle(properties), "set up chunks");
    check(H5Pset_deflate(properties, compression), "set up chunks");
}

Hdf5Handle new_dataset(hid_t file, const std::string& path, hid_t type, hid_t space,
                       hid_t properties) {
    const auto links = hold(H5Pcreate(H5P_LINK_CREATE), H5Pclose, "make " + path);
    check(H5Pset_create_intermediate_group(links.id(), 1), "make " + path);
    return hold(H5Dcreate2(file, path.c_str(), type, space, links.id(), properties, H5P_DEFAULT),
                H5Dclose, "make " + path);
}

/// Writes an attribute of the file, or of a dataset.
void write_scalar(hid_t object, const std::string& name, hid_t type, const void* value) {
    const auto space = hold(H5Screate(H5S_SCALAR), H5Sclose, "write the attribute " + name);
    const auto attribute =
        hold(H5Acreate2(object, name.c_str(), type, space.id(), H5P_DEFAULT, H5P_DEFAULT), H5Aclose,
             "write the attribute " + name);
    check(H5Awrite(attribute.id(), type, value), "write the attribute " + name);
}

void write_text(hid_t object, const std::string& name, const std::string& text) {
    const auto type = string_type(text.size());
    write_scalar(object, name, type.id(), text.c_str());
}

void write_unit(hid_t dataset, const std::string& unit) {
    if (!unit.empty()) write_text(dataset, "unit", unit);
}

void write_table(hid_t file, const std::string& path, hid_t type, Extent extent, const void* values,
                 const std::string& unit = {}) {
    const auto space = space_of(extent);
    const auto properties = without_times(H5P_DATASET_CREATE);
    compress(properties.id(), type, extent);
    const auto dataset = new_dataset(file, path, type, space.id(), properties.id());
    write_unit(dataset.id(), unit);
    if (extent.rows == 0) return;
    check(H5Dwrite(dataset.id(), type, H5S_ALL, H5S_ALL, H5P_DEFAULT, values), "write " + path);
}

}  // namespace

Hdf5Writer::Hdf5Writer() : file_(new_file()) {}

template <Hdf5Number T>
void Hdf5Writer::write(const std::string& path, std::span<const T> values, std::uint64_t columns,
                       const std::string& unit) {
    if (columns == 0 || values.size() % columns != 0) {
        throw Hdf5Error(path + ": " + std::to_string(values.size()) +
                        " values do not fill rows of " + std::to_string(columns));
    }
    write_table(file_.id(), path, type_of<T>(), {values.size() / columns, columns}, values.data(),
                unit);
}

void Hdf5Writer::write_strings(const std::string& path, std::span<const std::string> values) {
    std::size_t length = 1;
    for (const std::string& value : values) length = std::max(length, value.size());
    std::vector<char> table(length * values.size());
    for (std::size_t k = 0; k < values.size(); ++k) {
        std::copy(values[k].begin(), values[k].end(),
                  table.begin() + static_cast<std::ptrdiff_t>(k * length));
    }
    const auto type = string_type(length);
    write_table(file_.id(), path, type.id(), {values.size(), 1}, table.data());
}

template <Hdf5Number T>
void Hdf5Writer::write_attribute(const std::string& name, T value) {
    write_scalar(file_.id(), name, type_of<T>(), &value);
}

void Hdf5Writer::write_attribute(const std::string& name, const std::string& value) {
    write_text(file_.id(), name, value);
}

template <Hdf5Number T>
void Hdf5Writer::write_virtual(const std::string& path, std::span<const VirtualPart> parts,
                               std::uint64_t columns, const std::string& unit, T fill) {
    Extent whole{0, columns};
    for (const VirtualPart& part : parts) whole.rows += part.rows;
    // HDF5 has no virtual datasets without rows.
    if (whole.rows == 0) return write<T>(path, {}, columns, unit);

    const auto properties = without_times(H5P_DATASET_CREATE);
    check(H5Pset_fill_value(properties.id(), type_of<T>(), &fill), "make " + path);
    std::uint64_t begin = 0;
    for (const VirtualPart& part : parts) {
        if (!part.is_there) begin += part.rows;
        if (part.rows == 0 || !part.is_there) continue;
        const auto target = space_of(whole);
        const auto source = space_of({part.rows, columns});
        const std::array<hsize_t, 2> start{begin, 0};
        const std::array<hsize_t, 2> size{part.rows, columns};
        check(H5Sselect_hyperslab(target.id(), H5S_SELECT_SET, start.data(), nullptr, size.data(),
                                  nullptr),
              "make " + path);
        check(H5Pset_virtual(properties.id(), target.id(), part.file.c_str(), path.c_str(),
                             source.id()),
              "make " + path);
        begin += part.rows;
    }
    const auto dataset =
        new_dataset(file_.id(), path, type_of<T>(), space_of(whole).id(), properties.id());
    write_unit(dataset.id(), unit);
}

std::vector<std::byte> Hdf5Writer::image() {
    check(H5Fflush(file_.id(), H5F_SCOPE_GLOBAL), "take the image of a file");
    const ssize_t size =
        check(H5Fget_file_image(file_.id(), nullptr, 0), "take the image of a file");
    std::vector<std::byte> bytes(static_cast<std::size_t>(size));
    check(H5Fget_file_image(file_.id(), bytes.data(), bytes.size()), "take the image of a file");
    return bytes;
}

#define SCREE_HDF5_WRITE(T, type)                                                                \
    template void Hdf5Writer::write<T>(const std::string&, std::span<const T>, std::uint64_t,    \
                                       const std::string&);                                      \
    template void Hdf5Writer::write_attribute<T>(const std::string&, T);                         \
    template void Hdf5Writer::write_virtual<T>(const std::string&, std::span<const VirtualPart>, \
                                               std::uint64_t, const std::string&, T);

SCREE_HDF5_NUMBERS(SCREE_HDF5_WRITE)
#undef SCREE_HDF5_WRITE

}  // namespace scree::engine
