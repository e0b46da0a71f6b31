#pragma once

#include <cstddef>
#include <cstdio>
#include <ostream>
#include <string>
#include <vector>

/// How things are written for people.
namespace scree::cli {

template <class... Values>
std::string format(const char* pattern, Values... values) {
    char text[200];
    std::snprintf(text, sizeof text, pattern, values...);
    return text;
}

/// Of that on stderr, or 80.
std::size_t terminal_width();

/// Unless NO_COLOR is set, or the terminal can do nothing.
bool wants_colour();

/// "1:02:03" or "2:03".
std::string clock_text(double seconds);

/// "[####....]"
std::string bar_text(double share);

/// Rows of cells as columns, each as wide as it must be.
void print_aligned(std::ostream& out, const std::vector<std::vector<std::string>>& rows);

}  // namespace scree::cli
