// HDF5 files that somebody made with ill intent, or that were damaged: Hdf5Reader must refuse them
// with Hdf5Error, and read nothing that is not in the file itself.

#include <gtest/gtest.h>
#include <hdf5.h>

#include <cstring>
#include <fstream>
#include <functional>
#include <string>
#include <vector>

#include "engine/files/hdf5_reader.h"
#include "engine/files/hdf5_writer.h"
#include "tests/engine/temporary_folder.h"
#include "tests/geometry/random_shapes.h"

namespace scree::engine {
namespace {

/// The bytes of a file that the HDF5 library makes.
std::vector<std::byte> made_by_library(const std::function<void(hid_t file)>& fill) {
    const hid_t access = H5Pcreate(H5P_FILE_ACCESS);
    H5Pset_fapl_core(access, 1 << 16, false);
    const hid_t file = H5Fcreate("forged in memory", H5F_ACC_TRUNC, H5P_DEFAULT, access);
    fill(file);
    H5Fflush(file, H5F_SCOPE_GLOBAL);
    std::vector<std::byte> bytes(static_cast<std::size_t>(H5Fget_file_image(file, nullptr, 0)));
    H5Fget_file_image(file, bytes.data(), bytes.size());
    H5Fclose(file);
    H5Pclose(access);
    return bytes;
}

/// Makes the dataset /secret of 16 bytes, with these properties.
void make_dataset(hid_t file, hid_t properties, hid_t type = H5T_STD_U8LE) {
    const hsize_t rows = 16;
    const hid_t space = H5Screate_simple(1, &rows, nullptr);
    const hid_t dataset =
        H5Dcreate2(file, "/secret", type, space, H5P_DEFAULT, properties, H5P_DEFAULT);
    ASSERT_GE(dataset, 0);
    H5Dclose(dataset);
    H5Sclose(space);
    H5Pclose(properties);
}

/// Sixteen bytes in a file on the disk, which nobody should read through an HDF5 file.
class Hdf5Forged : public testing::Test {
public:
    Hdf5Forged() { std::ofstream(secret()) << "a secret of mine"; }
    std::string secret() const { return folder_ / "secret.txt"; }

