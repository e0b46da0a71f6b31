#include "engine/base/hash.h"

#include <gtest/gtest.h>

#include <bit>

namespace scree::engine {
namespace {

// From the page of the authors, http://www.isthe.com/chongo/tech/comp/fnv/.
TEST(Fnv1a, PublishedValues) {
    EXPECT_EQ(Fnv1a().value(), 0xcbf29ce484222325u);
    EXPECT_EQ(Fnv1a().bytes("a").value(), 0xaf63dc4c8601ec8cu);
    EXPECT_EQ(Fnv1a().bytes("foobar").value(), 0x85944171f73967e8u);
}

TEST(Fnv1a, BytesAboveSevenBitsCountAsUnsigned) {
    EXPECT_EQ(Fnv1a().bytes("\xff").value(), Fnv1a().word(0xff).value());
}

TEST(Fnv1a, GoesOnFromAnEarlierHash) {
    const std::uint64_t first = Fnv1a().bytes("foo").value();
    EXPECT_EQ(Fnv1a(first).bytes("bar").value(), Fnv1a().bytes("foobar").value());
}

TEST(Fnv1a, NumbersCountByTheirBits) {
    EXPECT_EQ(Fnv1a().number(1.5).value(), Fnv1a().word(std::bit_cast<std::uint64_t>(1.5)).value());
    EXPECT_NE(Fnv1a().number(0.0).value(), Fnv1a().number(-0.0).value());
}

TEST(Fnv1a, MixBringsHighBitsDown) {
    const Fnv1a plain = Fnv1a().word(0);
    const Fnv1a high = Fnv1a().word(std::uint64_t{1} << 63);
    EXPECT_EQ(plain.value() & 0xffffffffu, high.value() & 0xffffffffu);
    EXPECT_NE(plain.mixed() & 0xffffffffu, high.mixed() & 0xffffffffu);
}

}  // namespace
}  // namespace scree::engine
