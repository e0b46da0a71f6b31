#include "geometry/outline.h"

// Boost 1.74 includes headers that it has itself deprecated, and would report this at each
// compilation.
#define BOOST_ALLOW_DEPRECATED_HEADERS

#include <algorithm>
#include <boost/geometry/algorithms/convex_hull.hpp>
#include <boost/geometry/algorithms/is_valid.hpp>
#include <boost/geometry/core/exception.hpp>
#include <boost/geometry/geometries/multi_point.hpp>
#include <boost/geometry/geometries/polygon.hpp>
#include <boost/geometry/geometries/register/point.hpp>
#include <boost/geometry/geometries/ring.hpp>
#include <boost/geometry/io/wkt/wkt.hpp>
#include <boost/geometry/strategies/strategies.hpp>
#include <cmath>
#include <iomanip>
#include <limits>
#include <locale>
#include <map>
#include <sstream>

#include "geometry/side.h"
#include "geometry/tolerances.h"

BOOST_GEOMETRY_REGISTER_POINT_2D(scree::geometry::Vec2, double, boost::geometry::cs::cartesian, x,
                                 y)

namespace scree::geometry {
namespace {

namespace bg = boost::geometry;

constexpr bool clockwise = true;
constexpr bool closed = true;
using Points = bg::model::multi_point<Vec2>;
using OpenRing = bg::model::ring<Vec2, !clockwise, !closed>;
using Polygon = bg::model::polygon<Vec2, !clockwise, closed>;

[[noreturn]] void refuse(std::string message) {
    throw InvalidShape({std::move(message), std::nullopt});
}

/// Returns the longest side of the points' box, which must be within the limits of a polygon.
double checked_extent(std::span<const Vec2> points) {
    Vec2 low = points.front();
    Vec2 high = low;
    for (std::size_t i = 0; i < points.size(); ++i) {
        const Vec2 p = points[i];
        if (!is_finite(p)) {
            const std::string name = "vertex " + std::to_string(i);
            throw InvalidShape({name + " has a coordinate that is not a finite number", i});
        }
        low = {std::min(low.x, p.x), std::min(low.y, p.y)};
        high = {std::max(high.x, p.x), std::max(high.y, p.y)};
    }
    const double extent = std::max(high.x - low.x, high.y - low.y);
    if (!(extent >= tolerance::smallest_diameter && extent <= tolerance::largest_diameter))
        refuse("the polygon is smaller than 1e-60 or larger than 1e60");
    return extent;
}

/// Prepares outlines for Boost. Its comparisons treat numbers as equal if they differ by 2^-52, or
/// by that share of the larger one beyond 1: a small outline would shrink to a point, and on
/// neighbouring doubles the order would not be valid for sorting. So outlines are moved to the
/// origin, scaled to a box of 1 to 2, and put on a grid of 2^-50, far below tolerance::corner.
class Grid {
public:
    Grid(Vec2 origin, double extent)
        : origin_(origin), scale_(std::ldexp(1.0, -std::ilogb(extent))) {}

