// SPDX-License-Identifier: Apache-2.0
#include "cli/run/job_run.hpp"

#include <fmt/format.h>
#include <sched.h>

#include <algorithm>
#include <condition_variable>
#include <cstddef>
#include <exception>
#include <mutex>
#include <optional>
#include <thread>

#include "cli/run/block.hpp"
#include "cli/run/interrupt.hpp"
#include "halfulp/error.hpp"
#include "number/lane.hpp"
#include "rulebook/resolve.hpp"

namespace halfulp::cli {
namespace {

using Clock = std::chrono::steady_clock;

/// Cases judged between two looks at the clock: few at first, since near thresholds a case may take milliseconds, more
/// while that is quick.
constexpr std::size_t kFewestInPart = 64;
constexpr std::size_t kMostInPart = std::size_t{1} << 15;
constexpr std::chrono::milliseconds kQuickPart(50);
constexpr std::chrono::milliseconds kSlowPart(500);
constexpr std::chrono::seconds kBetweenTakes(1);

/// What result buffers hold before the device writes them, so that a result never written is not the last block's.
constexpr std::byte kUnwritten{0xa5};

/// Where a block's cases come from: positions among the shard's cases.
struct Stretch {
  std::uint64_t first = 0;
  std::size_t cases = 0;
  std::uint64_t turn = 0;  ///< of being computed
};

class JobRun {
 public:
  JobRun(const Job& job, const ShardCases& cases, const Ranges& judged, const std::vector<BookToJudgeBy>& books,
         Device& device, const JobLimits& limits, Progress& progress, const std::function<void(const JobState&)>& take)
      : job_(job),
        cases_(cases),
        judged_before_(judged),
        nothing_judged_(begin_job(job, books)),
        device_(device),
        limits_(limits),
        progress_(progress),
        take_(take),
        order_(blocks(cases.size()), job.suite->holds_all_operands() && !job.sample) {
    for (const std::size_t index : job.books) {
      judges_.emplace_back(books[index].book, job.operation, job.format, books[index].readings);
      tests_.emplace_back(books[index].book, job.operation, job.format, books[index].readings);
    }
  }

  void run() {
    const std::uint64_t left = blocks(cases_.size() - judged_before_.size());
    const std::uint64_t threads = std::min<std::uint64_t>(left, limits_.threads);
    {
      std::vector<std::jthread> others;
      for (std::uint64_t i = 1; i < threads; ++i) others.emplace_back([this] { work(); });
      work();
    }
    if (failure_) std::rethrow_exception(failure_);
    if (!lost_because_.empty()) {
      JobState loss = nothing_judged_;
      loss.lost = cases_.size() - judged_before_.size() - judged_;
      loss.lost_because = lost_because_;
      take_(loss);
    }
  }

 private:
  /// What one thread does.
  void work() {
    try {
      Block block(device_, job_.operation, job_.format, static_cast<std::size_t>(std::min(kBlockCases, cases_.size())));
      JobState mine = nothing_judged_;
      Clock::time_point taken = Clock::now();
      std::size_t part = kFewestInPart;
      while (const auto stretch = next_stretch()) {
        if (!compute(block, *stretch)) break;
        judge(block, *stretch, part, mine, taken);
      }
      give(mine);
    } catch (...) {
      const std::lock_guard lock(mutex_);
      failure_ = std::current_exception();
      turn_came_.notify_all();
    }
  }

  [[nodiscard]] bool stops() const { return interrupted() || limits_.stop.stop_requested(); }
  [[nodiscard]] bool ends() const { return stops() || Clock::now() >= limits_.end; }

  /// Nothing when there is none any more.
  std::optional<Stretch> next_stretch() {
    const std::lock_guard lock(mutex_);
    if (ends()) return std::nullopt;
    while (next_ >= end_) {
      const std::optional<std::uint64_t> block = order_.next();
      if (!block) return std::nullopt;
      next_ = judged_before_.next_missing(*block * kBlockCases);
      end_ = cases_.end_of_block(*block * kBlockCases);
    }
    const std::uint64_t end = std::min(end_, judged_before_.next_held(next_));
    const Stretch stretch{.first = next_, .cases = static_cast<std::size_t>(end - next_), .turn = turns_++};
    next_ = judged_before_.next_missing(end);
    return stretch;
  }

