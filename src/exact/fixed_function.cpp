// SPDX-License-Identifier: Apache-2.0
#include "exact/fixed_function.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "exact/operand.hpp"
#include "exact/pixel.hpp"
#include "exact/value.hpp"
#include "number/layout.hpp"

namespace halfulp::exact {
namespace {

/// An operand of any format, as arithmetic takes it.
Operand operand_of(const OperationInfo& row, std::span<const Bits> operands, std::size_t i) {
  const FormatInfo& format = info(*row.operand_formats[i]);
  if (format.kind == FormatKind::floating) return classify(format, operands[i]);
  return as_operand(real(value_of(format, operands[i])));
}

/// What a value of binary32 is clamped to before it is blended.
Rational entering(const FormatInfo& target, Bits bits) {
  const Operand x = classify(info(Format::binary32), bits);
  const Rational least = target.has_sign ? -1 : 0;
  if (x.nan) return 0;
  if (x.infinite) return x.negative ? least : Rational(1);
  return std::clamp(x.value, least, Rational(1));
}

/// The destination's value; of srgb8 within 2^-90.
Rational decoded(const FormatInfo& target, Bits code) {
  if (target.kind != FormatKind::srgb) return value_of(target, code);
  return srgb8_linear(Rational(number::ordinal(target, code))).nearby();
}

Result blended_code(const FormatInfo& target, std::span<const Bits> operands) {
  const Rational total = entering(target, operands[0]) * entering(target, operands[2]) +
                         decoded(target, operands[1]) * entering(target, operands[3]);
  const Rational value = std::clamp(total, Rational(target.has_sign ? -1 : 0), Rational(1));
  return real(target.kind == FormatKind::srgb ? srgb8_code(value) : Real(value * Rational(target.scale())));
}

Result texel(const Operand& coordinate) {
  if (coordinate.nan) return Result::nan();
  const FormatInfo& row = info(Format::sint32);
  const Rational least = number::least_code(row);
  const Rational most = number::most_code(row);
  if (coordinate.infinite) return real(coordinate.negative ? least : most);
  return real(std::clamp(coordinate.value, least, most));
}

}  // namespace

Result fixed_function(Operation operation, std::span<const Bits> operands) {
  const OperationInfo& row = info(operation);
  const FormatInfo& result = info(*row.result_format);
  const auto operand = [&](std::size_t i) { return operand_of(row, operands, i); };
  if (operation == Operation::texel_at) return texel(operand(0));
  if (row.arity == 3) {  // linear_*
    const Operand weight = operand(2);
    const Result rest = sum(std::array{Result::finite(Rational(1)), as_result(negated(weight))});
    return sum(std::array{product(operand(0), as_operand(rest)), product(operand(1), weight)});
  }
  if (result.kind != FormatKind::floating) return blended_code(result, operands);
  return sum(std::array{product(operand(0), operand(2)), product(operand(1), operand(3))});
}

}  // namespace halfulp::exact
