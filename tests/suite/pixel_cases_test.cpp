// SPDX-License-Identifier: Apache-2.0

// The cases of conversions of pixel components, looked for by the oracle's own boundaries.

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <bit>
#include <set>
#include <string>
#include <unordered_set>
#include <vector>

#include "exact/pixel_oracle.hpp"
#include "suite/format_cases.hpp"

namespace halfulp {
namespace {

namespace oracle = exact::second;
using oracle::CodeFormat;
using oracle::FloatFormat;
using oracle::ratio;
using test::Asked;
using test::Operands;

Format operand_format(Operation operation) { return *info(operation).operand_formats[0]; }
Format result_format(Operation operation) { return *info(operation).result_format; }

Suite quick(Operation operation, std::uint64_t seed = 1) {
  return {SuiteSize::quick, seed, operation, operand_format(operation)};
}
std::vector<Operands> all_cases(Operation operation, std::uint64_t seed = 1) {
  const Suite suite = quick(operation, seed);
  return test::operands_of(suite, {operation, operand_format(operation)}, 0, suite.cases());
}
std::unordered_set<Bits> operands_of(Operation operation) {
  std::unordered_set<Bits> result;
  for (const Operands& operands : all_cases(operation)) result.insert(operands[0]);
  return result;
}

/// From binary32 to codes of at most 16 bits.
std::vector<Operation> narrow_encodings() {
  std::vector<Operation> result;
  for (const Operation operation : oracle::pixel_operations()) {
    const CodeFormat* to = oracle::find_code_format(result_format(operation));
    if (operand_format(operation) == Format::binary32 && to != nullptr && to->bits <= 16) result.push_back(operation);
  }
  return result;
}

bool positive(Bits bits) { return bits >> 31 == 0; }
/// One float toward plus infinity; not from a zero.
Bits next_up(Bits bits) { return positive(bits) ? bits + 1 : bits - 1; }
Bits next_down(Bits bits) { return positive(bits) ? bits - 1 : bits + 1; }

/// The largest binary32 that is not above the operand that becomes `code` before it is rounded.
Bits at_or_below(const CodeFormat& to, const mpq_class& code) {
  const FloatFormat& binary32 = oracle::float_format(Format::binary32);
  const mpq_class place = oracle::place_of_code(to, code);
  const auto beyond = [&](Bits bits) {
    const mpq_class value = oracle::decoded(binary32, bits).number;
    return to.kind == CodeFormat::Kind::srgb ? oracle::compare_srgb_code(value, code) > 0 : value > place;
  };
  Bits result = std::bit_cast<std::uint32_t>(static_cast<float>(place.get_d()));
  while (beyond(result)) result = next_down(result);
  while (!beyond(next_up(result))) result = next_up(result);
  return result;
}

/// Expects both neighbours of `tenths` above each code.
void expect_both_sides(Operation operation, const std::unordered_set<Bits>& operands, int tenths) {
  const CodeFormat& to = *oracle::find_code_format(result_format(operation));
  int missing = 0;
  for (std::int64_t code = to.least_made(); code < to.most(); ++code) {
    const Bits below = at_or_below(to, mpq_class(code) + ratio(tenths, 10));
    for (const Bits side : {below, next_up(below)}) {
      if (operands.contains(side) || ++missing > 3) continue;
      ADD_FAILURE() << info(operation).name << ' ' << bits_text(Format::binary32, side) << " next to " << code << '.'
                    << tenths;
    }
  }
  EXPECT_EQ(missing, 0) << info(operation).name << " next to ." << tenths;
}

TEST(PixelCases, HoldBothNeighboursOfEveryBoundary) {
  EXPECT_EQ(narrow_encodings().size(), 8U + 2 + 2 + 2);
  for (const Operation operation : narrow_encodings()) expect_both_sides(operation, operands_of(operation), 5);
}

TEST(PixelCases, HoldBothNeighboursOfTheThresholdsOfEveryCodeOfTenBits) {
  for (const Operation operation : narrow_encodings()) {
    if (info(result_format(operation)).bits > 10) continue;
    const std::unordered_set<Bits> operands = operands_of(operation);
    for (const int tenths : {4, 6}) expect_both_sides(operation, operands, tenths);
  }
}

TEST(PixelCases, HoldNeighboursOfManyThresholdsOfWiderCodes) {
  for (const Operation operation : {Operation::binary32_to_unorm16, Operation::binary32_to_snorm16,
                                    Operation::binary32_to_unorm24, Operation::binary32_to_fixed16_8}) {
    const CodeFormat& to = *oracle::find_code_format(result_format(operation));
    const FloatFormat& binary32 = oracle::float_format(Format::binary32);
    std::array<int, 2> sides{};
    for (const Operands& operands :
         test::operands_of(quick(operation), {operation, Format::binary32}, "code_thresholds")) {
      const oracle::Scaled exact = oracle::scaled(to, oracle::decoded(binary32, operands[0]));
      const mpq_class above = exact.number - mpq_class(exact.whole());
      for (const int tenths : {4, 6}) {
        const Bits below = at_or_below(to, mpq_class(exact.whole()) + ratio(tenths, 10));
        if (operands[0] == below) ++sides[0];
        if (operands[0] == next_up(below)) ++sides[1];
      }
    }
    for (const int count : sides) EXPECT_GT(count, 200) << info(operation).name;
  }
}

TEST(PixelCases, HoldTheCentreOfEveryCode) {
  for (const Operation operation : narrow_encodings()) {
    const CodeFormat& to = *oracle::find_code_format(result_format(operation));
    const std::unordered_set<Bits> operands = operands_of(operation);
    int missing = 0;
    for (std::int64_t code = to.least_made(); code <= to.most(); ++code) {
      const mpq_class place = oracle::place_of_code(to, mpq_class(code));
      // The quotient of small integers rounds to the same 24 bits from a double.
      const Bits nearest = std::bit_cast<std::uint32_t>(static_cast<float>(place.get_d()));
      // Of sRGB the place was found in doubles.
      const bool held =
          operands.contains(nearest) ||
          (to.kind == CodeFormat::Kind::srgb && (operands.contains(nearest - 1) || operands.contains(nearest + 1)));
      if (!held) ++missing;
    }
    EXPECT_EQ(missing, 0) << info(operation).name;
  }
}

TEST(PixelCases, HoldEveryCodeToDecodeAndEveryHalfToEncode) {
  int operations = 0;
  for (const Operation operation : oracle::pixel_operations()) {
    const int bits = info(operand_format(operation)).bits;
    if (info(operation).arity != 1 || bits > 16) continue;
    ++operations;
    const std::unordered_set<Bits> operands = operands_of(operation);
    EXPECT_EQ(operands.size(), std::size_t{1} << bits) << info(operation).name;
    EXPECT_EQ(quick(operation).cases(), std::uint64_t{1} << bits) << info(operation).name;
  }
  EXPECT_GT(operations, 40);
}

TEST(PixelCases, HoldEveryPairOfTexelsToFilter) {
  std::set<std::pair<Bits, Bits>> pairs;
  for (const Operands& operands : all_cases(Operation::filter_srgb8)) pairs.emplace(operands[0], operands[1]);
  EXPECT_EQ(pairs.size(), 256U * 256);
}

TEST(PixelCases, HoldTheEndsOfWideCodes) {
  for (const Operation operation :
       {Operation::unorm24_to_binary32, Operation::fixed16_8_to_binary32, Operation::sint32_to_sint8,
        Operation::uint32_to_sint16, Operation::uint32_to_sint32, Operation::sint32_to_uint32}) {
    const std::unordered_set<Bits> operands = operands_of(operation);
    const CodeFormat& from = *oracle::find_code_format(operand_format(operation));
    for (const std::int64_t code :
         {from.least(), from.least() + 1, std::int64_t{0}, std::int64_t{1}, from.most() - 1, from.most()}) {
      EXPECT_TRUE(operands.contains(from.bits_of(code))) << info(operation).name << ' ' << code;
    }
    const CodeFormat* to = oracle::find_code_format(result_format(operation));
    if (to == nullptr) continue;
    for (const std::int64_t end : {to->least(), to->most()}) {
      for (const std::int64_t code : {end, end < 0 ? end - 1 : end + 1}) {
        if (code < from.least() || code > from.most()) continue;
        EXPECT_TRUE(operands.contains(from.bits_of(code))) << info(operation).name << ' ' << code;
      }
    }
  }
}

TEST(PixelCases, OfSharedExponentsHaveTiesAndBumpsAndClamps) {
  int ties = 0;
  int bumps = 0;
  int clamped = 0;
  int below_all = 0;
  std::set<int> exponents;
  const FloatFormat& binary32 = oracle::float_format(Format::binary32);
  for (const Operands& operands :
       test::operands_of(quick(Operation::binary32_to_rgb9e5), {Operation::binary32_to_rgb9e5, Format::binary32},
                         "shared_exponents", 12000)) {
    const std::array<Bits, 3> components = {operands[0], operands[1], operands[2]};
    const oracle::SharedExponent shared = oracle::shared_exponent(components);
    exponents.insert(shared.exponent);
    mpq_class largest = 0;
    bool tie = false;
    for (std::size_t i = 0; i < 3; ++i) {
      largest = std::max(largest, shared.clamped[i]);
      const mpq_class significand = shared.significand(i);
      tie = tie || significand - oracle::floor(significand) == ratio(1, 2);
      const oracle::Value x = oracle::decoded(binary32, components[i]);
      if (!x.is_nan() && !x.is_infinite() && x.number > 65408) ++clamped;
    }
    if (tie) ++ties;
    if (largest != 0 && shared.exponent > 0 && largest < 256 * shared.unit()) ++bumps;
    if (largest != 0 && shared.exponent == 0) ++below_all;
  }
  EXPECT_GT(ties, 1000);
  EXPECT_GT(bumps, 1000);
  EXPECT_GT(clamped, 50);
  EXPECT_GT(below_all, 50);
  EXPECT_EQ(exponents.size(), 32U);
}

TEST(PixelCases, AreTheSameInAnySplit) {
  for (const Operation operation : oracle::pixel_operations()) {
    const Asked asked{operation, operand_format(operation)};
    const Suite suite = quick(operation, 42);
    const std::vector<Operands> whole = test::operands_of(suite, asked, 0, suite.cases());
    std::uint64_t first = 0;
    std::uint64_t size = 1;
    while (first < suite.cases()) {
      const std::uint64_t count = std::min(size, suite.cases() - first);
      const std::vector<Operands> part = test::operands_of(quick(operation, 42), asked, first, count);
      ASSERT_TRUE(std::equal(part.begin(), part.end(), whole.begin() + static_cast<std::ptrdiff_t>(first)))
          << info(operation).name << " from " << first;
      first += count;
      size = size * 5 + 1;
    }
  }
}

TEST(PixelCases, AreBitsOfTheirFormats) {
  for (const Operation operation : oracle::pixel_operations()) {
    const Asked asked{operation, operand_format(operation)};
    const int bits = info(asked.format).bits;
    for (const SuiteSize size : {SuiteSize::quick, SuiteSize::standard}) {
      const Suite suite(size, 7, operation, asked.format);
      const std::uint64_t count = std::min(suite.cases(), std::uint64_t{1} << 17);
      for (const Operands& operands : test::operands_of(suite, asked, suite.cases() - count, count)) {
        const bool fits = std::ranges::all_of(operands, [bits](Bits operand) { return operand >> bits == 0; });
        ASSERT_TRUE(fits) << test::describe(asked, operands);
      }
    }
  }
}

}  // namespace
}  // namespace halfulp
