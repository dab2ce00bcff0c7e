// SPDX-License-Identifier: Apache-2.0
#include "judge/operand_classes.hpp"

#include <algorithm>
#include <bit>

#include "exact/real_domain.hpp"
#include "number/layout.hpp"

namespace halfulp::judge {
namespace {

constexpr std::uint32_t kSign = 0x80000000;
constexpr std::uint32_t kInfinity = 0x7f800000;
constexpr std::uint32_t kMinNormal = 0x00800000;
constexpr std::uint32_t kOne = 0x3f800000;

/// One of each class, without sign: zero, denormal, infinity, NaN, 1, other normal values below and above it. With the
/// sign above them.
constexpr std::array<std::uint32_t, 7> kExamples = {0, 1, kInfinity, 0x7fc00000, kOne, 0x3f000000, 0x3fc00000};
enum : std::size_t { kZero, kDenormal, kInfinite, kNan, kUnit, kBelowOne, kAboveOne };

std::uint32_t example(std::size_t operand_class) {
  return kExamples[operand_class % kExamples.size()] | (operand_class < kExamples.size() ? 0 : kSign);
}

bool is_special(std::size_t operand_class) { return operand_class % kExamples.size() < kUnit; }

bool is_basic(Operation operation) {
  using enum Operation;
  return operation == add || operation == sub || operation == mul || operation == div;
}

bool is_power(Operation operation) { return operation == Operation::pow || operation == Operation::powr; }

/// Whether operands of these classes stand for all others: each is one operand, or alike by what permit() looks at. An
/// allowance that has a condition may permit others more, never less.
bool stand_for_all(const Ruling& ruling, const std::vector<std::size_t>& classes, const Decision& decision) {
  using ResultKind = exact::Result::Kind;
  const ResultKind kind = decision.exact.kind;
  // Domains end at 0 and 1, as the classes do.
  const bool undefined = kind == ResultKind::nan &&
                         !exact::real_domain(ruling.operation).contains(std::bit_cast<float>(example(classes.front())));
  if (undefined && decision.set.anything()) return true;
  // A power that is no integer.
  const auto is_fraction = [](std::size_t one) {
    return one % kExamples.size() == kDenormal || one % kExamples.size() == kBelowOne;
  };
  if (is_power(ruling.operation) && is_fraction(classes[1]) && classes[0] >= kExamples.size() &&
      decision.set.anything())
    return true;
  const bool by_sign = info(ruling.operation).family == OperationFamily::rounding && ruling.operation != Operation::frc;
  for (const std::size_t one : classes) {
    const bool must_flush = ruling.policies.operands == Denormals::flush;
    if (one % kExamples.size() == kDenormal && !must_flush && !by_sign) return false;
  }
  const bool finite = std::ranges::any_of(classes, [](std::size_t one) { return !is_special(one); });
  if (!finite) return true;
  if (classes.size() == 1) return undefined;
  // Powers of -0 and -infinity depend on whether the exponent is odd.
  if (is_power(ruling.operation) && classes[0] >= kExamples.size() && is_special(classes[0])) return false;
  const bool special = std::ranges::any_of(classes, is_special);
  return special && (kind == ResultKind::nan || kind == ResultKind::infinity || kind == ResultKind::zero);
}

constexpr std::size_t kMostResults = 32;

}  // namespace

std::size_t OperandClasses::class_of(std::uint32_t bits) {
  const std::uint32_t size = bits & ~kSign;
  const std::size_t kind = size == 0           ? kZero
                           : size < kMinNormal ? kDenormal
                           : size == kInfinity ? kInfinite
                           : size > kInfinity  ? kNan
                           : size == kOne      ? kUnit
                           : size < kOne       ? kBelowOne
                                               : kAboveOne;
  return (bits & kSign) != 0 ? kind + kExamples.size() : kind;
}

OperandClasses::OperandClasses(const Ruling& ruling) : arity_(static_cast<std::size_t>(info(ruling.operation).arity)) {
  const OperationFamily family = info(ruling.operation).family;
  const bool binary32 = ruling.format->format == Format::binary32 && ruling.result_format->format == Format::binary32;
  const bool one = arity_ == 1 && (family == OperationFamily::arithmetic || family == OperationFamily::function ||
                                   family == OperationFamily::rounding);
  const bool two = is_basic(ruling.operation) || is_power(ruling.operation) || ruling.operation == Operation::atan2 ||
                   ruling.operation == Operation::fmod;
  const bool three = ruling.operation == Operation::fma;
  if (!binary32 || !(one || two || three) || !ruling.rules.requirements.empty()) return;
  std::size_t tuples = 1;
  for (std::size_t k = 0; k < arity_; ++k) tuples *= kClasses;
  permitted_.resize(tuples);
  for (std::size_t i = 0; i < tuples; ++i) {
    std::vector<std::size_t> classes;
    std::vector<Bits> operands;
    for (std::size_t left = i, k = 0; k < arity_; ++k, left /= kClasses) {
      classes.push_back(left % kClasses);
      operands.push_back(example(classes.back()));
    }
    if (arity_ > 2 && std::ranges::none_of(classes, is_special)) continue;
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
        permitted_[i].results.push_back({observed, distance_of(ruling, decision, observed)});
      }
    }
  }
}

const OperandClasses::Permitted& OperandClasses::of(const std::uint32_t* operands) const {
  std::size_t place = 0;
  for (std::size_t k = arity_; k-- > 0;) place = place * kClasses + class_of(operands[k]);
  return permitted_[place];
}

Quick::Answer OperandClasses::answer(const std::uint32_t* operands, std::uint32_t observed, Distance& distance) const {
  if (permitted_.empty()) return Quick::Answer::undecided;
  const Permitted& permitted = of(operands);
  distance = {};
  if (permitted.anything) return Quick::Answer::unconstrained;
  if ((observed & ~kSign) > kInfinity) return permitted.any_nan ? Quick::Answer::pass : Quick::Answer::undecided;
  const auto found = std::ranges::find(permitted.results, observed, &Passes::observed);
  if (found == permitted.results.end()) return Quick::Answer::undecided;
  distance = found->distance;
  return Quick::Answer::pass;
}

bool OperandClasses::permits_nan(std::uint32_t x) const {
  return all_with(x, [](const Permitted& permitted) { return permitted.any_nan; });
}

bool OperandClasses::permits_anything(std::uint32_t x) const {
  return all_with(x, [](const Permitted& permitted) { return permitted.anything; });
}

bool OperandClasses::all_with(std::uint32_t x, bool (*holds)(const Permitted&)) const {
  if (permitted_.empty()) return false;
  for (std::size_t i = class_of(x); i < permitted_.size(); i += kClasses) {
    if (!holds(permitted_[i])) return false;
  }
  return true;
}

}  // namespace halfulp::judge
