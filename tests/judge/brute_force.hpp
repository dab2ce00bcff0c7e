// SPDX-License-Identifier: Apache-2.0
// Operands and candidates of results for which halfulp::explain is compared with the oracle.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <functional>
#include <random>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "judge/judged.hpp"
#include "judge/oracle_steps.hpp"

namespace halfulp::test {

using oracle::Pattern;

/// Operands from a few significands and exponents, so that ties, cancellations, borders and powers of two are frequent.
class Operands {
 public:
  explicit Operands(std::uint64_t seed) : random_(seed) {}

  Pattern near(int exponent, int spread) {
    const int e = std::clamp(exponent + pick(2 * spread + 1) - spread, -127, 127);
    return (pick(2) == 0 ? 0U : oracle::kSign) | (static_cast<Pattern>(e + 127) << 23) | fraction();
  }
  Pattern special() {
    static constexpr std::array<Pattern, 22> kSpecial = {
        0x00000000, 0x00000001, 0x007fffff, 0x00800000, 0x00800001, 0x3f000000, 0x3f7fffff, 0x3f800000,
        0x3f800001, 0x40000000, 0x7e7fffff, 0x7e800000, 0x7e800001, 0x7effffff, 0x7f000000, 0x7f000001,
        0x7f7ffffe, 0x7f7fffff, 0x7f800000, 0x7fc00000, 0x7f800001, 0x33800000};
    return kSpecial[static_cast<std::size_t>(pick(static_cast<int>(kSpecial.size())))] |
           (pick(2) == 0 ? 0U : oracle::kSign);
  }
  Pattern any() { return static_cast<Pattern>(random_()); }
  int pick(int n) { return static_cast<int>(random_() % static_cast<std::uint64_t>(n)); }

 private:
  Pattern fraction() {
    static constexpr std::array<Pattern, 14> kFractions = {0x000000, 0x000001, 0x000002, 0x000003, 0x7fffff,
                                                           0x7ffffe, 0x400000, 0x400001, 0x3fffff, 0x2aaaaa,
                                                           0x555555, 0x3504f3, 0x200000, 0x000fff};
    return pick(3) == 0 ? static_cast<Pattern>(random_()) & 0x7fffff
                        : kFractions[static_cast<std::size_t>(pick(static_cast<int>(kFractions.size())))];
  }
  std::mt19937_64 random_;
};

/// Candidates for a result: around the marks, and the values where rules change.
class Candidates {
 public:
  Candidates() {
    for (const Pattern bits :
         {0U, 1U, oracle::kMinNormal - 1, oracle::kMinNormal, oracle::kMinNormal + 1, oracle::kOne, oracle::kMaxFinite,
          oracle::kMaxFinite - 1, oracle::kInfinity, 0x7fc00000U, 0x7f800001U, 0x7fffffffU}) {
      set_.insert(bits);
      set_.insert(bits | oracle::kSign);
    }
  }
  void around(const mpq_class& mark, int width) {
    const std::int64_t centre = oracle::place(oracle::at_or_below(mark));
    for (std::int64_t p = centre - width; p <= centre + width; ++p) {
      if (p >= oracle::place(oracle::infinity(true)) && p <= oracle::place(oracle::kInfinity))
        set_.insert(oracle::at_place(p));
    }
  }
  [[nodiscard]] const std::set<Pattern>& all() const { return set_; }

 private:
  std::set<Pattern> set_;
};

/// Compares explain() with the oracle, candidate by candidate. `marks`: where the candidates lie.
inline void expect_same_set(const std::string& rulebook, Operation operation, std::span<const Pattern> operands,
                            const Candidates& candidates, const std::function<bool(Pattern)>& must,
                            const std::function<bool(Pattern)>& may, const Readings& readings) {
  const std::vector<Bits> bits(operands.begin(), operands.end());
  const Explanation explanation = explain(test::book(rulebook), operation, Format::binary32, bits, readings);
  for (const Pattern r : candidates.all()) {
    const bool said = explanation.permitted.contains(r);
    if (said ? may(r) : !must(r)) continue;
    ADD_FAILURE() << test::described(rulebook, operation, bits) << " -> " << bits_text(Format::binary32, r) << " ("
                  << hex_text(Format::binary32, r) << "): explain " << (said ? "permits" : "forbids")
                  << ", the oracle does not agree; exact " << explanation.exact << ", set "
                  << explanation.permitted.text();
    return;
  }
}

inline void expect_same_set(const std::string& rulebook, Operation operation, std::span<const Pattern> operands,
                            const Candidates& candidates, const std::function<bool(Pattern)>& permits) {
  expect_same_set(rulebook, operation, operands, candidates, permits, permits, {});
}

/// How many inherited bounds the documents settle, and how many have a narrow and a wide answer.
struct Settled {
  int yes = 0;
  int no = 0;
};
inline Settled settled;

/// Compares explain() with an inherited bound: it permits what the narrow answer does, and nothing that the wide one
/// forbids.
inline void expect_inherited(const std::string& rulebook, Operation operation, std::span<const Pattern> operands,
                             const mpq_class& exact, const oracle::Inherited& narrow, const oracle::Inherited& wide,
                             const Readings& readings) {
  ++(narrow.error() == wide.error() ? settled.yes : settled.no);
  Candidates candidates;
  candidates.around(exact, 16);
  for (const oracle::Inherited* answer : {&narrow, &wide}) {
    candidates.around(exact - answer->error(), 4);
    candidates.around(exact + answer->error(), 4);
  }
  expect_same_set(
      rulebook, operation, operands, candidates, [&](Pattern r) { return narrow.permits(r); },
      [&](Pattern r) { return wide.permits(r); }, readings);
}

}  // namespace halfulp::test
