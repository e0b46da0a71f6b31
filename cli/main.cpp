// The program `scree`: nothing but argument handling and printing.

#include <CLI/CLI.hpp>
#include <exception>
#include <iostream>
#include <string>

namespace {

enum ExitCode { done = 0, failed = 1, usage = 2, input_output = 5 };

constexpr const char* description =
    "scree simulates granular matter whose grains are convex polygons, in two dimensions,\n"
    "with the discrete element method.\n";

constexpr const char* footer =
    "Started through the launcher ./scree in the source folder, the program is built first\n"
    "where that is needed, and there is one more verb:\n"
    "  ./scree test [CTEST ARGUMENTS]   build and run the tests; the slow ones with -L slow";

int run(int argc, char** argv) {
    CLI::App app{description, "scree"};
    app.footer(footer);
    app.set_help_flag("-h,--help", "Show this help and exit");
    app.set_version_flag("--version", "scree " SCREE_VERSION, "Show the version and exit");

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
        std::cerr << "scree: " << error.what() << "\nTry 'scree --help'.\n";
        return usage;
    }
    std::cerr << app.help();
    return usage;
}

}  // namespace

int main(int argc, char** argv) {
    try {
        return run(argc, argv);
    } catch (const std::exception& error) {
        std::cerr << "scree: " << error.what() << '\n';
        return failed;
    }
}
