#pragma once

#include <array>
#include <cmath>
#include <span>
#include <string>
#include <vector>

#include "engine/frame/assembly.h"
#include "geometry/box.h"

namespace scree::engine {

/// A tensor in the plane. Of a stress, the first index is the direction of the force and the second
/// that of the way that it acts along; pressure is positive.
struct Tensor {
    double xx = 0.0;
    double xy = 0.0;
    double yx = 0.0;
    double yy = 0.0;

    Tensor& operator+=(const Tensor& other);
    friend Tensor operator*(double factor, const Tensor& t) {
        return {factor * t.xx, factor * t.xy, factor * t.yx, factor * t.yy};
    }
    double half_trace() const { return 0.5 * (xx + yy); }
};
Tensor outer_product(Vec2 a, Vec2 b);

/// The principal values of the symmetric part of a tensor.
struct Principal {
    double mean = 0.0;
    double difference = 0.0;  ///< half of the larger less the smaller
    double angle = 0.0;       ///< degrees: the direction of the larger, in (-90, 90]
};
Principal principal(const Tensor& tensor);

/// The share of the straight way from one point to another that is within a box.
double share_within(const geometry::Box& box, Vec2 from, Vec2 to);

inline constexpr geometry::Box everywhere{{-HUGE_VAL, -HUGE_VAL}, {HUGE_VAL, HUGE_VAL}};
/// Whether a point, or one of its images, is in a box, which may be infinite; of its edges, the
/// lower ones count.
bool is_in(const geometry::Box& box, const Period& period, Vec2 point);

/// The part of a grain, or of one of its images, that is in a region.
struct GrainPart {
    std::size_t grain = 0;
    Vec2 centre;         ///< of the image
    Vec2 velocity;       ///< of the image
    double share = 0.0;  ///< of its area
};

/// A rectangle of an assembly, which may cross the seam of a periodic domain, and what is in it.
/// Bodies are cut at its edge: grains by area, the ways along which contacts pass their forces on
/// by length.
class Region {
public:
    Region(const Assembly& assembly, const geometry::Box& box);

    /// Why nothing can be measured in it; empty if it can.
    const std::string& fault() const { return fault_; }
    const geometry::Box& box() const { return box_; }
    const Assembly& assembly() const { return assembly_; }
    /// The area of the rectangle that is free of walls, m2.
    double area() const { return area_; }
    std::span<const GrainPart> grains() const { return grains_; }
    /// Whether the region goes once around a periodic domain along an axis.
    bool is_around_x() const { return around_x_; }
    bool is_around_y() const { return around_y_; }

    /// Calls task(contact, share) for each contact whose way lies in the region in part. The way
    /// leads from centre to centre, and at walls from the centre to where the force acts.
    template <class Task>
    void for_each_contact(const Task& task) const {
        for_each_way([&](const AssemblyContact& contact, Vec2 from, Vec2 to) {
            if (const double share = share_within(box_, from, to); share > 0.0)
                task(contact, share);
        });
    }
    /// Calls task(contact, from, to) for each way of a contact that may lie in the region in part,
    /// at its place there.
    template <class Task>
    void for_each_way(const Task& task) const {
        for (const AssemblyContact& contact : assembly_.contacts) {
            if (!contact.bodies[0].is_grain()) continue;
            const Vec2 from = assembly_.grains[contact.bodies[0].place()].outline.centre;
            const Vec2 to = from + contact.branch;
            for (const Vec2 shift : shifts_of(from, to)) task(contact, from + shift, to + shift);
        }
    }
    bool contains(Vec2 point) const { return is_in(box_, assembly_.period, point); }

private:
    /// By what a way must be shifted to be in the region; at most four times.
    class Shifts {
    public:
        void add(Vec2 shift) {
            if (count_ < shifts_.size()) shifts_[count_++] = shift;
        }
        const Vec2* begin() const { return shifts_.data(); }
        const Vec2* end() const { return shifts_.data() + count_; }

    private:
        std::array<Vec2, 4> shifts_;
        std::size_t count_ = 0;
    };
    Shifts shifts_of(Vec2 from, Vec2 to) const;
    void find_grains();

    const Assembly& assembly_;
    geometry::Box box_;
    std::string fault_;
    double area_ = 0.0;
    bool around_x_ = false;
    bool around_y_ = false;
    std::vector<GrainPart> grains_;
};

/// The same assembly with only the grains whose centroids are in the box, and the contacts that
/// these have with each other and with walls. It may be infinite.
Assembly grains_within(const Assembly& assembly, const geometry::Box& box);

/// A velocity field that is linear in space, fitted to the grains of a region by least squares,
/// weighted by mass. Where a region goes around a periodic domain it does not change along that
/// axis.
struct LinearFlow {
    Vec2 at;          ///< the centre of mass
    Vec2 velocity;    ///< there, m/s
    Tensor gradient;  ///< 1/s: the first index is of the velocity, the second that of the place
    /// The mean square of the velocities relative to this field, by mass, over the number of
    /// dimensions, m2/s2.
    double temperature = 0.0;
    Tensor agitation;         ///< sum of m c c, kg m2/s2
    double mass = 0.0;        ///< kg
    double grains = 0.0;      ///< parts of grains count as such
    double grain_area = 0.0;  ///< m2

    Vec2 operator()(Vec2 point) const;
};
LinearFlow flow_in(const Region& region);

}  // namespace scree::engine