    Vec2 operator()(Vec2 p) const {
        const Vec2 unit = scale_ * (p - origin_);
        return {std::nearbyint(unit.x * 0x1p50) * 0x1p-50,
                std::nearbyint(unit.y * 0x1p50) * 0x1p-50};
    }

private:
    Vec2 origin_;
    double scale_;
};

/// Whether `here` stands out from the line through its neighbours, by the criterion of
/// find_outline_error.
bool is_corner(Vec2 before, Vec2 here, Vec2 after, double extent) {
    return side(after, before, here) > tolerance::corner * extent * length(after - before);
}

/// Goes along the outline once. A vertex is compared with the last one kept, so that a long and
/// gentle bend keeps some of its corners.
std::vector<Vec2> without_flat_corners(std::span<const Vec2> outline, double extent) {
    std::vector<Vec2> kept;
    for (std::size_t i = 0; i < outline.size(); ++i) {
        const Vec2 before = kept.empty() ? outline.back() : kept.back();
        const Vec2 first = kept.empty() ? outline.front() : kept.front();
        const Vec2 after = i + 1 < outline.size() ? outline[i + 1] : first;
        if (is_corner(before, outline[i], after, extent)) kept.push_back(outline[i]);
    }
    return kept;
}

/// Boost reads a missing coordinate as 0, and a third one as the start of the next point. So
/// between brackets and commas there must be two words, or none next to a bracket that groups.
bool has_two_numbers_a_point(std::string_view text) {
    constexpr std::string_view separators = "(),";
    std::size_t begin = text.find_first_of(separators);
    while (begin != std::string_view::npos) {
        const std::size_t end = text.find_first_of(separators, begin + 1);
        if (end == std::string_view::npos) return true;
        int words = 0;
        for (std::size_t i = begin + 1; i < end; ++i)
            if (text[i] != ' ' && (text[i - 1] == ' ' || i == begin + 1)) ++words;
        const bool beside_group = text[begin] == ')' || text[end] == '(';
        if (words != (beside_group ? 0 : 2)) return false;
        begin = end;
    }
    return true;
}

/// Makes foreign text safe for a message: one line of it, without control characters for a
/// terminal.
std::string one_line(std::string_view text) {
    constexpr std::size_t most = 160;
    std::string line(text.substr(0, most));
    std::replace_if(
        line.begin(), line.end(), [](char c) { return c < ' ' || c > '~'; }, '?');
    return text.size() > most ? line + " ..." : line;
}

Polygon parsed(std::string text) {
    constexpr std::string_view blanks = "\t\n\v\f\r";
    std::replace_if(
        text.begin(), text.end(), [&](char c) { return blanks.find(c) != std::string_view::npos; },
        ' ');
    const std::string what = "the text is no WKT polygon, POLYGON((x y, x y, ...))";
    Polygon polygon;
    try {
        bg::read_wkt(text, polygon);
    } catch (const bg::exception& error) {
        refuse(what + ": " + one_line(error.what()));
    }
    if (polygon.outer().empty()) refuse("the polygon is empty");
    if (!has_two_numbers_a_point(text)) refuse(what + ": every vertex must have two coordinates");
    return polygon;
}

void check_validity(std::span<const Vec2> vertices, double extent) {
    if (vertices.size() > most_corners) refuse(find_outline_error(vertices)->message);
    const Grid on_grid(vertices.front(), extent);
    OpenRing ring;
    for (const Vec2 v : vertices) ring.push_back(on_grid(v));
    bg::validity_failure_type failure{};
    if (!bg::is_valid(ring, failure))
        refuse(std::string("the outline is not valid: ") +
               bg::validity_failure_type_message(failure));
}

}  // namespace

std::vector<Vec2> convex_hull(std::span<const Vec2> points) {
    if (points.size() < 3)
        refuse("a hull needs at least three points, not " + std::to_string(points.size()));
    const double extent = checked_extent(points);
    const Grid on_grid(points.front(), extent);
    const auto less = [](Vec2 a, Vec2 b) { return a.x < b.x || (a.x == b.x && a.y < b.y); };
    std::map<Vec2, Vec2, decltype(less)> originals;
    for (const Vec2 p : points) originals.emplace(on_grid(p), p);
    Points candidates;
    for (const auto& [place, original] : originals) candidates.push_back(place);
    OpenRing ring;
    bg::convex_hull(candidates, ring);

    std::vector<Vec2> hull;
    for (const Vec2 place : ring) hull.push_back(originals.at(place));
    for (std::size_t before = hull.size() + 1; hull.size() < before;) {
        before = hull.size();
        hull = without_flat_corners(hull, extent);
    }
    if (hull.size() < 3) refuse("the points lie on one line: their hull has no area");
    if (auto error = find_outline_error(hull)) refuse(std::move(error->message));
    return hull;
}

std::string to_wkt(const ConvexPolygon& polygon, const Transform& pose) {
    Polygon outline;
    for (std::size_t i = 0; i < polygon.size(); ++i)
        outline.outer().push_back(apply(pose, polygon.vertex(i)));
    outline.outer().push_back(outline.outer().front());

    std::ostringstream text;
    text.imbue(std::locale::classic());
    text << std::setprecision(std::numeric_limits<double>::max_digits10) << bg::wkt(outline);
    return text.str();
}

std::vector<Vec2> from_wkt(std::string_view text) {
    const Polygon polygon = parsed(std::string(text));
    if (!polygon.inners().empty()) refuse("the polygon has holes");
    std::vector<Vec2> vertices(polygon.outer().begin(), polygon.outer().end());
    const double extent = checked_extent(vertices);

    if (vertices.front() == vertices.back()) vertices.pop_back();
    double turn = 0.0;  // twice the area about the first vertex
    for (std::size_t i = 1; i + 1 < vertices.size(); ++i)
        turn += side(vertices[i + 1], vertices[0], vertices[i]);
    if (turn < 0.0) std::reverse(vertices.begin() + 1, vertices.end());

    // A strictly convex outline needs no further check.
    if (find_outline_error(vertices)) check_validity(vertices, extent);
    return vertices;
}

}  // namespace scree::geometry
