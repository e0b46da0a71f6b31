#pragma once

#include <string>

/// The subcommands, one file each: what they need from the command line, and an exit code.
/// Arguments are parsed in main.cpp alone, which is the only file to see CLI11.
namespace scree::cli {

/// Prints the JSON Schema of scenes, or the page on their keys.
int schema(bool markdown);

/// Writes NAME.toml, a heap to start from. Never overwrites.
int new_scene(const std::string& name);

}  // namespace scree::cli
