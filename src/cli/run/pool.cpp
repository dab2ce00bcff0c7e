// SPDX-License-Identifier: Apache-2.0
#include "cli/run/pool.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <condition_variable>
#include <exception>
#include <limits>
#include <mutex>
#include <semaphore>
#include <set>
#include <thread>
#include <utility>

#include "cli/run/interrupt.hpp"
#include "cli/run/judges.hpp"
#include "cli/run/schedule.hpp"
#include "device/blocks.hpp"
#include "halfulp/error.hpp"
#include "number/lane.hpp"

namespace halfulp::cli {
namespace {

using Clock = Schedule::Clock;

/// Cases judged between two looks at the clock: few at first, since near thresholds a case may take milliseconds, more
/// while that is quick.
constexpr std::size_t kFewestInPart = 64;
constexpr std::size_t kMostInPart = std::size_t{1}
                                    << 15;  // at most 2^16: records of failures count from the part's first
constexpr std::chrono::milliseconds kQuickPart(50);
constexpr std::chrono::milliseconds kSlowPart(200);
/// So long they are judged to their end when the run ends; then they are given up.
constexpr std::chrono::milliseconds kLongPart(300);
constexpr std::chrono::seconds kBetweenTakes(1);
/// What was computed in time is judged so long at least, so that a device slower than its time gets on.
constexpr std::chrono::milliseconds kMoment(200);

/// After this number of operations in a row of which a lost device computed nothing, and the patience that it has, it
/// is not asked again unless it still computes what it computed before: each try may cost the time in which a device is
/// given up, but one that refuses or hangs at some operations is not lost for the others.
constexpr std::size_t kTriesOfALostDevice = 3;

/// How many jobs ahead of those under way a device's pipelines are made.
constexpr std::size_t kJobsAhead = 8;

/// Thrown out of the judging of cases that take long, when the run must end.
struct Ended {};

/// A core that a thread works on.
class Core {
 public:
  explicit Core(std::counting_semaphore<>& cores) : cores_(cores) { cores_.acquire(); }
  Core(const Core&) = delete;
  Core& operator=(const Core&) = delete;
  ~Core() { cores_.release(); }

  /// Waits without it.
  template <class Wait>
  bool without(const Wait& wait) {
    cores_.release();
    const bool result = wait();
    cores_.acquire();
    return result;
  }

 private:
  std::counting_semaphore<>& cores_;
};

class Pool {
 public:
  Pool(const Plan& plan, std::vector<JobWork>& jobs, const std::vector<BookToJudgeBy>& books, Device& device,
       const PoolLimits& limits, Progress& progress, const std::function<void(std::size_t, const JobState&)>& take)
      : jobs_(jobs),
        books_(books),
        judges_(plan, books, limits.failures),
        device_(device),
        limits_(limits),
        progress_(progress),
        take_(take),
        cores_(static_cast<std::ptrdiff_t>(limits.threads)),
        schedule_(jobs, limits.end),
        losses_(jobs.size()),
        computed_(jobs.size()) {
    std::size_t results = 0;
    for (const Job& job : plan.jobs) first_results_.push_back(std::exchange(results, results + job.books.size()));
  }

  Losses run() {
    // A device without a limit computes in this process, on the thread's own core.
    computes_here_ = device_.concurrency() == std::numeric_limits<unsigned>::max();
    const unsigned waiting = computes_here_ ? 0 : std::min(device_.concurrency(), std::max(3U, limits_.threads));
    std::uint64_t left = 0;
    for (const JobWork& one : jobs_) left += one.left();
    const std::uint64_t threads = std::min<std::uint64_t>(left, limits_.threads + waiting);
    {
      std::vector<std::jthread> others;
      if (device_.concurrency() > 1 && !computes_here_) others.emplace_back([this] { prepare_ahead(); });
      for (std::uint64_t i = 1; i < threads; ++i) others.emplace_back([this] { work(); });
      if (threads > 0) work();
      const std::lock_guard lock(mutex_);
      is_done_ = true;
      job_began_.notify_all();
    }
    if (failure_) std::rethrow_exception(failure_);
    if (is_given_up_) {
      for (std::size_t i = 0; i < jobs_.size(); ++i) {
        if (jobs_[i].left() > 0 && losses_[i].empty()) losses_[i] = last_loss_;
      }
    }
    return std::move(losses_);
  }

 private:
  /// What a thread has judged of a job and not handed over yet.
  struct Part {
    std::size_t job = 0;
    JobState state;
    Clock::time_point taken = Clock::now();
    std::size_t cases = kFewestInPart;  ///< that are judged at once
    std::vector<FailureSpool::Chunk> failures = {};
  };

