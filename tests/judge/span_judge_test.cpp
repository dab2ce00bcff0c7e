// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <functional>
#include <iterator>
#include <numeric>
#include <random>
#include <span>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "halfulp/error.hpp"
#include "judge/disturbed_cases.hpp"
#include "judge/judged.hpp"
#include "judge/judges_of_targets.hpp"
#include "number/lane.hpp"

namespace halfulp {
namespace {

using test::book;
using Judges = test::JudgesOfTargets;

/// A span in memory: lanes of operands, then results.
struct Span {
  Operation operation;
  Format format;
  std::vector<std::vector<std::byte>> operands;
  std::vector<std::byte> results;
  std::size_t cases = 0;

  Span(Operation of, Format in) : operation(of), format(in) {
    operands.resize(static_cast<std::size_t>(info(of).arity));
  }
  void add(const std::vector<Bits>& given, Bits observed) {
    const auto append = [&](std::vector<std::byte>& lane, Format one, Bits bits) {
      const int bytes = info(one).bytes;
      lane.resize(lane.size() + static_cast<std::size_t>(bytes));
      number::store(lane, bytes, cases, bits);
    };
    for (std::size_t k = 0; k < given.size(); ++k) {
      append(operands[k], info(operation).operand_format(static_cast<int>(k), format), given[k]);
    }
    append(results, info(operation).result(format), observed);
    ++cases;
  }
};

/// The failures of a span are exactly the cases that judge_result() fails, in their order, each under its rule.
std::size_t expect_failures_are_those_of_judge_result(const std::string& rulebook, const Span& span) {
  const SpanJudge judge(book(rulebook), span.operation, span.format);
  const std::vector<ConstLane> lanes(span.operands.begin(), span.operands.end());
  Tally tally;
  std::vector<Failure> failures;
  judge.judge(1000, lanes, span.results, tally, &failures);
  std::vector<std::pair<std::size_t, std::string>> expected;
  for (std::size_t i = 0; i < span.cases; ++i) {
    std::vector<Bits> operands;
    for (std::size_t k = 0; k < lanes.size(); ++k) {
      const Format format = info(span.operation).operand_format(static_cast<int>(k), span.format);
      operands.push_back(number::load(lanes[k], info(format).bytes, i));
    }
    const Bits observed = number::load(span.results, info(info(span.operation).result(span.format)).bytes, i);
    const Judgement one = judge_result(book(rulebook), span.operation, span.format, operands, observed);
    if (one.verdict == Verdict::fail) expected.emplace_back(i, one.rule);
  }
  std::vector<std::pair<std::size_t, std::string>> found;
  for (const Failure& failure : failures) found.emplace_back(failure.position, failure.rule);
  EXPECT_EQ(found, expected);
  EXPECT_EQ(failures.size(), tally.failed);
  Tally silent;
  judge.judge(1000, lanes, span.results, silent);
  EXPECT_EQ(silent.failed, tally.failed);
  return failures.size();
}

TEST(SpanJudge, TellsWhichCasesFailAndByWhichRule) {
  Span sums(Operation::add, Format::binary32);
  Span roots(Operation::rsq, Format::binary32);
  std::mt19937 random(7);
  for (int i = 0; i < 3000; ++i) {
    const auto x = static_cast<Bits>(random());
    const auto y = static_cast<Bits>(random());
    // IEEE arithmetic that keeps denormals, now and then wrong by a bit.
    const float sum = std::bit_cast<float>(static_cast<std::uint32_t>(x)) +
                      std::bit_cast<float>(static_cast<std::uint32_t>(i % 5 == 0 ? y & 0x807fffff : y));
    sums.add({x, i % 5 == 0 ? y & 0x807fffff : y}, std::bit_cast<std::uint32_t>(sum) + (i % 97 == 0 ? 1U : 0U));
    roots.add({i % 7 == 0 ? x & 0x807fffff : x}, static_cast<Bits>(random()));
  }
  EXPECT_GT(expect_failures_are_those_of_judge_result("d3d11", sums), 30U);
  EXPECT_GT(expect_failures_are_those_of_judge_result("d3d11", roots), 2000U);
}

TEST(SpanJudge, TellsFailuresOfConversionsToo) {
  Span codes(Operation::binary32_to_unorm8, Format::binary32);
  std::mt19937 random(8);
  for (int i = 0; i < 2000; ++i) {
    codes.add({0x3b000000 + random() % 0x05000000}, random() % 256);
  }
  EXPECT_GT(expect_failures_are_those_of_judge_result("d3d11", codes), 1500U);
}

/// What judging throws.
std::string complaint(const SpanJudge& judge, std::span<const ConstLane> operands, ConstLane results,
                      Error::Kind kind) {
  Tally tally;
  try {
    judge.judge(0, operands, results, tally);
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), kind);
    EXPECT_EQ(tally.cases, 0U);
    return error.what();
  }
  return "";
}

