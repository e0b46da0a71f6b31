#include "render/export_pictures.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <functional>

#include "engine/run/mean_profile.h"
#include "render/field_picture.h"
#include "render/film.h"
#include "render/labels.h"
#include "render/run_picture.h"

namespace scree::render {
namespace {

using engine::ExportFolder;
using engine::KeepGoing;
using engine::RunFrames;
using engine::SeenFrame;
using Frames = std::span<const std::uint64_t>;

/// The pixels of the longer side. A film with more pixels is slow to make and to watch.
constexpr int film_pixels = 1280;

/// A time in the unit that suits the last time, with as many digits as tell frames apart.
std::string time_text(double time, double last, double between_frames) {
    const ScaledUnit unit = scaled_unit("s", last);
    const double digits = std::ceil(-std::log10(between_frames * unit.factor) - 1e-9);
    char text[40];
    std::snprintf(text, sizeof text, "%.*f ", static_cast<int>(std::clamp(digits, 0.0, 9.0)),
                  time * unit.factor);
    return text + unit.text;
}

/// Looks at all frames first, which takes much less time than drawing, then draws them one by one.
class Series {
public:
    Series(RunFrames& run, Frames frames, const SeriesStyle& style, const KeepGoing& keep_going)
        : run_(run), frames_(frames), style_(style), keep_going_(keep_going), look_(style.look) {}

    bool look() {
        for (std::size_t k = 0; k < frames_.size(); ++k) {
            if (!keep_going_(0)) return false;
            look_.add(bare_scene(frames_[k]));
        }
        return true;
    }

    SheetSize size(int pixels) {
        return style_.size ? *style_.size : sheet_size(scene(frames_.front()), pixels);
    }

    /// Calls `draw` with each number and scene.
    bool draw(const std::function<void(std::uint64_t, const PictureScene&)>& draw) {
        for (std::size_t k = 0; k < frames_.size(); ++k) {
            if (!keep_going_(k)) return false;
            draw(frames_[k], scene(frames_[k]));
        }
        return true;
    }

private:
    PictureScene bare_scene(std::uint64_t frame) {
        const SeenFrame seen = run_.see(frame);
        last_time_ = std::max(last_time_, seen.frame.time);
        PictureScene scene = picture_of(run_, seen, style_.quantity);
        scene.caption = "t = " + time_text(seen.frame.time, last_time_, run_.scene().output.frames);
        if (!style_.forces) scene.chains.clear();
        if (style_.field) scene.field = field_of(frame);
        return scene;
    }
    PictureScene scene(std::uint64_t frame) {
        PictureScene scene = bare_scene(frame);
        look_.apply(scene);
        return scene;
    }

    /// The field of a frame. A frame of which there is none has nothing to show of it.
    PictureField field_of(std::uint64_t frame) {
        if (!reader_) {
            reader_.emplace(run_.folder());
            measure_ = engine::with_width(*reader_, run_.scene(), style_.field->measure);
        }
        const std::string& quantity = style_.field->quantity;
        const engine::Field field = engine::field_of_frame(*reader_, run_.scene(), measure_, frame);
        if (field.arrays.empty()) return {{}, 0, 0, {}, quantity, ""};
        return picture_of(field, quantity);
    }

    RunFrames& run_;
    std::optional<engine::TrajectoryReader> reader_;  ///< for fields
    engine::MeasureSpec measure_;                     ///< of the field, with its width
    Frames frames_;
    const SeriesStyle& style_;
    const KeepGoing& keep_going_;
    SeriesLook look_;
    double last_time_ = 0.0;
};

}  // namespace

double sensible_fps(double seconds_between_frames) {
    constexpr double fewest = 10.0;
    constexpr double most = 60.0;
    constexpr double otherwise = 25.0;
    const double in_life = 1.0 / seconds_between_frames;
    return in_life >= fewest && in_life <= most ? in_life : otherwise;
}

bool export_pictures(RunFrames& run, Frames frames, const SeriesStyle& style, PictureFormat format,
                     const std::string& name, const ExportFolder& folder,
                     const KeepGoing& keep_going) {
    Series series(run, frames, style, keep_going);
    if (!series.look()) return false;
    const SheetSize size = series.size(default_pixels);
    return series.draw([&](std::uint64_t number, const PictureScene& scene) {
        Canvas canvas(format, size.width, size.height);
        draw_picture(canvas, scene);
        std::string file = name;
        if (const auto mark = file.find('#'); mark != std::string::npos)
            file.replace(mark, 1, engine::padded_number(number));
        folder.append(file, canvas.finish());
    });
}

bool export_pdf(RunFrames& run, Frames frames, const SeriesStyle& style, const std::string& name,
                const ExportFolder& folder, const KeepGoing& keep_going) {
    Series series(run, frames, style, keep_going);
    if (!series.look()) return false;
    const SheetSize size = series.size(default_pixels);
    Canvas canvas(PictureFormat::pdf, size.width, size.height);
    const bool whole = series.draw([&](std::uint64_t number, const PictureScene& scene) {
        if (number != frames.front()) canvas.clear();
        draw_picture(canvas, scene);
    });
    if (whole) folder.append(name, canvas.finish());
    return whole;
}

bool export_film(RunFrames& run, Frames frames, const SeriesStyle& style, double fps,
                 const std::string& name, const ExportFolder& folder, const KeepGoing& keep_going) {
    Series series(run, frames, style, keep_going);
    if (!series.look()) return false;
    const SheetSize size = series.size(film_pixels);
    Canvas canvas(PictureFormat::png, size.width, size.height);
    Film film(folder.aside(name), size, fps);
    const bool whole = series.draw([&](std::uint64_t, const PictureScene& scene) {
        canvas.clear();
        draw_picture(canvas, scene);
        film.add(canvas);
    });
    if (whole) film.finish();
    return whole;
}

}  // namespace scree::render
