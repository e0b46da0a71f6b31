#include "render/layout.h"

#include <algorithm>
#include <cmath>

#include "engine/base/quantile.h"

namespace scree::render {
namespace {

using geometry::Box;
using geometry::Vec2;

/// Lines of forces on coloured grains have no rims where grains are fewer pixels wide.
constexpr double smallest_rimmed = 12.0;
/// The longer side of what is drawn, and of the sheet, in heights of text.
constexpr double texts_along_picture = 55.0;
constexpr double texts_along_sheet = texts_along_picture + 2.0;
/// The width that a legend needs, and a height of which it takes less than half together with the
/// caption; both in heights of text.
constexpr double texts_across = 20.0;
constexpr double texts_up = 20.0;

ChainLook chain_look(const PictureScene& scene, double grain_pixels, double text_size) {
    std::vector<double> forces;
    for (const PictureChain& chain : scene.chains) {
        if (std::isfinite(chain.force) && chain.force > 0.0) forces.push_back(chain.force);
    }
    if (forces.empty() && !scene.largest_force) return {};
    const double largest =
        scene.largest_force ? *scene.largest_force : engine::quantile(forces, within_range);
    if (!(largest > 0.0) || !std::isfinite(largest)) return {};
    const bool rimmed = scene.quantity != Quantity::material && grain_pixels >= smallest_rimmed;
    return {largest, std::clamp(0.35 * grain_pixels, 2.0, std::max(2.0, 0.45 * text_size)),
            rimmed ? 0.03 * text_size : 0.0};
}

/// Makes the layout on a sheet that is as large as needed, but not narrower than `least_width`.
Layout lay_out(const PictureScene& scene, const Colouring& colouring, const Box& box,
               double pixels_per_metre, double text_size, double least_width) {
    const double border = text_size;
    View view{box, {border, scene.caption.empty() ? border : 2.6 * text_size}, pixels_per_metre};
    const double grain_pixels = typical_diameter(scene) * pixels_per_metre;
    const ChainLook chains = chain_look(scene, grain_pixels, text_size);
    const double width = std::max(view.width(), least_width - 2.0 * border);
    view.origin.x += 0.5 * (width - view.width());
    const double bottom = view.origin.y + view.height() + text_size;
    Legend legend(scene, colouring, chains, pixels_per_metre, width, text_size);
    const Vec2 sheet{width + 2.0 * border, bottom + legend.height() + border};
    return {view,
            sheet,
            text_size,
            grain_pixels,
            chains,
            {border, border + 0.8 * text_size},
            {border, bottom},
            std::move(legend)};
}

}  // namespace

Layout layout_for(const PictureScene& scene, const Colouring& colouring, int pixels) {
    const Box box = shown_box(scene);
    const double side = std::max(box.high.x - box.low.x, box.high.y - box.low.y);
    const double text_size = pixels / texts_along_picture;
    // Narrow pictures get a sheet that is wide enough for their legend.
    return lay_out(scene, colouring, box, pixels / side, text_size,
                   (texts_across + 2.0) * text_size);
}

Layout layout_in(const PictureScene& scene, const Colouring& colouring, Vec2 sheet) {
    const Box box = shown_box(scene);
    const double box_height = box.high.y - box.low.y;
    const double text_size = std::min({std::max(sheet.x, sheet.y) / texts_along_sheet,
                                       sheet.x / (texts_across + 2.0), sheet.y / texts_up});
    double scale = (sheet.x - 2.0 * text_size) / (box.high.x - box.low.x);
    Layout layout = lay_out(scene, colouring, box, scale, text_size, sheet.x);
    // The height of the legend changes with the scale, if its lines break elsewhere.
    for (int k = 0; k < 5 && layout.sheet.y > sheet.y; ++k) {
        const double height = layout.view.height() - (layout.sheet.y - sheet.y);
        scale = std::max(height, 0.1 * sheet.y) / box_height;
        layout = lay_out(scene, colouring, box, scale, text_size, sheet.x);
    }
    const double spare = std::max(0.0, sheet.y - layout.sheet.y);
    layout.view.origin.y += 0.5 * spare;
    layout.legend_at.y += spare;
    layout.sheet = sheet;
    return layout;
}

}  // namespace scree::render
