// SPDX-License-Identifier: Apache-2.0

// The operation that takes longest for a device that fails everywhere: what a suite costs at the most.

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <ctime>
#include <memory>
#include <random>
#include <utility>
#include <vector>

#include "halfulp/evaluate.hpp"
#include "halfulp/judge.hpp"
#include "number/lane.hpp"
#include "number/layout.hpp"
#include "parts.hpp"
#include "rulebook/resolve.hpp"

namespace halfulp::benchmarks {
namespace {

enum class Group { others, sums, implemented_as };

enum class Device { wrong, one_ulp_off, truncated };
constexpr std::array<std::pair<Device, const char*>, 3> kDevices = {
    {{Device::wrong, "any bits"}, {Device::one_ulp_off, "1 ULP off"}, {Device::truncated, "toward zero"}}};

Group group_of(const Rulebook& rulebook, Operation operation, Format format) {
  if (rulebook::is_composed(rulebook.model(), operation, format)) return Group::implemented_as;
  const bool is_sum = info(operation).family == OperationFamily::fused || operation == Operation::fma;
  return is_sum ? Group::sums : Group::others;
}

/// Cases of one operation of which a device gives wrong results.
struct Suite {
  Suite(const Rulebook& rulebook, Operation operation, Format format, Device device, std::size_t cases)
      : judge(rulebook, operation, format) {
    const OperationInfo& row = info(operation);
    const Evaluator evaluator(rulebook, operation, format);
    const FormatInfo& result_row = info(row.result(format));
    std::mt19937_64 random(3);
    const auto of_width = [&](const FormatInfo& of) { return random() >> (64 - of.bits); };
    memory.resize(static_cast<std::size_t>(row.arity) + 1);
    const auto put = [&](std::size_t lane, const FormatInfo& of, std::size_t i, Bits bits) {
      memory[lane].resize((i + 1) * static_cast<std::size_t>(of.bytes));
      number::store(memory[lane], of.bytes, i, bits);
    };
    for (std::size_t i = 0; i < cases; ++i) {
      std::vector<Bits> operands;
      for (int k = 0; k < row.arity; ++k) {
        const FormatInfo& of = info(row.operand_format(k, format));
        operands.push_back(of_width(of));
        put(static_cast<std::size_t>(k), of, i, operands.back());
      }
      Bits result = evaluator.evaluate(operands);
      const bool is_finite = result_row.kind != FormatKind::floating || number::Layout(result_row).is_finite(result);
      if (device == Device::wrong) result = of_width(result_row);
      if (device == Device::one_ulp_off && is_finite) result ^= 1;
      if (device == Device::truncated && is_finite && random() % 2 == 0 && number::ordinal(result_row, result) > 0)
        --result;
      put(static_cast<std::size_t>(row.arity), result_row, i, result);
    }
  }

  void run() {
    Tally tally;
    std::vector<ConstLane> lanes(memory.begin(), memory.end() - 1);
    judge.judge(0, lanes, memory.back(), tally);
  }

  SpanJudge judge;
  std::vector<std::vector<std::byte>> memory;
};

double seconds_of(Suite& suite) {
  const std::clock_t begin = std::clock();
  suite.run();
  return static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC;
}

/// Looks at every operation of every rulebook, and prints which one takes longest.
std::unique_ptr<Suite> worst_of(Group group, std::size_t cases) {
  const std::size_t tried = group == Group::implemented_as ? 2 : 24;
  double worst = -1;
  std::unique_ptr<Suite> suite;
  std::string name;
  for (const std::string& id : Rulebook::embedded()) {
    const Rulebook rulebook = Rulebook::open(id);
    for (const OperationInfo& row : operations()) {
      for (const Format format : rulebook.model().formats) {
        if (!rulebook.has(row.operation, format) || group_of(rulebook, row.operation, format) != group) continue;
        for (const auto& [device, says] : kDevices) {
          Suite few(rulebook, row.operation, format, device, tried);
          few.run();  // rulings of other readings are made when they are first asked for
          const double seconds = seconds_of(few);
          if (seconds <= worst) continue;
          worst = seconds;
          name = fmt::format("{} {} {}, {}", id, row.name, info(format).name, says);
          suite = std::make_unique<Suite>(rulebook, row.operation, format, device, cases);
        }
      }
    }
  }
  fmt::print(stderr, "the slowest suite: {}\n", name);
  return suite;
}

Benchmark row_of(std::string name, Group group, std::size_t cases) {
  const auto prepare = [group, cases] {
    const std::shared_ptr<Suite> suite = worst_of(group, cases);
    Workload workload{.items = 1, .units_per_item = static_cast<double>(cases), .contenders = {}};
    workload.contenders.push_back({"halfulp", [suite](std::size_t, std::size_t) { suite->run(); }});
    return workload;
  };
  return {std::move(name), "verdicts", "any", Clock::thread, prepare};
}

}  // namespace

std::vector<Benchmark> worst_suite_benchmarks() {
  return {row_of("judge/worst_suite", Group::others, 512), row_of("judge/worst_suite/sums", Group::sums, 128),
          row_of("judge/worst_suite/implemented_as", Group::implemented_as, 8)};
}

}  // namespace halfulp::benchmarks
