#pragma once

#include <cstddef>
#include <span>

#include "engine/dynamics/contact_lanes.h"
#include "geometry/wide/wide.h"

/// Prefetching for the step of lanes. Without it a large heap waits for memory at every group,
/// because groups are spread over it in pieces of a few kB (docs/performance.md).
namespace scree::engine {

/// Prefetches a group, for later: there is room for it only in the second cache.
template <class Group>
SCREE_WIDE inline void fetch(const Group& group) {
    const auto* const place = reinterpret_cast<const std::byte*>(&group);
    constexpr int second_cache = 2;
    constexpr std::size_t cache_line = 64;
#pragma GCC unroll 64
    for (std::size_t line = 0; line < sizeof(Group); line += cache_line)
        __builtin_prefetch(place + line, 1, second_cache);
}

/// Prefetches the second bodies of a group. The first ones are in a row.
template <class Group>
SCREE_WIDE inline void fetch_bodies(const ContactBodies& of, const Group& group) {
    for (const Body body : group.second) __builtin_prefetch(&of.kinematics[body]);
}

/// Prefetches while group `now` is worked on: its counterpart in the next block, and bodies of a
/// group that comes soon.
template <class Group>
SCREE_WIDE inline void fetch_ahead(const ContactBodies& of, std::span<const Group> groups,
                                   std::size_t now, std::span<const Group> next) {
    constexpr std::size_t soon = 2;
    if (now + soon < groups.size()) fetch_bodies(of, groups[now + soon]);
    if (now < next.size()) fetch(next[now]);
    if (now + 1 < groups.size()) return;
    for (std::size_t rest = now + 1; rest < next.size(); ++rest) fetch(next[rest]);
}

}  // namespace scree::engine
