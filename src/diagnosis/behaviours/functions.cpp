// SPDX-License-Identifier: Apache-2.0
// Functions computed in other ways than to the accuracy that their format is asked for.
#include <cmath>
#include <limits>
#include <numbers>

#include "diagnosis/behaviours/behaviour.hpp"
#include "exact/enclosure.hpp"

namespace halfulp::diagnosis {
namespace {

using enum Operation;

/// Magnitudes from `least` on and below `end`, which infinity stands for too.
struct Magnitudes {
  double least;
  double end;
};

/// Those that become a value of the format when they are rounded toward zero, or to nearest. Of a tie either way.
Magnitudes rounded_to(const FormatInfo& row, Bits magnitude) {
  const Layout layout(row);
  const auto value = [&](Bits of) {  // of infinity the power of two that would follow
    const Bits normal = of - layout.min_normal();
    return of < layout.infinity() ? number::as_double(row, of) : 2 * number::as_double(row, normal);
  };
  const double least = magnitude == 0 ? 0 : (value(magnitude - 1) + value(magnitude)) / 2;
  const bool ends = magnitude < layout.max_finite();
  return {least, ends ? value(magnitude + 1) : std::numeric_limits<double>::infinity()};
}

bool has_binary32(const BehaviourSubject& s) { return s.in_binary32.has_value(); }
bool as_in_binary32(const BehaviourCase& c) {
  const BehaviourSubject& s = c.subject;
  const FormatInfo& wide = info(Format::binary32);
  Operands operands{};
  for (std::size_t i = 0; i < c.operands.size(); ++i) {
    operands[i] = BehaviourCase::step(binary16_to_binary32, Format::binary16, c.operands.subspan(i, 1), false);
  }
  const judge::ValueSet set =
      permitted(*s.in_binary32, std::span(operands).first(c.operands.size()), s.in_binary32->policies).set;
  if (set.anything()) return false;
  if (c.nan_result) return set.has_nan();
  const auto place = [&](double x) {
    return number::ordinal(wide, exact::round(wide, rounding_position(wide, x), RoundTo::nearest_even));
  };
  const Bits magnitude = s.layout.magnitude(c.observed);
  const Magnitudes from = rounded_to(s.result, magnitude);
  const std::int64_t first = place(from.least);
  const std::int64_t last = place(from.end) - (s.layout.is_infinite(magnitude) ? 0 : 1);
  return s.layout.is_negative(c.observed) ? set.meets(number::mirrored(last), number::mirrored(first))
                                          : set.meets(first, last);
}

bool is_sine_or_cosine(const BehaviourSubject& s) {
  return is<sin, cos, sincos_sin, sincos_cos>(s) && s.format.fraction_bits <= 23;
}
/// t = x / (2 pi) as a product in the operand's format; then the function of 2 pi t within 2^-20.
bool turns_in_format(const BehaviourCase& c) {
  constexpr double kWithin = 0x1p-20;
  const BehaviourSubject& s = c.subject;
  const Bits factor =
      exact::round(s.format, rounding_position(s.format, 0.5 * std::numbers::inv_pi), RoundTo::nearest_even);
  return !c.nan_result && c.any_treatment([&](Taken taken) {
    const Bits product = c.step(mul, {taken[0], factor});
    if (!Layout(s.format).is_finite(product)) return false;
    const double turns = number::as_double(s.format, product);
    const double angle = 2 * std::numbers::pi * (turns - std::trunc(turns));
    const Operation of = is<sin, sincos_sin>(s) ? sin : cos;
    const double value = angle == 0 ? (of == sin ? 0 : 1) : exact::nearest_double(of, angle);
    const Magnitudes from = rounded_to(s.result, s.layout.magnitude(c.observed));
    const double size = s.layout.is_negative(c.observed) ? -value : value;
    return size >= from.least - kWithin && size <= from.end + kWithin;
  });
}

bool is_dot_product(const BehaviourSubject& s) { return is<dp2, dp3, dp4>(s); }
/// x0 * y0, then fma with each further pair, from the first pair on or from the last; denormals kept or flushed.
bool contracted(const BehaviourCase& c) {
  const Format format = c.subject.format.format;
  const std::size_t terms = c.operands.size() / 2;
  const auto chain = [&](Taken taken, bool backwards, bool flushes) {
    Bits sum = 0;
    for (std::size_t i = 0; i < terms; ++i) {
      const std::size_t k = backwards ? terms - 1 - i : i;
      const std::array operands{taken[k], taken[terms + k], sum};
      sum = i == 0 ? BehaviourCase::step(mul, format, std::span(operands).first(2), flushes)
                   : BehaviourCase::step(Operation::fma, format, operands, flushes);
    }
    return sum;
  };
  const auto matches = [&](Bits sum) { return c.nan_result ? c.subject.layout.is_nan(sum) : sum == c.observed; };
  for (const bool backwards : {false, true}) {
    if (matches(chain(c.operands, backwards, false)) || matches(chain(c.flushed(), backwards, true))) return true;
  }
  return false;
}

constexpr auto kFunctionBehaviours = std::to_array<Behaviour>({
    {"as_in_binary32", "computes binary16 in binary32, as well as is asked there, and rounds the result", has_binary32,
     as_in_binary32},
    {"turns_in_format", "multiplies by 1 / (2 pi) in the operand's format before a sine or cosine", is_sine_or_cosine,
     turns_in_format},
    {"contracted", "contracts a dot product to fused steps", is_dot_product, contracted},
});

}  // namespace

std::span<const Behaviour> function_behaviours() { return kFunctionBehaviours; }

}  // namespace halfulp::diagnosis
