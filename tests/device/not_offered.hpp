// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <array>
#include <span>
#include <string_view>
#include <vector>

#include "halfulp/operation.hpp"

namespace halfulp::test {

/// Operations that a device does not offer, and why.
struct NotOffered {
  std::string_view reason;
  std::vector<Operation> operations;
  std::vector<Format> formats = {};  ///< in which it does not; empty: in none does it
};

/// Whether the operation is in the list, for that format.
inline bool contains(std::span<const NotOffered> list, Operation operation, Format format = Format::binary32) {
  return std::ranges::any_of(list, [&](const NotOffered& row) {
    return std::ranges::find(row.operations, operation) != row.operations.end() &&
           (row.formats.empty() || std::ranges::find(row.formats, format) != row.formats.end());
  });
}

/// Whether it can be asked at all: a conversion between formats is asked in the format that it takes.
inline bool can_be_asked(Operation operation, Format format) {
  return info(operation).only_format().value_or(format) == format;
}

/// The operations of one family.
inline std::vector<Operation> all_of(OperationFamily family) {
  std::vector<Operation> result;
  for (const OperationInfo& row : operations()) {
    if (row.family == family) result.push_back(row.operation);
  }
  return result;
}

/// The formats in which a Vulkan device with all features computes.
inline constexpr std::array<Format, 3> kVulkanFormats = {Format::binary16, Format::binary32, Format::binary64};

/// What no Vulkan device offers; shaders/operations.txt has no row for it.
inline std::vector<NotOffered> not_offered_by_vulkan() {
  using enum Operation;
  return {
      {"needs a graphics pipeline", {state_value}},
      {"needs textures", {sample, sample_compare, gather, gather_compare, read, write}},
      {"is a step of integers on the bits: no instruction on floating-point values would be in its shader",
       {nextafter}},
      {"shaders have no values of 11 and 10 bits; textures convert them",
       {binary16_to_ufloat11, binary16_to_ufloat10, binary32_to_ufloat11, binary32_to_ufloat10, binary64_to_ufloat11,
        binary64_to_ufloat10, ufloat11_to_binary16, ufloat11_to_binary32, ufloat11_to_binary64, ufloat11_to_ufloat10,
        ufloat10_to_binary16, ufloat10_to_binary32, ufloat10_to_binary64, ufloat10_to_ufloat11}},
      {"textures convert the components of pixels, not instructions", all_of(OperationFamily::pixel)},
      {"GLSL.std.450 has it for 16 and 32 bits only",
       {exp2, log2,  sin, cos,   acos, acosh, asin,       asinh,      atan, atan2, atanh, cosh, cospi,
        exp,  exp10, log, log10, pow,  powr,  sincos_sin, sincos_cos, sinh, sinpi, tan,   tanh, tanpi},
       {Format::binary64}},
  };
}

}  // namespace halfulp::test
