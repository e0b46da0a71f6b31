#include "engine/dynamics/contacts.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "engine/base/marked.h"

namespace scree::engine {

/// Both the old contacts and the new pairs are sorted, and those in groups are handled separately.
void Contacts::merge(std::span<const ImagePair> pairs, const Walls& walls, const Bodies& bodies) {
    take_group_springs();
    from_.clear();
    std::vector<Contact>& contacts = list_.contacts;
    const std::vector<Contact> old_contacts = std::exchange(contacts, {});
    contacts.reserve(pairs.size());
    from_.reserve(pairs.size());
    grouped_contacts_.clear();
    auto plain = old_contacts.cbegin();
    const auto plain_end = plain + static_cast<std::ptrdiff_t>(plain_);
    auto grouped = plain_end;
    const auto key = [](const Contact& contact) { return ImagePair{contact.pair, contact.image}; };
    const auto take = [&](const ImagePair& pair, auto& old, auto end, std::vector<Contact>& to) {
        while (old != end && key(*old) < pair) ++old;
        const bool was_there = old != end && key(*old) == pair;
        to.push_back(was_there ? *old : Contact{pair.bodies, {}, pair.image, 0.0});
        return was_there ? static_cast<std::uint32_t>(old - old_contacts.cbegin())
                         : ContactLanes::nowhere;
    };
    for (const ImagePair& pair : pairs) {
        if (const Body j = pair.bodies.j; is_wall(j)) {
            if (!walls.is_there(walls.wall_of(j))) continue;
            if (walls.is_grouped(j)) {
                take(pair, grouped, old_contacts.cend(), grouped_contacts_);
                continue;
            }
        }
        from_.push_back(take(pair, plain, plain_end, contacts));
    }
    plain_ = contacts.size();
    contacts.insert(contacts.end(), grouped_contacts_.begin(), grouped_contacts_.end());
    list_groups(walls);
    prepare();
    list_by_grain(bodies.grain_count());
}

/// Fills the columns with what is known before a contact is examined.
void Contacts::prepare() {
    const std::size_t n = size();
    list_.clear_until.assign(n, 0.0);
    list_.touching.assign(n, 0);
    list_.begins.assign(n, 0);
    list_.overlaps.make(plain_, n);
    list_.forces.assign(n, {});
}

/// Lists the contacts of each grain, by a counting sort, and those with walls.
void Contacts::list_by_grain(std::size_t grains) {
    first_of_grain_.assign(grains + 1, 0);
    for (const Contact& contact : list_.contacts) {
        ++first_of_grain_[contact.pair.i + 1];
        if (!is_wall(contact.pair.j)) ++first_of_grain_[contact.pair.j + 1];
    }
    for (std::size_t i = 0; i < grains; ++i) first_of_grain_[i + 1] += first_of_grain_[i];
    of_grain_.resize(first_of_grain_.back());
    fill_.assign(first_of_grain_.begin(), first_of_grain_.end());
    at_walls_.clear();
    for (std::size_t k = 0; k < size(); ++k) {
        const auto [i, j] = list_.contacts[k].pair;
        if (is_wall(j)) at_walls_.push_back(static_cast<std::uint32_t>(k));
        of_grain_[fill_[i]++] = static_cast<std::uint32_t>(2 * k);
        if (!is_wall(j)) of_grain_[fill_[j]++] = static_cast<std::uint32_t>(2 * k + 1);
    }
}

void Contacts::erase(std::span<const std::uint8_t> marks, const ContactBodies& of) {
    dissolve_lanes(of);
    const auto gone =
        std::count_if(marks.begin(), marks.begin() + static_cast<std::ptrdiff_t>(plain_),
                      [](std::uint8_t mark) { return mark != 0; });
    plain_ -= static_cast<std::size_t>(gone);
    erase_marked(list_.contacts, marks);
    erase_marked(list_.clear_until, marks);
    erase_marked(list_.touching, marks);
    erase_marked(list_.begins, marks);
    list_.overlaps.erase(marks);
    erase_marked(list_.forces, marks);
}

void Overlaps::keep_only(std::size_t block,
                         const std::array<std::uint64_t, contact_block / 64>& kept) {
    const Block old = std::exchange(blocks_[block], {});
    for (std::size_t at = 0; at < contact_block; ++at)
        if (old.place[at] != nowhere && (kept[at / 64] >> at % 64 & 1u) != 0)
            (*this)[block * contact_block + at] = old.overlaps[old.place[at]];
}

void Overlaps::erase(std::span<const std::uint8_t> marks) {
    const auto is_kept = [&](std::size_t k) { return marks[k] == 0; };
    std::size_t plain = 0;
    std::size_t all = 0;
    for (std::size_t k = 0; k < marks.size(); ++k) {
        if (!is_kept(k)) continue;
        ++all;
        if (k < plain_) ++plain;
    }
    const Overlaps old = std::exchange(*this, {});
    make(plain, all);
    std::size_t next = 0;
    for (std::size_t k = 0; k < marks.size(); ++k) {
        if (!is_kept(k)) continue;
        if (old.has(k)) (*this)[next] = old[k];
        ++next;
    }
}

void Contacts::renumber(std::span<const std::uint8_t> gone, const Walls& walls) {
    std::vector<Body> number(gone.size());
    Body next = 0;
    for (std::size_t i = 0; i < gone.size(); ++i) number[i] = gone[i] != 0 ? next : next++;
    for (Contact& contact : list_.contacts) {
        contact.pair.i = number[contact.pair.i];
        if (!is_wall(contact.pair.j)) contact.pair.j = number[contact.pair.j];
    }
    list_groups(walls);
    list_by_grain(next);
}

Overlap Contacts::overlap(std::size_t k, const ContactBodies& of) const {
    if (overlaps_hold_ || !has_lane(k)) return list_.overlaps[k];
    const Contact& contact = list_.contacts[k];
    const auto [i, j] = contact.pair;
    geometry::PairMemory memory = contact.memory;
    geometry::QueryCounts counts;
    return std::get<Overlap>(
        proximity_of(of.properties[i], of.kinematics[i].pose, of.properties[j],
                     {of.second_place(contact), of.kinematics[j].pose.rotation}, memory, counts));
}

std::vector<double> Contacts::springs() const {
    std::vector<double> springs;
    for (const Contact& contact : list_.contacts) springs.push_back(contact.spring);
    const auto take = [&](std::size_t k, double spring) { springs[k] = spring; };
    lanes_.for_each_spring(take);
    group_lanes_.for_each_spring(take);
    return springs;
}

void Contacts::make_lanes(const ContactBodies& of, Workers& workers) {
    const auto contact = [&](std::size_t k) {
        return NumberedContact{list_.contacts[k], static_cast<std::uint32_t>(k)};
    };
    lanes_.make(plain_, contact, from_, of, workers);
    for (std::size_t k = 0; k < plain_; ++k)
        if (lanes_.has_lane(k)) list_.touching[k] = 1;
    from_.clear();
    make_group_lanes(of, workers);
}

void Contacts::make_group_lanes(const ContactBodies& of, Workers& workers) {
    static const Contact not_single;
    single_.resize(groups_.size());
    for (std::size_t g = 0; g < groups_.size(); ++g) find_single(g);
    const auto contact = [&](std::size_t g) {
        return NumberedContact{single_[g] == none ? not_single : list_.contacts[single_[g]],
                               single_[g]};
    };
    group_lanes_.make(groups_.size(), contact, {}, of, workers);
    for (std::size_t g = 0; g < groups_.size(); ++g)
        if (group_lanes_.has_lane(g)) list_.touching[single_[g]] = 1;
}

/// Finds out which contact of a group touched in the last step, if there is only one.
void Contacts::find_single(std::size_t group) {
    single_[group] = none;
    std::size_t touched = 0;
    for (std::size_t k = groups_[group].first; k < groups_[group].last; ++k) {
        if (!list_.contacts[k].memory.overlapped) continue;
        single_[group] = ++touched == 1 ? static_cast<std::uint32_t>(k) : none;
    }
}

void Contacts::update_group(std::size_t group, const ContactBodies& of) {
    static const Contact not_single;
    find_single(group);
    const std::uint32_t k = single_[group];
    group_lanes_.update(group, {k == none ? not_single : list_.contacts[k], k}, of);
}

void Contacts::withdraw(std::size_t group) {
    list_.contacts[single_[group]].spring = group_lanes_.spring(group);
    group_lanes_.remove(group);
}

void Contacts::take_group_springs() {
    group_lanes_.for_each_spring(
        [&](std::size_t k, double spring) { list_.contacts[k].spring = spring; });
    group_lanes_.clear();
}

void Contacts::refill_lanes_at_walls(const ContactBodies& of) {
    const auto refill = [&](ContactLanes& lanes, std::size_t item, std::uint32_t k) {
        list_.contacts[k].spring = lanes.spring(item);
        lanes.refill(item, {list_.contacts[k], k}, of);
    };
    for (const std::uint32_t k : at_walls_) {
        if (k >= plain_ || !lanes_.has_lane(k)) continue;
        refill(lanes_, k, k);
    }
    for (std::size_t g = 0; g < groups_.size(); ++g)
        if (group_lanes_.has_lane(g)) refill(group_lanes_, g, single_[g]);
}

/// Puts what lanes hold into the list, and takes them away.
void Contacts::dissolve_lanes(const ContactBodies& of) {
    if (!overlaps_hold_)
        for (std::size_t k = 0; k < size(); ++k)
            if (has_lane(k)) list_.overlaps[k] = overlap(k, of);
    overlaps_hold_ = true;
    take_group_springs();
    lanes_.for_each_spring(
        [&](std::size_t k, double spring) { list_.contacts[k].spring = spring; });
    lanes_.clear();
}

void Contacts::turn_images(const BodyArray<Turns>& turned) {
    for (Contact& contact : list_.contacts)
        contact.image =
            engine::turned(contact.image, turned[contact.pair.i], turned[contact.pair.j]);
}

void Contacts::flip_images(std::int32_t widths) {
    for (Contact& contact : list_.contacts)
        contact.image.x = static_cast<std::int8_t>(contact.image.x + widths * contact.image.y);
}

}  // namespace scree::engine