  /// False when the device is lost or the run ends.
  bool compute(Block& block, const Stretch& stretch) {
    const Clock::time_point begin = Clock::now();
    fill(block, stretch);
    if (!job_.recorded.empty()) {
      progress_.spend(Progress::Work::operands, Clock::now() - begin);
      return true;
    }
    const Lane results = block.results(0, stretch.cases);
    std::ranges::fill(results, kUnwritten);
    const Clock::time_point filled = Clock::now();
    progress_.spend(Progress::Work::operands, filled - begin);
    const bool one_at_a_time = device_.concurrency() == 1;
    std::unique_lock lock(mutex_);
    if (one_at_a_time) turn_came_.wait(lock, [&] { return turn_ == stretch.turn || failure_; });
    bool fine = lost_because_.empty() && !failure_ && !ends();
    if (fine) {
      lock.unlock();
      std::string loss;
      fine = compute(block.const_operands(0, stretch.cases), results, loss);
      lock.lock();
      if (!fine && lost_because_.empty()) lost_because_ = loss;
    }
    if (one_at_a_time) {
      turn_ = stretch.turn + 1;
      turn_came_.notify_all();
    }
    progress_.spend(Progress::Work::device, Clock::now() - filled);  // also for waiting until it was free
    return fine;
  }

  /// False when the device is lost; `loss` says why, or nothing when an interrupt was the reason.
  bool compute(const std::vector<ConstLane>& operands, Lane results, std::string& loss) {
    try {
      device_.compute(job_.operation, job_.format, job_.variant_index, operands, results);
      const OperationInfo& row = info(job_.operation);
      const auto wide = number::find_too_wide(results, info(row.result(job_.format)));
      if (wide) loss = fmt::format("the device's result {} of a block is {}", wide->index, wide->says);
      return !wide;
    } catch (const Error& error) {
      if (error.kind() != Error::Kind::kDevice) throw;
      // An interrupt from a terminal reaches the device's process too: that is no loss.
      if (!interrupted()) loss = error.what();
      return false;
    }
  }

  void fill(Block& block, const Stretch& stretch) const {
    const std::uint64_t number = cases_.at(stretch.first);
    if (!job_.sample) {
      fill(block, 0, stretch.cases, number);
      return;
    }
    for (std::size_t i = 0; i < stretch.cases; ++i) fill(block, i, 1, (*job_.sample)[number + i]);
  }

  /// The operands of cases from `number` on, and their results where they were recorded.
  void fill(Block& block, std::size_t place, std::size_t cases, std::uint64_t number) const {
    job_.suite->fill(number, block.operands(place, cases));
    if (job_.recorded.empty()) return;
    const Lane results = block.results(place, cases);
    std::ranges::copy(job_.recorded.subspan(number * (results.size() / cases), results.size()), results.begin());
  }

  /// Judges a block part by part, as far as nothing ends it. `part`: how many cases the next part has.
  void judge(Block& block, const Stretch& stretch, std::size_t& part, JobState& mine, Clock::time_point& taken) {
    std::size_t noted = 0;  // of those done
    std::size_t done = 0;
    const auto note = [&] {
      this->note(block.const_operands(noted, done - noted), block.results(noted, done - noted), mine);
      mine.judged.add(stretch.first + noted, stretch.first + done);
      noted = done;
    };
    // What was computed in time is judged for a moment after it, so that a device slower than its time gets on.
    constexpr std::chrono::milliseconds kMoment(500);
    const Clock::time_point end_of_judging = std::max(limits_.end, Clock::now() + kMoment);
    while (done < stretch.cases && !stops() && Clock::now() < end_of_judging) {
      const std::size_t cases = std::min(part, stretch.cases - done);
      const Clock::time_point begin = Clock::now();
      judge(block, stretch, done, cases, mine);
      const Clock::time_point end = Clock::now();
      progress_.spend(Progress::Work::judge, end - begin);
      progress_.advance(cases);
      if (end - begin < kQuickPart) part = std::min(2 * part, kMostInPart);
      if (end - begin > kSlowPart) part = std::max(part / 2, kFewestInPart);
      done += cases;
      if (end - taken >= kBetweenTakes) {
        note();
        give(mine);
        taken = end;
      }
    }
    if (done != noted) note();
  }

