// SPDX-License-Identifier: Apache-2.0
#include "certify/block.hpp"

#include <bit>
#include <cmath>
#include <limits>

#include "certify/comparison.hpp"
#include "suite/random.hpp"

namespace halfulp::certify {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

/// Whether f(-x) follows from f(x) as it is asked, zeros and poles of either sign apart.
bool is_mirrored(Symmetry symmetry, double result, double other) {
  if (result == 0 || std::isinf(result)) return std::fabs(result) == std::fabs(other);
  return result == (symmetry == Symmetry::odd ? -other : other);
}

double between(double least, double most, suite::Random& random) {
  return least + (most - least) * static_cast<double>(random.bits(53)) * 0x1p-53;
}
double sign(suite::Random& random) { return random.next() % 2 == 0 ? 1 : -1; }

/// A second operand for x.
float second_operand(Operation operation, double x, suite::Random& random) {
  const std::uint64_t kind = random.next() % 4;
  if (kind == 0) return std::bit_cast<float>(static_cast<std::uint32_t>(random.next()));
  if (operation == Operation::atan2) {
    // Near eighths too, where the reference begins with another angle.
    const double ratio = kind == 1 ? std::exp2(between(-50, 50, random)) : between(0, 16.5, random) / 8;
    return static_cast<float>(sign(random) * (kind == 3 ? x / ratio : x * ratio));
  }
  double exponent = between(-150, 150, random);
  if (kind == 1) exponent = std::exp2(between(-60, 7, random));
  if (kind == 2) exponent = between(120, 150, random);
  if (kind != 3) exponent *= sign(random);
  const double y = exponent / std::log2(std::fabs(x));
  return static_cast<float>(x < 0 ? std::round(y) : y);
}

/// Whether a power is beyond this size, or below its inverse.
bool is_far(double size) { return size > 0x1p149 || size < 0x1p-149; }

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

Found certify_pairs(Operation operation, ReferenceOfTwo reference, std::uint32_t first, std::uint32_t count) {
  Comparison comparison;
  Found found;
  suite::Random random(first);
  for (std::uint32_t i = 0; i < count; ++i) {
    std::uint32_t place = static_cast<std::uint32_t>(random.next()) % kBlock;
    if (i % 8 == 0) place -= place % (kBlock >> 4);
    const double x = std::bit_cast<float>(first + place);
    const double y = second_operand(operation, x, random);
    if (!std::isfinite(x) || x == 0 || !std::isfinite(y) || y == 0) continue;
    const double result = reference(operation, x, y);
    if (operation == Operation::pow && x < 0 && std::round(y) != y) {
      if (std::isnan(result)) continue;
      found.worst = kInfinity;
      found.witness = first + place;
      found.second = std::bit_cast<std::uint32_t>(static_cast<float>(y));
      continue;
    }
    ++found.compared;
    double error = comparison.relative_error(operation, x, y, result);
    const double exact = comparison.exact();
    if (operation == Operation::pow && is_far(std::fabs(exact))) {
      const bool is_beyond = is_far(std::fabs(result)) && (std::fabs(result) > 1) == (std::fabs(exact) > 1);
      error = is_beyond && std::signbit(result) == std::signbit(exact) ? 0 : kInfinity;
    }
    if (error > found.worst) {
      found.worst = error;
      found.witness = first + place;
      found.second = std::bit_cast<std::uint32_t>(static_cast<float>(y));
    }
  }
  return found;
}

}  // namespace halfulp::certify
