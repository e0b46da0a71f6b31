#include "engine/broad/sweep.h"

#include <algorithm>
#include <tuple>
#include <utility>

#include "engine/broad/sweep_boxes.h"

namespace scree::engine {
namespace {

using sweep::axes;
using sweep::Axis;
using sweep::Box;
using sweep::corners;
using sweep::OpenBoxes;

/// Number of grains whose collisions one worker copies at a time.
constexpr std::size_t grain_block = 256;

/// Memory for this many collisions of a grain is reserved from the start, so that later ones rarely
/// allocate.
constexpr std::size_t usual_collisions = 8;

/// Counts the pairs of boxes that overlap on the axis, whatever they do on the other. On a circle,
/// pairs across the beginning of the list are not counted.
template <class Ends>
std::size_t count_meetings(const Ends& ends) {
    std::size_t open = 0;
    std::size_t meetings = 0;
    for (const auto& end : ends) {
        if (end.is_upper == 0)
            meetings += open++;
        else if (open > 0)
            --open;
    }
    return meetings;
}

}  // namespace

void Sweep::find_pairs(const Boxes& boxes, Workers& workers, std::vector<ImagePair>& pairs) {
    if (!is_periodic()) {
        find(Plane{}, boxes, workers);
        collect(workers, pairs);
    } else {
        find(Torus{period_}, boxes, workers);
        collect_images(boxes, pairs);
    }
}

template <class Space>
void Sweep::find(const Space& space, const Boxes& boxes, Workers& workers) {
    // The lists are marked as unknown until all is done, because an exception would leave them in
    // an undefined state.
    const bool known = std::exchange(known_, false);
    looked_at_ = {};
    if (!known) {
        fill(space, boxes, workers);
    } else {
        workers.run([&](std::uint32_t worker) {
            for (std::size_t axis = worker; axis < 2; axis += workers.count())
                if (period_of(axis) > 0.0)
                    sort_circle(boxes, axis);
                else
                    sort_line(space, boxes, axis);
        });
    }
    last_boxes_ = boxes;
    known_ = true;
}

template <class Space>
void Sweep::fill(const Space& space, const Boxes& boxes, Workers& workers) {
    workers.run([&](std::uint32_t worker) {
        for (std::size_t axis = worker; axis < 2; axis += workers.count()) list_ends(boxes, axis);
    });
    // Sweeps the axis with fewer meetings: along a tower, not across it.
    const std::array meetings{count_meetings(axes_[0]), count_meetings(axes_[1])};
    const std::size_t axis = meetings[0] <= meetings[1] ? 0 : 1;
    looked_at_[axis] = meetings[axis];
    const std::vector<BodyPair> pairs =
        period_of(axis) > 0.0 ? sweep_circle(boxes, axis) : sweep_line(space, boxes, axis);

    grains_ = boxes.grains();
    collisions_ = std::make_unique<Collisions[]>(grains_);
    for (std::size_t i = 0; i < grains_; ++i) collisions_[i].partners.reserve(usual_collisions);
    for (const BodyPair& pair : pairs) collisions_[pair.i].partners.push_back(pair.j);
}

/// The boxes that are open where a box begins are those that it overlaps on the axis.
template <class Space>
std::vector<BodyPair> Sweep::sweep_line(const Space& space, const Boxes& boxes, std::size_t axis) {
    std::vector<BodyPair> pairs;
    OpenBoxes open(boxes);
    for (const End& end : axes_[axis]) {
        if (end.is_upper != 0) {
            open.remove(end.body);
        } else {
            open.append_pairs_of(space, end.body, pairs);
            open.add(end.body);
        }
    }
    std::sort(pairs.begin(), pairs.end());
    return pairs;
}

void Sweep::list_ends(const Boxes& boxes, std::size_t axis) {
    auto& ends = axes_[axis];
    const double period = period_of(axis);
    ends.clear();
    ends.reserve(2 * (boxes.grains() + boxes.walls()));
    const auto push = [&](Body body) {
        for (std::uint32_t is_upper = 0; is_upper < 2; ++is_upper) {
            double place = (boxes[body].*corners[is_upper]).*axes[axis];
            if (period > 0.0) {
                if (std::abs(place) == endless) return;
                place -= period * std::floor(place / period);
            }
            ends.push_back({place, body, is_upper});
        }
    };
    for (std::size_t i = 0; i < boxes.grains(); ++i) push(static_cast<Body>(i));
    for (std::size_t k = 0; k < boxes.walls(); ++k) push(wall_body(k));
    // Boxes are closed: where one ends and another begins at the same place, they overlap.
    std::sort(ends.begin(), ends.end(), [](const End& a, const End& b) {
        return std::tie(a.place, a.is_upper, a.body) < std::tie(b.place, b.is_upper, b.body);
    });
}

/// Schinner's table 3. An end that moves down past another of its kind changes nothing. A lower end
/// that moves down past an upper one adds a collision if the boxes meet now; an upper end past a
/// lower one has parted them, and removes their collision if they met the last time.
template <class Space>
void Sweep::sort_line(const Space& space, const Boxes& boxes, std::size_t axis) {
    End* const ends = axes_[axis].data();
    const std::size_t size = axes_[axis].size();
    const Axis along = axes[axis];
    std::size_t exchanges = 0;
    for (std::size_t k = 0; k < size; ++k) {
        const Body body = ends[k].body;
        const std::uint32_t is_upper = ends[k].is_upper;
        const double place = (boxes[body].*corners[is_upper]).*along;
        const auto belongs_below = [&](const End& other) {
            return !(other.place < place) && (place < other.place || is_upper < other.is_upper);
        };
        std::size_t gap = k;
        if (gap > 0 && belongs_below(ends[gap - 1])) {
            const Boxes& decisive = is_upper != 0 ? last_boxes_ : boxes;
            const Box& box = decisive[body];
            do {
                const End& passed = ends[gap - 1];
                const unsigned kinds_differ = is_upper ^ passed.is_upper;
                if ((kinds_differ & space.meet(box, decisive[passed.body])) != 0)
                    correct(body, passed.body, is_upper == 0);
                ends[gap] = passed;
                --gap;
            } while (gap > 0 && belongs_below(ends[gap - 1]));
            exchanges += k - gap;
        }
        ends[gap] = {place, body, is_upper};
    }
    looked_at_[axis] = exchanges;
}

/// Both axes may report the same change; the second then finds it already made.
void Sweep::correct(Body a, Body b, bool collide) {
    const Body i = std::min(a, b);
    const Body j = std::max(a, b);
    if (is_wall(i)) return;
    const std::scoped_lock lock(collisions_[i].mutex);
    std::vector<Body>& partners = collisions_[i].partners;
    const auto place = std::lower_bound(partners.begin(), partners.end(), j);
    const bool known = place != partners.end() && *place == j;
    if (known && !collide) partners.erase(place);
    if (!known && collide) partners.insert(place, j);
}

void Sweep::collect(Workers& workers, std::vector<ImagePair>& pairs) {
    counted_.assign(workers.count(), 0);
    workers.split(grains_, grain_block, [&](Range range, std::uint32_t worker) {
        std::size_t count = 0;
        for (std::size_t i = range.first; i < range.last; ++i)
            count += collisions_[i].partners.size();
        counted_[worker] = count;
    });
    std::size_t total = 0;
    for (std::size_t& count : counted_) total += std::exchange(count, total);
    pairs.resize(total);
    workers.split(grains_, grain_block, [&](Range range, std::uint32_t worker) {
        ImagePair* next = pairs.data() + counted_[worker];
        for (std::size_t i = range.first; i < range.last; ++i)
            for (const Body j : collisions_[i].partners) *next++ = {{static_cast<Body>(i), j}, {}};
    });
}

}  // namespace scree::engine
