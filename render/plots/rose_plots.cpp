#include "render/plots/rose_plots.h"

#include <cmath>
#include <numbers>

#include "engine/base/spec_error.h"
#include "engine/run/mean_profile.h"

namespace scree::render {
namespace {

using engine::ContactRose;

/// Rows for each bin: the line of the fit has no visible corners then.
constexpr std::size_t rows_of_bin = 5;

PlotPanel rose_panel(const std::string& label, const std::string& column, const std::string& fit) {
    PlotPanel result{label, {{"measured", column}, {fit, column + " fit"}}};
    result.curves.front().filled = true;
    return result;
}

Plot rose_plot(const std::string& name, const std::string& title, const ContactRose& rose) {
    Plot plot;
    plot.name = "rose_" + name;
    plot.title = name + ": " + title;
    plot.polar = true;
    plot.columns_of_panels = 3;
    plot.header = {"direction [deg]"};
    plot.panels = {rose_panel("contacts", "contacts", "by anisotropy"),
                   rose_panel("normal force", "normal", "by a_n"),
                   rose_panel("friction", "friction", "by a_t")};
    for (const PlotPanel& each : plot.panels)
        for (const Curve& curve : each.curves) plot.header.push_back(curve.column);
    const engine::Measurement fabric = rose.fabric();
    const auto value = [&](const char* key) { return fabric.at(key).value.value_or(0.0); };
    const std::vector<ContactRose::Bin> bins = rose.result();
    const double width = 180.0 / static_cast<double>(bins.size());
    // Each direction has its opposite.
    for (std::size_t k = 0; k < 2 * bins.size(); ++k)
        for (std::size_t part = 0; part < rows_of_bin; ++part) {
            const ContactRose::Bin& bin = bins[k % bins.size()];
            const double direction =
                width * (static_cast<double>(k) +
                         static_cast<double>(part) / static_cast<double>(rows_of_bin - 1));
            const double twice = 2.0 * (direction - value("angle")) * std::numbers::pi / 180.0;
            auto& cells = plot.rows.emplace_back();
            for (const double cell :
                 {direction, bin.contacts, 1.0 + value("anisotropy") * std::cos(twice), bin.normal,
                  1.0 + value("a_n") * std::cos(twice), std::abs(bin.friction),
                  std::abs(value("a_t") * std::sin(twice))})
                cells.push_back(engine::number_text(cell));
        }
    return plot;
}

}  // namespace

std::vector<Plot> rose_plots(const std::filesystem::path& folder, const engine::Scene& scene,
                             const std::string& title) {
    std::vector<Plot> plots;
    for (const engine::MeasureSpec& measure : scene.measures) {
        if (measure.kind != engine::MeasureKind::fabric) continue;
        engine::TrajectoryReader reader(folder);
        const ContactRose rose =
            engine::rose_over_frames(reader, scene, engine::SeriesRows(folder), measure);
        if (!rose.result().empty()) plots.push_back(rose_plot(measure.name, title, rose));
    }
    return plots;
}

}  // namespace scree::render
