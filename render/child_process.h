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

/// A program that is not installed. Says which package has it.
class ProgramMissing : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

/// Another program at work, found on the PATH: fed through a pipe, and what it complains of is
/// kept. It does not see a Ctrl-C that is meant for us.
class ChildProcess {
public:
    /// In a folder of its own where one is given. Throws ProgramMissing, which names the package.
    ChildProcess(std::vector<std::string> command, const std::string& package,
                 const std::filesystem::path& folder = {});
    /// Kills what still runs.
    ~ChildProcess();
    ChildProcess(const ChildProcess&) = delete;
    ChildProcess& operator=(const ChildProcess&) = delete;

    /// Says whether it took all of them: no where it has ended.
    bool write(std::span<const std::byte> bytes);
    /// Lets it know that there is no more, and says whether it ended well.
    bool finish();
    /// Of what it said on stderr; after its end.
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
