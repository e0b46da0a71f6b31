#pragma once

#include <filesystem>

#include "render/canvas.h"
#include "render/child_process.h"
#include "render/picture.h"

namespace scree::render {

/// An .mp4 file that ffmpeg makes from one picture after the other. Throws ProgramMissing where
/// ffmpeg is not installed, and engine::FileError when it fails.
class Film {
public:
    /// Both sides of `size` must be even.
    Film(const std::filesystem::path& path, SheetSize size, double frames_per_second);

    void add(Canvas& picture);
    /// Adds a picture by its pixels, row by row from the top, each as blue, green, red and an
    /// unused byte.
    void add(std::span<const std::byte> pixels);
    void finish();

private:
    [[noreturn]] void fail();

    std::filesystem::path path_;
    ChildProcess ffmpeg_;
};

}  // namespace scree::render
