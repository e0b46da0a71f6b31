#pragma once

#include <functional>
#include <string>
#include <vector>

#include "engine/scene/error.h"

namespace scree::engine {

/// Collects what is wrong with the scenes of a batch and the members of a sweep, as far as can be
/// known.
class MemberErrors {
public:
    /// Runs a task; its SceneErrors and std::invalid_argument are kept, with the name of the member
    /// in front.
    void attempt(const std::string& member, const std::function<void()>& task);
    /// Throws SceneErrors if there are any.
    void throw_errors() const;

private:
    void add(const std::string& member, SceneError error);

    std::vector<SceneError> errors_;
};

}  // namespace scree::engine
