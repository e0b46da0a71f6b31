#include "tests/render/window/screen.h"

#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmath>
#include <cstdlib>
#include <set>
#include <stdexcept>

#include "tests/cli/process.h"

// After all others: it defines words like Status and None.
#include <X11/Xlib.h>
#include <X11/Xutil.h>

extern char** environ;

namespace scree::window {

std::uint32_t code_of(render::Colour c) {
    const auto part = [](double v) { return static_cast<std::uint32_t>(std::lround(255.0 * v)); };
    return part(c.red) << 16 | part(c.green) << 8 | part(c.blue);
}

std::uint32_t Screenshot::at(geometry::Vec2 place) const {
    const int x = static_cast<int>(place.x);
    const int y = static_cast<int>(place.y);
    if (x < 0 || y < 0 || x >= width || y >= height) throw std::out_of_range("no such pixel");
    return pixels[static_cast<std::size_t>(y * width + x)];
}

std::size_t Screenshot::red(int left, int top, int right, int bottom) const {
    std::size_t count = 0;
    for (int y = top; y < bottom; ++y)
        for (int x = left; x < right; ++x) {
            const std::uint32_t p = pixels[static_cast<std::size_t>(y * width + x)];
            const auto r = static_cast<int>(p >> 16 & 255u);
            const auto g = static_cast<int>(p >> 8 & 255u);
            count += r > 120 && r > g + 70;
        }
    return count;
}

std::size_t Screenshot::difference(const Screenshot& other) const {
    if (other.pixels.size() != pixels.size()) throw std::invalid_argument("of other sizes");
    std::size_t count = 0;
    for (std::size_t k = 0; k < pixels.size(); ++k) count += pixels[k] != other.pixels[k];
    return count;
}

std::size_t Screenshot::colours() const {
    return std::set<std::uint32_t>(pixels.begin(), pixels.end()).size();
}

namespace {

Display* open(const std::string& name) {
    Display* display = XOpenDisplay(name.c_str());
    if (display == nullptr) throw std::runtime_error("the virtual screen does not answer");
    return display;
}

}  // namespace

Screen& Screen::get() {
    static Screen screen;
    return screen;
}

Screen::Screen() {
    int ends[2];
    if (::pipe2(ends, O_CLOEXEC) != 0) throw std::runtime_error("pipe");
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO);
    posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
    std::vector<std::string> command = {"Xvfb",        "-displayfd", "1",   "-screen",   "0",
                                        "1280x800x24", "-nolisten",  "tcp", "-terminate"};
    std::vector<char*> arguments;
    for (std::string& word : command) arguments.push_back(word.data());
    arguments.push_back(nullptr);
    const int error = posix_spawnp(&server_, "Xvfb", &actions, nullptr, arguments.data(), environ);
    posix_spawn_file_actions_destroy(&actions);
    ::close(ends[1]);
    if (error != 0) throw std::runtime_error("Xvfb does not start: apt-get install xvfb");
    char c = 0;
    display_ = ":";
    while (::read(ends[0], &c, 1) == 1 && c != '\n') display_ += c;
    ::close(ends[0]);
    if (display_ == ":") throw std::runtime_error("Xvfb ended at once");
    ::setenv("DISPLAY", display_.c_str(), 1);
    // The server ends with its last client. This client stays to the end of the program, even if it
    // crashes.
    open(display_);
}

Screen::~Screen() {
    ::kill(server_, SIGTERM);
    ::waitpid(server_, nullptr, 0);
}

Screenshot Screen::shoot() const {
    Display* display = open(display_);
    const Window root = DefaultRootWindow(display);
    XImage* image = XGetImage(display, root, 0, 0, 1280, 800, AllPlanes, ZPixmap);
    Screenshot shot{image->width, image->height, {}};
    for (int y = 0; y < shot.height; ++y)
        for (int x = 0; x < shot.width; ++x)
            shot.pixels.push_back(static_cast<std::uint32_t>(XGetPixel(image, x, y)) & 0xffffffu);
    XDestroyImage(image);
    XCloseDisplay(display);
    return shot;
}

geometry::Vec2 Screen::corner_of(unsigned long window) const {
    Display* display = open(display_);
    int x = 0;
    int y = 0;
    Window child = 0;
    XTranslateCoordinates(display, window, DefaultRootWindow(display), 0, 0, &x, &y, &child);
    XCloseDisplay(display);
    return {static_cast<double>(x), static_cast<double>(y)};
}

void Screen::xdotool(std::vector<std::string> arguments) const {
    arguments.insert(arguments.begin(), "/usr/bin/xdotool");
    const cli::Outcome outcome = cli::run(std::move(arguments), {"DISPLAY=" + display_});
    if (outcome.exit_code != 0) throw std::runtime_error("xdotool: " + outcome.err);
    // The server has made the events. Once it answers another client, it has also sent them.
    Display* display = open(display_);
    XSync(display, False);
    XCloseDisplay(display);
}

}  // namespace scree::window
