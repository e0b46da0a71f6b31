#pragma once

#include <string>
#include <vector>

namespace scree::cli {

/// What a command line could have had.
struct KnownWords {
    std::string command;                   ///< "scree", or "scree run"
    std::vector<std::string> options;      ///< "--set" and so on
    std::vector<std::string> subcommands;  ///< none where one was given
};

/// About the first option or subcommand that nobody knows: what may have been meant, and where to
/// read on. Nothing where there is none.
std::string about_unknown(const std::vector<std::string>& unknown, const KnownWords& known);

}  // namespace scree::cli
