#include "engine/live/log.h"

#include <algorithm>
#include <iterator>
#include <variant>

namespace scree::engine {
namespace {

/// Whether a later change in the same step undoes an earlier one completely. A change of gravity
/// leaves something: the energy that each turn has added, to the last digit.
struct Undone {
    bool operator()(const ChangeFriction& a, const ChangeFriction& b) const {
        return std::minmax(a.first, a.second) == std::minmax(b.first, b.second);
    }
    bool operator()(const ChangeWallRate& a, const ChangeWallRate& b) const {
        return a.wall == b.wall;
    }
    bool operator()(const ChangeLoad& a, const ChangeLoad& b) const { return a.wall == b.wall; }
    bool operator()(const ChangePull&, const ChangePull&) const { return true; }
    bool operator()(const auto&, const auto&) const { return false; }
};

struct Holds {
    const World& live;
    bool operator()(const ChangeGravity& c) const {
        return live.simulation().gravity() == c.gravity;
    }
    bool operator()(const ChangeFriction& c) const {
        const std::size_t materials = live.scene().materials.size();
        return c.first < materials && c.second < materials &&
               live.simulation().friction(c.first, c.second) == c.friction;
    }
    bool operator()(const ChangeWallRate& c) const {
        return c.wall < live.simulation().walls().count() &&
               live.simulation().walls().rate(c.wall) == c.rate;
    }
    bool operator()(const ChangePull& c) const { return live.simulation().pull() == c.pull; }
    bool operator()(const DropGrain&) const { return false; }
    bool operator()(const ChangeLoad& c) const {
        const Walls& walls = live.simulation().walls();
        return c.wall < walls.count() && walls[c.wall].motion.is_loaded() &&
               walls.loads().target(c.wall) == c.value;
    }
    bool operator()(const EndStage&) const { return live.course().ends_early(); }
};

}  // namespace

void forget_undone(std::vector<LoggedChange>& changes, const LoggedChange& by) {
    for (auto k = changes.rbegin(); k != changes.rend() && k->step == by.step; ++k) {
        if (std::holds_alternative<DropGrain>(k->change)) return;
        if (!std::visit(Undone{}, k->change, by.change)) continue;
        changes.erase(std::next(k).base());
        return;
    }
}

bool holds(const World& live, const LiveChange& change) { return std::visit(Holds{live}, change); }

}  // namespace scree::engine
