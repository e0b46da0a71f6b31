#pragma once

#include <SFML/Graphics/RenderWindow.hpp>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "render/film.h"

namespace scree::window {

/// Pictures and films of what the window shows. Files get names that are free.
class ScreenCapture {
public:
    /// Into a folder, with names that begin like this.
    ScreenCapture(std::filesystem::path folder, std::string name);

    /// Returns the file. Throws engine::FileError.
    std::filesystem::path save_picture(const sf::RenderWindow& window);

    bool is_filming() const { return film_ != nullptr; }
    /// Throws render::ProgramMissing and engine::FileError.
    void begin_film(const sf::RenderWindow& window, double wall);
    /// After each drawing: a film goes as fast as what was seen. Throws engine::FileError, and then
    /// there is no film any more.
    void film(const sf::RenderWindow& window, double wall);
    /// Returns the file. Throws engine::FileError.
    std::filesystem::path end_film();

private:
    std::filesystem::path free_name(const std::string& suffix) const;
    void grab(const sf::RenderWindow& window);

    std::filesystem::path folder_;
    std::string name_;
    std::unique_ptr<render::Film> film_;
    std::filesystem::path film_path_;
    render::SheetSize film_size_;
    double film_start_ = 0.0;
    std::uint64_t film_frames_ = 0;
    std::vector<std::byte> pixels_;
};

}  // namespace scree::window
