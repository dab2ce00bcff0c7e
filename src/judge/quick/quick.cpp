// SPDX-License-Identifier: Apache-2.0
#include "judge/quick/quick.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <string>
#include <utility>

#include "exact/certified.hpp"
#include "exact/real_domain.hpp"
#include "exact/result.hpp"
#include "exact/value.hpp"
#include "judge/attribution.hpp"
#include "judge/quick/case.hpp"
#include "judge/quick/ieee_selection.hpp"
#include "number/as_double.hpp"
#include "number/binade.hpp"
#include "number/layout.hpp"

namespace halfulp::judge {
namespace {

using Kind = Bound::Kind;

/// Whether the correctly rounded result is inside a bound of that kind, whatever the exact result.
bool holds_nearest(const Bound& bound, const FormatInfo& row) {
  switch (bound.kind) {
    case Kind::nearest:
    case Kind::nearest_even:
    case Kind::either:
    case Kind::exact:
    case Kind::inherited:
    case Kind::composed:
      return true;
    case Kind::ulp:
      return bound.constant && bound.amount >= Rational(1, 2);
    case Kind::absolute:
      return true;  // a bound that holds no value permits the nearest; one that does holds it
    case Kind::relative:
      return bound.constant && bound.amount >= Rational::power_of_two(-row.fraction_bits - 1);
    case Kind::any_of:
      return std::ranges::any_of(bound.parts, [&](const Bound& part) { return holds_nearest(part, row); });
    case Kind::nearest_away:
    case Kind::steps:
    case Kind::steps_below:
    case Kind::recoded:
    case Kind::toward_zero:
    case Kind::all_of:
    case Kind::sequence:
    case Kind::unconstrained:
      return false;
  }
  return false;
}

/// Whether one value alone satisfies the bound, ties apart.
bool is_rounding(Kind kind) { return kind == Kind::nearest || kind == Kind::nearest_even || kind == Kind::toward_zero; }
bool states_rounding(const Bound& bound) {
  return is_rounding(bound.kind) ||
         (bound.kind == Kind::any_of && std::ranges::all_of(bound.parts, is_rounding, &Bound::kind));
}

/// The largest relative error of a step of the inherited bound that the accuracy is, under every definition of an ULP;
/// 0 of other bounds. A gap between values is 2^-23 of the smaller one at most, an ULP by muller_B two of them, and
/// steps of bits begin half a gap away.
double error_of_steps(const Ruling& ruling) {
  if (ruling.accuracy.size() != 1 || ruling.accuracy.front().bound.kind != Kind::inherited) return 0;
  double amount = 0;
  for (const auto& [symbol, step] : ruling.accuracy.front().bound.steps) {
    constexpr double kMost = 64;
    if (!is_rounding(step.kind) && (step.kind != Kind::ulp || !step.constant)) return 0;
    amount = std::max(amount, step.kind == Kind::ulp ? step.amount.to_double() : 1);
    if (!(amount < kMost)) return 0;
  }
  return std::ldexp(std::max(2 * amount, amount + 0.5), -ruling.result_format->fraction_bits);
}

/// Whether the rule's steps are the products and sums that the operation has, and all such as `admits` says.
template <class Admits>
bool has_steps(const Ruling& ruling, const Admits& admits) {
  const Bound& bound = ruling.accuracy.front().bound;
  if (ruling.accuracy.size() != 1 || bound.kind != Kind::inherited || !bound.source->with.empty()) return false;
  const rulebook::Expression meaning = rulebook::parse_expression(std::string(info(ruling.operation).meaning));
  return rulebook::text_of(bound.source->expansion) == rulebook::text_of(meaning) &&
         std::ranges::all_of(bound.steps, [&](const auto& step) { return admits(step.second); });
}

bool is_of_one_ulp(const Bound& step) { return step.kind == Kind::ulp && step.constant && step.amount == Rational(1); }

bool is_within_one_ulp(const Bound& step) {
  return step.kind == Kind::nearest || step.kind == Kind::nearest_even ||
         (step.kind == Kind::ulp && step.constant && step.amount <= Rational(1));
}

/// Of one within 1 ULP.
bool is_rounded_or_in_halves(const Bound& step) {
  return step.kind != Kind::ulp || (step.amount + step.amount).is_integer();
}

/// The one rule that decides sums of a normal operand and a denormal, which is flushed, one of them the first; empty if
/// there are several.
std::string rule_of_flushed_term(const Ruling& ruling, bool is_first) {
  constexpr Bits kMinus = 0x80000000;
  std::string rule;
  for (const Bits normal : {Bits{0x3fc00000}, 0x3fc00000 | kMinus, Bits{0x3f400000}}) {
    for (const Bits denormal : {Bits{1}, 1 | kMinus}) {
      const std::array operands = {is_first ? denormal : normal, is_first ? normal : denormal};
      const std::string_view front = permit(ruling, operands, ruling.policies).rules.front();
      if (rule.empty()) rule = front;
      if (rule != front) return {};
    }
  }
  return rule;
}

/// Whether the table has the results of denormal operands, as of zeros, of one operand or of a product or quotient.
bool gives_denormals(const Ruling& ruling) {
  constexpr Bits kLeast = 1;
  constexpr Bits kMinus = 0x80000000;
  const auto is_given = [&](const std::vector<Bits>& operands) {
    return permit(ruling, operands, ruling.policies).rules.front() == ruling.rules.special_rule;
  };
  if (info(ruling.operation).arity == 1) return is_given({kLeast}) && is_given({kLeast | kMinus});
  if (ruling.operation != Operation::mul && ruling.operation != Operation::div) return false;
  constexpr std::array kFinite = {Bits{kLeast}, std::uint64_t{0x3fc00000}, std::uint64_t{0x3f400000}};
  for (const Bits other : kFinite) {
    for (const Bits sign : {Bits{0}, kMinus}) {
      if (!is_given({kLeast | sign, other}) || !is_given({other | sign, kLeast})) return false;
    }
  }
  return true;
}

/// Allowances have no say where every operand is of a smaller magnitude: infinity without allowances, 0 where that is
/// not plain.
double least_allowed(const Ruling& ruling) {
  double least = std::numeric_limits<double>::infinity();
  for (const auto& [allowance, rule] : ruling.rules.allowances) {
    if (!allowance->where) return 0;
    const auto interval = ApproximateCondition(*allowance->where).interval();
    if (!interval || !interval->of_magnitude) return 0;
    least = std::min(least, interval->least);
  }
  return least;
}

/// Whether a product has a factor 0.
bool has_zero(const rulebook::Expression& product) {
  using ExpressionKind = rulebook::Expression::Kind;
  if (product.kind == ExpressionKind::number) return Rational::from_decimal(product.text).sign() == 0;
  return product.kind == ExpressionKind::multiply && std::ranges::any_of(product.arguments, has_zero);
}

Bits bits_of(float value) { return std::bit_cast<std::uint32_t>(value); }

/// Whether x + 0 and 0 + x, or differences, pass as x, whatever the signs.
bool permits_adding_zero(const Ruling& ruling) {
  const bool adds = ruling.operation == Operation::add;
  if (!adds && ruling.operation != Operation::sub) return false;
  for (const float x : {1.5F, -1.5F}) {
    for (const float zero : {0.0F, -0.0F}) {
      if (!permits(ruling, std::array{bits_of(x), bits_of(zero)}, bits_of(x))) return false;
      if (!permits(ruling, std::array{bits_of(zero), bits_of(x)}, bits_of(adds ? x : -x))) return false;
    }
  }
  return true;
}

using Quotient = std::pair<float, float>;
constexpr Quotient kPlainQuotients[] = {
    {1.3F, 1.1F}, {7.7e20F, 3.3F}, {1.9F, 0.7F}, {1.7e-5F, 4.9e9F}, {0x1.6b3062p+38F, 0x1.f2baeap-73F}};
/// Of denormal reciprocals, and near the least and the largest normal value.
constexpr Quotient kExtremeQuotients[] = {
    {1.3F, 0x1.23p126F},       {1.7e30F, 0x1.7654p127F}, {1.9e4F, 0x1.ffep127F},
    {1.7e5F, 0x1.0001p126F},   {1.3e5F, 0x1.43p125F},    {1.1F, 0x1.234p124F},
    {0x1.31p-40F, 0x1.23p85F}, {1.9F, 0x1.3p124F},       {0x1.9abcp100F, 0x1.1p-27F}};

/// Whether x / y may be what is no further from it than x times a neighbour of 1 / y, rounded, is; with steps of bits
/// also a neighbour of the nearest value; and zero, if the reciprocal is denormal.
bool gives_quotients_by_steps(const Ruling& ruling, std::span<const Quotient> examples) {
  const bool by_bits = ruling.policies.ulp == Ulp::bit_steps;
  return std::ranges::all_of(examples, [&](const Quotient& example) {
    const double quotient = static_cast<double>(example.first) / example.second;
    const double exact = 1 / static_cast<double>(example.second);
    const auto nearest = static_cast<float>(exact);
    double reach = 0;
    for (const float k : {std::nextafter(nearest, 0.0F), nearest, std::nextafter(nearest, HUGE_VALF)}) {
      if (by_bits || k == nearest || (k < exact) == (exact < nearest)) {
        reach = std::max(reach, std::fabs(static_cast<double>(example.first * k) - quotient));
      }
    }
    const OrdinalSet set =
        permit(ruling, std::array{bits_of(example.first), bits_of(example.second)}, ruling.policies).set;
    const bool is_denormal_reciprocal = std::fabs(example.second) > 0x1p126F;
    const bool may_be_zero = is_denormal_reciprocal && set.contains_ordinal(0);
    if (set.anything() || set.has_nan() || set.intervals().size() != (may_be_zero ? 2 : 1)) return false;
    const auto is_within = [&](std::int64_t ordinal) {
      const Bits bits = number::from_ordinal(*ruling.format, ordinal);
      return std::fabs(number::as_double(*ruling.format, bits) - quotient) <= reach * (1 + 0x1p-40);
    };
    const auto [first, last] = set.intervals().back();
    return is_within(first) && is_within(last) && !is_within(first - 1) && !is_within(last + 1);
  });
}

/// Whether x / y may be a zero of its sign where 1 / y is denormal.
bool permits_flushed_reciprocals(const Ruling& ruling) {
  constexpr std::pair<float, float> kExamples[] = {
      {1.3F, 0x1.1p126F}, {-7.7e20F, 0x1.0001p126F}, {0x1.3p127F, -0x1.fp127F}, {-1.7e-5F, -0x1.5p127F}};
  return std::ranges::all_of(kExamples, [&](const std::pair<float, float>& example) {
    const float zero = std::signbit(example.first) != std::signbit(example.second) ? -0.0F : 0.0F;
    return permits(ruling, std::array{bits_of(example.first), bits_of(example.second)}, bits_of(zero));
  });
}

/// Whether zeros of either sign pass as results of normal operands that are less than every denormal: what is permitted
/// of such a result holds all that is of larger ones on the other side of zero.
bool permits_any_zero_below_denormals(const Ruling& ruling) {
  using enum Operation;
  std::vector<std::array<float, 2>> examples;
  switch (ruling.operation) {
    case exp:
      examples = {{-103.28F}, {-104}, {-0x1p100F}};
      break;
    case exp2:
      examples = {{-149.0001F}, {-151}, {-0x1p100F}};
      break;
    case exp10:
      examples = {{-44.8535F}, {-46}, {-0x1p100F}};
      break;
    case pow:
      examples = {{-2, -151}, {-1.5F, -0x1p20F}};
      [[fallthrough]];
    case powr:
      examples.insert(examples.end(), {{2, -149.0001F}, {0.125F, 51}, {0x1p-100F, 0x1p100F}});
      break;
    default:
      return false;
  }
  const auto arity = static_cast<std::size_t>(info(ruling.operation).arity);
  return ruling.format->format == Format::binary32 && std::ranges::all_of(examples, [&](const auto& example) {
           const std::array operands = {bits_of(example[0]), bits_of(example[1])};
           const std::span<const Bits> given = std::span(operands).first(arity);
           return permits(ruling, given, 0) && permits(ruling, given, bits_of(-0.0F));
         });
}

/// Whether sat of normal operands has the results that its function below gives.
bool permits_saturation(const Ruling& ruling) {
  const FormatInfo& row = *ruling.format;
  constexpr std::pair<double, double> kExamples[] = {{0.75, 0.75}, {1, 1}, {1.5, 1}, {-0.75, 0}, {-1.5, 0}};
  return row.kind == FormatKind::floating && std::ranges::all_of(kExamples, [&](const auto& example) {
           const auto bits = [&](double x) { return exact::round_to_nearest_even(row, Rational::from_double(x)); };
           return (row.has_sign || example.first >= 0) &&
                  permits(ruling, std::array{bits(example.first)}, bits(example.second));
         });
}

/// Whether some results fail wherever an operand is denormal and there is a value.
bool constrains_denormals(const Ruling& ruling) {
  const auto arity = static_cast<std::size_t>(info(ruling.operation).arity);
  if (arity > 3) return false;
  for (std::size_t tuple = 0; tuple >> 2 * arity == 0; ++tuple) {
    std::vector<Bits> operands;
    bool has_denormal = false;
    bool has_value = true;
    for (std::size_t k = 0; k < arity; ++k) {
      const FormatInfo& row = info(info(ruling.operation).operand_format(static_cast<int>(k), ruling.format->format));
      const bool is_denormal = row.kind == FormatKind::floating && (tuple >> 2 * k & 1) != 0;
      const bool is_negative = row.has_sign && (tuple >> 2 * k & 2) != 0;
      const double size = is_denormal ? number::power_of_two(row.min_exponent() - row.fraction_bits) : 1.5;
      const double x = is_negative ? -size : size;
      has_denormal = has_denormal || is_denormal;
      if (k == 0) {
        has_value = exact::has_real_value(ruling.operation, x) && (ruling.operation != Operation::pow || x > 0);
      }
      operands.push_back(exact::round_to_nearest_even(row, Rational::from_double(x)));
    }
    if (has_denormal && has_value && permit(ruling, operands, ruling.policies).set.anything()) return false;
  }
  return true;
}

/// Whether the table gives NaN alone to normal operands beyond the function's domain, and no reading takes it back.
bool has_nan_beyond_domain(const Ruling& ruling) {
  if (!ruling.rules.rule("special_results").empty() || !ruling.rules.rule("nan").empty()) return false;
  std::size_t examples = 0;
  for (const float x : {-0x1p127F, -1.5F, -0.5F, -0x1p-126F, 0x1p-126F, 0.5F, 1.5F, 0x1p127F}) {
    if (exact::has_real_value(ruling.operation, x)) continue;
    ++examples;
    const Decision decision = permit(ruling, std::array{bits_of(x)}, ruling.policies);
    const bool is_nan_alone = decision.set.intervals().empty() && decision.set.has_nan() && !decision.set.anything();
    if (!is_nan_alone || decision.rules.front() != ruling.rules.special_rule) return false;
  }
  return examples != 0;
}

/// Whether what sets signs may leave all other bits of denormals, whatever is beside them.
bool keeps_bits_of_denormals(const Ruling& ruling) {
  constexpr std::array<Bits, 4> kDenormals = {1, 0x007fffff, 0x80000001, 0x807fffff};
  constexpr std::array<Bits, 8> kOthers = {0,          1,          0x3fc00000, 0x7f800000,
                                           0x80000000, 0x80000001, 0xbfc00000, 0xff800000};
  const auto arity = static_cast<std::size_t>(info(ruling.operation).arity);
  for (const Bits denormal : kDenormals) {
    for (const Bits other : kOthers) {
      const std::array operands{denormal, other};
      const exact::Result moved =
          exact::exact_result(ruling.operation, ruling.format->format, std::span(operands).first(arity));
      if (!permits(ruling, std::span(operands).first(arity), moved.bits)) return false;
    }
  }
  return true;
}

/// Whether zeros, infinities and NaN, among each other and beside another value, give the results of IEEE 754.
bool treats_specials_as_ieee(const Ruling& ruling) {
  constexpr std::array kValues = {0.0F,
                                  -0.0F,
                                  1.5F,
                                  -1.5F,
                                  std::numeric_limits<float>::infinity(),
                                  -std::numeric_limits<float>::infinity(),
                                  std::numeric_limits<float>::quiet_NaN()};
  for (const float x : kValues) {
    for (const float y : kValues) {
      const auto expected = ieee_selection(ruling.operation, x, y);
      if (!expected) return false;
      const bool chooses = ruling.operation == Operation::min || ruling.operation == Operation::max;
      if (chooses && x == 0 && y == 0) continue;
      const OrdinalSet set = permit(ruling, std::array{bits_of(x), bits_of(y)}, ruling.policies).set;
      const bool passes =
          std::isnan(x) && std::isnan(y) && chooses ? set.permitted().nan == NanKind::any : set.contains(*expected);
      if (set.anything() || !passes) return false;
    }
  }
  return true;
}

/// What results of min and max of a NaN and a number break, in any order, that are not the number.
Quick::Answer broken_by_others_beside_nan(const Ruling& ruling) {
  if (ruling.operation != Operation::min && ruling.operation != Operation::max) return Quick::Answer::undecided;
  constexpr Bits kNan = 0x7fc00000;
  const auto is_broken = [&](const std::string& rule) {
    return std::ranges::all_of(std::array{1.5F, -1.5F, 0x1p-126F, -0x1.8p127F}, [&](float number) {
      const std::array pairs = {std::array{kNan, Bits{bits_of(number)}}, std::array{Bits{bits_of(number)}, kNan}};
      return std::ranges::all_of(pairs, [&](const std::array<Bits, 2>& pair) {
        const Decision decision = permit(ruling, pair, ruling.policies);
        return std::ranges::all_of(std::array{kNan, Bits{bits_of(3.0F)}, Bits{0}}, [&](Bits observed) {
          return broken_rule(ruling, pair, decision, observed) == rule;
        });
      });
    });
  };
  if (is_broken(ruling.rules.special_rule)) return Quick::Answer::breaks_special;
  return is_broken(ruling.rules.rule("nan")) ? Quick::Answer::breaks_nan : Quick::Answer::undecided;
}

/// Identities that the functions above respect: NaN, and operands that are 0 or 1.
bool plain_identity(const rulebook::Identity& identity) {
  if (!identity.condition) return true;
  const rulebook::Expression& condition = *identity.condition;
  using ExpressionKind = rulebook::Expression::Kind;
  return condition.kind == ExpressionKind::compare && condition.text == "==" && condition.arguments.size() == 2 &&
         condition.arguments[0].kind == ExpressionKind::name && condition.arguments[1].kind == ExpressionKind::number &&
         (condition.arguments[1].text == "0" || condition.arguments[1].text == "1");
}

/// Whether a table leaves finite operands that are neither zero nor one to the accuracy; `range` when it gives a range.
bool plain_table(const rulebook::SpecialTable& table, bool& range, bool& ones) {
  const auto is_finite = [](const std::string& name) { return name == "F" || name == "+F" || name == "-F"; };
  const auto is_one = [](const std::string& name) { return name.find('1') != std::string::npos; };
  for (std::size_t i = 0; i < table.cells.size(); ++i) {
    ones = ones || (!table.rows.empty() && is_one(table.rows[i]));
    if (!table.rows.empty() && !is_finite(table.rows[i])) continue;
    for (std::size_t j = 0; j < table.columns.size(); ++j) {
      ones = ones || is_one(table.columns[j]);
      if (!is_finite(table.columns[j])) continue;
      const std::string& cell = table.cells[i][j];
      if (cell.front() == '[') range = true;
      // Negative operands of sqrt, rsq and log2 are left to permit().
      if (cell.find('F') == std::string::npos && cell != "accuracy" && cell.front() != '[' && cell != "NaN")
        return false;
    }
  }
  return true;
}

}  // namespace

Quick::Quick(const Ruling& ruling)
    : operation_(ruling.operation),
      format_(ruling.format),
      result_format_(ruling.result_format),
      rounds_either_way_(ruling.to_nearest != nullptr) {
  const Policies& policies = ruling.policies;
  const OperationFamily family = info(operation_).family;
  const bool moves = family == OperationFamily::movement;
  if (family == OperationFamily::pixel) {
    format_function_ = pixel_function(ruling);
    return;
  }
  bool ones_by_identity = false;
  infinity_undefined_ = policies.infinity_undefined;
  leaves_specials_open_ = policies.infinity_undefined || policies.nan_undefined || policies.special_advisory;
  bool supported = ruling.rules.requirements.empty();
  // The arithmetic below flushes both operands and results, or keeps both.
  flushes_ =
      policies.operands == Denormals::flush && policies.results == Denormals::flush && !policies.any_flushed_sign;
  const bool keeps = policies.operands == Denormals::keep && policies.results == Denormals::keep;
  // Where no flush is asked for, whatever passes without one passes.
  may_keep_denormals_ = policies.operands != Denormals::flush && policies.results != Denormals::flush;
  supported = supported && (flushes_ || may_keep_denormals_ || family == OperationFamily::selection ||
                            family == OperationFamily::modifier);
  supported = supported && !(moves && !keeps);
  if (ruling.rules.special != nullptr)
    supported = supported && plain_table(*ruling.rules.special, range_, ones_in_table_);
  for (const auto& named : ruling.rules.identities) {
    supported = supported && plain_identity(*named.identity);
    ones_by_identity = ones_by_identity || named.identity->condition.has_value();
  }
  ones_in_table_ = ones_in_table_ || ones_by_identity;
  // The functions measure errors in the gaps around the exact result: muller_A, but for values of the format.
  const bool measures = family == OperationFamily::arithmetic || family == OperationFamily::fused ||
                        family == OperationFamily::function || family == OperationFamily::conversion;
  ulp_ = policies.ulp;
  measures_as_ruled_ = ulp_ == Ulp::muller_a || !measures;
  // Roundings are permitted by no definition of an ULP.
  gives_rounded_ =
      std::ranges::all_of(ruling.accuracy, [](const Ruling::Piece& piece) { return states_rounding(piece.bound); });
  supported = supported && (measures_as_ruled_ || gives_rounded_ || family == OperationFamily::arithmetic ||
                            family == OperationFamily::function || family == OperationFamily::fused);
  truncates_ = std::ranges::all_of(ruling.accuracy,
                                   [](const Ruling::Piece& piece) { return piece.bound.kind == Kind::toward_zero; });
  remainder_steps_ = steps_of_remainder(ruling);
  for (const Ruling::Piece& piece : ruling.accuracy) {
    const Bound& bound = piece.bound;
    const bool sincos = bound.kind == Kind::unconstrained;
    const bool rounded = truncates_ || remainder_steps_ || holds_nearest(bound, *result_format_);
    supported = supported && (rounded || (sincos && info(operation_).arity == 1));
    // A quotient of its steps may be unconstrained; and the very steps may not give the nearest result.
    const bool is_plain = operation_ != Operation::atan2 && !policies.reachable_set;
    supported = supported && (bound.kind != Kind::composed || is_plain);
    static const rulebook::Expression kAlways = rulebook::parse_expression("0 < 1");
    if (piece.where != nullptr) supported = supported && info(operation_).arity == 1;
    pieces_.push_back({piece.where != nullptr, ApproximateCondition(piece.where != nullptr ? *piece.where : kAlways),
                       bound.kind, bound.constant ? bound.amount.to_double() : 0});
  }
  states_exact_alone_ = std::ranges::all_of(ruling.accuracy, [](const Ruling::Piece& piece) {
    return piece.bound.kind == Kind::exact || piece.bound.kind == Kind::either || states_rounding(piece.bound);
  });
  permits_exact_alone_ = ulp_ == Ulp::muller_a && states_exact_alone_;
  permits_nearest_alone_ = permits_exact_alone_ && std::ranges::all_of(ruling.accuracy, [](const Ruling::Piece& piece) {
                             return piece.bound.kind == Kind::nearest || piece.bound.kind == Kind::nearest_even;
                           });
  tolerates_ = !policies.exact_if_representable;
  clamps_below_zero_ = policies.clamp_below_zero && !ruling.rules.rule("below_zero").empty();
  may_flush_operands_ = policies.operands != Denormals::keep;
  may_flush_results_ = policies.results != Denormals::keep;
  any_underflowed_zero_ = policies.any_underflowed_zero && operation_ == Operation::exp2;
  any_flushed_sign_ = policies.any_flushed_sign;
  if (any_flushed_sign_ && may_flush_results_) {
    either_zero_from_ = policies.flush_test == FlushTest::after_round ? 0x1p-149 : 0;
  }
  saturates_ = policies.results != Denormals::keep && !infinity_undefined_ &&
               std::ranges::all_of(pieces_, [](const Piece& piece) {
                 constexpr double kNarrow = 0x1p-2;
                 return (piece.kind == Kind::ulp && piece.amount < kNarrow * 0x1p23) ||
                        (piece.kind == Kind::relative && piece.amount < kNarrow);
               });
  const bool fused = family == OperationFamily::fused;
  if (fused) {
    const Bound& bound = ruling.accuracy.front().bound;
    const auto admits_rounding = [](const auto& step) {
      return step.second.kind == Kind::nearest || step.second.kind == Kind::nearest_even ||
             (step.second.kind == Kind::ulp && step.second.constant && step.second.amount >= Rational(1, 2));
    };
    supported = supported && bound.kind == Kind::inherited && std::ranges::all_of(bound.steps, admits_rounding) &&
                !infinity_undefined_ && policies.orders != Orders::left_to_right && !policies.reachable_set &&
                !policies.fused_nan_is_anything;
  }
  if (!supported) return;
  if (remainder_steps_) {
    function_ = plain::remainder_by_steps;
    return;
  }
  const auto states_value = [](const Ruling::Piece& piece) {
    const Kind kind = piece.bound.kind;
    const bool distance = kind == Kind::ulp || kind == Kind::absolute || kind == Kind::relative;
    return states_rounding(piece.bound) || kind == Kind::unconstrained || (distance && piece.bound.constant);
  };
  step_error_ = error_of_steps(ruling);
  steps_within_one_ulp_ = fused && has_steps(ruling, is_within_one_ulp);
  steps_in_halves_ = steps_within_one_ulp_ && has_steps(ruling, is_rounded_or_in_halves);
  permits_outcomes_ = fused && has_steps(ruling, is_of_one_ulp) && tolerates_ && policies.orders == Orders::all_trees;
  extends_steps_ = fused && ruling.accuracy.front().bound.source->extend;
  saturates_steps_ = fused && ruling.accuracy.front().bound.source->saturate;
  allowed_from_ = least_allowed(ruling);
  allows_zeros_alone_ =
      std::ranges::all_of(ruling.rules.allowances, [](const auto& named) { return has_zero(named.allowance->result); });
  const bool allows = family == OperationFamily::arithmetic ? allowed_from_ == 0 : std::isfinite(allowed_from_);
  denies_ = measures && !allows && !pieces_.empty() &&
            (std::ranges::all_of(ruling.accuracy, states_value) || step_error_ > 0);
  const auto& identities = ruling.rules.identities;
  gives_nan_ = !leaves_specials_open_ && !identities.empty() && ruling.rules.special == nullptr &&
               identities.front().identity->result == "nan" && identities.front().identity->where == "nan" &&
               !identities.front().identity->condition;
  permits_roundings_alone_ = denies_ && pieces_.size() == 1 && gives_rounded_ && permits_exact_alone_;
  permits_any_tie_ = permits_roundings_alone_ && pieces_.front().kind == Kind::nearest && !policies.tie_to_even;
  // Of a nearest value the rule is charged that has a tie be even.
  const auto is_nearest = [](const Bound& bound) { return bound.kind == Kind::nearest; };
  fails_odd_ties_ =
      permits_roundings_alone_ && !truncates_ && std::ranges::none_of(ruling.accuracy, [&](const Ruling::Piece& piece) {
        return is_nearest(piece.bound) || std::ranges::any_of(piece.bound.parts, is_nearest);
      });
  permits_one_ = denies_ && !range_ && pieces_.size() == 1 && is_rounding(pieces_.front().kind);
  const bool saturates = operation_ == Operation::sat;
  format_function_ = flushes_ && !saturates ? nullptr : function_of(operation_, *format_, *result_format_);
  if (saturates && !permits_saturation(ruling)) format_function_ = nullptr;
  if (format_function_ != nullptr) {
    find_alike(ruling);
    leaves_denormals_open_ = info(operation_).arity <= 3 && !constrains_denormals(ruling);
  }
  if (result_format_->kind == FormatKind::floating) find_zeros(ruling);
  const bool plain = format_->format == Format::binary32 && format_function_ == nullptr;
  const bool tells_roundings = family == OperationFamily::arithmetic || operation_ == Operation::fma;
  const bool is_exact = family == OperationFamily::rounding;  // but for frc next to 1
  const bool is_of_integer = operation_ == Operation::itof || operation_ == Operation::utof;
  const bool tells_truncation = tells_roundings || is_exact || is_of_integer;
  function_ = plain && (!truncates_ || tells_truncation) ? function_of(operation_) : nullptr;
  if (function_ == nullptr) return;
  adds_zero_ = permits_adding_zero(ruling);
  const bool adds = operation_ == Operation::add || operation_ == Operation::sub;
  if (adds && flushes_ && !leaves_specials_open_) find_rules_of_flushed_terms(ruling);
  const bool tells_apart = tells_roundings || family == OperationFamily::rounding;  // few of whose results are rounded
  takes_denormals_ = policies.operands != Denormals::flush && (!rounds_either_way_ || tells_apart) &&
                     !policies.infinity_undefined && !policies.nan_undefined && constrains_denormals(ruling);
  treats_specials_plainly_ = treats_specials_as_ieee(ruling);
  if (treats_specials_plainly_ && !leaves_specials_open_) broken_beside_nan_ = broken_by_others_beside_nan(ruling);
  states_all_comparisons_ = family == OperationFamily::comparison && treats_specials_plainly_ &&
                            !leaves_specials_open_ && permits_exact_alone_ && ruling.rules.special == nullptr &&
                            ruling.rules.identities.empty() && ruling.rules.rule("nan").empty();
  if (operation_ == Operation::abs || operation_ == Operation::neg || operation_ == Operation::copysign) {
    keeps_denormal_bits_ = keeps_bits_of_denormals(ruling);
  }
  if (operation_ == Operation::ftoi || operation_ == Operation::ftou) {
    constexpr std::array<Bits, 6> kBelowNormal = {0, 1, 0x007fffff, 0x80000000, 0x80000001, 0x807fffff};
    converts_to_zero_ =
        std::ranges::all_of(kBelowNormal, [&](Bits operand) { return permits(ruling, std::array{operand}, 0); });
    const bool plain_domain = std::ranges::none_of(pieces_, &Piece::conditional);
    const Bits least = operation_ == Operation::ftoi ? 0x80000000 : 0;
    const Bits most = operation_ == Operation::ftoi ? 0x7fffffff : 0xffffffff;
    saturates_ = plain_domain && permits(ruling, std::array{bits_of(-0x1p40F)}, least) &&
                 permits(ruling, std::array{bits_of(0x1p40F)}, most);
    const auto is_open = [&](float x) { return permit(ruling, std::array{bits_of(x)}, policies).set.anything(); };
    leaves_out_of_range_open_ = std::ranges::all_of(std::array{-0x1p127F, -0x1.8p33F, 0x1.8p33F, 0x1p127F}, is_open) &&
                                (operation_ == Operation::ftoi || (is_open(-1.5F) && is_open(-3)));
  }
  if (operation_ == Operation::frc) {
    std::vector<float> below_zero{-0x1p-60F};
    if (takes_denormals_) below_zero.push_back(-0x1p-149F);
    /// Whether that result passes as one that this rounding, or none, explains.
    const auto permits_as = [&](float result, std::optional<Rounding> rounding) {
      return std::ranges::all_of(below_zero, [&](float x) {
        const std::array operands{bits_of(x)};
        const Decision decision = permit(ruling, operands, policies);
        return decision.set.contains(bits_of(result)) &&
               rounding_of(ruling, operands, decision, bits_of(result)) == rounding;
      });
    };
    permits_last_below_one_ = permits_as(1 - 0x1p-24F, std::nullopt);
    one_is_by_nearest_ = rounds_either_way_ && permits_as(1, Rounding::nearest);
    permits_rounded_to_one_ = one_is_by_nearest_ || permits_as(1, std::nullopt);
  }
  divides_by_steps_ =
      operation_ == Operation::div && !rounds_either_way_ && gives_quotients_by_steps(ruling, kPlainQuotients);
  divides_by_extreme_steps_ = divides_by_steps_ && gives_quotients_by_steps(ruling, kExtremeQuotients);
  may_flush_reciprocals_ = divides_by_steps_ && permits_flushed_reciprocals(ruling);
  const bool is_function = family == OperationFamily::arithmetic || family == OperationFamily::function;
  gives_nan_beyond_domain_ = is_function && info(operation_).arity == 1 && has_nan_beyond_domain(ruling);
  if (is_function && flushes_ && !leaves_specials_open_ && ruling.rules.special != nullptr) {
    denormals_in_table_ = gives_denormals(ruling);
  }
  permits_zeros_below_denormals_ = saturates_ && permits_any_zero_below_denormals(ruling);
  if (operation_ == Operation::pow) {
    constexpr std::pair<float, float> kRoots[] = {{-1.5F, 0.5F}, {-1.5F, -0.5F}, {-0.75F, 2.5F}, {-1, -1.5F}};
    constexpr std::pair<float, float> kPowers[] = {{-1.5F, 2}, {-1.5F, -3},     {-0.75F, 100},   {-1, 1},
                                                   {-2, 0},    {-2, HUGE_VALF}, {-2, 0x1p-140F}, {-2, NAN}};
    const auto set_of = [&](const std::pair<float, float>& power) {
      return permit(ruling, std::array{bits_of(power.first), bits_of(power.second)}, policies).set;
    };
    const auto is_free = [&](const auto& power) { return set_of(power).anything(); };
    roots_are_free_ = std::ranges::all_of(kRoots, is_free);
    powers_of_negative_are_free_ = roots_are_free_ && std::ranges::all_of(kPowers, is_free);
    roots_are_nan_ = std::ranges::all_of(kRoots, [&](const auto& root) {
      const OrdinalSet set = set_of(root);
      return !set.anything() && set.permitted().nan == NanKind::any;
    });
    // By a logarithm there may be none, though the nearest results would be within its bound.
    const bool is_composed =
        std::ranges::any_of(pieces_, [](const Piece& piece) { return piece.kind == Kind::composed; });
    if (is_composed && !powers_of_negative_are_free_) function_ = nullptr;
  }
}

/// Which zeros pass where the exact result is zero, of operands of each sign.
void Quick::find_rules_of_flushed_terms(const Ruling& ruling) {
  const auto& identities = ruling.rules.identities;
  for (const bool is_first : {false, true}) {
    const std::string rule = rule_of_flushed_term(ruling, is_first);
    Answer& broken = broken_beside_flushed_[is_first ? 1 : 0];
    if (std::ranges::find(identities, rule, &rulebook::Resolved::NamedIdentity::rule) != identities.end()) {
      if (identity_rule_.empty()) identity_rule_ = rule;
      if (identity_rule_ == rule) broken = Answer::breaks_identity;
    } else if (!rule.empty() && rule == ruling.rules.special_rule) {
      broken = Answer::breaks_special;
    }
  }
}

void Quick::find_zeros(const Ruling& ruling) {
  const bool leaves_fraction =
      operation_ == Operation::frc || operation_ == Operation::fmod || operation_ == Operation::modf_fraction;
  const bool has_zero_at_integers = (operation_ == Operation::sinpi || operation_ == Operation::tanpi) &&
                                    pieces_.size() == 1 && pieces_.front().kind == Kind::ulp;
  std::vector<double> sizes;  // of first operands
  if (info(operation_).family == OperationFamily::rounding || operation_ == Operation::modf_integer ||
      operation_ == Operation::fdim) {
    sizes = {0.25};
  }
  if (leaves_fraction) sizes = {3};
  if (has_zero_at_integers) sizes = {2, 3, 1000};
  const auto of = [&](double value) { return exact::round_to_nearest_even(*format_, Rational::from_double(value)); };
  for (const bool negative : {false, true}) {
    for (const bool minus : {false, true}) {
      if ((negative && !format_->has_sign) || (minus && !result_format_->has_sign)) continue;
      const Bits zero = minus ? number::Layout(*result_format_).sign_mask() : 0;
      zeros_[negative ? 1 : 0][minus ? 1 : 0] = !sizes.empty() && std::ranges::all_of(sizes, [&](double size) {
        const std::array operands = {of(negative ? -size : size), of(1.5)};
        return permits(ruling, std::span(operands).first(static_cast<std::size_t>(info(operation_).arity)), zero);
      });
    }
  }
}

std::size_t Quick::place_of(double x) const {
  for (std::size_t i = 0; i < pieces_.size(); ++i) {
    if (!pieces_[i].conditional) return i;
    const auto holds = pieces_[i].condition.holds(x);
    if (holds == ApproximateCondition::Answer::unknown) break;
    if (holds == ApproximateCondition::Answer::yes) return i;
  }
  return pieces_.size();
}

std::optional<bool> Quick::permits_other_underflow(double x) const {
  const std::size_t place = place_of(x);
  // No multiple of the exact result is of the other sign.
  const bool is_relative = place < pieces_.size() && pieces_[place].kind == Kind::relative;
  if (!saturates_ || !is_relative || any_flushed_sign_) return std::nullopt;
  return any_underflowed_zero_;
}

bool Quick::is_constrained(double x) const {
  if (pieces_.empty()) return true;
  const std::size_t place = place_of(x);
  return place < pieces_.size() && pieces_[place].kind != Kind::unconstrained;
}

bool Quick::is_beside_one(double d, double reach) const {
  const double apart = std::fabs(std::fabs(d) - 1);
  return apart < reach && apart != 0 && exact::keeps_side_of_one(operation_);
}

bool Quick::is_beside_power_of_two(double d) const {
  return !is_beside_one(d, exact::kNearOne) && is_near_power_of_two(d);
}

bool Quick::is_no_value(double x, double d) const {
  constexpr double kToNextValue = 0x1p-25;  // of 1, and more
  return std::fabs(d - static_cast<float>(d)) > std::fabs(d) * 0x1p-40 || std::fabs(x) < irrational_below(operation_) ||
         is_beside_one(d, kToNextValue);
}

Quick::Answer Quick::within(double x, double d, float observed) const {
  // d is within 2^-48 of the exact result; every comparison leaves a margin of 2^-40. Values count whether or not a
  // denormal one may become zero.
  constexpr double kSafe = 1 - 0x1p-40;
  const double magnitude = std::fabs(d);
  const double distance = std::fabs(static_cast<double>(observed) - d);
  if (is_power_of_two(d) && distance != 0) return Answer::undecided;
  if (!tolerates_) return Answer::undecided;
  const std::size_t place = place_of(x);
  if (place == pieces_.size() || (range_ && std::fabs(observed) > 1.0F)) return Answer::undecided;
  const Piece& piece = pieces_[place];
  double width = 0;
  switch (piece.kind) {
    case Kind::unconstrained:
      return range_ ? Answer::pass_unmeasured : Answer::unconstrained;
    case Kind::absolute:
      width = piece.amount;
      break;
    case Kind::relative:
      width = piece.amount * magnitude;
      break;
    case Kind::ulp: {
      if (ulp_ != Ulp::muller_a) {
        return is_within_ulp(piece.amount, x, d, observed).value_or(false) ? Answer::pass : Answer::undecided;
      }
      // The smaller ULP of the two at a power of two: conservative.
      const double below = is_beside_power_of_two(d) ? magnitude * kSafe : magnitude;
      if ((below < 0x1p-126 && !may_keep_denormals_) || below > 0x1p127) return Answer::undecided;
      width = piece.amount * number::power_of_two(std::max(number::exponent_of(below), -126) - 23);
      break;
    }
    default:
      return Answer::undecided;
  }
  // The bound's own error is 2^-48 |d|: leave that out of it too.
  return distance <= width * kSafe - magnitude * 0x1p-46 && width < 0x1p120 ? Answer::pass : Answer::undecided;
}

double irrational_below(Operation operation) {
  using enum Operation;
  constexpr std::array kTranscendental = {exp,  log,  sin,  cos,  tan,   asin,  acos,
                                          atan, sinh, cosh, tanh, asinh, acosh, atanh};
  if (operation == exp2 || operation == exp10) return 1;
  return std::ranges::find(kTranscendental, operation) != kTranscendental.end() ? HUGE_VAL : 0;
}

bool Quick::is_plain(double x, double d, double observed) const {
  const double size = std::fabs(d);
  return size > 0x1p-125 && size < 0x1p126 && number::exponent_of(observed) == number::exponent_of(size) &&
         !is_beside_power_of_two(d) && is_no_value(x, d);
}

std::optional<bool> Quick::is_within_ulp(double amount, double x, double d, double observed) const {
  if (!is_plain(x, d, observed)) return std::nullopt;
  const double unit = number::power_of_two(number::exponent_of(d) - 23);
  // The nearest value is the origin of steps of bits.
  const double origin = ulp_ == Ulp::bit_steps ? static_cast<float>(d) : d;
  const double most = ulp_ == Ulp::bit_steps ? std::floor(amount) : amount;
  const double slack = std::fabs(d) * 0x1p-40;
  if (ulp_ == Ulp::bit_steps && std::fabs(std::fabs(d - origin) - unit / 2) < slack) return std::nullopt;
  const double excess = std::fabs(observed - origin) - most * unit;
  if (ulp_ == Ulp::bit_steps) return excess <= 0;  // both are values of the format
  if (std::fabs(excess) < slack) return std::nullopt;
  return excess < 0;
}

bool Quick::forbids(double x, double d, float observed) const {
  if (!denies_) return false;
  const std::size_t place = place_of(x);
  if (place == pieces_.size() || pieces_[place].kind != Kind::ulp) return false;
  const auto within = is_within_ulp(pieces_[place].amount, x, d, observed);
  return within && !*within;
}

bool Quick::is_beyond(double x, double d, float observed) const {
  const double size = std::fabs(d);
  if (!denies_ || !(size > 0x1p-400) || (infinity_undefined_ && !(size < 0x1p120))) return false;
  const std::size_t place = place_of(x);
  if (place == pieces_.size()) return false;
  const Piece& piece = pieces_[place];
  if (piece.kind == Kind::unconstrained) return false;
  if (is_beside_power_of_two(size)) return false;
  const double ulp =
      number::power_of_two(std::max(number::exponent_of(size), -126) - 23);  // so far away may be the nearest value
  const double seen = observed;
  const bool plain = number::exponent_of(seen) == number::exponent_of(size) && is_no_value(x, d);
  double reach = 0;
  // A bound that is no ULP's has the nearest value pass too.
  const bool is_away = seen * d > 0 && std::fabs(seen) > size;
  const bool rounds_back = permits_roundings_alone_ && is_away;  // no rounding but one to nearest goes away from zero
  const double least_reach = piece.kind == Kind::relative || rounds_back ? ulp / 2 : ulp;
  if (piece.kind == Kind::ulp) reach = farthest_in_ulp(piece.amount, plain) * ulp;
  if (piece.kind == Kind::absolute) reach = piece.amount;
  if (piece.kind == Kind::relative) reach = piece.amount * size;
  if (piece.kind == Kind::inherited) reach = reach_of_steps(2) * size;
  // Past overflow infinity of its sign, the largest values and what is between are left open; near it everything is.
  if (size + reach >= kNearOverflow) {
    return size - reach > 0x1.8p127 && !(std::fabs(seen) >= 0x1p126 && std::signbit(seen) == std::signbit(d));
  }
  // A flush leaves a zero or, of what was rounded up before, the least normal value. Of a quotient by steps, whose
  // reciprocal is normal, the last one may be flushed; no step of denormals errs by more than one at the least normal
  // value does.
  const bool denormal = std::fabs(seen) < 0x1p-126 && seen != 0;
  const bool is_step_flushed = piece.kind == Kind::inherited && size < 0x1.01p-126;
  const bool is_above_least = std::fabs(seen) > 0x1p-126 || (std::fabs(seen) == 0x1p-126 && size < 0x1.fp-127);
  double flushed = is_step_flushed || !is_above_least ? kFlushed : 0;
  if (operation_ == Operation::div && is_above_least) flushed = std::min(flushed, size + 2 * ulp);
  if (denormal) flushed = piece.kind == Kind::inherited ? 2 * step_error_ * 0x1p-126 : 0;
  const double farthest = std::max(reach, least_reach) * (1 + 0x1p-30) + size * 0x1p-46;  // d is 2^-48 of it off
  return !(std::fabs(seen - d) <= farthest + flushed);
}

bool Quick::may_span_zero(double x) const {
  const std::size_t place = place_of(x);
  if (place == pieces_.size()) return false;
  return pieces_[place].kind == Kind::absolute || (range_ && pieces_[place].kind == Kind::unconstrained);
}

bool Quick::rounds_to_integers() const {
  return info(operation_).family == OperationFamily::rounding && operation_ != Operation::frc;
}

double Quick::reach_of_steps(int steps) const { return steps * step_error_ * (1 + 0x1p-10); }

Quick::Answer Quick::answer(std::span<const Bits> operands, Bits observed) const {
  Distance distance;
  Answer answer = Answer::undecided;
  if (format_function_ != nullptr) {
    answer = format_function_(*this, operands.data(), observed, distance);
  } else if (function_ != nullptr) {
    std::array<std::uint32_t, kMaxArity> given{};
    std::ranges::transform(operands, given.begin(), [](Bits bits) { return static_cast<std::uint32_t>(bits); });
    answer = function_(*this, given.data(), static_cast<std::uint32_t>(observed), distance);
  }
  return answer;
}

}  // namespace halfulp::judge
