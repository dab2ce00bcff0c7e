// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cstdint>
#include <cstring>
#include <set>
#include <string>
#include <vector>

#include "arithmetic/transcendental.hpp"
#include "exact/nearest.hpp"
#include "halfulp/error.hpp"
#include "halfulp/evaluate.hpp"
#include "halfulp/judge.hpp"
#include "halfulp/suite.hpp"
#include "number/targets.hpp"

namespace halfulp {
namespace {

Bits evaluated(const std::string& book, Operation operation, std::vector<Bits> operands) {
  return Evaluator(Rulebook::open(book), operation, Format::binary32).evaluate(operands);
}

TEST(Evaluator, FlushesDenormalsToTheZeroOfTheirSignUnderDirect3D) {
  for (const char* book : {"d3d10", "d3d10.1", "d3d11"}) {
    EXPECT_EQ(evaluated(book, Operation::add, {0x80000001, 0x80000000}), 0x80000000U) << book;
    EXPECT_EQ(evaluated(book, Operation::mul, {0x00800000, 0xbf000000}), 0x80000000U) << book;  // 2^-126 * -1/2
    EXPECT_EQ(evaluated(book, Operation::eq, {0x00000001, 0x80000001}), 0xffffffffU) << book;
    EXPECT_EQ(evaluated(book, Operation::mov, {0x00000001}), 0x00000001U) << book;
  }
}

/// Some cases of an operation's quick suite, evenly spread, as lanes of each operand's format.
class SomeCases {
 public:
  SomeCases(Operation operation, Format format, std::uint64_t most) : operation_(operation), format_(format) {
    const Suite suite(SuiteSize::quick, 11, operation, format);
    cases_ = std::min(most, suite.cases());
    for (std::size_t k = 0; k < arity(); ++k) lanes_.emplace_back(cases_ * bytes(k));
    for (std::uint64_t i = 0; i < cases_; ++i) {
      std::vector<Lane> places;
      for (std::size_t k = 0; k < arity(); ++k) places.push_back(Lane(lanes_[k]).subspan(i * bytes(k), bytes(k)));
      suite.fill(i * suite.cases() / cases_, places);
    }
  }

  [[nodiscard]] std::uint64_t size() const { return cases_; }
  [[nodiscard]] std::vector<ConstLane> lanes() const { return {lanes_.begin(), lanes_.end()}; }
  [[nodiscard]] std::vector<Bits> operands(std::uint64_t number) const {
    std::vector<Bits> operands(arity());
    for (std::size_t k = 0; k < arity(); ++k) {
      std::memcpy(&operands[k], lanes_[k].data() + number * bytes(k), bytes(k));
    }
    return operands;
  }
  [[nodiscard]] std::string describe(std::uint64_t number) const {
    std::string text = std::string(info(operation_).name) + " in " + std::string(info(format_).name);
    const std::vector<Bits> bits = operands(number);
    for (std::size_t k = 0; k < arity(); ++k) {
      text += ' ' + bits_text(info(operation_).operand_format(static_cast<int>(k), format_), bits[k]);
    }
    return text;
  }

 private:
  [[nodiscard]] std::size_t arity() const { return static_cast<std::size_t>(info(operation_).arity); }
  [[nodiscard]] std::size_t bytes(std::size_t operand) const {
    return static_cast<std::size_t>(info(info(operation_).operand_format(static_cast<int>(operand), format_)).bytes);
  }

