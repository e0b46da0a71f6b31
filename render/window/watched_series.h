#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "engine/measure/measurement.h"
#include "engine/scene/scene.h"
#include "render/window/frame_view.h"

namespace scree::window {

/// What is plotted over time.
struct Series {
    std::string name;
    std::string unit;
    std::vector<double> times;
    std::vector<double> values;  ///< as many; some may not be finite

    /// The last that was known at a time; not a number before the first.
    double at(double time) const;
};

/// Series that belong together: in one plot where they have one unit, else one is chosen.
struct SeriesGroup {
    std::string name;
    std::size_t first = 0;
    std::size_t count = 0;
};

/// What a scene measures over a place, slice by slice, at the last moment that was measured.
struct Profile {
    std::string name;
    engine::MeasuredRows slices;  ///< the first column is the place

    /// A column over the place, which takes that of time.
    Series series(std::size_t column) const;
};

/// Numbers of a run as it was watched: energy, contacts, forces, and what the scene measures.
class WatchedSeries {
public:
    explicit WatchedSeries(const engine::Scene& scene);

    /// For a new moment; takes a sample now and then, and one of each that stands, besides those
    /// that come with it. `wall` is s on the clock on the wall.
    void update(const FrameView& frame_view, double wall);
    std::size_t series_count() const { return names_.size(); }
    const std::string& name(std::size_t k) const { return names_[k].name; }
    Series series(std::size_t k) const;
    /// Throws std::out_of_range where there is none of this name.
    Series series(const std::string& name) const;
    /// The terms of the energy come first: where it is, where it went, where it came from.
    const std::vector<SeriesGroup>& groups() const { return groups_; }
    /// In the order of the scene.
    const std::vector<Profile>& profiles() const { return profiles_; }
    std::size_t samples() const { return samples_.size(); }

private:
    struct Name {
        std::string name;
        std::string unit;
    };
    struct Sample {
        double time = 0.0;
        bool has_ledger = true;      ///< else what is no number is not known
        bool was_shown = true;       ///< else it came with a moment that was
        std::vector<double> values;  ///< the first of all, where the scene was not measured
    };
    void add_group(const std::string& name, std::vector<Name> names);
    std::vector<double> measure(const FrameView& frame_view);
    void join(const engine::LiveView& view);
    void thin(bool shown);

    const engine::Scene& scene_;
    std::vector<Name> names_;
    std::vector<SeriesGroup> groups_;
    std::vector<Profile> profiles_;
    std::map<std::uint64_t, Sample> samples_;  ///< by step
    double sampled_ = -1.0;                    ///< when, on the wall
    double cost_ = 0.0;                        ///< of the last sample, s
};

}  // namespace scree::window
