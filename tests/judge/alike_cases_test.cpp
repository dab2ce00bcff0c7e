// SPDX-License-Identifier: Apache-2.0
// Of cases that are told to be alike the explain path says the same.
#include "judge/alike_cases.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <map>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "halfulp/evaluate.hpp"
#include "halfulp/judge.hpp"
#include "judge/disturbed_cases.hpp"
#include "judge/judged.hpp"
#include "judge/permit/ruling.hpp"
#include "number/lane.hpp"

namespace halfulp {
namespace {

std::uint32_t bits_of(float v) { return std::bit_cast<std::uint32_t>(v); }

/// Those of an operation in binary32, and what they are made of.
struct Made {
  Made(const Rulebook& rulebook, Operation operation)
      : ruling(judge::Ruling::of(rulebook, operation, Format::binary32, {})),
        alternatives(rulebook, operation, Format::binary32, {}),
        quick(ruling),
        alike_cases(ruling, alternatives, quick) {}
  judge::Ruling ruling;
  judge::Alternatives alternatives;
  judge::Quick quick;
  judge::AlikeCases alike_cases;
};

/// Operands of every size whose results are next to 1, to themselves, or beyond all values.
std::vector<Bits> operands_of(Operation operation, std::mt19937& random) {
  const auto any = [&](int least_exponent, int most_exponent) {
    const int exponent =
        least_exponent + static_cast<int>(random() % static_cast<unsigned>(most_exponent - least_exponent));
    const double size = std::ldexp(1 + static_cast<double>(random() % 0x800000) * 0x1p-23, exponent);
    return Bits{bits_of(static_cast<float>(random() % 2 == 0 ? size : -size))};
  };
  std::vector<Bits> operands;
  const int kind = static_cast<int>(random() % 4);
  if (kind == 0) operands.push_back(any(-149, -20));
  if (kind == 1) operands.push_back(any(-26, -8));
  if (kind == 2) operands.push_back(any(0, 12));
  if (kind == 3) operands.push_back(any(-126, 128));
  if (info(operation).arity == 1) return operands;
  if (operation == Operation::add || operation == Operation::sub) {
    operands.push_back(any(random() % 2 == 0 ? -149 : -60, random() % 2 == 0 ? -126 : 127));
    if (random() % 2 == 0) std::swap(operands[0], operands[1]);
    return operands;
  }
  if (info(operation).arity > 3) {  // of products that overflow, mostly, of either sign
    operands.clear();
    for (int i = 0; i < info(operation).arity; ++i) operands.push_back(any(60, 128));
    return operands;
  }
  if (operation == Operation::fmod && random() % 3 == 0) {
    operands.push_back(any(-149, -126));
    return operands;
  }
  const double x = std::fabs(std::bit_cast<float>(static_cast<std::uint32_t>(operands[0])));
  const double logarithm = std::log2(x);
  double exponent = 120 + static_cast<double>(random() % 400) / 8;  // of the result
  if (random() % 2 == 0) exponent = -exponent;
  const bool is_power = operation == Operation::pow || operation == Operation::powr;
  if (is_power && random() % 2 == 0) exponent = std::ldexp(exponent, -28 - static_cast<int>(random() % 40));
  double y = is_power                      ? exponent / logarithm
             : operation != Operation::div ? std::exp2(exponent) / x
                                           : x / std::exp2(exponent);
  y = std::clamp(y, -0x1p127, 0x1p127);
  if (std::fabs(y) < 0x1p-126) y = 1.25;
  operands.push_back(bits_of(static_cast<float>(!is_power && random() % 2 == 0 ? -y : y)));
  if (is_power) operands[0] &= 0x7fffffff;
  if (info(operation).arity == 3) operands.push_back(any(random() % 2 == 0 ? 120 : -126, 128));
  return operands;
}

/// What is some steps from the right result, zeros, denormals, and values beyond which none are.
Bits observed_beside(Bits right, std::mt19937& random) {
  constexpr std::uint32_t kSpecial[] = {0,          1,          2,          4,          0x00400000,
                                        0x007fffff, 0x00800000, 0x7e800000, 0x7f000000, 0x7f400000,
                                        0x7f7fffff, 0x7f800000, 0x7fc00000};
  constexpr int kSteps[] = {0, 1, 2, 3, 4, 5, 6, 8, 9, 16, 17, 32, 33, 1000};
  const std::uint32_t sign = random() % 4 == 0 ? 0x80000000 : 0;
  if (random() % 3 == 0) return kSpecial[random() % std::size(kSpecial)] ^ (right & 0x80000000) ^ sign;
  const int steps = kSteps[random() % std::size(kSteps)];
  return (right + static_cast<std::uint32_t>(random() % 2 == 0 ? steps : -steps)) & 0xffffffff;
}

/// What a bulk run takes from a judgement.
std::string told(const Judgement& judgement) {
  std::string text = std::to_string(static_cast<int>(judgement.verdict)) + " " +
                     (judgement.verdict == Verdict::fail ? judgement.rule : std::string());
  for (const auto& [id, option] : judgement.under) text.append(" ").append(id).append("=").append(option);
  if (judgement.rounding) text += " rounding " + std::to_string(static_cast<int>(*judgement.rounding));
  return text;
}

TEST(AlikeCases, AreJudgedAlike) {
  std::mt19937 random(3);
  std::map<std::string, std::size_t> found;  // how many that were told before were alike, by what was told
  using enum Operation;
  for (const std::string book : {"d3d10", "d3d11", "metal1", "metal4"}) {
    for (const Operation operation : {exp, exp2, exp10, cos, cosh, cospi, tanh, sin, tan,  asin, atan, sinh,
                                      pow, powr, mul,   div, fma,  mad,   add,  sub, fmod, dp2,  dp3,  dp4}) {
      const Rulebook& rulebook = test::book(book);
      const bool is_sum = operation == add || operation == sub || info(operation).arity == 3;
      if (!rulebook.has(operation, Format::binary32) || (book == "d3d10" && !is_sum)) continue;
      const bool is_dot_product = info(operation).arity > 3;
      const Made made(rulebook, operation);
      const judge::AlikeCases& alike_cases = made.alike_cases;
      const Evaluator evaluator(rulebook, operation, Format::binary32);
      struct First {
        std::string told;
        std::vector<Bits> operands;
      };
      std::map<std::uint64_t, First> firsts;
      const int count = is_sum ? 3000 : is_dot_product ? 200 : 800;
      for (int i = 0; i < count; ++i) {
        const std::vector<Bits> operands = operands_of(operation, random);
        std::vector<std::uint32_t> words(operands.begin(), operands.end());
        std::vector<ConstLane> lanes;
        for (const std::uint32_t& word : words) lanes.push_back(std::as_bytes(std::span(&word, 1)));
        std::uint32_t right = 0;
        evaluator.evaluate(lanes, std::as_writable_bytes(std::span(&right, 1)));
        const Bits observed = observed_beside(right, random);
        const auto alike = alike_cases.find(operands, observed);
        if (!alike) continue;
        const Judgement judgement = judge_result(rulebook, operation, Format::binary32, operands, observed);
        const std::string now = told(judgement);
        const std::string described =
            test::described(book, operation, operands) + " -> " + bits_text(Format::binary32, observed);
        const auto [first, is_new] = firsts.try_emplace(alike->key, First{now, operands});
        EXPECT_EQ(now, first->second.told)
            << described << " as " << test::described(book, operation, first->second.operands);
        if (!is_new) ++found[now.substr(0, 1)];
        if (!is_new && is_dot_product) ++found["dot product"];
        const double error = alike->distance ? alike->distance->ulp : -1;
        const bool is_measured = judgement.verdict == Verdict::pass || judgement.verdict == Verdict::fail;
        if (!is_measured || error < 0) continue;
        ASSERT_TRUE(judgement.error_ulp) << described;
        EXPECT_NEAR(error, *judgement.error_ulp, test::kMeasured * std::max(1.0, error)) << described;
      }
    }
  }
  EXPECT_GT(found["0"], 500U);  // that pass
  EXPECT_GT(found["1"], 500U);
  EXPECT_GT(found["2"], 100U);  // under another reading
  EXPECT_GT(found["dot product"], 20U);
}

/// By a denormal, which may be flushed, a power may be 1.
TEST(AlikeCases, AreNotPowersByDenormalsAndByOthers) {
  const Rulebook& rulebook = test::book("metal4");
  const Made made(rulebook, Operation::pow);
  const judge::AlikeCases& alike_cases = made.alike_cases;
  constexpr Bits kObserved = 0x3f800008;
  const std::vector<Bits> by_denormal = {0x3f800002, 0x8022bebb};
  const std::vector<Bits> by_normal = {0x3f800002, 0xaa1b82f1};
  const auto verdict = [&](const std::vector<Bits>& operands) {
    return judge_result(rulebook, Operation::pow, Format::binary32, operands, kObserved).verdict;
  };
  ASSERT_NE(verdict(by_denormal), verdict(by_normal));
  const auto denormal = alike_cases.find(by_denormal, kObserved);
  const auto normal = alike_cases.find(by_normal, kObserved);
  ASSERT_TRUE(denormal && normal);
  EXPECT_NE(denormal->key, normal->key);
}

/// What is kept is found again, at the same place.
TEST(AlikeCases, AreKept) {
  const Made made(test::book("metal4"), Operation::sin);
  const judge::AlikeCases& alike_cases = made.alike_cases;
  const auto find = [&](float x, std::uint32_t steps) {
    return alike_cases.find(std::vector<Bits>{bits_of(x)}, bits_of(x) + steps);
  };
  const auto alike = find(0x1.5p-60F, 7);
  ASSERT_TRUE(alike);
  EXPECT_EQ(alike->key, find(0x1.9p-50F, 7)->key);
  EXPECT_NE(alike->key, find(0x1.9p-50F, 8)->key);
  EXPECT_NE(alike->key, find(-0x1.9p-50F, 7)->key);
  EXPECT_FALSE(find(0x1.000002p-50F, 7));  // at the end of a binade
  EXPECT_FALSE(find(0x1.9p-8F, 7));        // x^3 / 6 away
  EXPECT_EQ(alike_cases.known(alike->key), nullptr);
  Judgement judgement;
  judgement.rule = "A";
  const Judgement* kept = alike_cases.keep(alike->key, judgement);
  ASSERT_NE(kept, nullptr);
  EXPECT_EQ(alike_cases.known(alike->key), kept);
  EXPECT_EQ(alike_cases.keep(alike->key, {}), kept);
  EXPECT_EQ(kept->rule, "A");
}

}  // namespace
}  // namespace halfulp
