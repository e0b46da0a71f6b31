#include "engine/sweep.h"

#include <emmintrin.h>

#include <algorithm>
#include <tuple>
#include <utility>

namespace scree::engine {
namespace {

using geometry::Box;
using geometry::Vec2;

/// Grains whose collisions one worker copies at a time.
constexpr std::size_t grain_block = 256;

/// Room for so many collisions of a grain from the start: later ones rarely ask for memory.
constexpr std::size_t usual_collisions = 8;

using Corner = Vec2 Box::*;
using Axis = double Vec2::*;
/// By End::is_upper. Looked up, not chosen by a branch, which would be guessed wrong half the time.
constexpr std::array<Corner, 2> corners{&Box::low, &Box::high};
constexpr std::array<Axis, 2> axes{&Vec2::x, &Vec2::y};

/// On which axes two boxes overlap: bit 0 for x, bit 1 for y. Without a branch, since neighbours on
/// one axis may be anywhere on the other.
unsigned shared_axes(const Box& a, const Box& b) {
    const __m128d a_below_b = _mm_cmple_pd(_mm_loadu_pd(&a.low.x), _mm_loadu_pd(&b.high.x));
    const __m128d b_below_a = _mm_cmple_pd(_mm_loadu_pd(&b.low.x), _mm_loadu_pd(&a.high.x));
    return static_cast<unsigned>(_mm_movemask_pd(_mm_and_pd(a_below_b, b_below_a)));
}

/// The boxes that have begun and not yet ended while an axis is swept.
class OpenBoxes {
public:
    explicit OpenBoxes(const Boxes& boxes) : boxes_(boxes), place_(boxes.walls()) {
        for (std::size_t i = 0; i < boxes.grains(); ++i) place_.push_grain(0);
    }

    void add(Body body) {
        place_[body] = open_.size();
        open_.push_back({boxes_[body], body});
    }

    /// The last one takes its place.
    void remove(Body body) {
        const Open& last = open_.back();
        place_[last.body] = place_[body];
        open_[place_[body]] = last;
        open_.pop_back();
    }

    void append_pairs_of(Body body, std::vector<BodyPair>& pairs) const {
        const Box& box = boxes_[body];
        for (const Open& other : open_) {
            if (shared_axes(box, other.box) != 3 || (is_wall(body) && is_wall(other.body)))
                continue;
            pairs.push_back({std::min(body, other.body), std::max(body, other.body)});
        }
    }

private:
    struct Open {
        Box box;
        Body body;
    };

    const Boxes& boxes_;
    std::vector<Open> open_;
    BodyArray<std::size_t> place_;
};

/// How many pairs of boxes overlap on the axis, whatever they do on the other.
template <class Ends>
std::size_t count_meetings(const Ends& ends) {
    std::size_t open = 0;
    std::size_t meetings = 0;
    for (const auto& end : ends) {
        if (end.is_upper != 0)
            --open;
        else
            meetings += open++;
    }
    return meetings;
}

}  // namespace

void Sweep::find_pairs(const Boxes& boxes, Workers& workers, std::vector<BodyPair>& pairs) {
    // Until all is done: an exception would leave lists of which nothing is known.
    const bool known = std::exchange(known_, false);
    if (!known) {
        fill(boxes, workers);
    } else {
        workers.run([&](std::uint32_t worker) {
            for (std::size_t axis = worker; axis < 2; axis += workers.count())
                sort_axis(boxes, axis);
        });
    }
    last_boxes_ = boxes;
    known_ = true;
    collect(workers, pairs);
}

/// Sort and sweep: the boxes that are open where one begins are those that it overlaps on the axis.
void Sweep::fill(const Boxes& boxes, Workers& workers) {
    workers.run([&](std::uint32_t worker) {
        for (std::size_t axis = worker; axis < 2; axis += workers.count()) list_ends(boxes, axis);
    });
    // Along a tower, not across it.
    const std::size_t axis = count_meetings(axes_[0]) <= count_meetings(axes_[1]) ? 0 : 1;
    std::vector<BodyPair> pairs;
    OpenBoxes open(boxes);
    for (const End& end : axes_[axis]) {
        if (end.is_upper != 0) {
            open.remove(end.body);
        } else {
            open.append_pairs_of(end.body, pairs);
            open.add(end.body);
        }
    }
    std::sort(pairs.begin(), pairs.end());

    grains_ = boxes.grains();
    collisions_ = std::make_unique<Collisions[]>(grains_);
    for (std::size_t i = 0; i < grains_; ++i) collisions_[i].partners.reserve(usual_collisions);
    for (const BodyPair& pair : pairs) collisions_[pair.i].partners.push_back(pair.j);
}

void Sweep::list_ends(const Boxes& boxes, std::size_t axis) {
    auto& ends = axes_[axis];
    ends.clear();
    ends.reserve(2 * (boxes.grains() + boxes.walls()));
    const auto push = [&](Body body) {
        for (std::uint32_t is_upper = 0; is_upper < 2; ++is_upper)
            ends.push_back({(boxes[body].*corners[is_upper]).*axes[axis], body, is_upper});
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
void Sweep::sort_axis(const Boxes& boxes, std::size_t axis) {
    End* const ends = axes_[axis].data();
    const std::size_t size = axes_[axis].size();
    const Axis along = axes[axis];
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
                if ((kinds_differ << 2 | shared_axes(box, decisive[passed.body])) == 7)
                    correct(body, passed.body, is_upper == 0);
                ends[gap] = passed;
                --gap;
            } while (gap > 0 && belongs_below(ends[gap - 1]));
        }
        ends[gap] = {place, body, is_upper};
    }
}

/// Both axes may tell of the same change: the second finds it done.
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

void Sweep::collect(Workers& workers, std::vector<BodyPair>& pairs) {
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
        BodyPair* next = pairs.data() + counted_[worker];
        for (std::size_t i = range.first; i < range.last; ++i)
            for (const Body j : collisions_[i].partners) *next++ = {static_cast<Body>(i), j};
    });
}

}  // namespace scree::engine
