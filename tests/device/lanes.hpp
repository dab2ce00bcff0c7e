// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <cstring>
#include <random>
#include <span>
#include <vector>

#include "halfulp/device.hpp"

namespace halfulp::test {

using Words = std::vector<std::uint32_t>;

/// Computes 32-bit results on a device.
inline Words compute(Device& device, Operation operation, std::size_t variant, std::span<const Words> operands) {
  std::vector<ConstLane> lanes;
  for (const Words& lane : operands) lanes.push_back(std::as_bytes(std::span(lane)));
  Words results(operands.front().size(), 0xdeadbeef);
  device.compute(operation, Format::binary32, variant, lanes, std::as_writable_bytes(std::span(results)));
  return results;
}

inline Words compute(Device& device, Operation operation, const std::vector<Words>& operands) {
  return compute(device, operation, 0, operands);
}

/// The bytes of a lane's values.
template <class Value>
ConstLane lane(const std::vector<Value>& values) {
  return std::as_bytes(std::span(values));
}

/// Computes results of that type in any format, in the principal way.
template <class Result>
std::vector<Result> compute_in(Format format, Device& device, Operation operation, std::size_t cases,
                               const std::vector<ConstLane>& operands) {
  std::vector<Result> results(cases);
  device.compute(operation, format, 0, operands, std::as_writable_bytes(std::span(results)));
  return results;
}

/// A lane of values given as bits.
inline std::vector<std::byte> lane_of(Format format, std::span<const Bits> values) {
  const auto bytes = static_cast<std::size_t>(info(format).bytes);
  std::vector<std::byte> lane(values.size() * bytes);
  for (std::size_t i = 0; i < values.size(); ++i) std::memcpy(lane.data() + i * bytes, &values[i], bytes);
  return lane;
}

/// Computes bits from bits, in any format.
inline std::vector<Bits> compute_bits(Device& device, Operation operation, Format format, std::size_t variant,
                                      std::span<const std::vector<Bits>> operands) {
  std::vector<std::vector<std::byte>> lanes;
  std::vector<ConstLane> spans;
  for (const auto& values : operands) {
    lanes.push_back(lane_of(info(operation).operand_format(static_cast<int>(lanes.size()), format), values));
  }
  for (const auto& lane : lanes) spans.emplace_back(lane);
  const auto bytes = static_cast<std::size_t>(info(info(operation).result(format)).bytes);
  std::vector<std::byte> lane(operands.front().size() * bytes, std::byte{0xa5});
  device.compute(operation, format, variant, spans, lane);
  std::vector<Bits> results(operands.front().size(), 0);
  for (std::size_t i = 0; i < results.size(); ++i) std::memcpy(&results[i], lane.data() + i * bytes, bytes);
  return results;
}

/// The same random bits on every machine.
inline std::vector<Words> random_operands(Operation operation, std::size_t cases) {
  std::mt19937 generator(20);
  std::vector<Words> operands(static_cast<std::size_t>(info(operation).arity), Words(cases));
  for (Words& lane : operands) {
    for (std::uint32_t& word : lane) word = static_cast<std::uint32_t>(generator());
  }
  return operands;
}

/// The same in any format.
inline std::vector<std::vector<Bits>> random_bits(Operation operation, Format format, std::size_t cases) {
  std::mt19937_64 generator(20);
  std::vector<std::vector<Bits>> operands;
  for (int k = 0; k < info(operation).arity; ++k) {
    const int unused = 64 - info(info(operation).operand_format(k, format)).bits;
    operands.emplace_back(cases);
    for (Bits& bits : operands.back()) bits = generator() >> static_cast<unsigned>(unused);
  }
  return operands;
}

}  // namespace halfulp::test
