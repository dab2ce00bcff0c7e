// SPDX-License-Identifier: Apache-2.0
#include "judge/any_rulebook.hpp"

#include <fmt/format.h>

#include <optional>

#include "halfulp/error.hpp"
#include "judge/random_rulebook.hpp"
#include "judge/spans.hpp"
#include "number/targets.hpp"

namespace halfulp::test {
namespace {

constexpr std::size_t kResults = 10;  // of a tuple

/// The first case of an operation that SpanJudge judges otherwise on some target, or "".
std::string first_difference(const Rulebook& book, Operation operation, Format format, std::size_t tuples,
                             suite::Random& random, Comparison& comparison) try {
  const Readings chosen = some_options(book, operation, format, random);
  DrawnCases drawn("./drawn.toml", book, operation, format, chosen, random);
  for (std::size_t n = 0; n < tuples; ++n) {
    if (!drawn.add_tuple(kResults, Ask::each_case)) ++comparison.tuples_left_out;
  }
  comparison.cases += drawn.cases().size();
  // One operation of 16 has longer spans: its cases are repeated.
  if (random.below(16) == 0) drawn.repeat_to(2200);
  for (const std::int64_t target : targets()) {
    const Target on(target);
    const std::string found = drawn.difference(SpanJudge(book, operation, format, chosen));
    if (!found.empty()) return fmt::format("{}: {}", target_name(target), found);
  }
  return {};
} catch (const Error& error) {
  return fmt::format("SpanJudge of {} throws: {}\n", info(operation).name, error.what());
}

}  // namespace

Comparison compare_rulebooks(std::uint64_t first, std::size_t count, std::size_t tuples) {
  Comparison comparison;
  for (std::uint64_t seed = first; seed < first + count && comparison.difference.empty(); ++seed) {
    ++comparison.rulebooks;
    const RandomRulebook drawn = random_rulebook(seed);
    std::optional<Rulebook> book;
    try {
      book = Rulebook::parse(drawn.toml, "drawn.toml");
    } catch (const Error&) {
      ++comparison.refused;
      continue;
    }
    const std::size_t left_out = comparison.tuples_left_out;
    suite::Random random(seed);
    std::string difference;
    for (auto at = drawn.operations.begin(); at != drawn.operations.end() && difference.empty(); ++at) {
      const auto& [operation, format] = *at;
      const bool is_slow = rulebook::is_composed(book->model(), operation, format);
      difference = first_difference(*book, operation, format, is_slow ? tuples / 8 : tuples, random, comparison);
    }
    if (comparison.tuples_left_out != left_out) ++comparison.permitting_nothing;
    if (!difference.empty()) comparison.difference = fmt::format("seed {}, {}{}", seed, difference, drawn.toml);
  }
  return comparison;
}

}  // namespace halfulp::test
