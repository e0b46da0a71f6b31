#include <algorithm>
#include <filesystem>
#include <iostream>
#include <string>
#include <vector>

#include "cli/commands.h"
#include "cli/exit_codes.h"
#include "cli/failures.h"
#include "engine/record/run_folder.h"
#include "engine/record/sums.h"

namespace scree::cli {
namespace {

namespace fs = std::filesystem;
using engine::FileFinding;
using engine::Folder;
using Kind = FileFinding::Kind;

bool holds_results(const Folder& folder) {
    return folder.contains(engine::RunFolder::scene) || folder.contains("sweep.csv") ||
           folder.contains("batch.csv");
}

/// Adds the folder if it holds a run or a sweep, and all such folders in it.
void add_folders(const Folder& folder, std::vector<fs::path>& into) {
    if (holds_results(folder)) into.push_back(folder.path());
    for (const std::string& name : folder.names())
        if (folder.contains_folder(name)) add_folders(folder.subfolder(name), into);
}

/// Says what is found in one folder, and returns whether nothing is damaged.
bool show(const fs::path& path, bool quiet) {
    const std::vector<FileFinding> findings = engine::look_at_files(Folder(path));
    const auto count = [&](Kind kind) {
        return std::ranges::count(findings, kind, &FileFinding::kind);
    };
    for (const FileFinding& finding : findings)
        if (!finding.reason.empty())
            std::cout << path.string() << ": " << finding.name << ": " << finding.reason << '\n';
    const bool is_whole = count(Kind::damaged) == 0 && count(Kind::missing) == 0;
    if (quiet && is_whole) return true;
    std::cout << path.string() << ": " << count(Kind::whole) << " files are whole, "
              << count(Kind::damaged) << " are damaged";
    if (count(Kind::missing) > 0) std::cout << ", " << count(Kind::missing) << " are missing";
    if (count(Kind::without_sum) > 0)
        std::cout << ", " << count(Kind::without_sum) << " have no checksum";
    std::cout << '\n';
    return is_whole;
}

}  // namespace

int verify(const VerifyOptions& options) {
    int result = done;
    for (const std::string& argument : options.folders) {
        const int code = report_failures(argument, [&] {
            std::vector<fs::path> folders;
            add_folders(Folder(fs::path(argument).lexically_normal()), folders);
            if (folders.empty()) {
                std::cerr << "scree: " << argument << ": holds no run and no sweep\n";
                return input_output;
            }
            bool is_whole = true;
            for (const fs::path& folder : folders) {
                if (options.accept) engine::accept_files(Folder(folder));
                is_whole = show(folder, options.quiet) && is_whole;
            }
            return is_whole ? done : input_output;
        });
        if (code != done) result = code;
    }
    return result;
}

}  // namespace scree::cli
