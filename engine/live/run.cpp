#include "engine/live/run.h"

#include <algorithm>
#include <exception>
#include <iterator>
#include <new>
#include <utility>

#include "engine/frame/frame.h"
#include "engine/live/log.h"
#include "engine/run/series.h"

namespace scree::engine {
namespace {

using std::chrono::milliseconds;

/// Keeping states takes at most this fraction, one part in so many, of the time.
constexpr int memory_share = 20;
/// A run that falls behind its pace by more than this does not catch up.
constexpr milliseconds most_delay{100};

}  // namespace

LiveRun::LiveRun(const Scene& scene, const LiveMemory& memory)
    : live_(scene),
      history_(memory.bytes),
      samples_(live_),
      keeping_{.period = memory.period},
      scene_(scene),
      dt_(live_.step_choice().dt),
      first_step_(live_.simulation().steps()),
      last_step_(live_.course().last_step_of_all()) {
    history_.add(live_.state());
    begins_ = live_.course().state().begins;
    reached_ = first_step_;
    note_new_grains();
    keeping_.last = Clock::now();
    start_pace();
    thread_ = std::jthread([this](const std::stop_token& stop) { live(stop); });
}

LiveRun::~LiveRun() = default;

void LiveRun::wish(std::function<void()> task, bool is_place) {
    const std::scoped_lock lock(mutex_);
    if (is_place && !wishes_.empty() && wishes_.back().is_place) wishes_.pop_back();
    wishes_.push_back({std::move(task), is_place});
    attention_ = true;
    wake_.notify_one();
}

void LiveRun::pause(bool paused) {
    wish([this, paused] {
        paused_ = paused;
        way_.goal.reset();
        start_pace();
    });
}

void LiveRun::step_once() {
    wish([this] {
        seek(way_.goal.value_or(live_.simulation().steps()) + 1);
        start_pace();
    });
}

void LiveRun::restart() {
    wish([this] {
        log_.changes.clear();
        history_.forget_after(first_step_);
        reached_ = first_step_;
        samples_.forget_after(first_step_);
        restore(first_step_);
        begins_ = live_.course().state().begins;
        forget_grains_from(live_.grains_so_far());
        way_.goal.reset();
    });
}

void LiveRun::set_pace(std::optional<double> pace) {
    wish([this, pace] {
        pace_.rate = pace;
        start_pace();
    });
}

void LiveRun::go_to(std::uint64_t step) {
    const auto go = [this, step] {
        const std::uint64_t now = live_.simulation().steps();
        const std::uint64_t goal = std::clamp(step, first_step_, last_step_);
        if (goal < now || is_broken() || history_.before(goal).snapshot.steps > now) restore(goal);
        way_.goal.reset();
        seek(goal);
    };
    wish(go, true);
}

void LiveRun::change(const LiveChange& change) {
    wish([this, change] {
        if (is_broken() || holds(live_, change)) return;
        const std::uint64_t now = live_.simulation().steps();
        const std::size_t grains = live_.grains_so_far();
        try {
            live_.change(change);
            message_.clear();
        } catch (const std::invalid_argument& error) {
            message_ = error.what();
            return;
        }
        log_.changes.resize(log_.made);
        history_.forget_after(now);
        reached_ = now;
        begins_ = live_.course().state().begins;
        samples_.forget_after(now);
        forget_grains_from(grains);
        forget_undone(log_.changes, {now, change});
        log_.changes.push_back({now, change});
        log_.made = log_.changes.size();
        note_new_grains();
    });
}

void LiveRun::visit(std::function<void(const World&, const std::vector<LoggedChange>&)> visitor) {
    wish([this, visitor = std::move(visitor)] { visitor(live_, log_.changes); });
}

void LiveRun::ask() {
    const std::scoped_lock lock(mutex_);
    if (views_.asked > views_.given || views_.next || views_.failure) return;
    ++views_.asked;
    attention_ = true;
    wake_.notify_one();
}

std::unique_ptr<LiveView> LiveRun::take() {
    const std::scoped_lock lock(mutex_);
    if (views_.failure) std::rethrow_exception(std::exchange(views_.failure, nullptr));
    return std::move(views_.next);
}

std::unique_ptr<LiveView> LiveRun::wait_for_view() {
    std::unique_lock lock(mutex_);
    const std::uint64_t mine = ++views_.asked;
    attention_ = true;
    wake_.notify_one();
    view_is_there_.wait(lock,
                        [&] { return (views_.next || views_.failure) && views_.given >= mine; });
    if (views_.failure) std::rethrow_exception(std::exchange(views_.failure, nullptr));
    return std::move(views_.next);
}

void LiveRun::live(const std::stop_token& stop) {
    while (!stop.stop_requested()) {
        if (attention_.load(std::memory_order_relaxed)) obey();
        if (wants_step() && (way_.goal || !pace_.rate || Clock::now() >= next_due()))
            step();
        else
            wait(stop);
    }
}

void LiveRun::obey() {
    std::vector<Wish> wishes;
    std::uint64_t asked = 0;
    bool wanted = false;
    {
        const std::scoped_lock lock(mutex_);
        wishes.swap(wishes_);
        asked = views_.asked;
        wanted = views_.asked > views_.given;
        attention_ = false;
    }
    for (const Wish& wish : wishes) attempt(wish.task);
    if (wanted) give_view(asked);
}

/// Runs a task. An error ends the run but not the program, so that one can still go back.
void LiveRun::attempt(const std::function<void()>& task) {
    try {
        task();
    } catch (const Breakdown& error) {
        trouble_ = LiveStatus::broken;
        message_ = live_.message_of(error);
        way_.goal.reset();
    } catch (const std::bad_alloc&) {
        history_.thin();  // to free memory to go on with
        fail("out of memory");
    } catch (const std::exception& error) {
        fail(error.what());
    }
}

/// Goes back to the last state that was kept, because a step that was left halfway cannot be shown.
void LiveRun::fail(const std::string& why) {
    try {
        restore(live_.simulation().steps());
    } catch (...) {
        lost_ = std::current_exception();
    }
    trouble_ = LiveStatus::failed;
    message_ = why;
    way_.goal.reset();
}

/// Goes on to a later step and stands there, or where the run is over before.
void LiveRun::seek(std::uint64_t step) {
    paused_ = true;
    if (!way_.goal) way_.from = live_.simulation().steps();
    way_.goal = std::min(step, last_step_);
    if (!wants_step()) way_.goal.reset();
}

void LiveRun::wait(const std::stop_token& stop) {
    std::unique_lock lock(mutex_);
    const auto needed = [this] { return attention_.load(); };
    if (wants_step())
        wake_.wait_until(lock, stop, next_due(), needed);
    else
        wake_.wait(lock, stop, needed);
}

bool LiveRun::wants_step() const {
    if (is_broken() || live_.over()) return false;
    return way_.goal ? live_.simulation().steps() < *way_.goal : !paused_;
}

void LiveRun::start_pace() { pace_.start(live_.simulation().time()); }

LiveRun::Clock::time_point LiveRun::next_due() const {
    const double ahead = live_.simulation().time() + dt_ - pace_.began_at;
    return pace_.began + std::chrono::duration_cast<Clock::duration>(
                             std::chrono::duration<double>(ahead / *pace_.rate));
}

void LiveRun::step() {
    if (pace_.rate && Clock::now() - next_due() > most_delay) start_pace();
    attempt([this] {
        make_changes_of_this_step();
        live_.step();
        samples_.note(live_);
        note_stages();
        note_new_grains();
        remember();
        if (!wants_step()) make_changes_of_this_step();
    });
    reached_ = std::max(reached_, live_.simulation().steps());
    if (!wants_step()) way_.goal.reset();
}

/// Makes the logged changes of this step again, because the run has been here before.
void LiveRun::make_changes_of_this_step() {
    while (log_.made < log_.changes.size() &&
           log_.changes[log_.made].step == live_.simulation().steps()) {
        live_.change(log_.changes[log_.made++].change);
        note_new_grains();
    }
}

/// Notes when stages begin. On a way their news are old, or come too fast to be read.
void LiveRun::note_stages() {
    const std::vector<std::uint64_t>& begins = live_.course().state().begins;
    if (begins.size() > begins_.size()) begins_ = begins;
    std::vector<std::string> news = live_.take_news();
    if (!way_.goal) std::ranges::move(news, std::back_inserter(news_));
}

/// Notes the new grains in the step in which they come.
void LiveRun::note_new_grains() {
    const Simulation& simulation = live_.simulation();
    const std::size_t n = simulation.grain_count();
    if (n == 0 || simulation.id_of(n - 1) < arrivals_.known) return;
    std::size_t first = n;
    while (first > 0 && simulation.id_of(first - 1) >= arrivals_.known) --first;
    arrivals_.untold.resize(simulation.id_of(n - 1) + 1 - arrivals_.first_untold);
    for (std::size_t i = first; i < n; ++i) {
        const GrainId id = simulation.id_of(i);
        arrivals_.untold[id - arrivals_.first_untold] = {shape_of_grain(simulation, i),
                                                         simulation.angle(i), live_.name_of(id)};
    }
    arrivals_.known = simulation.id_of(n - 1) + 1;
}

/// Forgets grains, because the run takes another way and their ids will be given to others.
void LiveRun::forget_grains_from(std::size_t id) {
    arrivals_.known = std::min(arrivals_.known, id);
    arrivals_.first_untold = std::min(arrivals_.first_untold, id);
    arrivals_.untold.resize(arrivals_.known - arrivals_.first_untold);
}

/// Keeps a state now and then. It is the state before the changes of this step.
void LiveRun::remember() {
    const Clock::time_point now = Clock::now();
    const auto period = std::max<Clock::duration>(keeping_.period * history_.thinned(),
                                                  memory_share * keeping_.cost);
    if (now - keeping_.last < period) return;
    history_.add(live_.state());
    keeping_.last = Clock::now();
    keeping_.cost = keeping_.last - now;
}

/// Goes back to the last state that was kept before a step.
void LiveRun::restore(std::uint64_t step) {
    const WorldState& state = history_.before(step);
    const auto later =
        std::ranges::lower_bound(log_.changes, state.snapshot.steps, {}, &LoggedChange::step);
    log_.made = static_cast<std::size_t>(later - log_.changes.begin());
    live_.restore(state, std::span(log_.changes).first(log_.made));
    trouble_.reset();
    lost_ = nullptr;
    message_.clear();
    start_pace();
    make_changes_of_this_step();
}

LiveStatus LiveRun::status() const {
    if (trouble_) return *trouble_;
    if (live_.over()) return LiveStatus::over;
    return wants_step() ? LiveStatus::running : LiveStatus::paused;
}

std::unique_ptr<LiveView> LiveRun::view() const {
    const Simulation& simulation = live_.simulation();
    auto view = std::make_unique<LiveView>();
    view->frame = frame_of(simulation);
    view->status = status();
    view->message = message_;
    if (!wants_step() && !is_broken()) view->hash = live_.state_hash();
    view->reached = reached_;
    if (way_.goal) view->way = {way_.from, *way_.goal};
    view->ledger = simulation.ledger();
    view->unbalanced = live_.unbalanced_force();
    view->phases = simulation.phase_times();
    if (shows_arrangement_)
        view->arrangement = simulation.arrangement();
    else
        view->arrangement.kind = simulation.broad_phase().kind();
    view->parameters = parameters_of(live_);
    view->stages = stages_of(live_, begins_);
    view->traced = traced_values(live_);
    view->step_means = step_means(scene_.measures, samples_.sums_before(simulation.steps()),
                                  live_.step_sums().numbers(), dt_);
    view->changes = log_.changes;
    view->history_bytes = history_.bytes();
    view->history_budget = history_.budget();
    return view;
}

/// Adds the new grains and samples, also those of a view that nobody took. If the memory does not
/// suffice, nothing has changed.
void LiveRun::add_news(LiveView& view) {
    if (views_.next) view.news = views_.next->news;
    view.news.insert(view.news.end(), news_.begin(), news_.end());
    if (views_.next) view.samples = views_.next->samples;
    samples_.give(view.samples);
    view.first_new = arrivals_.first_untold;
    if (views_.next && views_.next->first_new <= arrivals_.first_untold) {
        std::vector<GrainCome>& missed = views_.next->grains;
        const std::size_t still = arrivals_.first_untold - views_.next->first_new;
        missed.reserve(still + arrivals_.untold.size());
        missed.resize(still);
        std::ranges::move(arrivals_.untold, std::back_inserter(missed));
        view.first_new = views_.next->first_new;
        view.grains = std::move(missed);
    } else {
        view.grains = std::move(arrivals_.untold);
    }
    arrivals_.first_untold = view.first_new + view.grains.size();
    arrivals_.untold.clear();
    news_.clear();
}

/// Gives a view, or the reason why there is none; a missing view is no reason for the run to end.
void LiveRun::give_view(std::uint64_t asked) {
    std::unique_ptr<LiveView> seen;
    std::exception_ptr why = lost_;
    try {
        if (!lost_) seen = view();
    } catch (...) {
        why = std::current_exception();
    }
    const std::scoped_lock lock(mutex_);
    try {
        if (seen) {
            add_news(*seen);
            views_.next = std::move(seen);
        }
    } catch (...) {
        why = std::current_exception();
    }
    views_.failure = why;
    views_.given = asked;
    view_is_there_.notify_all();
}

}  // namespace scree::engine
