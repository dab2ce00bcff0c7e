// SPDX-License-Identifier: Apache-2.0

// The readings that a result passes under, compared with a search that asks the explain path for the permitted set
// under every combination of options, fewest first and each in the rulebook's order.

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "arithmetic/hostile_environment.hpp"
#include "attack/cases.hpp"
#include "exact/nearest.hpp"
#include "judge/bulk_and_explain.hpp"
#include "judge/definition/permitted.hpp"
#include "judge/judged.hpp"
#include "judge/verdict/judge_case.hpp"
#include "number/layout.hpp"
#include "rulebook/resolve.hpp"

namespace halfulp {
namespace {

using test::Observations;

struct Asked {
  std::string rulebook;
  Operation operation;
  Format format;
};

class FirstOfTheFewest {
 public:
  explicit FirstOfTheFewest(const Asked& asked) : asked_(asked) {
    for (const Reading* reading :
         rulebook::readings_for(test::book(asked.rulebook).model(), asked.operation, asked.format)) {
      if (!reading->on_request) readings_.push_back(reading);
    }
  }

  /// Nothing where neither one option nor two make the result pass.
  [[nodiscard]] Readings find(const std::vector<Bits>& operands, Bits observed) const {
    for (std::size_t count = 1; count <= 2; ++count) {
      Readings changed;
      if (search(0, count, changed, operands, observed)) return changed;
    }
    return {};
  }

 private:
  bool search(std::size_t from, std::size_t count, Readings& changed, const std::vector<Bits>& operands,
              Bits observed) const {
    if (count == 0) {
      return explain(test::book(asked_.rulebook), asked_.operation, asked_.format, operands, changed)
          .permitted.contains(observed);
    }
    for (std::size_t i = from; i < readings_.size(); ++i) {
      const Reading& reading = *readings_[i];
      for (const ReadingOption& option : reading.options) {
        if (option.name == reading.chosen) continue;
        changed[reading.id] = option.name;
        if (search(i + 1, count - 1, changed, operands, observed)) return true;
      }
      changed.erase(reading.id);
    }
    return false;
  }

  Asked asked_;
  std::vector<const Reading*> readings_;
};

/// Operands of every class, and results a few steps around the nearest, which wrong roundings and flushes give.
Observations observations(const Asked& asked, std::size_t count) {
  Observations seen{asked.operation, {}, {}, asked.format};
  const OperationInfo& row = info(asked.operation);
  seen.operands.resize(static_cast<std::size_t>(row.arity));
  const FormatInfo& result = info(row.result(asked.format));
  std::mt19937_64 random(7);
  const std::vector<Bits> special = {0x00000000, 0x80000000, 0x00000001, 0x807fffff, 0x00800000, 0x3f800000,
                                     0x33000001, 0x387fefff, 0x477fefff, 0x7f7fffff, 0x7f800000, 0x7fc00000};
  for (std::size_t i = 0; i < count; ++i) {
    std::vector<Bits> operands;
    for (int k = 0; k < row.arity; ++k) {
      const FormatInfo& operand = info(row.operand_format(k, asked.format));
      const Bits bits = random() & (~Bits{0} >> (64 - operand.bits));
      operands.push_back(operand.bits == 32 && random() % 2 == 0 ? special[random() % special.size()] : bits);
    }
    const Bits nearest = exact::nearest_even(asked.operation, asked.format, operands);
    const number::Layout layout(result);
    Bits observed = nearest;
    if (random() % 4 == 0) {
      observed = layout.zero(random() % 2 == 0);
    } else if (!layout.is_nan(nearest) && !layout.is_infinite(nearest)) {
      const std::int64_t step = static_cast<std::int64_t>(random() % 5) - 2;
      observed = number::from_ordinal(result, number::ordinal(result, nearest) + step);
    }
    seen.add(operands, observed);
  }
  return seen;
}

const std::vector<Asked> kAsked = {{"d3d11", Operation::binary32_to_binary16, Format::binary32},
                                   {"d3d11", Operation::rsq, Format::binary32},
                                   {"d3d11", Operation::mul, Format::binary32},
                                   {"d3d10", Operation::min, Format::binary32},
                                   {"d3d11", Operation::unorm8_to_binary32, Format::unorm8},
                                   {"metal1", Operation::div, Format::binary32},
                                   {"metal1", Operation::add, Format::binary32},
                                   {"metal2.1", Operation::mul, Format::binary16},
                                   {"metal4", Operation::binary32_to_binary16, Format::binary32}};

TEST(OtherReadings, AreTheFirstOfTheFewestThatPermitTheResult) {
  std::size_t saved = 0;
  std::size_t failed = 0;
  for (const Asked& asked : kAsked) {
    const FirstOfTheFewest oracle(asked);
    const Observations seen = observations(asked, 60);
    for (std::size_t i = 0; i < seen.size(); ++i) {
      const std::vector<Bits> operands = seen.at(i);
      const Judgement judgement =
          judge_result(test::book(asked.rulebook), asked.operation, asked.format, operands, seen.results[i]);
      if (judgement.verdict != Verdict::fail && judgement.verdict != Verdict::reading) continue;
      if (judgement.under.size() > 2) continue;
      EXPECT_EQ(judgement.under, oracle.find(operands, seen.results[i])) << test::case_text(seen, i);
      ++(judgement.verdict == Verdict::reading ? saved : failed);
    }
  }
  EXPECT_GT(saved, 30U);
  EXPECT_GT(failed, 30U);
}

/// The options that alone may make results pass, each with what it permits.
class SingleOptions {
 public:
  SingleOptions(const std::string& rulebook, Operation operation) {
    const Rulebook& book = test::book(rulebook);
    for (const Reading* reading : rulebook::readings_for(book.model(), operation, Format::binary32)) {
      if (reading->on_request) continue;
      for (const ReadingOption& option : reading->options) {
        if (option.name == reading->chosen) continue;
        const Readings changed = {{reading->id, option.name}};
        all_.emplace_back(changed, judge::Ruling::of(book, operation, Format::binary32, changed));
      }
    }
  }

