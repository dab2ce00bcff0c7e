// SPDX-License-Identifier: Apache-2.0

// halfulp::explain compared with an oracle that was written apart from it, for operations of one rounding and division:
// every candidate value near every threshold.

#include "judge/brute_force.hpp"

#include <gtest/gtest.h>

#include <array>
#include <string>

namespace halfulp::test {
namespace {

using oracle::Bound;
using oracle::Pattern;
using Width = oracle::Inherited::Width;

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

}  // namespace
}  // namespace halfulp::test
