// SPDX-License-Identifier: Apache-2.0
// A device of the test's own: the host's double arithmetic and C library, rounded once, with flushes written out. It
// shares nothing with src/, so that broken devices, which are this one with one flaw, are judged by what is not their
// model.
#pragma once

#include <array>
#include <bit>
#include <cmath>
#include <span>

#include "halfulp/operation.hpp"

namespace halfulp::test {

inline constexpr Bits kSign = 0x80000000;
inline constexpr Bits kOne = 0x3f800000;
inline constexpr Bits kInfinity = 0x7f800000;
inline constexpr Bits kMax = 0x7f7fffff;
inline constexpr Bits kMinNormal = 0x00800000;
inline constexpr Bits kNan = 0x7fc00000;

inline float value(Bits bits) { return std::bit_cast<float>(static_cast<std::uint32_t>(bits)); }
inline Bits bits_of(float x) { return std::bit_cast<std::uint32_t>(x); }
inline bool is_nan(Bits bits) { return (bits & ~kSign) > kInfinity; }
inline bool is_zero(Bits bits) { return (bits & ~kSign) == 0; }
inline bool is_finite(Bits bits) { return (bits & ~kSign) < kInfinity; }
inline bool is_denormal(Bits bits) { return !is_zero(bits) && (bits & ~kSign) < kMinNormal; }
/// Finite, neither zero nor denormal.
inline bool is_normal(Bits bits) { return is_finite(bits) && (bits & ~kSign) >= kMinNormal; }

struct HonestDevice {
  bool flushes_operands = true;
  bool flushes_results = true;
  bool flushes_before_rounding = false;
  bool keeps_sign_of_flushed = true;

  [[nodiscard]] Bits flushed(Bits bits) const {
    if (!is_denormal(bits)) return bits;
    return keeps_sign_of_flushed ? bits & kSign : 0;
  }

  /// The exact result, or one that rounds to the same binary32 value.
  [[nodiscard]] static double real(Operation operation, std::span<const double> x) {
    switch (operation) {
      case Operation::add:
        return x[0] + x[1];
      case Operation::sub:
        return x[0] - x[1];
      case Operation::mul:
        return x[0] * x[1];
      case Operation::div:
        return x[0] / x[1];
      case Operation::reciprocal:
      case Operation::rcp:
        return 1 / x[0];
      case Operation::rsq:
        return 1 / std::sqrt(x[0]);
      case Operation::sqrt:
        return std::sqrt(x[0]);
      case Operation::exp2:
        return std::exp2(x[0]);
      case Operation::log2:
        return std::log2(x[0]);
      case Operation::sin:
        return std::sin(x[0]);
      case Operation::cos:
        return std::cos(x[0]);
      case Operation::frc:
        return std::isinf(x[0]) ? NAN : std::fmin(x[0] - std::floor(x[0]), 0x1.fffffep-1) + 0.0;
      case Operation::round_ne:
        return std::nearbyint(x[0]);
      case Operation::round_ni:
        return std::floor(x[0]);
      case Operation::round_pi:
        return std::ceil(x[0]);
      case Operation::round_z:
        return std::trunc(x[0]);
      case Operation::mad:
        return x[0] * x[1] + x[2];
      case Operation::dp2:
        return x[0] * x[2] + x[1] * x[3];
      case Operation::dp3:
        return x[0] * x[3] + x[1] * x[4] + x[2] * x[5];
      default:
        return x[0] * x[4] + x[1] * x[5] + x[2] * x[6] + x[3] * x[7];  // dp4
    }
  }

  [[nodiscard]] Bits operator()(Operation operation, std::span<const Bits> operands) const {
    const OperationInfo& row = info(operation);
    switch (row.family) {
      case OperationFamily::movement:
        return operation != Operation::movc ? operands[0] : operands[0] != 0 ? operands[1] : operands[2];
      case OperationFamily::modifier:
        if (operation == Operation::abs) return operands[0] & ~kSign;
        if (operation == Operation::neg) return operands[0] ^ kSign;
        if (is_nan(operands[0]) || (operands[0] & kSign) != 0) return 0;
        return operands[0] > kOne ? kOne : operands[0];
      case OperationFamily::selection:
        return selected(operation == Operation::min, operands[0], operands[1]);
      case OperationFamily::comparison:
        return compared(operation, operands[0], operands[1]) ? 0xffffffff : 0;
      case OperationFamily::conversion:
        return converted(operation, operands[0]);
      default:
        break;
    }
    std::array<double, kMaxArity> x{};
    for (std::size_t i = 0; i < operands.size(); ++i) {
      x[i] = static_cast<double>(value(flushes_operands ? flushed(operands[i]) : operands[i]));
    }
    if (operation == Operation::frc && is_nan(operands[0])) return kNan;  // fmin would drop it
    const double exact = real(operation, {x.data(), operands.size()});
    const bool below = exact != 0 && std::fabs(exact) < 0x1p-126;
    if (flushes_results && flushes_before_rounding && below)
      return flushed(bits_of(std::copysign(0x1p-149F, static_cast<float>(exact))));
    const Bits rounded = bits_of(static_cast<float>(exact));
    // A result that underflows past the denormals is a flushed one as well.
    if (below && is_zero(rounded)) return flushed(rounded | 1);
    return flushes_results ? flushed(rounded) : rounded;
  }

 private:
  [[nodiscard]] static Bits selected(bool smaller, Bits x, Bits y) {
    if (is_nan(x)) return y;
    if (is_nan(y)) return x;
    const auto rank = [](Bits bits) {
      const Bits compared = is_denormal(bits) ? bits & kSign : bits;
      const auto magnitude = static_cast<std::int64_t>(compared & ~kSign);
      return (compared & kSign) != 0 ? -1 - magnitude : magnitude;
    };
    return (rank(x) <= rank(y)) == smaller ? x : y;
  }

  [[nodiscard]] bool compared(Operation operation, Bits x, Bits y) const {
    const float a = value(flushes_operands ? flushed(x) : x);
    const float b = value(flushes_operands ? flushed(y) : y);
    switch (operation) {
      case Operation::eq:
        return a == b;
      case Operation::ne:
        return a != b;
      case Operation::lt:
        return a < b;
      case Operation::le:
        return a <= b;
      case Operation::gt:
        return a > b;
      default:
        return a >= b;
    }
  }

  [[nodiscard]] static Bits converted(Operation operation, Bits x) {
    if (operation == Operation::itof) return bits_of(static_cast<float>(static_cast<std::int32_t>(x)));
    if (operation == Operation::utof) return bits_of(static_cast<float>(static_cast<std::uint32_t>(x)));
    if (is_nan(x)) return 0;
    const double low = operation == Operation::ftoi ? -2147483648.0 : 0.0;
    const double high = operation == Operation::ftoi ? 2147483647.0 : 4294967295.0;
    const double clamped = std::fmin(std::fmax(static_cast<double>(value(x)), low), high);
    return static_cast<std::uint32_t>(static_cast<std::int64_t>(clamped));
  }
};

}  // namespace halfulp::test
