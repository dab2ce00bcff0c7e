// SPDX-License-Identifier: Apache-2.0
#include "arithmetic/kernel.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <random>
#include <span>
#include <vector>

#include "arithmetic/kernel_cases.hpp"
#include "exact/nearest.hpp"
#include "number/targets.hpp"

namespace halfulp {
namespace {

using arithmetic::Flush;
using test::Operands;
using test::Word;

/// The lanes of some cases, and a result for each.
struct Lanes {
  explicit Lanes(Operation operation, const std::vector<Operands>& cases)
      : memory(static_cast<std::size_t>(info(operation).arity), std::vector<Word>(cases.size())),
        results(cases.size()) {
    for (std::size_t i = 0; i < cases.size(); ++i) {
      for (std::size_t k = 0; k < memory.size(); ++k) memory[k][i] = cases[i][k];
    }
  }
  /// Of the cases from `first` on, on every target, which all give the same.
  void evaluate(const arithmetic::Kernel& kernel, Flush flush, std::size_t first, std::size_t count) {
    std::vector<ConstLane> lanes;
    for (const std::vector<Word>& words : memory)
      lanes.push_back(std::as_bytes(std::span(words).subspan(first, count)));
    const std::vector<Word> before = results;
    std::vector<Word> others;
    for (const std::int64_t target : test::targets()) {
      const test::Target chosen(target);
      results = before;
      kernel.many(flush, lanes, std::as_writable_bytes(std::span(results).subspan(first, count)));
      if (target != 0) {
        EXPECT_EQ(results, others) << test::target_name(target);
      }
      others = results;
    }
  }

