#include "cli/batch_driver.h"

#include <poll.h>

#include <algorithm>

#include "cli/exit_codes.h"
#include "cli/failures.h"
#include "cli/interruption.h"
#include "cli/one_run.h"
#include "engine/base/workers.h"

namespace scree::cli {
namespace {

using engine::Batch;
using engine::BatchMember;
using engine::MemberOutcome;
using engine::RunStanding;

constexpr int between_looks = 100;  // ms

bool stands(const BatchMember& member, RunStanding::Kind kind) {
    return member.standing.kind == kind;
}

BatchProgress::Counts count(const Batch& batch) {
    BatchProgress::Counts counts{batch.members().size()};
    for (const BatchMember& member : batch.members()) {
        if (stands(member, RunStanding::Kind::done)) ++counts.done;
        if (stands(member, RunStanding::Kind::broke_down)) ++counts.failed;
    }
    return counts;
}

/// How a member has ended, according to its exit code, its report of a failure and its folder.
MemberOutcome ended(const BatchMember& member, int exit_code, const std::string& failure) {
    MemberOutcome outcome = engine::outcome_of(engine::standing_of(member.folder));
    outcome.exit_code = exit_code;
    if (outcome.message.empty()) outcome.message = failure;
    if (exit_code == done || exit_code == wall_time || exit_code == interrupted) return outcome;
    const bool killed = exit_code > 128;
    outcome.status = killed ? "killed" : "failed";
    if (killed) outcome.message = "ended by signal " + std::to_string(exit_code - 128);
    return outcome;
}

}  // namespace

std::string name_of(const Batch& batch) {
    return batch.scenes().size() == 1 ? batch.scenes()[0].name : "batch";
}

BatchDriver::BatchDriver(const Batch& batch, const RunOptions& options)
    : batch_(batch), options_(options), progress_(name_of(batch), count(batch), options.quiet) {
    for (std::size_t m = 0; m < batch_.members().size(); ++m) {
        outcomes_.push_back(engine::outcome_of(member(m).standing));
        if (is_left(member(m))) queue_.push_back(m);
    }
}

void BatchDriver::go() {
    announce();
    while (true) {
        while (may_start()) start(queue_.front());
        if (running_.empty()) break;
        wait_for_news();
        if (stop_requested() && !stopping_) stop_all();
        progress_.show();
    }
    progress_.clear();
}

const BatchMember& BatchDriver::member(std::size_t number) const {
    return batch_.members()[number];
}

void BatchDriver::announce() {
    if (options_.quiet) return;
    const BatchProgress::Counts before = count(batch_);
    const auto resumed = std::ranges::count_if(batch_.members(), engine::can_go_on);
    std::string text = name_of(batch_) + ": " + std::to_string(before.members) + " runs, " +
                       std::to_string(before.done) + " done, ";
    if (before.failed > 0) text += std::to_string(before.failed) + " failed, ";
    if (resumed > 0) text += std::to_string(resumed) + " to go on with, ";
    text += std::to_string(queue_.size() - static_cast<std::size_t>(resumed)) + " to begin";
    progress_.say(text + "; table: " + batch_.table().string());
    std::uint32_t threads = 1;
    for (const BatchMember& each : batch_.members())
        if (more_sets(each).empty())
            threads = std::max(threads, batch_.scenes()[each.scene].threads);
    warn_of_threads(name_of(batch_), threads);
}

std::optional<double> BatchDriver::wall_left() const {
    if (!options_.max_wall) return std::nullopt;
    return *options_.max_wall - std::chrono::duration<double>(Clock::now() - start_).count();
}

bool BatchDriver::may_start() const {
    return !queue_.empty() && running_.size() < options_.jobs.value_or(1) && !stop_requested() &&
           wall_left().value_or(1.0) > 0.0;
}

/// The cores are shared among the members, unless the command line or the sweep sets the threads.
std::vector<std::string> BatchDriver::more_sets(const BatchMember& chosen) const {
    const auto& axes = batch_.scenes()[chosen.scene].axes;
    const bool is_chosen = !options_.jobs || options_.threads ||
                           std::ranges::count(axes, "run.threads", &engine::SweepAxis::key) > 0 ||
                           std::ranges::any_of(options_.sets, [](const std::string& set) {
                               return set.starts_with("run.threads=");
                           });
    if (is_chosen) return {};
    return {thread_set(std::max(1u, engine::cores_at_hand() / *options_.jobs))};
}

void BatchDriver::start(std::size_t number) {
    queue_.pop_front();
    std::vector<int> others;
    for (const MemberProcess& process : running_) others.push_back(process.socket());
    running_.emplace_back(
        number, [&](MemberLink& link) { return run_member(number, link); }, others);
    add_companion(running_.back().id());
    progress_.on_start(number, can_go_on(member(number)));
}

/// Runs in the member's own process.
int BatchDriver::run_member(std::size_t number, MemberLink& link) const {
    const BatchMember& chosen = member(number);
    const Attempt result = attempt(chosen.name, [&] {
        engine::Run run = begin_or_go_on(batch_.load(chosen, more_sets(chosen)), chosen.folder);
        if (run.finished()) return static_cast<int>(done);
        return ending_of(complete(run, {stop_requested, wall_left()}, link)).exit_code;
    });
    if (!result.message.empty()) link.fail(result.message);
    return result.exit_code;
}

void BatchDriver::wait_for_news() {
    std::vector<pollfd> sockets;
    for (const MemberProcess& process : running_) sockets.push_back({process.socket(), POLLIN, 0});
    if (::poll(sockets.data(), sockets.size(), between_looks) <= 0) return;
    auto process = running_.begin();
    for (const pollfd& socket : sockets) {
        const Process current = process++;
        if (socket.revents != 0) take(current);
    }
}

void BatchDriver::take(Process process) {
    const std::size_t number = process->member();
    const std::optional<MemberReport> report = process->read();
    if (!report) return end(process);
    switch (report->kind) {
        case MemberReport::Kind::progress:
            return progress_.on_report(number, report->share);
        case MemberReport::Kind::message:
            return progress_.say(member(number).name + ": " + report->text);
        case MemberReport::Kind::failure:
            break;
    }
    progress_.say(report->text);
    failures_[number] = report->text.substr(report->text.starts_with("scree: ") ? 7 : 0);
}

void BatchDriver::end(Process process) {
    const std::size_t number = process->member();
    remove_companion(process->id());
    const int exit_code = process->wait();
    running_.erase(process);
    const std::string& name = member(number).name;
    MemberOutcome& outcome = outcomes_[number];
    outcome = ended(member(number), exit_code, failures_[number]);
    if (outcome.status == "killed") progress_.say(name + ": " + outcome.message);
    progress_.on_end(number, name, outcome.status);
}

void BatchDriver::stop_all() {
    stopping_ = true;
    if (!options_.quiet)
        progress_.say(name_of(batch_) + ": stops, once the runs have written checkpoints");
    for (MemberProcess& process : running_) process.stop();
}

}  // namespace scree::cli
