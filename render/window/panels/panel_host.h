#pragma once

#include <SFML/Graphics/RenderWindow.hpp>
#include <SFML/Window/Event.hpp>
#include <array>
#include <cstddef>
#include <utility>

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
    /// Which of some buttons or keys are down.
    template <std::size_t n>
    struct Presses {
        std::array<bool, n> down{};
        std::array<bool, n> pressed{};  ///< since the last drawing, if only for a moment

        void note(std::size_t k, bool is_press) {
            down[k] = is_press;
            if (is_press) pressed[k] = true;
        }
        void release() { down.fill(false); }
        /// Whether it is down in the next drawing.
        bool take(std::size_t k) { return std::exchange(pressed[k], false) || down[k]; }
    };
    static constexpr std::size_t buttons = 3;
    static constexpr std::size_t keys = sf::Keyboard::KeyCount;

    sf::RenderWindow& window_;
    Presses<buttons> buttons_;
    Presses<keys> keys_;
};

}  // namespace scree::window