  std::vector<std::vector<Word>> memory;
  std::vector<Word> results;
};

TEST(Kernels, GiveTheSameResultsForLanesAsForOneCase) {
  const number::DefaultFloatEnvironment environment;
  for (const OperationInfo& row : operations()) {
    const arithmetic::Kernel* kernel = arithmetic::find_kernel(row.operation);
    if (kernel == nullptr) continue;
    const std::vector<Operands> cases = test::suite_operands(row.operation, 29);
    Lanes lanes(row.operation, cases);
    for (const Flush flush : {test::kFlush, test::kKeep, Flush{.operands = true}, Flush{.results = true}}) {
      lanes.evaluate(*kernel, flush, 0, cases.size());
      for (std::size_t i = 0; i < cases.size(); ++i) {
        ASSERT_EQ(lanes.results[i], kernel->one(flush, cases[i].data()))
            << test::describe(row.operation, flush, cases[i]);
      }
    }
  }
}

/// By the exact path: what is flushed is the operands, then the result.
Word exactly(Operation operation, Flush flush, const Operands& operands) {
  const OperationInfo& row = info(operation);
  std::array<Bits, kMaxArity> taken{};
  const auto arity = static_cast<std::size_t>(row.arity);
  for (std::size_t k = 0; k < arity; ++k) {
    const bool is_float = row.operand_format(static_cast<int>(k), Format::binary32) == Format::binary32;
    taken[k] = test::flushed(operands[k], flush.operands && is_float);
  }
  const auto result = static_cast<Word>(exact::nearest_even(operation, Format::binary32, {taken.data(), arity}));
  return test::flushed(result, flush.results && row.result(Format::binary32) == Format::binary32);
}

TEST(Kernels, GiveTheExactPathsResults) {
  using enum Operation;
  std::size_t denormal = 0;
  for (const Operation operation : {copysign, fdim, fma, fmod, frexp_fraction, frexp_exponent, ilogb, ldexp,
                                    modf_fraction, modf_integer, nextafter, round}) {
    const std::vector<Operands> cases = test::suite_operands(operation, 3);
    ASSERT_GT(cases.size(), 1000U);
    for (const Operands& operands : cases) {
      for (const Flush flush : {test::kKeep, test::kFlush}) {
        const Word expected = exactly(operation, flush, operands);
        ASSERT_EQ(test::evaluated(operation, flush, operands), expected) << test::describe(operation, flush, operands);
        if (test::is_denormal(expected)) ++denormal;
      }
    }
  }
  EXPECT_GT(denormal, 1000U);
}

// Halves, and their neighbours, are where a sum in place of a comparison would go wrong.
TEST(Kernels, RoundHalvesAwayFromZeroInVectorsToo) {
  std::vector<Operands> cases;
  for (const float integer : {0.0F, 1.0F, 2.0F, 4095.0F, 0x1p22F - 1, 0x1p22F, 0x1p23F - 1, 0x1p23F, 0x1.000002p23F}) {
    const Word half = std::bit_cast<Word>(integer + 0.5F);
    for (const Word bits : {half - 1, half, half + 1}) {
      for (const Word sign : {0U, 0x80000000U}) cases.insert(cases.end(), 4, {bits | sign});
    }
  }
  const number::DefaultFloatEnvironment environment;
  Lanes lanes(Operation::round, cases);
  lanes.evaluate(*arithmetic::find_kernel(Operation::round), test::kKeep, 0, cases.size());
  for (std::size_t i = 0; i < cases.size(); ++i) {
    EXPECT_EQ(lanes.results[i], exactly(Operation::round, test::kKeep, cases[i]))
        << test::describe(Operation::round, test::kKeep, cases[i]);
  }
}

// The machine flushes 2^-126 - 2^-150 and the like; the rules round them to 2^-126.
TEST(Kernels, FlushResultsBesideTheLeastNormalAsTheRulesDo) {
  const number::DefaultFloatEnvironment environment;
  constexpr double kLeastNormal = 0x1p-126;
  constexpr double kAddend = 1.5 * kLeastNormal;
  const auto bits = [](double value) { return std::bit_cast<Word>(static_cast<float>(value)); };
  std::mt19937 random(7);
  for (const Operation operation : {Operation::mul, Operation::div, Operation::mad}) {
    std::vector<Operands> cases;
    for (int i = 0; i < 20000; ++i) {
      const double result = kLeastNormal * (1 - (static_cast<int>(random() % 9) - 2) * 0x1p-26);
      const double mantissa = i % 4 == 0 ? 1 : 1 + static_cast<double>(random() >> 9) * 0x1p-23;
      const double x = std::ldexp(i % 2 == 0 ? mantissa : -mantissa, static_cast<int>(random() % 100) - 110);
      if (operation == Operation::mul) cases.push_back({bits(x), bits(result / x)});
      if (operation == Operation::div) cases.push_back({bits(result / x), bits(1 / x)});
      if (operation == Operation::mad) cases.push_back({bits(x), bits((result - kAddend) / x), bits(kAddend)});
    }
    Lanes lanes(operation, cases);
    const arithmetic::Kernel& kernel = *arithmetic::find_kernel(operation);
    lanes.evaluate(kernel, test::kFlush, 0, cases.size());
    std::size_t kept = 0;
    for (std::size_t i = 0; i < cases.size(); ++i) {
      const Word expected = kernel.one(test::kFlush, cases[i].data());
      ASSERT_EQ(lanes.results[i], expected) << test::describe(operation, test::kFlush, cases[i]);
      if ((expected & 0x7fffffff) != 0) ++kept;
    }
    EXPECT_GT(kept, cases.size() / 10);
    EXPECT_LT(kept, cases.size() * 9 / 10);
  }
}

TEST(Kernels, GiveTheCanonicalNanForAnyTwo) {
  const number::DefaultFloatEnvironment environment;
  std::vector<Operands> cases;
  for (const Word x : {0x7f800001U, 0xff800001U, 0x7fc00000U, 0xffbffffeU, 0xffffffffU}) {
    for (const Word y : {0x7f800002U, 0xff800002U, 0x7ffffffeU, 0xffc00000U}) cases.insert(cases.end(), 2, {x, y});
  }
  for (const Operation operation :
       {Operation::add, Operation::sub, Operation::mul, Operation::div, Operation::min, Operation::max}) {
    Lanes lanes(operation, cases);
    lanes.evaluate(*arithmetic::find_kernel(operation), test::kFlush, 0, cases.size());
    for (std::size_t i = 0; i < cases.size(); ++i) {
      EXPECT_EQ(lanes.results[i], arithmetic::kNan) << test::describe(operation, test::kFlush, cases[i]);
    }
  }
}

TEST(Kernels, TakeLanesOfAnySizeAndPlace) {
  const number::DefaultFloatEnvironment environment;
  for (const OperationInfo& row : operations()) {
    const arithmetic::Kernel* kernel = arithmetic::find_kernel(row.operation);
    if (kernel == nullptr) continue;
    const std::vector<Operands> cases = test::suite_operands(row.operation, 2003);
    Lanes lanes(row.operation, cases);
    for (std::size_t count = 0; count < 40; ++count) {
      const std::size_t first = count % 3;
      constexpr Word kUntouched = 0x12345678;
      std::ranges::fill(lanes.results, kUntouched);
      lanes.evaluate(*kernel, test::kFlush, first, count);
      for (std::size_t i = 0; i < 50; ++i) {
        const bool is_given = i >= first && i < first + count;
        const Word expected = is_given ? kernel->one(test::kFlush, cases[i].data()) : kUntouched;
        ASSERT_EQ(lanes.results[i], expected) << row.name << ' ' << count << ' ' << i;
      }
    }
  }
}

TEST(Kernels, GiveResultsInThePlaceOfOperands) {
  const number::DefaultFloatEnvironment environment;
  for (const OperationInfo& row : operations()) {
    const arithmetic::Kernel* kernel = arithmetic::find_kernel(row.operation);
    if (kernel == nullptr) continue;
    const std::vector<Operands> cases = test::suite_operands(row.operation, 499);
    Lanes lanes(row.operation, cases);
    std::vector<ConstLane> operands;
    for (const std::vector<Word>& words : lanes.memory) operands.push_back(std::as_bytes(std::span(words)));
    kernel->many(test::kKeep, operands, std::as_writable_bytes(std::span(lanes.memory[0])));
    for (std::size_t i = 0; i < cases.size(); ++i) {
      ASSERT_EQ(lanes.memory[0][i], kernel->one(test::kKeep, cases[i].data())) << row.name << ' ' << i;
    }
  }
}

}  // namespace
}  // namespace halfulp
