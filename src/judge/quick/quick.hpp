// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "judge/permit/distance.hpp"
#include "judge/permit/ruling.hpp"
#include "judge/quick/approximate_condition.hpp"
#include "judge/quick/remainder.hpp"
#include "number/binade.hpp"

namespace halfulp::judge {

/// Decides the plain cases in hardware arithmetic; whatever is not plainly inside stays undecided and goes to permit().
/// It never says pass where permit() would not: each shortcut names its reason. In binary32 it knows tolerances and
/// failures too; in other formats and in conversions only the correctly rounded result.
class Quick {
 public:
  explicit Quick(const Ruling& ruling);

  enum class Answer : std::uint8_t {
    undecided,
    pass,
    pass_to_nearest,   ///< passes, and toward zero, which the bound admits too, does not explain the result
    pass_toward_zero,  ///< passes, and to nearest, which the bound admits too, does not explain the result
    pass_unmeasured,   ///< inside the range that a table gives where no error bound is stated
    unconstrained,
    kept_denormal_operand,  ///< fails: the result of IEEE arithmetic on denormal operands
    kept_denormal_result,   ///< fails: the result of IEEE arithmetic, a denormal
    /// Fails, whatever the policies are: of normal operands and a normal result, by what the accuracy rule states.
    fails,
    /// Fails by the table of special results: a denormal operand is flushed, and the normal result far from that of the
    /// operand itself; or a normal operand is beyond the function's domain, and the result no NaN.
    breaks_special,
    breaks_identity,    ///< fails by identity_rule(): a denormal is flushed, and the result far from the other operand
    breaks_nan,         ///< fails by the rule that NaN are supported: of a NaN and a number, which is to be the result
    breaks_fused_nan,   ///< fails: an infinity or NaN where no step of finite terms overflows
    breaks_below_zero,  ///< fails: what is below zero and becomes zero, of a format without a sign, has become another
    forbidden_by_ulp,   ///< is not permitted by the ruling's definition of an ULP, whatever its other policies are
    // The same, but that denormal operands are to be flushed: whatever the result if they are kept; or it is permitted
    // if some are, and so breaks the rule that they are not.
    forbidden_flushed,
    forbidden_unless_kept,
    forbidden,  ///< is not permitted; whether policies matter is left open
  };

  /// Answers for one case: operands as binary32 (or integer) bits. `distance`: of the observed from the exact result,
  /// when pass and finite.
  using Function = Answer (*)(const Quick&, const std::uint32_t* operands, std::uint32_t observed, Distance& distance);
  [[nodiscard]] Function function() const { return measures_as_ruled_ ? function_ : nullptr; }

  /// The same for operations in other formats and conversions between formats: operands and result as bits of their
  /// formats.
  using FormatFunction = Answer (*)(const Quick&, const Bits* operands, Bits observed, Distance& distance);
  [[nodiscard]] FormatFunction format_function() const { return measures_as_ruled_ ? format_function_ : nullptr; }

  [[nodiscard]] static bool is_pass(Answer answer) {
    return answer == Answer::pass || answer == Answer::pass_to_nearest || answer == Answer::pass_toward_zero ||
           answer == Answer::pass_unmeasured;
  }

  /// Where nobody asks for it: what is forbidden of flushed operands is forbidden_flushed, whatever it is if they are
  /// kept.
  void leave_out_kept_operands() { tells_kept_operands_ = false; }
  [[nodiscard]] bool tells_kept_operands() const { return tells_kept_operands_; }

  /// Of one case.
  [[nodiscard]] Answer answer(std::span<const Bits> operands, Bits observed) const;
  [[nodiscard]] bool passes(std::span<const Bits> operands, Bits observed) const {
    return is_pass(answer(operands, observed));
  }

  /// One bound of a tolerance, in the rulebook's order: the first whose condition holds counts.
  struct Piece {
    bool conditional;
    ApproximateCondition condition;
    Bound::Kind kind;
    double amount;
  };
  /// None where no tolerance is safe: only the rounded result is.
  [[nodiscard]] std::span<const Piece> pieces() const {
    return tolerates_ ? std::span<const Piece>(pieces_) : std::span<const Piece>();
  }
  /// Whether some bound, of whatever kind, has a condition.
  [[nodiscard]] bool has_conditions() const { return std::ranges::any_of(pieces_, &Piece::conditional); }
  /// The place of the one that plainly holds for operand x; as many as there are where that is not plain.
  [[nodiscard]] std::size_t place_of(double x) const;

