#include "render/window/screen_capture.h"

#include <SFML/Graphics/Image.hpp>
#include <SFML/Graphics/Texture.hpp>
#include <algorithm>
#include <cmath>
#include <utility>

#include "engine/files/sealed_file.h"

namespace scree::window {
namespace {

constexpr double film_rate = 25.0;
/// The most frames of a film that repeat the last drawing. A window that was not drawn for longer
/// leaves a gap in the film.
constexpr std::uint64_t most_repeats = 50;

sf::Image image_of(const sf::RenderWindow& window) {
    sf::Texture texture;
    texture.create(window.getSize().x, window.getSize().y);
    texture.update(window);
    return texture.copyToImage();
}

}  // namespace

ScreenCapture::ScreenCapture(std::filesystem::path folder, std::string name)
    : folder_(std::move(folder)), name_(std::move(name)) {}

std::filesystem::path ScreenCapture::free_name(const std::string& suffix) const {
    std::filesystem::path path = folder_ / (name_ + suffix);
    for (int k = 2; std::filesystem::exists(path); ++k)
        path = folder_ / (name_ + "-" + std::to_string(k) + suffix);
    return path;
}

std::filesystem::path ScreenCapture::save_picture(const sf::RenderWindow& window) {
    const std::filesystem::path path = free_name(".png");
    if (!image_of(window).saveToFile(path.string()))
        throw engine::FileError(engine::FileError::Kind::input_output, path, "cannot be written");
    return path;
}

void ScreenCapture::begin_film(const sf::RenderWindow& window, double wall) {
    // The sides of a film must be even.
    film_size_ = {static_cast<int>(window.getSize().x) / 2 * 2,
                  static_cast<int>(window.getSize().y) / 2 * 2};
    film_path_ = free_name(".mp4");
    film_ = std::make_unique<render::Film>(film_path_, film_size_, film_rate);
    film_start_ = wall;
    film_frames_ = 0;
}

/// Copies the pixels of the window as films need them: blue, green, red and an unused byte. They
/// are black where the window has become smaller.
void ScreenCapture::grab(const sf::RenderWindow& window) {
    const sf::Image image = image_of(window);
    const auto width = static_cast<std::size_t>(film_size_.width);
    const auto height = static_cast<std::size_t>(film_size_.height);
    pixels_.assign(4 * width * height, std::byte{0});
    const std::size_t columns = std::min<std::size_t>(width, image.getSize().x);
    const std::size_t rows = std::min<std::size_t>(height, image.getSize().y);
    const sf::Uint8* from = image.getPixelsPtr();
    for (std::size_t y = 0; y < rows; ++y) {
        const sf::Uint8* row = from + 4 * y * image.getSize().x;
        std::byte* into = pixels_.data() + 4 * y * width;
        for (std::size_t x = 0; x < columns; ++x) {
            into[4 * x] = std::byte{row[4 * x + 2]};
            into[4 * x + 1] = std::byte{row[4 * x + 1]};
            into[4 * x + 2] = std::byte{row[4 * x]};
        }
    }
}

void ScreenCapture::film(const sf::RenderWindow& window, double wall) {
    if (!film_) return;
    const auto due = static_cast<std::uint64_t>((wall - film_start_) * film_rate) + 1;
    if (due <= film_frames_) return;
    grab(window);
    const std::uint64_t first = due > most_repeats ? due - most_repeats : 0;
    film_frames_ = std::max(film_frames_, first);
    try {
        for (; film_frames_ < due; ++film_frames_) film_->add(pixels_);
    } catch (const engine::FileError&) {
        film_.reset();
        throw;
    }
}

std::filesystem::path ScreenCapture::end_film() {
    std::exchange(film_, nullptr)->finish();
    return film_path_;
}

}  // namespace scree::window
