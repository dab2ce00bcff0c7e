// SPDX-License-Identifier: Apache-2.0
#include "exact/certified.hpp"

#include <hwy/highway.h>

#include "exact/certified_lanes.hpp"

HWY_BEFORE_NAMESPACE();
namespace halfulp::exact {
namespace {

using namespace HWY_NAMESPACE;

/// A vector of one double.
using One = hn::VFromD<hn::CappedTag<double, 1>>;

double only(Lanes<One> lane) { return hn::GetLane(static_cast<One>(lane)); }

}  // namespace

bool has_certified(Operation operation) noexcept {
  return with_reference<Lanes<One>>(
      operation, false, []<Operation, auto>() { return true; });
}

double certified(Operation operation, double x) noexcept {
  return only(HWY_NAMESPACE::certified(operation, Lanes<One>(x)));
}

double certified(Operation operation, double x, double y) noexcept {
  return only(HWY_NAMESPACE::certified(operation, Lanes<One>(x), Lanes<One>(y)));
}

}  // namespace halfulp::exact
HWY_AFTER_NAMESPACE();
