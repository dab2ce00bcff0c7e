// SPDX-License-Identifier: Apache-2.0
#include "h100_device.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <map>
#include <numbers>

#include "number/as_double.hpp"
#include "number/lane.hpp"

namespace halfulp::test {
namespace {

using enum Operation;

double half(Bits bits) { return number::as_double(info(Format::binary16), bits); }

/// The binary16 value next to x: toward zero, or the nearest, ties to even.
Bits to_half(double x, bool nearest) {
  if (std::isnan(x)) return 0x7e00;
  const Bits sign = std::signbit(x) ? 0x8000 : 0;
  const double size = std::fabs(x);
  if (std::isinf(size)) return sign | 0x7c00;
  const int exponent = std::max(size == 0 ? -14 : std::ilogb(size), -14);
  const double steps = std::ldexp(size, 10 - exponent);
  const auto significand = static_cast<Bits>(nearest ? std::nearbyint(steps) : std::floor(steps));
  const Bits bits = (static_cast<Bits>(exponent + 14) << 10) + significand;
  return sign | std::min(bits, nearest ? Bits{0x7c00} : Bits{0x7bff});
}

/// x as an angle: its product with 1 / (2 pi), both of binary16, as a part of a turn.
double turned(Bits bits) {
  const Bits factor = to_half(0.5 * std::numbers::inv_pi, true);
  const double turns = half(to_half(half(bits) * half(factor), true));
  return 2 * std::numbers::pi * std::fmod(turns, 1);
}

Bits function(Operation operation, Bits x) {
  // Where the hardware's approximation falls on the other side of a value of binary16 than the exact result.
  static const std::map<std::pair<Operation, Bits>, Bits> kOff = {
      {{exp2, 0x8001}, 0x3c00}, {{log2, 0x3489}, 0xbf46}, {{log2, 0x3bed}, 0xa2e2}};
  const auto off = kOff.find({operation, x});
  if (off != kOff.end()) return off->second;
  const auto through_binary32 = [](double y) { return to_half(static_cast<double>(static_cast<float>(y)), false); };
  switch (operation) {
    case sqrt:
      return through_binary32(std::sqrt(half(x)));
    case rsq:
      return through_binary32(1 / std::sqrt(half(x)));
    case exp2:
      return half(x) >= 16 ? Bits{0x7c00} : through_binary32(std::exp2(half(x)));
    case log2:
      return to_half(std::log2(half(x)), true);
    case sin:
      return to_half(std::sin(turned(x)), false);
    default:
      return to_half(std::cos(turned(x)), false);
  }
}

Bits code(Operation operation, Bits x) {
  const int bits = operation == binary32_to_unorm5 ? 5 : 6;
  const double number = std::bit_cast<float>(static_cast<std::uint32_t>(x));
  const double clamped = number > 0 ? std::floor(std::min(number, 1.0) * 0x1p12) / 0x1p12 : 0;
  return static_cast<Bits>(std::floor(clamped * 255 + 0.5)) >> (8 - bits);
}
Bits of_code(int bits, Bits x) {
  const Bits repeated = x << (8 - bits) | x >> (2 * bits - 8);
  return std::bit_cast<std::uint32_t>(static_cast<float>(repeated) / 255.0F);
}

constexpr auto kFunctions = std::to_array<Operation>({sqrt, rsq, exp2, log2, sin, cos});
constexpr auto kAsHost = std::to_array<Operation>({add,
                                                   sub,
                                                   mul,
                                                   div,
                                                   reciprocal,
                                                   rcp,
                                                   frc,
                                                   round_ni,
                                                   round_pi,
                                                   dp2,
                                                   dp3,
                                                   dp4,
                                                   eq,
                                                   ne,
                                                   lt,
                                                   le,
                                                   gt,
                                                   ge,
                                                   binary32_to_binary16,
                                                   binary64_to_binary16});
constexpr auto kCodes =
    std::to_array<Operation>({binary32_to_unorm5, binary32_to_unorm6, unorm5_to_binary32, unorm6_to_binary32});

template <typename List>
bool has(const List& list, Operation operation) {
  return std::ranges::find(list, operation) != list.end();
}

Bits computed(Operation operation, Format format, bool constants, Bits x) {
  if (has(kFunctions, operation)) return function(operation, x);
  if (operation == unorm5_to_binary32) return of_code(5, x);
  if (operation == unorm6_to_binary32) return of_code(6, x);
  if (has(kCodes, operation)) return code(operation, x);
  const double number = number::as_double(info(format), x);
  if (std::isnan(number)) return 0x80000000;
  const double least = operation == ftoi ? -0x1p31 : 0;
  const double most = operation == ftoi ? 0x1p31 - 1 : 0x1p32 - 1;
  const bool fits = number > least - 1 && number < most + 1;
  constexpr Bits kMix = 0x9e3779b97f4a7c15;
  if (constants && !fits) return x * kMix >> 32;
  return static_cast<Bits>(static_cast<std::int64_t>(std::clamp(number, least, most))) & 0xffffffff;
}

}  // namespace

H100Device::H100Device() : host_(open_device("host", {})), description_(host_->description()) {
  description_.title = "NVIDIA H100, as measured";
  description_.facts = {{"float controls requested", "denormals flushed (32 bits); denormals preserved (16, 64 bits)"},
                        {"float controls in force", "denormals preserved (16 bits)"}};
}

std::vector<Operation> H100Device::operations() {
  std::vector<Operation> all = {ftoi, ftou};
  for (const auto& some : {std::span<const Operation>(kFunctions), std::span<const Operation>(kAsHost),
                           std::span<const Operation>(kCodes)}) {
    all.insert(all.end(), some.begin(), some.end());
  }
  return all;
}

std::vector<Variant> H100Device::variants(Operation operation, Format format) const {
  const bool to_integer = operation == ftoi || operation == ftou;
  const bool offered =
      (has(kFunctions, operation) && format == Format::binary16) ||
      (has(kAsHost, operation) && format == info(operation).only_format().value_or(Format::binary32)) ||
      has(kCodes, operation) || (to_integer && format == Format::binary64);
  if (!offered) return {};
  std::vector<Variant> variants(1);
  variants[0].instruction = "an instruction";
  variants[0].operands = "buffer";
  if (!to_integer) return variants;
  variants.push_back(variants[0]);
  variants[1].name = "constants";
  variants[1].operands = "specialization constants";
  variants[1].most_cases = 64;
  return variants;
}

void H100Device::compute(Operation operation, Format format, std::size_t variant, std::span<const ConstLane> operands,
                         Lane results) {
  if (has(kAsHost, operation)) return host_->compute(operation, format, 0, operands, results);
  const OperationInfo& row = info(operation);
  const auto bytes = [](Format of) { return static_cast<std::size_t>(info(of).bytes); };
  const std::size_t result_bytes = bytes(row.result(format));
  const std::size_t operand_bytes = bytes(row.operand_format(0, format));
  for (std::size_t i = 0; i < results.size() / result_bytes; ++i) {
    const Bits x = number::load(operands[0], static_cast<int>(operand_bytes), i);
    number::store(results, static_cast<int>(result_bytes), i, computed(operation, format, variant == 1, x));
  }
}

}  // namespace halfulp::test
