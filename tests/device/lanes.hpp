// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
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

/// The same random bits on every machine.
inline std::vector<Words> random_operands(Operation operation, std::size_t cases) {
  std::mt19937 generator(20);
  std::vector<Words> operands(static_cast<std::size_t>(info(operation).arity), Words(cases));
  for (Words& lane : operands) {
    for (std::uint32_t& word : lane) word = static_cast<std::uint32_t>(generator());
  }
  return operands;
}

}  // namespace halfulp::test
