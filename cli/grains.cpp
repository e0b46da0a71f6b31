#include <filesystem>
#include <iostream>

#include "cli/commands.h"
#include "cli/exit_codes.h"
#include "cli/failures.h"
#include "engine/files/sealed_file.h"
#include "engine/record/run_folder.h"
#include "engine/run/beginning.h"
#include "render/grain_sheet.h"

namespace scree::cli {
namespace {

namespace fs = std::filesystem;

std::optional<render::PictureFormat> format_of(const fs::path& file) {
    const std::string ending = file.extension().string();
    if (ending == ".png") return render::PictureFormat::png;
    if (ending == ".svg") return render::PictureFormat::svg;
    if (ending == ".pdf") return render::PictureFormat::pdf;
    return {};
}

}  // namespace

int grains(const GrainsOptions& options) {
    const fs::path file = options.file.value_or(engine::name_of_run(options.scene) + "-grains.png");
    const std::optional<render::PictureFormat> format = format_of(file);
    if (!format || !file.has_filename()) {
        std::cerr << "scree: " << file.string() << ": a sheet is a .png, .svg or .pdf\n";
        return usage;
    }
    return report_failures(options.scene, [&] {
        engine::Scene scene = engine::load_scene(options.scene, options.sets);
        // A packing that keeps its box changes the sizes of its grains, but not their forms.
        if (scene.start) scene = engine::with_beginning(std::move(scene));
        const std::vector<std::byte> sheet = render::grain_sheet(scene, *format);
        engine::write_file(file, sheet);
        std::cerr << options.scene << ": the grains are drawn in " << file.string() << '\n';
        return static_cast<int>(done);
    });
}

}  // namespace scree::cli
