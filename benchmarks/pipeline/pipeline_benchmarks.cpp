// SPDX-License-Identifier: Apache-2.0
// A part of an exhaustive check, as the command runs it on all cores: making operands, computing and judging. Beside it
// judging alone, of the same cases on as many threads.
#include <fmt/format.h>

#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "cli/run/block.hpp"
#include "cli/run/run.hpp"
#include "device/isolated/isolated_device.hpp"
#include "halfulp/judge.hpp"
#include "number/side_by_side.hpp"
#include "parts.hpp"
#include "rulebook/resolve.hpp"

namespace halfulp::benchmarks {
namespace {

struct Asked {
  std::string_view device;
  Operation operation;
  std::string_view rulebook;
};

constexpr Asked kAsked[] = {
    {"reference", Operation::rcp, "d3d11"},  {"reference", Operation::sqrt, "d3d11"},
    {"reference", Operation::exp2, "d3d11"}, {"reference", Operation::sin, "d3d11"},
    {"host", Operation::sqrt, "metal1"},     {"host", Operation::exp2, "metal1"},
    {"host", Operation::sin, "metal1"},
};

/// A device in a process of its own against the same one in this process, for one, two and three operands.
constexpr Asked kIsolated[] = {
    {"reference", Operation::sqrt, "d3d11"}, {"reference", Operation::add, "d3d11"},
    {"reference", Operation::mad, "d3d11"},  {"host", Operation::sqrt, "metal1"},
    {"host", Operation::add, "metal1"},      {"host", Operation::fma, "metal1"},
};

/// A run takes every n-th block, evenly over all operands: first few, then more until judging them takes a while,
/// so that threads start for something. Those a third of the way along: the first ones are denormals too often.
constexpr std::uint64_t kFewest = 1 << 12;
constexpr std::uint64_t kMost = 1 << 8;
constexpr std::chrono::milliseconds kAWhile(50);

/// A part of a run, and what is judged in memory.
struct Run {
  Run(const Asked& asked, std::uint64_t one_in, bool isolated = false) : part{.index = one_in / 3, .count = one_in} {
    const Rulebook book = Rulebook::open(std::string(asked.rulebook));
    request.books = cli::open_books({std::string(asked.rulebook)}, {});
    request.operations = {asked.operation};
    request.formats = {Format::binary32};
    // Only operations of one operand have all cases.
    request.suite = info(asked.operation).arity == 1 ? SuiteSize::exhaustive : SuiteSize::standard;
    const DeviceOptions options{.rulebook = book, .float_controls = rulebook::float_controls(book.model())};
    // A process is not given a rulebook: the reference's is in its name.
    const std::string name = std::string(asked.device) + (asked.device == "reference" ? ":d3d11" : "");
    device = isolated ? device::open_in_child_process(name, options, HALFULP_COMMAND) : open_device(name, options);
    plan = cli::plan(request, *device);
    plan.jobs.resize(1);  // the device's principal way
    const cli::Job& job = plan.jobs.front();
    const std::vector<cli::ShardCases> parts = cli::cases_of(plan, part);
    cases = parts.front().size();
    for (std::uint64_t at = 0; at < cases; at += cli::kBlockCases) {
      cli::Block& block = blocks.emplace_back(job.operation, job.format, cli::kBlockCases);
      numbers.push_back(parts.front().at(at));
      job.suite->fill(numbers.back(), block.operands(0, cli::kBlockCases));
      device->compute(job.operation, job.format, 0, block.const_operands(0, cli::kBlockCases),
                      block.results(0, cli::kBlockCases));
    }
    judge = std::make_unique<const SpanJudge>(book, job.operation, job.format);
  }

  void whole() {
    cli::RunningState state(cli::begin_state(request, plan));
    cli::judge_shard(request, plan, part, *device, {}, {}, state);
  }

  void judging_alone() {
    std::atomic<std::size_t> next = 0;
    std::vector<std::jthread> threads;
    for (unsigned i = 0; i < number::default_threads(); ++i) {
      threads.emplace_back([&] {
        Tally tally;
        for (std::size_t at = next++; at < blocks.size(); at = next++) {
          judge->judge(numbers[at], blocks[at].const_operands(0, cli::kBlockCases),
                       blocks[at].results(0, cli::kBlockCases), tally);
        }
      });
    }
  }

