// SPDX-License-Identifier: Apache-2.0
// Cases in binary32 with results that are right, nearly right and wrong, and what the explain path says of them.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <random>
#include <string>
#include <vector>

#include "halfulp/evaluate.hpp"
#include "halfulp/judge.hpp"
#include "halfulp/suite.hpp"
#include "judge/definition/permitted.hpp"
#include "judge/judged.hpp"
#include "judge/verdict/judge_case.hpp"
#include "number/layout.hpp"
#include "rulebook/resolve.hpp"

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

inline void give_right_results(const Rulebook& rulebook, Operation operation, Cases& cases) {
  std::vector<ConstLane> lanes;
  for (const auto& lane : cases.operands) lanes.push_back(std::as_bytes(std::span(lane)));
  Evaluator(rulebook, operation, Format::binary32).evaluate(lanes, std::as_writable_bytes(std::span(cases.observed)));
}

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
  give_right_results(rulebook, operation, cases);
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

/// Where rules meet: near the ends of the range, among denormals, near 1, near another operand.
inline std::vector<std::uint32_t> operands_at_edges(int arity, std::mt19937& random) {
  constexpr std::array<std::uint32_t, 16> kExponents = {0,   0,   1,   1,   2,   3,   103, 126,
                                                        127, 128, 150, 252, 253, 254, 254, 255};
  constexpr std::array<std::uint32_t, 4> kFractions = {0, 1, 0x400000, 0x7fffff};
  const auto below = [&](std::size_t most) { return static_cast<std::uint32_t>(random() % most); };
  std::vector<std::uint32_t> operands;
  for (int k = 0; k < arity; ++k) {
    const std::uint32_t exponent = below(4) == 0 ? below(256) : kExponents[below(kExponents.size())];
    const std::uint32_t fraction = below(2) == 0 ? below(0x800000) : kFractions[below(kFractions.size())];
    const std::uint32_t sign = below(2) << 31U;
    const bool is_near_last = k > 0 && below(4) == 0;
    operands.push_back(is_near_last ? (operands.back() ^ sign) + below(5) - 2 : sign | (exponent << 23U) | fraction);
  }
  return operands;
}

/// Sums of products with terms near the smallest normal value or near overflow, among them of other sizes; denormal
/// operands; results some ULP or a term off.
inline Cases sums_at_the_ends(const Rulebook& rulebook, Operation operation, std::size_t count) {
  const auto arity = static_cast<std::size_t>(info(operation).arity);
  const std::size_t products = arity == 3 ? 1 : arity / 2;
  Cases cases{std::vector<std::vector<std::uint32_t>>(arity, std::vector<std::uint32_t>(count)),
              std::vector<std::uint32_t>(count)};
  std::mt19937 random(19);
  const auto below = [&](std::uint32_t most) { return static_cast<std::uint32_t>(random() % most); };
  const auto with_exponent = [&](std::uint32_t biased) { return below(2) << 31U | biased << 23U | below(1U << 23U); };
  for (std::size_t i = 0; i < count; ++i) {
    const std::uint32_t least = std::array{0U, 0U, 120U, 244U}[below(4)];  // of a term's exponent, biased
    const std::uint32_t range = std::array{12U, 40U, 60U}[below(3)];
    for (std::size_t k = 0; k < products; ++k) {
      const std::uint32_t sum = least + 126 + below(std::min(range, 258 - least));
      const std::uint32_t first = std::clamp(sum / 2 + below(41), 21U, 254U) - 20;
      cases.operands[k][i] = with_exponent(first);
      cases.operands[arity == 3 ? 1 : k + products][i] = with_exponent(std::min(sum - std::min(first, sum), 254U));
    }
    if (arity == 3) cases.operands[2][i] = with_exponent(std::min(least + below(range), 254U));
    if (below(3) != 0) continue;
    cases.operands[below(static_cast<std::uint32_t>(arity))][i] = with_exponent(0);
    if (below(2) == 0) continue;
    // A product of a denormal that is about as large as the others.
    const std::size_t k = below(static_cast<std::uint32_t>(products));
    cases.operands[k][i] = with_exponent(0);
    cases.operands[arity == 3 ? 1 : k + products][i] = with_exponent(std::min(least + 100 + below(range), 254U));
  }
  give_right_results(rulebook, operation, cases);
  for (std::size_t i = 0; i < count; ++i) {
    const std::uint32_t off = below(1U << below(10));
    cases.observed[i] += below(2) == 0 ? off : 0 - off;
    if (below(2) == 0) continue;
    // Off by about the size of a product or of what is left without it.
    const auto operand = [&](std::size_t k) { return static_cast<double>(std::bit_cast<float>(cases.operands[k][i])); };
    const auto result = static_cast<double>(std::bit_cast<float>(cases.observed[i]));
    const std::size_t k = below(static_cast<std::uint32_t>(products));
    const double product = operand(k) * operand(arity == 3 ? 1 : k + products);
    const double some = below(4) == 0 ? result - product : product;
    const double factor = std::array{0.4, 0.9, 0.999, 1.001, 1.1, 1.9, 2.1}[below(7)];
    cases.observed[i] =
        std::bit_cast<std::uint32_t>(static_cast<float>(result + (below(2) == 0 ? factor : -factor) * some));
  }
  return cases;
}

