// SPDX-License-Identifier: Apache-2.0
// Cases in binary32 with results that are right, nearly right and wrong, and what the explain path says of them.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <random>
#include <string>
#include <vector>

#include "halfulp/evaluate.hpp"
#include "halfulp/judge.hpp"
#include "halfulp/suite.hpp"
#include "judge/alternatives.hpp"
#include "judge/judged.hpp"
#include "judge/ruling.hpp"

namespace halfulp::test {

struct Cases {
  std::vector<std::vector<std::uint32_t>> operands;
  std::vector<std::uint32_t> observed;

  [[nodiscard]] std::size_t size() const { return observed.size(); }
  [[nodiscard]] std::vector<Bits> at(std::size_t i) const {
    std::vector<Bits> list;
    for (const auto& lane : operands) list.push_back(lane[i]);
    return list;
  }
};

/// Every so many a case of the quick suite, and random bits; right results.
inline Cases right_cases(const Rulebook& rulebook, Operation operation, std::size_t count, bool from_suite) {
  const auto arity = static_cast<std::size_t>(info(operation).arity);
  Cases cases{std::vector<std::vector<std::uint32_t>>(arity), std::vector<std::uint32_t>(count)};
  std::mt19937 random(7);
  const Suite suite(SuiteSize::quick, 9, operation, Format::binary32);
  const std::uint64_t stride = std::max<std::uint64_t>(1, suite.cases() / count);
  for (std::size_t i = 0; i < count; ++i) {
    std::vector<std::uint32_t> values(arity);
    std::vector<Lane> lanes;
    for (std::uint32_t& value : values) {
      value = static_cast<std::uint32_t>(random());
      lanes.push_back(std::as_writable_bytes(std::span(&value, 1)));
    }
    if (from_suite && i % 4 != 0) suite.fill(i * stride % suite.cases(), lanes);
    for (std::size_t k = 0; k < arity; ++k) cases.operands[k].push_back(values[k]);
  }
  std::vector<ConstLane> lanes;
  for (const auto& lane : cases.operands) lanes.push_back(std::as_bytes(std::span(lane)));
  Evaluator(rulebook, operation, Format::binary32).evaluate(lanes, std::as_writable_bytes(std::span(cases.observed)));
  return cases;
}

inline void disturb(Cases& cases) {
  std::mt19937 random(8);
  for (std::uint32_t& result : cases.observed) {
    switch (random() % 12) {
      case 0:
      case 1:
      case 2:
        break;
      case 3:
        result ^= 0x80000000U;
        break;
      case 4:
        result = 0x7fc00000;
        break;
      case 5:
        result = (result & 0x80000000U) | 0x7f800000U;
        break;
      case 6:
        result &= 0x80000000U;
        break;
      case 7:
        result = static_cast<std::uint32_t>(random());
        break;
      default:
        result += static_cast<std::uint32_t>(random() % 13) - 6;
        break;
    }
  }
}

/// The explain path's verdicts, each found when it is first asked for.
class Verdicts {
 public:
  Verdicts(const Rulebook& rulebook, Operation operation, const Readings& readings, const Cases& cases)
      : cases_(cases),
        ruling_(judge::Ruling::of(rulebook, operation, Format::binary32, readings)),
        alternatives_(rulebook, operation, Format::binary32, readings),
        found_(cases.size()) {}

  const Judgement& of(std::size_t i) {
    if (!found_[i]) {
      found_[i] =
          judge::judge_case(ruling_, alternatives_, cases_.at(i), cases_.observed[i], judge::RuleOfReadings::left_out);
    }
    return *found_[i];
  }
  [[nodiscard]] std::string text(std::size_t i) const {
    return test::described(ruling_.owner->id, ruling_.operation, cases_.at(i)) + " -> " +
           bits_text(Format::binary32, cases_.observed[i]);
  }

 private:
  const Cases& cases_;
  judge::Ruling ruling_;
  judge::Alternatives alternatives_;
  std::vector<std::optional<Judgement>> found_;
};

/// How exactly errors are measured: from references of a relative error of 2^-48, for values of 24 bits.
inline constexpr double kMeasured = 0x1p-24;

}  // namespace halfulp::test
