#pragma once

#include <SFML/Graphics/Color.hpp>
#include <array>
#include <span>
#include <vector>

#include "render/colouring.h"
#include "render/window/moment.h"

namespace scree::window {

using render::Quantity;

/// All that grains can be coloured by, in the order in which they are offered.
std::span<const Quantity> quantities();

/// The widths of cells on the levels that the scene's grid has, or would have: at least one, m.
std::vector<double> cells_of(const engine::Scene& scene);

/// What the colours of grains mean. Its range follows the values: up at once, down slowly, so that
/// colours do not flicker.
class ColourScale {
public:
    void choose(Quantity quantity);
    Quantity quantity() const { return quantity_; }

    /// To be called for every new moment.
    void update(const Moment& moment);
    /// Of a grain by its row in the moment.
    sf::Color of_grain(std::size_t row) const;
    double value_of_grain(std::size_t row) const { return values_[row]; }
    const render::Colouring& colouring() const { return colouring_; }

private:
    void widen(const render::ValueRange& suited);
    double level_of(double width) const;

    Quantity quantity_ = Quantity::material;
    std::vector<double> values_;
    std::vector<double> cells_;  ///< of a grid, m: known once they were asked for
    render::ValueRange range_{};
    bool fresh_ = true;  ///< no range yet
    render::Colouring colouring_{Quantity::material, {}};
    std::array<sf::Color, 256> table_{};
};

}  // namespace scree::window
