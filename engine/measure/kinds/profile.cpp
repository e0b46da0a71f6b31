#include "engine/measure/kinds/profile.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace scree::engine {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

/// Groups of grains, each known by one of its grains (a union-find forest with path halving).
class Groups {
public:
    explicit Groups(std::size_t size) : parent_(size) {
        std::iota(parent_.begin(), parent_.end(), std::size_t{0});
    }
    std::size_t of(std::size_t grain) {
        while (parent_[grain] != grain) grain = parent_[grain] = parent_[parent_[grain]];
        return grain;
    }
    void join(std::size_t a, std::size_t b) {
        a = of(a);
        b = of(b);
        parent_[std::max(a, b)] = std::min(a, b);
    }

private:
    std::vector<std::size_t> parent_;
};

/// The height of the highest grain on each line of a profile.
class Envelope {
public:
    Envelope(double left, double spacing, std::size_t lines)
        : left_(left), spacing_(spacing), top_(lines, -infinity) {}

    void add_disc(Vec2 centre, double radius) {
        raise(centre.x - radius, centre.x + radius, [&](double x) {
            const double across = x - centre.x;
            return centre.y + std::sqrt(std::max(radius * radius - across * across, 0.0));
        });
    }
    /// Adds an edge of a polygon. Edges that go to the left are the upper ones.
    void add_edge(Vec2 from, Vec2 to) {
        if (!(to.x < from.x)) return;
        const double slope = (to.y - from.y) / (to.x - from.x);
        raise(to.x, from.x, [&](double x) { return to.y + slope * (x - to.x); });
    }
    std::vector<Vec2> points() const {
        std::vector<Vec2> result;
        for (std::size_t k = 0; k < top_.size(); ++k)
            if (top_[k] > -infinity) result.push_back({line(k), top_[k]});
        return result;
    }

private:
    double line(std::size_t k) const { return left_ + (static_cast<double>(k) + 0.5) * spacing_; }
    /// The first line at x or to the right of it.
    std::size_t first_line(double x) const {
        const double k = std::ceil((x - left_) / spacing_ - 0.5);
        return static_cast<std::size_t>(std::clamp(k, 0.0, static_cast<double>(top_.size())));
    }
    void raise(double from, double to, const auto& height) {
        const std::size_t end = first_line(to);
        for (std::size_t k = first_line(from); k < end; ++k)
            top_[k] = std::max(top_[k], height(line(k)));
    }

    double left_;
    double spacing_;
    std::vector<double> top_;
};

/// The outline of a grain, turned so that gravity points down.
struct UprightGrain {
    Vec2 centre;
    double radius = 0.0;
    std::vector<Vec2> corners;
};

UprightGrain stand_up(const Assembly& assembly, std::size_t grain, const Upright& upright) {
    const Outline& outline = assembly.grains[grain].outline;
    UprightGrain result{upright(outline.centre), outline.radius, {}};
    for (const Vec2 corner : assembly.corners_of(outline))
        result.corners.push_back(upright(corner));
    return result;
}

void widen(HeapProfile& profile, const UprightGrain& grain) {
    const auto take_in = [&](Vec2 point, double reach) {
        profile.left = std::min(profile.left, point.x - reach);
        profile.right = std::max(profile.right, point.x + reach);
        profile.bottom = std::min(profile.bottom, point.y - reach);
    };
    if (grain.corners.empty()) take_in(grain.centre, grain.radius);
    for (const Vec2 corner : grain.corners) take_in(corner, 0.0);
}

void add(Envelope& envelope, const UprightGrain& grain) {
    if (grain.corners.empty()) {
        envelope.add_disc(grain.centre, grain.radius);
        return;
    }
    Vec2 before = grain.corners.back();
    for (const Vec2 corner : grain.corners) {
        envelope.add_edge(before, corner);
        before = corner;
    }
}

}  // namespace

std::vector<std::size_t> main_deposit(const Assembly& assembly) {
    const std::size_t count = assembly.grains.size();
    Groups groups(count);
    for (const AssemblyContact& contact : assembly.contacts)
        if (contact.bodies[0].is_grain() && contact.bodies[1].is_grain())
            groups.join(contact.bodies[0].place(), contact.bodies[1].place());
    std::vector<double> mass(count);
    for (std::size_t k = 0; k < count; ++k) mass[groups.of(k)] += assembly.grains[k].mass;
    const auto main =
        static_cast<std::size_t>(std::max_element(mass.begin(), mass.end()) - mass.begin());
    std::vector<std::size_t> result;
    for (std::size_t k = 0; k < count; ++k)
        if (groups.of(k) == main) result.push_back(k);
    return result;
}

HeapProfile profile_of(const Assembly& assembly, std::span<const std::size_t> grains,
                       double spacing) {
    const Upright upright(assembly.gravity);
    HeapProfile profile{{}, infinity, -infinity, infinity};
    for (const std::size_t grain : grains) widen(profile, stand_up(assembly, grain, upright));
    const double width = profile.right - profile.left;
    if (!(width > 0.0) || !std::isfinite(width)) return profile;
    const double wanted = std::clamp(std::ceil(width / spacing), 1.0, double{most_lines});
    Envelope envelope(profile.left, width / wanted, static_cast<std::size_t>(wanted));
    for (const std::size_t grain : grains) add(envelope, stand_up(assembly, grain, upright));
    profile.points = envelope.points();
    return profile;
}

}  // namespace scree::engine
