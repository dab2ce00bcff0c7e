// SPDX-License-Identifier: Apache-2.0
#include "diagnosis/behaviours/behaviour.hpp"

namespace halfulp::diagnosis {

BehaviourCase::BehaviourCase(const BehaviourSubject& of, std::span<const Bits> given, Bits result)
    : subject(of), operands(given), observed(result), zero_result(result == 0) {
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

bool BehaviourCase::passes_with(Denormals of_operands, Denormals of_results) const {
  if (!denormal_operand) of_operands = subject.operand_denormals();
  if (of_operands == subject.operand_denormals() && of_results == subject.result_denormals()) return false;
  const auto [known, is_new] = passes_with_.try_emplace({of_operands, of_results});
  if (is_new) known->second = subject.permits(operands, observed, of_operands, of_results);
  return known->second;
}

bool BehaviourCase::is(Bits predicted) const {
  if (subject.floating_result && subject.layout.is_nan(predicted)) return nan_result;
  if (!subject.floating_result || !subject.layout.is_denormal(predicted)) return predicted == observed;
  const Denormals treated = subject.result_denormals();
  if ((treated == Denormals::keep || treated == Denormals::may_flush) && predicted == observed) return true;
  return treated != Denormals::keep && subject.layout.flushed(predicted) == observed;
}

bool BehaviourCase::is_nearest(double number) const {
  return is(exact::round(subject.result, rounding_position(subject.result, number), RoundTo::nearest_even));
}

bool BehaviourCase::is_rounded(RoundTo to) const {
  return any_treatment([&](Taken taken) { return is(exact::round(subject.result, position(taken), to)); });
}

const RoundingPosition& BehaviourCase::position(Taken taken) const {
  std::optional<RoundingPosition>& known = taken.data() == flushed_.data() ? position_of_flushed_ : position_;
  if (!known) known = rounding_position(subject.operation, subject.format.format, taken);
  return *known;
}

Bits BehaviourCase::step(Operation operation, Format format, Taken taken, bool flushes) {
  const FormatInfo& row = info(info(operation).result(format));
  const Bits bits = exact::round(row, rounding_position(operation, format, taken), RoundTo::nearest_even);
  return flushes && row.kind == FormatKind::floating ? Layout(row).flushed(bits) : bits;
}

bool rounds(const BehaviourSubject& s) {
  using enum Operation;
  return s.row.family != OperationFamily::function && s.row.family != OperationFamily::texture &&
         !is<rsq, exp2, log2, sin, cos, sincos_sin, sincos_cos>(s);
}

}  // namespace halfulp::diagnosis
