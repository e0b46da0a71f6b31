#include <algorithm>
#include <array>
#include <charconv>
#include <filesystem>
#include <iostream>

#include "cli/commands.h"
#include "cli/count_bar.h"
#include "cli/exit_codes.h"
#include "cli/failures.h"
#include "cli/frame_range.h"
#include "cli/interruption.h"
#include "engine/export/csv.h"
#include "engine/export/vti.h"
#include "engine/export/vtp.h"
#include "engine/run/mean_profile.h"
#include "render/export_pictures.h"
#include "render/field_picture.h"

namespace scree::cli {
namespace {

namespace fs = std::filesystem;
using engine::ExportFolder;
using render::Quantity;

constexpr std::array colours{std::pair{"material", Quantity::material},
                             std::pair{"speed", Quantity::speed},
                             std::pair{"spin", Quantity::spin},
                             std::pair{"size", Quantity::size},
                             std::pair{"pressure", Quantity::pressure},
                             std::pair{"contacts", Quantity::contacts},
                             std::pair{"kinetic_energy", Quantity::kinetic_energy}};

Quantity quantity_of(const std::string& colour) {
    for (const auto& [name, quantity] : colours)
        if (colour == name) return quantity;
    throw UsageError("--colour: there is no " + colour);
}

/// Reads a size like 1280x720.
render::SheetSize size_of(const std::string& text) {
    render::SheetSize size;
    const char* end = text.data() + text.size();
    const auto width = std::from_chars(text.data(), end, size.width);
    const bool cross = width.ptr != end && *width.ptr == 'x';
    const auto height = std::from_chars(cross ? width.ptr + 1 : end, end, size.height);
    if (width.ec != std::errc{} || !cross || height.ec != std::errc{} || height.ptr != end)
        throw UsageError("--size: `" + text + "` is not a size like 1280x720");
    for (const int side : {size.width, size.height})
        if (side < render::fewest_pixels || side > render::most_pixels)
            throw UsageError("--size: both sides must be from " +
                             std::to_string(render::fewest_pixels) + " to " +
                             std::to_string(render::most_pixels) + " pixels");
    return size;
}

bool is_table(const std::string& to) { return to == "vtp" || to == "vti" || to == "csv"; }
bool is_one_file(const std::string& to) { return to == "pdf" || to == "mp4"; }

/// The options on the command line that say how frames look, checked against each other.
render::SeriesStyle style_of(const ExportOptions& options) {
    if (is_table(options.to) && (options.colour || options.field || options.size || options.range ||
                                 options.x || options.y || options.forces))
        throw UsageError("options on how things look are for pictures and films, not for " +
                         options.to);
    if (options.to != "mp4" && options.fps) throw UsageError("--fps is for films: --to mp4");
    render::SeriesStyle style;
    style.quantity = quantity_of(options.colour.value_or("material"));
    if (options.range) {
        if (style.quantity == Quantity::material && !options.field)
            throw UsageError("--range needs a --colour that is a number, or a --field");
        style.look.range = render::ValueRange{options.range->low, options.range->high};
    }
    if (options.x) style.look.x = engine::Interval{options.x->low, options.x->high};
    if (options.y) style.look.y = engine::Interval{options.y->low, options.y->high};
    style.forces = options.forces.value_or(style.quantity == Quantity::material && !options.field);
    if (options.size) style.size = size_of(*options.size);
    if (options.to == "mp4" && style.size && (style.size->width % 2 || style.size->height % 2))
        throw UsageError("--size: both sides of a film must be even");
    return style;
}

/// The field that is asked for as "p" or "NAME.p": of the first that the scene measures, or of this
/// one.
render::ShownField field_of(const std::string& text, const engine::Scene& scene) {
    const std::vector<engine::MeasureSpec> fields = engine::field_specs(scene);
    const auto dot = text.find('.');
    const std::string name = dot == text.npos ? fields.front().name : text.substr(0, dot);
    const std::string quantity = dot == text.npos ? text : text.substr(dot + 1);
    const auto found = std::ranges::find(fields, name, &engine::MeasureSpec::name);
    if (found == fields.end())
        throw UsageError("--field: the scene measures no field `" + engine::shown(name) + "`");
    const std::vector<std::string> known = render::field_quantities();
    if (std::ranges::find(known, quantity) == known.end())
        throw UsageError("--field: there is no `" + engine::shown(quantity) + "`" +
                         engine::hint(quantity, known));
    const bool needs_moment = quantity == "d2min" || quantity.starts_with("displacement");
    if (needs_moment && !found->options.since)
        throw UsageError("--field: " + quantity + " needs the key `since` in measure." + name +
                         ", which scree export does not change");
    return {*found, quantity};
}

/// Where the files go, and how they are called.
struct Target {
    fs::path folder;
    std::string name;  ///< of a picture or film, with # in place of the number of a frame
    fs::path whole() const { return name.find('#') == name.npos ? folder / name : folder; }
};

Target target_of(const ExportOptions& options, std::size_t frames) {
    const std::string suffix = "." + options.to;
    const std::string colour =
        options.field ? "field-" + *options.field : options.colour.value_or("material");
    const fs::path all = fs::path(options.folder) / "export";
    if (is_table(options.to))
        return {options.output ? fs::path(*options.output) : all / options.to, "#"};
    if (!options.output && is_one_file(options.to)) return {all, colour + suffix};
    if (!options.output) return {all / (options.to + "-" + colour), "#" + suffix};
    const fs::path output = *options.output;
    const bool names_file = output.extension() == suffix;
    if (is_one_file(options.to) && !names_file)
        throw UsageError("-o: " + *options.output + " does not end in " + suffix);
    if (is_one_file(options.to) || (names_file && frames == 1))
        return {output.parent_path(), output.filename().string()};
    if (names_file)
        throw UsageError("-o: " + *options.output + " is one picture, and there are " +
                         std::to_string(frames) + " frames; choose one with --frames");
    return {output, "#" + suffix};
}

std::vector<std::string> kinds_of(const std::string& to, const Target& target,
                                  const engine::Scene& scene) {
    if (to == "vti") return engine::vti_kinds(scene);
    if (to == "vtp") return engine::vtp_kinds();
    if (to == "csv") return engine::csv_kinds();
    return {target.name};
}

/// Says how fast a film goes compared with real time.
std::string pace_text(double fps, double seconds_between_frames) {
    const double pace = fps * seconds_between_frames;
    char text[80];
    if (pace > 0.99 && pace < 1.01) {
        std::snprintf(text, sizeof text, ", %.3g a second, as in life", fps);
    } else {
        std::snprintf(text, sizeof text, ", %.3g a second, %.3g times %s than in life", fps,
                      pace < 1.0 ? 1.0 / pace : pace, pace < 1.0 ? "slower" : "faster");
    }
    return text;
}

int export_run(const ExportOptions& options) {
    render::SeriesStyle style = style_of(options);
    if (!options.quiet) note_missing_sums(options.folder);
    engine::RunFrames run(options.folder);
    if (options.field) style.field = field_of(*options.field, run.scene());
    const std::vector<std::uint64_t> frames =
        chosen_frames(options.frames.value_or("0.."), options.every, run.count());
    const Target target = target_of(options, frames.size());
    const double between = run.scene().output.frames * static_cast<double>(options.every);
    const double fps = options.fps.value_or(render::sensible_fps(between));

    if (!options.output) engine::refuse_links(options.folder, target.folder);
    ExportFolder folder(target.folder, kinds_of(options.to, target, run.scene()), options.force);
    remove_if_stopped(folder.staging(), folder.is_new());
    CountBar bar("export", "frames", frames.size(), options.quiet);
    const auto keep_going = [&](std::uint64_t done) {
        bar.show(done);
        return !stop_requested();
    };
    const auto pictures = [&](render::PictureFormat format) {
        return render::export_pictures(run, frames, style, format, target.name, folder, keep_going);
    };
    const bool whole =
        options.to == "vtp"   ? engine::export_vtp(run, frames, folder, keep_going)
        : options.to == "vti" ? engine::export_vti(run, frames, folder, keep_going)
        : options.to == "csv" ? engine::export_csv(run, frames, folder, keep_going)
        : options.to == "png" ? pictures(render::PictureFormat::png)
        : options.to == "svg" ? pictures(render::PictureFormat::svg)
        : options.to == "pdf"
            ? render::export_pdf(run, frames, style, target.name, folder, keep_going)
            : render::export_film(run, frames, style, fps, target.name, folder, keep_going);
    bar.clear();
    if (!whole) {
        std::cerr << "scree: interrupted; nothing was left behind\n";
        return interrupted;
    }
    folder.publish();
    if (!options.quiet)
        std::cerr << target.whole().string() << ": " << frames.size()
                  << (frames.size() == 1 ? " frame" : " frames")
                  << (options.to == "mp4" ? pace_text(fps, between) : "") << '\n';
    return done;
}

}  // namespace

std::vector<std::string> export_colours() {
    std::vector<std::string> names;
    for (const auto& [name, quantity] : colours) names.emplace_back(name);
    return names;
}

int export_frames(const ExportOptions& options) {
    watch_signals();
    return report_export_failures(options.folder, [&] { return export_run(options); });
}

}  // namespace scree::cli
