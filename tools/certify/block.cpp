// SPDX-License-Identifier: Apache-2.0
#include "certify/block.hpp"

#include <bit>
#include <cmath>
#include <limits>

namespace halfulp::certify {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

/// MPFR's numbers for one comparison after the other.
class Comparison {
 public:
  explicit Comparison(const Function& function) : function_(function) {
    mpfr_init2(operand_, 24);
    mpfr_inits2(64, exact_, difference_, static_cast<mpfr_ptr>(nullptr));
  }
  ~Comparison() { mpfr_clears(operand_, exact_, difference_, static_cast<mpfr_ptr>(nullptr)); }
  Comparison(const Comparison&) = delete;
  Comparison& operator=(const Comparison&) = delete;

  /// |approximation - exact| / |exact|, relative error at most 2^-50.
  double relative_error(double x, double approximation) {
    mpfr_set_d(operand_, x, MPFR_RNDN);
    function_.exact(exact_, operand_, MPFR_RNDN);
    if (mpfr_inf_p(exact_) != 0) return std::isinf(approximation) ? 0 : kInfinity;  // poles, of either sign
    if (mpfr_zero_p(exact_) != 0) return approximation == 0 ? 0 : kInfinity;
    if (!std::isfinite(approximation)) return kInfinity;
    mpfr_d_sub(difference_, approximation, exact_, MPFR_RNDN);
    return std::fabs(mpfr_get_d(difference_, MPFR_RNDN) / mpfr_get_d(exact_, MPFR_RNDN));
  }

 private:
  const Function& function_;
  mpfr_t operand_;
  mpfr_t exact_;
  mpfr_t difference_;
};

/// Whether f(-x) follows from f(x) as it is asked, zeros and poles of either sign apart.
bool is_mirrored(Symmetry symmetry, double result, double other) {
  if (result == 0 || std::isinf(result)) return std::fabs(result) == std::fabs(other);
  return result == (symmetry == Symmetry::odd ? -other : other);
}

}  // namespace

Found certify(const Function& function, Reference reference, std::uint32_t first, std::uint32_t step) {
  constexpr std::uint32_t kSign = 0x80000000;
  Comparison comparison(function);
  Found found;
  found.mirrored = function.symmetry != Symmetry::none && (first & kSign) != 0;
  for (std::uint32_t i = 0; i < kBlock; i += step) {
    const double x = std::bit_cast<float>(first + i);
    if (!function.takes(x)) continue;
    ++found.compared;
    const double result = reference(function.operation, x);
    double error = 0;
    if (found.mirrored) {
      error = is_mirrored(function.symmetry, result, reference(function.operation, -x)) ? 0 : kInfinity;
    } else {
      error = comparison.relative_error(x, result);
    }
    if (error > found.worst) {
      found.worst = error;
      found.witness = first + i;
    }
  }
  return found;
}

}  // namespace halfulp::certify
