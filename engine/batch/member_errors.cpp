#include "engine/batch/member_errors.h"

#include <stdexcept>
#include <utility>

#include "engine/scene/report.h"

namespace scree::engine {

void MemberErrors::attempt(const std::string& member, const std::function<void()>& task) {
    try {
        task();
    } catch (const SceneErrors& errors) {
        for (const SceneError& error : errors.errors()) add(member, error);
    } catch (const std::invalid_argument& error) {
        add(member, {"", 0, 0, error.what()});
    }
}

void MemberErrors::add(const std::string& member, SceneError error) {
    if (errors_.size() > most_scene_errors) return;
    if (errors_.size() == most_scene_errors) {
        errors_.push_back({"and so on", 0, 0, "more errors follow; these are the first"});
        return;
    }
    if (error.file.empty())
        error.file = member;
    else if (!member.empty())
        error.file = member + ": " + error.file;
    errors_.push_back(std::move(error));
}

void MemberErrors::throw_errors() const {
    if (!errors_.empty()) throw SceneErrors(errors_);
}

}  // namespace scree::engine