  // What the functions read.
  [[nodiscard]] bool flushes() const { return flushes_; }
  [[nodiscard]] bool ones_in_table() const { return ones_in_table_; }
  [[nodiscard]] Operation operation() const { return operation_; }
  [[nodiscard]] bool is_range() const { return range_; }
  /// Whether a case is left open because its exact result, |d| or near it, may overflow to an undefined infinity.
  [[nodiscard]] bool leaves_open(double d) const { return infinity_undefined_ && !(std::fabs(d) < 0x1p127); }
  [[nodiscard]] bool rounds_either_way() const { return rounds_either_way_; }
  [[nodiscard]] bool infinity_undefined() const { return infinity_undefined_; }
  /// Whether some document leaves open what becomes of infinities or NaN.
  [[nodiscard]] bool leaves_specials_open() const { return leaves_specials_open_; }
  [[nodiscard]] bool truncates() const { return truncates_; }
  /// Whether results below zero become zero.
  [[nodiscard]] bool clamps_below_zero() const { return clamps_below_zero_; }
  /// Whether the accuracy is that of roundings alone.
  [[nodiscard]] bool gives_rounded() const { return gives_rounded_; }
  /// Whether it is a float's conversion to codes, and how near to the exact code a code passes; where denies() says so,
  /// beyond how many steps none does.
  [[nodiscard]] bool encodes() const { return encodes_; }
  [[nodiscard]] double steps() const { return steps_; }
  [[nodiscard]] double denied_steps() const { return denied_steps_; }
  /// Of conversions to snorm: whether the second code of -1 passes or fails for operands far below -1, if that is
  /// plain.
  [[nodiscard]] Answer second_code() const { return second_code_; }
  [[nodiscard]] const FormatInfo& format() const { return *format_; }
  [[nodiscard]] const FormatInfo& result_format() const { return *result_format_; }
  /// Of functions: every bound is so narrow that twice the largest value becomes infinity and half the least normal one
  /// may be zero. Of conversions to integers: what is out of range becomes the nearest integer.
  [[nodiscard]] bool saturates() const { return saturates_; }
  /// Of 2^x, where it is that small: whether a zero of the other sign passes; nothing where that is not plain.
  [[nodiscard]] std::optional<bool> permits_other_underflow(double x) const;
  /// Of powers and exponentials: whether zeros of either sign pass where the exact result is less than every denormal.
  [[nodiscard]] bool permits_zeros_below_denormals() const { return permits_zeros_below_denormals_; }
  /// Of conversions to integers: what is out of range may become anything.
  [[nodiscard]] bool leaves_out_of_range_open() const { return leaves_out_of_range_open_; }
  /// Whether the zero of a sign passes where a normal operand of a sign (frc, rounding, fmod) has the exact result
  /// zero.
  [[nodiscard]] bool permits_zero(bool negative_operand, bool negative_zero) const {
    return zeros_[negative_operand ? 1 : 0][negative_zero ? 1 : 0];
  }
  /// Whether 1 - 2^-24 passes where frc's exact result is between it and 1, nearer to 1.
  [[nodiscard]] bool permits_last_below_one() const { return permits_last_below_one_; }
  /// Of functions of one operand, products and quotients: whether a table gives the results of denormals, as those of
  /// zeros.
  [[nodiscard]] bool denormals_in_table() const { return denormals_in_table_; }
  /// Of frc: whether x - floor(x) of a tiny negative x may round to 1.
  [[nodiscard]] bool permits_rounded_to_one() const { return permits_rounded_to_one_; }
  /// Whether rounding to nearest alone explains it, so that it is counted.
  [[nodiscard]] bool one_is_by_nearest() const { return one_is_by_nearest_; }
  /// Whether zeros, infinities and NaN pass as IEEE 754 has them: comparisons, and minNum and maxNum but of two zeros.
  [[nodiscard]] bool treats_specials_plainly() const { return treats_specials_plainly_; }
  /// Of comparisons: whether one rule alone states that of zeros, infinities and NaN too.
  [[nodiscard]] bool states_all_comparisons() const { return states_all_comparisons_; }
  /// Of min and max of a NaN and a number, what any other result than that breaks, if that is known.
  [[nodiscard]] Answer broken_beside_nan() const { return broken_beside_nan_; }
  /// Whether the functions' errors are those of the ruling's definition of an ULP.
  [[nodiscard]] bool measures_as_ruled() const { return measures_as_ruled_; }
  /// Whether denormals may be treated as the values that they are.
  [[nodiscard]] bool may_keep_denormals() const { return may_keep_denormals_; }
  /// Whether a denormal operand may be the zero of its sign.
  [[nodiscard]] bool may_flush_operands() const { return may_flush_operands_; }
  /// Whether a result that is denormal before and after rounding may be the zero of its sign.
  [[nodiscard]] bool may_flush_results() const { return may_flush_results_; }
  /// Whether what passes for a denormal operand as the value that it is passes: no document leaves open what becomes of
  /// the zero that it may be flushed to, and the function tells roundings apart where they are to be.
  [[nodiscard]] bool takes_denormals() const { return takes_denormals_; }
  /// The same of other formats but for roundings: whether some document may leave open what becomes of that zero.
  [[nodiscard]] bool leaves_denormals_open() const { return leaves_denormals_open_; }
  /// Of ftoi and ftou: whether every zero and denormal may become 0.
  [[nodiscard]] bool converts_to_zero() const { return converts_to_zero_; }
  /// Of abs, neg and copysign: whether all bits of a denormal but the sign may stay.
  [[nodiscard]] bool keeps_denormal_bits() const { return keeps_denormal_bits_; }
  /// What becomes of a negative operand of pow to a power that is no integer: an answer for whatever is observed, one
  /// for NaN, or none.
  [[nodiscard]] Answer root_of_negative(bool is_nan) const {
    return roots_are_free_ ? Answer::unconstrained : roots_are_nan_ && is_nan ? Answer::pass : Answer::undecided;
  }
  /// Whether nothing is asked of any power of a negative operand.
  [[nodiscard]] bool leaves_powers_of_negative_open() const { return powers_of_negative_are_free_; }
  /// Whether a zero beside a normal operand of add and sub leaves that operand.
  [[nodiscard]] bool adds_zero() const { return adds_zero_; }
  /// Whether a reference is next to a power of two, so that the exact result may be on the other side of it, where an
  /// ULP is another.
  [[nodiscard]] bool is_beside_power_of_two(double d) const;
  /// Whether the operand x is plainly in a domain whose bound is stated.
  [[nodiscard]] bool is_constrained(double x) const;
  /// Whether it is plainly in one of which none is.
  [[nodiscard]] bool is_unconstrained(double x) const {
    const std::size_t place = place_of(x);
    return place < pieces_.size() && pieces_[place].kind == Bound::Kind::unconstrained;
  }

