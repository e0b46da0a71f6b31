#pragma once

#include <CLI/CLI.hpp>

#include "cli/commands.h"

/// The arguments of the subcommands that make and show grains, which are apart because there are so
/// many others. For subcommands.cpp alone.
namespace scree::cli {

/// Adds --set.
template <class Options>
CLI::Option* add_sets(CLI::App& command, Options& options) {
    return command.add_option("--set", options.sets, "Replace what the scene says")
        ->type_name("KEY=VALUE")
        ->allow_extra_args(false);
}

void add_pack(CLI::App& app, PackOptions& options, int& exit_code);
void add_grains(CLI::App& app, GrainsOptions& options, int& exit_code);

}  // namespace scree::cli
