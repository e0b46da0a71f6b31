// A viewer where the memory does not suffice. This is a program of its own, since it has a `new` of
// its own.

#include <gtest/gtest.h>

#include <limits>
#include <new>

#include "render/window/viewer.h"
#include "tests/render/window/watching.h"
#include "tests/scarce_memory.h"

namespace {

constexpr long never = std::numeric_limits<long>::max();

/// Requests of this thread that are still granted; then one is refused. The run's own thread is
/// not concerned.
thread_local long granted = never;

}  // namespace

bool scree::tests::is_refused() {
    if (granted == never || granted-- > 0) return false;
    granted = never;
    return true;
}

namespace scree::window {
namespace {

TEST(ViewerOutOfMemory, NothingOfAViewIsLost) {
    LivePlayer player(engine::load(dozen));
    Viewer viewer(player);
    while (viewer.frame_view() == nullptr) viewer.refresh(0.0);
    viewer.choose_colour(Quantity::pressure);
    viewer.toggle(Overlay::chains);
    // Memory is refused at every place where it is asked for, one after the other, while a grain
    // comes and goes.
    long failures = 0;
    for (long k = 0; k < 2000; ++k) {
        const bool comes = k % 2 == 0;
        if (comes)
            viewer.change(engine::DropGrain{{geometry::Disc(0.02), 0, {-0.2, 0.25}, 0.0, {}, 0.0}});
        else
            viewer.restart();
        const std::size_t grains = comes ? 11 : 10;
        // The number of refreshes until the answer is there varies.
        bool refused = false;
        while (viewer.frame_view()->frame().grains.body.size() != grains) {
            granted = k / 2;
            try {
                viewer.refresh(static_cast<double>(k));
            } catch (const std::bad_alloc&) {
                refused = true;
                granted = never;
                // In the meantime there are bodies for all grains that are shown.
                ASSERT_GE(viewer.frame_view()->bodies().grains().size(),
                          viewer.frame_view()->frame().grains.body.size());
                viewer.refresh(static_cast<double>(k));
            }
            granted = never;
        }
        if (refused) ++failures;
        ASSERT_EQ(viewer.frame_view()->bodies().grains().size(), grains) << k;
        if (comes) {
            ASSERT_EQ(viewer.frame_view()->bodies().of(10).name, "dropped 0") << k;
        }
    }
    EXPECT_GT(failures, 20);
}

}  // namespace
}  // namespace scree::window
