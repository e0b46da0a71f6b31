// The program `scree`: nothing but argument handling and printing.

#include <CLI/CLI.hpp>
#include <exception>
#include <iostream>
#include <string>

#include "cli/exit_codes.h"
#include "cli/interruption.h"
#include "cli/subcommands.h"
#include "cli/unknown_word.h"

namespace scree::cli {
namespace {

constexpr const char* description =
    "scree simulates granular matter whose grains are convex polygons, in two dimensions,\n"
    "with the discrete element method.\n";

constexpr const char* footer =
    "Exit codes: 0 done, 1 failed, 2 wrong arguments, 3 bad scene, 4 the physics broke down,\n"
    "5 cannot read or write, 6 --max-wall reached, 130 interrupted. After the last two, and after\n"
    "a full disk or a kill, `scree resume` continues, and the result is the same to the bit.\n\n"
    "Started through the launcher ./scree in the source folder, the program is built first\n"
    "where that is needed, and there is one more verb:\n"
    "  ./scree test [CTEST ARGUMENTS]   build and run the tests; the slow ones with -L slow";

KnownWords known_words(const CLI::App& app) {
    const auto chosen = app.get_subcommands();
    const CLI::App& command = chosen.empty() ? app : *chosen.front();
    KnownWords known{chosen.empty() ? "scree" : "scree " + command.get_name(), {}, {}};
    for (const CLI::Option* option : command.get_options())
        for (const std::string& name : option->get_lnames()) known.options.push_back("--" + name);
    if (!chosen.empty()) return known;
    for (const CLI::App* each : app.get_subcommands([](const CLI::App*) { return true; }))
        known.subcommands.push_back(each->get_name());
    return known;
}

int parse_and_run(int argc, char** argv) {
    CLI::App app{description, "scree"};
    app.set_help_flag("-h,--help", "Show this help and exit");
    app.set_version_flag("--version", "scree " SCREE_VERSION, "Show the version and exit");

    int exit_code = usage;
    Subcommands subcommands;
    subcommands.add_to(app, exit_code);
    app.footer(footer);  // after the commands, which would inherit it

    try {
        app.parse(argc, argv);
    } catch (const CLI::CallForHelp&) {
        std::cout << app.help() << std::flush;
        return std::cout ? done : input_output;
    } catch (const CLI::CallForVersion& version) {
        std::cout << version.what() << '\n' << std::flush;
        return std::cout ? done : input_output;
    } catch (const CLI::ParseError& error) {
        // CLI11 has exit codes of its own, all above 100.
        const std::string unknown = about_unknown(app.remaining(true), known_words(app));
        std::cerr << "scree: "
                  << (unknown.empty() ? error.what() + std::string("\nTry 'scree --help'.")
                                      : unknown)
                  << '\n';
        return usage;
    }
    if (app.get_subcommands().empty()) std::cerr << app.help();
    return exit_code;
}

}  // namespace
}  // namespace scree::cli

int main(int argc, char** argv) {
    if (!scree::cli::open_standard_descriptors()) return scree::cli::failed;
    if (!scree::cli::grow_stack(argv)) {
        std::cerr << "scree: the stack is limited to less than 1 MB; try ulimit -s 8192\n";
        return scree::cli::failed;
    }
    try {
        return scree::cli::parse_and_run(argc, argv);
    } catch (const std::exception& error) {
        std::cerr << "scree: " << error.what() << '\n';
        return scree::cli::failed;
    }
}
