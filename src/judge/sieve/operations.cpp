// SPDX-License-Identifier: Apache-2.0
#include "judge/sieve/sieve.hpp"
#include "number/vector_targets.hpp"

// Compiled once per target.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "judge/sieve/operations.cpp"
#include <hwy/foreach_target.h>  // IWYU pragma: keep
//
#include <hwy/highway.h>

#if HWY_TARGET != HWY_SCALAR
#include "judge/sieve/arithmetic.hpp"
#include "judge/sieve/exact.hpp"
#include "judge/sieve/run.hpp"
#include "judge/sieve/sums.hpp"
#endif

HWY_BEFORE_NAMESPACE();
namespace halfulp::judge::HWY_NAMESPACE {

#if HWY_TARGET == HWY_SCALAR

Sieve::Function sieve_of_operation(Operation /*operation*/) { return nullptr; }  // Quick's function is as fast

#else

template <class Judge>
Sifted sift(const SieveRules& rules, const SieveCases& cases, std::size_t some, std::uint32_t* left,
            std::uint32_t* failed) {
  return Run<Judge>(rules, cases, left, failed).sift(some);
}

Sieve::Function sieve_of_operation(Operation operation) {
  using enum Operation;
  switch (operation) {
    case add:
      return sift<Arithmetic<Add, 2>>;
    case sub:
      return sift<Arithmetic<Sub, 2>>;
    case mul:
      return sift<Arithmetic<Mul, 2>>;
    case div:
      return sift<Arithmetic<Div, 2>>;
    case rcp:
    case reciprocal:
      return sift<Arithmetic<Reciprocal, 1>>;
    case sqrt:
      return sift<Arithmetic<SquareRoot, 1>>;
    case rsq:
      return sift<Arithmetic<ReciprocalSquareRoot, 1>>;
    case frc:
      return sift<Fractions>;
    case round_ne:
      return sift_in_floats<Exact<RoundEven>, 1>;
    case round_ni:
      return sift_in_floats<Exact<RoundDown>, 1>;
    case round_pi:
      return sift_in_floats<Exact<RoundUp>, 1>;
    case round_z:
      return sift_in_floats<Exact<RoundTowardZero>, 1>;
    case round:
      return sift_in_floats<Exact<RoundAway>, 1>;
    case modf_integer:
      return sift_in_floats<Exact<RoundTowardZero>, 1>;
    case modf_fraction:
      return sift_in_floats<Exact<PartBelowOne>, 1>;
    case frexp_fraction:
      return sift_in_floats<Exact<Significand>, 1>;
    case mad:
      return sift<SumOfProducts<2, 3, false>>;
    case fma:
      return sift<SumOfProducts<2, 3, true>>;
    case dp2:
      return sift<SumOfProducts<2, 4, false>>;
    case dp3:
      return sift<SumOfProducts<3, 6, false>>;
    case dp4:
      return sift<SumOfProducts<4, 8, false>>;
    case eq:
      return sift_in_floats<Comparison<eq>, 2>;
    case ne:
      return sift_in_floats<Comparison<ne>, 2>;
    case lt:
      return sift_in_floats<Comparison<lt>, 2>;
    case le:
      return sift_in_floats<Comparison<le>, 2>;
    case gt:
      return sift_in_floats<Comparison<gt>, 2>;
    case ge:
      return sift_in_floats<Comparison<ge>, 2>;
    case fmod:
      return sift_in_floats<Remainder, 2>;
    case min:
      return sift_in_floats<Selection<true>, 2>;
    case max:
      return sift_in_floats<Selection<false>, 2>;
    default:
      return nullptr;
  }
}

#endif

}  // namespace halfulp::judge::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace halfulp::judge {

HWY_EXPORT(sieve_of_operation);

Sieve::Function sieve_of_operation(Operation operation) { return HWY_DYNAMIC_DISPATCH(sieve_of_operation)(operation); }

}  // namespace halfulp::judge
#endif
