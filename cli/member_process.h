#pragma once

#include <sys/types.h>

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "engine/run/run.h"

namespace scree::cli {

/// What the process of a member says.
struct MemberReport {
    enum class Kind : char { progress, message, failure };
    Kind kind = Kind::progress;
    double share = 0.0;  ///< of its duration, behind it
    std::string text;
};

/// The side of the member: hands on how far the run is, and stops the run when the batch wants it
/// to, or is no more.
class MemberLink : public engine::RunObserver {
public:
    explicit MemberLink(int socket) : socket_(socket) {}

    void on_progress(const engine::RunProgress& progress) override;
    void on_message(const std::string& message) override;
    /// Why it failed.
    void fail(const std::string& message);

private:
    void send(const MemberReport& report) const;

    int socket_;
};

/// A member of a batch in a process of its own, forked: whatever happens to it, the batch goes on.
/// To be made by a process with one thread.
class MemberProcess {
public:
    using Task = std::function<int(MemberLink&)>;

    /// `others` are the sockets of the other members, which are none of this one's business.
    /// Throws std::system_error.
    MemberProcess(std::size_t member, const Task& task, const std::vector<int>& others);

    std::size_t member() const { return member_; }
    pid_t id() const { return process_; }
    int socket() const { return socket_; }

    /// The next report; none when the process has ended. Waits for it.
    std::optional<MemberReport> read();
    /// Asks it to write a checkpoint and to end.
    void stop();
    /// Its exit code, or 128 + n where signal n ended it. Once, after the last report.
    int wait();

private:
    std::size_t member_;
    pid_t process_ = 0;
    int socket_ = -1;
};

}  // namespace scree::cli