  /// What one thread does.
  void work() {
    try {
      Block block;
      std::optional<Part> part;
      while (const auto next = this->next()) {
        if (part && part->job != next->job) hand_over(*part), part.reset();
        const Job& job = jobs_[next->job].job();
        if (!part) part = Part{.job = next->job, .state = begin_job(job, books_)};
        Core core(cores_);
        block.begin(job.operation, job.format, next->stretch.cases);
        if (!compute(block, *next, core)) continue;
        const std::size_t done = judge(block, *next, *part);
        const std::lock_guard lock(mutex_);
        jobs_[next->job].give_back({.first = next->stretch.first + done, .cases = next->stretch.cases - done});
      }
      if (part) hand_over(*part);
    } catch (const Ended&) {
      // Its part may have a case in some counts and not in others, and is not handed over.
    } catch (...) {
      const std::lock_guard lock(mutex_);
      failure_ = std::current_exception();
      turn_came_.notify_all();
    }
  }

  /// Has the device make its pipelines for coming jobs while it computes.
  void prepare_ahead() {
    for (std::size_t i = 0; i < jobs_.size(); ++i) {
      {
        std::unique_lock lock(mutex_);
        job_began_.wait(lock, [&] { return is_done_ || i <= last_job_ + kJobsAhead; });
        if (is_done_ || stops()) return;
        if (jobs_[i].left() == 0) continue;
      }
      const Job& job = jobs_[i].job();
      device_.prepare(job.operation, job.format, job.variant_index);
    }
  }

  [[nodiscard]] bool stops() const { return interrupted() || limits_.stop.stop_requested(); }

  std::optional<Schedule::Next> next() {
    const std::lock_guard lock(mutex_);
    if (stops() || is_given_up_ || failure_ || Clock::now() >= limits_.end) return std::nullopt;
    const auto next = schedule_.next([&](std::size_t job) { return !losses_[job].empty(); });
    if (next && next->job > last_job_) {
      last_job_ = next->job;
      job_began_.notify_all();
    }
    if (next) progress_.label(name(jobs_[next->job].job().operation, naming_of(jobs_[next->job].job())));
    return next;
  }

  [[nodiscard]] Naming naming_of(const Job& job) const { return books_[job.books.front()].book.naming(); }

  /// False when the device is lost or the run ends.
  bool compute(Block& block, const Schedule::Next& next, Core& core) {
    const JobWork& work = jobs_[next.job];
    const Clock::time_point begin = Clock::now();
    work.fill(block, next.stretch);
    if (!work.job().recorded.empty()) {
      progress_.spend(Progress::Work::operands, Clock::now() - begin);
      return true;
    }
    std::ranges::fill(block.results(0, next.stretch.cases), device::kUnwritten);
    const Clock::time_point filled = Clock::now();
    progress_.spend(Progress::Work::operands, filled - begin);
    const auto ask = [&] { return ask_in_turn(block, next); };
    const bool fine = computes_here_ ? ask() : core.without(ask);
    progress_.spend(Progress::Work::device, Clock::now() - filled);  // also for waiting until it was free
    return fine;
  }

  bool ask_in_turn(Block& block, const Schedule::Next& next) {
    std::unique_lock lock(mutex_);
    const unsigned most = device_.concurrency();
    const auto may_ask = [&] { return failure_ || (most == 1 ? turn_ == next.number : asked_ < most); };
    turn_came_.wait(lock, may_ask);
    bool fine = losses_[next.job].empty() && !is_given_up_ && !failure_ && !stops() && Clock::now() < limits_.end;
    if (fine) {
      ++asked_;
      lock.unlock();
      std::string loss;
      fine = compute_on_device(jobs_[next.job].job(), block.const_operands(0, next.stretch.cases),
                               block.results(0, next.stretch.cases), loss);
      lock.lock();
      --asked_;
      note(next.job, fine, loss);
      if (is_in_doubt()) {
        const std::optional<std::size_t> known = last_computed_;
        lock.unlock();
        const bool works = known && computes(*known);
        lock.lock();
        if (works) lost_in_a_row_.clear();
        if (!works) is_given_up_ = true;
      }
    }
    turn_ = next.number + 1;
    turn_came_.notify_all();
    return fine;
  }

  /// Notes what became of a block: the mutex is held.
  void note(std::size_t job, bool fine, const std::string& loss) {
    if (fine) {
      computed_[job] = true;
      last_computed_ = job;
      lost_in_a_row_.clear();
    } else if (!loss.empty() && losses_[job].empty()) {
      losses_[job] = last_loss_ = loss;
      if (computed_[job]) lost_in_a_row_.clear();
      if (lost_in_a_row_.empty()) first_of_the_row_ = Clock::now();
      if (!computed_[job]) lost_in_a_row_.insert(jobs_[job].job().operation);
    }
  }

  /// Whether the device may be lost for all that is left: the mutex is held.
  [[nodiscard]] bool is_in_doubt() const {
    return lost_in_a_row_.size() >= kTriesOfALostDevice && Clock::now() - first_of_the_row_ >= limits_.patience;
  }

  /// Whether the device computes the first case of a job.
  bool computes(std::size_t job) {
    const JobWork& work = jobs_[job];
    Block block;
    block.begin(work.job().operation, work.job().format, 1);
    work.fill(block, {.first = 0, .cases = 1});
    std::string loss;
    return compute_on_device(work.job(), block.const_operands(0, 1), block.results(0, 1), loss);
  }

