#pragma once

#include <cstddef>
#include <limits>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "engine/grains/placing.h"
#include "render/picture.h"

namespace scree::render {

/// Keeps some of very many values, taken evenly, in little memory.
class Sample {
public:
    void add(double value);
    std::vector<double>& values() { return values_; }

private:
    std::vector<double> values_;
    std::size_t stride_ = 1;  ///< one of so many values is kept
    std::size_t skip_ = 0;
};

/// What the pictures of a series must have in common to be compared with each other: the part of
/// the plane that is shown, the meaning of the colours, the width of a force.
class SeriesLook {
public:
    /// What the user asks for, in place of what suits the scenes.
    struct Wishes {
        std::optional<ValueRange> range;
        std::optional<engine::Interval> x;  ///< m
        std::optional<engine::Interval> y;
    };
    explicit SeriesLook(Wishes wishes) : wishes_(std::move(wishes)) {}

    /// Takes in a scene. To be called for every scene of the series before the first apply().
    void add(const PictureScene& scene);
    /// Gives a scene the common look.
    void apply(PictureScene& scene);

private:
    void decide(const PictureScene& scene);

    Wishes wishes_;
    std::optional<geometry::Box> bounds_;
    std::optional<ValueRange> range_;
    Sample values_;
    Sample forces_;
    Sample diameters_;
    double lowest_ = std::numeric_limits<double>::infinity();
    double highest_ = -std::numeric_limits<double>::infinity();
    std::set<std::size_t> materials_;
    std::optional<double> largest_force_;
    std::optional<double> diameter_;
};

}  // namespace scree::render
