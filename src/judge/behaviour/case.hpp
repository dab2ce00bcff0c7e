// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <array>
#include <optional>
#include <span>
#include <utility>

#include "exact/rounding_position.hpp"
#include "judge/definition/permitted.hpp"
#include "number/as_double.hpp"
#include "number/layout.hpp"

namespace halfulp::judge::behaviour {

using exact::rounding_position;
using exact::RoundingPosition;
using exact::RoundTo;
using number::Layout;
using Operands = std::array<Bits, kMaxArity>;

/// Whether a ruling permits the result, by something that constrains it. Of four operands and more the orders of
/// summing products, for every choice of denormals, take too long to be tried for each failure: false.
[[nodiscard]] inline bool constrains_and_permits(const Ruling& ruling, std::span<const Bits> operands, Bits observed) {
  constexpr std::size_t kMostOperands = 3;
  if (operands.size() > kMostOperands) return false;
  const ValueSet set = permitted(ruling, operands, ruling.policies).set;
  return !set.anything() && set.contains(observed);
}

/// The ruling with another treatment of denormals; nothing where that is its own.
class WithDenormals {
 public:
  WithDenormals(const Ruling& ruling, Denormals operands, Denormals results) {
    if (ruling.policies.operands == operands && ruling.policies.results == results) return;
    ruling_ = ruling;
    ruling_->policies.operands = operands;
    ruling_->policies.results = results;
  }
  [[nodiscard]] bool permits(std::span<const Bits> operands, Bits observed) const {
    return ruling_ && constrains_and_permits(*ruling_, operands, observed);
  }
  [[nodiscard]] bool exists() const { return ruling_.has_value(); }

 private:
  std::optional<Ruling> ruling_;
};

/// One operation under one rulebook, and what its behaviours are tried by.
struct Subject {
  explicit Subject(Ruling of)
      : asked(std::move(of)),
        operation(asked.operation),
        row(info(operation)),
        format(*asked.format),
        result(*asked.result_format),
        arity(static_cast<std::size_t>(row.arity)),
        floating_result(result.kind == FormatKind::floating),
        layout(result),
        keeps_operands(asked, Denormals::keep, asked.policies.results),
        keeps_results(asked, asked.policies.operands, Denormals::keep),
        keeps_both(asked, Denormals::keep, Denormals::keep),
        flushes_operands(asked, Denormals::flush, asked.policies.results),
        flushes_results(asked, asked.policies.operands, Denormals::flush),
        flushes_both(asked, Denormals::flush, Denormals::flush) {
    if (arity != 1 || operand_row(0).kind != FormatKind::floating) return;
    const ValueSet set = permitted(asked, std::array{Bits{0}}, policies()).set;
    if (!set.anything()) of_plus_zero = set;
  }

  [[nodiscard]] const FormatInfo& operand_row(std::size_t i) const { return asked.operand_row(i); }
  [[nodiscard]] const Policies& policies() const { return asked.policies; }

  Ruling asked;
  Operation operation;
  const OperationInfo& row;
  const FormatInfo& format;
  const FormatInfo& result;
  std::size_t arity;
  bool floating_result;
  Layout layout;  ///< of a floating result
  WithDenormals keeps_operands;
  WithDenormals keeps_results;
  WithDenormals keeps_both;
  WithDenormals flushes_operands;
  WithDenormals flushes_results;
  WithDenormals flushes_both;
  std::optional<ValueSet> of_plus_zero;  ///< what +0 may give, of one operand
};

/// Whether rounding_position() is asked of the exact result, so that roundings of it are found: not of transcendental
/// functions, whose bounds are wider than any rounding.
inline bool is_located(Operation operation) {
  switch (operation) {
    case Operation::rsq:
    case Operation::exp2:
    case Operation::log2:
    case Operation::sin:
    case Operation::cos:
    case Operation::sincos_sin:
    case Operation::sincos_cos:
      return false;
    default:
      return info(operation).family != OperationFamily::function && info(operation).family != OperationFamily::texture;
  }
}

/// One failing case.
class Case {
 public:
  Case(const Subject& of, std::span<const Bits> given, Bits result) : subject(of), operands(given), observed(result) {
    flushed_ = {};
    for (std::size_t i = 0; i < given.size(); ++i) {
      const FormatInfo& row = of.operand_row(i);
      flushed_[i] = given[i];
      if (row.kind != FormatKind::floating) continue;
      const Layout layout(row);
      denormal_operand = denormal_operand || layout.is_denormal(given[i]);
      nan_operand = nan_operand || layout.is_nan(given[i]);
      infinite_operand = infinite_operand || layout.is_infinite(given[i]);
      flushed_[i] = layout.flushed(given[i]);
    }
    if (!of.floating_result) return;
    denormal_result = of.layout.is_denormal(result);
    nan_result = of.layout.is_nan(result);
    zero_result = of.layout.is_zero(result);
  }