  void judge(Block& block, const Stretch& stretch, std::size_t first, std::size_t cases, JobState& mine) const {
    const std::uint64_t position = stretch.first + first;
    const std::vector<ConstLane> operands = block.const_operands(first, cases);
    const ConstLane results = block.results(first, cases);
    for (std::size_t book = 0; book < judges_.size(); ++book) {
      std::vector<Failure> failures;
      judges_[book].judge(cases_.at(position), operands, results, mine.tallies[book], &failures);
      diagnosis::note_failures(cases_.at(position), operands, results, failures, tests_[book],
                               mine.failure_counts[book], mine.hypotheses[book]);
    }
  }

  /// What counts whatever the verdicts are.
  static void note(const std::vector<ConstLane>& operands, ConstLane results, JobState& mine) {
    mine.tried->note(operands);
    if (mine.codes) mine.codes->note(operands.front(), results);
  }

  /// Hands over what a thread has judged.
  void give(JobState& mine) {
    const std::lock_guard lock(give_mutex_);
    judged_ += mine.judged.size();
    take_(mine);
    std::vector<diagnosis::HypothesisCounts> hypotheses = std::move(mine.hypotheses);
    for (diagnosis::HypothesisCounts& counts : hypotheses) counts.hand_over();
    mine = nothing_judged_;
    mine.hypotheses = std::move(hypotheses);
  }

  const Job& job_;
  const ShardCases& cases_;
  const Ranges& judged_before_;
  const JobState nothing_judged_;
  Device& device_;
  const JobLimits& limits_;
  Progress& progress_;
  const std::function<void(const JobState&)>& take_;
  std::vector<SpanJudge> judges_;
  std::vector<diagnosis::HypothesisTest> tests_;

  std::mutex mutex_;  ///< for what follows
  BlockOrder order_;
  std::uint64_t next_ = 0;  ///< of the block that ends at end_
  std::uint64_t end_ = 0;
  std::uint64_t turns_ = 0;  ///< given out
  std::uint64_t turn_ = 0;   ///< whose it is to use the device
  std::condition_variable turn_came_;
  std::string lost_because_;
  std::exception_ptr failure_;

  std::mutex give_mutex_;
  std::uint64_t judged_ = 0;  ///< handed over
};

}  // namespace

unsigned default_threads() {
  cpu_set_t cores;
  CPU_ZERO(&cores);
  const bool known = sched_getaffinity(0, sizeof cores, &cores) == 0;
  return std::max(2U, known ? static_cast<unsigned>(CPU_COUNT(&cores)) : std::thread::hardware_concurrency());
}

JobState begin_job(const Job& job, const std::vector<BookToJudgeBy>& books) {
  JobState state;
  state.tallies.resize(job.books.size());
  state.tried.emplace(job.operation, job.format);
  state.failure_counts.assign(job.books.size(), diagnosis::FailureCounts(job.operation, job.format));
  state.hypotheses.resize(job.books.size());
  const auto has_property = [&](std::size_t index) {
    return !rulebook::properties_of(books[index].book.model(), job.operation, books[index].readings).empty();
  };
  if (diagnosis::CodeMap::serves(job.operation) && std::ranges::any_of(job.books, has_property)) {
    state.codes.emplace(job.operation);
  }
  return state;
}

void run_job(const Job& job, const ShardCases& cases, const Ranges& judged, const std::vector<BookToJudgeBy>& books,
             Device& device, const JobLimits& limits, Progress& progress,
             const std::function<void(const JobState& part)>& take) {
  JobRun(job, cases, judged, books, device, limits, progress, take).run();
}

}  // namespace halfulp::cli
