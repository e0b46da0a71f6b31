#include "render/grain_sheet.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <numbers>
#include <stdexcept>
#include <string>

#include "engine/grains/descriptors.h"
#include "engine/grains/size_curve.h"
#include "render/colours.h"

namespace scree::render {
namespace {

using engine::Descriptors;
using engine::NewGrain;
using geometry::Vec2;

// Pixels.
constexpr double sheet_width = 1320.0;
constexpr double margin = 30.0;
constexpr double group_height = 350.0;
constexpr double cell = 92.0;
constexpr double text_size = 13.0;
constexpr double small_text = 10.5;
constexpr int columns = 9;
constexpr int rows = 2;
constexpr double row_height = 142.0;

template <class... Values>
std::string format_text(const char* pattern, Values... values) {
    std::array<char, 160> text{};
    std::snprintf(text.data(), text.size(), pattern, values...);
    return text.data();
}

double size_of(const NewGrain& grain) { return engine::equivalent_diameter(grain.shape); }

/// The mean of a number over grains, and its standard deviation.
struct Spread {
    double mean = 0.0;
    double deviation = 0.0;
};
template <class Number>
Spread spread_of(const std::vector<Descriptors>& all, const Number& number) {
    Spread spread;
    for (const Descriptors& one : all) spread.mean += number(one) / static_cast<double>(all.size());
    double squares = 0.0;
    for (const Descriptors& one : all)
        squares += (number(one) - spread.mean) * (number(one) - spread.mean);
    spread.deviation = std::sqrt(squares / static_cast<double>(all.size()));
    return spread;
}

void line(Canvas& canvas, Vec2 from, Vec2 to, double width) {
    cairo_set_line_width(canvas.pen(), width);
    cairo_move_to(canvas.pen(), from.x, from.y);
    cairo_line_to(canvas.pen(), to.x, to.y);
    cairo_stroke(canvas.pen());
}

class GroupDrawing {
public:
    GroupDrawing(Canvas& canvas, const engine::Scene& scene, std::size_t group, double top)
        : canvas_(canvas),
          group_(scene.grains[group]),
          top_(top),
          grains_(engine::make_grains(group_, scene.seed)) {
        std::ranges::stable_sort(grains_, {}, size_of);
        for (const NewGrain& grain : grains_) described_.push_back(engine::describe(grain.shape));
    }

    void draw() {
        draw_title();
        double largest = 0.0;
        for (const std::size_t k : shown())
            largest = std::max(largest, geometry::radius(grains_[k].shape));
        const double scale = 0.5 * (cell - 8.0) / largest;
        const std::vector<std::size_t> all = shown();
        for (std::size_t n = 0; n < all.size(); ++n) {
            const auto column = static_cast<double>(n % columns);
            const auto row = static_cast<double>(n / columns);
            draw_grain(
                all[n],
                {margin + (column + 0.5) * cell, top_ + 62.0 + row * row_height + 0.5 * cell},
                scale);
        }
        draw_curve();
    }

private:
    /// The numbers of the grains that are drawn, evenly from the smallest to the largest.
    std::vector<std::size_t> shown() const {
        const std::size_t most = std::size_t{columns} * rows;
        std::vector<std::size_t> numbers;
        const std::size_t count = std::min(most, grains_.size());
        for (std::size_t k = 0; k < count; ++k)
            numbers.push_back(count == 1 ? 0 : k * (grains_.size() - 1) / (count - 1));
        return numbers;
    }

    void draw_title() {
        canvas_.set_colour(palette::ink);
        canvas_.text(group_.name, {margin, top_ + 20.0}, 1.3 * text_size);
        const Spread corners = spread_of(
            described_, [](const Descriptors& d) { return static_cast<double>(d.corners); });
        const Spread aspect = spread_of(described_, [](const Descriptors& d) { return d.aspect; });
        const Spread elongation =
            spread_of(described_, [](const Descriptors& d) { return d.elongation; });
        const Spread circularity =
            spread_of(described_, [](const Descriptors& d) { return d.circularity; });
        canvas_.text(
            format_text("%zu grains, %.3g to %.3g mm", grains_.size(),
                        1e3 * size_of(grains_.front()), 1e3 * size_of(grains_.back())) +
                format_text("; corners %.3g ± %.2g", corners.mean, corners.deviation) +
                format_text(", aspect ratio %.3g ± %.2g", aspect.mean, aspect.deviation) +
                format_text(", elongation %.3g ± %.2g", elongation.mean, elongation.deviation) +
                format_text(", circularity %.3g ± %.2g", circularity.mean, circularity.deviation),
            {margin, top_ + 42.0}, text_size);
    }

