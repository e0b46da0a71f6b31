#include "cli/terminal.h"

#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <cstring>

namespace scree::cli {
namespace {

constexpr std::size_t bar_width = 24;

}  // namespace

std::size_t terminal_width() {
    winsize size{};
    return ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0 ? size.ws_col : 80;
}

bool wants_colour() {
    const char* none = std::getenv("NO_COLOR");
    const char* terminal = std::getenv("TERM");
    return (none == nullptr || *none == '\0') &&
           (terminal == nullptr || std::strcmp(terminal, "dumb") != 0);
}

std::string clock_text(double seconds) {
    if (!(seconds < 1e6)) return "long";
    const auto all = static_cast<long>(std::ceil(seconds));
    if (all >= 3600) return format("%ld:%02ld:%02ld", all / 3600, all / 60 % 60, all % 60);
    return format("%ld:%02ld", all / 60, all % 60);
}

std::string bar_text(double share) {
    const double part = std::clamp(share, 0.0, 1.0) * static_cast<double>(bar_width);
    const auto full = static_cast<std::size_t>(part);
    return '[' + std::string(full, '#') + std::string(bar_width - full, '.') + ']';
}

void print_aligned(std::ostream& out, const std::vector<std::vector<std::string>>& rows) {
    std::vector<std::size_t> widths;
    for (const auto& row : rows) {
        widths.resize(std::max(widths.size(), row.size()));
        for (std::size_t k = 0; k < row.size(); ++k) widths[k] = std::max(widths[k], row[k].size());
    }
    for (const auto& row : rows) {
        std::string line;
        for (std::size_t k = 0; k < row.size(); ++k) {
            line += row[k];
            line.append(widths[k] - row[k].size() + 2, ' ');
        }
        line.erase(line.find_last_not_of(' ') + 1);
        out << line << '\n';
    }
}

}  // namespace scree::cli