  [[nodiscard]] Readings find(const std::vector<Bits>& operands, Bits observed) const {
    const auto found = std::ranges::find_if(all_, [&](const auto& one) {
      return judge::permitted(one.second, operands, one.second.policies).set.contains(observed);
    });
    return found != all_.end() ? found->first : Readings();
  }

  /// The ends of what each permits, and the values one step outside.
  [[nodiscard]] std::vector<Bits> ends(const std::vector<Bits>& operands) const {
    std::vector<Bits> results;
    for (const auto& [changed, ruling] : all_) {
      const judge::ValueSet set = judge::permitted(ruling, operands, ruling.policies).set;
      if (set.anything()) continue;
      for (const auto& interval : set.intervals()) {
        for (const std::int64_t place : {interval.first - 1, interval.first, interval.last, interval.last + 1}) {
          const Bits bits = number::from_ordinal(*ruling.result_format, place);
          if (number::ordinal(*ruling.result_format, bits) == place) results.push_back(bits);
        }
      }
    }
    std::ranges::sort(results);
    results.erase(std::unique(results.begin(), results.end()), results.end());
    return results;
  }

 private:
  std::vector<std::pair<Readings, judge::Ruling>> all_;
};

/// By the widest ULP that some definition has: of results that are powers of two, of denormals that may be flushed, of
/// the steps of an expression.
TEST(OtherReadings, AreFoundAtTheEndsOfWhatEachOptionPermits) {
  std::size_t saved = 0;
  std::size_t failed = 0;
  suite::Random random(13);
  for (const auto& [name, operation] :
       std::vector<std::pair<std::string, Operation>>{{"metal1", Operation::pow},
                                                      {"metal1", Operation::exp},
                                                      {"metal1", Operation::cos},
                                                      {"metal1", Operation::atan2},
                                                      {"metal1", Operation::fmod},
                                                      {"metal2.1", Operation::fmod},
                                                      {"d3d11", Operation::div},
                                                      {"d3d11", Operation::exp2},
                                                      {"d3d11", Operation::mad},
                                                      {"metal1-fast", Operation::sqrt},
                                                      {"metal1-fast", Operation::acosh}}) {
    const SingleOptions options(name, operation);
    const auto ruling = judge::Ruling::of(test::book(name), operation, Format::binary32, {});
    const judge::OtherReadings others(test::book(name), operation, Format::binary32, {});
    attack::Cases cases(test::book(name), ruling, random);
    constexpr std::size_t kCases = 300;
    for (std::size_t i = 0; i < kCases; ++i) {
      const std::vector<Bits> operands = cases.operands();
      for (const Bits observed : options.ends(operands)) {
        const Judgement judgement =
            judge::judge_case(ruling, others, operands, observed, judge::RuleOfReadings::left_out);
        if (judgement.verdict != Verdict::fail && judgement.verdict != Verdict::reading) continue;
        if (judgement.under.size() > 1) continue;
        EXPECT_EQ(judgement.under, options.find(operands, observed))
            << test::described(name, operation, operands) << " -> " << bits_text(Format::binary32, observed);
        ++(judgement.verdict == Verdict::reading ? saved : failed);
      }
    }
  }
  EXPECT_GT(saved, 1000U);
  EXPECT_GT(failed, 1000U);
}

#if defined(__GLIBC__)
TEST(TheCallersFloatEnvironment, DoesNotReachVerdicts) {
  for (const Asked& asked : kAsked) {
    const Observations seen = observations(asked, 200);
    const SpanJudge judge(test::book(asked.rulebook), asked.operation, asked.format);
    const Tally expected = seen.judged_by(judge);
    Tally tally;
    const test::StateAround state = test::around([&] { seen.judge(judge, 0, seen.size(), tally); });
    EXPECT_EQ(test::counts_text(tally), test::counts_text(expected));
    EXPECT_EQ(state.after, state.before);
  }
}
#endif

}  // namespace
}  // namespace halfulp
