#pragma once

#include <span>
#include <string>
#include <vector>

#include "engine/scene/scene.h"

namespace scree::engine {

/// One combination of the values of a sweep.
struct SweepMember {
    std::string name;                 ///< such as "friction=0.1,seed=2"; it can name a folder
    std::vector<std::string> values;  ///< of each axis, in TOML
    std::vector<std::string> sets;    ///< key=value, of each axis
};

/// All combinations of the values; the last axis changes fastest. A sweep without axes has one
/// member, without a name. Names differ even if case does not count, and depend on nothing but the
/// axes' keys and the member's own values, so that longer lists do not change them.
std::vector<SweepMember> members_of(std::span<const SweepAxis> axes);

/// Short forms of the keys of a sweep: the last part of each, or as many parts as tell it from the
/// others.
std::vector<std::string> short_keys(std::span<const SweepAxis> axes);

}  // namespace scree::engine
