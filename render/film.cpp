#include "render/film.h"

#include "engine/base/spec_error.h"
#include "engine/files/sealed_file.h"

namespace scree::render {
namespace {

/// H.264 in the pixel format that every player knows, with its index at the beginning. Without
/// -xerror ffmpeg would not fail on a full disk.
std::vector<std::string> command(const std::filesystem::path& path, SheetSize size, double fps) {
    // The prefix keeps ffmpeg from taking a name that begins with a dash for an option.
    const std::string file = "file:" + path.string();
    const std::string sides = std::to_string(size.width) + "x" + std::to_string(size.height);
    return {"ffmpeg", "-hide_banner", "-nostdin", "-xerror",    "-loglevel",
            "error",  "-y",           "-f",       "rawvideo",   "-pixel_format",
            "bgr0",   "-video_size",  sides,      "-framerate", engine::number_text(fps),
            "-i",     "pipe:0",       "-c:v",     "libx264",    "-crf",
            "20",     "-pix_fmt",     "yuv420p",  "-movflags",  "+faststart",
            "-f",     "mp4",          file};
}

}  // namespace

Film::Film(const std::filesystem::path& path, SheetSize size, double frames_per_second)
    : path_(path), ffmpeg_(command(path, size, frames_per_second), "ffmpeg") {}

void Film::fail() {
    throw engine::FileError(engine::FileError::Kind::input_output, path_.filename(),
                            "ffmpeg failed: " + ffmpeg_.last_line());
}

void Film::add(Canvas& picture) { add(picture.pixels()); }

void Film::add(std::span<const std::byte> pixels) {
    if (ffmpeg_.write(pixels)) return;
    ffmpeg_.finish();
    fail();
}

void Film::finish() {
    if (!ffmpeg_.finish()) fail();
}

}  // namespace scree::render
