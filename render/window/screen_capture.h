#pragma once

#include <SFML/Graphics/RenderWindow.hpp>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "render/film.h"

namespace scree::window {

/// Saves pictures and films of what the window shows, in files with names that are not taken yet.
class ScreenCapture {
public:
    /// Files go into `folder`, and their names begin with `name`.
    ScreenCapture(std::filesystem::path folder, std::string name);

    /// Saves a picture and returns its path. Throws engine::FileError.
    std::filesystem::path save_picture(const sf::RenderWindow& window);

    bool is_filming() const { return film_ != nullptr; }
    /// Begins a film. Throws render::ProgramMissing and engine::FileError.
    void begin_film(const sf::RenderWindow& window, double wall);
    /// Adds the window to the film, if one is being made, as often as real time demands. To be
    /// called after each drawing. Throws engine::FileError, which ends the film.
    void film(const sf::RenderWindow& window, double wall);
    /// Ends the film and returns its path. Throws engine::FileError.
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
