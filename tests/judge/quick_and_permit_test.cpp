// SPDX-License-Identifier: Apache-2.0
// What is decided quickly under each reading is what that reading's rules permit, asked one by one: the search for a
// reading that saves a result trusts it.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <random>
#include <string>
#include <vector>

#include "exact/value.hpp"
#include "halfulp/judge.hpp"
#include "halfulp/rulebook.hpp"
#include "judge/disturbed_cases.hpp"
#include "judge/judged.hpp"
#include "judge/permit/ruling.hpp"
#include "judge/quick/quick.hpp"
#include "number/as_double.hpp"
#include "number/layout.hpp"
#include "rulebook/resolve.hpp"

namespace halfulp {
namespace {

using judge::Quick;
using Answer = Quick::Answer;

/// A rulebook's rules for an operation under one option other than the default, or none.
struct Reader {
  Reader(const Rulebook& rulebook, Operation operation, Format format, const Readings& readings, bool only_policies)
      : name(readings.empty() ? "default" : readings.begin()->first + "=" + readings.begin()->second),
        changes_policies_alone(only_policies),
        ruling(judge::Ruling::of(rulebook, operation, format, readings)),
        quick(ruling) {}
  std::string name;
  bool changes_policies_alone;
  judge::Ruling ruling;
  Quick quick;
};

std::vector<Reader> readers(const Rulebook& rulebook, Operation operation, Format format = Format::binary32) {
  std::vector<Reader> all;
  all.emplace_back(rulebook, operation, format, Readings(), false);
  const auto rules = rulebook::rules_for(rulebook.model(), operation, format);
  for (const Readings& changed : test::single_options(rulebook, operation, format)) {
    const bool only_policies = std::ranges::none_of(
        rules, [&](const auto* rule) { return rule->reading == changed.begin()->first && rule->body.policy.empty(); });
    all.emplace_back(rulebook, operation, format, changed, only_policies);
  }
  return all;
}

bool fails_whatever_policies_are(Answer answer) {
  return answer == Answer::fails || answer == Answer::breaks_special || answer == Answer::breaks_identity ||
         answer == Answer::breaks_nan || answer == Answer::breaks_fused_nan || answer == Answer::breaks_below_zero;
}

/// What an answer says that the rules do not, or nothing.
std::string contradiction(Answer answer, const Reader& reader, const std::vector<Reader>& all,
                          const std::vector<Bits>& operands, Bits observed) {
  if (answer == Answer::undecided) return {};
  const judge::OrdinalSet set = judge::permit(reader.ruling, operands, reader.ruling.policies).set;
  if (Quick::is_pass(answer)) return set.anything() ? "passes what is free" : set.contains(observed) ? "" : "passes";
  if (answer == Answer::unconstrained) return set.anything() ? "" : "is free";
  if (set.contains(observed)) return "is forbidden";
  if (!fails_whatever_policies_are(answer) || reader.name != "default") return {};
  for (const Reader& other : all) {
    if (other.changes_policies_alone && judge::permits(other.ruling, operands, observed)) {
      return "fails in spite of " + other.name;
    }
  }
  return {};
}

/// How many answers there are to one case; a contradiction fails the test.
std::size_t answers_to(const std::vector<Reader>& all, const std::string& book, const std::vector<Bits>& operands,
                       Bits observed) {
  std::size_t given = 0;
  for (const Reader& reader : all) {
    const Answer answer = reader.quick.answer(operands, observed);
    if (answer != Answer::undecided) ++given;
    EXPECT_EQ(contradiction(answer, reader, all, operands, observed), "")
        << test::described(book, reader.ruling.operation, operands, reader.ruling.format->format) << " -> "
        << bits_text(reader.ruling.result_format->format, observed) << " under " << reader.name;
  }
  return given;
}
std::size_t answers(const std::vector<Reader>& all, const std::string& book, const test::Cases& cases) {
  std::size_t given = 0;
  for (std::size_t i = 0; i < cases.size(); ++i) given += answers_to(all, book, cases.at(i), cases.observed[i]);
  return given;
}

/// Right, nearly right and wrong results of operands at edges.
test::Cases cases_at_edges(const Rulebook& rulebook, Operation operation, std::size_t count) {
  const int arity = info(operation).arity;
  test::Cases cases{std::vector<std::vector<std::uint32_t>>(static_cast<std::size_t>(arity)),
                    std::vector<std::uint32_t>(count)};
  std::mt19937 random(17);
  for (std::size_t i = 0; i < count; ++i) {
    const std::vector<std::uint32_t> operands = test::operands_at_edges(arity, random);
    for (std::size_t k = 0; k < operands.size(); ++k) cases.operands[k].push_back(operands[k]);
  }
  test::give_right_results(rulebook, operation, cases);
  test::disturb(cases);
  return cases;
}

TEST(QuickAndPermit, AgreeUnderEachReading) {
  std::size_t given = 0;
  for (const char* name : {"d3d10", "d3d11", "metal1", "metal1-fast", "metal2.1"}) {
    const Rulebook& rulebook = test::book(name);
    for (const OperationInfo& row : operations()) {
      if (!rulebook.has(row.operation, Format::binary32) || row.result(Format::binary32) != Format::binary32) continue;
      constexpr std::size_t kCases = 300;
      given += answers(readers(rulebook, row.operation), name, cases_at_edges(rulebook, row.operation, kCases));
    }
  }
  EXPECT_GT(given, 400000U);
}

/// Of operands of few bits, whose results are often values of the format or ties.
std::vector<Bits> short_operands(Operation operation, Format format, std::mt19937& random) {
  std::vector<Bits> operands;
  for (int k = 0; k < info(operation).arity; ++k) {
    const FormatInfo& row = info(info(operation).operand_format(k, format));
    Bits bits = random() & ((Bits{1} << row.bits) - 1);
    if (row.kind == FormatKind::floating && random() % 2 == 0) bits &= ~(number::Layout(row).fraction_mask() >> 3);
    if (random() % 4 == 0) bits = random() % 16;
    operands.push_back(bits);
  }
  return operands;
}

/// Results at the ends of what is permitted under each reading, beside them, and the middle.
std::vector<Bits> results_at_ends(const std::vector<Reader>& all, const std::vector<Bits>& operands) {
  const FormatInfo& row = *all.front().ruling.result_format;
  std::vector<Bits> results;
  for (const Reader& reader : all) {
    const judge::OrdinalSet set = judge::permit(reader.ruling, operands, reader.ruling.policies).set;
    for (const auto& interval : set.intervals()) {
      const std::int64_t middle = interval.first + (interval.last - interval.first) / 2;
      test::add_values_at(row, {interval.first - 1, interval.first, middle, interval.last, interval.last + 1}, results);
    }
  }
  std::ranges::sort(results);
  results.erase(std::unique(results.begin(), results.end()), results.end());
  return results;
}

TEST(QuickAndPermit, AgreeInNarrowFormats) {
  std::size_t given = 0;
  std::mt19937 random(31);
  for (const char* name : {"d3d10", "d3d11", "metal2.1"}) {
    const Rulebook& rulebook = test::book(name);
    for (const Format format : {Format::binary16, Format::ufloat11}) {
      for (const OperationInfo& row : operations()) {
        if (!rulebook.has(row.operation, format) || info(row.result(format)).bits > 32) continue;
        const std::vector<Reader> all = readers(rulebook, row.operation, format);
        constexpr std::size_t kCases = 60;
        for (std::size_t i = 0; i < kCases; ++i) {
          const std::vector<Bits> operands = short_operands(row.operation, format, random);
          for (const Bits observed : results_at_ends(all, operands)) {
            given += answers_to(all, name, operands, observed);
          }
        }
      }
    }
  }
  EXPECT_GT(given, 100000U);
}

/// Sums that are values of the format, though a product is none: what the rounded steps give is permitted where values
/// need not be exact.
TEST(QuickAndPermit, AgreeOnSumsWhoseStepsRound) {
  const FormatInfo& row = info(Format::binary16);
  const auto rounded = [&](int value) { return exact::round_to_nearest_even(row, exact::Rational(value)); };
  for (const char* name : {"d3d10", "d3d11"}) {
    const std::vector<Reader> all = readers(test::book(name), Operation::mad, Format::binary16);
    std::size_t differing = 0;
    std::size_t given = 0;
    for (int x = 683; x < 1300; x += 2) {
      const int product = 3 * x;  // odd, of twelve bits
      const auto by_steps = static_cast<int>(number::as_double(row, rounded(product))) - 1;
      const std::vector<Bits> operands = {rounded(x), rounded(3), rounded(-1)};
      given += answers_to(all, name, operands, rounded(by_steps));
      if (rounded(by_steps) != rounded(product - 1)) ++differing;
    }
    EXPECT_GT(differing, 100U) << name;
    EXPECT_GT(given, 100U) << name;
  }
}

/// Where terms, sums of some of them or results may be flushed, and where steps may overflow.
TEST(QuickAndPermit, AgreeOnSumsAtTheEndsOfTheRange) {
  std::size_t given = 0;
  for (const char* name : {"d3d10", "d3d11"}) {
    const Rulebook& rulebook = test::book(name);
    for (const Operation operation : {Operation::mad, Operation::dp2, Operation::dp3, Operation::dp4}) {
      constexpr std::size_t kCases = 1500;
      given += answers(readers(rulebook, operation), name, test::sums_at_the_ends(rulebook, operation, kCases));
    }
  }
  EXPECT_GT(given, 5000U);
}

// Some rulebooks have a power of a negative operand for integers alone, some for none.
TEST(QuickAndPermit, AgreeOnPowersOfNegativeOperands) {
  std::size_t given = 0;
  for (const char* name : {"metal1", "metal1-fast", "metal1.2-fast", "metal2.1", "metal4"}) {
    const std::vector<Reader> all = readers(test::book(name), Operation::pow);
    for (const float x : {-0.25856018F, -1.5F, -1.0F, -2.0F, -0x1p-20F, -3e5F, -0x1p-140F, -0.0F, -HUGE_VALF}) {
      for (const float y : {2.0F, 67.0F, -3.0F, 66.0F, 0.5F, -2.5F, 0x1p60F, -0x1p-60F, 130.0F, 0.0F, 0x1p-130F, NAN}) {
        const std::vector<Bits> operands = {std::bit_cast<std::uint32_t>(x), std::bit_cast<std::uint32_t>(y)};
        std::vector<Bits> results = results_at_ends(all, operands);
        results.insert(results.end(), {0, 0x3f800000, 0x7fc00000});
        for (const Bits observed : results) given += answers_to(all, name, operands, observed);
      }
    }
  }
  EXPECT_GT(given, 10000U);
}

/// x - y * trunc(x / y) in binary32, of a quotient that is some steps off.
std::uint32_t remainder_by_steps(float x, float y, int steps) {
  const float quotient = std::bit_cast<float>(std::bit_cast<std::uint32_t>(x / y) + static_cast<std::uint32_t>(steps));
  const float product = y * std::trunc(quotient);
  return std::bit_cast<std::uint32_t>(x - product);
}

/// Of quotients of all sizes, next to integers too; results by steps that may be taken and that may not, and beside
/// these.
test::Cases remainders(std::size_t count) {
  test::Cases cases{{{}, {}}, {}};
  std::mt19937 random(23);
  for (std::size_t i = 0; i < count; ++i) {
    std::vector<std::uint32_t> operands = test::operands_at_edges(2, random);
    if (random() % 2 == 0) operands[1] = static_cast<std::uint32_t>(random());
    if (random() % 4 == 0) {
      const float multiple = std::bit_cast<float>(operands[1]) * static_cast<float>(1 + random() % 5000);
      operands[0] = std::bit_cast<std::uint32_t>(multiple) + static_cast<std::uint32_t>(random() % 3) - 1;
    }
    const auto x = std::bit_cast<float>(operands[0]);
    const auto y = std::bit_cast<float>(operands[1]);
    cases.operands[0].push_back(operands[0]);
    cases.operands[1].push_back(operands[1]);
    std::uint32_t observed = remainder_by_steps(x, y, static_cast<int>(random() % 9) - 4);
    if (random() % 4 == 0) observed += static_cast<std::uint32_t>(random() % 5) - 2;
    if (random() % 8 == 0) observed = std::bit_cast<std::uint32_t>(std::fmod(x, y));
    cases.observed.push_back(observed);
  }
  return cases;
}

TEST(QuickAndPermit, AgreeOnRemaindersByAFormula) {
  for (const char* name : {"metal1", "metal2.1"}) {
    const Rulebook& rulebook = test::book(name);
    constexpr std::size_t kCases = 6000;
    const std::vector<Reader> all = readers(rulebook, Operation::fmod);
    EXPECT_GT(answers(all, name, remainders(kCases)), 0U) << name;
  }
}

/// Most of what a formula gives, so that a device that computes by it is judged quickly.
TEST(QuickAndPermit, DecideMostRemaindersByAFormula) {
  for (const char* name : {"metal1", "metal2.1"}) {
    const auto ruling = judge::Ruling::of(test::book(name), Operation::fmod, Format::binary32, {{"fmod", "formula"}});
    const Quick quick(ruling);
    ASSERT_TRUE(quick.remainder_steps()) << name;
    std::mt19937 random(29);
    std::array<std::size_t, 2> passing{};
    std::size_t failing = 0;
    constexpr std::size_t kCases = 4000;
    for (std::size_t i = 0; i < kCases; ++i) {
      const std::vector<Bits> operands = {static_cast<std::uint32_t>(random()), static_cast<std::uint32_t>(random())};
      const auto x = std::bit_cast<float>(static_cast<std::uint32_t>(operands[0]));
      const auto y = std::bit_cast<float>(static_cast<std::uint32_t>(operands[1]));
      const std::uint32_t right = remainder_by_steps(x, y, 0);
      const Answer answer = quick.answer(operands, right);
      if (Quick::is_pass(answer)) ++passing[0];
      if (answer == Answer::unconstrained) ++passing[1];
      if (quick.answer(operands, right ^ 0x00400000) == Answer::fails) ++failing;
    }
    EXPECT_GT(passing[0], kCases * 8 / 10) << name;
    EXPECT_GT(passing[1], kCases / 10) << name;  // the quotient overflows
    EXPECT_GT(failing, kCases / 2) << name;
  }
}

}  // namespace
}  // namespace halfulp
