#pragma once

#include <sys/types.h>

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "engine/run/run.h"

namespace scree::cli {

/// A message from the process of a member to the batch.
struct MemberReport {
    enum class Kind : char { progress, message, failure };
    Kind kind = Kind::progress;
    double share = 0.0;  ///< the part of its duration that is done, 0 to 1
    std::string text;
};

/// The member's end of the connection. It reports how far the run is, and stops the run when the
/// batch asks for it or has ended.
class MemberLink : public engine::RunObserver {
public:
    explicit MemberLink(int socket) : socket_(socket) {}

    void on_progress(const engine::RunProgress& progress) override;
    void on_message(const std::string& message) override;
    /// Reports why the member failed.
    void fail(const std::string& message);

private:
    void send(const MemberReport& report) const;

    int socket_;
};

/// A member of a batch in a forked process of its own, so that the batch goes on whatever happens
/// to the member. Only a process with one thread may make one.
class MemberProcess {
public:
    using Task = std::function<int(MemberLink&)>;

    /// `others` are the sockets of the other members, which the new process closes. Throws
    /// std::system_error.
    MemberProcess(std::size_t member, const Task& task, const std::vector<int>& others);

    std::size_t member() const { return member_; }
    pid_t id() const { return process_; }
    int socket() const { return socket_; }

    /// Waits for the next report and returns it; returns none when the process has ended.
    std::optional<MemberReport> read();
    /// Asks it to write a checkpoint and to end.
    void stop();
    /// Returns its exit code, or 128 + n where signal n ended it. To be called once, after the last
    /// report.
    int wait();

private:
    std::size_t member_;
    pid_t process_ = 0;
    int socket_ = -1;
};

}  // namespace scree::cli
