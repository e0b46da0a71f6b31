#include "cli/failures.h"

#include <filesystem>
#include <iostream>
#include <stdexcept>

#include "cli/exit_codes.h"
#include "engine/hdf5_file.h"
#include "engine/run_folder.h"
#include "engine/scene_error.h"
#include "engine/sealed_file.h"
#include "engine/simulation.h"

namespace scree::cli {

using engine::FileError;
namespace fs = std::filesystem;

int report_failures(const std::string& name, const std::function<int()>& task) {
    const auto say = [&](const std::string& message, int code) {
        std::cerr << "scree: " << message << '\n';
        return code;
    };
    try {
        return task();
    } catch (const engine::SceneErrors& errors) {
        for (const engine::SceneError& error : errors.errors()) std::cerr << error.text() << '\n';
        return bad_scene;
    } catch (const engine::UnreadableScene& error) {
        return say(error.what(), input_output);
    } catch (const engine::Breakdown& error) {
        return say(name + ": the physics broke down: " + error.what(), breakdown);
    } catch (const engine::RunFolderError& error) {
        return say(error.what(), failed);
    } catch (const FileError& error) {
        const bool full = error.kind() == FileError::Kind::no_space;
        return say(
            std::string(error.what()) +
                (full ? "; what was there before is whole: make room, then scree resume" : ""),
            input_output);
    } catch (const engine::Hdf5Error& error) {
        return say(name + ": " + error.what(), input_output);
    } catch (const fs::filesystem_error& error) {
        return say(error.what(), input_output);
    } catch (const std::invalid_argument& error) {
        return say(name + ": " + error.what(), bad_scene);
    }
}

}  // namespace scree::cli
