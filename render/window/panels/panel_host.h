#pragma once

#include <SFML/Graphics/RenderWindow.hpp>
#include <SFML/Window/Event.hpp>
#include <array>

namespace scree::window {

/// Dear ImGui in a window of SFML: events in, panels out.
class PanelHost {
public:
    explicit PanelHost(sf::RenderWindow& window);
    ~PanelHost();
    PanelHost(const PanelHost&) = delete;
    PanelHost& operator=(const PanelHost&) = delete;

    void handle(const sf::Event& event);
    /// Whether the pointer, or the keys, are for a panel just now.
    bool wants_pointer() const;
    bool wants_keys() const;

    /// Panels are made between the two; the second draws them.
    void begin(double seconds);
    void end();
    /// Instead of the second, when something went wrong in between: nothing is drawn.
    void give_up();

private:
    sf::RenderWindow& window_;
    std::array<bool, 3> down_{};     ///< buttons of the mouse
    std::array<bool, 3> pressed_{};  ///< since the last panels, if only for a moment
};

}  // namespace scree::window
