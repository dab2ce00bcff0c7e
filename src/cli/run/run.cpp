// SPDX-License-Identifier: Apache-2.0
#include "cli/run/run.hpp"

#include <algorithm>
#include <iterator>
#include <span>
#include <vector>

#include "cli/run/causes.hpp"
#include "cli/run/errors.hpp"
#include "cli/run/findings.hpp"
#include "cli/run/interrupt.hpp"
#include "cli/run/job_work.hpp"
#include "cli/run/pool.hpp"
#include "cli/run/progress.hpp"
#include "cli/run/properties.hpp"
#include "cli/run/whole_run.hpp"
#include "judge/definition/distance.hpp"
#include "number/side_by_side.hpp"
#include "report/failure_words.hpp"

namespace halfulp::cli {
namespace {

using Clock = std::chrono::steady_clock;

report::Report begin(const RunRequest& request, const Device& device) {
  report::Report report;
  report.device = device.description();
  report.version = HALFULP_VERSION;
  report.suite = request.operands_file.empty() ? name(request.suite) : "given";
  report.seed = request.operands_file.empty() ? request.seed : 0;
  report.cases = request.cases;
  report.strict = request.strict;
  for (const BookToJudgeBy& book : request.books) {
    report.rulebooks.push_back(
        {book.book.id(), book.book.title(), book.book.hash(), book.book.naming(), book.argument, book.readings});
    report.readings.insert(book.readings.begin(), book.readings.end());
  }
  return report;
}

/// The exact error of a case, as far as one is measured.
std::optional<double> error_of(const judge::Ruling& ruling, const Job& job, const Witness& witness) {
  const auto operands = std::span(witness.operands).first(static_cast<std::size_t>(info(job.operation).arity));
  return judge::distance_of(ruling, operands, witness.observed).error_ulp();
}

/// The worst case is shown with its exact error. Until here it has that of the judge's doubles, by which parts of a run
/// are merged in any order. The cases that hypotheses explain have none until here; one that is a rule's first case too
/// gets the same.
void measure_examples(const BookToJudgeBy& book, const Job& job, report::Result& result) {
  if (!result.tally.worst && result.hypotheses.broken.empty()) return;
  const judge::Ruling ruling = judge::Ruling::of(book.book, job.operation, job.format, book.readings);
  if (result.tally.worst) {
    const auto error = error_of(ruling, job, *result.tally.worst);
    if (error) result.tally.worst->error_ulp = error;
  }
  for (auto& [rule, failures] : result.hypotheses.broken) {
    const auto first = result.tally.broken.find(rule);
    for (diagnosis::FailuresBySet& level : failures.levels) {
      for (auto& [set, group] : level.tried) {
        const bool is_first = first != result.tally.broken.end() && first->second.example.index == group.example.index;
        group.example.error_ulp = is_first ? first->second.example.error_ulp : error_of(ruling, job, group.example);
      }
    }
  }
}

/// What is known of each rule that a result breaks.
void add_broken(const BookToJudgeBy& book, report::Result& result) {
  for (const auto& [rule, group] : result.tally.broken) {
    result.broken.emplace(
        rule, report::BrokenRule{report::failure_words(result.operation, *result.tried, result.failures.at(rule)),
                                 explained(book, result, group.example)});
  }
  for (const auto& [readings, group] : result.tally.under) {
    result.under.emplace(readings, explained(book, result, group.example));
  }
}

std::vector<report::Result> results_of(const RunRequest& request, const Job& job, const JobState& done) {
  std::vector<report::Result> results;
  for (std::size_t i = 0; i < job.books.size(); ++i) {
    report::Result& result = results.emplace_back();
    const Rulebook& book = request.books[job.books[i]].book;
    result.rulebook = book.id();
    result.naming = book.naming();
    result.operation = job.operation;
    result.format = job.format;
    result.variant = job.variant;
    result.principal = job.variant_index == 0;
    result.suite = request.operands_file.empty() ? name(job.size) : "given";
    result.sampled = job.sample.has_value();
    result.planned = job.cases();
    result.tally = done.tallies[i];
    result.tried = done.tried;
    result.failures = done.failure_counts[i].broken;
    add_broken(request.books[job.books[i]], result);
    result.hypotheses = done.hypotheses[i];
    measure_examples(request.books[job.books[i]], job, result);
    result.coverage = job.coverage();
    result.margins = margins_of(job, request.books[job.books[i]], result.tally);
    result.errors = binade_errors(job, result.tally);
    result.lost = done.lost;
    result.lost_because = done.lost_because;
  }
  return results;
}

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
  std::vector<JobWork> jobs;
  jobs.reserve(plan.jobs.size());
  std::uint64_t total = 0;
  for (std::size_t i = 0; i < plan.jobs.size(); ++i) {
    total += jobs.emplace_back(plan.jobs[i], cases[i], state.judged(i)).left();
  }
  Progress progress(total, options.show_progress);
  PoolLimits limits{.threads = options.threads != 0 ? options.threads : number::default_threads(),
                    .stop = stop,
                    .patience = options.patience,
                    .failures = options.failures};
  if (options.time) limits.end = Clock::now() + std::chrono::duration_cast<Clock::duration>(*options.time);
  const Losses losses = run_jobs(plan, jobs, request.books, device, limits, progress,
                                 [&](std::size_t job, const JobState& part) { state.take(job, part); });
  const auto stopped = [&] { return interrupted() || stop.stop_requested(); };
  std::uint64_t out_of_time = 0;
  for (std::size_t i = 0; i < plan.jobs.size(); ++i) {
    const Job& job = plan.jobs[i];
    const std::uint64_t left = cases[i].size() - state.judged(i).size();
    if (!losses[i].empty()) {
      JobState part = begin_job(job, request.books);
      part.lost = left;
      part.lost_because = losses[i];
      state.take(i, part);
    } else {
      out_of_time += left;
    }
    // Asked by the shard that has the job's first case.
    const bool first = cases[i].size() > 0 && cases[i].at(0) == 0 && request.operands_file.empty();
    if (first && left == 0 && !stopped() && !state.has_round_trip(i) && asks_round_trip(job, request.books)) {
      JobState part = begin_job(job, request.books);
      part.round_trip = round_trip(job, device);
      if (!interrupted()) state.take(i, part);
    }
  }
  if (!stopped()) state.end(out_of_time > 0);
}

report::Report report_of(const RunRequest& request, const Plan& plan, const Device& device, const RunState& state,
                         unsigned threads) {
  report::Report report = begin(request, device);
  report.not_offered = plan.not_offered;
  struct OfJob {
    std::vector<report::Result> results;
    std::vector<report::Property> properties;
  };
  std::vector<OfJob> jobs(plan.jobs.size());
  number::side_by_side(jobs.size(), threads, [&](std::size_t i) {
    const Job& job = plan.jobs[i];
    const JobState& done = state.jobs[i];
    if (done.cases() == job.cases()) jobs[i].properties = judge_properties(job, done, request.books);
    jobs[i].results = results_of(request, job, done);
  });
  for (OfJob& job : jobs) {
    std::ranges::move(job.results, std::back_inserter(report.results));
    std::ranges::move(job.properties, std::back_inserter(report.properties));
  }
  report.interrupted = !state.ended;
  report.out_of_time = state.out_of_time;
  report.seconds = state.seconds;
  find(request, report);
  find_causes(request, report);
  judge_whole_run(request, device, report);
  return report;
}

report::Report run(const RunRequest& request, Device& device, bool show_progress, FailureSpool* failures) {
  const Plan planned = plan(request, device);
  RunningState state(begin_state(request, planned));
  const RunOptions options{.show_progress = show_progress, .failures = failures};
  judge_shard(request, planned, {}, device, options, {}, state);
  return report_of(request, planned, device, state.copy());
}

}  // namespace halfulp::cli
