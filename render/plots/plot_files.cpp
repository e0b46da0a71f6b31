#include "render/plots/plot_files.h"

#include <algorithm>

#include "engine/files/folder.h"
#include "render/child_process.h"

namespace scree::render {
namespace {

namespace fs = std::filesystem;
using engine::FileError;

/// Whether a file is complete. gnuplot does not notice a full disk, so the file is searched for the
/// mark that its format ends with.
bool is_whole(const fs::path& path, const std::string& mark) {
    const std::string text = engine::read_text(path);
    const std::size_t at = text.rfind(mark);
    return at != std::string::npos && text.size() - at <= mark.size() + 16;
}

}  // namespace

std::vector<std::string> files_of(const Plot& plot) {
    return {plot.name + ".gp", plot.name + ".csv", plot.name + ".png", plot.name + ".pdf"};
}

void write_scripts(std::span<const Plot> plots, const engine::ExportFolder& folder) {
    for (const Plot& plot : plots) {
        folder.append(plot.name + ".gp", gnuplot_script(plot));
        folder.append(plot.name + ".csv", plot_table(plot));
    }
}

void draw_plot(const Plot& plot, const engine::ExportFolder& folder) {
    ChildProcess gnuplot({"gnuplot", plot.name + ".gp"}, "gnuplot-nox", folder.aside(""));
    if (!gnuplot.finish())
        throw FileError(FileError::Kind::input_output, folder.path() / (plot.name + ".gp"),
                        "gnuplot failed: " + gnuplot.last_line());
    for (const auto& [suffix, mark] : {std::pair{".png", "IEND"}, std::pair{".pdf", "%%EOF"}})
        if (!is_whole(folder.aside(plot.name + suffix), mark))
            throw FileError(FileError::Kind::no_space, folder.path() / (plot.name + suffix),
                            "gnuplot could not write all of it");
}

}  // namespace scree::render
