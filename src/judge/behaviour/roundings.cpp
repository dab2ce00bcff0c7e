// SPDX-License-Identifier: Apache-2.0
#include <array>

#include "judge/behaviour/behaviours.hpp"

namespace halfulp::judge::behaviour {

bool nearest_even(const Case& c) { return c.is_rounded(RoundTo::nearest_even); }
bool ties_away(const Case& c) { return c.is_rounded(RoundTo::nearest_away); }
bool toward_zero(const Case& c) { return c.is_rounded(RoundTo::toward_zero); }
bool up(const Case& c) { return c.is_rounded(RoundTo::up); }
bool down(const Case& c) { return c.is_rounded(RoundTo::down); }

namespace {

/// The operation done in another format, operands rounded to it and its result brought back; denormals of that format
/// kept or flushed.
bool done_in(const Case& c, Format format, Operation there, Operation back) {
  const Format from = *info(there).only_format();
  const auto fits = [&](std::span<const Bits> taken, bool flushes) {
    Operands operands{};
    for (std::size_t i = 0; i < taken.size(); ++i) operands[i] = Case::step(there, from, taken.subspan(i, 1), flushes);
    const std::array result{Case::step(c.subject.operation, format, std::span(operands).first(taken.size()), flushes)};
    return c.is(exact::round(c.subject.result, rounding_position(back, format, result), RoundTo::nearest_even));
  };
  return c.any_treatment([&](std::span<const Bits> taken) { return fits(taken, false) || fits(taken, true); });
}

}  // namespace

bool through_binary32(const Case& c) {
  if (c.subject.operation == Operation::binary64_to_binary16) {
    return c.any_treatment([&](std::span<const Bits> taken) {
      const std::array middle{c.step(Operation::binary64_to_binary32, Format::binary64, taken)};
      const RoundingPosition position = rounding_position(Operation::binary32_to_binary16, Format::binary32, middle);
      return c.is(exact::round(c.subject.result, position, RoundTo::nearest_even));
    });
  }
  return done_in(c, Format::binary32, Operation::binary16_to_binary32, Operation::binary32_to_binary16);
}
bool through_binary64(const Case& c) {
  return c.any_treatment([&](std::span<const Bits> taken) {
    const auto x = [&](std::size_t i) { return number::as_double(c.subject.format, taken[i]); };
    return c.is_nearest(x(0) * x(1) + x(2));
  });
}
bool in_half_the_bits(const Case& c) {
  // A value of fewer bits has zeros at its end.
  constexpr Bits kMoreThanBinary16 = 0x1fff;
  constexpr Bits kMoreThanBinary32 = 0x1fffffff;
  const Bits end = c.subject.format.format == Format::binary32 ? kMoreThanBinary16 : kMoreThanBinary32;
  if ((c.observed & end) != 0 && !c.nan_result) return false;
  return c.subject.format.format == Format::binary32
             ? done_in(c, Format::binary16, Operation::binary32_to_binary16, Operation::binary16_to_binary32)
             : done_in(c, Format::binary32, Operation::binary64_to_binary32, Operation::binary32_to_binary64);
}

}  // namespace halfulp::judge::behaviour