TEST(SpanJudge, RefusesOperandsThatAreWiderThanTheirFormat) {
  const SpanJudge judge(Rulebook::open("d3d11"), Operation::unorm24_to_binary32, Format::unorm24);
  const std::array<std::uint32_t, 3> operands{0, 0xffffff, 0xff000001};
  const std::array<std::uint32_t, 3> results{0, 0x3f800000, 0};
  const ConstLane lane = std::as_bytes(std::span(operands));
  EXPECT_EQ(complaint(judge, {&lane, 1}, std::as_bytes(std::span(results)), Error::Kind::kInput),
            "unorm24_to_binary32: operand x of case 2 (from 0) is 0xff000001; unorm24 has 24 bits, and those above "
            "are zero");
}

TEST(SpanJudge, RefusesResultsThatAreWiderThanTheirFormat) {
  const Rulebook book = Rulebook::open("d3d11");
  const SpanJudge judge(book, Operation::binary32_to_ufloat11, Format::binary32);
  const std::array<std::uint32_t, 2> operands{0x3f800000, 0x3f800000};
  const std::array<std::uint16_t, 2> results{0x03c0, 0x83c0};
  const ConstLane lane = std::as_bytes(std::span(operands));
  EXPECT_EQ(
      complaint(judge, {&lane, 1}, std::as_bytes(std::span(results)), Error::Kind::kInput),
      "binary32_to_ufloat11: the result of case 1 (from 0) is 0x83c0; ufloat11 has 11 bits, and those above are zero");
  const std::array<Bits, 1> one{0x3f800000};
  EXPECT_EQ(judge_result(book, Operation::binary32_to_ufloat11, Format::binary32, one, 0x03c0).verdict, Verdict::pass);
  EXPECT_THROW(static_cast<void>(judge_result(book, Operation::binary32_to_ufloat11, Format::binary32, one, 0x83c0)),
               Error);
  const std::array<Bits, 1> wide{0x800};
  EXPECT_THROW(static_cast<void>(explain(book, Operation::ufloat11_to_binary32, Format::ufloat11, wide)), Error);
}

TEST(SpanJudge, RefusesLanesOfOtherSizes) {
  const SpanJudge judge(Rulebook::open("d3d11"), Operation::add, Format::binary32);
  const std::array<std::byte, 40> memory{};
  const ConstLane ten = memory;
  const auto said = [&](const std::vector<ConstLane>& operands, ConstLane results) {
    return complaint(judge, operands, results, Error::Kind::kUsage);
  };
  EXPECT_EQ(said({ten, ten}, ten), "");
  EXPECT_EQ(said({ten}, ten), "add takes 2 lanes of operands, not 1");
  EXPECT_EQ(said({ten, ten, ten}, ten), "add takes 2 lanes of operands, not 3");
  EXPECT_EQ(said({ten, ten.first(36)}, ten), "add: the lane of operand y has 36 bytes; 10 values of binary32 have 40");
  EXPECT_EQ(said({ten.first(39), ten}, ten), "add: the lane of operand x has 39 bytes; 9 values of binary32 have 36");
  EXPECT_EQ(said({ten, ten}, ten.first(36)), "add: the results have 36 bytes; 10 values of binary32 have 40");
}

// Steps of bits are twice as wide above a power of two: 4 steps above 1 are 8 ULP of an exact result just below it.
TEST(SpanJudge, KnowsThatStepsOfBitsReachFartherThanUlp) {
  Span powers(Operation::exp10, Format::binary32);
  powers.add({0xac9dd049}, 0x3f800004);
  std::vector<std::vector<std::byte>> memory;
  std::vector<ConstLane> lanes;
  for (const auto& operands : powers.operands) lanes.emplace_back(operands);
  Tally tally;
  SpanJudge(test::book("metal1"), Operation::exp10, Format::binary32).judge(0, lanes, powers.results, tally);
  EXPECT_EQ(tally.failed, 0U);
  ASSERT_EQ(tally.under.size(), 1U);
  EXPECT_EQ(tally.under.begin()->first, "ulp_def=bit_steps");
}