    void expect_refused(const std::function<void(hid_t file)>& fill) const {
        const std::vector<std::byte> image = made_by_library(fill);
        EXPECT_THROW((Hdf5Reader(image).read<std::uint8_t>("/secret", {16})), Hdf5Error);
    }

private:
    TemporaryFolder folder_;
};

TEST_F(Hdf5Forged, PlainDataOfTheLibraryIsRead) {
    const auto image = made_by_library([](hid_t file) {
        make_dataset(file, H5Pcreate(H5P_DATASET_CREATE));
        const hid_t dataset = H5Dopen2(file, "/secret", H5P_DEFAULT);
        const std::vector<std::uint8_t> values(16, 7);
        H5Dwrite(dataset, H5T_STD_U8LE, H5S_ALL, H5S_ALL, H5P_DEFAULT, values.data());
        H5Dclose(dataset);
    });
    EXPECT_EQ(Hdf5Reader(image).read<std::uint8_t>("/secret", {16}),
              std::vector<std::uint8_t>(16, 7));
}

TEST_F(Hdf5Forged, ExternalStorageIsRefused) {
    expect_refused([&](hid_t file) {
        const hid_t properties = H5Pcreate(H5P_DATASET_CREATE);
        H5Pset_external(properties, secret().c_str(), 0, 16);
        make_dataset(file, properties);
    });
}

TEST_F(Hdf5Forged, VirtualDatasetsAreRefused) {
    expect_refused([&](hid_t file) {
        const hsize_t rows = 16;
        const hid_t space = H5Screate_simple(1, &rows, nullptr);
        const hid_t properties = H5Pcreate(H5P_DATASET_CREATE);
        H5Pset_virtual(properties, space, secret().c_str(), "/secret", space);
        make_dataset(file, properties);
        H5Sclose(space);
    });
}

TEST_F(Hdf5Forged, LinksToOtherFilesAndByNameAreRefused) {
    expect_refused([&](hid_t file) {
        H5Lcreate_external(secret().c_str(), "/secret", file, "/secret", H5P_DEFAULT, H5P_DEFAULT);
    });
    expect_refused([&](hid_t file) {
        H5Lcreate_soft("/elsewhere", file, "/secret", H5P_DEFAULT, H5P_DEFAULT);
    });
}

TEST_F(Hdf5Forged, OtherLayoutsFiltersAndTypesAreRefused) {
    expect_refused([](hid_t file) {
        const hid_t properties = H5Pcreate(H5P_DATASET_CREATE);
        H5Pset_layout(properties, H5D_COMPACT);
        make_dataset(file, properties);
    });
    expect_refused([](hid_t file) {
        const hid_t properties = H5Pcreate(H5P_DATASET_CREATE);
        const hsize_t chunk = 8;
        H5Pset_chunk(properties, 1, &chunk);
        H5Pset_fletcher32(properties);
        make_dataset(file, properties);
    });
    // Chunks that nobody wrote would be filled with what the file says.
    expect_refused([](hid_t file) {
        const hid_t properties = H5Pcreate(H5P_DATASET_CREATE);
        const hsize_t chunk = 8;
        H5Pset_chunk(properties, 1, &chunk);
        H5Pset_shuffle(properties);
        H5Pset_deflate(properties, 1);
        make_dataset(file, properties);
    });
    for (const hid_t type : {H5T_STD_U8BE, H5T_STD_I8LE, H5T_STD_U16LE, H5T_IEEE_F32LE})
        expect_refused(
            [&](hid_t file) { make_dataset(file, H5Pcreate(H5P_DATASET_CREATE), type); });
}

TEST_F(Hdf5Forged, DataThatWereNeverWrittenAreRefused) {
    expect_refused([](hid_t file) { make_dataset(file, H5Pcreate(H5P_DATASET_CREATE)); });
}

/// A file with groups, attributes, strings, plain and compressed tables of several chunks.
std::vector<std::byte> whole_file() {
    Hdf5Writer writer;
    writer.write_attribute<std::uint64_t>("version", 3);
    writer.write_attribute("format", std::string("some format"));
    writer.write<double>("/grains/position", std::vector<double>(200, 1.5), 2, "m");
    std::vector<std::uint64_t> many(100'000);
    for (std::size_t k = 0; k < many.size(); ++k) many[k] = k / 7;
    writer.write<std::uint64_t>("/grains/first", many);
    writer.write<std::int32_t>("/grains/turns", std::vector<std::int32_t>(4096), 2);
    writer.write_strings("/materials", std::vector<std::string>{"stone", "sand"});
    return writer.image();
}

/// Reads all that whole_file() holds. Whatever the bytes are, this must end soon, throw nothing but
/// Hdf5Error, and return tables of the sizes that are asked for.
bool can_be_read(const std::vector<std::byte>& image) {
    try {
        const Hdf5Reader reader(image);
        reader.attribute<std::uint64_t>("version");
        reader.string_attribute("format", 100);
        EXPECT_EQ((reader.read<double>("/grains/position", {100, 2})).size(), 200u);
        EXPECT_EQ((reader.read<std::uint64_t>("/grains/first", {100'000})).size(), 100'000u);
        EXPECT_EQ((reader.read<std::int32_t>("/grains/turns", {2048, 2})).size(), 4096u);
        reader.read_strings("/materials", 1000);
        return true;
    } catch (const Hdf5Error&) {
        return false;
    }
}

TEST_F(Hdf5Forged, AnyBytesAreReadOrRefused) {
    const std::vector<std::byte> whole = whole_file();
    ASSERT_TRUE(can_be_read(whole));
    tests::Random random(5);
    std::size_t refused = 0;
    const std::size_t trials = tests::rounds(3000);
    for (std::size_t trial = 0; trial < trials; ++trial) {
        std::vector<std::byte> image = whole;
        const std::size_t changes = 1 + random.below(4);
        for (std::size_t k = 0; k < changes; ++k) {
            const std::size_t at = random.below(static_cast<std::uint32_t>(image.size()));
            // Bytes, addresses in the file, and numbers that are far too large.
            const std::uint64_t words[] = {random.below(256), random.below(20'000),
                                           ~std::uint64_t{0}, std::uint64_t{1} << 62, 0};
            const std::uint64_t word = words[random.below(5)];
            const std::size_t size =
                std::min<std::size_t>(1u << random.below(4), image.size() - at);
            std::memcpy(image.data() + at, &word, size);
        }
        if (!can_be_read(image)) ++refused;
    }
    EXPECT_GT(refused, trials / 50) << "hardly any change did anything";
    for (std::size_t size = 0; size < whole.size(); size += 1 + whole.size() / 500)
        EXPECT_FALSE(
            can_be_read({whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(size)}));
}

TEST_F(Hdf5Forged, NothingIsAllocatedThatTheFileCannotHold) {
    // The number of rows is in the dataspace: 100,000 as eight bytes, twice.
    std::vector<std::byte> image = whole_file();
    const std::uint64_t rows = 100'000;
    std::size_t found = 0;
    for (std::size_t at = 0; at + 8 <= image.size(); ++at) {
        if (std::memcmp(image.data() + at, &rows, 8) != 0) continue;
        const std::uint64_t many = std::uint64_t{1} << 40;
        std::memcpy(image.data() + at, &many, 8);
        ++found;
    }
    ASSERT_EQ(found, 2u);
    const Hdf5Reader reader(image);
    EXPECT_EQ(reader.extent("/grains/first").rows, std::uint64_t{1} << 40);
    EXPECT_THROW((reader.read<std::uint64_t>("/grains/first", {std::uint64_t{1} << 40})),
                 Hdf5Error);
}

}  // namespace
}  // namespace scree::engine
