#pragma once

#include <SFML/Graphics/RenderWindow.hpp>
#include <SFML/Window/Event.hpp>
#include <array>

namespace scree::window {

/// Dear ImGui in a window of SFML: passes events on to panels, and draws them.
class PanelHost {
public:
    explicit PanelHost(sf::RenderWindow& window);
    ~PanelHost();
    PanelHost(const PanelHost&) = delete;
    PanelHost& operator=(const PanelHost&) = delete;

    void handle(const sf::Event& event);
    /// Whether a panel wants the pointer, or the keys, just now.
    bool wants_pointer() const;
    bool wants_keys() const;

    /// Panels are made between begin() and end(), which draws them.
    void begin(double seconds);
    void end();
    /// To be called instead of end() where something went wrong in between. Nothing is drawn.
    void give_up();

private:
    sf::RenderWindow& window_;
    std::array<bool, 3> down_{};     ///< buttons of the mouse
    std::array<bool, 3> pressed_{};  ///< pressed since the last drawing, if only for a moment
};

}  // namespace scree::window