/// Of one binary32 operand, with such a result.
std::vector<OperationInfo> operations_of_one(const std::string& rulebook) {
  std::vector<OperationInfo> rows;
  for (const OperationInfo& row : operations()) {
    const bool is_float = row.family == OperationFamily::arithmetic || row.family == OperationFamily::function ||
                          row.family == OperationFamily::rounding;
    if (!is_float || row.arity != 1 || !book(rulebook).has(row.operation, Format::binary32)) continue;
    if (row.result(Format::binary32) == Format::binary32) rows.push_back(row);
  }
  return rows;
}

// Errors that grow from case to case, that fall, and that many cases have alike.
TEST(SpanJudge, TellsOfManyInARowWhatItTellsOfEach) {
  constexpr std::uint32_t kFirst[] = {0x007ff000, 0x2a000000, 0x2a800000, 0x2fffff00, 0x3f7ff800, 0x42fff800,
                                      0x72000000, 0x807ff000, 0xaa000000, 0xb2fff800, 0xc2fc0000};
  constexpr std::size_t kCases = 1500;
  std::mt19937 random(11);
  std::uniform_int_distribution<std::uint32_t> few(0, 6);
  for (const std::string rulebook : {"d3d11", "metal1"}) {
    for (const OperationInfo& row : operations_of_one(rulebook)) {
      const Judges judges(rulebook, row.operation);
      for (const std::uint32_t first : kFirst) {
        test::Cases cases{{std::vector<std::uint32_t>(kCases)}, std::vector<std::uint32_t>(kCases)};
        std::iota(cases.operands[0].begin(), cases.operands[0].end(), first);
        test::give_right_results(book(rulebook), row.operation, cases);
        for (const bool falls : {false, true}) {
          if (falls) {
            std::ranges::reverse(cases.operands[0]);
            std::ranges::reverse(cases.observed);
            for (std::uint32_t& observed : cases.observed) observed += random() % 29 == 0 ? few(random) : 0U;
          }
          ASSERT_EQ(judges.difference(cases), "")
              << rulebook << ' ' << row.name << ' ' << std::hex << first << ' ' << falls;
        }
      }
    }
  }
}

// Errors of sums and products of operands that are related, with results to either side.
TEST(SpanJudge, TellsOfSumsAndProductsWhatItTellsOfEach) {
  constexpr std::size_t kCases = 2000;
  std::mt19937 random(12);
  std::uniform_int_distribution<std::uint32_t> few(0, 6);
  using enum Operation;
  for (const std::string rulebook : {"d3d11", "metal1"}) {
    for (const Operation operation : {add, sub, mul, div, fma, mad, dp2, dp4, min, max}) {
      if (!book(rulebook).has(operation, Format::binary32)) continue;
      test::Cases cases{{}, std::vector<std::uint32_t>(kCases)};
      for (int k = 0; k < info(operation).arity; ++k) {
        cases.operands.emplace_back(kCases);
        // Few bits, and exponents near those at both ends or near 1.
        for (std::uint32_t& x : cases.operands.back()) {
          constexpr std::uint32_t kExponents[] = {0x00000000, 0x0c000000, 0x3f000000, 0x3f000000, 0x7e000000};
          x = kExponents[random() % 5] + random() % 0x02000000;
          if (random() % 2 == 0) x &= 0xfff80000;
          if (random() % 2 == 0) x |= 0x80000000;
        }
      }
      test::give_right_results(book(rulebook), operation, cases);
      for (std::uint32_t& observed : cases.observed) observed += random() % 3 == 0 ? few(random) - 3 : 0U;
      EXPECT_EQ(Judges(rulebook, operation).difference(cases), "") << rulebook << ' ' << info(operation).name;
    }
  }
}

