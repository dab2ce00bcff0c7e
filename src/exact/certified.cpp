// SPDX-License-Identifier: Apache-2.0
#include "exact/certified.hpp"

#include <hwy/highway.h>

#include <limits>

#include "exact/certified_lanes.hpp"

HWY_BEFORE_NAMESPACE();
namespace halfulp::exact {
namespace {

using namespace HWY_NAMESPACE;

/// A vector of one double.
using One = hn::VFromD<hn::CappedTag<double, 1>>;

double only(Lanes<One> lane) { return hn::GetLane(static_cast<One>(lane)); }

}  // namespace

double certified(Operation operation, double x) noexcept {
  using enum Operation;
  const Lanes<One> operand = x;
  switch (operation) {
    case exp2:
      return only(certified_exp2(operand));
    case exp:
      return only(certified_exp(operand));
    case exp10:
      return only(certified_exp10(operand));
    case log2:
      return only(certified_log2(operand));
    case log:
      return only(certified_log(operand));
    case log10:
      return only(certified_log10(operand));
    case sin:
    case sincos_sin:
      return only(certified_sin(operand));
    case cos:
    case sincos_cos:
      return only(certified_cos(operand));
    case tan:
      return only(certified_tan(operand));
    case sinpi:
      return only(certified_sinpi(operand));
    case cospi:
      return only(certified_cospi(operand));
    case tanpi:
      return only(certified_tanpi(operand));
    case asin:
      return only(certified_asin(operand));
    case acos:
      return only(certified_acos(operand));
    case atan:
      return only(certified_atan(operand));
    case sinh:
      return only(certified_sinh(operand));
    case cosh:
      return only(certified_cosh(operand));
    case tanh:
      return only(certified_tanh(operand));
    case asinh:
      return only(certified_asinh(operand));
    case acosh:
      return only(certified_acosh(operand));
    case atanh:
      return only(certified_atanh(operand));
    default:
      return std::numeric_limits<double>::quiet_NaN();
  }
}

double certified(Operation operation, double x, double y) noexcept {
  const bool is_angle = operation == Operation::atan2;
  return only(is_angle ? certified_atan2(Lanes<One>(x), Lanes<One>(y)) : certified_pow(Lanes<One>(x), Lanes<One>(y)));
}

}  // namespace halfulp::exact
HWY_AFTER_NAMESPACE();
