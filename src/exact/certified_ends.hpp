// SPDX-License-Identifier: Apache-2.0

// What the functions of certified_lanes.hpp are where their references do not hold: outside the domain, at poles, zeros
// and infinities, and beyond the range of every format of 32 bits. A part of files that Highway compiles once for each
// kind of CPU: included after hwy/highway.h, once for each.

#if defined(HALFULP_EXACT_CERTIFIED_ENDS) == defined(HWY_TARGET_TOGGLE)
#ifdef HALFULP_EXACT_CERTIFIED_ENDS
#undef HALFULP_EXACT_CERTIFIED_ENDS
#else
#define HALFULP_EXACT_CERTIFIED_ENDS
#endif

#include <hwy/highway.h>

#include <array>
#include <cmath>
#include <cstddef>
#include <limits>
#include <span>

#include "exact/certified_lanes.hpp"
#include "exact/result.hpp"
#include "number/layout.hpp"

HWY_BEFORE_NAMESPACE();
namespace halfulp::exact::HWY_NAMESPACE {

/// Operands where a function has no value: its exact result is NaN.
template <Operation kOperation, class Number>
HWY_INLINE typename Number::Mask is_outside_domain(Number x) {
  using O = Operation;
  if constexpr (kOperation == O::log || kOperation == O::log2 || kOperation == O::log10 || kOperation == O::powr) {
    return x < 0.0;
  } else if constexpr (kOperation == O::asin || kOperation == O::acos || kOperation == O::atanh) {
    return 1.0 < abs(x);
  } else if constexpr (kOperation == O::acosh) {
    return x < 1.0;
  } else {
    return hn::MaskFromVec(hn::Zero(typename Number::Tag()));
  }
}

/// From which size of its operand on a function overflows every format of 32 bits, or, an exponential function of a
/// negative one, is less than half of their least denormals. Infinity where there is no such size.
template <Operation kOperation>
constexpr double end_of_range() {
  using O = Operation;
  if (kOperation == O::exp || kOperation == O::sinh || kOperation == O::cosh) return 104;
  return kOperation == O::exp2 ? 160 : kOperation == O::exp10 ? 48 : HUGE_VAL;
}

/// Replaces what a reference gives at a pole by infinity, and beyond its range by a number that is as far beyond.
template <Operation kOperation, class Number>
HWY_INLINE Number beyond_range(Number x, Number result) {
  using O = Operation;
  const Number tiny = 0x1p-300;
  const Number huge = 0x1p300;
  if constexpr (end_of_range<kOperation>() < HUGE_VAL) {
    const Number beyond = kOperation == O::cosh   ? huge
                          : kOperation == O::sinh ? copysign(huge, x)
                                                  : select(x < 0.0, tiny, huge);
    return select(Number(end_of_range<kOperation>()) <= abs(x), beyond, result);
  }
  if constexpr (kOperation == O::pow || kOperation == O::powr) {
    return select(abs(result) <= 0x1.69p-151, copysign(tiny, result), result);
  }
  if constexpr (kOperation == O::atanh) return select(abs(x) == 1.0, copysign(HUGE_VAL, x), result);
  return result;
}

/// Operands for which a reference need not be computed.
template <Operation kOperation, class Number>
HWY_INLINE typename Number::Mask needs_no_reference(Number x) {
  const auto has_no_value = hn::Or(hn::Not(abs(x) <= HUGE_VAL), is_outside_domain<kOperation>(x));
  return hn::Or(has_no_value, Number(end_of_range<kOperation>()) <= abs(x));
}

/// The exact results of a function at -0, +0, -infinity and +infinity.
class AtSpecials {
 public:
  explicit AtSpecials(Operation operation) {
    const number::Layout layout(info(Format::binary32));
    const std::array operands = {layout.zero(true), layout.zero(), layout.infinity(true), layout.infinity()};
    for (std::size_t i = 0; i < operands.size(); ++i) {
      const Result result = exact_result(operation, Format::binary32, std::span(&operands[i], 1));
      using Kind = Result::Kind;
      values_[i] = result.kind == Kind::infinity ? std::copysign(HUGE_VAL, result.negative ? -1.0 : 1.0)
                   : result.kind == Kind::zero   ? (result.negative ? -0.0 : 0.0)
                   : result.kind == Kind::finite ? result.value.nearby().nearest_double()
                                                 : std::numeric_limits<double>::quiet_NaN();
    }
  }

  /// Replaces the results of zeros, infinities and NaN.
  template <class Number>
  [[nodiscard]] HWY_INLINE Number at(Number x, Number otherwise) const {
    const auto is_negative = copysign(1.0, x) < 0.0;
    const Number at_zero = select(is_negative, values_[0], Number(values_[1]));
    const Number at_infinity = select(is_negative, values_[2], Number(values_[3]));
    const Number known = select(x == 0.0, at_zero, otherwise);
    const Number nan = std::numeric_limits<double>::quiet_NaN();
    return select(abs(x) < HUGE_VAL, known, select(abs(x) == HUGE_VAL, at_infinity, nan));
  }

 private:
  std::array<double, 4> values_{};
};

}  // namespace halfulp::exact::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
