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

/// Numbers that are spread evenly [Steele, Lea, Flood 2014, SplitMix].
class Spread {
 public:
  explicit Spread(std::uint32_t seed) : state_(seed) {}
  std::uint64_t bits() {
    std::uint64_t z = state_ += 0x9e3779b97f4a7c15;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9;
    z = (z ^ z >> 27) * 0x94d049bb133111eb;
    return z ^ z >> 31;
  }
  double from(double least, double most) {
    return least + (most - least) * static_cast<double>(bits() >> 11) * 0x1p-53;
  }
  double sign() { return bits() % 2 == 0 ? 1 : -1; }

 private:
  std::uint64_t state_;
};

/// A second operand beside x.
float beside(Operation operation, double x, Spread& spread) {
  const std::uint64_t kind = spread.bits() % 4;
  if (kind == 0) return std::bit_cast<float>(static_cast<std::uint32_t>(spread.bits()));
  if (operation == Operation::atan2) {
    // Near eighths too, where the reference begins with another angle.
    const double ratio = kind == 1 ? std::exp2(spread.from(-50, 50)) : spread.from(0, 16.5) / 8;
    return static_cast<float>(spread.sign() * (kind == 3 ? x / ratio : x * ratio));
  }
  double exponent = spread.from(-150, 150);
  if (kind == 1) exponent = spread.sign() * std::exp2(spread.from(-60, 7));
  if (kind == 2) exponent = spread.sign() * spread.from(120, 150);
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
  Spread spread(first);
  for (std::uint32_t i = 0; i < count; ++i) {
    std::uint32_t place = static_cast<std::uint32_t>(spread.bits()) % kBlock;
    if (i % 8 == 0) place -= place % (kBlock >> 4);
    const double x = std::bit_cast<float>(first + place);
    const double y = beside(operation, x, spread);
    if (!std::isfinite(x) || x == 0 || !std::isfinite(y) || y == 0) continue;
    const double result = reference(operation, x, y);
    if (operation == Operation::pow && x < 0 && std::round(y) != y) {
      if (!std::isnan(result)) found = {.worst = kInfinity, .witness = first + place};
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