/// Factors and a third operand: the product may be half an ULP of it or nearly so, the same but for a few bits, far
/// below or above it, or near the end of the range.
std::array<float, 3> related_operands(std::mt19937& random) {
  const auto below = [&](std::uint32_t most) { return static_cast<int>(random() % most); };
  const auto sign = [&] { return below(2) == 0 ? 1.0F : -1.0F; };
  const auto beside_one = [&] { return 1 + std::ldexp(static_cast<float>(below(9) - 4), -23); };
  const auto fraction = [&] { return 1 + std::ldexp(static_cast<float>(below(1U << 23)), -23); };
  const int exponent = below(180) - 90;
  const int split = below(60) - 30;
  const float third = sign() * std::ldexp(fraction(), exponent);
  switch (below(5)) {
    case 0: {
      // What is rounded off both makes an ULP less 2^-25 of it: as a float, the whole.
      const float one_sign = sign();
      const float factor = 1 + 0x1p-12F;
      return {one_sign * std::ldexp(factor, exponent - split), std::ldexp(factor, split),
              one_sign * std::ldexp(1 - 0x1p-24F, exponent - 24)};
    }
    case 1:
      return {sign() * std::ldexp(beside_one(), exponent - 24 - split), std::ldexp(beside_one(), split), third};
    case 2: {
      const float x = std::ldexp(fraction(), exponent - split);
      const float y = sign() * std::ldexp(fraction(), split);
      const float product = x * y;
      return {x, y, -product * beside_one()};
    }
    case 3: {
      const int apart = (50 + below(30)) * (below(2) == 0 ? 1 : -1);
      const int limited = std::clamp(exponent + apart - split, -126, 127);
      return {sign() * std::ldexp(fraction(), limited), std::ldexp(beside_one(), split), third};
    }
    default:
      return {sign() * std::ldexp(fraction(), 64), std::ldexp(fraction(), 62 + below(4)),
              sign() * std::ldexp(fraction(), 124 + below(4))};
  }
}

TEST(SpanJudge, TellsOfFusedSumsWhatItTellsOfEach) {
  constexpr std::size_t kCases = 2048;
  std::mt19937 random(14);
  for (const std::string rulebook : {"metal1", "metal4", "d3d11"}) {
    const Operation operation = rulebook == "d3d11" ? Operation::mad : Operation::fma;
    for (int round = 0; round < 8; ++round) {
      test::Cases cases{std::vector<std::vector<std::uint32_t>>(3, std::vector<std::uint32_t>(kCases)),
                        std::vector<std::uint32_t>(kCases)};
      for (std::size_t i = 0; i < kCases; ++i) {
        const std::array<float, 3> operands = related_operands(random);
        for (std::size_t k = 0; k < 3; ++k) cases.operands[k][i] = std::bit_cast<std::uint32_t>(operands[k]);
      }
      test::give_right_results(book(rulebook), operation, cases);
      for (std::uint32_t& observed : cases.observed) {
        if (random() % 4 == 0) observed += static_cast<std::uint32_t>(random() % 3) - 1;
        if (random() % 64 == 0) observed = (observed & 0x80000000) | 0x7f800000;
      }
      EXPECT_EQ(Judges(rulebook, operation).difference(cases), "")
          << rulebook << ' ' << info(operation).name << ", round " << round;
    }
  }
}

// Errors of all sizes, so that many are larger than those before them, next to them, or beside the ends of a bin or of
// a binade.
TEST(SpanJudge, TellsOfResultsThatAreFarOffWhatItTellsOfEach) {
  constexpr std::size_t kCases = 6000;
  std::mt19937 random(15);
  using enum Operation;
  for (const std::string rulebook : {"d3d11", "metal1"}) {
    for (const Operation operation : {rcp, reciprocal, sqrt, rsq, add, sub, mul, div, fma, mad, dp2, dp3, dp4}) {
      if (!book(rulebook).has(operation, Format::binary32)) continue;
      const Judges judges(rulebook, operation);
      for (const unsigned most_bits : {10U, 14U, 15U, 23U}) {
        test::Cases cases{{}, std::vector<std::uint32_t>(kCases)};
        for (int k = 0; k < info(operation).arity; ++k) {
          cases.operands.emplace_back(kCases);
          for (std::uint32_t& x : cases.operands.back())
            x = 0x3e800000 + static_cast<std::uint32_t>(random() % 0x02000000);
        }
        test::give_right_results(book(rulebook), operation, cases);
        for (std::uint32_t& observed : cases.observed) {
          const auto off = static_cast<std::uint32_t>(random() % (1U << (most_bits - random() % 4)));
          if (random() % 3 == 0) observed += random() % 2 == 0 ? off : 0 - off;
        }
        EXPECT_EQ(judges.difference(cases), "") << rulebook << ' ' << info(operation).name << ' ' << most_bits;
      }
    }
  }
}