  /// Whether the observed normal value is plainly within the tolerance of an exact result near d (relative error of d
  /// at most 2^-48), for operand x.
  [[nodiscard]] Answer within(double x, double d, float observed) const;
  /// Whether the observed normal value is plainly not permitted for normal operands, by the ruling's definition of an
  /// ULP: in the binade of an exact result near d, which is no value of the format.
  [[nodiscard]] bool forbids(double x, double d, float observed) const;
  /// Whether the observed value, of any kind, is so far from an exact result near d that it fails under every
  /// definition of an ULP, every tie and every flush, for a normal operand x. Of a quotient by steps, 1 / y has to be
  /// normal.
  [[nodiscard]] bool is_beyond(double x, double d, float observed) const;
  /// Whether the observed value, of any kind, is outside the range that a table gives for the operand x.
  [[nodiscard]] bool is_out_of_range(double x, float observed) const {
    return range_ && place_of(x) != pieces_.size() && !(std::fabs(observed) <= 1);
  }
  /// Whether normal operands beyond a function's domain have NaN alone, by a table that no reading takes back.
  [[nodiscard]] bool gives_nan_beyond_domain() const { return gives_nan_beyond_domain_; }
  /// Allowances have no say where every operand of + - * / is of a smaller magnitude.
  [[nodiscard]] double allowed_from() const { return allowed_from_; }
  /// Whether what they add, of finite operands, are zeros.
  [[nodiscard]] bool allows_zeros_alone() const { return allows_zeros_alone_; }
  /// Whether the accuracy rule has whatever is_beyond() or far from a sum fail; of sums reach_of_steps() says how far.
  [[nodiscard]] bool denies() const { return denies_; }
  /// How far from the exact result a quotient by `steps` of two, or a sum of so many products, may come, relative to
  /// the quotient, to the sum of the terms' magnitudes, where no step overflows or comes near denormals: each errs by
  /// step_error_ = e at most, relative to what it would be exactly, so that n in a row, or n products and the n - 1
  /// sums above each of them, err by (1 + e)^n - 1 < n e (1 + 2^-10) for n e < 2^-11. 0 where steps are not what the
  /// rule states.
  [[nodiscard]] double reach_of_steps(int steps) const;
  /// Whether each step of a sum of products is within 1 ULP; and whether what is no further from the sum than some
  /// outcome of steps of 1 ULP, in any order, passes.
  [[nodiscard]] bool steps_within_one_ulp() const { return steps_within_one_ulp_; }
  /// And so many whole or half ULP, where none is rounded.
  [[nodiscard]] bool steps_in_halves() const { return steps_in_halves_; }
  [[nodiscard]] bool permits_outcomes() const { return permits_outcomes_; }
  /// Whether steps may keep range beyond the format, so that one may overflow alone.
  [[nodiscard]] bool extends_steps() const { return extends_steps_; }
  /// Whether steps beyond the largest value may give that.
  [[nodiscard]] bool saturates_steps() const { return saturates_steps_; }
  [[nodiscard]] Ulp ulp() const { return ulp_; }
  /// Whether another result than an exact one that is a value of the format may pass, within the bound.
  [[nodiscard]] bool tolerates() const { return tolerates_; }
  /// What a sum of a normal operand and a flushed denormal, which is the first operand or the second, breaks that is
  /// not the former: the identity, or the table; undecided if neither is known to decide.
  [[nodiscard]] Answer broken_beside_flushed(bool is_first) const { return broken_beside_flushed_[is_first ? 1 : 0]; }
  [[nodiscard]] const std::string& identity_rule() const { return identity_rule_; }
  /// Whether what is permitted may reach beyond 0, so that both zeros pass where one is within().
  [[nodiscard]] bool may_span_zero(double x) const;
  /// Whether the operation rounds to integers, each sign's zero being what values of that sign are rounded to.
  [[nodiscard]] bool rounds_to_integers() const;
  /// Whether results other than one that is a value of the format fail, whatever the policies are; and, of one that is
  /// none, results that are not beside it.
  [[nodiscard]] bool permits_exact_alone() const { return permits_exact_alone_; }
  /// The same, whichever definition of an ULP the ruling has.
  [[nodiscard]] bool states_exact_alone() const { return states_exact_alone_; }
  /// The same, and whether of other exact results those alone pass that are nearest.
  [[nodiscard]] bool permits_nearest_alone() const { return permits_nearest_alone_; }
  /// Whether roundings of the exact result are all that passes, and others fail whatever the policies are, of normal
  /// operands.
  [[nodiscard]] bool permits_roundings_alone() const { return permits_roundings_alone_; }
  /// Whether either neighbour of a tie passes, as one rounded to nearest.
  [[nodiscard]] bool permits_any_tie() const { return permits_any_tie_; }
  /// Whether the odd one fails by the accuracy rule, but as one rounded toward zero where that is permitted.
  [[nodiscard]] bool fails_odd_ties() const { return fails_odd_ties_; }
  /// From which size on a result below the normal ones may be a zero of either sign, as flushed; infinity: none may. A
  /// test after rounding leaves what is rounded to zero.
  [[nodiscard]] double either_zero_from() const { return either_zero_from_; }
  /// Whether results other than the one correctly rounded value fail, ties apart: of normal operands, no 1 among them
  /// where a table has a say, and normal results.
  [[nodiscard]] bool permits_one() const { return permits_one_; }

