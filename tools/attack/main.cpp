// SPDX-License-Identifier: Apache-2.0

// Attacks SpanJudge: judges 100 results of each of many operand tuples in spans, on every SIMD target, half of them
// under other readings than the default, and compares the outcomes with the definition's verdicts.

#include <fmt/format.h>

#include <chrono>
#include <map>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "judge/spans.hpp"
#include "number/float_environment.hpp"
#include "number/targets.hpp"
#include "rulebook/resolve.hpp"

namespace halfulp::attack {
namespace {

constexpr std::size_t kTuplesAtOnce = 48;
constexpr std::size_t kResults = 100;  // of a tuple

/// The first difference in `count` cases of one operation, or "".
std::string attack(const std::string& name, const Rulebook& rulebook, Operation operation, Format format,
                   std::uint64_t count, suite::Random& random) {
  const number::DefaultFloatEnvironment environment;
  const auto begun = std::chrono::steady_clock::now();
  const std::vector<std::int64_t> targets = test::targets();
  constexpr std::uint64_t kChoices = 8;
  std::uint64_t cases = 0;
  std::uint64_t asked = 0;
  std::map<std::string_view, std::uint64_t> verdicts;
  std::string difference;
  for (std::uint64_t run = 0; run < targets.size() * kChoices && difference.empty(); ++run) {
    const test::Target target(targets[run % targets.size()]);
    const bool is_default = run / targets.size() % 2 == 0;
    const Readings chosen = is_default ? Readings() : test::some_options(rulebook, operation, format, random);
    const SpanJudge judge(rulebook, operation, format, chosen);
    test::DrawnCases drawn(name, rulebook, operation, format, chosen, random);
    const std::uint64_t end = count * (run + 1) / (targets.size() * kChoices);
    for (std::uint64_t begin = cases; begin < end && difference.empty(); begin += kTuplesAtOnce * kResults) {
      drawn.clear();
      for (std::size_t i = 0; i < kTuplesAtOnce; ++i) drawn.add_tuple(kResults, test::Ask::each_zone);
      difference = drawn.difference(judge);
      cases += drawn.cases().size();
      for (const test::JudgedCase& one : drawn.cases()) ++verdicts[halfulp::name(one.expected->verdict)];
    }
    asked += drawn.asked();
  }
  const std::chrono::duration<double> took = std::chrono::steady_clock::now() - begun;
  fmt::print("{} {} {}: {} cases, definition asked {} times", rulebook.id(), info(operation).name, info(format).name,
             cases, asked);
  for (const auto& [verdict, of_verdict] : verdicts) fmt::print(", {} {}", of_verdict, verdict);
  fmt::print(", {:.1f} s\n{}", took.count(), difference);
  std::fflush(stdout);
  return difference;
}

/// Attacks the operations that the options choose; returns whether SpanJudge withstands.
bool attack(const std::map<std::string, std::string>& options) {
  const std::string& chosen = options.at("--operation");
  const std::string& book = options.at("--rulebook");
  if (!chosen.empty() && !find_operation(chosen)) throw std::invalid_argument("no operation " + chosen);
  suite::Random random(suite::mix(std::stoull(options.at("--seed"))));
  bool withstands = true;
  for (const std::string& name : book.empty() ? Rulebook::embedded() : std::vector{book}) {
    const Rulebook rulebook = Rulebook::open(name);
    for (const OperationInfo& row : operations()) {
      const Format format = row.only_format().value_or(Format::binary32);
      if ((!chosen.empty() && find_operation(chosen) != row.operation) || !rulebook.has(row.operation, format))
        continue;
      // The definition of an "implemented as" expression takes about a millisecond.
      const bool is_slow = rulebook::is_composed(rulebook.model(), row.operation, format);
      const std::uint64_t count = std::stoull(options.at("--count")) / (is_slow ? 100 : 1);
      withstands = attack(name, rulebook, row.operation, format, count, random).empty() && withstands;
    }
  }
  return withstands;
}

}  // namespace
}  // namespace halfulp::attack

int main(int argc, char** argv) try {
  std::map<std::string, std::string> options = {
      {"--rulebook", ""}, {"--operation", ""}, {"--count", "1000000"}, {"--seed", "1"}};
  for (int i = 1; i < argc; i += 2) {
    if (!options.contains(argv[i]) || i + 1 == argc) throw std::invalid_argument(std::string("unknown: ") + argv[i]);
    options[argv[i]] = argv[i + 1];
  }
  return halfulp::attack::attack(options) ? 0 : 1;
} catch (const std::exception& error) {
  fmt::print(
      stderr,
      "error: {}\nusage: halfulp_attack [--rulebook BOOK] [--operation NAME] [--count CASES] [--seed N]\n"
      "--count: of each operation and rulebook. For several cores start one process for each, with other seeds.\n",
      error.what());
  return 2;
}
