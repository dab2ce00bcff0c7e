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

/// The formats in which a Vulkan device with all features computes all but conversions.
inline constexpr std::array<Format, 3> kVulkanFormats = {Format::binary16, Format::binary32, Format::binary64};

/// What a Vulkan device offers with textures only: shaders/operations.txt has no row for it.
inline std::vector<NotOffered> only_with_textures() {
  using enum Operation;
  return {
      {"no shader has values of these formats",
       {binary32_to_unorm24,    unorm24_to_binary32,      binary32_to_ufloat11,    binary32_to_ufloat10,
        ufloat11_to_binary32,   ufloat10_to_binary32,     binary32_to_unorm10,     unorm10_to_binary32,
        binary32_to_unorm6,     unorm6_to_binary32,       binary32_to_unorm5,      unorm5_to_binary32,
        binary32_to_unorm4,     unorm4_to_binary32,       binary32_to_unorm2,      unorm2_to_binary32,
        binary32_to_unorm1,     unorm1_to_binary32,       binary32_to_srgb8,       srgb8_to_binary32,
        sint32_to_sint16,       sint32_to_sint8,          uint32_to_uint16,        uint32_to_uint8,
        sint16_to_sint32,       sint8_to_sint32,          uint16_to_uint32,        uint8_to_uint32,
        rgb9e5_to_binary32_red, rgb9e5_to_binary32_green, rgb9e5_to_binary32_blue, binary32_to_snorm10,
        snorm10_to_binary32,    binary32_to_snorm2,       snorm2_to_binary32}},
      {"is a texture's own",
       {linear_binary32, linear_binary16, linear_unorm16, linear_unorm8, linear_snorm16, linear_snorm8, filter_srgb8,
        binary32_to_srgb8_alpha, srgb8_alpha_to_binary32, binary32_to_binary32}},
      {"is a colour attachment's own",
       {blend, blend_binary16, blend_ufloat11, blend_ufloat10, blend_unorm16, blend_unorm10, blend_unorm8,
        blend_srgb8}},
  };
}

/// What no Vulkan device offers, neither with shaders alone nor with textures.
inline std::vector<NotOffered> not_offered_by_vulkan() {
  using enum Operation;
  return {
      {"needs a graphics pipeline", {state_value}},
      {"needs textures", {sample, sample_compare, gather, gather_compare, read, write}},
      {"a sampler gives a texel, not which one it is", {texel_at}},
      {"is a step of a blend, which no attachment shows alone", {blend}, {Format::binary16}},
      {"no colour attachment has 64 bits", {blend}, {Format::binary64}},
      {"is a step of integers on the bits: no instruction on floating-point values would be in its shader",
       {nextafter}},
      {"GLSL has no bfloat", {binary32_to_bfloat16, bfloat16_to_binary32}},
      {"SPIR-V's dot products of bytes add nothing, or saturate", {dot2add, dot4add_i8packed, dot4add_u8packed}},
      {"GLSL has no such function",
       {isfinite, cbrt,   rcbrt,   expm1, log1p,  erf,  erfc,  normcdf,   tgamma, lgamma, asinpi,
        acospi,   atanpi, atan2pi, hypot, rhypot, pown, rootn, remainder, logb,   maxmag, minmag}},
      {"textures are read and written in 32 bits",
       {binary16_to_ufloat11, binary16_to_ufloat10, binary64_to_ufloat11, binary64_to_ufloat10, ufloat11_to_binary16,
        ufloat11_to_binary64, ufloat11_to_ufloat10, ufloat10_to_binary16, ufloat10_to_binary64, ufloat10_to_ufloat11,
        binary16_to_unorm16,  binary16_to_unorm10,  binary16_to_unorm8,   binary16_to_unorm6,   binary16_to_unorm5,
        binary16_to_unorm4,   binary16_to_unorm2,   binary16_to_unorm1,   binary16_to_snorm16,  binary16_to_snorm8,
        binary16_to_srgb8,    unorm16_to_binary16,  unorm10_to_binary16,  unorm8_to_binary16,   unorm6_to_binary16,
        unorm5_to_binary16,   unorm4_to_binary16,   unorm2_to_binary16,   unorm1_to_binary16,   snorm16_to_binary16,
        snorm8_to_binary16,   srgb8_to_binary16,    sint16_to_sint8,      sint8_to_sint16,      uint16_to_uint8,
        uint8_to_uint16}},
      {"a shader's type has the sign of its texture's",
       {sint32_to_uint32, sint32_to_uint16, sint32_to_uint8, uint32_to_sint32, uint32_to_sint16, uint32_to_sint8,
        sint16_to_uint32, sint16_to_uint16, sint16_to_uint8, uint16_to_sint32, uint16_to_sint16, uint16_to_sint8,
        sint8_to_uint32, sint8_to_uint16, sint8_to_uint8, uint8_to_sint32, uint8_to_sint16, uint8_to_sint8}},
      {"no texture has it", {binary32_to_fixed16_8, fixed16_8_to_binary32}},
      {"lavapipe reads textures of it and writes none", {binary32_to_rgb9e5}},
      {"lavapipe draws on textures of it and blends with none", {blend_snorm16, blend_snorm8}},
      {"GLSL.std.450 has it for 16 and 32 bits only",
       {exp2,  log2, sin,   cos, acos, acosh,      asin,       asinh, atan,  atan2, atanh, cosh,  cospi,   exp,
        exp10, log,  log10, pow, powr, sincos_sin, sincos_cos, sinh,  sinpi, tan,   tanh,  tanpi, radians, degrees},
       {Format::binary64}},
  };
}

}  // namespace halfulp::test
