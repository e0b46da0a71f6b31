#pragma once

namespace scree::cli {

/// What the program tells the shell.
enum ExitCode {
    done = 0,
    failed = 1,
    usage = 2,
    bad_scene = 3,     ///< also a bad --set
    breakdown = 4,     ///< of the physics
    input_output = 5,  ///< an unreadable scene, a full disk
    wall_time = 6,     ///< --max-wall was reached
    interrupted = 130,
};

}  // namespace scree::cli
