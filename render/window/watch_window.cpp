#include "render/window/watch_window.h"

#include <SFML/OpenGL.hpp>
#include <SFML/System/Err.hpp>
#include <SFML/System/Sleep.hpp>
#include <SFML/Window/Context.hpp>
#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <exception>
#include <new>
#include <sstream>
#include <string_view>

#include "render/window/drawing/captions.h"
#include "render/window/keys.h"
#include "render/window/panels/inspector.h"
#include "render/window/panels/panels.h"

namespace scree::window {
namespace {

constexpr unsigned most_frames_per_second = 60;
/// A press during which the pointer moves less than this is a click, pixels.
constexpr double click_reach = 4.0;
constexpr double zoom_step = 1.25;
/// After this long without events or changes the window sleeps longer, s.
constexpr double idle_time = 0.5;
/// A picked grain of fewer pixels is marked with a circle.
constexpr double smallest_traced = 8.0;
const sf::Color mark_colour(25, 92, 168);

/// Without a graphics card Mesa would draw on all cores, which the simulation needs; one is enough.
/// Smooth edges would take it ten times as long, and lines have smooth edges anyway.
sf::ContextSettings choose_context() {
    setenv("LP_NUM_THREADS", "0", 0);
    sf::ContextSettings settings;
    const sf::Context probe;
    const auto* renderer = reinterpret_cast<const char*>(glGetString(GL_RENDERER));
    const std::string_view name = renderer == nullptr ? "" : renderer;
    const bool in_software = name.find("llvmpipe") != name.npos ||
                             name.find("softpipe") != name.npos || name.find("swrast") != name.npos;
    settings.antialiasingLevel = in_software ? 0 : 4;
    return settings;
}

/// The size of the window, which is no larger than the screen.
sf::VideoMode mode_of(const WindowOptions& options) {
    const sf::VideoMode screen = sf::VideoMode::getDesktopMode();
    return sf::VideoMode(std::min(options.width, screen.width),
                         std::min(options.height, screen.height));
}

/// The place of the window in the middle of the screen. SFML's own choice confuses the width of the
/// screen with its height.
sf::Vector2i place_of(const sf::RenderWindow& window) {
    const sf::VideoMode screen = sf::VideoMode::getDesktopMode();
    return {(static_cast<int>(screen.width) - static_cast<int>(window.getSize().x)) / 2,
            (static_cast<int>(screen.height) - static_cast<int>(window.getSize().y)) / 2};
}

sf::String title_of(Player& player, const std::string& name) {
    const std::string& title = player.scene().title;
    const std::string all = (title.empty() ? name : title) + " - scree";
    return sf::String::fromUtf8(all.begin(), all.end());
}

/// Opens the window. SFML switches vertical sync off, and complains on stderr where there is none;
/// that complaint is not shown.
void open(sf::RenderWindow& window, const sf::VideoMode& mode, const sf::String& title,
          const sf::ContextSettings& context) {
    std::ostringstream said;
    std::streambuf* const usual = sf::err().rdbuf(said.rdbuf());
    window.create(mode, title, sf::Style::Default, context);
    sf::err().rdbuf(usual);
    if (said.str() != "Setting vertical sync not supported\n") sf::err() << said.str();
    window.setPosition(place_of(window));
    window.setFramerateLimit(most_frames_per_second);
}

}  // namespace

WatchWindow::WatchWindow(Player& player, const WindowOptions& options)
    : context_(choose_context()),
      panels_(window_),
      viewer_(player, {options.folder, options.name}),
      capture_(options.folder, options.name) {
    open(window_, mode_of(options), title_of(player, options.name), context_);
    set_layout();
}

/// Does a task, and shows a notice where it fails.
template <class Task>
void WatchWindow::try_to(const Task& task) {
    try {
        task();
    } catch (const std::exception& error) {
        viewer_.say(error.what(), wall());
    }
}

WatchWindow::~WatchWindow() {
    if (capture_.is_filming()) try_to([&] { capture_.end_film(); });
}

void WatchWindow::set_layout() {
    const sf::Vector2u size = window_.getSize();
    const double left = viewer_.look().panel ? panel_width : 0.0;
    const double below = viewer_.look().panel ? timeline_height : 0.0;
    const double width = std::max(static_cast<double>(size.x), left + 100.0);
    const double height = std::max(static_cast<double>(size.y) - below, 100.0);
    viewer_.camera().set_frame({{left, 0.0}, {width, height}});
}

/// Where the memory does not suffice the last picture stays, since the next drawing may succeed.
void WatchWindow::draw_frame() {
    try {
        draw();
    } catch (const std::bad_alloc&) {
        reserve_.reset();
        if (viewer_.frame_view() == nullptr) throw;  // there is nothing to show
        try {
            viewer_.say("out of memory: what is shown may be late", wall());
        } catch (const std::bad_alloc&) {  // there is no memory even for the notice
        }
        sf::sleep(sf::milliseconds(20));
    }
}

void WatchWindow::draw() {
    sf::Event event;
    while (window_.pollEvent(event)) {
        last_event_ = wall();
        handle(event);
        if (!window_.isOpen()) return;
    }
    set_layout();
    viewer_.pull_to(pointer_);
    viewer_.refresh(wall());
    window_.clear(sf_colour(render::palette::background));
    draw_scene();
    draw_panels();
    if (wants_picture_) save_picture();
    try_to([&] { capture_.film(window_, wall()); });
    window_.display();
}

void WatchWindow::rest() {
    const bool busy = viewer_.is_running() || capture_.is_filming();
    if (!busy && wall() - last_event_ > idle_time) sf::sleep(sf::milliseconds(40));
}

void WatchWindow::draw_scene() {
    const FrameView* frame_view = viewer_.frame_view();
    if (frame_view == nullptr) return;
    const Vec2 size{static_cast<double>(window_.getSize().x),
                    static_cast<double>(window_.getSize().y)};
    const Camera& camera = viewer_.camera();
    grains_.build(*frame_view, camera, size, viewer_.colours());
    grains_.draw(window_);
    marks_.clear();
    if (const auto& pull = viewer_.pull())
        if (const auto row = frame_view->row_of(static_cast<engine::BodyNumber>(pull->grain))) {
            const auto& states = frame_view->frame().grains;
            Vec2 held = apply({states.position[*row], geometry::Rotation::by(states.angle[*row])},
                              pull->arm);
            held += frame_view->period().shift(frame_view->period().nearest(pull->target - held));
            marks_.line(camera.to_pixels(held), camera.to_pixels(pull->target), 2.5,
                        sf::Color(163, 22, 26));
            marks_.disc(camera.to_pixels(held), 4.0, sf::Color(163, 22, 26));
        }
    for (const engine::BodyNumber picked : viewer_.look().tracked)
        for_each_image_of(*frame_view, picked, [&](Vec2 shift) {
            mark(*frame_view, *frame_view->row_of(picked), shift);
        });
    marks_.draw(window_);
    viewer_.overlays().build(*frame_view, camera, size, viewer_.look());
    viewer_.overlays().draw(window_);
}

/// Marks a picked grain.
void WatchWindow::mark(const FrameView& frame_view, std::size_t row, Vec2 shift) {
    const auto& grains = frame_view.frame().grains;
    const Body& body = frame_view.bodies().of(grains.body[row]);
    const Camera& camera = viewer_.camera();
    const Vec2 at = camera.to_pixels(grains.position[row] + shift);
    const double reach = camera.scale() * body.reach;
    if (body.shape.radius > 0.0 || reach < smallest_traced) {
        marks_.circle(at, std::max(reach, 6.0), 2.5, mark_colour);
        return;
    }
    std::vector<Vec2> corners;
    corners_in_pixels(body, at, grains.angle[row], camera.scale(), body.shape.vertices.size(),
                      corners);
    marks_.outline(corners, 2.5, mark_colour);
}

void WatchWindow::draw_panels() {
    const double now = wall();
    panels_.begin(now - last_frame_);
    last_frame_ = now;
    try {
        draw_all_panels(now);
    } catch (...) {
        panels_.give_up();
        throw;
    }
    panels_.end();
}

void WatchWindow::draw_all_panels(double now) {
    draw_way(viewer_);
    if (viewer_.frame_view() != nullptr)
        draw_captions(viewer_.camera(), viewer_.colours(), *viewer_.frame_view(),
                      viewer_.overlays(), viewer_.look());
    if (viewer_.look().panel) {
        draw_control_panel(viewer_);
        draw_timeline(viewer_);
    }
    draw_inspector(viewer_);
    if (viewer_.look().help) draw_help(viewer_);
    if (!wants_picture_) draw_notice(viewer_, now);  // a saved picture shows no notice
}

void WatchWindow::handle(const sf::Event& event) {
    panels_.handle(event);
    switch (event.type) {
        case sf::Event::Closed:
            return window_.close();
        case sf::Event::Resized:
            window_.setView(sf::View(sf::FloatRect(0.0f, 0.0f, static_cast<float>(event.size.width),
                                                   static_cast<float>(event.size.height))));
            return;
        case sf::Event::KeyPressed:
            return press_key(event.key);
        case sf::Event::KeyReleased:
            if (event.key.code == held_) held_ = sf::Keyboard::Unknown;
            return;
        case sf::Event::LostFocus:
            held_ = sf::Keyboard::Unknown;
            return;
        case sf::Event::TextEntered:
            if (!panels_.wants_keys()) enter(event.text.unicode);
            return;
        case sf::Event::MouseButtonPressed:
            if (is_on_scene({static_cast<double>(event.mouseButton.x),
                             static_cast<double>(event.mouseButton.y)}))
                press_button(event.mouseButton);
            return;
        case sf::Event::MouseButtonReleased:
            return release_button(event.mouseButton);
        case sf::Event::MouseMoved:
            return move_pointer(
                {static_cast<double>(event.mouseMove.x), static_cast<double>(event.mouseMove.y)});
        case sf::Event::MouseWheelScrolled:
            return turn_wheel(event.mouseWheelScroll);
        default:
            return;
    }
}

/// Whether the pointer is on the scene. The place is checked too, because panels learn where the
/// pointer is only when they are drawn next.
bool WatchWindow::is_on_scene(Vec2 pointer) const {
    const auto& [low, high] = viewer_.camera().frame();
    return !panels_.wants_pointer() && pointer.x >= low.x && pointer.x < high.x &&
           pointer.y >= low.y && pointer.y < high.y;
}

void WatchWindow::turn_wheel(const sf::Event::MouseWheelScrollEvent& wheel) {
    const Vec2 pointer{static_cast<double>(wheel.x), static_cast<double>(wheel.y)};
    if (is_on_scene(pointer))
        viewer_.zoom(std::pow(zoom_step, static_cast<double>(wheel.delta)), pointer);
}

void WatchWindow::press_key(const sf::Event::KeyEvent& key) {
    repeated_ = key.code == held_ && key.code != sf::Keyboard::Unknown;
    held_ = key.code;
    if (panels_.wants_keys() || repeated_) return;
    if (key.code == sf::Keyboard::Escape) close_something();
    if (key.code == sf::Keyboard::Tab) viewer_.look().panel = !viewer_.look().panel;
}

void WatchWindow::close_something() {
    Look& look = viewer_.look();
    if (look.help)
        look.help = false;
    else if (look.panel)
        look.panel = false;
    else
        window_.close();
}

void WatchWindow::enter(char32_t text) {
    // The keys for single steps repeat while they are held; all others act once.
    if (repeated_ && text != U'.' && text != U',') return;
    if (text == U's' || text == U'S')
        wants_picture_ = true;
    else if (text == U'v' || text == U'V')
        toggle_film();
    else if (text == U'n' || text == U'N')
        viewer_.drop(pointer_, wall());
    else
        press(viewer_, text);
}

void WatchWindow::press_button(const sf::Event::MouseButtonEvent& button) {
    pointer_ = {static_cast<double>(button.x), static_cast<double>(button.y)};
    if (button.button == sf::Mouse::Right) return viewer_.grab(pointer_);
    if (button.button != sf::Mouse::Left) return;
    dragging_ = true;
    dragged_ = 0.0;
}

void WatchWindow::release_button(const sf::Event::MouseButtonEvent& button) {
    if (button.button == sf::Mouse::Right) return viewer_.let_go();
    if (button.button != sf::Mouse::Left || !dragging_) return;
    dragging_ = false;
    if (dragged_ < click_reach)
        viewer_.pick({static_cast<double>(button.x), static_cast<double>(button.y)},
                     sf::Keyboard::isKeyPressed(sf::Keyboard::LShift) ||
                         sf::Keyboard::isKeyPressed(sf::Keyboard::RShift));
}

void WatchWindow::move_pointer(Vec2 to) {
    const Vec2 moved = to - pointer_;
    pointer_ = to;
    if (!dragging_) return;
    dragged_ += length(moved);
    if (dragged_ >= click_reach) viewer_.drag(moved);
}

void WatchWindow::save_picture() {
    wants_picture_ = false;
    try_to([&] { viewer_.say("wrote " + capture_.save_picture(window_).string(), wall()); });
}

void WatchWindow::toggle_film() {
    try_to([&] {
        if (capture_.is_filming()) {
            viewer_.say("wrote " + capture_.end_film().string(), wall());
        } else {
            capture_.begin_film(window_, wall());
            viewer_.say("filming: V ends it", wall());
        }
    });
}

}  // namespace scree::window
