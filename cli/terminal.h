#pragma once

#include <cstddef>
#include <cstdio>
#include <ostream>
#include <string>
#include <vector>

/// Text on the terminal, for people.
namespace scree::cli {

template <class... Values>
std::string format(const char* pattern, Values... values) {
    char text[200];
    std::snprintf(text, sizeof text, pattern, values...);
    return text;
}

/// The width of the terminal on stderr in characters; 80 where it is not known.
std::size_t terminal_width();

/// Whether to use colours: not where NO_COLOR is set, or where the terminal is dumb.
bool wants_colour();

/// "1:02:03" or "2:03".
std::string clock_text(double seconds);

/// "[####....]"
std::string bar_text(double share);

/// Prints rows of cells in columns, each column as wide as its widest cell.
void print_aligned(std::ostream& out, const std::vector<std::vector<std::string>>& rows);

}  // namespace scree::cli
