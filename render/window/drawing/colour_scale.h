#pragma once

#include <SFML/Graphics/Color.hpp>
#include <array>
#include <span>
#include <string>
#include <vector>

#include "render/colouring.h"
#include "render/window/frame_view.h"

namespace scree::window {

using render::Quantity;

/// All quantities that grains can be coloured by, in the order in which they are offered.
std::span<const Quantity> quantities();

/// The meaning of the colours of grains. The range follows the values: it grows at once and shrinks
/// slowly, so that colours do not flicker.
class ColourScale {
public:
    void choose(Quantity quantity);
    Quantity quantity() const { return quantity_; }

    /// To be called for every new moment.
    void update(const FrameView& frame_view);
    /// The colour of a grain by its row in the frame.
    sf::Color of_grain(std::size_t row) const;
    double value_of_grain(std::size_t row) const { return values_[row]; }
    const render::Colouring& colouring() const { return colouring_; }
    /// What the colours show, or why there is nothing to show.
    const std::string& title() const { return title_; }
    /// Whether any grain has a value.
    bool has_values() const { return has_values_; }
    /// Whether there are several colours, so that a bar explains them.
    bool has_bar() const { return has_values_ && !one_level_; }

private:
    void widen(const render::ValueRange& suited);

    Quantity quantity_ = Quantity::material;
    std::vector<double> values_;
    render::ValueRange range_{};
    bool fresh_ = true;  ///< no range was chosen yet
    bool has_values_ = false;
    bool one_level_ = false;  ///< the grid has only one level
    std::string title_;
    render::Colouring colouring_{Quantity::material, {}};
    std::array<sf::Color, 256> table_{};
};

}  // namespace scree::window
