#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <cmath>
#include <cstring>
#include <limits>
#include <numeric>
#include <string>
#include <thread>
#include <vector>

#include "engine/files/hdf5_reader.h"
#include "engine/files/hdf5_writer.h"

namespace scree::engine {
namespace {

using testing::HasSubstr;

template <class T>
class Hdf5Numbers : public testing::Test {};
using Numbers = testing::Types<double, float, std::uint8_t, std::uint16_t, std::int32_t,
                               std::uint32_t, std::int64_t, std::uint64_t>;
TYPED_TEST_SUITE(Hdf5Numbers, Numbers);

TYPED_TEST(Hdf5Numbers, ComeBackAsTheyWere) {
    using T = TypeParam;
    using Limits = std::numeric_limits<T>;
    // Empty, small, and large enough to be cut into several compressed chunks.
    for (const std::size_t rows : {0u, 1u, 3u, 100u, 300'001u}) {
        for (const std::uint64_t columns : {1u, 2u, 5u}) {
            std::vector<T> values(rows * columns);
            for (std::size_t k = 0; k < values.size(); ++k) {
                values[k] = static_cast<T>(k * k % 251);
            }
            if (!values.empty()) values.front() = Limits::lowest();
            if (!values.empty()) values.back() = Limits::max();
            Hdf5Writer writer;
            writer.write<T>("/some/where/table", values, columns);
            const Hdf5Reader reader(writer.image());
            const Extent extent{rows, columns};
            EXPECT_EQ(reader.extent("/some/where/table"), extent);
            EXPECT_EQ(reader.read<T>("/some/where/table", extent), values);
        }
    }
}

TYPED_TEST(Hdf5Numbers, AreAttributesToo) {
    Hdf5Writer writer;
    writer.write_attribute<TypeParam>("number", std::numeric_limits<TypeParam>::max());
    const Hdf5Reader reader(writer.image());
    EXPECT_EQ(reader.attribute<TypeParam>("number"), std::numeric_limits<TypeParam>::max());
}

TEST(Hdf5File, NumbersThatAreNotFiniteKeepTheirBits) {
    const std::vector<double> values{-0.0, HUGE_VAL, -HUGE_VAL, std::nan("7"), 5e-324};
    Hdf5Writer writer;
    writer.write<double>("/values", values);
    const auto back = Hdf5Reader(writer.image()).read<double>("/values", {5});
    EXPECT_EQ(std::memcmp(back.data(), values.data(), sizeof(double) * 5), 0);
}

TEST(Hdf5File, StringsComeBackAsTheyWere) {
    const std::vector<std::string> values{"gravel", "", "\xc3\xa9t\xc3\xa9",
                                          std::string(3000, 'x')};
    Hdf5Writer writer;
    writer.write_strings("/materials", values);
    writer.write_strings("/none", {});
    writer.write_strings("/empty", std::vector<std::string>{"", ""});
    writer.write_attribute("title", std::string("Heap of gravel"));
    writer.write_attribute("nothing", std::string());
    const Hdf5Reader reader(writer.image());
    EXPECT_EQ(reader.read_strings("/materials", 12'000), values);
    EXPECT_THROW(reader.read_strings("/materials", 11'999), Hdf5Error);
    EXPECT_TRUE(reader.read_strings("/none", 0).empty());
    EXPECT_EQ(reader.read_strings("/empty", 2), (std::vector<std::string>{"", ""}));
    EXPECT_EQ(reader.string_attribute("title", 14), "Heap of gravel");
    EXPECT_THROW(reader.string_attribute("title", 13), Hdf5Error);
    EXPECT_EQ(reader.string_attribute("nothing", 0), "");
}

TEST(Hdf5File, TheSameContentGivesTheSameBytes) {
    const auto image = [](double last) {
        std::vector<double> values(100'000, 1.5);
        values.back() = last;
        Hdf5Writer writer;
        writer.write<double>("/a/values", values);
        writer.write_attribute<std::uint64_t>("version", 1);
        return writer.image();
    };
    const auto first = image(1.0);
    std::this_thread::sleep_for(std::chrono::milliseconds(1100));  // times are kept in seconds
    EXPECT_EQ(image(1.0), first);
    EXPECT_NE(image(2.0), first);
}

TEST(Hdf5File, CompressesWhatRepeats) {
    std::vector<std::uint32_t> ids(100'000);
    std::iota(ids.begin(), ids.end(), 0u);
    Hdf5Writer writer;
    writer.write<std::uint32_t>("/ids", ids);
    EXPECT_LT(writer.image().size(), ids.size());
}

TEST(Hdf5File, SeveralFilesAtATime) {
    const auto image = [](std::int32_t value) {
        Hdf5Writer writer;
        writer.write_attribute("value", value);
        return writer.image();
    };
    Hdf5Writer writer;
    const Hdf5Reader one(image(1));
    const Hdf5Reader two(image(2));
    writer.write_attribute("value", 3);
    EXPECT_EQ(one.attribute<std::int32_t>("value"), 1);
    EXPECT_EQ(two.attribute<std::int32_t>("value"), 2);
    EXPECT_EQ(Hdf5Reader(writer.image()).attribute<std::int32_t>("value"), 3);
}

TEST(Hdf5File, AWriterGoesOnAfterItsImage) {
    Hdf5Writer writer;
    writer.write<double>("/one", std::vector{1.0});
    const auto first = writer.image();
    writer.write<double>("/two", std::vector{2.0});
    EXPECT_FALSE(Hdf5Reader(first).contains("/two"));
    EXPECT_EQ(Hdf5Reader(writer.image()).read<double>("/two", {1}), std::vector{2.0});
}

/// What is said when reading fails.
template <class Function>
std::string message_of(Function function) {
    try {
        function();
    } catch (const Hdf5Error& error) {
        return error.what();
    }
    return "no error";
}

TEST(Hdf5File, WhatIsNotExpectedIsAnErrorWithASentence) {
    Hdf5Writer writer;
    writer.write<double>("/group/table", std::vector<double>(6), 2);
    writer.write_strings("/text", std::vector<std::string>{"word"});
    writer.write_attribute<double>("number", 1.0);
    writer.write_attribute("word", std::string("word"));
    EXPECT_THAT(message_of([&] { writer.write<double>("/group/table", {}); }),
                HasSubstr("could not make /group/table: "));
    EXPECT_THAT(message_of([&] { writer.write<double>("/odd", std::vector<double>(5), 2); }),
                HasSubstr("/odd: 5 values do not fill rows of 2"));
    EXPECT_THAT(message_of([&] { writer.write<double>("/odd", {}, 0); }), HasSubstr("rows of 0"));
    EXPECT_THAT(message_of([&] { writer.write_attribute("number", 2.0); }),
                HasSubstr("could not write the attribute number: "));

    testing::internal::CaptureStderr();
    const Hdf5Reader reader(writer.image());
    const auto reading = [&](const std::string& path, Extent extent) {
        return message_of([&] { reader.read<double>(path, extent); });
    };
    EXPECT_EQ(reading("/group/table", {3, 2}), "no error");
    EXPECT_EQ(reading("/group/table", {4, 2}),
              "/group/table has 3 rows of 2 where 4 rows of 2 are expected");
    EXPECT_THAT(reading("/group/table", {6}), HasSubstr("where 6 rows are expected"));
    EXPECT_THAT(reading("/group/none", {1}), HasSubstr("there is no /group/none"));
    EXPECT_THAT(reading("/group", {1}), HasSubstr("/group is not a table"));
    EXPECT_THAT(reading("/text", {1}), HasSubstr("does not have the type"));
    EXPECT_THAT(message_of([&] {
                    reader.read<float>("/group/table", {3, 2});
                }),
                HasSubstr("/group/table does not have the type"));
    EXPECT_THAT(message_of([&] { reader.read_strings("/group/table", 1000); }),
                HasSubstr("does not hold strings"));
    EXPECT_THAT(message_of([&] { reader.attribute<std::int32_t>("number"); }),
                HasSubstr("the attribute number does not have the type"));
    EXPECT_THAT(message_of([&] { reader.attribute<double>("none"); }),
                HasSubstr("there is no attribute none"));
    EXPECT_THAT(message_of([&] { reader.string_attribute("number", 10); }),
                HasSubstr("does not hold strings"));
    EXPECT_EQ(testing::internal::GetCapturedStderr(), "");

    EXPECT_TRUE(reader.contains("/group/table"));
    EXPECT_TRUE(reader.contains("/group"));
    EXPECT_FALSE(reader.contains("/none/table"));
    EXPECT_FALSE(reader.contains("/group/none"));
}

TEST(Hdf5File, OtherThreadsAreSilentToo) {
    testing::internal::CaptureStderr();
    std::thread([] {
        Hdf5Writer writer;
        writer.write<double>("/a", {});
        EXPECT_THROW(Hdf5Reader(writer.image()).extent("/b"), Hdf5Error);
    }).join();
    EXPECT_EQ(testing::internal::GetCapturedStderr(), "");
}

TEST(Hdf5File, ImagesOfSomethingElseAreRefused) {
    EXPECT_THAT(message_of([] { Hdf5Reader({}); }), HasSubstr("it ends too early"));
    EXPECT_THAT(message_of([] { Hdf5Reader(std::vector<std::byte>(4096, std::byte{'x'})); }),
                HasSubstr("the file is not an HDF5 file"));
}

}  // namespace
}  // namespace scree::engine
