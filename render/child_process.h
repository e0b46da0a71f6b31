#pragma once

#include <sys/types.h>

#include <cstddef>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

namespace scree::render {

/// A program is not installed. The message says which package has it.
class ProgramMissing : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

/// Another program that runs, found on the PATH. It is fed through a pipe, and its output is kept
/// for messages. It does not receive a Ctrl-C that is meant for this program.
class ChildProcess {
public:
    /// Starts the program, in `folder` where that is given. Throws ProgramMissing, which names
    /// `package`.
    ChildProcess(std::vector<std::string> command, const std::string& package,
                 const std::filesystem::path& folder = {});
    /// Kills the program if it still runs.
    ~ChildProcess();
    ChildProcess(const ChildProcess&) = delete;
    ChildProcess& operator=(const ChildProcess&) = delete;

    /// Returns whether the program took all bytes; false where it has ended before.
    bool write(std::span<const std::byte> bytes);
    /// Closes the pipe, waits for the program to end, and returns whether it ended without an
    /// error.
    bool finish();
    /// The last line that the program printed. To be called after its end.
    std::string last_line() const;

private:
    struct Close {
        void operator()(std::FILE* file) const { std::fclose(file); }
    };

    std::unique_ptr<std::FILE, Close> errors_;
    pid_t child_ = 0;
    int pipe_ = -1;
};

}  // namespace scree::render
