#include "render/window/keys.h"

#include <array>

namespace scree::window {

std::span<const KeyHelp> key_help() {
    static constexpr std::array lines{
        KeyHelp{"Space", "run or pause"},
        KeyHelp{".  ,", "one step on, one step back"},
        KeyHelp{"R", "restart"},
        KeyHelp{"F", "show all that there is now"},
        KeyHelp{"C", "colour by something else; Shift: the other way round"},
        KeyHelp{"1 \u2026 8", "what is drawn on top, as the panel says"},
        KeyHelp{"G", "follow the picked grain, or stop following"},
        KeyHelp{"N", "drop a new grain at the pointer"},
        KeyHelp{"W", "save the run as it is now, to go on with scree resume"},
        KeyHelp{"S", "write a PNG"},
        KeyHelp{"V", "start a film, and end it"},
        KeyHelp{"Tab", "the panels"},
        KeyHelp{"?", "these keys"},
        KeyHelp{"Esc", "close the keys, the panels, the window"},
        KeyHelp{"", ""},
        KeyHelp{"click", "pick a grain; Shift: one more, for its trajectory"},
        KeyHelp{"drag", "move the scene"},
        KeyHelp{"wheel", "zoom at the pointer"},
        KeyHelp{"right drag", "pull a grain with a spring"},
    };
    return lines;
}

void press(Viewer& viewer, char32_t key) {
    for (std::size_t k = 0; k < overlay_count; ++k)
        if (key == static_cast<char32_t>(overlay_names[k].key))
            viewer.toggle(static_cast<Overlay>(k));
    switch (key) {
        case U' ':
            return viewer.toggle_pause();
        case U'.':
            return viewer.step(false);
        case U',':
            return viewer.step(true);
        case U'r':
        case U'R':
            return viewer.restart();
        case U'f':
        case U'F':
            return viewer.fit();
        case U'g':
        case U'G':
            return viewer.toggle_follow();
        case U'w':
        case U'W':
            return viewer.save_branch();
        case U'c':
            return viewer.next_colour(false);
        case U'C':
            return viewer.next_colour(true);
        case U'?':
            viewer.look().help = !viewer.look().help;
            return;
        default:
            return;
    }
}

}  // namespace scree::window
