#pragma once

#include <SFML/Graphics/RenderWindow.hpp>
#include <SFML/System/Clock.hpp>
#include <SFML/Window/ContextSettings.hpp>
#include <cstddef>
#include <filesystem>
#include <memory>
#include <string>

#include "render/window/drawing/grain_layer.h"
#include "render/window/panels/panel_host.h"
#include "render/window/screen_capture.h"
#include "render/window/viewer.h"

namespace scree::window {

struct WindowOptions {
    std::string name;              ///< of the scene or the folder
    std::filesystem::path folder;  ///< for pictures and films
    unsigned width = 1280;
    unsigned height = 800;
};

/// The window, which handles events and draws. There must be a display.
class WatchWindow {
public:
    WatchWindow(Player& player, const WindowOptions& options);
    /// Ends a film that is being made, so that it is complete.
    ~WatchWindow();
    WatchWindow(const WatchWindow&) = delete;
    WatchWindow& operator=(const WatchWindow&) = delete;

    bool is_open() const { return window_.isOpen(); }
    /// Handles all events that wait, and draws once.
    void draw_frame();
    /// Sleeps a little while nothing happens. To be called between two drawings.
    void rest();
    void close() { window_.close(); }

    Viewer& viewer() { return viewer_; }
    const GrainLayer& grains() const { return grains_; }
    sf::RenderWindow& window() { return window_; }
    double wall() const { return static_cast<double>(clock_.getElapsedTime().asSeconds()); }

private:
    static constexpr std::size_t reserved_bytes = std::size_t{8} << 20;

    void handle(const sf::Event& event);
    void press_key(const sf::Event::KeyEvent& key);
    bool is_on_scene(Vec2 pointer) const;
    void turn_wheel(const sf::Event::MouseWheelScrollEvent& wheel);
    void enter(char32_t text);
    void press_button(const sf::Event::MouseButtonEvent& button);
    void release_button(const sf::Event::MouseButtonEvent& button);
    void move_pointer(Vec2 to);
    void close_something();
    void set_layout();
    void draw_scene();
    void mark(const FrameView& frame_view, std::size_t row, Vec2 shift);
    void draw();
    void draw_panels();
    void draw_all_panels(double now);
    void save_picture();
    void toggle_film();
    template <class Task>
    void try_to(const Task& task);

    sf::Clock clock_;
    sf::ContextSettings context_;  ///< is chosen before the window starts Mesa
    sf::RenderWindow window_;
    PanelHost panels_;
    Viewer viewer_;
    GrainLayer grains_;
    Mesh marks_;
    ScreenCapture capture_;
    /// Memory that is freed when memory runs out for the first time, so that the window can say so.
    std::unique_ptr<char[]> reserve_ = std::make_unique<char[]>(reserved_bytes);
    double last_frame_ = 0.0;
    double last_event_ = 0.0;
    bool wants_picture_ = false;
    /// The key that was pressed last, while it is down.
    sf::Keyboard::Key held_ = sf::Keyboard::Unknown;
    /// Whether the last press is a repetition of a key that is held.
    bool repeated_ = false;

    Vec2 pointer_;
    bool dragging_ = false;  ///< the left button is down, on the scene
    double dragged_ = 0.0;   ///< so far, pixels
};

}  // namespace scree::window
