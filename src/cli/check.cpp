// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <chrono>

#include "cli/budget.hpp"
#include "cli/check_devices.hpp"
#include "cli/failures/failure_file.hpp"
#include "cli/gate_options.hpp"
#include "cli/open_device.hpp"
#include "cli/output.hpp"
#include "cli/report_output.hpp"
#include "cli/run/interrupt.hpp"
#include "cli/run/reproducers.hpp"
#include "cli/run/run.hpp"
#include "cli/run_options.hpp"
#include "cli/state/kept_run.hpp"
#include "cli/state/run_shape.hpp"
#include "cli/state/shard_file.hpp"
#include "cli/state/shard_folder.hpp"
#include "cli/subcommand.hpp"
#include "cli/writes.hpp"
#include "halfulp/error.hpp"
#include "report/values.hpp"

namespace halfulp::cli {
namespace {

[[noreturn]] void fail(const std::string& message) { throw Error(Error::Kind::kUsage, message); }

RunRequest read_request(const Arguments& arguments) {
  RunRequest request = read_judging(arguments);
  request.suite = read_suite(arguments.text("--suite"));
  request.seed = arguments.number("--seed");
  if (arguments.has("--cases")) request.cases = read_cases(arguments.text("--cases"));
  take_operands(arguments, request);
  return request;
}

RunOptions read_options(const Arguments& arguments) {
  constexpr std::uint64_t kMostThreads = 4096;
  RunOptions options{.show_progress = has_progress_terminal()};
  if (arguments.has("--threads")) {
    const std::uint64_t threads = arguments.number("--threads");
    if (threads == 0 || threads > kMostThreads) {
      fail(fmt::format("--threads {}: from 1 to {}; without it there is one for each core", threads, kMostThreads));
    }
    options.threads = static_cast<unsigned>(threads);
  }
  if (arguments.has("--time")) options.time = read_time(arguments.text("--time"));
  options.patience = read_timeout(arguments);
  return options;
}

/// Those options that say how to judge, not what.
std::string options_of_judging(const Arguments& arguments) {
  std::vector<std::string> options;
  const auto add = [&](const std::string& option) { options.push_back(option + " " + arguments.text(option)); };
  if (read_timeout(arguments) != kBlockTimeout) add("--device-timeout");
  if (arguments.has("--time")) add("--time");
  if (arguments.has("--threads")) add("--threads");
  return fmt::format("{}", fmt::join(options, " "));
}

Keeping read_keeping(const Arguments& arguments) {
  Keeping keeping{.shard = {},
                  .folder = arguments.text("--out"),
                  .resume = arguments.has("--resume"),
                  .options = options_of_judging(arguments)};
  if (arguments.has("--shard")) keeping.shard = read_shard(arguments.text("--shard"));
  if (keeping.folder.empty()) {
    if (arguments.has("--shard")) fail("--shard needs --out DIR: the folder for the shard's result");
    if (keeping.resume) fail("--resume needs --out DIR: the folder that the run to continue wrote to");
  }
  if (keeping.shard.is_whole()) return keeping;
  for (const char* of_report :
       {"--html", "--json", "--junit", "--reproducer", "--baseline", "--write-baseline", "--waivers"}) {
    if (arguments.has(of_report)) {
      fail(fmt::format("a shard has no report of its own, so no {}: give the option to 'halfulp merge'{}", of_report,
                       std::string_view(of_report) == "--reproducer" ? "; --reproducer is for whole runs" : ""));
    }
  }
  return keeping;
}

/// What a shard prints on standard output.
std::string shard_text(const RunRequest& request, const Plan& plan, const Keeping& keeping, const Device& device,
                       const RunState& state) {
  std::uint64_t judged = 0;
  std::uint64_t failed = 0;
  std::uint64_t lost = 0;
  for (const JobState& job : state.jobs) {
    judged += job.judged.size();
    lost += job.lost;
    for (const Tally& tally : job.tallies) failed += tally.failed;
  }
  std::uint64_t planned = 0;
  for (const ShardCases& cases : cases_of(plan, keeping.shard)) planned += cases.size();
  const std::string_view empty = planned == 0 ? " (a shard without cases: the run has fewer blocks than shards)" : "";
  std::string text = fmt::format("shard {}: {} of {} cases judged{}, {} results fail", name(keeping.shard),
                                 report::grouped(judged), report::grouped(planned), empty, report::grouped(failed));
  if (lost > 0) text += fmt::format(", {} cases lost with the device", report::grouped(lost));
  if (state.out_of_time) text += ", out of time";
  if (state.ended) {
    return text + fmt::format("\nresult: {}\nwhen all {} shards are there: {}\n",
                              file_path(keeping.folder, keeping.shard, kResult), keeping.shard.count,
                              merge_command(keeping.folder));
  }
  const report::JsonValue run = run_shape(request, device, keeping.shard);
  return text + fmt::format("\nunfinished; to continue: {}\n",
                            check_command(run, keeping.shard.index, keeping.folder, keeping.options, true));
}

/// The state of a run of all cases that keeps nothing on the way.
RunState judge_all(const RunRequest& request, const Plan& planned, Device& device, const RunOptions& options) {
  RunningState state(begin_state(request, planned));
  judge_shard(request, planned, {}, device, options, {}, state);
  return state.copy();
}

}  // namespace

ExitCode check(const Arguments& arguments) {
  const RunRequest request = read_request(arguments);
  RunOptions run_options = read_options(arguments);
  const std::chrono::seconds timeout = read_timeout(arguments);
  const auto open = [&](const std::string& name) { return open_device_for(request.books.front().book, name, timeout); };
  if (const auto names = device_names(arguments.text("--device")); names.size() > 1) {
    catch_interrupts();
    return check_devices(arguments, names, open, [&](Device& device) {
      const Plan planned = plan(request, device);
      return report_of(request, planned, device, judge_all(request, planned, device, run_options), run_options.threads);
    });
  }
  const Keeping keeping = read_keeping(arguments);
  const GateOptions gate(arguments);
  const ReportOutput output(arguments);
  FailureFile failures(arguments);
  catch_interrupts();
  const std::unique_ptr<Device> device = open(arguments.text("--device"));
  const std::string reproducers = arguments.text("--reproducer");
  if (!reproducers.empty()) require_shaders(device->description());

  run_options.failures = failures.spool();
  const Plan planned = plan(request, *device);
  Kept kept;
  if (keeping.folder.empty()) {
    kept.state = judge_all(request, planned, *device, run_options);
  } else {
    kept = run_and_keep(request, planned, keeping, *device, run_options);
  }
  report::Report report = report_of(request, planned, *device, kept.state, run_options.threads);
  gate.apply(request, report);
  Writes writes(kept.failure);
  if (keeping.shard.is_whole()) {
    writes.attempt([&] { output.write(request, report, run_options.threads); });
    if (!reproducers.empty()) {
      writes.attempt([&] { write_output(write_reproducers(request, report, reproducers).text(reproducers)); });
    }
    writes.attempt([&] { failures.write(request, report); });
  } else {
    write_output(shard_text(request, planned, keeping, *device, kept.state));
  }
  writes.end();
  return code_of(report);
}

}  // namespace halfulp::cli