// Operands as images and geometry have them: of few binades, some of which no result is in or has an error.
TEST(SpanJudge, TellsOfOperandsOfFewBinadesWhatItTellsOfEach) {
  constexpr std::size_t kCases = 2048;  // whole vectors, some blocks
  std::mt19937 random(13);
  std::uniform_int_distribution<std::uint32_t> few(0, 4);
  const auto unit = [&] { return static_cast<float>(static_cast<std::int32_t>(random())) * 0x1p-31F; };
  const std::vector<std::pair<std::string, std::function<float()>>> kinds = {
      {"between -1 and 1", unit},
      {"from 1 to 2, of both signs",
       [&] {
         const float x = unit();
         return std::copysign(1 + std::fabs(x) / 2, x);
       }},
      {"bytes", [&] { return static_cast<float>(random() % 256); }},
      {"positive, of 40 binades", [&] { return std::ldexp(std::fabs(unit()), static_cast<int>(random() % 40) - 30); }},
      {"of 60 binades", [&] { return std::ldexp(unit(), static_cast<int>(random() % 60) - 30); }}};
  for (const std::string rulebook : {"d3d11", "metal1"}) {
    for (const OperationInfo& row : operations()) {
      const bool is_float = row.family == OperationFamily::arithmetic || row.family == OperationFamily::function;
      if (!is_float || row.arity > 3 || !book(rulebook).has(row.operation, Format::binary32)) continue;
      if (row.result(Format::binary32) != Format::binary32) continue;
      const Judges judges(rulebook, row.operation);
      for (const auto& [name, operand] : kinds) {
        test::Cases cases{{}, std::vector<std::uint32_t>(kCases)};
        for (int k = 0; k < row.arity; ++k) {
          cases.operands.emplace_back(kCases);
          for (std::uint32_t& x : cases.operands.back()) x = std::bit_cast<std::uint32_t>(operand());
        }
        test::give_right_results(book(rulebook), row.operation, cases);
        for (std::uint32_t& observed : cases.observed) observed += random() % 19 == 0 ? few(random) - 2 : 0U;
        EXPECT_EQ(judges.difference(cases), "") << rulebook << ' ' << row.name << ", " << name;
      }
    }
  }
}

// Denormals, NaN, zeros and infinities in a row, and mixed with others; first results that are right, then some that
// are not.
TEST(SpanJudge, TellsOfSpecialOperandsWhatItTellsOfEach) {
  constexpr std::size_t kCases = 300;
  std::mt19937 random(15);
  constexpr std::uint32_t kResults[] = {0, 0x80000000, 0x3f800000, 0x3f800001, 0x7f800000, 0xff800000, 0x7fc00001, 1};
  const auto special = [&](std::uint32_t kind) -> std::uint32_t {
    const std::uint32_t sign = kind % 2 << 31;
    const auto fraction = static_cast<std::uint32_t>(1 + random() % 0x7fffff);
    switch (kind / 2) {
      case 0:
        return sign | fraction;
      case 1:
        return sign | 0x7f800000 | fraction;
      case 2:
        return sign | (random() % 2 == 0 ? 0U : 0x7f800000U);
      default:
        return sign | 0x3f800000 | fraction;
    }
  };
  for (const std::string rulebook : {"d3d10", "d3d11", "metal1", "metal1.2-fast"}) {
    for (const OperationInfo& row : operations_of_one(rulebook)) {
      const Judges judges(rulebook, row.operation);
      for (std::uint32_t kind = 0; kind <= 6; ++kind) {  // the last one: all
        test::Cases cases{{std::vector<std::uint32_t>(kCases)}, std::vector<std::uint32_t>(kCases)};
        for (std::uint32_t& x : cases.operands[0]) {
          x = special(kind < 6 ? kind : static_cast<std::uint32_t>(random() % 8));
        }
        test::give_right_results(book(rulebook), row.operation, cases);
        for (const bool is_right : {true, false}) {
          for (std::uint32_t& observed : cases.observed) {
            if (!is_right && random() % 8 == 0) observed = kResults[random() % std::size(kResults)];
          }
          ASSERT_EQ(judges.difference(cases), "") << rulebook << ' ' << row.name << ' ' << kind << ' ' << is_right;
        }
      }
    }
  }
}

