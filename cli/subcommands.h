#pragma once

#include "cli/commands.h"

namespace CLI {
class App;
}

namespace scree::cli {

/// The arguments of all subcommands. Parsing writes into this object, so it must live until the
/// command line has been parsed.
class Subcommands {
public:
    /// Tells the parser of all subcommands. The one that is chosen runs while `app` parses, and
    /// leaves its exit code in `exit_code`.
    void add_to(CLI::App& app, int& exit_code);

private:
    RunOptions run_;
    ResumeOptions resume_;
    WatchOptions watch_;
    CheckOptions check_;
    PackOptions pack_;
    GrainsOptions grains_;
    PlanOptions plan_;
    MeasureOptions measure_;
    ExportOptions export_;
    PlotOptions plot_;
    VerifyOptions verify_;
    BenchCommandOptions bench_;
};

}  // namespace scree::cli
