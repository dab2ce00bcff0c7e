// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cmath>

#include "certify/block.hpp"
#include "exact/certified.hpp"
#include "number/float_environment.hpp"

namespace halfulp::certify {
namespace {

constexpr std::uint32_t kFromOne = 0x3f800000;
constexpr std::uint32_t kFromMinusOne = 0xbf800000;
constexpr std::uint32_t kStep = 4099;

double off_by_little(Operation operation, double x) noexcept { return exact::certified(operation, x) * (1 + 0x1p-45); }
double never_negative(Operation operation, double x) noexcept { return std::fabs(exact::certified(operation, x)); }
double no_number(Operation operation, double x) noexcept {
  return x == 1 ? std::nan("") : exact::certified(operation, x);
}

double off_by_little(Operation operation, double x, double y) noexcept {
  return exact::certified(operation, x, y) * (1 + 0x1p-45);
}
double never_negative(Operation operation, double x, double y) noexcept {
  return std::fabs(exact::certified(operation, x, y));
}
/// A large power, but no such.
double never_far(Operation operation, double x, double y) noexcept {
  const double result = exact::certified(operation, x, y);
  return std::fabs(result) > 0x1p149 ? 0x1p148 : result;
}

constexpr std::uint32_t kSomePairs = 2000;

TEST(Certify, FindsReferencesOfTwoWithinTheirBound) {
  const number::DefaultFloatEnvironment environment;
  for (const Operation operation : {Operation::pow, Operation::atan2}) {
    for (std::uint64_t first = 0; first < std::uint64_t{1} << 32; first += std::uint64_t{4} * kBlock) {
      const Found found = certify_pairs(operation, exact::certified, static_cast<std::uint32_t>(first), kSomePairs);
      EXPECT_LE(found.worst, exact::kCertifiedError) << info(operation).name << ' ' << first;
      EXPECT_GT(found.compared, kSomePairs / 4) << first;
    }
  }
}

TEST(Certify, SeesAReferenceOfTwoThatIsOff) {
  const number::DefaultFloatEnvironment environment;
  for (const Operation operation : {Operation::pow, Operation::atan2}) {
    EXPECT_GT(certify_pairs(operation, off_by_little, kFromOne, kSomePairs).worst, exact::kCertifiedError);
    EXPECT_GT(certify_pairs(operation, never_negative, kFromMinusOne, kSomePairs).worst, 1);
  }
  EXPECT_TRUE(std::isinf(certify_pairs(Operation::pow, never_far, kFromOne, kSomePairs).worst));
}

// The shortened form of what halfulp_certify does with all operands.
TEST(Certify, FindsEachReferenceWithinHalfOfItsBound) {
  const number::DefaultFloatEnvironment environment;
  for (const Function& function : kFunctions) {
    std::uint32_t compared = 0;
    for (std::uint64_t first = 0; first < std::uint64_t{1} << 32; first += std::uint64_t{8} * kBlock) {
      const Found found = certify(function, exact::certified, static_cast<std::uint32_t>(first), 65537);
      EXPECT_LE(found.worst, exact::kCertifiedError / 2) << info(function.operation).name << ' ' << first;
      compared += found.compared;
    }
    EXPECT_GT(compared, 1000U) << info(function.operation).name;
  }
}

TEST(Certify, SeesAReferenceThatIsOff) {
  const number::DefaultFloatEnvironment environment;
  for (const Function& function : kFunctions) {
    const std::uint32_t first = function.takes(1.5) ? kFromOne : kFromOne - kBlock;
    EXPECT_LE(certify(function, exact::certified, first, kStep).worst, exact::kCertifiedError / 2);
    EXPECT_GT(certify(function, off_by_little, first, kStep).worst, exact::kCertifiedError)
        << info(function.operation).name;
  }
}

TEST(Certify, SeesResultsThatAreNoMirror) {
  const number::DefaultFloatEnvironment environment;
  for (const Function& function : kFunctions) {
    if (function.symmetry == Symmetry::none || !function.takes(1.5)) continue;
    const Found found = certify(function, exact::certified, kFromMinusOne, kStep);
    EXPECT_TRUE(found.mirrored);
    EXPECT_EQ(found.worst, 0) << info(function.operation).name;
    if (function.symmetry == Symmetry::even) continue;
    EXPECT_TRUE(std::isinf(certify(function, never_negative, kFromMinusOne, kStep).worst))
        << info(function.operation).name;
  }
}

TEST(Certify, SeesAResultThatIsNoNumber) {
  const number::DefaultFloatEnvironment environment;
  const Found found = certify(kFunctions.front(), no_number, kFromOne, kStep);
  EXPECT_TRUE(std::isinf(found.worst));
  EXPECT_EQ(found.witness, kFromOne);
}

TEST(Certify, CountsTheOperandsThatAFunctionTakes) {
  const number::DefaultFloatEnvironment environment;
  const auto compared = [](Operation operation, std::uint32_t first) {
    for (const Function& function : kFunctions) {
      if (function.operation == operation) return certify(function, exact::certified, first, kBlock / 4).compared;
    }
    return 0U;
  };
  EXPECT_EQ(compared(Operation::log2, kFromOne), 4U);
  EXPECT_EQ(compared(Operation::log2, kFromMinusOne), 0U);
  EXPECT_EQ(compared(Operation::log2, 0), 3U) << "zero is none";
  EXPECT_EQ(compared(Operation::asin, kFromOne), 1U) << "1 alone";
  EXPECT_EQ(compared(Operation::sin, 0x7f800000), 0U) << "neither infinity nor NaN";
}

}  // namespace
}  // namespace halfulp::certify
