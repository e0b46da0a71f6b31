#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "engine/measure/measurement.h"
#include "engine/scene/scene.h"
#include "render/window/frame_view.h"

namespace scree::window {

/// A curve over time.
struct Series {
    std::string name;
    std::string unit;
    std::vector<double> times;
    std::vector<double> values;  ///< as many as times; some may not be finite

    /// The last value that was known at a time; not a number before the first.
    double at(double time) const;
};

/// Series that belong together. The terms of the energy share a plot; of other groups one series is
/// chosen.
struct SeriesGroup {
    std::string name;
    std::size_t first = 0;
    std::size_t count = 0;
    std::size_t usual = 0;  ///< the place in the group of what is shown at first
};

/// A profile that the scene measures slice by slice along a line, at the last moment that was
/// measured.
struct Profile {
    std::string name;
    engine::MeasuredRows slices;  ///< the first column is the place

    /// A column as a series, with the place instead of the time.
    Series series(std::size_t column) const;
};

/// The numbers of a run that is watched: energy, contacts, forces, what is traced, and what the
/// scene measures.
class WatchedSeries {
public:
    explicit WatchedSeries(const engine::Scene& scene);

    /// To be called for each new moment. Adds the samples that come with the moment, and takes one
    /// now and then, and always when the run does not go on. `wall` is the time on the wall clock,
    /// s.
    void update(const FrameView& frame_view, double wall);
    std::size_t series_count() const { return names_.size(); }
    const std::string& name(std::size_t k) const { return names_[k].name; }
    Series series(std::size_t k) const;
    /// The series with this name. Throws std::out_of_range where there is none.
    Series series(const std::string& name) const;
    /// The same; none where there is none.
    std::optional<Series> find(const std::string& name) const;
    /// All groups. The terms of the energy come first: where it is, where it went, where it came
    /// from.
    const std::vector<SeriesGroup>& groups() const { return groups_; }
    /// The profiles in the order of the scene.
    const std::vector<Profile>& profiles() const { return profiles_; }
    std::size_t samples() const { return samples_.size(); }

private:
    struct Name {
        std::string name;
        std::string unit;
    };
    struct Sample {
        double time = 0.0;
        bool has_ledger = true;  ///< else values that are not a number are unknown
        bool was_shown = true;   ///< else the sample came with a moment that was shown
        /// Values by series; only the first ones where the scene was not measured.
        std::vector<double> values;
    };
    void add_group(const std::string& name, std::vector<Name> names);
    static Name name_of(const std::string& whose, const engine::Column& column);
    void add_traced();
    void add_traced_to(std::vector<double>& values, const std::vector<double>& traced) const;
    std::vector<double> measure(const FrameView& frame_view);
    void join(const engine::LiveView& view);
    void thin(bool shown);

    const engine::Scene& scene_;
    std::vector<Name> names_;
    std::vector<SeriesGroup> groups_;
    std::vector<Profile> profiles_;
    std::size_t traced_ = 0;                   ///< the number of series of what is traced
    std::map<std::uint64_t, Sample> samples_;  ///< by step
    double sampled_ = -1.0;                    ///< time of the last sample on the wall clock, s
    double cost_ = 0.0;                        ///< of the last sample, s
};

}  // namespace scree::window
