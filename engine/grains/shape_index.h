#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "engine/base/period.h"
#include "engine/dynamics/body_state.h"
#include "engine/dynamics/walls/wall.h"
#include "geometry/box.h"
#include "geometry/shape.h"
#include "geometry/transform.h"

namespace scree::engine {

/// A body and its pose. It does not own the shape, which must stay at its address in memory.
struct PlacedShape {
    const geometry::Shape* shape = nullptr;
    geometry::Transform pose;
};

geometry::Box box_of(const PlacedShape& body);

/// A grain at its own position and angle.
PlacedShape placed(const NewGrain& grain);

/// The pieces of a wall where they are when a run begins; a wall that is not there then has none.
std::vector<PlacedShape> pieces_at_start(const Wall& wall);

/// Bodies that stand still, and the search for room between them. It serves to place grains and is
/// not meant for every step. Bodies are found by an R-tree of their boxes and then tested by their
/// true shapes; in a periodic domain their images count too.
class ShapeIndex {
public:
    /// Giving all bodies at once is several times as fast as adding them one after the other.
    explicit ShapeIndex(std::span<const PlacedShape> bodies = {}, const Period& period = {});
    ~ShapeIndex();
    ShapeIndex(const ShapeIndex&) = delete;
    ShapeIndex& operator=(const ShapeIndex&) = delete;

    std::size_t size() const;
    const Period& period() const { return period_; }
    void add(const PlacedShape& body);

    /// Whether everything is further away from the body than `clearance` (m, not negative).
    bool has_room_for(const PlacedShape& body, double clearance) const;
    /// The highest point of the boxes of all bodies that are not further away than that; nothing if
    /// there is room.
    std::optional<double> top_of_what_is_near(const PlacedShape& body, double clearance) const;
    /// The bodies that touch the body with this number. Bodies are numbered in the order in which
    /// they were added.
    std::vector<std::size_t> touching(std::size_t body) const;

private:
    struct Tree;
    /// Calls visit(image) for all images of the body that can meet a body of the index, until it
    /// returns true. Every query goes through this function.
    template <class Visit>
    bool any_image(const PlacedShape& body, const Visit& visit) const;

    Period period_;
    std::unique_ptr<Tree> tree_;
};

}  // namespace scree::engine
