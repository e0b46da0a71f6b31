#pragma once

#include <string>
#include <vector>

namespace scree::cli {

struct Outcome {
    int exit_code;
    std::string out;
    std::string err;
};

// Runs a program, named by its path, to its end; no shell in between.
Outcome run(std::vector<std::string> command, std::vector<std::string> environment = {});

}  // namespace scree::cli
