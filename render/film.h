#pragma once

#include <filesystem>

#include "render/canvas.h"
#include "render/child_process.h"
#include "render/picture.h"

namespace scree::render {

/// An .mp4 file, made by ffmpeg from one picture after the other. Throws ProgramMissing without it,
/// and engine::FileError when it fails.
class Film {
public:
    /// The sides must be even.
    Film(const std::filesystem::path& path, SheetSize size, double frames_per_second);

    void add(Canvas& picture);
    /// Row by row from the top: blue, green, red and an unused byte.
    void add(std::span<const std::byte> pixels);
    void finish();

private:
    [[noreturn]] void fail();

    std::filesystem::path path_;
    ChildProcess ffmpeg_;
};

}  // namespace scree::render
