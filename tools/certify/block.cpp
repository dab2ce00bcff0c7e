// SPDX-License-Identifier: Apache-2.0
#include "certify/block.hpp"

#include <bit>
#include <cmath>
#include <limits>

#include "certify/comparison.hpp"

namespace halfulp::certify {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

/// Whether f(-x) follows from f(x) as it is asked, zeros and poles of either sign apart.
bool is_mirrored(Symmetry symmetry, double result, double other) {
  if (result == 0 || std::isinf(result)) return std::fabs(result) == std::fabs(other);
  return result == (symmetry == Symmetry::odd ? -other : other);
}

}  // namespace

Found certify(const Function& function, Reference reference, std::uint32_t first, std::uint32_t step) {
  constexpr std::uint32_t kSign = 0x80000000;
  Comparison comparison;
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
      error = comparison.relative_error(function, x, result);
    }
    if (error > found.worst) {
      found.worst = error;
      found.witness = first + i;
    }
  }
  return found;
}

}  // namespace halfulp::certify
