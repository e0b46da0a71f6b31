#pragma once

#include <span>
#include <string>
#include <vector>

#include "engine/scene/scene.h"

namespace scree::engine {

/// One combination of the values of a sweep.
struct SweepMember {
    std::string name;                 ///< as "friction=0.1,seed=2"; fit for a folder
    std::vector<std::string> values;  ///< of each axis, in TOML
    std::vector<std::string> sets;    ///< key=value, of each axis
};

/// Every combination, the last axis fastest. A sweep without axes has one member, without a name.
/// Names are different also where case does not count, and depend on nothing but the axes' keys and
/// the member's own values, so that longer lists leave them as they are.
std::vector<SweepMember> members_of(std::span<const SweepAxis> axes);

/// The keys of a sweep without what they need not say: the last part of each, or as many as tell it
/// from the others.
std::vector<std::string> short_keys(std::span<const SweepAxis> axes);

}  // namespace scree::engine
