// SPDX-License-Identifier: Apache-2.0
// What the steps of sums of products may give, in doubles, is what the explain path says of every result near them.
#include "judge/quick/outcomes.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <random>
#include <string>
#include <vector>

#include "halfulp/evaluate.hpp"
#include "halfulp/judge.hpp"
#include "judge/judged.hpp"
#include "judge/permit/ruling.hpp"
#include "judge/quick/quick.hpp"

namespace halfulp {
namespace {

using Answer = judge::Quick::Answer;

/// Operands of which terms cancel, lie at powers of two and beside them, have few bits, so that steps are exact or
/// ties, or are 1; some overflow, or come near denormals beside others.
class Draw {
 public:
  std::vector<Bits> operands(Operation operation) {
    const auto arity = static_cast<std::size_t>(info(operation).arity);
    std::vector<std::uint32_t> words;
    const std::vector<std::uint32_t> exponents = this->exponents(operation, arity);
    for (std::size_t i = 0; i < arity; ++i) words.push_back(below(2) << 31 | exponents[i] << 23 | fraction());
    if (below(3) == 0) cancel(operation, words);
    if (below(6) == 0) words[below(static_cast<std::uint32_t>(arity))] = 0x3f800000 | below(2) << 31;
    return {words.begin(), words.end()};
  }
  /// Steps from what the reference gives of the operands, or of some terms, as if others were flushed; or where
  /// overflow ends.
  Bits observed(const Evaluator& reference, std::vector<Bits> operands, std::uint32_t steps) {
    constexpr std::uint32_t kEnds[] = {0, 0x7f7fffff, 0x7f7ffffe, 0x7f7ff000, 0x7f800000};
    if (below(6) == 0) return kEnds[below(5)] | below(2) << 31;
    const std::size_t n = operands.size() == 3 ? 1 : operands.size() / 2;
    const bool flushes = below(4) == 0;
    for (std::size_t i = 0; i < n; ++i) {
      if (flushes && below(2) == 0) operands[i] = 0;
    }
    return (reference.evaluate(operands) + below(2 * steps + 1) - steps) & 0xffffffff;
  }
  std::uint32_t below(std::uint32_t n) { return static_cast<std::uint32_t>(random_()) % n; }

