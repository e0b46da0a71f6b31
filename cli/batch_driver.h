#pragma once

#include <chrono>
#include <deque>
#include <list>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "cli/batch_progress.h"
#include "cli/commands.h"
#include "cli/member_process.h"
#include "engine/batch/table.h"

namespace scree::cli {

/// The name of the batch's scene, or "batch" where it has several scenes.
std::string name_of(const engine::Batch& batch);

/// Runs what is left of a batch, a few members at a time, each in a process of its own.
class BatchDriver {
public:
    BatchDriver(const engine::Batch& batch, const RunOptions& options);

    /// Runs members until every one has ended, a signal comes or the time is over.
    void go();

    /// The state of each member, which is its end once it has ended.
    const std::vector<engine::MemberOutcome>& outcomes() const { return outcomes_; }

private:
    using Clock = std::chrono::steady_clock;
    using Process = std::list<MemberProcess>::iterator;

    const engine::BatchMember& member(std::size_t number) const;
    void announce();
    std::optional<double> wall_left() const;
    std::vector<std::string> more_sets(const engine::BatchMember& chosen) const;
    bool may_start() const;
    void start(std::size_t number);
    int run_member(std::size_t number, MemberLink& link) const;
    void wait_for_news();
    void take(Process process);
    void end(Process process);
    void stop_all();

    const engine::Batch& batch_;
    const RunOptions& options_;
    BatchProgress progress_;
    std::vector<engine::MemberOutcome> outcomes_;
    std::deque<std::size_t> queue_;
    std::list<MemberProcess> running_;
    std::map<std::size_t, std::string> failures_;
    bool stopping_ = false;
    Clock::time_point start_ = Clock::now();
};

}  // namespace scree::cli
