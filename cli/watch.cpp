#include <algorithm>
#include <filesystem>
#include <iostream>

#include "cli/commands.h"
#include "cli/exit_codes.h"
#include "cli/failures.h"
#include "cli/interruption.h"
#include "cli/one_run.h"
#include "cli/packing_progress.h"
#include "engine/base/workers.h"
#include "engine/run/beginning.h"
#include "engine/run/summary.h"
#include "engine/scene/scene.h"

#ifdef SCREE_WINDOW
#include "render/window/display.h"
#include "render/window/replay.h"
#include "render/window/watch_window.h"
#endif

namespace scree::cli {

namespace fs = std::filesystem;

#ifdef SCREE_WINDOW

namespace {

/// Prints the last state of the run after the window was closed, and returns the exit code.
int say_end(engine::LiveRun& run, const std::string& name) {
    run.pause(true);
    const auto view = run.wait_for_view();
    std::cerr << name << ": at t = " << view->frame.time << " s, step " << view->frame.step;
    if (view->hash) std::cerr << ", state " << engine::hash_text(*view->hash);
    if (!view->changes.empty())
        std::cerr << "; touched by hand " << view->changes.size() << " times";
    std::cerr << '\n';
    const bool broken = view->status == engine::LiveStatus::broken;
    if (!broken && view->status != engine::LiveStatus::failed) return done;
    std::cerr << "scree: " << name << (broken ? ": the physics broke down: " : ": ")
              << view->message << '\n';
    return broken ? breakdown : failed;
}

int show(window::Player& player, const std::string& name) {
    window::WatchWindow shown(player, {name, fs::current_path()});
    player.pause(false);
    while (shown.is_open()) {
        shown.draw_frame();
        shown.rest();
        if (stop_requested()) return interrupted;
    }
    return done;
}

int watch_scene(const WatchOptions& options) {
    // The last setting of a key wins: --threads over --set, and --set over the cores at hand.
    std::vector<std::string> sets{
        thread_set(std::max<std::uint32_t>(2, engine::cores_at_hand()) - 1)};
    sets.insert(sets.end(), options.sets.begin(), options.sets.end());
    if (options.threads) sets.push_back(thread_set(*options.threads));
    const std::string name = engine::name_of_run(options.what);
    const engine::Scene scene =
        engine::with_beginning(engine::load_scene(options.what, sets), show_packing(name, false));
    warn_of_threads(name, scene.run.threads);
    window::LivePlayer player(scene, {static_cast<std::size_t>(options.memory) << 20});
    const int shown = show(player, name);
    const int end = say_end(*player.live(), name);
    return shown != done ? shown : end;
}

int watch_folder(const WatchOptions& options) {
    if (!options.sets.empty() || options.threads) {
        std::cerr << "scree: " << options.what
                  << ": is a run folder; --set and --threads are for scene files\n";
        return usage;
    }
    const fs::path folder = fs::path(options.what).lexically_normal();
    note_missing_sums(folder.string());
    window::Replay player(folder);
    const int shown =
        show(player, (folder.has_filename() ? folder : folder.parent_path()).filename().string());
    if (shown == done) player.check();
    return shown;
}

}  // namespace

int watch(const WatchOptions& options) {
    watch_signals();
    return report_failures(options.what, [&] {
        if (!window::display_is_there()) {
            std::cerr << "scree: there is no display to open a window on: `scree run` the scene, "
                         "and make a film of it with `scree export DIR --to mp4`\n";
            return static_cast<int>(failed);
        }
        return fs::is_directory(options.what) ? watch_folder(options) : watch_scene(options);
    });
}

#else

int watch(const WatchOptions&) {
    std::cerr << "scree: this program was built without a window (libsfml-dev or libimgui-dev was "
                 "missing): `scree run` the scene, and make a film of it with `scree export DIR "
                 "--to mp4`\n";
    return failed;
}

#endif

}  // namespace scree::cli
