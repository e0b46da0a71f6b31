#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "engine/measure/options.h"
#include "engine/measure/region.h"
#include "engine/measure/slicing.h"

namespace scree::engine {

/// The part of a grain that is in a slice.
struct GrainSlice {
    std::size_t grain = 0;
    std::size_t slice = 0;
    double share = 0.0;  ///< of its area
    Vec2 centre;         ///< of the grain, at its image there
};

/// The part of the way of a contact that is in a slice.
struct ContactSlice {
    const AssemblyContact* contact = nullptr;
    std::size_t slice = 0;
    double share = 0.0;  ///< of its length
    Vec2 middle;         ///< of the whole way
};

/// A region that is cut into slices of the same width along x or y, or into rings about a point.
/// What lies in several of them is divided exactly: grains by area, ways of contacts by length.
class Slices {
public:
    Slices(const Assembly& assembly, const geometry::Box& box, const Slicing& slicing,
           const MeasureOptions& options);

    /// Why nothing can be measured; empty if it can.
    const std::string& fault() const { return region_.fault(); }
    std::size_t count() const { return areas_.size(); }
    double width() const { return width_; }
    double middle(std::size_t slice) const {
        return low_ + (static_cast<double>(slice) + 0.5) * width_;
    }
    /// The area of a slice that is free of walls, m2. Of walls that overlap in a ring, each counts.
    double area(std::size_t slice) const { return areas_[slice]; }
    std::vector<GrainSlice> grains() const;
    std::vector<ContactSlice> contacts() const;

    /// Where a point is along the axis that is cut.
    double place(Vec2 point) const;
    /// The axes at a point: x and y, or outwards and counter-clockwise around.
    Vec2 first_axis(Vec2 point) const;

private:
    std::size_t slice_of(double place) const;
    geometry::Box box_of(std::size_t slice) const;
    // These add the areas in all slices.
    void cut_polygon(const GrainPart& part, std::vector<double>& areas) const;
    void cut_disc(const GrainPart& part, std::vector<double>& areas) const;
    double area_within(const Outline& outline, double radius) const;
    void find_areas();

    const Assembly& assembly_;
    bool along_x_ = false;
    bool is_radial_ = false;
    Vec2 centre_;
    Region region_;
    double low_ = 0.0;
    double width_ = 0.0;
    std::vector<double> areas_;
};

}  // namespace scree::engine
