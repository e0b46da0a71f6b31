#include "render/window/player.h"

#include <algorithm>

#include "engine/base/trigger.h"

namespace scree::window {

LivePlayer::LivePlayer(const engine::Scene& scene, const engine::LiveMemory& memory)
    : run_(scene, memory), end_(static_cast<double>(run_.last_step()) * run_.dt()) {}

double LivePlayer::begin() const { return static_cast<double>(run_.first_step()) * run_.dt(); }

std::unique_ptr<engine::LiveView> LivePlayer::take() {
    auto view = run_.take();
    if (view) end_ = view->stages.end;
    return view;
}

void LivePlayer::step(bool back, std::uint64_t shown) {
    if (!back)
        run_.step_once();
    else if (shown > 0)
        run_.go_to(shown - 1);
}

void LivePlayer::go_to(double time) {
    run_.go_to(engine::first_step_at(std::max(time, 0.0), run_.dt()));
}

}  // namespace scree::window
