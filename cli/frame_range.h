#pragma once

#include <cstdint>
#include <stdexcept>
#include <string>
#include <vector>

namespace scree::cli {

/// Something on the command line that cannot be: exit code 2.
class UsageError : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

/// The frames that "7", "3..9", "3..", "..9" or "last" means of `count` frames, every so many of
/// them from the first on. Throws UsageError.
std::vector<std::uint64_t> chosen_frames(const std::string& range, std::uint64_t every,
                                         std::uint64_t count);

}  // namespace scree::cli
