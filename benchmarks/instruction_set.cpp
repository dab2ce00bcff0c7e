// SPDX-License-Identifier: Apache-2.0
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "instruction_set.cpp"
#include "number/vector_targets.hpp"
// These first: they compile this file once for each target.
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "parts.hpp"

HWY_BEFORE_NAMESPACE();
namespace halfulp::benchmarks::HWY_NAMESPACE {
const char* target_name() { return hwy::TargetName(HWY_TARGET); }
}  // namespace halfulp::benchmarks::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace halfulp::benchmarks {
HWY_EXPORT(target_name);
std::string instruction_set() { return HWY_DYNAMIC_DISPATCH(target_name)(); }
}  // namespace halfulp::benchmarks
#endif
