// SPDX-License-Identifier: Apache-2.0
#include "cli/run/run.hpp"

#include <utility>
#include <vector>

#include "cli/run/errors.hpp"
#include "cli/run/findings.hpp"
#include "cli/run/interrupt.hpp"
#include "cli/run/job_run.hpp"
#include "cli/run/progress.hpp"
#include "cli/run/properties.hpp"
#include "cli/run/whole_run.hpp"

namespace halfulp::cli {
namespace {

using Clock = std::chrono::steady_clock;

/// After so many jobs in a row for which a lost device computed nothing, it is not asked again: each try may cost the
/// time in which a device is given up.
constexpr int kTriesOfALostDevice = 3;

report::Report begin(const RunRequest& request, const Device& device) {
  report::Report report;
  report.device = device.description();
  report.version = HALFULP_VERSION;
  report.suite = name(request.suite);
  report.seed = request.seed;
  report.cases = request.cases;
  report.strict = request.strict;
  for (const BookToJudgeBy& book : request.books) {
    report.rulebooks.push_back({book.book.id(), book.book.title(), book.book.hash(), book.book.naming()});
    report.readings.insert(book.readings.begin(), book.readings.end());
  }
  return report;
}

void add_results(const RunRequest& request, const Job& job, const JobState& done, report::Report& report) {
  for (std::size_t i = 0; i < job.books.size(); ++i) {
    report::Result result;
    const Rulebook& book = request.books[job.books[i]].book;
    result.rulebook = book.id();
    result.naming = book.naming();
    result.operation = job.operation;
    result.format = job.format;
    result.variant = job.variant;
    result.principal = job.variant_index == 0;
    result.suite = name(job.size);
    result.sampled = job.sample.has_value();
    result.planned = job.cases();
    result.tally = done.tallies[i];
    result.tried = done.tried;
    result.failures = done.failure_counts[i].broken;
    result.hypotheses = done.hypotheses[i];
    result.coverage = job.coverage();
    result.margins = margins_of(job, request.books[job.books[i]], result.tally);
    result.errors = binade_errors(job, result.tally);
    result.lost = done.lost;
    result.lost_because = done.lost_because;
    report.results.push_back(std::move(result));
  }
}

/// Ends of jobs so that each has an equal part of the time that is left.
class Deadlines {
 public:
  Deadlines(const RunOptions& options, std::size_t jobs) : jobs_(jobs) {
    if (options.time) end_ = Clock::now() + std::chrono::duration_cast<Clock::duration>(*options.time);
  }

  /// Of the next job.
  [[nodiscard]] Clock::time_point next() {
    if (end_ == Clock::time_point::max()) return end_;
    const Clock::time_point now = Clock::now();
    return now + (end_ - now) / static_cast<Clock::rep>(jobs_--);
  }

 private:
  Clock::time_point end_ = Clock::time_point::max();
  std::size_t jobs_;
};

}  // namespace

std::vector<ShardCases> cases_of(const Plan& plan, const Shard& shard) {
  std::vector<ShardCases> cases;
  std::uint64_t first_block = 0;
  for (const Job& job : plan.jobs) {
    cases.emplace_back(shard, first_block, job.cases());
    first_block += blocks(job.cases());
  }
  return cases;
}

RunState begin_state(const RunRequest& request, const Plan& plan) {
  RunState state;
  for (const Job& job : plan.jobs) state.jobs.push_back(begin_job(job, request.books));
  return state;
}

void judge_shard(const RunRequest& request, const Plan& plan, const Shard& shard, Device& device,
                 const RunOptions& options, const std::stop_token& stop, RunningState& state) {
  state.forget_losses();
  const std::vector<ShardCases> cases = cases_of(plan, shard);
  const auto left_of = [&](std::size_t job) { return cases[job].size() - state.judged(job).size(); };
  std::uint64_t total = 0;
  std::size_t jobs = 0;
  for (std::size_t i = 0; i < plan.jobs.size(); ++i) {
    total += left_of(i);
    if (left_of(i) > 0) ++jobs;
  }
  Progress progress(total, options.show_progress);
  Deadlines deadlines(options, jobs);
  const unsigned threads = options.threads != 0 ? options.threads : default_threads();
  const auto stopped = [&] { return interrupted() || stop.stop_requested(); };
  int lost_in_a_row = 0;
  std::string loss;
  std::uint64_t out_of_time = 0;
  for (std::size_t i = 0; i < plan.jobs.size() && !stopped(); ++i) {
    const Job& job = plan.jobs[i];
    progress.label(name(job.operation, request.books[job.books.front()].book.naming()));
    const std::uint64_t left = left_of(i);
    std::uint64_t lost = 0;
    const auto take = [&](const JobState& part) {
      lost += part.lost;
      if (!part.lost_because.empty()) loss = part.lost_because;
      state.take(i, part);
    };
    if (left > 0 && lost_in_a_row == kTriesOfALostDevice) {
      JobState part = begin_job(job, request.books);
      part.lost = left;
      part.lost_because = loss;
      take(part);
    } else if (left > 0) {
      const JobLimits limits{.threads = threads, .end = deadlines.next(), .stop = stop};
      run_job(job, cases[i], state.judged(i), request.books, device, limits, progress, take);
      lost_in_a_row = lost == left ? lost_in_a_row + 1 : 0;
    }
    if (lost == 0) out_of_time += left_of(i);
    // Asked by the shard that has the job's first case.
    const bool first = cases[i].size() > 0 && cases[i].at(0) == 0;
    if (first && left_of(i) == 0 && !stopped() && !state.has_round_trip(i) && asks_round_trip(job, request.books)) {
      JobState part = begin_job(job, request.books);
      part.round_trip = round_trip(job, device);
      if (!interrupted()) take(part);
    }
  }
  if (!stopped()) state.end(out_of_time > 0);
}

report::Report report_of(const RunRequest& request, const Plan& plan, const Device& device, const RunState& state) {
  report::Report report = begin(request, device);
  report.not_offered = plan.not_offered;
  for (std::size_t i = 0; i < plan.jobs.size(); ++i) {
    const Job& job = plan.jobs[i];
    const JobState& done = state.jobs[i];
    if (done.cases() == job.cases()) judge_properties(job, done, request.books, report);
    add_results(request, job, done, report);
  }
  report.interrupted = !state.ended;
  report.out_of_time = state.out_of_time;
  report.seconds = state.seconds;
  find(request, report);
  judge_whole_run(request, device, report);
  return report;
}

report::Report run(const RunRequest& request, Device& device, bool show_progress) {
  const Plan planned = plan(request, device);
  RunningState state(begin_state(request, planned));
  judge_shard(request, planned, {}, device, {.show_progress = show_progress}, {}, state);
  return report_of(request, planned, device, state.copy());
}

}  // namespace halfulp::cli
