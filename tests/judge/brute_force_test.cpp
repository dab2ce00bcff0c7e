// SPDX-License-Identifier: Apache-2.0

// halfulp::explain against an oracle that was written apart from it: every candidate value near every threshold.

#include <gtest/gtest.h>

#include <array>
#include <functional>
#include <random>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "judge/judged.hpp"
#include "judge/oracle.hpp"

namespace halfulp {
namespace {

using oracle::Bound;
using oracle::Pattern;
using Width = oracle::Inherited::Width;

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
void expect_same_set(const std::string& rulebook, Operation operation, std::span<const Pattern> operands,
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

void expect_same_set(const std::string& rulebook, Operation operation, std::span<const Pattern> operands,
                     const Candidates& candidates, const std::function<bool(Pattern)>& permits) {
  expect_same_set(rulebook, operation, operands, candidates, permits, permits, {});
}

/// How many inherited bounds the documents settle, and how many have a narrow and a wide answer.
struct Settled {
  int yes = 0;
  int no = 0;
} settled;

/// Compares explain() with an inherited bound: it permits what the narrow answer does, and nothing that the wide one
/// forbids.
void expect_inherited(const std::string& rulebook, Operation operation, std::span<const Pattern> operands,
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

// ---- One rounding: add, sub, mul, div of Direct3D 10, reciprocal, rcp, sqrt, rsq, exp2, log2, sin, cos
// ------------------

/// What one unfused operation permits on flushed operands: a lone value, any NaN, or a bound around a real.
struct Ruling {
  enum class Kind : std::uint8_t { value, nan, either_zero, bound };
  Kind kind = Kind::nan;
  Pattern bits = 0;
  mpq_class exact;
  Bound bound;
  bool also_nan = false;
  bool also_zero = false;

  static Ruling lone(Pattern bits) { return {Kind::value, bits, 0, {}, false, false}; }
  static Ruling around(mpq_class exact, Bound bound) {
    return {Kind::bound, 0, std::move(exact), std::move(bound), false, false};
  }

  [[nodiscard]] bool permits(Pattern r) const {
    if (also_nan && oracle::is_nan(r)) return true;
    switch (kind) {
      case Kind::value:
        return r == bits;
      case Kind::nan:
        return oracle::is_nan(r);
      case Kind::either_zero:
        return oracle::is_zero(r);
      case Kind::bound:
        return oracle::permitted_by_bound(r, exact, bound);
    }
    return false;
  }
  void mark(Candidates& candidates) const {
    if (kind == Kind::value)
      candidates.around(oracle::is_infinite(bits) || oracle::is_nan(bits) ? mpq_class(0) : oracle::value(bits), 3);
    if (kind != Kind::bound) return;
    candidates.around(exact, 64);
    if (bound.kind == Bound::Kind::nearest) return;
    candidates.around(exact - bound.reach(exact), 4);
    candidates.around(exact + bound.reach(exact), 4);
  }
};

Ruling add_ruling(Pattern x, Pattern y, const Bound& bound) {
  using namespace oracle;
  if (is_nan(x) || is_nan(y)) return {};
  if (is_infinite(x) && is_infinite(y)) return x == y ? Ruling::lone(x) : Ruling{};
  if (is_infinite(x)) return Ruling::lone(x);
  if (is_infinite(y)) return Ruling::lone(y);
  if (is_zero(x) && is_zero(y)) return Ruling::lone(x & y);
  if (is_zero(x)) return Ruling::lone(y);
  if (is_zero(y)) return Ruling::lone(x);
  const mpq_class exact = value(x) + value(y);
  if (exact == 0) {
    Ruling ruling;
    ruling.kind = Ruling::Kind::either_zero;
    return ruling;
  }
  return Ruling::around(exact, bound);
}

Ruling mul_ruling(Pattern x, Pattern y, const Bound& bound) {
  using namespace oracle;
  const Pattern sign = (x ^ y) & kSign;
  if (is_nan(x) || is_nan(y)) return {};
  if (is_infinite(x) || is_infinite(y)) return is_zero(x) || is_zero(y) ? Ruling{} : Ruling::lone(kInfinity | sign);
  if (is_zero(x) || is_zero(y)) return Ruling::lone(sign);
  if (magnitude(x) == kOne) return Ruling::lone(magnitude(y) | sign);
  if (magnitude(y) == kOne) return Ruling::lone(magnitude(x) | sign);
  return Ruling::around(value(x) * value(y), bound);
}

/// The table of div; true if it decides.
bool div_table(Pattern x, Pattern y, Ruling& ruling) {
  using namespace oracle;
  const Pattern sign = (x ^ y) & kSign;
  if (is_nan(x) || is_nan(y) || (is_infinite(x) && is_infinite(y)) || (is_zero(x) && is_zero(y))) {
    ruling = {};
  } else if (is_infinite(x) || is_zero(y)) {
    ruling = Ruling::lone(kInfinity | sign);
  } else if (is_infinite(y) || is_zero(x)) {
    ruling = Ruling::lone(sign);
  } else if (magnitude(y) == kOne) {
    ruling = Ruling::lone(magnitude(x) | sign);
  } else {
    return false;
  }
  return true;
}

Ruling function_ruling(Operation operation, Pattern x) {
  using namespace oracle;
  const bool negative = is_negative(x);
  const mpq_class eps = power(-21);
  if (is_nan(x)) return {};
  switch (operation) {
    case Operation::rcp:
    case Operation::reciprocal:
      if (is_infinite(x)) return Ruling::lone(zero(negative));
      if (is_zero(x)) return Ruling::lone(infinity(negative));
      if (operation == Operation::reciprocal && magnitude(x) == kOne)
        return Ruling::lone(x);  // 1.0 / 1.0 in the table of div
      return Ruling::around(1 / value(x), operation == Operation::rcp ? Bound::relative(eps) : Bound::ulps(1));
    case Operation::sqrt:
      if (is_zero(x) || x == kInfinity) return Ruling::lone(x);
      if (negative) return {};
      return Ruling::around(function_value(operation, x), Bound::ulps(1));
    case Operation::rsq:
      if (is_zero(x)) return Ruling::lone(infinity(negative));
      if (negative) return {};
      if (is_infinite(x)) return Ruling::lone(0);
      return Ruling::around(function_value(operation, x), Bound::relative(eps));
    case Operation::exp2:
      if (is_infinite(x)) return Ruling::lone(negative ? 0 : kInfinity);
      if (is_zero(x)) return Ruling::lone(kOne);
      // Beyond every threshold any such exact result stands for all.
      if (value(x) > 1000) return Ruling::around(power(1000), Bound::relative(eps));
      if (value(x) < -1000) return Ruling::around(power(-1000), Bound::relative(eps));
      return Ruling::around(function_value(operation, x), Bound::relative(eps));
    case Operation::log2:
      if (is_zero(x)) return Ruling::lone(infinity(true));
      if (negative) return {};
      if (is_infinite(x)) return Ruling::lone(x);
      return Ruling::around(function_value(operation, x),
                            x >= 0x3f000000 && x <= 0x40000000 ? Bound::absolute(eps) : Bound::relative(eps));
    default:
      if (is_infinite(x)) return {};
      if (is_zero(x)) return Ruling::lone(operation == Operation::sin ? x : kOne);
      return Ruling::around(function_value(operation, x), Bound::absolute(mpq_class(8, 10000)));
  }
}

/// Pairs of operands in which every kind of hard case turns up often.
std::array<Pattern, 2> pair(Operands& operands, Operation operation) {
  const int kind = operands.pick(10);
  if (kind == 0) return {operands.special(), operands.special()};
  if (kind == 1) return {operands.special(), operands.near(0, 4)};
  if (operation == Operation::add || operation == Operation::sub) {
    if (kind == 2) return {operands.near(126, 1), operands.near(126, 1)};    // overflow
    if (kind <= 4) return {operands.near(-124, 2), operands.near(-124, 2)};  // the smallest normal value, cancellation
    if (kind == 5) return {operands.near(127, 0), operands.near(103, 2)};    // the border of overflow
    if (kind == 6) return {operands.near(-120, 6), operands.near(-125, 1)};
    return {operands.near(0, 2), operands.near(-12, 14)};  // ties, cancellation
  }
  const int exponent = operands.pick(120) - 60;
  const int other = operation == Operation::div ? exponent : -exponent;
  if (kind <= 3)
    return {operands.near(exponent, 1),
            operands.near(other + (operation == Operation::div ? -127 : 127), 1)};  // overflow
  if (kind <= 6)
    return {operands.near(exponent, 1),
            operands.near(other + (operation == Operation::div ? 126 : -126), 1)};  // underflow
  if (kind == 7)
    return {operands.near(exponent, 1), operands.near(other + (operation == Operation::div ? 149 : -149), 2)};
  if (kind == 8) return {operands.near(120, 7), operands.near(126, 1)};
  return {operands.near(0, 3), operands.near(0, 3)};
}

TEST(BruteForce, AddSubAndMulPermitExactlyWhatTheSentencesSay) {
  Operands operands(1);
  for (const Operation operation : {Operation::add, Operation::sub, Operation::mul}) {
    for (int i = 0; i < 4000; ++i) {
      const std::array<Pattern, 2> xy = pair(operands, operation);
      const Pattern x = oracle::flushed(xy[0]);
      const Pattern y = oracle::flushed(xy[1]);
      for (const char* name : {"d3d10", "d3d11"}) {
        const Bound bound = std::string(name) == "d3d10" ? Bound::ulps(1) : Bound::nearest();
        const Ruling ruling = operation == Operation::mul   ? mul_ruling(x, y, bound)
                              : operation == Operation::add ? add_ruling(x, y, bound)
                              : oracle::is_nan(y)           ? Ruling{}
                                                            : add_ruling(x, y ^ oracle::kSign, bound);
        Candidates candidates;
        ruling.mark(candidates);
        expect_same_set(name, operation, xy, candidates, [&](Pattern r) { return ruling.permits(r); });
      }
      if (::testing::Test::HasFailure()) return;
    }
  }
}

TEST(BruteForce, DirectDivisionPermitsWhatIsWithinOneUlp) {
  Operands operands(2);
  for (int i = 0; i < 4000 && !HasFailure(); ++i) {
    const std::array<Pattern, 2> xy = pair(operands, Operation::div);
    const Pattern x = oracle::flushed(xy[0]);
    const Pattern y = oracle::flushed(xy[1]);
    Ruling ruling;
    if (!div_table(x, y, ruling)) ruling = Ruling::around(oracle::value(x) / oracle::value(y), Bound::ulps(1));
    Candidates candidates;
    ruling.mark(candidates);
    expect_same_set("d3d10", Operation::div, xy, candidates, [&](Pattern r) { return ruling.permits(r); });
  }
}

TEST(BruteForce, TwoStepDivisionPermitsWhatEveryReciprocalAndProductAllow) {
  Operands operands(3);
  for (int i = 0; i < 6000 && !HasFailure(); ++i) {
    const std::array<Pattern, 2> xy = pair(operands, Operation::div);
    const Pattern x = oracle::flushed(xy[0]);
    const Pattern y = oracle::flushed(xy[1]);
    Candidates candidates;
    Ruling ruling;
    if (div_table(x, y, ruling)) {
      // The reciprocal of a divisor above 2^126 may flush, of infinity it is a zero: infinity * 0 is NaN, x * 0 a zero.
      const bool large = !oracle::is_nan(y) && !oracle::is_nan(x) && oracle::magnitude(y) > 0x7e800000;
      ruling.mark(candidates);
      expect_same_set("d3d11", Operation::div, xy, candidates, [&](Pattern r) {
        return ruling.permits(r) || (large && oracle::is_infinite(x) && oracle::is_nan(r));
      });
      continue;
    }
    const oracle::Division division(x, y);
    expect_inherited("d3d11", Operation::div, xy, division.exact, division.inherited(Width::narrow),
                     division.inherited(Width::wide), {});
  }
}

TEST(BruteForce, FunctionsOfOneOperandPermitWhatTheirBoundSays) {
  Operands operands(4);
  for (const Operation operation : {Operation::rcp, Operation::reciprocal, Operation::sqrt, Operation::rsq,
                                    Operation::exp2, Operation::log2, Operation::sin, Operation::cos}) {
    const bool sincos = operation == Operation::sin || operation == Operation::cos;
    for (int i = 0; i < 2500; ++i) {
      const int kind = operands.pick(8);
      Pattern bits = kind == 0   ? operands.special()
                     : kind == 1 ? operands.near(0, 2)
                     : kind == 2 ? operands.near(-126, 2)
                     : kind == 3 ? operands.near(126, 1)
                     : kind == 4 ? operands.near(7, 1)
                     : kind == 5 ? operands.near(-12, 14)
                                 : operands.any();
      if (operation == Operation::exp2 && kind == 6)
        bits = operands.near(0, 8) & ~Pattern{0xffff};  // integers among them
      const Pattern x = oracle::flushed(bits);
      const std::array<Pattern, 1> operand = {bits};
      // +-100 pi = 314.159265358979...: 0x439d1463 is the last binary32 value below.
      const bool unbounded = sincos && oracle::magnitude(x) > 0x439d1463 && oracle::magnitude(x) < oracle::kInfinity;
      const Ruling ruling = unbounded ? Ruling{} : function_ruling(operation, x);
      Candidates candidates;
      if (unbounded) {
        candidates.around(1, 3);
        candidates.around(-1, 3);
      }
      ruling.mark(candidates);
      if (sincos && ruling.kind == Ruling::Kind::bound) {
        candidates.around(1, 3);
        candidates.around(-1, 3);
      }
      expect_same_set("d3d11", operation, operand, candidates, [&](Pattern r) {
        const bool in_range = !oracle::is_nan(r) && oracle::magnitude(r) <= oracle::kOne && !oracle::is_denormal(r);
        if (unbounded) return in_range;
        return ruling.permits(r) && (!sincos || ruling.kind != Ruling::Kind::bound || in_range);
      });
      if (::testing::Test::HasFailure()) return;
    }
  }
}

// ---- Fused operations
// --------------------------------------------------------------------------------------------------

/// x0, y0, x1, y1, ... and perhaps an addend, that meet at about the same magnitude, so that they cancel, or at the
/// borders.
std::vector<Pattern> fused_operands(Operands& operands, int products, bool addend) {
  std::vector<Pattern> result;
  const int kind = operands.pick(10);
  const int target = kind == 0 ? -126 : kind == 1 ? -124 : kind == 2 ? 127 : kind == 3 ? 126 : kind == 4 ? -149 : 0;
  const int spread = kind == 5 ? 12 : 1;
  for (int i = 0; i < products; ++i) {
    const int exponent = operands.pick(100) - 50;
    result.push_back(operands.near(exponent, 0));
    result.push_back(operands.near(target - exponent, spread));
  }
  if (addend) result.push_back(operands.near(target, spread));
  if (kind == 6 && products > 1) {  // the first two products cancel, exactly or nearly
    result[2] = result[0] ^ oracle::kSign;
    result[3] = operands.pick(2) == 0 ? result[1] : result[1] ^ 1U;
  }
  if (kind == 7 || kind == 8) {
    const auto count = static_cast<int>(result.size());
    for (int i = 0; i <= operands.pick(3); ++i)
      result[static_cast<std::size_t>(operands.pick(count))] = operands.special();
  }
  return result;
}

/// A fused case: its operands as explain() takes them, and what the oracle makes of it.
struct FusedCase {
  FusedCase(const std::vector<Pattern>& operands, bool addend, const Bound& bound, oracle::Orders orders)
      : fused(make(operands, addend, bound, orders)) {
    // explain() takes x0 x1 ... y0 y1 ...
    const std::size_t factors = operands.size() - (addend ? 1 : 0);
    for (std::size_t i = 0; i < factors; i += 2) ordered.push_back(operands[i]);
    for (std::size_t i = 1; i < factors; i += 2) ordered.push_back(operands[i]);
    if (addend) ordered.push_back(operands.back());
  }

  std::vector<Pattern> ordered;
  oracle::Fused fused;

 private:
  static oracle::Fused make(const std::vector<Pattern>& operands, bool addend, const Bound& bound,
                            oracle::Orders orders) {
    std::vector<Pattern> flushed;
    for (const Pattern bits : operands) flushed.push_back(oracle::flushed(bits));
    const std::size_t factors = flushed.size() - (addend ? 1 : 0);
    return {std::span<const Pattern>(flushed).first(factors), addend ? &flushed.back() : nullptr, bound, orders};
  }
};

struct FusedRow {
  Operation operation;
  int products;
  bool addend;
  int cases;
};

/// What a rulebook says of fused operations under readings.
struct FusedRules {
  std::string rulebook;
  Bound bound;
  Readings readings;
  oracle::Orders orders = oracle::Orders::trees;
};

/// Draws cases of each row and hands them to `expect`, until one fails.
void for_each_fused(std::span<const FusedRow> rows, const FusedRules& rules, std::uint64_t seed,
                    const std::function<void(const FusedRow&, const FusedCase&)>& expect) {
  Operands operands(seed);
  for (const FusedRow& row : rows) {
    for (int i = 0; i < row.cases; ++i) {
      const FusedCase one(fused_operands(operands, row.products, row.addend), row.addend, rules.bound, rules.orders);
      if (one.fused.nan_operand) {
        const auto nan = [](Pattern r) { return oracle::is_nan(r); };
        expect_same_set(rules.rulebook, row.operation, one.ordered, Candidates(), nan, nan, rules.readings);
      } else {
        expect(row, one);
      }
      if (::testing::Test::HasFailure()) return;
    }
  }
}

constexpr std::array<FusedRow, 4> kFused = {{{Operation::mad, 1, true, 4000},
                                             {Operation::dp2, 2, false, 3000},
                                             {Operation::dp3, 3, false, 1200},
                                             {Operation::dp4, 4, false, 250}}};

void expect_fused_sets(const FusedRules& rules, std::uint64_t seed, std::span<const FusedRow> rows = kFused) {
  settled = {};
  for_each_fused(rows, rules, seed, [&](const FusedRow& row, const FusedCase& one) {
    expect_inherited(rules.rulebook, row.operation, one.ordered, one.fused.exact, one.fused.inherited(Width::narrow),
                     one.fused.inherited(Width::wide), rules.readings);
  });
  EXPECT_GT(settled.yes, 4 * settled.no);
}

TEST(BruteForce, FusedOperationsOfOneUlpStepsPermitWhatEveryOrderAllows) {
  expect_fused_sets({"d3d10", Bound::ulps(1), {}}, 65);
}

TEST(BruteForce, FusedOperationsOfNearestStepsPermitWhatEveryOrderAllows) {
  expect_fused_sets({"d3d11", Bound::nearest(), {{"fused.step_ulp", "0.5"}}}, 36);
}

TEST(BruteForce, ReadingsNarrowTheOrdersOfSums) {
  constexpr std::array<FusedRow, 2> kSums = {{{Operation::dp3, 3, false, 600}, {Operation::dp4, 4, false, 250}}};
  const Bound nearest = Bound::nearest();
  expect_fused_sets(
      {"d3d11", nearest, {{"fused.step_ulp", "0.5"}, {"fused.orders", "serial_chains"}}, oracle::Orders::chains}, 71,
      kSums);
  expect_fused_sets(
      {"d3d11", nearest, {{"fused.step_ulp", "0.5"}, {"fused.orders", "left_to_right"}}, oracle::Orders::left_to_right},
      72, kSums);
}

TEST(BruteForce, TheReachableSetHoldsWhatSomeOrderGivesAndNothingOutsideTheirHull) {
  const FusedRules rules{"d3d11", Bound::nearest(), {{"fused.step_ulp", "0.5"}, {"fused.accept", "reachable_set"}}};
  for_each_fused(kFused, rules, 73, [&](const FusedRow& row, const FusedCase& one) {
    Candidates candidates;
    candidates.around(one.fused.exact, 16);
    for (const oracle::Outcome& outcome : one.fused.outcomes) candidates.around(outcome.v, 2);
    expect_same_set(
        rules.rulebook, row.operation, one.ordered, candidates, [&](Pattern r) { return one.fused.reaches(r); },
        [&](Pattern r) { return one.fused.encloses(r); }, rules.readings);
  });
}

// x * y is 2^128, and z half of it. With more range a step of one ULP is 2^128 - 2^104 or 2^128; 2^128 + 2^104 has no
// 24 bits. The sum of the former errs by three gaps below 2^127.
TEST(BruteForce, ProductsBeyondTheRangeHaveTheGapsOfTheirBinade) {
  const auto permitted = test::permitted("d3d11", Operation::mad, {0xdf800000, 0xdf800000, 0xff000000});
  EXPECT_EQ(permitted.text(), "{[0x1.fffffap+126, 0x1.000002p+127], inf}");
}

}  // namespace
}  // namespace halfulp
