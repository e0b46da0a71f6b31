#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "engine/base/period.h"
#include "engine/dynamics/body_state.h"
#include "engine/dynamics/wall.h"
#include "geometry/box.h"
#include "geometry/shape.h"
#include "geometry/transform.h"

namespace scree::engine {

/// A body where it is. The shape is somebody else's: it must stay where it is in memory.
struct PlacedShape {
    const geometry::Shape* shape = nullptr;
    geometry::Transform pose;
};

geometry::Box box_of(const PlacedShape& body);

/// A grain at its own position and angle.
PlacedShape placed(const NewGrain& grain);

/// The pieces of a wall where they are when a run begins; none of a wall that is not there then.
std::vector<PlacedShape> pieces_at_start(const Wall& wall);

/// Bodies that stand still, to look for room between them: not for every step, but for placing
/// grains. The true shapes count, found by an R-tree of their boxes; in a periodic domain those of
/// their images too.
class ShapeIndex {
public:
    /// All at once is several times as fast as one after the other.
    explicit ShapeIndex(std::span<const PlacedShape> bodies = {}, const Period& period = {});
    ~ShapeIndex();
    ShapeIndex(const ShapeIndex&) = delete;
    ShapeIndex& operator=(const ShapeIndex&) = delete;

    std::size_t size() const;
    const Period& period() const { return period_; }
    void add(const PlacedShape& body);

    /// Whether everything is further away from the body than `clearance` (m, not negative).
    bool has_room_for(const PlacedShape& body, double clearance) const;
    /// The highest point of all that is not, by its box; none where there is room.
    std::optional<double> top_of_what_is_near(const PlacedShape& body, double clearance) const;
    /// The bodies that touch the one with this number: numbers count in the order of adding.
    std::vector<std::size_t> touching(std::size_t body) const;

private:
    struct Tree;
    /// Calls visit(body), where everything is asked about it, for all images of it that can meet a
    /// body of the index, until it returns true.
    template <class Visit>
    bool any_image(const PlacedShape& body, const Visit& visit) const;

    Period period_;
    std::unique_ptr<Tree> tree_;
};

}  // namespace scree::engine