  /// Of quotients: whether what is no further from x / y passes than x times a value within 1 ULP of 1 / y, rounded to
  /// nearest, may be; what is further fails. Of those that divides_by_extreme_steps() tells of, only that these fail.
  [[nodiscard]] bool divides_by_steps() const { return divides_by_steps_; }
  /// The same where 1 / y may be denormal, or the quotient is near the least normal value or the largest.
  [[nodiscard]] bool divides_by_extreme_steps() const { return divides_by_extreme_steps_; }
  /// Whether the quotient is a zero of its sign, too, where 1 / y is denormal.
  [[nodiscard]] bool may_flush_reciprocals() const { return may_flush_reciprocals_; }
  /// Whether an ULP is a step of bits from the nearest value.
  [[nodiscard]] bool takes_steps_of_bits() const { return ulp_ == Ulp::bit_steps; }

  /// Whether every NaN passes where an operand is NaN, whatever the others are.
  [[nodiscard]] bool gives_nan() const { return gives_nan_; }

  /// Exact results, of operands that are no denormals, for all of which the same few results are permitted.
  struct Alike {
    double least = 0;  ///< from this size on, excluded ...
    double most = 0;   ///< ... to that, excluded
    bool negative = false;
    bool is_measured = false;                                       ///< results have an error
    std::vector<std::pair<Bits, std::optional<Rounding>>> results;  ///< and the rounding that alone explains them
  };
  [[nodiscard]] const std::vector<Alike>& alike() const { return alike_; }

