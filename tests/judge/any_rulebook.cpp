// SPDX-License-Identifier: Apache-2.0
#include "judge/any_rulebook.hpp"

#include <fmt/format.h>

#include <array>
#include <cmath>
#include <optional>
#include <utility>
#include <vector>

#include "exact/value.hpp"
#include "halfulp/error.hpp"
#include "halfulp/evaluate.hpp"
#include "judge/bulk_and_explain.hpp"
#include "judge/definition/permitted.hpp"
#include "judge/random_rulebook.hpp"
#include "judge/verdict/judge_case.hpp"
#include "number/layout.hpp"
#include "number/targets.hpp"
#include "suite/random.hpp"

namespace halfulp::test {
namespace {

/// The value `steps` further in the format's order; the same where there is none.
Bits moved(const FormatInfo& row, Bits bits, std::int64_t steps) {
  const std::int64_t place = number::ordinal(row, bits) + steps;
  const Bits result = number::from_ordinal(row, place) & (~Bits{0} >> (64 - row.bits));
  return number::ordinal(row, result) == place ? result : bits;
}

struct Case {
  std::vector<Bits> operands;
  Bits result;
  Judgement judgement;  ///< the definition's
};

/// Cases of one operation in random order.
class Cases {
 public:
  Cases(const Rulebook& book, Operation operation, Format format, const std::vector<double>& thresholds,
        suite::Random& random)
      : book_(book), thresholds_(thresholds), random_(random) {
    const auto arity = static_cast<std::size_t>(info(operation).arity);
    seen_ = {operation, std::vector<std::vector<Bits>>(arity), {}, format};
    const auto readings = rulebook::readings_for(book.model(), operation, format);
    for (const Reading* reading : readings) {
      if (below(4) == 0) chosen_[reading->id] = one_of(reading->options).name;
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
    const judge::OtherReadings others(book_, seen_.operation, seen_.format, chosen_);
    const Evaluator evaluator(book_, seen_.operation, seen_.format);
    for (std::size_t n = 0; n < tuples; ++n) {
      const std::vector<Bits> operands = draw_operands();
      std::vector<Case> judged;
      try {
        for (const Bits result : draw_results(operands, evaluator.evaluate(operands))) {
          judged.push_back(
              {operands, result,
               judge::judge_case(rulings_.front(), others, operands, result, judge::RuleOfReadings::left_out)});
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
    while (cases_.size() < wanted) cases_.push_back(Case(cases_[below(distinct)]));
    for (std::size_t i = cases_.size(); i > 1; --i) std::swap(cases_[i - 1], cases_[below(i)]);
    for (const Case& one : cases_) {
      for (std::size_t k = 0; k < one.operands.size(); ++k) seen_.operands[k].push_back(one.operands[k]);
      seen_.results.push_back(one.result);
    }
  }

  /// The first case that SpanJudge judges otherwise on some target, or "". Throws what SpanJudge does.
  std::string difference() {
    for (const std::int64_t target : targets()) {
      const Target chosen(target);
      const SpanJudge judge(book_, seen_.operation, seen_.format, chosen_);
      const auto differs = [&](std::size_t first, std::size_t size) {
        return by_span_judge(judge, first, size) != by_definition(first, size);
      };
      for (std::size_t first = 0, size = 0; first < cases_.size(); first += size) {
        const std::size_t length = below(8) == 0 ? 2100 : 1 + below(std::size_t{1} << below(12));
        size = std::min(length, cases_.size() - first);
        if (!differs(first, size)) continue;
        // The shortest span from there that differs ends with the case.
        std::size_t last = first;
        while (!differs(first, last + 1 - first)) ++last;
        if (differs(last, 1)) first = last;
        std::string text = fmt::format("{}, the last of {} cases: halfulp judge --format {}", target_name(target),
                                       last + 1 - first, info(seen_.format).name);
        for (const auto& [id, option] : chosen_) text += fmt::format(" --reading {}={}", id, option);
        return fmt::format("{} drawn.toml {}\nSpanJudge:  {}\ndefinition: {}\n", text, case_text(seen_, last),
                           by_span_judge(judge, first, last + 1 - first), by_definition(first, last + 1 - first));
      }
    }
    return {};
  }

 private:
  std::size_t below(std::size_t n) { return random_.below(n); }
  template <class List>
  const typename List::value_type& one_of(const List& list) {
    return list[below(list.size())];
  }

  std::vector<Bits> draw_operands() {
    std::vector<Bits> operands;
    for (std::size_t k = 0; k < seen_.operands.size(); ++k) {
      const FormatInfo& row = rulings_.front().operand_row(k);
      const bool is_like_last = k > 0 && row.format == rulings_.front().operand_row(k - 1).format && below(4) == 0;
      const Bits bits = is_like_last ? operands.back() : draw_value(row);
      const Bits sign = row.kind == FormatKind::floating && below(4) == 0 ? number::Layout(row).sign_mask() : 0;
      operands.push_back(moved(row, bits, below(2) == 0 ? 0 : random_.between(-2, 2)) ^ sign);
    }
    return operands;
  }

  /// A value at a threshold, at the end of a class or of a binade, moderate, or anywhere.
  Bits draw_value(const FormatInfo& row) {
    static constexpr std::array kFactors = {1.0, 1.0, 1.0, 1.0, -1.0, 0.5, 1 / 3.0, 10.0};
    const std::size_t kind = below(8);
    if (kind < 3 && !thresholds_.empty()) {
      double value = one_of(thresholds_) * one_of(kFactors);
      if (below(8) == 0) value = std::sqrt(std::abs(value));
      if (std::isfinite(value)) return exact::round_to_nearest_even(row, exact::Rational::from_double(value));
    }
    if (kind == 3) return random_.bits(row.bits);
    if (row.kind != FormatKind::floating) return (Bits{1} << below(static_cast<std::size_t>(row.bits))) - below(2);
    const number::Layout layout(row);
    const std::array classes = {Bits{0}, layout.min_normal(), layout.one(), layout.infinity(), layout.canonical_nan()};
    if (kind < 6) return one_of(classes);
    const Bits near_one = (layout.one() >> row.fraction_bits) + below(12) - 6;
    const Bits exponent = (kind == 6 ? random_.next() : near_one) << row.fraction_bits;
    return (exponent & layout.exponent_mask()) | (below(3) == 0 ? 0 : random_.bits(row.fraction_bits));
  }

  /// Ten of: the values within 4 of the nearest one, the ends of what each option permits and one step outside, zeros,
  /// infinities, NaN, truth values, one flipped bit, random bits.
  std::vector<Bits> draw_results(const std::vector<Bits>& operands, Bits nearest) {
    const FormatInfo& row = *rulings_.front().result_format;
    const Bits flipped = nearest ^ (Bits{1} << below(static_cast<std::size_t>(row.bits)));
    std::vector<Bits> results = {nearest, flipped, random_.bits(row.bits)};
    const auto add_around = [&](Bits bits, int reach) {
      for (int steps = -reach; steps <= reach; ++steps) results.push_back(moved(row, bits, steps));
    };
    add_around(nearest, 4);
    for (const judge::Ruling& ruling : rulings_) {
      const judge::ValueSet set = judge::permitted(ruling, operands, ruling.policies).set;
      for (const auto& [first, last] : set.intervals()) {
        add_around(number::from_ordinal(row, first), 1);
        add_around(number::from_ordinal(row, last), 1);
      }
    }
    if (row.kind == FormatKind::boolean) results.insert(results.end(), {0, 0xffffffff});
    if (row.kind == FormatKind::floating) {
      const number::Layout layout(row);
      for (const Bits one : {layout.zero(), layout.infinity(), layout.canonical_nan(), layout.infinity() + 1}) {
        results.insert(results.end(), {one, one | layout.sign_mask()});
      }
    }
    for (std::size_t i = 0; i < 10; ++i) std::swap(results[i], results[i + below(results.size() - i)]);
    results.resize(10);
    return results;
  }

  [[nodiscard]] std::string by_span_judge(const SpanJudge& judge, std::size_t first, std::size_t size) const {
    Tally tally;
    std::vector<Failure> failures;
    seen_.judge(judge, first, size, tally, &failures);
    std::string text = told(tally);
    for (const Failure& failure : failures) text += fmt::format(" {}:{}", failure.position, failure.rule);
    return text;
  }

  [[nodiscard]] std::string by_definition(std::size_t first, std::size_t size) const {
    Tally tally;
    std::string failures;
    for (std::size_t i = 0; i < size; ++i) {
      const Judgement& judgement = cases_[first + i].judgement;
      add(tally, judgement, {first + i, {}, 0, {}});
      if (judgement.verdict == Verdict::fail) failures += fmt::format(" {}:{}", i, judgement.rule);
    }
    return told(tally) + failures;
  }

  const Rulebook& book_;
  const std::vector<double>& thresholds_;
  suite::Random& random_;
  Readings chosen_;
  std::vector<judge::Ruling> rulings_;  ///< under the chosen readings, then with each option
  std::vector<Case> cases_;
  Observations seen_;  ///< the same
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
      Cases cases(*book, operation, format, drawn.thresholds, random);
      cases.draw(is_slow ? tuples / 8 : tuples, comparison);
      try {
        difference = cases.difference();
      } catch (const Error& error) {
        difference = fmt::format("SpanJudge of {} throws: {}\n", info(operation).name, error.what());
      }
    }
    if (comparison.tuples_left_out != left_out) ++comparison.permitting_nothing;
    if (!difference.empty()) comparison.difference = fmt::format("seed {}, {}{}", seed, difference, drawn.toml);
  }
  return comparison;
}

}  // namespace halfulp::test
