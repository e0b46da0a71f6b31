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
    /// Pixels between these columns and rows that are more red than anything else, by far.
    std::size_t red(int left, int top, int right, int bottom) const;
    /// How many there are: a screen with nothing on it has one.
    std::size_t colours() const;
    /// How many pixels differ.
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
    /// Keys, clicks and moves, as its manual page says. They are on their way to the window when
    /// this returns: whoever looks for events there next finds them.
    void xdotool(std::vector<std::string> arguments) const;

private:
    Screen();
    pid_t server_ = 0;
    std::string display_;
};

}  // namespace scree::window
