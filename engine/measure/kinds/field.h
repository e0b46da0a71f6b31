#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "engine/frame/assembly.h"
#include "engine/measure/coarse_grid.h"
#include "engine/measure/measurement.h"
#include "engine/measure/options.h"
#include "engine/measure/region.h"

namespace scree::engine {

/// What the summary has of a field; its arrays are in a file of their own.
inline constexpr std::array field_columns{
    Column{"width", "m"},                           ///< of the kernel
    Column{"cell_x", "m"},                          ///< the sides of a cell
    Column{"cell_y", "m"}, Column{"columns", "1"},  ///< of cells
    Column{"rows", "1"},   Column{"frames", "1"}};  ///< over which it is a mean

/// The arrays of a field: means over cells and moments. What is a mean over grains is not known in
/// cells without any.
inline constexpr std::array field_arrays{Column{"density", "kg/m2"},
                                         Column{"fraction", "1"},
                                         Column{"vx", "m/s"},
                                         Column{"vy", "m/s"},
                                         Column{"xx", "N/m"},  ///< stress: contact and kinetic
                                         Column{"xy", "N/m"},
                                         Column{"yx", "N/m"},
                                         Column{"yy", "N/m"},
                                         Column{"p", "N/m"},
                                         Column{"q", "N/m"},
                                         Column{"contact_xx", "N/m"},
                                         Column{"contact_xy", "N/m"},
                                         Column{"contact_yx", "N/m"},
                                         Column{"contact_yy", "N/m"},
                                         Column{"kinetic_xx", "N/m"},
                                         Column{"kinetic_xy", "N/m"},
                                         Column{"kinetic_yy", "N/m"},
                                         Column{"temperature", "m2/s2"},
                                         Column{"rate_xx", "1/s"},     ///< dvx/dx
                                         Column{"rate_yy", "1/s"},     ///< dvy/dy
                                         Column{"rate", "1/s"},        ///< dvx/dy + dvy/dx
                                         Column{"vorticity", "1/s"}};  ///< dvy/dx - dvx/dy

/// Those that need an earlier moment.
inline constexpr std::array displacement_arrays{
    Column{"displacement_x", "m"}, Column{"displacement_y", "m"}, Column{"d2min", "m2"}};

struct FieldArray {
    Column column;
    std::vector<double> values;  ///< row by row from the bottom; some may not be finite
};

/// A field on a grid.
struct Field {
    geometry::Box box;
    std::size_t columns = 0;
    std::size_t rows = 0;
    double width = 0.0;      ///< m, of the kernel
    std::size_t frames = 0;  ///< over which it is a mean
    std::vector<FieldArray> arrays;
    std::string note;  ///< why there is none

    /// The array with this name; a null pointer if there is none.
    const FieldArray* find(std::string_view key) const;
};

/// What the summary has of it.
Measurement measurement_of(const Field& field);

/// Coarse-grained fields (Goldhirsch 2010), as means over all moments that were added.
class FieldMean {
public:
    FieldMean(const geometry::Box& box, const MeasureOptions& options)
        : box_(box), options_(options) {}

    void add(const Assembly& assembly);
    /// Takes the displacements of the grains of one moment since an earlier one.
    void displace(const Assembly& first, const Assembly& last);
    Field result() const;

private:
    /// Integrals over a cell, summed over the moments.
    struct Sums {
        double mass = 0.0;
        double area = 0.0;
        Vec2 momentum;
        Tensor flux;      ///< of m v v
        Vec2 mass_slope;  ///< the gradient of the mass
        Tensor slope;     ///< that of the momentum; the second index is that of the place
        Tensor forces;    ///< of f l over contacts
    };
    /// Of the grains whose displacements are known, weighted by mass.
    struct Moved {
        double mass = 0.0;
        Vec2 way;
        double fitted = 0.0;  ///< the mass of those whose D2min is known
        double d2min = 0.0;
    };

    bool prepare(const Assembly& assembly);
    void for_each_share(const Assembly& assembly, std::size_t grain, const auto& task) const;
    void add_contacts(const Assembly& assembly);
    void set_cell(std::vector<FieldArray>& arrays, std::size_t cell) const;

    geometry::Box box_;
    MeasureOptions options_;
    std::string fault_ = "not measurable: there is nothing of it in its time";
    CoarseGrid grid_;
    std::size_t frames_ = 0;
    std::vector<Sums> sums_;
    std::vector<Moved> moved_;
};

}  // namespace scree::engine
