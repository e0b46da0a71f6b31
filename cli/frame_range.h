#pragma once

#include <cstdint>
#include <stdexcept>
#include <string>
#include <vector>

namespace scree::cli {

/// The command line asks for something impossible. The program ends with exit code 2.
class UsageError : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

/// The frames that `range` ("7", "3..9", "3..", "..9" or "last") chooses from `count` frames; only
/// each `every`-th of them, from the first on. Throws UsageError.
std::vector<std::uint64_t> chosen_frames(const std::string& range, std::uint64_t every,
                                         std::uint64_t count);

}  // namespace scree::cli
