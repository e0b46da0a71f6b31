// The contacts in a snapshot and in the hash of the state.

#include <algorithm>

#include "engine/dynamics/contacts.h"
#include "engine/dynamics/snapshot_check.h"

namespace scree::engine {

using geometry::Feature;
using geometry::PairMemory;

namespace {

/// How many periods away the image of a pair may be.
constexpr std::int32_t most_images = 2;

// All of a memory is stored.
static_assert(sizeof(PairMemory) == Snapshot::memory_numbers * sizeof(std::uint16_t));

ImagePair pair_in(const Snapshot& from, std::size_t k) {
    return {{from.pairs[2 * k], from.pairs[2 * k + 1]},
            {static_cast<std::int8_t>(from.images[2 * k]),
             static_cast<std::int8_t>(from.images[2 * k + 1])}};
}

/// Whether a wall is there in a snapshot, which need not be so now.
bool is_there_in(const Snapshot& from, const Walls& walls, std::size_t wall, double time) {
    const double present = from.wall_states[Snapshot::wall_numbers * wall + 3];
    return present != 0.0 && walls[wall].is_there(time);
}

Feature feature_at(std::uint16_t place) {
    return place % 2 == 0 ? Feature::vertex(place / 2u) : Feature::edge(place / 2u);
}

void append(std::vector<std::uint16_t>& numbers, const PairMemory& memory) {
    const auto [enter, leave] = memory.crossing;
    for (const std::uint32_t number :
         {static_cast<std::uint32_t>(memory.kind), memory.a.place(), memory.b.place(),
          std::uint32_t{enter.a}, std::uint32_t{enter.b}, std::uint32_t{leave.a},
          std::uint32_t{leave.b}})
        numbers.push_back(static_cast<std::uint16_t>(number));
}

/// The kind must have been checked before.
PairMemory memory_from(const std::uint16_t* numbers) {
    PairMemory memory;
    memory.kind = static_cast<PairMemory::Kind>(numbers[0]);
    memory.a = feature_at(numbers[1]);
    memory.b = feature_at(numbers[2]);
    memory.crossing = {{numbers[3], numbers[4]}, {numbers[5], numbers[6]}};
    return memory;
}

void check_sizes(const Snapshot& from, const Period& period) {
    using namespace snapshot_check;
    const std::size_t n = from.pairs.size() / 2;
    require(from.pairs.size() % 2 == 0 && n < (std::size_t{1} << 31),
            "the contacts end with half a pair, or there are too many");
    require_size(from.memories.size(), Snapshot::memory_numbers * n, "what contacts remember");
    require_size(from.images.size(), 2 * n, "the images");
    require(are_turns(from.images, period, most_images), "an image is too far away");
    require_size(from.touched.size(), n, "which contacts touched");
    require_size(from.springs.size(), n, "the springs");
    require_size(from.clear_until.size(), n, "the travel before pairs can touch");
    require_size(from.touching.size(), n, "which contacts touch");
    const auto touching = std::count(from.touching.begin(), from.touching.end(), std::uint8_t{1});
    require_size(from.overlaps.size(),
                 Snapshot::overlap_numbers * static_cast<std::size_t>(touching), "the overlaps");
    require(all_finite(from.springs) && all_finite(from.clear_until) && all_finite(from.overlaps),
            "a contact is not finite");
    for (std::size_t t = 0; t < from.overlaps.size(); t += Snapshot::overlap_numbers) {
        const double* overlap = from.overlaps.data() + t;
        require(overlap[0] >= 0.0 && overlap[1] >= 0.0 && is_unit(overlap[6], overlap[7]),
                "an overlap has a negative size, or a normal that is not of length one");
    }
}

}  // namespace

void Contacts::write(Snapshot& to, const ContactBodies& of) const {
    to.springs = springs();
    for (std::size_t k = 0; k < size(); ++k) {
        const BodyPair pair = list_.contacts[k].pair;
        const PairMemory& memory = list_.contacts[k].memory;
        const Image image = list_.contacts[k].image;
        to.pairs.push_back(pair.i);
        to.pairs.push_back(pair.j);
        to.images.push_back(image.x);
        to.images.push_back(image.y);
        append(to.memories, memory);
        to.touched.push_back(memory.overlapped ? 1 : 0);
        if (!touches(k)) continue;
        const Overlap o = overlap(k, of);
        const ContactForce& f = list_.forces[k];
        for (const double value :
             {o.area, o.chord, o.centroid.x, o.centroid.y, o.midpoint.x, o.midpoint.y, o.normal.x,
              o.normal.y, f.force.x, f.force.y, f.torque[0], f.torque[1]})
            to.overlaps.push_back(value);
    }
    to.clear_until = list_.clear_until;
    to.touching = list_.touching;
}

void Contacts::check(const Snapshot& from, std::span<const NewGrain> grains, const Walls& walls,
                     const Period& period, double time) const {
    using snapshot_check::require;
    check_sizes(from, period);
    const auto shape = [&](Body body) -> const geometry::Shape& {
        return is_wall(body) ? walls.felt(body).shape : grains[body].shape;
    };
    bool was_grouped = false;
    ImagePair last;
    for (std::size_t k = 0; k < from.springs.size(); ++k) {
        const ImagePair key = pair_in(from, k);
        const auto [i, j] = key.bodies;
        const bool with_wall = is_wall(j);
        require(i < grains.size() &&
                    (with_wall ? wall_index(j) < walls.piece_count() : i < j && j < grains.size()),
                "a contact is of bodies that do not exist");
        require(!with_wall || is_there_in(from, walls, walls.wall_of(j), time),
                "a contact is with a wall that is not there");
        const bool grouped = with_wall && walls.is_grouped(j);
        require(k == 0 || (grouped == was_grouped ? last < key : grouped),
                "the contacts are not in their order");
        was_grouped = grouped;
        last = key;
        const std::uint16_t* memory = from.memories.data() + k * Snapshot::memory_numbers;
        require(memory[0] <= static_cast<std::uint16_t>(PairMemory::Kind::crossing) &&
                    fits(memory_from(memory), shape(i), shape(j)),
                "a contact remembers features that its bodies do not have");
        require(from.touching[k] <= 1 && from.touched[k] <= 1,
                "whether a contact touches is neither 0 nor 1");
        require(from.touching[k] == from.touched[k] || (grouped && from.touching[k] == 0),
                "a contact touches and is marked as one that does not, or the other way round");
        require(from.touching[k] == 1 || grouped || from.springs[k] == 0.0,
                "a contact that does not touch has a spring");
    }
}

void Contacts::read(const Snapshot& from, const Walls& walls, const Bodies& bodies) {
    const std::size_t n = from.springs.size();
    lanes_.clear();
    group_lanes_.clear();
    from_.clear();
    overlaps_hold_ = true;
    list_.contacts.clear();
    plain_ = 0;
    for (std::size_t k = 0; k < n; ++k) {
        const auto [pair, image] = pair_in(from, k);
        PairMemory memory = memory_from(from.memories.data() + k * Snapshot::memory_numbers);
        memory.overlapped = from.touched[k] != 0;
        list_.contacts.push_back({pair, memory, image, from.springs[k]});
        plain_ += is_wall(pair.j) && walls.is_grouped(pair.j) ? 0 : 1;
    }
    list_groups(walls);
    prepare();
    list_.clear_until = from.clear_until;
    list_.touching = from.touching;
    const double* o = from.overlaps.data();
    for (std::size_t k = 0; k < n; ++k) {
        if (!touches(k)) continue;
        list_.overlaps[k] = {o[0], o[1], {o[2], o[3]}, {o[4], o[5]}, {o[6], o[7]}, false};
        list_.forces[k] = {{o[8], o[9]}, {o[10], o[11]}};
        o += Snapshot::overlap_numbers;
    }
    list_by_grain(bodies.grain_count());
}

void Contacts::add_to(Fnv1a& hash, const Bodies& bodies, const Period& period) const {
    // Grains are identified by their ids, because where they are stored depends on which others are
    // gone.
    const auto name = [&](Body body) { return is_wall(body) ? body : bodies.id_of(body); };
    const std::vector<double> springs = this->springs();
    for (std::size_t k = 0; k < size(); ++k) {
        const Contact& contact = list_.contacts[k];
        if (!contact.memory.overlapped) continue;
        hash.word(name(contact.pair.i));
        hash.word(name(contact.pair.j));
        if (period.any()) hash.word(word_of(contact.image));
        hash.number(springs[k]);
    }
}

}  // namespace scree::engine
