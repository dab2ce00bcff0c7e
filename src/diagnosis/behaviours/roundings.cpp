// SPDX-License-Identifier: Apache-2.0
// Other roundings of the result, or on the way to it.
#include "diagnosis/behaviours/behaviour.hpp"

namespace halfulp::diagnosis {
namespace {

using enum Operation;

template <RoundTo kTo>
bool rounds_to(const BehaviourCase& c) {
  return c.is_rounded(kTo);
}

/// Whether the observed result is computed in another format: the operands rounded to it and the result converted back,
/// denormals of that format kept or flushed. Integers are converted neither way.
bool done_in(const BehaviourCase& c, Format format, Operation there, Operation back) {
  const Format from = *info(there).only_format();
  const auto fits = [&](Taken taken, bool flushes) {
    Operands operands{};
    for (std::size_t i = 0; i < taken.size(); ++i) {
      const bool floats = c.subject.operand_row(i).kind == FormatKind::floating;
      operands[i] = floats ? BehaviourCase::step(there, from, taken.subspan(i, 1), flushes) : taken[i];
    }
    const std::span<const Bits> some = std::span(operands).first(taken.size());
    const std::array result{BehaviourCase::step(c.subject.operation, format, some, flushes)};
    if (!c.subject.floating_result) return c.is(result[0]);
    return c.is(exact::round(c.subject.result, rounding_position(back, format, result), RoundTo::nearest_even));
  };
  return c.any_treatment([&](Taken taken) { return fits(taken, false) || fits(taken, true); });
}

bool is_in_every_format(const BehaviourSubject& s, Format format) {
  return rounds(s) && !s.row.only_format() && s.format.format == format;
}

bool can_pass_binary32(const BehaviourSubject& s) {
  return s.result.format == Format::binary16 &&
         (is<binary64_to_binary16>(s) || is_in_every_format(s, Format::binary16));
}
bool through_binary32(const BehaviourCase& c) {
  if (!is<binary64_to_binary16>(c.subject)) {
    return done_in(c, Format::binary32, binary16_to_binary32, binary32_to_binary16);
  }
  const bool flushes = c.subject.result_denormals() == Denormals::flush;
  return c.any_treatment([&](Taken taken) {
    const std::array middle{BehaviourCase::step(binary64_to_binary32, Format::binary64, taken, flushes)};
    const RoundingPosition position = rounding_position(binary32_to_binary16, Format::binary32, middle);
    return c.is(exact::round(c.subject.result, position, RoundTo::nearest_even));
  });
}

bool can_pass_binary64(const BehaviourSubject& s) { return is<mad, fma>(s) && s.format.format == Format::binary32; }
bool through_binary64(const BehaviourCase& c) {
  return c.any_treatment([&](Taken taken) {
    const auto x = [&](std::size_t i) { return number::as_double(c.subject.format, taken[i]); };
    return c.is_nearest(x(0) * x(1) + x(2));
  });
}

bool can_be_narrow(const BehaviourSubject& s) {
  return (s.row.family == OperationFamily::arithmetic || is<mad, fma, ftoi, ftou, itof, utof>(s)) &&
         (is_in_every_format(s, Format::binary32) || is_in_every_format(s, Format::binary64));
}
bool in_half_the_bits(const BehaviourCase& c) {
  // A value of half the bits ends in zeros when it is widened.
  const bool is_binary32 = c.subject.format.format == Format::binary32;
  const Bits more = c.subject.floating_result ? (is_binary32 ? 0x1fff : 0x1fffffff) : 0;
  if ((c.observed & more) != 0 && !c.nan_result) return false;
  return is_binary32 ? done_in(c, Format::binary16, binary32_to_binary16, binary16_to_binary32)
                     : done_in(c, Format::binary32, binary64_to_binary32, binary32_to_binary64);
}

constexpr auto kBehaviours = std::to_array<Behaviour>({
    {"nearest_even", "rounds to nearest, ties to even", rounds, rounds_to<RoundTo::nearest_even>, "", true},
    {"toward_zero", "rounds toward zero", rounds, rounds_to<RoundTo::toward_zero>, "", true},
    {"ties_away", "rounds to nearest, ties away from zero", rounds, rounds_to<RoundTo::nearest_away>, "", true},
    {"up", "rounds up", rounds, rounds_to<RoundTo::up>, "", true},
    {"down", "rounds down", rounds, rounds_to<RoundTo::down>, "", true},
    {"through_binary32", "rounds twice: to binary32, then to binary16", can_pass_binary32, through_binary32},
    {"through_binary64", "rounds twice: to binary64, then to binary32", can_pass_binary64, through_binary64},
    {"in_half_the_bits", "computes in the format of half the bits", can_be_narrow, in_half_the_bits, "", true},
});

}  // namespace

std::span<const Behaviour> rounding_behaviours() { return kBehaviours; }

}  // namespace halfulp::diagnosis