  Operation operation_;
  Format format_;
  std::uint64_t cases_ = 0;
  std::vector<std::vector<std::byte>> lanes_;
};

/// Each operation and format of which a rulebook has rules and a suite makes cases.
template <typename Action>
void for_each_asked(const Rulebook& book, const Action& action) {
  for (const OperationInfo& row : operations()) {
    for (const FormatInfo& format : formats()) {
      if (book.has(row.operation, format.format)) action(row, format.format);
    }
  }
}

TEST(Evaluator, TakesRoomForMoreResultsAndRefusesLanesOfOtherSizes) {
  const Evaluator add(Rulebook::open("d3d11"), Operation::add, Format::binary32);
  const std::vector<float> ones(100, 1.0F);
  std::vector<float> sums(200, 7.0F);
  const ConstLane lane = std::as_bytes(std::span(ones));
  const Lane room = std::as_writable_bytes(std::span(sums));
  add.evaluate(std::vector<ConstLane>{lane, lane}, room);
  EXPECT_EQ(std::count(sums.begin(), sums.begin() + 100, 2.0F), 100);
  EXPECT_EQ(std::count(sums.begin() + 100, sums.end(), 7.0F), 100);
  EXPECT_THROW(add.evaluate(std::vector<ConstLane>{lane, lane}, room.first(396)), Error);
  EXPECT_THROW(add.evaluate(std::vector<ConstLane>{lane, lane.first(396)}, room), Error);
  EXPECT_THROW(add.evaluate(std::vector<ConstLane>{lane}, room), Error);
  EXPECT_THROW(static_cast<void>(add.evaluate(std::vector<Bits>{0x3f800000})), Error);
  EXPECT_THROW(static_cast<void>(add.evaluate(std::vector<Bits>{0x3f800000, 0, 0})), Error);
  EXPECT_THROW(static_cast<void>(add.evaluate(std::vector<Bits>{0x13f800000, 0})), Error);
}

TEST(Evaluator, GivesTheSameResultsForLanesAsForOneCase) {
  for (const char* name : {"d3d11", "metal1"}) {
    const Rulebook book = Rulebook::open(name);
    std::set<Format> tried;
    for_each_asked(book, [&](const OperationInfo& row, Format format) {
      tried.insert(format);
      const Evaluator evaluator(book, row.operation, format);
      const SomeCases cases(row.operation, format, 250);
      const auto bytes = static_cast<std::size_t>(info(row.result(format)).bytes);
      std::vector<std::byte> results(cases.size() * bytes);
      evaluator.evaluate(cases.lanes(), results);
      for (std::uint64_t i = 0; i < cases.size(); ++i) {
        Bits result = 0;
        std::memcpy(&result, results.data() + i * bytes, bytes);
        ASSERT_EQ(result, evaluator.evaluate(cases.operands(i))) << name << ' ' << cases.describe(i);
      }
    });
    EXPECT_GE(tried.size(), 2) << name;
  }
}

// Functions are evaluated in vectors where that proves the rounding. Metal's are not flushed.
TEST(Evaluator, GivesTheExactPathsResultsForLanesOfFunctions) {
  const Rulebook book = Rulebook::open("metal1");
  std::size_t functions = 0;
  for (const OperationInfo& row : operations()) {
    const arithmetic::SureResults sure = arithmetic::sure_results(row.operation);
    if (sure == nullptr || !book.has(row.operation, Format::binary32)) continue;
    ++functions;
    const Evaluator evaluator(book, row.operation, Format::binary32);
    const SomeCases cases(row.operation, Format::binary32, 3000);
    std::vector<std::uint32_t> results(cases.size());
    evaluator.evaluate(cases.lanes(), std::as_writable_bytes(std::span(results)));
    for (std::uint64_t i = 0; i < cases.size(); ++i) {
      const Bits exact = exact::nearest_even(row.operation, Format::binary32, cases.operands(i));
      ASSERT_EQ(results[i], exact) << cases.describe(i);
    }
    // In place, too, and on every target that has vectors.
    for (const std::int64_t target : test::targets()) {
      const test::Target chosen(target);
      if (arithmetic::sure_results(row.operation) == nullptr) continue;
      std::vector<std::byte> lane(cases.lanes().front().begin(), cases.lanes().front().end());
      std::vector<ConstLane> lanes = cases.lanes();
      lanes.front() = lane;
      evaluator.evaluate(lanes, lane);
      EXPECT_EQ(std::memcmp(lane.data(), results.data(), lane.size()), 0)
          << row.name << ' ' << test::target_name(target);
    }
  }
  if (functions == 0) GTEST_SKIP() << "this CPU has no vectors that are used";
  EXPECT_GE(functions, 23U);
}

// Operands next to each other often have one result, or are their own: said of 64 together, up to where they no longer
// are. Blocks on either side of powers of two and of what begins or ends such a range.
TEST(Evaluator, GivesTheExactPathsResultsForOperandsBesideEachOther) {
  constexpr std::uint32_t kBlock = 256;
  std::vector<std::uint32_t> middles;
  for (std::uint32_t exponent = 1; exponent < 256; ++exponent) middles.push_back(exponent << 23);
  for (const float value : {39.0F, 46.0F, 89.0F, 105.0F, 149.0F, 150.0F, 151.0F})
    middles.push_back(std::bit_cast<std::uint32_t>(value));
  const Rulebook book = Rulebook::open("metal4");
  for (const OperationInfo& row : operations()) {
    if (row.arity != 1 || arithmetic::sure_results(row.operation) == nullptr) continue;
    if (!book.has(row.operation, Format::binary32)) continue;
    const Evaluator evaluator(book, row.operation, Format::binary32);
    for (const std::int64_t target : test::targets()) {
      const test::Target chosen(target);
      for (const std::uint32_t middle : middles) {
        for (const std::uint32_t sign : {0U, 0x80000000U}) {
          std::vector<std::uint32_t> operands(kBlock);
          std::vector<std::uint32_t> results(kBlock);
          for (std::uint32_t i = 0; i < kBlock; ++i) operands[i] = (middle - kBlock / 2 + i) | sign;
          const ConstLane lane = std::as_bytes(std::span(operands));
          evaluator.evaluate({&lane, 1}, std::as_writable_bytes(std::span(results)));
          for (const std::uint32_t i : {0U, kBlock / 2 - 1, kBlock / 2, kBlock / 2 + 1, kBlock - 1}) {
            const Bits given = operands[i];
            ASSERT_EQ(results[i], exact::nearest_even(row.operation, Format::binary32, {&given, 1}))
                << row.name << ' ' << bits_text(Format::binary32, given) << ' ' << test::target_name(target);
          }
        }
      }
    }
  }
}

// The correctly rounded, flushed result is permitted by every rulebook that bounds an error: two independent
// implementations, one definition.
TEST(Evaluator, GivesOnlyResultsThatItsRulebookPermits) {
  constexpr std::uint64_t kCases = 30;
  for (const std::string& name : Rulebook::embedded()) {
    const Rulebook book = Rulebook::open(name);
    for_each_asked(book, [&](const OperationInfo& row, Format format) {
      const Evaluator evaluator(book, row.operation, format);
      const SomeCases cases(row.operation, format, kCases);
      for (std::uint64_t i = 0; i < cases.size(); ++i) {
        const std::vector<Bits> operands = cases.operands(i);
        const Bits result = evaluator.evaluate(operands);
        const Judgement judgement = judge_result(book, row.operation, format, operands, result);
        // The steps of a compiler's expansion need not give the correctly rounded result.
        if (judgement.rule.starts_with("HLSL-") || judgement.rule.starts_with("CUDA-FAST-")) continue;
        ASSERT_TRUE(judgement.verdict != Verdict::fail && judgement.verdict != Verdict::reading)
            << name << ' ' << cases.describe(i) << " gives " << std::hex << result << ", which breaks "
            << judgement.rule;
      }
    });
  }
}

TEST(Evaluator, RoundsInTheDirectionThatItsRulebookStates) {
  const auto rounded = [](const std::string& direction, Operation operation, std::vector<std::uint32_t> operands) {
    const Rulebook book = Rulebook::parse(
        "[rulebook]\nid = \"mine\"\ntitle = \"Mine\"\nformats = [\"binary32\", \"binary16\"]\n[[rule]]\nid = \"M-1\"\n"
        "operations = [\"add\", \"binary32_to_binary16\"]\naccuracy = { rounded = \"" +
            direction +
            "\" }\n"
            "source = { document = \"ME\", clause = \"1\", says = \"so\" }\nstatus = \"stated\"\n",
        "mine.toml");
    const Evaluator evaluator(book, operation, Format::binary32);
    std::vector<ConstLane> lanes;
    for (const std::uint32_t& operand : operands) lanes.push_back(std::as_bytes(std::span(&operand, 1)));
    std::uint32_t result = 0;
    const std::size_t bytes = operation == Operation::add ? 4 : 2;
    evaluator.evaluate(lanes, std::as_writable_bytes(std::span(&result, 1)).first(bytes));
    EXPECT_EQ(evaluator.evaluate(std::vector<Bits>(operands.begin(), operands.end())), result) << direction;
    return result;
  };
  constexpr std::uint32_t kOne = 0x3f800000;
  constexpr std::uint32_t kSmall = 0x33000000;  // 2^-25
  constexpr std::uint32_t kSign = 0x80000000;
  EXPECT_EQ(rounded("upward", Operation::add, {kOne, kSmall}), kOne + 1);
  EXPECT_EQ(rounded("downward", Operation::add, {kOne, kSmall}), kOne);
  EXPECT_EQ(rounded("toward_zero", Operation::add, {kOne, kSmall | kSign}), kOne - 1);
  EXPECT_EQ(rounded("downward", Operation::add, {kOne | kSign, kSmall | kSign}), (kOne | kSign) + 1);
  EXPECT_EQ(rounded("upward", Operation::binary32_to_binary16, {kOne + 1}), 0x3c01U);
  EXPECT_EQ(rounded("downward", Operation::binary32_to_binary16, {(kOne + 1) | kSign}), 0xbc01U);
  EXPECT_EQ(rounded("downward", Operation::binary32_to_binary16, {kOne + 1}), 0x3c00U);
}

TEST(Evaluator, KeepsFractionsBelowOne) {
  const std::vector<Bits> small = {0x8eacd8e5ee8617ef};  // negative, and above -2^-53
  EXPECT_EQ(Evaluator(Rulebook::open("opencl3"), Operation::frc, Format::binary64).evaluate(small),
            0x3fefffffffffffffU);
  EXPECT_EQ(Evaluator(Rulebook::open("d3d11"), Operation::frc, Format::binary16).evaluate({{0x8401}}), 0x3bffU);
}

TEST(Evaluator, GivesFractionsOfZerosAndInfinitiesAsTheRulebookPrescribes) {
  const Evaluator opencl(Rulebook::open("opencl3"), Operation::frc, Format::binary32);
  EXPECT_EQ(opencl.evaluate({{0x80000000}}), 0x80000000U);
  EXPECT_EQ(opencl.evaluate({{0xff800000}}), 0x80000000U);
  EXPECT_EQ(opencl.evaluate({{0x7f800000}}), 0U);
  EXPECT_EQ(opencl.evaluate({{0xbf400000}}), 0x3e800000U);
  const Evaluator direct3d(Rulebook::open("d3d11"), Operation::frc, Format::binary32);
  EXPECT_EQ(direct3d.evaluate({{0x80000000}}), 0U);
}

TEST(Evaluator, NormalizesZerosWhereTheRulebookPrescribesIt) {
  const Evaluator opencl(Rulebook::open("opencl3"), Operation::normalize3, Format::binary32);
  EXPECT_EQ(opencl.evaluate({{0x80000000, 0, 0}}), 0x80000000U);
  EXPECT_EQ(opencl.evaluate({{0, 0x80000000, 0}}), 0U);
  EXPECT_EQ(opencl.evaluate({{0, 1, 0}}), 0U);
  EXPECT_EQ(opencl.evaluate({{1, 0, 0x80000000}}), 0x3f800000U);
  const Evaluator vulkan(Rulebook::open("vulkan1.3"), Operation::normalize3, Format::binary32);
  const Bits result = vulkan.evaluate({{0, 0, 0}});
  EXPECT_GT(result & 0x7fffffff, 0x7f800000U);
}

TEST(Evaluator, OfAFormatWithoutRulesIsAnErrorThatNamesTheRulebook) {
  try {
    const Evaluator evaluator(Rulebook::open("d3d10"), Operation::add, Format::binary64);
    FAIL() << "no error";
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), Error::Kind::kUsage);
    EXPECT_NE(std::string(error.what()).find("d3d10"), std::string::npos) << error.what();
    EXPECT_NE(std::string(error.what()).find("it has one in binary16, binary32"), std::string::npos) << error.what();
  }
}

}  // namespace
}  // namespace halfulp
