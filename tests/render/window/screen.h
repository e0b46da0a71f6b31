#pragma once

#include <sys/types.h>

#include <cstdint>
#include <string>
#include <vector>

#include "geometry/vec2.h"
#include "render/colours.h"

namespace scree::window {

/// What a screen showed at a moment.
struct Screenshot {
    int width = 0;
    int height = 0;
    std::vector<std::uint32_t> pixels;  ///< as in 0xd9c7a0, row by row from the top

    std::uint32_t at(geometry::Vec2 place) const;
    /// The number of pixels between these columns and rows that are clearly red.
    std::size_t red(int left, int top, int right, int bottom) const;
    /// The number of different colours. An empty screen has one.
    std::size_t colours() const;
    /// The number of pixels that differ.
    std::size_t difference(const Screenshot& other) const;
};

std::uint32_t code_of(render::Colour c);

/// A virtual screen with nothing on it. DISPLAY names it.
class Screen {
public:
    /// One for the whole program: SFML does not let go of a display.
    static Screen& get();
    ~Screen();
    Screen(const Screen&) = delete;
    Screen& operator=(const Screen&) = delete;

    const std::string& display() const { return display_; }
    Screenshot shoot() const;
    /// Where the upper left corner of a window is.
    geometry::Vec2 corner_of(unsigned long window) const;
    /// Sends keys, clicks and moves; the manual page of xdotool lists the arguments. They are on
    /// their way to the window when this returns, so that the window finds them when it next looks
    /// for events.
    void xdotool(std::vector<std::string> arguments) const;

private:
    Screen();
    pid_t server_ = 0;
    std::string display_;
};

}  // namespace scree::window
