#pragma once

namespace scree::cli {

/// The exit codes of the program.
enum ExitCode {
    done = 0,
    failed = 1,
    usage = 2,
    bad_scene = 3,     ///< also a bad --set
    breakdown = 4,     ///< the physics broke down
    input_output = 5,  ///< for example an unreadable scene or a full disk
    wall_time = 6,     ///< --max-wall was reached
    interrupted = 130,
};

}  // namespace scree::cli
