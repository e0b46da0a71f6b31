#include "cli/failures.h"

#include <filesystem>
#include <iostream>
#include <new>
#include <stdexcept>

#include "cli/exit_codes.h"
#include "cli/frame_range.h"
#include "cli/packing_progress.h"
#include "engine/dynamics/simulation.h"
#include "engine/export/folder.h"
#include "engine/files/hdf5.h"
#include "engine/files/sealed_file.h"
#include "engine/record/run_folder.h"
#include "engine/record/sums.h"
#include "engine/scene/error.h"
#include "render/child_process.h"

namespace scree::cli {

using engine::FileError;
namespace fs = std::filesystem;

Attempt attempt(const std::string& name, const std::function<int()>& task) {
    const auto failure = [](const std::string& message, int code) {
        return Attempt{code, "scree: " + message};
    };
    try {
        return {task(), ""};
    } catch (const engine::SceneErrors& errors) {
        return {bad_scene, errors.what()};
    } catch (const engine::UnreadableScene& error) {
        return failure(error.what(), input_output);
    } catch (const engine::Breakdown& error) {
        return failure(name + ": the physics broke down: " + error.what(), breakdown);
    } catch (const engine::RunFolderError& error) {
        return failure(error.what(), failed);
    } catch (const FileError& error) {
        const bool full = error.kind() == FileError::Kind::no_space;
        return failure(
            std::string(error.what()) +
                (full ? "; what was there before is whole: make room, then scree resume" : ""),
            input_output);
    } catch (const engine::Hdf5Error& error) {
        return failure(name + ": " + error.what(), input_output);
    } catch (const fs::filesystem_error& error) {
        return failure(error.what(), input_output);
    } catch (const PackingStopped&) {
        return {interrupted, name + ": interrupted while it was packed; nothing is left behind"};
    } catch (const std::invalid_argument& error) {
        return failure(name + ": " + error.what(), bad_scene);
    } catch (const std::bad_alloc&) {
        return failure(name + ": out of memory", failed);
    }
}

void note_missing_sums(const std::string& folder) {
    if (!fs::is_directory(folder) || engine::Folder(folder).contains(engine::Sums::file)) return;
    std::cerr << folder
              << ": has no checksums (sums.txt), so damage to its files would not be noticed\n";
}

int report_failures(const std::string& name, const std::function<int()>& task) {
    const Attempt result = attempt(name, task);
    if (!result.message.empty()) std::cerr << result.message << '\n';
    return result.exit_code;
}

int report_export_failures(const std::string& name, const std::function<int()>& task) {
    const auto failure = [](const std::string& message, int code) {
        std::cerr << "scree: " << message << '\n';
        return code;
    };
    return report_failures(name, [&]() -> int {
        try {
            return task();
        } catch (const UsageError& error) {
            return failure(error.what(), usage);
        } catch (const FileError& error) {
            if (error.kind() != FileError::Kind::no_space) throw;
            return failure(
                std::string(error.what()) + "; nothing was left behind: make room and try again",
                input_output);
        } catch (const engine::ExportRefused& error) {
            return failure(error.what(), failed);
        } catch (const render::ProgramMissing& error) {
            return failure(error.what(), failed);
        }
    });
}

}  // namespace scree::cli
