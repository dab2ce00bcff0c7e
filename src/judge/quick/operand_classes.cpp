// SPDX-License-Identifier: Apache-2.0
#include "judge/quick/operand_classes.hpp"

#include <algorithm>
#include <bit>
#include <limits>

#include "exact/real_domain.hpp"
#include "halfulp/error_profile.hpp"
#include "number/as_double.hpp"
#include "number/layout.hpp"

namespace halfulp::judge {
namespace {

/// The classes of a sign, "below" and "above" of normal values other than 1. With the other sign above them.
enum : std::size_t { kZero, kDenormal, kInfinite, kNan, kUnit, kBelowOne, kAboveOne, kOfSign };

/// One of the class.
Bits example(const FormatInfo& format, std::size_t operand_class) {
  const number::Layout layout(format);
  const std::array<Bits, kOfSign> examples = {0,
                                              1,
                                              layout.infinity(),
                                              layout.canonical_nan(),
                                              layout.one(),
                                              layout.one() - layout.min_normal(),
                                              layout.one() + layout.min_normal() / 2};
  return examples[operand_class % kOfSign] | (operand_class < kOfSign ? 0 : layout.sign_mask());
}

bool is_special(std::size_t operand_class) { return operand_class % kOfSign < kUnit; }

/// A conversion from binary32 to values so far apart that all denormals of a sign are alike.
bool is_conversion(const Ruling& ruling) {
  const OperationInfo& row = info(ruling.operation);
  const FormatInfo& to = *ruling.result_format;
  const bool is_apart = to.kind != FormatKind::floating || to.min_exponent() - to.fraction_bits > -100;
  return row.arity == 1 && row.only_format() == Format::binary32 && to.kind != FormatKind::shared_exponent && is_apart;
}

bool is_power(Operation operation) { return operation == Operation::pow || operation == Operation::powr; }

/// Whether a finite operand's size may decide what the accuracy rule says. Steps leave a NaN whatever the others are.
bool depends_on_size(const Ruling& ruling, bool any_nan) {
  using Kind = Bound::Kind;
  const auto has_steps = [](const Ruling::Piece& piece) {
    const Kind kind = piece.bound.kind;
    return kind == Kind::composed || kind == Kind::sequence || kind == Kind::any_of || kind == Kind::all_of;
  };
  return ruling.accuracy.size() > 1 || (!any_nan && std::ranges::any_of(ruling.accuracy, has_steps));
}

/// Whether operands of these classes stand for all others: each is one operand, or alike by what permit() looks at. An
/// allowance that has a condition may permit others more, never less.
bool stand_for_all(const Ruling& ruling, const std::vector<std::size_t>& classes, const Decision& decision) {
  using ResultKind = exact::Result::Kind;
  const ResultKind kind = decision.exact.kind;
  // Domains end at 0 and 1, as the classes do.
  const double first = number::as_double(*ruling.format, example(*ruling.format, classes.front()));
  const bool undefined = kind == ResultKind::nan && !exact::real_domain(ruling.operation).contains(first);
  if (undefined && decision.set.anything()) return true;
  // A power that is no integer.
  const auto is_fraction = [](std::size_t one) { return one % kOfSign == kDenormal || one % kOfSign == kBelowOne; };
  if (is_power(ruling.operation) && is_fraction(classes[1]) && classes[0] >= kOfSign && decision.set.anything()) {
    return true;
  }
  const bool rounds = info(ruling.operation).family == OperationFamily::rounding && ruling.operation != Operation::frc;
  const bool by_sign = rounds || is_conversion(ruling);
  // Beside a NaN a denormal counts for no more than whether it is flushed, which permit() looks at both ways.
  const bool any_nan = std::ranges::any_of(classes, [](std::size_t one) { return one % kOfSign == kNan; });
  const bool must_flush = ruling.policies.operands == Denormals::flush;
  const bool any_denormal = std::ranges::any_of(classes, [](std::size_t one) { return one % kOfSign == kDenormal; });
  if (any_denormal && !must_flush && !by_sign && !any_nan) return false;
  const bool finite = std::ranges::any_of(classes, [](std::size_t one) { return !is_special(one); });
  if (!finite) return true;
  if (classes.size() == 1) return undefined;
  // Powers of -0 and -infinity depend on whether the exponent is odd.
  if (is_power(ruling.operation) && classes[0] >= kOfSign && is_special(classes[0])) return false;
  const bool by_accuracy = std::ranges::find(decision.rules, ruling.rules.accuracy_rule) != decision.rules.end();
  if (by_accuracy && depends_on_size(ruling, any_nan)) return false;
  const bool special = std::ranges::any_of(classes, is_special);
  return special && (kind == ResultKind::nan || kind == ResultKind::infinity || kind == ResultKind::zero);
}

constexpr std::size_t kMostResults = 32;

}  // namespace

std::size_t OperandClasses::class_of(Bits bits) const {
  const Bits size = bits & ~sign_;
  const std::size_t kind = size == 0              ? kZero
                           : size < least_normal_ ? kDenormal
                           : size == infinity_    ? kInfinite
                           : size > infinity_     ? kNan
                           : size == one_         ? kUnit
                           : size < one_          ? kBelowOne
                                                  : kAboveOne;
  return (bits & sign_) != 0 ? kind + kOfSign : kind;
}

OperandClasses::OperandClasses(const Ruling& ruling) : arity_(static_cast<std::size_t>(info(ruling.operation).arity)) {
  static_assert(kClasses == 2 * kOfSign);
  const OperationFamily family = info(ruling.operation).family;
  const FormatInfo& format = *ruling.format;
  const bool in_one_format = format.kind == FormatKind::floating && format.format == ruling.result_format->format;
  const bool one = arity_ == 1 && (family == OperationFamily::arithmetic || family == OperationFamily::function ||
                                   family == OperationFamily::rounding);
  const bool two = is_basic(ruling.operation) || is_power(ruling.operation) || ruling.operation == Operation::atan2 ||
                   ruling.operation == Operation::fmod || ruling.operation == Operation::fdim;
  const bool three = ruling.operation == Operation::fma;
  const bool is_converted = is_conversion(ruling);
  const bool is_taken = (in_one_format && (one || two || three)) || is_converted;
  if (!is_taken || !ruling.rules.requirements.empty()) return;
  const number::Layout layout(format);
  sign_ = layout.sign_mask();
  infinity_ = layout.infinity();
  least_normal_ = layout.min_normal();
  one_ = layout.one();
  const bool has_nan = ruling.result_format->kind == FormatKind::floating;
  const number::Layout of_result(*ruling.result_format);
  result_sign_ = has_nan ? of_result.sign_mask() : 0;
  result_infinity_ = has_nan ? of_result.infinity() : std::numeric_limits<Bits>::max();
  std::size_t tuples = 1;
  for (std::size_t k = 0; k < arity_; ++k) tuples *= kClasses;
  permitted_.resize(tuples);
  for (std::size_t i = 0; i < tuples; ++i) {
    std::vector<std::size_t> classes;
    std::vector<Bits> operands;
    for (std::size_t left = i, k = 0; k < arity_; ++k, left /= kClasses) {
      classes.push_back(left % kClasses);
      operands.push_back(example(format, classes.back()));
    }
    if (arity_ > 2 && std::ranges::none_of(classes, is_special)) continue;
    if (!format.has_sign && std::ranges::any_of(classes, [](std::size_t a) { return a >= kOfSign; })) continue;
    const Decision decision = permit(ruling, operands, ruling.policies);
    if (!stand_for_all(ruling, classes, decision)) continue;
    permitted_[i].anything = decision.set.anything();
    if (permitted_[i].anything) continue;
    const bool own_nan = decision.set.has_nan() && decision.set.permitted().nan != NanKind::any;
    std::size_t count = 0;
    for (const OrdinalSet::Interval& interval : decision.set.intervals()) {
      count += static_cast<std::size_t>(std::min<std::int64_t>(interval.last - interval.first + 1, kMostResults + 1));
    }
    if (own_nan || count > kMostResults) continue;
    permitted_[i].any_nan = decision.set.has_nan();
    for (const OrdinalSet::Interval& interval : decision.set.intervals()) {
      for (std::int64_t at = interval.first; at <= interval.last; ++at) {
        const Bits observed = number::from_ordinal(*ruling.result_format, at);
        if (rounding_of(ruling, operands, decision, observed)) continue;  // which is to be told
        Distance distance = distance_of(ruling, decision, observed);
        if (is_converted && distance.ulp > 0 && distance.ulp < ErrorProfile::kLeastError) distance.ulp = 0;
        permitted_[i].results.push_back({observed, distance});
      }
    }
  }
}

template <class Word>
const OperandClasses::Permitted& OperandClasses::of(const Word* operands) const {
  std::size_t place = 0;
  for (std::size_t k = arity_; k-- > 0;) place = place * kClasses + class_of(operands[k]);
  return permitted_[place];
}

template <class Word>
Quick::Answer OperandClasses::answer(const Word* operands, Word observed, Distance& distance) const {
  if (permitted_.empty()) return Quick::Answer::undecided;
  const Permitted& permitted = of(operands);
  distance = {};
  if (permitted.anything) return Quick::Answer::unconstrained;
  if ((observed & ~result_sign_) > result_infinity_)
    return permitted.any_nan ? Quick::Answer::pass : Quick::Answer::undecided;
  const auto found = std::ranges::find(permitted.results, observed, &Passes::observed);
  if (found == permitted.results.end()) return Quick::Answer::undecided;
  distance = found->distance;
  return Quick::Answer::pass;
}

template Quick::Answer OperandClasses::answer(const std::uint32_t*, std::uint32_t, Distance&) const;
template Quick::Answer OperandClasses::answer(const Bits*, Bits, Distance&) const;

const OperandClasses::Permitted* OperandClasses::of_one(std::uint32_t x) const {
  return arity_ == 1 && !permitted_.empty() ? &of(&x) : nullptr;
}

bool OperandClasses::permits_nan(std::uint32_t x) const {
  return all_with(x, [](const Permitted& permitted) { return permitted.any_nan; });
}

bool OperandClasses::permits_anything(std::uint32_t x) const {
  return all_with(x, [](const Permitted& permitted) { return permitted.anything; });
}

bool OperandClasses::permits_nan_of_nan() const {
  if (permitted_.empty()) return false;
  for (std::size_t i = 0; i < permitted_.size(); ++i) {
    bool any_nan = false;
    for (std::size_t left = i, k = 0; k < arity_; ++k, left /= kClasses) any_nan |= left % kOfSign == kNan;
    if (any_nan && (permitted_[i].anything || !permitted_[i].any_nan)) return false;
  }
  return true;
}

bool OperandClasses::all_with(std::uint32_t x, bool (*holds)(const Permitted&)) const {
  if (permitted_.empty()) return false;
  for (std::size_t i = class_of(x); i < permitted_.size(); i += kClasses) {
    if (!holds(permitted_[i])) return false;
  }
  return true;
}

}  // namespace halfulp::judge
