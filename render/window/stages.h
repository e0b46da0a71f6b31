#pragma once

#include <string>
#include <vector>

#include "engine/live/view.h"
#include "engine/scene/scene.h"

/// What is said of the stages of a run, where it has any.
namespace scree::window {

/// "shear, 2 of 3"
std::string stage_text(const engine::Scene& scene, std::size_t stage);
/// How long the present stage has lasted, and will last: "0.4 s of 2 s at most"
std::string lasting_text(const engine::Scene& scene, const engine::LiveStages& stages, double time);
/// What ends a stage before its duration: "`top` has moved 10 mm"; empty if nothing does.
std::string end_text(const engine::Scene& scene, std::size_t stage);

/// The moment at which a stage begins.
struct StageMark {
    double time = 0.0;  ///< s
    std::string name;
    bool is_expected = false;  ///< it has not begun yet, and may begin earlier
};
/// The beginnings of all stages, as far as they can be told.
std::vector<StageMark> stage_marks(const engine::Scene& scene, const engine::LiveStages& stages);

}  // namespace scree::window