/// Adds the values that are at such places in their order; there are none beyond the format.
inline void add_values_at(const FormatInfo& row, std::initializer_list<std::int64_t> places,
                          std::vector<Bits>& values) {
  for (const std::int64_t place : places) {
    const Bits bits = number::from_ordinal(row, place);
    if (number::ordinal(row, bits) == place) values.push_back(bits);
  }
}

/// Each option but the chosen ones, alone, that may save a result unasked.
inline std::vector<Readings> single_options(const Rulebook& rulebook, Operation operation, Format format) {
  std::vector<Readings> all;
  for (const Reading* reading : rulebook::readings_for(rulebook.model(), operation, format)) {
    if (reading->on_request) continue;
    for (const ReadingOption& option : reading->options) {
      if (option.name != reading->chosen) all.push_back({{reading->id, option.name}});
    }
  }
  return all;
}

/// With results at the ends of what is permitted and beside them, and with both truth values.
inline Cases at_the_ends(const Rulebook& rulebook, const Readings& readings, Operation operation, std::size_t count) {
  const auto ruling = judge::Ruling::of(rulebook, operation, Format::binary32, readings);
  const FormatInfo& row = *ruling.result_format;
  const int arity = info(operation).arity;
  Cases cases{std::vector<std::vector<std::uint32_t>>(static_cast<std::size_t>(arity)), {}};
  std::mt19937 random(11);
  for (std::size_t n = 0; n < count; ++n) {
    const std::vector<std::uint32_t> operands = operands_at_edges(arity, random);
    const std::vector<Bits> bits(operands.begin(), operands.end());
    const judge::ValueSet set = judge::permitted(ruling, bits, ruling.policies).set;
    if (set.anything()) continue;
    std::vector<Bits> results;
    if (row.format == Format::bool32) results = {0, 0xffffffff};
    for (const auto& interval : set.intervals()) {
      for (const std::int64_t end : {interval.first, interval.last}) {
        add_values_at(row, {end - 1, end, end + 1}, results);
      }
    }
    for (const Bits result : results) {
      for (std::size_t k = 0; k < operands.size(); ++k) cases.operands[k].push_back(operands[k]);
      cases.observed.push_back(static_cast<std::uint32_t>(result));
    }
  }
  return cases;
}

/// The explain path's verdicts, each found when it is first asked for.
class Verdicts {
 public:
  Verdicts(const Rulebook& rulebook, Operation operation, const Readings& readings, const Cases& cases)
      : cases_(cases),
        ruling_(judge::Ruling::of(rulebook, operation, Format::binary32, readings)),
        others_(rulebook, operation, Format::binary32, readings),
        found_(cases.size()) {}

  const Judgement& of(std::size_t i) {
    if (!found_[i]) {
      found_[i] =
          judge::judge_case(ruling_, others_, cases_.at(i), cases_.observed[i], judge::RuleOfReadings::left_out);
    }
    return *found_[i];
  }
  [[nodiscard]] const std::string& accuracy_rule() const { return ruling_.rules.accuracy_rule; }
  [[nodiscard]] std::string text(std::size_t i) const {
    return test::described(ruling_.owner->id, ruling_.operation, cases_.at(i)) + " -> " +
           bits_text(Format::binary32, cases_.observed[i]);
  }

 private:
  const Cases& cases_;
  judge::Ruling ruling_;
  judge::OtherReadings others_;
  std::vector<std::optional<Judgement>> found_;
};

/// How exactly errors are measured: from references of a relative error of 2^-48, for values of 24 bits.
inline constexpr double kMeasured = 0x1p-24;

}  // namespace halfulp::test
