// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <limits>

#include "exact/near_result.hpp"
#include "exact/real_domain.hpp"
#include "judge/quick/quick.hpp"
#include "number/as_double.hpp"
#include "number/binade.hpp"
#include "number/layout.hpp"
#include "number/strict_floating_point.hpp"
#include "number/sum_to_odd.hpp"

namespace halfulp::judge {
namespace {

using Answer = Quick::Answer;
using exact::Near;
using exact::near_result;
using exact::round;
using exact::Rounded;
using number::as_double;
using number::Layout;
using number::two_sum;
using number::TwoSum;

constexpr int kBinary64Bits = 53;

/// Whether a NaN among the operands explains a NaN.
bool explains_nan(const Quick& quick, const Bits* operands, Bits observed) {
  if (!quick.gives_nan() || !Layout(quick.result_format()).is_nan(observed)) return false;
  const OperationInfo& row = info(quick.operation());
  for (int i = 0; i < row.arity; ++i) {
    const FormatInfo& format = info(row.operand_format(i, quick.format().format));
    if (format.kind == FormatKind::floating && Layout(format).is_nan(operands[i])) return true;
  }
  return false;
}

/// Reads the operands; false unless all are finite. Where one rounding has to explain a result, a denormal that may be
/// flushed lets another explain it too: those are left out but where `takes_denormals`.
bool read_finite(const Quick& quick, const Bits* operands, std::array<double, kMaxArity>& values,
                 bool takes_denormals = false) {
  const OperationInfo& row = info(quick.operation());
  for (int i = 0; i < row.arity; ++i) {
    const auto at = static_cast<std::size_t>(i);
    const FormatInfo& format = info(row.operand_format(i, quick.format().format));
    if (format.kind == FormatKind::floating) {
      const Layout layout(format);
      if (!layout.is_finite(operands[at])) return false;
      const bool leaves = quick.leaves_denormals_open() || (quick.rounds_either_way() && !takes_denormals);
      if (leaves && layout.is_denormal(operands[at])) return false;
    }
    values[at] = as_double(format, operands[at]);
  }
  return true;
}

/// Those that are not zero either.
bool read(const Quick& quick, const Bits* operands, std::array<double, kMaxArity>& values,
          bool takes_denormals = false) {
  if (!read_finite(quick, operands, values, takes_denormals)) return false;
  const auto arity = static_cast<std::size_t>(info(quick.operation()).arity);
  for (std::size_t i = 0; i < arity; ++i) {
    if (values[i] == 0) return false;
  }
  return true;
}

/// The correctly rounded result passes; whatever else is observed stays undecided.
Answer compare(const Quick& quick, const Rounded& rounded, Bits observed, Distance& distance) {
  if (observed != rounded.bits) return Answer::undecided;
  const Layout layout(quick.result_format());
  const Bits magnitude = layout.magnitude(observed);
  const bool top_binade = magnitude >= layout.infinity() - layout.min_normal();
  if (quick.infinity_undefined() && top_binade) return Answer::undecided;
  if (quick.is_range() && magnitude >= layout.one()) return Answer::undecided;
  if (quick.rounds_either_way() && rounded.away && magnitude == layout.min_normal()) return Answer::undecided;
  distance.ulp = rounded.error;
  return quick.rounds_either_way() && rounded.away ? Answer::pass_to_nearest : Answer::pass;
}

/// Whether a value is neither zero nor near the ends of the format's range.
bool is_plain(const FormatInfo& row, double x) {
  const double size = std::fabs(x);
  return size >= number::power_of_two(row.min_exponent() + 1) && size < number::power_of_two(row.max_exponent());
}

/// Whether finite operands are normal, and none that a table speaks of.
bool are_plain(const Quick& quick, const std::array<double, kMaxArity>& values) {
  const OperationInfo& row = info(quick.operation());
  for (int i = 0; i < row.arity; ++i) {
    const FormatInfo& format = info(row.operand_format(i, quick.format().format));
    const double size = std::fabs(values[static_cast<std::size_t>(i)]);
    if (format.kind == FormatKind::floating && size < number::power_of_two(format.min_exponent())) return false;
    if (quick.ones_in_table() && size == 1) return false;
  }
  return true;
}

/// Conversions have exact results; others may be rounded, or flushed, by their steps.
bool is_exact_conversion(const Quick& quick, const Near& exact) {
  return exact.slack == 0 && info(quick.operation()).family == OperationFamily::conversion;
}

/// Whether a result is none that any rounding gives of a size beyond the format's or, `is_tiny`, below a quarter
/// of its least value: zero, the least value or, where the least normal one is taken for what was flushed, that.
bool is_far(const FormatInfo& row, Bits observed, bool is_tiny) {
  const Layout layout(row);
  const Bits size = layout.magnitude(observed);
  if (!is_tiny) return size + 1 < layout.max_finite() || size > layout.infinity();
  const bool is_beside_normal = size + 1 >= layout.min_normal() && size <= layout.min_normal() + 1;
  return size > 1 && !is_beside_normal && size < layout.infinity();
}

/// What is said of a result that is not the rounded one.
Answer deny(const Quick& quick, const std::array<double, kMaxArity>& operands, const Near& exact,
            const Rounded& rounded, Bits observed, Distance& distance) {
  const FormatInfo& row = quick.result_format();
  const bool is_one_permitted = quick.permits_one() && !(rounded.tie && exact.slack == 0);
  if (observed == rounded.bits || !(is_one_permitted || quick.permits_roundings_alone())) return Answer::undecided;
  // At a power of two an ULP differs from side to side.
  const double size = std::fabs(exact.d);
  const double near = std::max(exact.slack, exact::kRounded);
  if (number::exponent_of(size * (1 - near)) != number::exponent_of(size * (1 + near))) return Answer::undecided;
  if (!Layout(row).is_finite(observed)) return Answer::undecided;
  const double seen = as_double(row, observed);
  if (!are_plain(quick, operands)) return Answer::undecided;
  // Some steps below the largest value, unless what comes near infinity is open.
  const double limit = number::power_of_two(row.max_exponent()) * (quick.infinity_undefined() ? 1 : 0x1.ep0);
  const bool converts = is_exact_conversion(quick, exact) && quick.permits_roundings_alone() && size < limit;
  const bool is_tiny = size < number::power_of_two(row.min_exponent() + 1);
  const bool is_told = converts && (!is_tiny || is_far(row, observed, true));
  if (!is_told && (!is_plain(row, seen) || !is_plain(row, exact.d))) return Answer::undecided;
  const int exponent = std::max(number::exponent_of(exact.d), row.min_exponent());
  const double ulp = std::fabs(seen - exact.d) * number::power_of_two(row.fraction_bits - exponent);
  constexpr double kNeighbours = 1 + 0x1p-20;  // are nearer
  if ((is_tiny || !is_one_permitted) && ulp < kNeighbours) return Answer::undecided;
  distance.ulp = ulp;
  return Answer::fails;
}

/// What is said of the result where the exact one, x, is beyond what the result's format holds.
Answer compare(const Quick& quick, const Quick::Alike& alike, double x, Bits observed, Distance& distance) {
  const FormatInfo& row = quick.result_format();
  const auto found = std::ranges::find(alike.results, observed, [](const auto& result) { return result.first; });
  const bool is_known = found != alike.results.end();
  const bool is_below_zero = alike.negative && !row.has_sign;  // which has a rule of its own
  const bool fails =
      !is_known && quick.permits_roundings_alone() && !is_below_zero && is_far(row, observed, alike.most < 1);
  if (!is_known && is_below_zero && quick.permits_roundings_alone() && quick.clamps_below_zero()) {
    // What is rounded to zero breaks no rule but that of the accuracy, and has no error.
    const double steps = std::ldexp(std::fabs(x), row.fraction_bits - row.min_exponent());
    if (steps >= 2) return Answer::breaks_below_zero;
    if (steps < 0.25) return Answer::fails;
  }
  if (!is_known && !fails) return Answer::forbidden;
  if (is_known && found->second == Rounding::toward_zero) return Answer::undecided;  // which is to be counted
  if (fails ? alike.most < 1 : alike.is_measured) {
    distance.ulp = std::ldexp(std::fabs(as_double(row, observed) - x), row.fraction_bits - row.min_exponent());
  }
  if (fails) return Answer::fails;
  return found->second == Rounding::nearest ? Answer::pass_to_nearest : Answer::pass;
}

/// Whether a sum, product or quotient is none of what flushed operands give: a zero, an infinity or the other operand.
bool is_unflushed(const Quick& quick, const Bits* operands, Bits observed) {
  if (!is_basic(quick.operation())) return false;
  const Layout layout(quick.result_format());
  const Bits size = layout.magnitude(observed);
  return size != 0 && size < layout.infinity() && size != layout.magnitude(operands[0]) &&
         size != layout.magnitude(operands[1]);
}

/// Whether a sum is one of its operands, the other being a denormal that may be flushed.
bool is_sum_without_denormal(const Quick& quick, const Bits* operands, Bits observed) {
  const bool subtracts = quick.operation() == Operation::sub;
  if ((!subtracts && quick.operation() != Operation::add) || !quick.may_flush_operands()) return false;
  const Layout layout(quick.result_format());
  const Bits second = subtracts ? operands[1] ^ layout.sign_mask() : operands[1];
  return (layout.is_denormal(operands[1]) && observed == operands[0]) ||
         (layout.is_denormal(operands[0]) && observed == second);
}

/// Whether truncation alone, which may be what is done, gives the result of a conversion.
bool is_truncated(const Quick& quick, const std::array<double, kMaxArity>& operands, const Near& exact,
                  const Rounded& nearest, Bits observed, Distance& distance) {
  const FormatInfo& row = quick.result_format();
  if (!quick.rounds_either_way() || !is_exact_conversion(quick, exact) || !nearest.away) return false;
  if (!is_plain(row, exact.d) || !are_plain(quick, operands)) return false;
  Rounded truncated;
  if (!round(row, exact, true, truncated) || observed != truncated.bits) return false;
  distance.ulp = truncated.error;
  return true;
}

/// Whether a denormal of another format, flushed or not, has no such result.
bool fails_beside_denormal(const Quick& quick, const Bits* operands, Bits observed, Distance& distance) {
  const FormatInfo& row = quick.result_format();
  const FormatInfo& from = quick.format();
  if (row.format == from.format || from.kind != FormatKind::floating) return false;
  const bool converts = info(quick.operation()).family == OperationFamily::conversion;
  if (!converts || from.min_exponent() >= row.min_exponent()) return false;
  const Layout layout(from);
  if (!layout.is_denormal(operands[0]) || (layout.is_negative(operands[0]) && !row.has_sign)) return false;
  if (!quick.permits_roundings_alone() || !is_far(row, observed, true)) return false;
  const double apart = std::fabs(as_double(row, observed) - as_double(from, operands[0]));
  distance.ulp = std::ldexp(apart, row.fraction_bits - row.min_exponent());
  return true;
}

/// Results of at most 24 bits.
Answer narrow(const Quick& quick, const Bits* operands, Bits observed, Distance& distance) {
  if (explains_nan(quick, operands, observed)) return Answer::pass;
  std::array<double, kMaxArity> values{};
  const bool is_flushed_sum = is_sum_without_denormal(quick, operands, observed);
  const bool takes_denormals = is_flushed_sum || is_unflushed(quick, operands, observed);
  if (fails_beside_denormal(quick, operands, observed, distance)) return Answer::fails;
  if (!read(quick, operands, values, takes_denormals)) return Answer::undecided;
  if (!exact::has_real_value(quick.operation(), values[0])) return Answer::undecided;
  if (!quick.is_constrained(values[0])) return Answer::undecided;
  const Near exact = near_result(quick.operation(), values);
  const double size = std::fabs(exact.d);
  const bool negative = exact.d < 0;
  for (const Quick::Alike& alike : quick.alike()) {
    if (negative != alike.negative || !(size > alike.least) || !(size < alike.most)) continue;
    if (!are_plain(quick, values)) return Answer::undecided;
    return compare(quick, alike, exact.d, observed, distance);
  }
  if (exact.d == 0 && exact.slack == 0) {
    const Layout layout(quick.result_format());
    const bool passes = layout.is_zero(observed) && are_plain(quick, values) &&
                        quick.permits_zero(values[0] < 0, layout.is_negative(observed));
    if (passes) distance = {.ulp = 0, .absolute = 0, .exact = 0};
    return passes ? Answer::pass : Answer::undecided;
  }
  Rounded rounded;
  if (!round(quick.result_format(), exact, quick.truncates(), rounded)) return Answer::undecided;
  const Answer answer = compare(quick, rounded, observed, distance);
  if (answer == Answer::pass_to_nearest && is_flushed_sum) return Answer::pass;  // however it is rounded
  if (answer == Answer::undecided && is_truncated(quick, values, exact, rounded, observed, distance)) {
    return Answer::pass_toward_zero;
  }
  return answer == Answer::undecided ? deny(quick, values, exact, rounded, observed, distance) : answer;
}

/// What one step of an exact result rounds to: a value, zero or infinity.
double stepped(const FormatInfo& row, double exact) {
  Rounded rounded;
  if (round(row, {exact, 0}, false, rounded)) return as_double(row, rounded.bits);
  if (!std::isfinite(exact)) return exact;
  const double limit = std::fabs(exact) < 1 ? 0 : std::numeric_limits<double>::infinity();
  return row.has_sign ? std::copysign(limit, exact) : limit;
}

/// Whether products summed forward or backward, each step rounded to nearest, give the observed value: an ordering of
/// the unfused expansion, so that it is permitted.
bool is_serial(const FormatInfo& row, const std::array<double, kMaxArity>& v, int arity, double observed) {
  const auto n = static_cast<std::size_t>(arity == 3 ? 2 : arity / 2);
  std::array<double, kMaxArity / 2> terms{};
  if (arity == 3) {
    terms[0] = stepped(row, v[0] * v[1]);
    terms[1] = v[2];
  } else {
    for (std::size_t i = 0; i < n; ++i) terms[i] = stepped(row, v[i] * v[i + n]);
  }
  double forward = terms[0];
  for (std::size_t i = 1; i < n; ++i) forward = stepped(row, forward + terms[i]);
  double backward = terms[n - 1];
  for (std::size_t i = n - 1; i-- > 0;) backward = stepped(row, backward + terms[i]);
  return observed == forward || observed == backward;
}

/// mad and dot products of at most 11 bits: the correctly rounded result, or a serial ordering's.
Answer narrow_fused(const Quick& quick, const Bits* operands, Bits observed, Distance& distance) {
  const FormatInfo& row = quick.result_format();
  const Layout layout(row);
  const int arity = info(quick.operation()).arity;
  if (explains_nan(quick, operands, observed)) return Answer::pass;
  std::array<double, kMaxArity> values{};
  if (!read_finite(quick, operands, values)) return Answer::undecided;
  const Near exact = near_result(quick.operation(), values);
  Rounded rounded;
  if (round(row, exact, false, rounded) && observed == rounded.bits) return compare(quick, rounded, observed, distance);
  if (layout.is_nan(observed) || layout.is_zero(observed)) return Answer::undecided;
  const double result = as_double(row, observed);
  if (!quick.tolerates() || !is_serial(row, values, arity, result)) return Answer::undecided;
  if (std::isinf(result)) return Answer::pass;
  const double d = exact.d;
  if (d == 0 || is_power_of_two(d) || std::fabs(d) >= number::power_of_two(row.max_exponent()))
    return Answer::undecided;
  const int exponent = std::max(number::exponent_of(d), row.min_exponent());
  distance.ulp = std::fabs(result - d) * number::power_of_two(row.fraction_bits - exponent);
  return Answer::pass;
}

/// x * y + z - fma(x, y, z), rounded once or twice [Boldo and Muller, ErrFma].
double error_of_fma(double x, double y, double z, double result) {
  const double product = x * y;
  const double low = std::fma(x, y, -product);
  const TwoSum a = two_sum(z, low);
  const TwoSum b = two_sum(product, a.total);
  return ((b.total - result) + b.error) + a.error;
}

/// binary64 arithmetic: the hardware's correctly rounded result, and the exact result less it, to 2^-50 relative.
bool binary64_result(Operation operation, const std::array<double, kMaxArity>& v, double& result, double& rest) {
  const double x = v[0];
  const double y = v[1];
  switch (operation) {
    case Operation::add:
      result = x + y;
      rest = two_sum(x, y).error;
      return true;
    case Operation::sub:
      result = x - y;
      rest = two_sum(x, -y).error;
      return true;
    case Operation::mul:
      result = x * y;
      rest = std::fma(x, y, -result);
      return true;
    case Operation::div:
      result = x / y;
      rest = std::fma(-result, y, x) / y;
      return std::fabs(x) > 0x1p-900;
    case Operation::rcp:
      result = 1 / x;
      rest = std::fma(-result, x, 1) / x;
      return true;
    case Operation::fma:
      result = std::fma(x, y, v[2]);
      rest = error_of_fma(x, y, v[2], result);
      return std::fabs(x * y) > 0x1p-900 && std::fabs(x * y) < 0x1p1000;
    default:  // conversions
      result = x;
      rest = 0;
      return true;
  }
}

/// Results in binary64, far from the ends of its range, so that every error above is a double.
Answer wide(const Quick& quick, const Bits* operands, Bits observed, Distance& distance) {
  if (explains_nan(quick, operands, observed)) return Answer::pass;
  std::array<double, kMaxArity> values{};
  if (!read(quick, operands, values)) return Answer::undecided;
  double result = 0;
  double rest = 0;
  if (!binary64_result(quick.operation(), values, result, rest)) return Answer::undecided;
  const bool converts = info(quick.operation()).family == OperationFamily::conversion;
  const double size = std::fabs(result);
  if (!converts && (!(size > 0x1p-900) || !(size < 0x1p1000))) return Answer::undecided;
  if (is_power_of_two(result) && rest != 0) return Answer::undecided;
  if (observed != std::bit_cast<Bits>(result)) return Answer::undecided;
  distance.ulp = converts ? 0 : std::fabs(std::ldexp(rest, kBinary64Bits - 1 - number::exponent_of(result)));
  return Answer::pass;
}

/// min, max and comparisons of finite operands that are not zero.
Answer selection(const Quick& quick, const Bits* operands, Bits observed, Distance& distance) {
  std::array<double, kMaxArity> values{};
  if (!read(quick, operands, values)) return Answer::undecided;
  const Layout layout(quick.format());
  const auto is_denormal = [&](Bits bits) { return layout.is_denormal(bits); };
  if (!quick.may_keep_denormals() && std::any_of(operands, operands + 2, is_denormal)) return Answer::undecided;
  const double x = values[0];
  const double y = values[1];
  const auto truth = [&](bool holds) { return holds == (observed == 0xffffffff) && (holds || observed == 0); };
  const auto selects = [&](bool first) {
    distance.ulp = 0;
    return observed == operands[first ? 0 : 1];
  };
  bool right = false;
  switch (quick.operation()) {
    case Operation::min:
      right = selects(x < y);
      break;
    case Operation::max:
      right = selects(x > y);
      break;
    case Operation::eq:
      right = truth(x == y);
      break;
    case Operation::ne:
      right = truth(x != y);
      break;
    case Operation::lt:
      right = truth(x < y);
      break;
    case Operation::le:
      right = truth(x <= y);
      break;
    case Operation::gt:
      right = truth(x > y);
      break;
    default:
      right = truth(x >= y);
      break;
  }
  return right ? Answer::pass : Answer::undecided;
}

/// Movement of all patterns; abs and neg of those that are no denormals.
Answer movement(const Quick& quick, const Bits* operands, Bits observed, Distance& /*distance*/) {
  const Layout layout(quick.result_format());
  const auto arity = static_cast<std::size_t>(info(quick.operation()).arity);
  const auto is_finite = [&](Bits bits) { return layout.is_finite(bits); };
  if (quick.leaves_specials_open() && !std::all_of(operands, operands + arity, is_finite)) return Answer::undecided;
  Bits expected = operands[0];
  const Operation operation = quick.operation();
  if (operation == Operation::movc) expected = operands[0] != 0 ? operands[1] : operands[2];
  if (operation == Operation::abs) expected &= ~layout.sign_mask();
  if (operation == Operation::neg) expected ^= layout.sign_mask();
  const bool changes_sign = operation == Operation::abs || operation == Operation::neg;
  if (changes_sign && layout.is_denormal(expected)) return Answer::undecided;
  return observed == expected ? Answer::pass : Answer::undecided;
}

/// sat of normal operands.
Answer saturation(const Quick& quick, const Bits* operands, Bits observed, Distance& distance) {
  const Layout layout(quick.result_format());
  const Bits magnitude = layout.magnitude(operands[0]);
  if (magnitude < layout.min_normal() || magnitude >= layout.infinity()) return Answer::undecided;
  Bits expected = std::min(magnitude, layout.one());
  if (layout.is_negative(operands[0])) expected = 0;
  if (observed != expected) return Answer::undecided;
  distance.ulp = 0;
  return Answer::pass;
}

/// To integers: of values in the integer's range.
Answer to_integer(const Quick& quick, const Bits* operands, Bits observed, Distance& /*distance*/) {
  std::array<double, kMaxArity> values{};
  if (!read(quick, operands, values)) return Answer::undecided;
  const double whole = std::trunc(values[0]);
  const bool in_range = quick.operation() == Operation::ftoi ? std::fabs(whole) < 0x1p31 : whole >= 0 && whole < 0x1p32;
  if (!in_range) return Answer::undecided;
  return observed == static_cast<std::uint32_t>(static_cast<std::int64_t>(whole)) ? Answer::pass : Answer::undecided;
}

bool is_conversion_between_formats(Operation operation) {
  return operation >= Operation::binary16_to_binary32 && operation <= Operation::ufloat10_to_ufloat11;
}

bool is_binary64_arithmetic(Operation operation) {
  switch (operation) {
    case Operation::add:
    case Operation::sub:
    case Operation::mul:
    case Operation::div:
    case Operation::rcp:
    case Operation::fma:
      return true;
    default:
      return false;
  }
}

}  // namespace

Quick::FormatFunction Quick::function_of(Operation operation, const FormatInfo& format, const FormatInfo& result) {
  const OperationFamily family = info(operation).family;
  if (is_conversion_between_formats(operation)) return result.format == Format::binary64 ? wide : narrow;
  if (operation == Operation::sat) return saturation;
  if (operation == Operation::fdim || operation == Operation::ldexp) {
    return result.format == Format::binary64 ? nullptr : narrow;
  }
  if (format.format == Format::binary32) return nullptr;
  switch (operation) {
    case Operation::ftoi:
    case Operation::ftou:
      return to_integer;
    case Operation::mov:
    case Operation::movc:
    case Operation::load:
    case Operation::store:
    case Operation::abs:
    case Operation::neg:
      return movement;
    case Operation::itof:
    case Operation::utof:
      return result.format == Format::binary64 ? wide : narrow;
    case Operation::mad:
    case Operation::dp2:
    case Operation::dp3:
    case Operation::dp4:
      return result.format == Format::binary64 ? nullptr : narrow_fused;
    case Operation::fmod:
    case Operation::modf_integer:
    case Operation::modf_fraction:
      return result.format == Format::binary64 ? nullptr : narrow;
    default:
      break;
  }
  switch (family) {
    case OperationFamily::selection:
    case OperationFamily::comparison:
      return selection;
    case OperationFamily::arithmetic:
    case OperationFamily::rounding:
    case OperationFamily::fused:
    case OperationFamily::function:
      if (result.format != Format::binary64) return narrow;
      return is_binary64_arithmetic(operation) ? wide : nullptr;
    default:
      return nullptr;
  }
}

}  // namespace halfulp::judge
