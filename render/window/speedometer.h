#pragma once

#include <cstdint>
#include <deque>

namespace scree::window {

/// How fast a run goes, over the last second or so.
class Speedometer {
public:
    /// Notes how far the run is. `wall` is the time on the wall clock, s.
    void note(double wall, std::uint64_t step, double time) {
        if (!notes_.empty() && step < notes_.back().step) notes_.clear();  // the run went back
        notes_.push_back({wall, step, time});
        while (notes_.size() > 2 && wall - notes_.front().wall > window) notes_.pop_front();
    }
    void clear() { notes_.clear(); }
    double steps_per_second() const {
        return rate([](const Note& n) { return static_cast<double>(n.step); });
    }
    /// Simulated seconds in a second.
    double real_time_factor() const {
        return rate([](const Note& n) { return n.time; });
    }

private:
    static constexpr double window = 1.0;
    struct Note {
        double wall = 0.0;
        std::uint64_t step = 0;
        double time = 0.0;
    };
    template <class Value>
    double rate(const Value& value) const {
        if (notes_.size() < 2) return 0.0;
        const double wall = notes_.back().wall - notes_.front().wall;
        return wall > 0.0 ? (value(notes_.back()) - value(notes_.front())) / wall : 0.0;
    }
    std::deque<Note> notes_;
};

}  // namespace scree::window
