#include "cli/subcommands_of_grains.h"

namespace scree::cli {

void add_pack(CLI::App& app, PackOptions& options, int& exit_code) {
    auto* command = app.add_subcommand(
        "pack", "Make the dense packing that a scene begins with, for runs to start from");
    command->add_option("SCENE", options.scene, "The scene file")->required();
    command->add_option("-o", options.folder, "The run folder (default: runs/SCENE)")
        ->type_name("DIR");
    add_sets(*command, options);
    command->add_option("--threads", options.threads, "Threads; the result does not depend on them")
        ->check(CLI::Range(1, 1024))
        ->type_name("N");
    command->add_flag("--force", options.force, "Replace a run in DIR");
    command->add_flag("--quiet", options.quiet, "Show no progress");
    command->callback([&] { exit_code = pack(options); });
}

void add_grains(CLI::App& app, GrainsOptions& options, int& exit_code) {
    auto* command = app.add_subcommand(
        "grains", "Draw a sheet of a scene's grains, with their forms and the size curve");
    command->add_option("SCENE", options.scene, "The scene file")->required();
    command->add_option("-o", options.file, "A .png, .svg or .pdf (default: SCENE-grains.png)")
        ->type_name("FILE");
    add_sets(*command, options);
    command->callback([&] { exit_code = grains(options); });
}

}  // namespace scree::cli
