// SPDX-License-Identifier: Apache-2.0
#include "judge/any_rulebook.hpp"

#include <fmt/format.h>

#include <deque>
#include <optional>
#include <utility>
#include <vector>

#include "attack/cases.hpp"
#include "attack/span_outcome.hpp"
#include "halfulp/error.hpp"
#include "judge/random_rulebook.hpp"
#include "judge/verdict/judge_case.hpp"
#include "number/targets.hpp"

namespace halfulp::test {
namespace {

constexpr std::size_t kResults = 10;  // of a tuple

/// Cases of one operation in random order, under readings of which a fourth is chosen at random.
class Cases {
 public:
  Cases(const Rulebook& book, Operation operation, Format format, suite::Random& random)
      : book_(book), operation_(operation), format_(format), random_(random) {
    const auto readings = rulebook::readings_for(book.model(), operation, format);
    for (const Reading* reading : readings) {
      if (below(4) == 0) chosen_[reading->id] = reading->options[below(reading->options.size())].name;
    }
    rulings_.push_back(judge::Ruling::of(book, operation, format, chosen_));
    for (const Reading* reading : readings) {
      for (const ReadingOption& option : reading->options) {
        Readings changed = chosen_;
        changed[reading->id] = option.name;
        rulings_.push_back(judge::Ruling::of(book, operation, format, changed));
      }
    }
  }

  void draw(std::size_t tuples, Comparison& comparison) {
    const judge::OtherReadings others(book_, operation_, format_, chosen_);
    const Evaluator evaluator(book_, operation_, format_);
    attack::Cases cases(book_, rulings_[0], evaluator, random_);
    for (std::size_t n = 0; n < tuples; ++n) {
      const std::vector<Bits> operands = cases.operands();
      std::vector<attack::JudgedCase> judged;
      try {
        for (const Bits result : cases.results(operands, ends(operands), kResults)) {
          constexpr auto kLeftOut = judge::RuleOfReadings::left_out;
          const Judgement judgement = judge::judge_case(rulings_[0], others, operands, result, kLeftOut);
          judged.push_back({operands, result, &judgements_.emplace_back(judgement)});
        }
        cases_.insert(cases_.end(), judged.begin(), judged.end());
      } catch (const Error&) {
        ++comparison.tuples_left_out;
      }
    }
    comparison.cases += cases_.size();
    // One operation of 16 has longer spans: its cases are repeated.
    const std::size_t distinct = cases_.size();
    const std::size_t wanted = distinct != 0 && below(16) == 0 ? 2200 : 0;
    while (cases_.size() < wanted) cases_.push_back(attack::JudgedCase(cases_[below(distinct)]));
    for (std::size_t i = cases_.size(); i > 1; --i) std::swap(cases_[i - 1], cases_[below(i)]);
  }

  /// The first case that SpanJudge judges otherwise on some target, or "".
  std::string difference() try {
    for (const std::int64_t target : targets()) {
      const Target on(target);
      const SpanJudge judge(book_, operation_, format_, chosen_);
      for (std::size_t first = 0, size = 0; first < cases_.size(); first += size) {
        const std::size_t length = below(8) == 0 ? 2100 : 1 + below(std::size_t{1} << below(12));
        size = std::min(length, cases_.size() - first);
        const auto span = std::span(cases_).subspan(first, size);
        const std::string found = attack::difference("./drawn.toml", judge, rulings_[0], chosen_, span);
        if (!found.empty()) return fmt::format("{}: {}", target_name(target), found);
      }
    }
    return {};
  } catch (const Error& error) {
    return fmt::format("SpanJudge of {} throws: {}\n", info(operation_).name, error.what());
  }

 private:
  std::size_t below(std::size_t n) { return random_.below(n); }

  /// The ends of what each option permits.
  [[nodiscard]] std::vector<std::int64_t> ends(const std::vector<Bits>& operands) const {
    std::vector<std::int64_t> ends;
    for (const judge::Ruling& ruling : rulings_) {
      const judge::ValueSet set = judge::permitted(ruling, operands, ruling.policies).set;
      for (const auto& [first, last] : set.intervals()) ends.insert(ends.end(), {first, last});
    }
    return ends;
  }

  const Rulebook& book_;
  Operation operation_;
  Format format_;
  suite::Random& random_;
  Readings chosen_;
  std::vector<judge::Ruling> rulings_;  ///< under the chosen readings, then with each option
  std::deque<Judgement> judgements_;
  std::vector<attack::JudgedCase> cases_;
};

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
      Cases cases(*book, operation, format, random);
      cases.draw(is_slow ? tuples / 8 : tuples, comparison);
      difference = cases.difference();
    }
    if (comparison.tuples_left_out != left_out) ++comparison.permitting_nothing;
    if (!difference.empty()) comparison.difference = fmt::format("seed {}, {}{}", seed, difference, drawn.toml);
  }
  return comparison;
}

}  // namespace halfulp::test
