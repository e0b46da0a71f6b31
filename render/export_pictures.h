#pragma once

#include <optional>
#include <span>
#include <string>

#include "engine/export/folder.h"
#include "engine/record/run_frames.h"
#include "render/plots/series_look.h"

namespace scree::render {

/// A field of a run, and which of its quantities is shown.
struct ShownField {
    engine::MeasureSpec measure;
    std::string quantity;
};

/// How the frames of a run are drawn.
struct SeriesStyle {
    std::optional<ShownField> field;  ///< what colours mean then
    Quantity quantity = Quantity::material;
    bool forces = true;             ///< shown as lines, as wide as they are strong
    std::optional<SheetSize> size;  ///< none: as the view needs
    SeriesLook::Wishes look;
};

/// The pictures in a second of a film, if nothing else is asked for: as many as show the run in
/// real time, where that can be watched.
double sensible_fps(double seconds_between_frames);

// Each of these functions returns whether it came to the end. All frames are looked at before the
// first is drawn, so that the part that is shown, the meaning of the colours and the width of a
// force are the same in all pictures.

/// Writes a PNG or SVG file for each frame. `name` has a # in place of the number of the frame.
bool export_pictures(engine::RunFrames& run, std::span<const std::uint64_t> frames,
                     const SeriesStyle& style, PictureFormat format, const std::string& name,
                     const engine::ExportFolder& folder, const engine::KeepGoing& keep_going);

/// Writes one file with a page for each frame.
bool export_pdf(engine::RunFrames& run, std::span<const std::uint64_t> frames,
                const SeriesStyle& style, const std::string& name,
                const engine::ExportFolder& folder, const engine::KeepGoing& keep_going);

/// Writes an .mp4 file. Throws also ProgramMissing.
bool export_film(engine::RunFrames& run, std::span<const std::uint64_t> frames,
                 const SeriesStyle& style, double fps, const std::string& name,
                 const engine::ExportFolder& folder, const engine::KeepGoing& keep_going);

}  // namespace scree::render
