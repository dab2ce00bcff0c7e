// SPDX-License-Identifier: Apache-2.0
#include "cli/run/run.hpp"

#include <chrono>

#include "cli/run/findings.hpp"
#include "cli/run/interrupt.hpp"
#include "cli/run/job_run.hpp"
#include "cli/run/progress.hpp"
#include "cli/run/properties.hpp"
#include "cli/run/whole_run.hpp"

namespace halfulp::cli {
namespace {

/// After so many jobs in a row for which a lost device computed nothing, it is not asked again: each try may cost the
/// time in which a device is given up.
constexpr int kTriesOfALostDevice = 3;

report::Report begin(const RunRequest& request, const Device& device) {
  report::Report report;
  report.device = device.description();
  report.version = HALFULP_VERSION;
  report.suite = name(request.suite);
  report.seed = request.seed;
  report.strict = request.strict;
  for (const BookToJudgeBy& book : request.books) {
    report.rulebooks.push_back({book.book.id(), book.book.title(), book.book.hash(), book.book.naming()});
    report.readings.insert(book.readings.begin(), book.readings.end());
  }
  return report;
}

void add_results(const RunRequest& request, const Job& job, JobResult done, report::Report& report) {
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
    result.sampled = !job.sample.empty();
    result.planned = job.cases();
    result.tally = std::move(done.tallies[i]);
    result.coverage = job.coverage();
    if (done.lost) {
      result.lost = result.planned - result.tally.cases;
      result.lost_because = done.lost_because;
    }
    report.results.push_back(std::move(result));
  }
}

}  // namespace

report::Report run(const RunRequest& request, Device& device, bool show_progress) {
  const auto start = std::chrono::steady_clock::now();
  const auto [jobs, not_offered] = plan(request, device);
  report::Report report = begin(request, device);
  report.not_offered = not_offered;
  std::uint64_t total = 0;
  for (const Job& job : jobs) total += job.cases();
  {
    Progress progress(total, show_progress);
    int lost_in_a_row = 0;
    std::string loss;
    for (const Job& job : jobs) {
      progress.label(name(job.operation, request.books[job.books.front()].book.naming()));
      JobResult done{.tallies = std::vector<Tally>(job.books.size()), .codes = {}, .lost_because = loss};
      if (lost_in_a_row == kTriesOfALostDevice) {
        done.lost = true;
      } else if (!interrupted()) {
        done = run_job(job, request.books, device, progress);
        const bool nothing = done.lost && done.tallies.front().cases == 0;
        lost_in_a_row = nothing ? lost_in_a_row + 1 : 0;
        loss = done.lost_because;
      }
      if (!done.lost && !interrupted()) judge_properties(job, done, request.books, device, report);
      add_results(request, job, std::move(done), report);
    }
  }
  report.interrupted = interrupted();
  find(request, report);
  judge_whole_run(request, device, report);
  report.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  return report;
}

}  // namespace halfulp::cli
