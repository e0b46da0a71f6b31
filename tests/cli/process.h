#pragma once

#include <sys/types.h>

#include <cstdio>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

namespace scree::cli {

struct Outcome {
    int exit_code;
    std::string out;
    std::string err;
    int signal = 0;  // the signal that ended it, with an exit code of -1; else 0
};

// A program that runs beside the test, started without a shell.
class Child {
public:
    // The program is named by its path. It runs in the folder of the test where no folder is given.
    explicit Child(std::vector<std::string> command, std::vector<std::string> environment = {},
                   const std::filesystem::path& folder = {});
    // Kills the program if it still runs.
    ~Child();
    Child(const Child&) = delete;
    Child& operator=(const Child&) = delete;

    void send(int signal) const;
    pid_t id() const { return child_; }
    // Waits for its end. To be called once.
    Outcome wait();

private:
    struct Close {
        void operator()(std::FILE* file) const { std::fclose(file); }
    };
    using File = std::unique_ptr<std::FILE, Close>;

    File out_;
    File err_;
    pid_t child_ = 0;
};

// Runs a program to its end. No signal may end it.
Outcome run(std::vector<std::string> command, std::vector<std::string> environment = {},
            const std::filesystem::path& folder = {});

}  // namespace scree::cli