 private:
  /// Biased ones.
  std::vector<std::uint32_t> exponents(Operation operation, std::size_t arity) {
    std::vector<std::uint32_t> all(arity);
    const std::uint32_t kind = below(8);
    const std::uint32_t first = kind < 2 ? 58 + below(16) : 90 + below(80);  // steps come near denormals
    const std::uint32_t binades = 1 + below(below(2) == 0 ? 3 : 40);
    for (std::uint32_t& exponent : all) {
      exponent = kind == 2 ? below(255) * std::min(below(8), 1U) : first + below(binades);
    }
    if (kind != 3) return all;
    // Terms of 2^-127 to 2^-100, often two that cancel to denormals.
    const auto above_denormals = [&] { return below(2) == 0 ? below(4) : below(28); };
    const std::size_t n = operation == Operation::mad ? 1 : arity / 2;
    for (std::size_t i = 0; i < n; ++i) {
      all[i] = 40 + below(40);
      all[i + n] = 254 - 127 + above_denormals() - all[i];
    }
    if (operation == Operation::mad) all[2] = 1 + above_denormals();
    return all;
  }
  std::uint32_t fraction() {
    switch (below(4)) {
      case 0:
        return below(4) == 0 ? 0x7fffff : below(3);
      case 1:
        return below(16) << 19;
      case 2:
        return below(0x800000) & 0x7ff000;
      default:
        return below(0x800000);
    }
  }
  void cancel(Operation operation, std::vector<std::uint32_t>& words) {
    if (operation == Operation::mad) {
      const float product = std::bit_cast<float>(words[0]) * std::bit_cast<float>(words[1]);
      if (std::isnormal(product)) words[2] = (std::bit_cast<std::uint32_t>(product) ^ 0x80000000) + below(5);
      return;
    }
    const std::size_t n = words.size() / 2;
    words[1] = (words[0] ^ 0x80000000) + below(5);
    words[n + 1] = words[n];
  }
  std::mt19937_64 random_{21};
};

struct Asked {
  Operation operation;
  Readings readings;
};

class OutcomesOfSteps : public testing::TestWithParam<Asked> {};

TEST_P(OutcomesOfSteps, AreThoseOfTheExplainPath) {
  const auto& [operation, readings] = GetParam();
  const auto ruling = judge::Ruling::of(test::book("d3d11"), operation, Format::binary32, readings);
  const judge::Quick quick(ruling);
  const Evaluator reference(test::book("d3d11"), operation, Format::binary32);
  const auto steps = static_cast<std::uint32_t>(3 * info(operation).arity);
  Draw draw;
  int decided = 0;
  int passed = 0;
  int forbidden = 0;
  int far = 0;  // under any definition of an ULP
  constexpr int kCases = 2500;
  for (int i = 0; i < kCases; ++i) {
    const std::vector<Bits> operands = draw.operands(operation);
    const Bits observed = draw.observed(reference, operands, steps);
    const Answer answer = quick.answer(operands, observed);
    if (answer == Answer::undecided) continue;
    ++decided;
    passed += judge::Quick::is_pass(answer) ? 1 : 0;
    forbidden += answer == Answer::forbidden_by_ulp ? 1 : 0;
    far += answer == Answer::fails ? 1 : 0;
    EXPECT_EQ(judge::Quick::is_pass(answer), judge::permits(ruling, operands, observed))
        << test::described("d3d11", operation, operands) << " gives " << bits_text(Format::binary32, observed);
  }
  // All orders of steps of 1 ULP: else what passes may be told by other means only.
  const bool tells_passes = readings.empty() || readings.begin()->first == "ulp_def";
  EXPECT_GT(decided, tells_passes ? kCases * 3 / 5 : kCases / 3);
  EXPECT_GT(passed, tells_passes ? kCases / 10 : kCases / 60);
  EXPECT_GT(forbidden, kCases / 20);
  EXPECT_GT(forbidden + far, kCases / 11);
}

std::vector<Asked> all_asked() {
  std::vector<Asked> all;
  for (const Operation operation : {Operation::mad, Operation::dp2, Operation::dp3, Operation::dp4}) {
    all.push_back({operation, {}});
    for (const char* definition : {"muller_B", "goldberg_of_result", "bit_steps"}) {
      all.push_back({operation, {{"ulp_def", definition}}});
    }
    all.push_back({operation, {{"fused.orders", "serial_chains"}}});
    all.push_back({operation, {{"fused.step_ulp", "0.5"}}});
    all.push_back({operation, {{"exact_if_representable", "on"}}});
  }
  return all;
}

INSTANTIATE_TEST_SUITE_P(OfDirect3D, OutcomesOfSteps, testing::ValuesIn(all_asked()), [](const auto& test) {
  std::string name(halfulp::info(test.param.operation).name);
  for (const auto& [id, option] : test.param.readings) name.append("_").append(id).append("_").append(option);
  return test::word_of(name);
});

/// Verdicts, the readings that save, and errors, as the explain path gives them.
TEST(SpanJudge, TellsOfSumsSomeStepsOffWhatItTellsOfEach) {
  Draw draw;
  for (const Readings& readings : {Readings{}, Readings{{"exact_if_representable", "on"}}}) {
    for (const Operation operation : {Operation::mad, Operation::dp3}) {
      const SpanJudge judge(test::book("d3d11"), operation, Format::binary32, readings);
      const Evaluator reference(test::book("d3d11"), operation, Format::binary32);
      const auto arity = static_cast<std::size_t>(info(operation).arity);
      std::vector<std::vector<std::uint32_t>> lanes(arity);
      std::vector<std::uint32_t> results;
      Tally want;
      for (int i = 0; i < 2000; ++i) {
        const std::vector<Bits> operands = draw.operands(operation);
        const Bits observed = draw.observed(reference, operands, i % 2 == 0 ? 4 : 40);
        for (std::size_t k = 0; k < arity; ++k) lanes[k].push_back(static_cast<std::uint32_t>(operands[k]));
        results.push_back(static_cast<std::uint32_t>(observed));
        const Judgement one =
            judge_result(test::book("d3d11"), operation, Format::binary32, operands, observed, readings);
        want.passed += one.verdict == Verdict::pass ? 1 : 0;
        want.failed += one.verdict == Verdict::fail ? 1 : 0;
        std::string under;
        for (const auto& [id, option] : one.under) {
          under.append(under.empty() ? "" : ", ").append(id).append("=").append(option);
        }
        if (one.verdict == Verdict::reading) ++want.under[under].count;
      }
      std::vector<ConstLane> operands;
      for (const auto& lane : lanes) operands.push_back(std::as_bytes(std::span(lane)));
      Tally got;
      judge.judge(0, operands, std::as_bytes(std::span(results)), got);
      EXPECT_EQ(got.passed, want.passed);
      EXPECT_EQ(got.failed, want.failed);
      EXPECT_EQ(got.under.size(), want.under.size());
      for (const auto& [under, group] : want.under) EXPECT_EQ(got.under[under].count, group.count) << under;
    }
  }
}

}  // namespace
}  // namespace halfulp