  /// The operands as the rulebook has them treated: each way.
  template <typename Use>
  [[nodiscard]] bool any_treatment(Use use) const {
    const Denormals treated = subject.policies().operands;
    const bool may_keep = !denormal_operand || treated == Denormals::keep || treated == Denormals::may_flush;
    if (may_keep && use(operands)) return true;
    return denormal_operand && treated != Denormals::keep && use(flushed());
  }

  /// Whether a rounded result is the observed one, after the rulebook's treatment of denormal results.
  [[nodiscard]] bool is(Bits predicted) const {
    if (!subject.floating_result) return predicted == observed;
    if (subject.layout.is_nan(predicted)) return nan_result;
    const Denormals treated = subject.policies().results;
    if (!subject.layout.is_denormal(predicted)) return predicted == observed;
    if (treated == Denormals::keep || treated == Denormals::may_flush) {
      if (predicted == observed) return true;
    }
    return treated != Denormals::keep && subject.layout.flushed(predicted) == observed;
  }

  /// Whether the observed result is the nearest to a number, ties to even. `number`: as rounding_position() takes it.
  [[nodiscard]] bool is_nearest(double number) const {
    return is(exact::round(subject.result, rounding_position(subject.result, number), RoundTo::nearest_even));
  }

  /// Whether the exact result in that rounding is the observed one.
  [[nodiscard]] bool is_rounded(RoundTo to) const {
    return is_located(subject.operation) && any_treatment([&](std::span<const Bits> taken) {
             return is(exact::round(subject.result, position(taken), to));
           });
  }

  /// The exact result of the operands as given, or flushed.
  [[nodiscard]] const RoundingPosition& position(std::span<const Bits> taken) const {
    std::optional<RoundingPosition>& known = taken.data() == flushed_.data() ? position_of_flushed_ : position_;
    if (!known) known = rounding_position(subject.operation, subject.format.format, taken);
    return *known;
  }

  /// An intermediate result: rounded to nearest, its denormals flushed or not.
  [[nodiscard]] static Bits step(Operation operation, Format format, std::span<const Bits> taken, bool flushes) {
    const FormatInfo& row = info(info(operation).result(format));
    const Bits bits = exact::round(row, rounding_position(operation, format, taken), RoundTo::nearest_even);
    return flushes && row.kind == FormatKind::floating ? Layout(row).flushed(bits) : bits;
  }
  /// The same, denormals treated as the rulebook treats results.
  [[nodiscard]] Bits step(Operation operation, Format format, std::span<const Bits> taken) const {
    return step(operation, format, taken, subject.policies().results == Denormals::flush);
  }
  [[nodiscard]] Bits step(Operation operation, std::initializer_list<Bits> taken) const {
    return step(operation, subject.format.format, {taken.begin(), taken.size()});
  }

  /// Whether it passes where denormal results are kept: asked for twice.
  [[nodiscard]] bool keeps_results() const;

  [[nodiscard]] std::span<const Bits> flushed() const { return std::span(flushed_).first(operands.size()); }
  [[nodiscard]] double x(std::size_t i) const { return number::as_double(subject.operand_row(i), operands[i]); }

  const Subject& subject;
  std::span<const Bits> operands;
  Bits observed;
  bool denormal_operand = false;
  bool nan_operand = false;
  bool infinite_operand = false;
  bool denormal_result = false;
  bool nan_result = false;
  bool zero_result = false;

 private:
  Operands flushed_;
  mutable std::optional<bool> keeps_results_;
  mutable std::optional<RoundingPosition> position_;
  mutable std::optional<RoundingPosition> position_of_flushed_;
};

}  // namespace halfulp::judge::behaviour