// Operands of one binade at a time, as in runs over all of them; first results that are right, then some that are not.
TEST(SpanJudge, TellsOfOneBinadeWhatItTellsOfEach) {
  constexpr std::size_t kCases = 52;  // whole vectors, and some more
  std::mt19937 random(14);
  const auto wrong = [&](std::uint32_t right) -> std::uint32_t {
    switch (random() % 8) {
      case 0:
        return 0x7fc00000;
      case 1:
        return right & 0x80000000;
      case 2:
        return 0x7f800000 | (right & 0x80000000);
      case 3:
        return right ^ 0x80000000;
      case 4:
        return right + 600;
      default:
        return right + static_cast<std::uint32_t>(random() % 13) - 6;
    }
  };
  std::uint32_t offset = 0;
  for (const std::string rulebook : {"d3d10", "d3d11", "metal1", "metal1.2-fast"}) {
    for (const OperationInfo& row : operations_of_one(rulebook)) {
      const Judges judges(rulebook, row.operation);
      const std::uint32_t rest = offset++ % 19;
      for (std::uint32_t binade = 0; binade < 512; ++binade) {
        const std::uint32_t exponent = binade % 256;
        if ((exponent < 123 || exponent >= 137) && binade % 19 != rest) continue;
        test::Cases cases{{std::vector<std::uint32_t>(kCases)}, std::vector<std::uint32_t>(kCases)};
        const auto first = static_cast<std::uint32_t>(random() % (1U << 23));
        for (std::uint32_t k = 0; k < kCases; ++k) {
          const std::uint32_t place = k % 10 != 0 ? first + k : k % 20 == 0 ? ~(k / 20) : k / 20;  // both ends too
          cases.operands[0][k] = binade << 23 | (place & 0x007fffff);
        }
        test::give_right_results(book(rulebook), row.operation, cases);
        for (const bool is_right : {true, false}) {
          for (std::uint32_t& observed : cases.observed) {
            if (!is_right && random() % 8 == 0) observed = wrong(observed);
          }
          ASSERT_EQ(judges.difference(cases), "") << rulebook << ' ' << row.name << ' ' << binade << ' ' << is_right;
        }
      }
    }
  }
}

// Products next to the least denormal, which steps bring to zero and beyond, beside others, and results some steps off:
// what the steps may give next to a value depends on whether they leave it one.
TEST(SpanJudge, TellsOfSumsWithVanishingProductsWhatItTellsOfEach) {
  constexpr std::size_t kCases = 2000;
  std::mt19937 random(19);
  const auto power = [&](int exponent) {
    return std::bit_cast<std::uint32_t>(std::copysign(std::ldexp(1.0F, exponent), random() % 2 == 0 ? 1.0F : -1.0F));
  };
  const auto moderate = [&] {
    return 0x3f000000 + static_cast<std::uint32_t>(random() % 0x02000000) + (random() % 2 == 0 ? 0x80000000U : 0U);
  };
  for (const std::string rulebook : {"d3d10", "d3d10.1"}) {
    for (const Operation operation : {Operation::dp2, Operation::dp3}) {
      const Judges judges(rulebook, operation);
      const auto terms = static_cast<std::size_t>(info(operation).arity) / 2;
      for (const int least : {-150, -130}) {
        test::Cases cases{std::vector<std::vector<std::uint32_t>>(2 * terms), std::vector<std::uint32_t>(kCases)};
        for (std::size_t i = 0; i < kCases; ++i) {
          for (std::size_t k = 0; k < terms; ++k) {
            const bool vanishes = k == i % terms;
            const int exponent = -40 - static_cast<int>(random() % 70);
            cases.operands[k].push_back(vanishes ? power(exponent) : random() % 3 == 0 ? power(0) : moderate());
            cases.operands[k + terms].push_back(vanishes ? power(least + static_cast<int>(random() % 4) - exponent)
                                                         : moderate());
          }
        }
        test::give_right_results(book(rulebook), operation, cases);
        for (std::uint32_t& observed : cases.observed) observed += static_cast<std::uint32_t>(random() % 11) - 5;
        EXPECT_EQ(judges.difference(cases), "") << rulebook << ' ' << info(operation).name << ' ' << least;
      }
    }
  }
}

// Operands of both ends of the range, whose product is well inside, and as far apart as those of a quotient may be;
// results that are right or near, and what is observed of others where the exact result is 0, further off than all.
TEST(SpanJudge, TellsOfProductsAndQuotientsOfFarOperandsWhatItTellsOfEach) {
  constexpr std::size_t kCases = 3000;
  std::mt19937 random(17);
  const auto within = [&](std::uint32_t first) { return first + static_cast<std::uint32_t>(random() % 0x02000000); };
  for (const std::string rulebook : {"d3d11", "metal1", "metal4"}) {
    for (const Operation operation : {Operation::mul, Operation::div}) {
      const Judges judges(rulebook, operation);
      for (const std::uint32_t least : {0x00800000U, 0x1e000000U, 0x3f800000U}) {
        test::Cases cases{{{}, {}}, std::vector<std::uint32_t>(kCases)};
        for (std::size_t i = 0; i < kCases; ++i) {
          const std::uint32_t small = within(least);
          const std::uint32_t large = within(0x5f000000);
          cases.operands[0].push_back(operation == Operation::div || i % 2 == 0 ? small : large);
          cases.operands[1].push_back(operation == Operation::div || i % 2 == 0 ? large : small);
        }
        test::give_right_results(book(rulebook), operation, cases);
        for (std::size_t i = 0; i < kCases; ++i) {
          if (random() % 3 == 0) cases.observed[i] += static_cast<std::uint32_t>(random() % 5) - 2;
          if (i % 8 == 0) cases.operands[0][i] = 0;
        }
        EXPECT_EQ(judges.difference(cases), "") << rulebook << ' ' << info(operation).name << ' ' << std::hex << least;
      }
    }
  }
}

