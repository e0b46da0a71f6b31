#include "cli/member_process.h"

#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <iostream>
#include <system_error>

#include "cli/exit_codes.h"
#include "cli/interruption.h"

namespace scree::cli {
namespace {

constexpr std::size_t longest_text = 8000;
constexpr std::size_t head = 1 + sizeof(double);

}  // namespace

/// A packet consists of the kind, the share and the text.
void MemberLink::send(const MemberReport& report) const {
    std::string packet(head, '\0');
    packet[0] = static_cast<char>(report.kind);
    std::memcpy(&packet[1], &report.share, sizeof report.share);
    packet += report.text.substr(0, longest_text);
    // A report of progress may get lost while the batch does not listen; all other reports wait.
    const int how = MSG_NOSIGNAL | (report.kind == MemberReport::Kind::progress ? MSG_DONTWAIT : 0);
    while (::send(socket_, packet.data(), packet.size(), how) < 0 && errno == EINTR) {
    }
}

void MemberLink::on_progress(const engine::RunProgress& progress) {
    send({MemberReport::Kind::progress, progress.time / progress.duration, ""});
    char byte = 0;
    if (::recv(socket_, &byte, 1, MSG_DONTWAIT) == 0) request_stop();
}

void MemberLink::on_message(const std::string& message) {
    send({MemberReport::Kind::message, 0.0, message});
}

void MemberLink::fail(const std::string& message) {
    send({MemberReport::Kind::failure, 0.0, message});
}

MemberProcess::MemberProcess(std::size_t member, const Task& task, const std::vector<int>& others)
    : member_(member) {
    std::array<int, 2> sockets{};
    if (::socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, sockets.data()) != 0)
        throw std::system_error(errno, std::generic_category(), "could not start a member");
    std::cout << std::flush;
    process_ = ::fork();
    if (process_ == 0) {
        ::close(sockets[0]);
        for (const int other : others) ::close(other);
        forget_companions();
        MemberLink link(sockets[1]);
        _exit(task(link));
    }
    const int error = errno;
    ::close(sockets[1]);
    socket_ = sockets[0];
    if (process_ > 0) return;
    ::close(socket_);
    throw std::system_error(error, std::generic_category(), "could not start a member");
}

std::optional<MemberReport> MemberProcess::read() {
    std::array<char, head + longest_text> packet{};
    ssize_t length = 0;
    do {
        length = ::recv(socket_, packet.data(), packet.size(), 0);
    } while (length < 0 && errno == EINTR);
    if (length < static_cast<ssize_t>(head)) return std::nullopt;
    MemberReport report;
    report.kind = static_cast<MemberReport::Kind>(packet[0]);
    std::memcpy(&report.share, &packet[1], sizeof report.share);
    report.text.assign(packet.data() + head, static_cast<std::size_t>(length) - head);
    return report;
}

void MemberProcess::stop() { ::shutdown(socket_, SHUT_WR); }

int MemberProcess::wait() {
    ::close(socket_);
    int status = 0;
    while (::waitpid(process_, &status, 0) < 0)
        if (errno != EINTR) return failed;
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

}  // namespace scree::cli
