#include "engine/base/words.h"

#include <gtest/gtest.h>

#include "engine/broad/broad_phase.h"
#include "engine/laws/kinds.h"
#include "engine/measure/kind.h"
#include "engine/plan/plan.h"

namespace scree::engine {
namespace {

template <class Kind>
class WordsOf : public testing::Test {};

using AllKinds =
    testing::Types<BroadPhaseKind, LawKind, IntegratorKind, MeasureKind, CellRule, GridSearch>;
TYPED_TEST_SUITE(WordsOf, AllKinds);

/// Each value of the enumeration has one word, and each word leads back to its value.
TYPED_TEST(WordsOf, LeadBackToTheirValues) {
    const auto& table = words<TypeParam>;
    for (std::size_t k = 0; k < table.size(); ++k) {
        const auto kind = static_cast<TypeParam>(k);
        EXPECT_NE(name_of(kind), "unknown") << k;
        EXPECT_EQ(kind_of<TypeParam>(name_of(kind)), kind) << name_of(kind);
        EXPECT_EQ(words_of<TypeParam>()[k], table[k].word);
    }
}

TEST(Words, OthersMeanNothing) {
    EXPECT_EQ(kind_of<LawKind>("hertz"), std::nullopt);
    EXPECT_EQ(kind_of<LawKind>(""), std::nullopt);
    EXPECT_EQ(name_of(static_cast<LawKind>(200)), "unknown");
    EXPECT_EQ(kind_of<BroadPhaseKind>("auto"), BroadPhaseKind::automatic);
}

}  // namespace
}  // namespace scree::engine