// Exact results that are less than a reference's error away from values of the format: a result that is as many ULP off
// as the rule permits passes on one side of them, on the other by another definition of an ULP alone.
TEST(SpanJudge, TellsOfResultsAtTheEndOfWhatIsPermittedWhatItTellsOfEach) {
  using enum Operation;
  constexpr std::size_t kCases = 4000;
  constexpr std::uint32_t kMostUlp = 6;
  std::mt19937 random(19);
  for (const std::string rulebook : {"metal1", "metal4"}) {
    for (const Operation operation : {asin, asinh, atan, atanh, sin, sinh, tan, tanh}) {
      test::Cases cases{{std::vector<std::uint32_t>(kCases)}, {}};
      for (std::uint32_t& x : cases.operands[0]) x = 0x32000000 + static_cast<std::uint32_t>(random() % 0x01800000);
      cases.observed = cases.operands[0];
      for (std::uint32_t& observed : cases.observed) {
        observed += static_cast<std::uint32_t>(random() % (2 * kMostUlp + 1)) - kMostUlp;
      }
      EXPECT_EQ(Judges(rulebook, operation).difference(cases), "") << rulebook << ' ' << info(operation).name;
    }
  }
}

// Roots so near to values of the format that binary32 does not tell on which side of them they are, beside results that
// are as far off as can be: values next to them are none of these.
TEST(SpanJudge, TellsOfRootsNextToValuesWhatItTellsOfEach) {
  constexpr std::uint32_t kSteps = 12;
  constexpr std::size_t kNear = std::size_t{2} * kSteps;
  constexpr std::size_t kFar = 32;
  for (const std::string rulebook : {"d3d10", "d3d11", "metal4"}) {
    const Judges judges(rulebook, Operation::rsq);
    for (const std::uint32_t operand : {0x3fd43d3cU, 0x45e0b815U, 0x3313bd89U, 0x480db4f7U}) {
      const auto root = std::bit_cast<std::uint32_t>(
          static_cast<float>(1 / std::sqrt(static_cast<double>(std::bit_cast<float>(operand)))));
      test::Cases cases{{std::vector<std::uint32_t>(kFar + kNear, operand)}, {}};
      for (std::size_t i = 0; i < kFar; ++i) cases.observed.push_back(i % 2 == 0 ? 0 : root ^ 0x80000000);
      for (std::uint32_t seen = root - kSteps; seen != root + kSteps; ++seen) cases.observed.push_back(seen);
      EXPECT_EQ(judges.difference(cases), "") << rulebook << ' ' << std::hex << operand;
    }
  }
}

// So many of one binade that vectors of those that are left are listed several times over: of operands that ask all
// for one result, of which few or none have it.
TEST(SpanJudge, TellsOfManyFailuresOfOneBinadeWhatItTellsOfEach) {
  constexpr std::size_t kCases = 10000;
  struct Asked {
    std::string rulebook;
    Operation operation;
    std::uint32_t first;
    std::uint32_t mostly;
    std::uint32_t seldom;
  };
  using enum Operation;
  const std::vector<Asked> all = {{"d3d10.1", exp2, 0xfd000000, 0x00000002, 0x80000000},
                                  {"d3d11", log2, 0xc0000000, 0x3f800000, 0x7fc00000},
                                  {"metal4", exp, 0xc6000000, 0x3f800000, 0x00000000},
                                  {"metal2.1", exp10, 0xc6000000, 0x3f800000, 0x00000000}};
  for (const Asked& asked : all) {
    test::Cases cases{{std::vector<std::uint32_t>(kCases)}, std::vector<std::uint32_t>(kCases, asked.mostly)};
    std::iota(cases.operands[0].begin(), cases.operands[0].end(), asked.first);
    for (std::size_t i = 0; i < kCases; i += i % 2 == 0 ? 997U : 2U) cases.observed[i] = asked.seldom;
    EXPECT_EQ(Judges(asked.rulebook, asked.operation).difference(cases), "") << asked.rulebook;
  }
}