  /// Of fmod, where it is what the steps of a formula give; otherwise nothing.
  [[nodiscard]] const std::optional<RemainderSteps>& remainder_steps() const { return remainder_steps_; }

  /// The function that decides the operation's plain cases, where there is one. src/judge/quick/functions.cpp has them,
  /// with arithmetic.cpp and sums.cpp.
  [[nodiscard]] static Function function_of(Operation operation);
  /// src/judge/quick/formats.cpp has these.
  [[nodiscard]] static FormatFunction function_of(Operation operation, const FormatInfo& format,
                                                  const FormatInfo& result);

 private:
  /// src/judge/quick/alike.cpp has this.
  void find_alike(const Ruling& ruling);
  void find_zeros(const Ruling& ruling);
  void find_rules_of_flushed_terms(const Ruling& ruling);
  /// Whether a reference is so near to 1, or -1, and on the side on which the exact result is, which is none of these.
  [[nodiscard]] bool is_beside_one(double d, double reach) const;
  /// Whether an exact result near d, of x, is no value of the format.
  [[nodiscard]] bool is_no_value(double x, double d) const;
  /// An observed value in the binade of an exact result near d, which is no value of the format: by every definition it
  /// has the same ULP.
  [[nodiscard]] bool is_plain(double x, double d, double observed) const;
  /// Whether the observed value is within so many ULP of an exact result near d, by the ruling's definition, in a
  /// plain place; nothing where that is not certain.
  [[nodiscard]] std::optional<bool> is_within_ulp(double amount, double x, double d, double observed) const;
  /// src/judge/quick/pixels.cpp has these.
  [[nodiscard]] FormatFunction pixel_function(const Ruling& ruling);

