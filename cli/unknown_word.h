#pragma once

#include <string>
#include <vector>

namespace scree::cli {

/// The words that a command line could have contained.
struct KnownWords {
    std::string command;                   ///< "scree", or "scree run"
    std::vector<std::string> options;      ///< "--set" and so on
    std::vector<std::string> subcommands;  ///< empty where a subcommand was given
};

/// A message about the first unknown option or subcommand, with what may have been meant and where
/// to read on. Empty where every word is known.
std::string about_unknown(const std::vector<std::string>& unknown, const KnownWords& known);

}  // namespace scree::cli
