// SPDX-License-Identifier: Apache-2.0
// The statistics of errors: axes and bins, and what the bulk path notes of results whose errors are known otherwise.
#include "halfulp/error_profile.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <limits>
#include <vector>

#include "halfulp/judge.hpp"
#include "judge/judged.hpp"
#include "number/targets.hpp"

namespace halfulp {
namespace {

TEST(BinadeAxis, HasABinadeForEachSignAndExponent) {
  const BinadeAxis axis(Format::binary32);
  EXPECT_EQ(axis.size(), 512U);
  EXPECT_EQ(axis.of(0x3f800000), axis.of(0x3fffffff));
  EXPECT_EQ(axis.of(0x40000000), axis.of(0x3f800000) + 1);
  EXPECT_EQ(axis.of(0xbf800000), axis.of(0x3f800000) + 256);
  EXPECT_EQ(axis.first(axis.of(0xbfc12345)), 0xbf800000U);
}

TEST(BinadeAxis, IsNeverLongerThanItsMost) {
  for (const FormatInfo& row : formats()) {
    const BinadeAxis axis(row.format);
    EXPECT_LE(axis.size(), BinadeAxis::kMost) << row.name;
    const Bits last = row.bits == 64 ? ~Bits{0} : (Bits{1} << static_cast<unsigned>(row.bits)) - 1;
    EXPECT_EQ(axis.of(last), axis.size() - 1) << row.name;
    EXPECT_EQ(axis.of(0), 0U) << row.name;
  }
}

TEST(ErrorAxis, IsTheOperandOrTheResultOfSeveral) {
  EXPECT_TRUE(ErrorAxis(Operation::sin, Format::binary32).is_operand);
  EXPECT_FALSE(ErrorAxis(Operation::add, Format::binary32).is_operand);
  EXPECT_EQ(ErrorAxis(Operation::binary32_to_unorm8, Format::binary32).axis.format(), Format::binary32);
  EXPECT_EQ(ErrorAxis(Operation::unorm8_to_binary32, Format::unorm8).axis.size(), 256U);
}

TEST(ErrorProfile, HasFourBinsToTheOctave) {
  EXPECT_EQ(ErrorProfile::bin_of(0), 0U);
  EXPECT_EQ(ErrorProfile::bin_of(0.5), 0U);
  EXPECT_EQ(ErrorProfile::bin_of(std::nextafter(0.5, 1.0)), 1U);
  EXPECT_EQ(ErrorProfile::bin_of(1.25), ErrorProfile::bin_of(1) + 1);
  EXPECT_EQ(ErrorProfile::bin_of(2), ErrorProfile::bin_of(1) + 4);
  EXPECT_EQ(ErrorProfile::bin_of(0x1p24), ErrorProfile::kBins - 1);
  EXPECT_EQ(ErrorProfile::bin_of(std::numeric_limits<double>::infinity()), ErrorProfile::kBins - 1);
  EXPECT_TRUE(std::isinf(ErrorProfile::least_error(ErrorProfile::kBins)));
  for (std::size_t bin = 0; bin < ErrorProfile::kBins; ++bin) {
    EXPECT_EQ(ErrorProfile::bin_of(std::nextafter(ErrorProfile::least_error(bin), 1e9)), bin);
    const double next = ErrorProfile::least_error(bin + 1);
    EXPECT_EQ(ErrorProfile::bin_of(std::isinf(next) ? 0x1p30 : std::nextafter(next, 0.0)), bin);
  }
}

TEST(ErrorProfile, MergesInAnyOrder) {
  ErrorProfile a;
  a.by_binade = {{5, 1.0}, {}};
  a.histogram.assign(ErrorProfile::kBins, 1);
  ErrorProfile b;
  b.by_binade = {{3, 1.0}, {9, 0.25}};
  b.by_piece = {{9, 0.5}};
  ErrorProfile ab = a;
  ab.merge(b);
  ErrorProfile ba = b;
  ba.merge(a);
  for (const ErrorProfile& merged : {ab, ba}) {
    ASSERT_EQ(merged.by_binade.size(), 2U);
    EXPECT_EQ(merged.by_binade[0].index, 3U);  // the smaller one of two as large
    EXPECT_EQ(merged.by_binade[1].amount, 0.25);
    ASSERT_EQ(merged.by_piece.size(), 1U);
    EXPECT_EQ(merged.by_piece[0].index, 9U);
    EXPECT_EQ(merged.histogram[7], 1U);
  }
}

TEST(Tally, MergesItsWorstCaseInAnyOrder) {
  Tally small;
  small.worst = Witness{.index = 7, .error_ulp = 0x1p-30};
  Tally as_small;  // both errors count as none
  as_small.worst = Witness{.index = 5, .error_ulp = 0x1p-31};
  Tally large;
  large.worst = Witness{.index = 9, .error_ulp = 0.25};
  Tally one = small;
  one.merge(as_small);
  EXPECT_EQ(one.worst->index, 5U);
  Tally other = as_small;
  other.merge(small);
  EXPECT_EQ(other.worst->index, 5U);
  other.merge(large);
  large.merge(one);
  EXPECT_EQ(other.worst->index, 9U);
  EXPECT_EQ(large.worst->index, 9U);
}

/// Judges results of one operand.
Tally judged(const char* book, Operation operation, const std::vector<float>& operands,
             const std::vector<float>& results, std::uint64_t first_index = 0) {
  Tally tally;
  const std::vector<ConstLane> lanes{std::as_bytes(std::span(operands))};
  const SpanJudge judge(test::book(book), operation, Format::binary32);
  judge.judge(first_index, lanes, std::as_bytes(std::span(results)), tally);
  return tally;
}

// Direct3D states 0.0008 for sin from -100 pi to 100 pi, and nothing outside.
TEST(ErrorProfile, MeasuresNearestResultsOfASampleAlone) {
  // 1 is the nearest value of 1 - 2^-40, and outside the range of frc: the first test leaves the case.
  for (const bool is_sampled : {false, true}) {
    const std::uint64_t index = ErrorProfile::kMeasuredOf * 100 + (is_sampled ? 0 : 1);
    const ErrorProfile profile = judged("d3d11", Operation::frc, {-0x1p-40F}, {1}, index).errors;
    EXPECT_EQ(profile.histogram.front(), 1U);
    EXPECT_EQ(std::ranges::any_of(profile.by_binade, [](const auto& peak) { return peak.amount >= 0; }), is_sampled);
  }
}

TEST(ErrorProfile, HasNoErrorsWhereNoneIsStated) {
  for (const float result : {static_cast<float>(std::sin(1000.0)), 0.25F}) {
    const Tally tally = judged("d3d11", Operation::sin, {1000}, {result});
    EXPECT_EQ(tally.passed, 1U);
    EXPECT_TRUE(std::ranges::all_of(tally.errors.histogram, [](std::uint64_t cases) { return cases == 0; }));
  }
  EXPECT_EQ(judged("d3d11", Operation::sin, {1000}, {1.5F}).passed, 0U);
}

TEST(ErrorProfile, NotesHowMuchOfAnAbsoluteDistanceIsUsed) {
  std::vector<float> operands;
  std::vector<float> results;
  for (int i = 0; i < 5000; ++i) {
    operands.push_back(0.05F * static_cast<float>(i) + 0.01F);
    results.push_back(static_cast<float>(std::sin(static_cast<double>(operands.back()))));
  }
  constexpr std::size_t kAt = 3210;
  results[kAt] += 0.00037F;
  const double distance = std::fabs(static_cast<double>(results[kAt]) - std::sin(static_cast<double>(operands[kAt])));
  const Tally tally = judged("d3d11", Operation::sin, operands, results);
  EXPECT_EQ(tally.failed, 0U);
  ASSERT_EQ(tally.errors.by_piece.size(), 2U);
  EXPECT_NEAR(tally.errors.by_piece[0].amount, distance, 1e-12);
  EXPECT_EQ(tally.errors.by_piece[0].index, kAt);
  EXPECT_EQ(tally.errors.by_piece[1].amount, -1);  // nothing was measured
  // In ULP the case is the worst of its binade.
  const std::size_t binade = BinadeAxis(Format::binary32).of(std::bit_cast<std::uint32_t>(operands[kAt]));
  EXPECT_EQ(tally.errors.by_binade[binade].index, kAt);
  EXPECT_EQ(tally.worst->index, kAt);
}

// 2^-21 absolute from 0.5 to 2, 2^-21 relative elsewhere.
TEST(ErrorProfile, NotesEachPieceInItsOwnUnit) {
  std::vector<float> operands;
  std::vector<float> results;
  for (int i = 1; i < 4000; ++i) {
    operands.push_back(0.003F * static_cast<float>(i));
    results.push_back(static_cast<float>(std::log2(static_cast<double>(operands.back()))));
  }
  constexpr std::size_t kInside = 400;    // 1.203
  constexpr std::size_t kOutside = 3000;  // 9.003
  results[kInside] += 0x1p-22F;
  results[kOutside] *= 1 + 0x1p-22F;
  const auto off = [&](std::size_t i) {
    return std::fabs(static_cast<double>(results[i]) - std::log2(static_cast<double>(operands[i])));
  };
  const Tally tally = judged("d3d11", Operation::log2, operands, results);
  EXPECT_EQ(tally.failed, 0U);
  ASSERT_EQ(tally.errors.by_piece.size(), 2U);
  EXPECT_EQ(tally.errors.by_piece[0].index, kInside);
  EXPECT_NEAR(tally.errors.by_piece[0].amount, off(kInside), 1e-15);
  EXPECT_EQ(tally.errors.by_piece[1].index, kOutside);
  EXPECT_NEAR(tally.errors.by_piece[1].amount, off(kOutside) / std::log2(static_cast<double>(operands[kOutside])),
              1e-14);
}

TEST(ErrorProfile, CountsEachMeasuredCaseOnce) {
  std::vector<float> operands;
  std::vector<float> results;
  for (int i = 0; i < 3000; ++i) {
    operands.push_back(1 + 0.001F * static_cast<float>(i));
    results.push_back(1 / operands.back());
  }
  results[17] = std::nextafter(results[17], 1.0F);
  const Tally tally = judged("metal1", Operation::reciprocal, operands, results);
  std::uint64_t counted = 0;
  std::uint64_t above_half = 0;
  for (std::size_t bin = 0; bin < ErrorProfile::kBins; ++bin) {
    counted += tally.errors.histogram[bin];
    if (ErrorProfile::least_error(bin) >= 0.5) above_half += tally.errors.histogram[bin];
  }
  EXPECT_EQ(counted, 3000U);
  EXPECT_EQ(above_half, 1U);
}

// Rounding toward zero errs by up to an ULP: 0.9 of the gap of binary16 above 1 are not among what is up to half of it.
TEST(ErrorProfile, CountsTruncatedResultsByTheirErrors) {
  const std::vector<float> operands(600, 1 + 0.9F / 1024);
  const std::vector<std::uint16_t> results(600, 0x3c00);
  const ConstLane lane = std::as_bytes(std::span(operands));
  const SpanJudge judge(test::book("d3d11"), Operation::binary32_to_binary16, Format::binary32);
  Tally tally;
  judge.judge(ErrorProfile::kAllMeasured + 1, {&lane, 1}, std::as_bytes(std::span(results)), tally);
  EXPECT_EQ(tally.passed, 600U);
  EXPECT_EQ(tally.errors.histogram[0], 0U);
}

// An absolute bound's largest error is in its own unit, however many cases have it.
TEST(ErrorProfile, MeasuresAbsoluteBoundsAsDistances) {
  for (const std::int64_t target : test::targets()) {
    const test::Target chosen(target);
    const Tally tally = judged("metal1-fast", Operation::sin, {0, 0}, {1, 1});
    ASSERT_FALSE(tally.errors.by_piece.empty());
    EXPECT_EQ(tally.errors.by_piece[0].amount, 1.0) << test::target_name(target);
  }
}

}  // namespace
}  // namespace halfulp
