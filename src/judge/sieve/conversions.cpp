// SPDX-License-Identifier: Apache-2.0
#include "judge/sieve/sieve.hpp"
#include "number/vector_targets.hpp"

// Compiled once per target.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "judge/sieve/conversions.cpp"
#include <hwy/foreach_target.h>  // IWYU pragma: keep
//
#include <hwy/highway.h>

#if HWY_TARGET != HWY_SCALAR
#include "judge/sieve/codes.hpp"
#endif

HWY_BEFORE_NAMESPACE();
namespace halfulp::judge::HWY_NAMESPACE {

#if HWY_TARGET == HWY_SCALAR

Sieve::Function sieve_of_code(const SieveRules& /*rules*/) { return nullptr; }  // Quick's function is as fast

#else

Sieve::Function sieve_of_code(const SieveRules& rules) {
  return rules.code.is_on_curve ? sift_codes<Encoding<true>> : sift_codes<Encoding<false>>;
}

#endif

}  // namespace halfulp::judge::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace halfulp::judge {

HWY_EXPORT(sieve_of_code);

Sieve::Function sieve_of_code(const SieveRules& rules) { return HWY_DYNAMIC_DISPATCH(sieve_of_code)(rules); }

}  // namespace halfulp::judge
#endif
