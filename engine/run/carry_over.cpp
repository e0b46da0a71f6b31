#include "engine/run/carry_over.h"

#include <algorithm>
#include <array>
#include <bit>
#include <numeric>
#include <stdexcept>

#include "engine/base/body.h"

namespace scree::engine {
namespace {

constexpr std::size_t coordinates = 3;

/// Appends `count` rows of a table, from row `first` on.
template <class T>
void append_rows(std::vector<T>& to, const std::vector<T>& from, std::size_t first,
                 std::size_t count, std::size_t columns) {
    const auto begin = from.begin() + static_cast<std::ptrdiff_t>(first * columns);
    to.insert(to.end(), begin, begin + static_cast<std::ptrdiff_t>(count * columns));
}

void require_whole(const Snapshot& old, std::size_t pieces) {
    const std::size_t grains = old.ids.size();
    const std::size_t contacts = old.springs.size();
    const auto touching = static_cast<std::size_t>(
        std::count(old.touching.begin(), old.touching.end(), std::uint8_t{1}));
    const bool is_whole = old.bodies.size() == Snapshot::body_numbers * (pieces + grains) &&
                          old.extremes.size() == Snapshot::extreme_numbers * (pieces + grains) &&
                          old.turns.size() == 2 * (pieces + grains) &&
                          (grains == 0 || old.derivatives.size() % (coordinates * grains) == 0) &&
                          old.pairs.size() == 2 * contacts && old.images.size() == 2 * contacts &&
                          old.memories.size() == Snapshot::memory_numbers * contacts &&
                          old.touched.size() == contacts && old.touching.size() == contacts &&
                          old.overlaps.size() == Snapshot::overlap_numbers * touching;
    if (!is_whole) throw std::invalid_argument("the state that the run begins from is not whole");
}

/// The derivatives are scaled by powers of the time step, and there may be fewer or more of them.
void carry_motion(const Snapshot& old, Snapshot& to, const CarryOver& change) {
    const std::size_t grains = old.ids.size();
    if (grains == 0) return;
    const std::size_t before = old.derivatives.size() / (coordinates * grains);
    for (std::size_t c = 0; c < coordinates; ++c) {
        double scale = 1.0;
        for (std::size_t k = 0; k < change.derivatives; ++k, scale *= change.dt_ratio)
            for (std::size_t i = 0; i < grains; ++i)
                to.derivatives.push_back(
                    k < before ? scale * old.derivatives[(c * before + k) * grains + i] : 0.0);
    }
}

class ContactCarrier {
public:
    ContactCarrier(const Snapshot& old, const CarryOver& change, const Walls& walls)
        : old_(old), change_(change), walls_(walls) {}

    void carry(Snapshot& to) const {
        struct Kept {
            bool grouped;
            ImagePair key;
            std::size_t from;
            std::size_t overlap;
        };
        std::vector<Kept> kept;
        std::size_t overlap = 0;
        for (std::size_t k = 0; k < old_.springs.size(); ++k) {
            const std::size_t at = overlap;
            overlap += old_.touching[k] == 1 ? 1 : 0;
            const std::optional<Body> second = carried(old_.pairs[2 * k + 1]);
            if (!second) continue;
            const Image image{static_cast<std::int8_t>(old_.images[2 * k]),
                              static_cast<std::int8_t>(old_.images[2 * k + 1])};
            const bool grouped = is_wall(*second) && walls_.is_grouped(*second);
            kept.push_back({grouped, {{old_.pairs[2 * k], *second}, image}, k, at});
        }
        // Walls may have other numbers now, so that the order of their contacts is another one.
        std::ranges::sort(kept, [](const Kept& a, const Kept& b) {
            return a.grouped != b.grouped ? b.grouped : a.key < b.key;
        });
        for (const auto& [grouped, key, from, place] : kept) {
            to.pairs.insert(to.pairs.end(), {key.bodies.i, key.bodies.j});
            append_rows(to.images, old_.images, from, 1, 2);
            append_rows(to.memories, old_.memories, from, 1, Snapshot::memory_numbers);
            to.touched.push_back(old_.touched[from]);
            to.springs.push_back(old_.springs[from]);
            to.clear_until.push_back(0.0);  // looked at in the next step
            to.touching.push_back(old_.touching[from]);
            if (old_.touching[from] == 1)
                append_rows(to.overlaps, old_.overlaps, place, 1, Snapshot::overlap_numbers);
        }
    }

private:
    /// The second body of a contact in the new run, if it is there.
    std::optional<Body> carried(Body body) const {
        if (!is_wall(body)) return body;
        const std::size_t piece = wall_index(body);
        if (piece >= change_.pieces.size() || !change_.pieces[piece]) return {};
        return wall_body(*change_.pieces[piece]);
    }

    const Snapshot& old_;
    const CarryOver& change_;
    const Walls& walls_;
};

}  // namespace

Snapshot carried_over(const Snapshot& old, Snapshot fresh, const CarryOver& change,
                      const Walls& walls) {
    const std::size_t pieces = change.pieces.size();
    const std::size_t grains = old.ids.size();
    require_whole(old, pieces);
    fresh.grains_changed = true;
    fresh.ids.resize(grains);
    std::iota(fresh.ids.begin(), fresh.ids.end(), GrainId{0});
    fresh.next_id = static_cast<GrainId>(grains);
    carry_motion(old, fresh, change);
    append_rows(fresh.bodies, old.bodies, pieces, grains, Snapshot::body_numbers);
    append_rows(fresh.extremes, old.extremes, pieces, grains, Snapshot::extreme_numbers);
    append_rows(fresh.turns, old.turns, pieces, grains, 2);
    std::array<double, step_work_numbers> work = numbers_of(old.last_work);
    for (double& number : work) number *= change.dt_ratio;
    fresh.last_work = std::bit_cast<StepWork>(work);
    ContactCarrier(old, change, walls).carry(fresh);
    return fresh;
}

}  // namespace scree::engine