// Operands of all binades, so that most cases of a few are alone in theirs, and results of which many are equally far
// off: not at all, by some steps, and as far as binary32 reaches.
TEST(SpanJudge, TellsOfEqualErrorsInAllBinadesWhatItTellsOfEach) {
  using enum Operation;
  constexpr std::size_t kCases = 1000;
  constexpr std::uint32_t kFurthest = 0x7f7fffff;
  std::mt19937 random(16);
  for (const std::string rulebook : {"d3d10", "d3d11", "metal4"}) {
    for (const Operation operation : {round_ne, round_z, frc, min, fmod, add, exp2}) {
      if (!book(rulebook).has(operation, Format::binary32)) continue;
      const Judges judges(rulebook, operation);
      for (const std::uint32_t off : {0U, 2U, kFurthest}) {
        test::Cases cases{{}, std::vector<std::uint32_t>(kCases)};
        for (int k = 0; k < info(operation).arity; ++k) {
          cases.operands.emplace_back(kCases);
          for (std::uint32_t& x : cases.operands.back()) x = static_cast<std::uint32_t>(random());
        }
        test::give_right_results(book(rulebook), operation, cases);
        for (std::uint32_t& observed : cases.observed) {
          if (random() % 4 == 0)
            observed = off == kFurthest ? off - static_cast<std::uint32_t>(random() % 2) : observed + off;
        }
        EXPECT_EQ(judges.difference(cases), "") << rulebook << ' ' << info(operation).name << ' ' << off;
      }
    }
  }
}

// Zeros, denormals and the least normal values, of which a device gives one for another: what is noted by the result's
// binade is noted of zeros and denormals, too.
TEST(SpanJudge, TellsOfZerosAndDenormalsObservedWhatItTellsOfEach) {
  using enum Operation;
  constexpr std::size_t kCases = 400;
  constexpr std::uint32_t kResults[] = {0x00000000, 0x80000000, 0x00000002, 0x80000003, 0x00800000, 0x80800000};
  std::mt19937 random(18);
  for (const std::string rulebook : {"d3d11", "metal1", "metal4"}) {
    for (const Operation operation : {min, max, fmod, add, mul}) {
      if (!book(rulebook).has(operation, Format::binary32)) continue;
      const Judges judges(rulebook, operation);
      for (const bool are_integers : {false, true}) {
        test::Cases cases{{{}, {}}, std::vector<std::uint32_t>(kCases)};
        const auto operand = [&] {
          const auto integer = std::bit_cast<std::uint32_t>(static_cast<float>(1 + random() % 40));
          return are_integers ? integer : static_cast<std::uint32_t>(random());
        };
        for (auto& lane : cases.operands) std::generate_n(std::back_inserter(lane), kCases, operand);
        test::give_right_results(book(rulebook), operation, cases);
        for (std::uint32_t& observed : cases.observed) {
          if (random() % 2 == 0) observed = kResults[random() % std::size(kResults)];
        }
        EXPECT_EQ(judges.difference(cases), "") << rulebook << ' ' << info(operation).name << ' ' << are_integers;
      }
    }
  }
}

// From 0, in ULP of its denormals, more than any value of binary32.
TEST(SpanJudge, TellsOfErrorsBeyondAllValuesWhatItTellsOfEach) {
  const test::Cases cases{{{0x0a9d86e2, 0xba7e5b54, 0xb505c83e, 0xb90831e9}},
                          {0xff7ffffe, 0x7f7ffffe, 0x7f7fffff, 0x7f7fffff}};
  EXPECT_EQ(Judges("d3d10.1", Operation::round_ne).difference(cases), "");
  // Of two so far off one is further in ULP, the other, which comes later, beside the exact result.
  test::Cases roots{{std::vector<std::uint32_t>(80, 0x6739b3cd)}, std::vector<std::uint32_t>(80, 0x2b964975)};
  roots.operands[0][5] = 0x67236b2f;
  roots.observed[5] = 0x7f3fb80c;
  roots.operands[0][50] = 0x6754025c;
  roots.observed[50] = 0xff2b083f;
  EXPECT_EQ(Judges("d3d11", Operation::rsq).difference(roots), "");
}

}  // namespace
}  // namespace halfulp