    void draw_grain(std::size_t k, Vec2 centre, double scale) {
        cairo_t* const pen = canvas_.pen();
        cairo_new_path(pen);
        if (const auto* polygon = std::get_if<geometry::ConvexPolygon>(&grains_[k].shape)) {
            for (std::size_t i = 0; i < polygon->size(); ++i) {
                const Vec2 vertex = polygon->vertex(i);
                cairo_line_to(pen, centre.x + scale * vertex.x, centre.y - scale * vertex.y);
            }
            cairo_close_path(pen);
        } else {
            cairo_arc(pen, centre.x, centre.y, scale * geometry::radius(grains_[k].shape), 0.0,
                      2.0 * std::numbers::pi);
        }
        canvas_.set_colour(of_material(group_.material));
        cairo_fill_preserve(pen);
        canvas_.set_colour(palette::ink);
        cairo_set_line_width(pen, 0.8);
        cairo_stroke(pen);
        const Descriptors& d = described_[k];
        const double below = centre.y + 0.5 * cell + 12.0;
        canvas_.text(format_text("%.3g mm", 1e3 * size_of(grains_[k])), {centre.x, below},
                     small_text, Align::centre);
        canvas_.text(d.corners == 0 ? std::string("disc") : format_text("%zu corners", d.corners),
                     {centre.x, below + 13.0}, small_text, Align::centre);
        canvas_.text(format_text("%.2f  %.2f", d.aspect, d.circularity), {centre.x, below + 26.0},
                     small_text, Align::centre);
    }

    /// The share of the mass below a size, over the logarithm of the size.
    void draw_curve() {
        const Vec2 low{margin + columns * cell + 70.0, top_ + group_height - 62.0};
        const Vec2 high{sheet_width - margin, top_ + 66.0};
        const double smallest = 0.95 * size_of(grains_.front());
        const double largest = 1.05 * size_of(grains_.back());
        const auto place = [&](double size, double share) {
            const double along = std::log(size / smallest) / std::log(largest / smallest);
            return Vec2{low.x + along * (high.x - low.x), low.y + share * (high.y - low.y)};
        };
        canvas_.set_colour(palette::ink);
        for (int k = 0; k <= 4; ++k) {
            const double share = 0.25 * k;
            line(canvas_, place(smallest, share), place(largest, share), k == 0 ? 1.0 : 0.25);
            canvas_.text(format_text("%.0f %%", 100.0 * share),
                         place(smallest, share) + Vec2{-6.0, 4.0}, small_text, Align::right);
        }
        for (int k = 0; k <= 2; ++k) {
            const double size = smallest * std::pow(largest / smallest, 0.5 * k);
            line(canvas_, place(size, 0.0), place(size, 1.0), k == 0 ? 1.0 : 0.25);
            canvas_.text(format_text("%.3g", 1e3 * size), place(size, 0.0) + Vec2{0.0, 16.0},
                         small_text, Align::centre);
        }
        canvas_.text("passing by mass over size in mm: asked for (line), grains (dots)",
                     {0.5 * (low.x + high.x), low.y + 34.0}, small_text, Align::centre);
        cairo_t* const pen = canvas_.pen();
        if (group_.size) {
            const engine::SizeQuantiles asked(*group_.size, engine::ShareOf::area);
            canvas_.set_colour(palette::chain);
            cairo_set_line_width(pen, 1.6);
            cairo_new_path(pen);
            for (int k = 0; k <= 200; ++k) {
                const double share = k / 200.0;
                const Vec2 at = place(std::clamp(asked(share), smallest, largest), share);
                cairo_line_to(pen, at.x, at.y);
            }
            cairo_stroke(pen);
        }
        double all = 0.0;
        for (const NewGrain& grain : grains_) all += geometry::area(grain.shape);
        canvas_.set_colour(palette::ink);
        double sum = 0.0;
        double next = 0.0;
        for (const NewGrain& grain : grains_) {
            sum += geometry::area(grain.shape);
            if (sum < next * all) continue;
            const Vec2 at = place(size_of(grain), sum / all);
            cairo_arc(pen, at.x, at.y, 2.0, 0.0, 2.0 * std::numbers::pi);
            cairo_fill(pen);
            next = sum / all + 0.02;
        }
    }

    Canvas& canvas_;
    const engine::GrainGroup& group_;
    double top_;
    std::vector<NewGrain> grains_;
    std::vector<Descriptors> described_;
};

}  // namespace

std::vector<std::byte> grain_sheet(const engine::Scene& scene, PictureFormat format) {
    const std::size_t groups = std::min(scene.grains.size(), most_groups_on_a_sheet);
    if (groups == 0) throw std::invalid_argument("grains: the scene has none");
    Canvas canvas(format, sheet_width,
                  margin + static_cast<double>(groups) * group_height + margin);
    for (std::size_t g = 0; g < groups; ++g)
        GroupDrawing(canvas, scene, g, margin + static_cast<double>(g) * group_height).draw();
    canvas.set_colour(palette::ink);
    canvas.text("Under each grain: equivalent diameter, corners, aspect ratio and circularity.",
                {margin, canvas.height() - 0.5 * margin}, small_text);
    return canvas.finish();
}

}  // namespace scree::render