  Operation operation_;
  const FormatInfo* format_;
  const FormatInfo* result_format_;
  Function function_ = nullptr;
  FormatFunction format_function_ = nullptr;
  bool measures_as_ruled_ = true;
  bool tells_kept_operands_ = true;
  Ulp ulp_ = Ulp::muller_a;
  bool truncates_ = false;
  bool gives_rounded_ = false;
  bool clamps_below_zero_ = false;
  bool encodes_ = false;
  double steps_ = 0;
  double denied_steps_ = 0;
  Answer second_code_ = Answer::undecided;
  bool flushes_ = false;
  bool ones_in_table_ = false;
  bool range_ = false;
  bool rounds_either_way_ = false;
  bool infinity_undefined_ = false;
  bool leaves_specials_open_ = false;
  bool saturates_ = false;
  bool any_underflowed_zero_ = false;
  bool permits_zeros_below_denormals_ = false;
  bool any_flushed_sign_ = false;
  double either_zero_from_ = std::numeric_limits<double>::infinity();
  bool leaves_out_of_range_open_ = false;
  bool tolerates_ = true;  ///< within a bound everything passes
  bool denies_ = false;
  double allowed_from_ = 0;
  bool allows_zeros_alone_ = false;
  double step_error_ = 0;  ///< of an inherited bound: relative error of a step
  bool steps_within_one_ulp_ = false;
  bool steps_in_halves_ = false;
  bool permits_outcomes_ = false;
  bool extends_steps_ = false;
  bool saturates_steps_ = false;
  bool states_exact_alone_ = false;
  bool permits_exact_alone_ = false;
  bool permits_nearest_alone_ = false;
  bool permits_roundings_alone_ = false;
  bool permits_any_tie_ = false;
  bool fails_odd_ties_ = false;
  bool permits_one_ = false;
  bool divides_by_steps_ = false;
  bool divides_by_extreme_steps_ = false;
  bool may_flush_reciprocals_ = false;
  bool gives_nan_ = false;
  bool gives_nan_beyond_domain_ = false;
  bool adds_zero_ = false;
  std::string identity_rule_;
  std::array<Answer, 2> broken_beside_flushed_{Answer::undecided, Answer::undecided};
  bool takes_denormals_ = false;
  bool leaves_denormals_open_ = false;
  bool converts_to_zero_ = false;
  bool keeps_denormal_bits_ = false;
  bool may_keep_denormals_ = false;
  bool may_flush_operands_ = false;
  bool may_flush_results_ = false;
  bool roots_are_nan_ = false;
  bool roots_are_free_ = false;
  bool powers_of_negative_are_free_ = false;
  bool treats_specials_plainly_ = false;
  Answer broken_beside_nan_ = Answer::undecided;
  bool states_all_comparisons_ = false;
  bool denormals_in_table_ = false;
  bool permits_last_below_one_ = false;
  bool permits_rounded_to_one_ = false;
  bool one_is_by_nearest_ = false;
  std::array<std::array<bool, 2>, 2> zeros_{};
  std::vector<Piece> pieces_;
  std::vector<Alike> alike_;
  std::optional<RemainderSteps> remainder_steps_;
};

/// + - * /
constexpr bool is_basic(Operation operation) {
  using enum Operation;
  return operation == add || operation == sub || operation == mul || operation == div;
}

/// More than the flush of a result, or of a step of a quotient, changes.
constexpr double kFlushed = 0x1p-124;

/// Steps within an ULP or two of what is less may be flushed.
constexpr double kMayBeFlushed = 0x1.00001p-126;

/// Where no sum of some terms is larger none overflows, whatever is rounded: eight steps of 64 ULP add less than 2^-11.
constexpr double kMostSummed = 0x1.ffp127;

/// Of sums of products by steps within 1 ULP: what all of them may add is less than this of the terms' magnitudes.
constexpr float kMostAdded = 0x1p-19F;

/// What is permitted for smaller exact results, and that wide about them, has nothing to do with overflow.
constexpr double kNearOverflow = 0x1.fffp127;

/// So many ULP of an exact result, which is in one binade, are the most that a bound of `amount` ULP permits by any
/// definition of an ULP. Steps of bits begin at the nearest value. In another binade than the exact result's, steps and
/// the ULP of the result are up to twice as wide, and so is muller_B's of a value of the format: `plain` where neither
/// is so.
constexpr double farthest_in_ulp(double amount, bool plain) {
  return plain ? std::max(amount, static_cast<double>(static_cast<std::int64_t>(amount)) + 0.5) : 2 * amount + 1;
}

/// Operands of less than that size, which are neither 0 nor 1, have results that are no rational numbers, and so none
/// that are values of a format: those of transcendental functions [Hermite-Lindemann-Weierstrass], and of 2^x and 10^x
/// where x is no integer.
[[nodiscard]] double irrational_below(Operation operation);

/// Functions that are zero at zero and whose results are near small operands, all larger than these in size, or all
/// smaller.
[[nodiscard]] constexpr bool is_near_small_operand(Operation operation) {
  using enum Operation;
  switch (operation) {
    case sin:
    case tan:
    case asin:
    case atan:
    case sinh:
    case tanh:
    case asinh:
    case atanh:
      return true;
    default:
      return false;
  }
}

/// At a power of two the ULP depends on the side on which the exact result lies, which a double near it does not tell.
inline bool is_power_of_two(double d) { return (std::bit_cast<std::uint64_t>(d) & 0x000fffffffffffff) == 0; }

/// Whether what a double near d stands for may be on either side of a power of two.
inline bool is_near_power_of_two(double d) {
  return number::exponent_of(d * (1 - 0x1p-40)) != number::exponent_of(d * (1 + 0x1p-40));
}

}  // namespace halfulp::judge
