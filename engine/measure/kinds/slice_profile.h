#pragma once

#include <array>
#include <vector>

#include "engine/measure/measurement.h"
#include "engine/measure/over_time.h"
#include "engine/measure/slices.h"

namespace scree::engine {

/// The numbers of the whole region, by slices: means over the moments, in each of which temperature
/// is relative to the flow of that moment.
inline constexpr std::array profile_columns{
    Column{"rate", "1/s"},  ///< mean of the slices, weighted by their mass
    Column{"fraction", "1"}, Column{"p", "N/m"}};

/// The numbers of a slice; along r, x stands for outwards and y for counter-clockwise.
inline constexpr std::array profile_slice_columns{Column{"position", "m"},  ///< its middle
                                                  Column{"vx", "m/s"},
                                                  Column{"vx_error", "m/s"},
                                                  Column{"vy", "m/s"},
                                                  Column{"vy_error", "m/s"},
                                                  Column{"spin", "rad/s"},
                                                  Column{"spin_error", "rad/s"},
                                                  Column{"fraction", "1"},
                                                  Column{"fraction_error", "1"},
                                                  Column{"xx", "N/m"},
                                                  Column{"xx_error", "N/m"},
                                                  Column{"xy", "N/m"},
                                                  Column{"xy_error", "N/m"},
                                                  Column{"yx", "N/m"},
                                                  Column{"yx_error", "N/m"},
                                                  Column{"yy", "N/m"},
                                                  Column{"yy_error", "N/m"},
                                                  Column{"temperature", "m2/s2"},
                                                  Column{"temperature_error", "m2/s2"},
                                                  Column{"rate", "1/s"},
                                                  Column{"rate_error", "1/s"}};

/// Mean profiles over all moments that were added, with errors by blocking over the moments.
class SliceProfile {
public:
    SliceProfile(const geometry::Box& box, const Slicing& slicing, const MeasureOptions& options)
        : box_(box), slicing_(slicing), options_(options) {}

    void add(const Assembly& assembly);
    Measurement result() const;

private:
    /// Sums over the parts of grains in a slice at one moment; s is the place of a grain from the
    /// middle of the slice.
    struct Sums {
        double mass = 0.0;
        double grains = 0.0;
        double area = 0.0;
        double spin = 0.0;
        Vec2 momentum;
        Tensor flux;          ///< of m v v
        double place = 0.0;   ///< of m s
        double places = 0.0;  ///< of m s s
        Vec2 sheared;         ///< of m v s
        Tensor forces;        ///< of f l over contacts
    };
    using Moment = std::vector<Sums>;

    struct Field;
    Field field() const;
    Measurement whole() const;
    double place_of(const Sums& mean, std::size_t slice) const;
    void set_slice(std::vector<std::optional<double>>& row, const Field& field,
                   std::size_t slice) const;

    geometry::Box box_;
    Slicing slicing_;
    MeasureOptions options_;
    std::string fault_;
    bool is_radial_ = false;
    bool along_x_ = false;
    std::vector<double> middles_;
    std::vector<double> areas_;  ///< mean over the moments
    std::vector<Moment> moments_;
    Moments numbers_{profile_columns};
};

}  // namespace scree::engine
