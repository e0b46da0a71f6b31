#include "geometry/side.h"

#include <array>
#include <cstddef>

namespace scree::geometry {
namespace {

/// A number as an unevaluated sum of doubles that do not overlap, smallest first (Shewchuk 1997).
class Expansion {
public:
    void add_product(double a, double b) {
        const double product = a * b;
        add(std::fma(a, b, -product));
        add(product);
    }

    /// The largest term that is not zero determines the sign; the sum of all terms is the value.
    double value() const {
        double sum = 0.0;
        for (std::size_t i = 0; i < size_; ++i) sum += terms_[i];
        return sum;
    }

private:
    void add(double b) {
        double carry = b;
        for (std::size_t i = 0; i < size_; ++i) {
            const double sum = carry + terms_[i];
            const double virtual_part = sum - carry;
            terms_[i] = (carry - (sum - virtual_part)) + (terms_[i] - virtual_part);
            carry = sum;
        }
        terms_[size_++] = carry;
    }

    std::array<double, 12> terms_{};
    std::size_t size_ = 0;
};

}  // namespace

double exact_side(Vec2 p, Vec2 q, Vec2 r) {
    // cross(r - q, p - q) with the products written out; q.x q.y cancels.
    Expansion sum;
    sum.add_product(r.x, p.y);
    sum.add_product(-r.x, q.y);
    sum.add_product(-q.x, p.y);
    sum.add_product(-r.y, p.x);
    sum.add_product(r.y, q.x);
    sum.add_product(q.y, p.x);
    return sum.value();
}

}  // namespace scree::geometry