  cli::Shard part;
  cli::RunRequest request;
  std::unique_ptr<Device> device;
  cli::Plan plan;
  std::uint64_t cases = 0;
  std::vector<cli::Block> blocks;
  std::vector<std::uint64_t> numbers;  ///< of each block's first case
  std::unique_ptr<const SpanJudge> judge;
};

template <class Work>
std::chrono::duration<double> seconds_of(Work work) {
  const auto start = std::chrono::steady_clock::now();
  work();
  return std::chrono::steady_clock::now() - start;
}

Workload against_judging(const Asked& asked) {
  std::uint64_t one_in = kFewest;
  auto run = std::make_shared<Run>(asked, one_in);
  while (one_in > kMost && seconds_of([&] { run->judging_alone(); }) < kAWhile) {
    one_in /= 4;
    run = std::make_shared<Run>(asked, one_in);
  }
  const std::size_t cases = run->cases;
  return {.items = cases,
          .least = cases,
          .contenders = {
              {"halfulp", [run](std::size_t, std::size_t) { run->whole(); }},
              {"judging_alone", [run](std::size_t, std::size_t) { run->judging_alone(); }},
          }};
}

Workload against_this_process(const Asked& asked) {
  const std::uint64_t one_in = info(asked.operation).arity == 1 ? kMost : 1;
  auto isolated = std::make_shared<Run>(asked, one_in, true);
  auto in_process = std::make_shared<Run>(asked, one_in);
  const std::size_t cases = in_process->cases;
  return {.items = cases,
          .least = cases,
          .contenders = {
              {"halfulp", [isolated](std::size_t, std::size_t) { isolated->whole(); }},
              {"in_process", [in_process](std::size_t, std::size_t) { in_process->whole(); }},
          }};
}

Benchmark row(std::string_view part, const Asked& asked, Workload (*prepare)(const Asked&)) {
  const Naming naming = asked.rulebook == "d3d11" ? Naming::direct3d : Naming::metal;
  return {.name = fmt::format("{}/{}/{}/{}", part, asked.device, name(asked.operation, naming), asked.rulebook),
          .unit = "cases",
          .instruction_set = instruction_set(),
          .clock = Clock::wall,
          .prepare = [&asked, prepare] { return prepare(asked); }};
}

/// Many jobs of a suite, on as many threads as are asked for.
struct Jobs {
  explicit Jobs(SuiteSize suite) {
    request.books = cli::open_books({"d3d11"}, {});
    request.operations = {Operation::add,  Operation::mul, Operation::div,  Operation::rsq,
                          Operation::exp2, Operation::sin, Operation::ftoi, Operation::binary32_to_unorm8};
    request.formats = {Format::binary32};
    request.suite = suite;
    device = open_device("reference:d3d11", {});
    plan = cli::plan(request, *device);
    for (const cli::Job& job : plan.jobs) cases += job.cases();
  }

  void judge(unsigned threads) {
    cli::RunningState state(cli::begin_state(request, plan));
    cli::judge_shard(request, plan, {}, *device, {.threads = threads}, {}, state);
  }

  cli::RunRequest request;
  std::unique_ptr<Device> device;
  cli::Plan plan;
  std::uint64_t cases = 0;
};

/// The ratio is the number of cores that work, on average.
Benchmark against_one_thread(SuiteSize suite) {
  return {.name = fmt::format("pipeline/jobs/reference/{}", name(suite)),
          .unit = "cases",
          .instruction_set = instruction_set(),
          .clock = Clock::wall,
          .prepare = [suite] {
            auto jobs = std::make_shared<Jobs>(suite);
            return Workload{.items = jobs->cases,
                            .least = jobs->cases,
                            .contenders = {
                                {"halfulp", [jobs](std::size_t, std::size_t) { jobs->judge(0); }},
                                {"one_thread", [jobs](std::size_t, std::size_t) { jobs->judge(1); }},
                            }};
          }};
}

}  // namespace

std::vector<Benchmark> pipeline_benchmarks() {
  std::vector<Benchmark> benchmarks;
  for (const Asked& asked : kAsked) benchmarks.push_back(row("pipeline", asked, against_judging));
  for (const Asked& asked : kIsolated) benchmarks.push_back(row("pipeline/isolated", asked, against_this_process));
  for (const SuiteSize suite : {SuiteSize::quick, SuiteSize::standard}) benchmarks.push_back(against_one_thread(suite));
  return benchmarks;
}

}  // namespace halfulp::benchmarks
