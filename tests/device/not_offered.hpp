// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <span>
#include <string_view>
#include <vector>

#include "halfulp/operation.hpp"

namespace halfulp::test {

/// Operations that a device does not offer, and why.
struct NotOffered {
  std::string_view reason;
  std::vector<Operation> operations;
};

/// Whether the operation is in the list.
inline bool contains(std::span<const NotOffered> list, Operation operation) {
  return std::ranges::any_of(list, [&](const NotOffered& row) {
    return std::ranges::find(row.operations, operation) != row.operations.end();
  });
}

/// What no Vulkan device offers; shaders/operations.txt has no row for it.
inline std::vector<NotOffered> not_offered_by_vulkan() {
  using enum Operation;
  return {
      {"needs a graphics pipeline", {state_value}},
      {"needs textures", {sample, sample_compare, gather, gather_compare, read, write}},
      {"GLSL.std.450 has no such instruction",
       {copysign, cospi, exp10, fdim, fmod, ilogb, log10, nextafter, sinpi, tanpi}},
      {"no shader has values of other formats than binary32",
       {binary16_to_binary32, binary16_to_binary64, binary16_to_ufloat11, binary16_to_ufloat10, binary32_to_binary16,
        binary32_to_binary64, binary32_to_ufloat11, binary32_to_ufloat10, binary64_to_binary16, binary64_to_binary32,
        binary64_to_ufloat11, binary64_to_ufloat10, ufloat11_to_binary16, ufloat11_to_binary32, ufloat11_to_binary64,
        ufloat11_to_ufloat10, ufloat10_to_binary16, ufloat10_to_binary32, ufloat10_to_binary64, ufloat10_to_ufloat11}},
  };
}

}  // namespace halfulp::test
