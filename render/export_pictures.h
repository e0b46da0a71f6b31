#pragma once

#include <optional>
#include <span>

#include "engine/export/folder.h"
#include "engine/record/run_frames.h"
#include "render/plots/series_look.h"

namespace scree::render {

/// How the frames of a run are drawn.
struct SeriesStyle {
    Quantity quantity = Quantity::material;
    bool forces = true;             ///< shown as lines, as wide as they are strong
    std::optional<SheetSize> size;  ///< none: as the view needs
    SeriesLook::Wishes look;
};

/// How many pictures are to be seen in a second of a film, if nothing else is said: as in life
/// where that can be watched.
double sensible_fps(double seconds_between_frames);

// Each says whether it came to the end. All frames are looked at before the first is drawn: what is
// shown, what the colours mean and how wide a force is are the same in all pictures.

/// A file for each frame, PNG or SVG: `name` with # for its number.
bool export_pictures(engine::RunFrames& run, std::span<const std::uint64_t> frames,
                     const SeriesStyle& style, PictureFormat format, const std::string& name,
                     const engine::ExportFolder& folder, const engine::KeepGoing& keep_going);

/// One file with a page for each frame.
bool export_pdf(engine::RunFrames& run, std::span<const std::uint64_t> frames,
                const SeriesStyle& style, const std::string& name,
                const engine::ExportFolder& folder, const engine::KeepGoing& keep_going);

/// Throws also ProgramMissing.
bool export_film(engine::RunFrames& run, std::span<const std::uint64_t> frames,
                 const SeriesStyle& style, double fps, const std::string& name,
                 const engine::ExportFolder& folder, const engine::KeepGoing& keep_going);

}  // namespace scree::render
