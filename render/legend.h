#pragma once

#include <functional>
#include <set>
#include <vector>

#include "render/canvas.h"
#include "render/colouring.h"
#include "render/picture.h"

namespace scree::render {

/// How forces are drawn as lines.
struct ChainLook {
    double largest_force = 0.0;  ///< N; 0: no chains
    double largest_width = 0.0;  ///< pixels
    double rim = 0.0;            ///< pixels, around lines on coloured grains; 0: none

    double width(double force) const { return largest_width * force / largest_force; }
};

/// The materials of the grains, in a scene that is coloured by material.
std::set<std::size_t> materials_of(const PictureScene& scene);

/// The legend below the picture: the length of the scale bar, the meaning of the colours, the width
/// of a force. Its items go from left to right, in as many lines as they need.
class Legend {
public:
    Legend(const PictureScene& scene, const Colouring& colouring, const ChainLook& chains,
           double pixels_per_metre, double width, double text_size);

    double height() const;
    void draw(Canvas& canvas, geometry::Vec2 corner) const;

private:
    /// An item is drawn with its upper left corner at a point.
    struct Item {
        double width = 0.0;
        double height = 0.0;
        std::function<void(Canvas&, geometry::Vec2)> draw;
    };
    struct Placed {
        const Item* item;
        geometry::Vec2 at;
    };

    void add_scale_bar(double pixels_per_metre, double width);
    void add_materials(const PictureScene& scene);
    void add_colour_bar(const Colouring& colouring, double width);
    void add_force(const ChainLook& chains);
    void place(double width);

    Canvas ruler_;  ///< only measures how wide texts are
    double size_;   ///< of text, pixels
    std::vector<Item> items_;
    std::vector<Placed> placed_;
    double height_ = 0.0;
};

}  // namespace scree::render