  /// False when the device is lost; `loss` says why, or nothing when an interrupt was the reason.
  bool compute_on_device(const Job& job, const std::vector<ConstLane>& operands, Lane results, std::string& loss) {
    try {
      device_.compute(job.operation, job.format, job.variant_index, operands, results);
      const auto wide = number::find_too_wide(results, info(info(job.operation).result(job.format)));
      if (wide) loss = fmt::format("the device's result {} of a block is {}", wide->index, wide->says);
      return !wide;
    } catch (const Error& error) {
      if (error.kind() != Error::Kind::kDevice) throw;
      // An interrupt from a terminal reaches the device's process too: that is no loss.
      if (!interrupted()) loss = error.what();
      return false;
    }
  }

  /// Judges a block part by part until its job's turn ends. Returns how many cases were judged. Throws Ended.
  std::size_t judge(Block& block, const Schedule::Next& next, Part& part) {
    const Stretch& stretch = next.stretch;
    const JobWork& work = jobs_[part.job];
    const Judges& judges = judges_.of(work.job());
    std::size_t noted = 0;  // of those done
    std::size_t done = 0;
    const auto note = [&] {
      // What counts whatever the verdicts are.
      const std::vector<ConstLane> operands = block.const_operands(noted, done - noted);
      part.state.tried->note(operands);
      if (part.state.codes) part.state.codes->note(operands.front(), block.results(noted, done - noted));
      part.state.judged.add(stretch.first + noted, stretch.first + done);
      noted = done;
    };
    const Clock::time_point moment = Clock::now() + kMoment;
    const Clock::time_point end_of_turn = std::max(next.end, next.is_first ? moment : std::min(moment, limits_.end));
    const Clock::time_point last = std::max(limits_.end, end_of_turn);
    Clock::time_point begin;  // of the cases that are judged now
    const auto check = [&] {
      const Clock::time_point now = Clock::now();
      if (now - begin >= kLongPart && (stops() || now >= last)) throw Ended();
    };
    while (done < stretch.cases && !stops() && Clock::now() < end_of_turn) {
      const std::size_t cases = std::min(part.cases, stretch.cases - done);
      begin = Clock::now();
      const std::uint64_t number = work.number(stretch.first + done);
      judges.judge(number, block.const_operands(done, cases), block.results(done, cases), part.state, check,
                   [&](std::size_t book, std::span<const std::byte> records) {
                     const std::size_t result = first_results_[part.job] + book;
                     part.failures.push_back(limits_.failures->write(result, number, records));
                   });
      const Clock::time_point end = Clock::now();
      progress_.spend(Progress::Work::judge, end - begin);
      progress_.advance(cases);
      if (end - begin < kQuickPart) part.cases = std::min(2 * part.cases, kMostInPart);
      if (end - begin > kSlowPart) part.cases = std::max(part.cases / 2, kFewestInPart);
      done += cases;
      if (end - part.taken >= kBetweenTakes) {
        note();
        hand_over(part);
      }
    }
    if (done != noted) note();
    return done;
  }

  void hand_over(Part& part) {
    {
      const std::lock_guard lock(take_mutex_);
      take_(part.job, part.state);
    }
    if (limits_.failures != nullptr) limits_.failures->take(std::exchange(part.failures, {}));
    std::vector<diagnosis::HypothesisCounts> hypotheses = std::move(part.state.hypotheses);
    for (diagnosis::HypothesisCounts& counts : hypotheses) counts.hand_over();
    part.state = begin_job(jobs_[part.job].job(), books_);
    part.state.hypotheses = std::move(hypotheses);
    part.taken = Clock::now();
  }

  std::vector<JobWork>& jobs_;
  const std::vector<BookToJudgeBy>& books_;
  AllJudges judges_;
  Device& device_;
  const PoolLimits& limits_;
  Progress& progress_;
  const std::function<void(std::size_t, const JobState&)>& take_;
  std::vector<std::size_t> first_results_;  ///< of each job, the place in the report's results
  bool computes_here_ = false;
  std::counting_semaphore<> cores_;

  std::mutex mutex_;  ///< for what follows
  Schedule schedule_;
  std::uint64_t turn_ = 0;  ///< whose it is to ask a device that one thread at a time may ask
  unsigned asked_ = 0;      ///< blocks that the device computes now
  std::condition_variable turn_came_;
  Losses losses_;
  std::vector<bool> computed_;  ///< jobs of which the device computed a block
  std::set<Operation> lost_in_a_row_;
  Clock::time_point first_of_the_row_ = Clock::now();
  std::optional<std::size_t> last_computed_;  ///< the job of which it computed a block last
  bool is_given_up_ = false;
  std::string last_loss_;
  std::exception_ptr failure_;
  std::size_t last_job_ = 0;  ///< the last one that was begun
  bool is_done_ = false;
  std::condition_variable job_began_;

  std::mutex take_mutex_;
};

}  // namespace

Losses run_jobs(const Plan& plan, std::vector<JobWork>& jobs, const std::vector<BookToJudgeBy>& books, Device& device,
                const PoolLimits& limits, Progress& progress,
                const std::function<void(std::size_t job, const JobState& part)>& take) {
  return Pool(plan, jobs, books, device, limits, progress, take).run();
}

}  // namespace halfulp::cli
