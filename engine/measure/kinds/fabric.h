#pragma once

#include <array>
#include <cstddef>
#include <vector>

#include "engine/measure/measurement.h"
#include "engine/measure/region.h"

namespace scree::engine {

/// The directions of the contacts between grains whose points are in a region, and of their forces
/// (Radjai, Azema).
inline constexpr std::array fabric_columns{
    Column{"anisotropy", "1"},   ///< a of P(theta) = (1 + a cos 2 (theta - angle)) / (2 pi)
    Column{"angle", "deg"},      ///< the direction of most contacts
    Column{"a_n", "1"},          ///< the same of the mean normal force
    Column{"a_t", "1"},          ///< and of the mean friction
    Column{"contacts", "1"},     ///< those that count
    Column{"mean_number", "1"},  ///< of contacts of a grain whose centroid is in the region
    Column{"side_side", "1"},    ///< shares of the contacts between polygons
    Column{"side_corner", "1"}};

Measurement fabric(const Assembly& assembly, const geometry::Box& box);

/// Sums over contacts between grains.
struct FabricSums {
    double contacts = 0.0;
    Tensor normals;        ///< of n n
    Tensor normal_forces;  ///< of f_n n n
    Tensor forces;         ///< of (f_n n + f_t t) n
    double side_side = 0.0;
    double side_corner = 0.0;

    void add(const Assembly& assembly, const AssemblyContact& contact);
};

/// The directions of contacts over all moments that were added, in bins over a half turn, because
/// the normal of a contact has no sense.
class ContactRose {
public:
    static constexpr std::size_t bins = 18;

    struct Bin {
        double contacts = 0.0;  ///< their number over that of an even distribution
        double normal = 0.0;    ///< their mean normal force over its mean over all directions
        double friction = 0.0;  ///< the mean of the friction along the turned normal, likewise
    };

    explicit ContactRose(const geometry::Box& box) : box_(box), sums_of_(bins) {}

    void add(const Assembly& assembly);
    /// The bins from 0 on, counter-clockwise from x; none without contacts.
    std::vector<Bin> result() const;
    /// anisotropy, angle, a_n and a_t of all.
    Measurement fabric() const;

private:
    geometry::Box box_;
    std::vector<Bin> sums_of_;
    FabricSums sums_;
};

}  // namespace scree::engine
