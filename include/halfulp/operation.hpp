// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "halfulp/format.hpp"

namespace halfulp {

/// An operation: one mathematical function with operand and result formats. src/number/operation.cpp has the table.
enum class Operation : std::uint16_t {
  add,
  sub,
  mul,
  div,
  reciprocal,
  rcp,
  rsq,
  sqrt,
  exp2,
  log2,
  sin,
  cos,
  frc,
  round_ne,
  round_ni,
  round_pi,
  round_z,
  mad,
  dp2,
  dp3,
  dp4,
  min,
  max,
  eq,
  ne,
  lt,
  le,
  gt,
  ge,
  ftoi,
  ftou,
  itof,
  utof,
  mov,
  movc,
  load,
  store,
  abs,
  neg,
  sat,
  state_value,
  acos,
  acosh,
  asin,
  asinh,
  atan,
  atan2,
  atanh,
  copysign,
  cosh,
  cospi,
  exp,
  exp10,
  fdim,
  fma,
  fmod,
  frexp_fraction,
  frexp_exponent,
  ilogb,
  ldexp,
  log,
  log10,
  modf_fraction,
  modf_integer,
  nextafter,
  pow,
  powr,
  round,
  sincos_sin,
  sincos_cos,
  sinh,
  sinpi,
  tan,
  tanh,
  tanpi,
  sample,
  sample_compare,
  gather,
  gather_compare,
  read,
  write,
  binary16_to_binary32,
  binary16_to_binary64,
  binary16_to_ufloat11,
  binary16_to_ufloat10,
  binary32_to_binary16,
  binary32_to_binary64,
  binary32_to_ufloat11,
  binary32_to_ufloat10,
  binary64_to_binary16,
  binary64_to_binary32,
  binary64_to_ufloat11,
  binary64_to_ufloat10,
  ufloat11_to_binary16,
  ufloat11_to_binary32,
  ufloat11_to_binary64,
  ufloat11_to_ufloat10,
  ufloat10_to_binary16,
  ufloat10_to_binary32,
  ufloat10_to_binary64,
  ufloat10_to_ufloat11,
  binary32_to_unorm24,
  unorm24_to_binary32,
  binary32_to_unorm16,
  binary16_to_unorm16,
  unorm16_to_binary32,
  unorm16_to_binary16,
  binary32_to_unorm10,
  binary16_to_unorm10,
  unorm10_to_binary32,
  unorm10_to_binary16,
  binary32_to_unorm8,
  binary16_to_unorm8,
  unorm8_to_binary32,
  unorm8_to_binary16,
  binary32_to_unorm6,
  binary16_to_unorm6,
  unorm6_to_binary32,
  unorm6_to_binary16,
  binary32_to_unorm5,
  binary16_to_unorm5,
  unorm5_to_binary32,
  unorm5_to_binary16,
  binary32_to_unorm4,
  binary16_to_unorm4,
  unorm4_to_binary32,
  unorm4_to_binary16,
  binary32_to_unorm2,
  binary16_to_unorm2,
  unorm2_to_binary32,
  unorm2_to_binary16,
  binary32_to_unorm1,
  binary16_to_unorm1,
  unorm1_to_binary32,
  unorm1_to_binary16,
  binary32_to_snorm16,
  binary16_to_snorm16,
  snorm16_to_binary32,
  snorm16_to_binary16,
  binary32_to_snorm8,
  binary16_to_snorm8,
  snorm8_to_binary32,
  snorm8_to_binary16,
  binary32_to_srgb8,
  binary16_to_srgb8,
  srgb8_to_binary32,
  srgb8_to_binary16,
  filter_srgb8,
  binary32_to_srgb8_alpha,
  srgb8_alpha_to_binary32,
  binary32_to_fixed16_8,
  fixed16_8_to_binary32,
  sint32_to_uint32,
  sint32_to_sint16,
  sint32_to_uint16,
  sint32_to_sint8,
  sint32_to_uint8,
  uint32_to_sint32,
  uint32_to_sint16,
  uint32_to_uint16,
  uint32_to_sint8,
  uint32_to_uint8,
  sint16_to_sint32,
  sint16_to_uint32,
  sint16_to_uint16,
  sint16_to_sint8,
  sint16_to_uint8,
  uint16_to_sint32,
  uint16_to_uint32,
  uint16_to_sint16,
  uint16_to_sint8,
  uint16_to_uint8,
  sint8_to_sint32,
  sint8_to_uint32,
  sint8_to_sint16,
  sint8_to_uint16,
  sint8_to_uint8,
  uint8_to_sint32,
  uint8_to_uint32,
  uint8_to_sint16,
  uint8_to_uint16,
  uint8_to_sint8,
  binary32_to_rgb9e5,
  rgb9e5_to_binary32_red,
  rgb9e5_to_binary32_green,
  rgb9e5_to_binary32_blue,
  binary32_to_binary32,
  // Below: in the order in which they came, whatever their family. A new operation goes to the end, as an operation's
  // number is a part of the seed of its cases.
  sign,
  step,
  lerp,
  smoothstep,
  clamp,
  radians,
  degrees,
  length2,
  length3,
  length4,
  distance2,
  distance3,
  distance4,
  normalize3,
  cross,
  reflect3,
  isnan,
  isinf,
  isfinite,
  ftoi16,
  ftou16,
  ftoi8,
  ftou8,
  i16tof,
  u16tof,
  i8tof,
  u8tof,
  cbrt,
  rcbrt,
  expm1,
  log1p,
  erf,
  erfc,
  normcdf,
  tgamma,
  lgamma,
  asinpi,
  acospi,
  atanpi,
  atan2pi,
  hypot,
  rhypot,
  pown,
  rootn,
  remainder,
  logb,
  maxmag,
  minmag,
  binary32_to_bfloat16,
  bfloat16_to_binary32,
  blend,
  blend_binary16,
  blend_ufloat11,
  blend_ufloat10,
  blend_unorm16,
  blend_unorm10,
  blend_unorm8,
  blend_snorm16,
  blend_snorm8,
  blend_srgb8,
  linear_binary32,
  linear_binary16,
  linear_unorm16,
  linear_unorm8,
  linear_snorm16,
  linear_snorm8,
  texel_at,
  binary32_to_snorm10,
  snorm10_to_binary32,
  binary32_to_snorm2,
  snorm2_to_binary32,
  dot2add,
  dot4add_i8packed,
  dot4add_u8packed,
};

inline constexpr int kOperationCount = static_cast<int>(Operation::dot4add_u8packed) + 1;
inline constexpr int kMaxArity = 8;

/// What an operation does with its operands; suites and reports group by it.
enum class OperationFamily : std::uint8_t {
  arithmetic,      ///< add ... cos
  rounding,        ///< frc, round_*
  fused,           ///< mad, dp2, dp3, dp4, blend
  selection,       ///< min, max
  comparison,      ///< eq ... ge
  conversion,      ///< ftoi ... utof, ftoi16 ... u8tof
  movement,        ///< mov, movc, load, store, state_value
  modifier,        ///< abs, neg, sat
  function,        ///< acos ... tanpi
  exact,           ///< exact results: copysign, fmod, frexp, ilogb, modf, nextafter, dot4add_i8packed
  texture,         ///< sample ... write: only their coordinates are judged
  pixel,           ///< conversions of a pixel's components: binary32_to_unorm8 ... binary32_to_binary32; filter_srgb8
  fixed_function,  ///< blend_binary16 ... texel_at: what a GPU does around its shaders, from and to formats of memory
};

/// Whose names of operations: `rsq` is Direct3D's, `rsqrt` Metal's.
enum class Naming : std::uint8_t { direct3d, metal };

/// One row of the table of operations.
struct OperationInfo {
  Operation operation;
  std::string_view name;
  OperationFamily family;
  int arity;
  /// Names of the operands, in the order in which they are given; rules and messages use them.
  std::array<std::string_view, kMaxArity> operand_names;
  /// Formats of the operands and of the result; nothing stands for the format that the operation is asked in.
  std::array<std::optional<Format>, kMaxArity> operand_formats;
  std::optional<Format> result_format;
  /// What it computes, in one line: "x + y".
  std::string_view meaning;

  [[nodiscard]] Format operand_format(int index, Format format) const noexcept {
    return operand_formats[static_cast<std::size_t>(index)].value_or(format);
  }
  [[nodiscard]] Format result(Format format) const noexcept { return result_format.value_or(format); }
  /// The format in which alone the operation is asked, that of its operands: of a conversion between two formats
  /// (binary32_to_binary16); nothing for an operation that there is in several formats.
  [[nodiscard]] std::optional<Format> only_format() const noexcept {
    return result_format ? operand_formats.front() : std::nullopt;
  }
};

/// The row of an operation.
[[nodiscard]] const OperationInfo& info(Operation operation) noexcept;

/// All operations, in the order of the enumeration.
[[nodiscard]] std::span<const OperationInfo> operations() noexcept;

/// The operation's name as that API has it: frc, fract.
[[nodiscard]] std::string_view name(Operation operation, Naming naming) noexcept;

/// The operation of that name in any API (`rsq`, `rsqrt`), or nothing.
[[nodiscard]] std::optional<Operation> find_operation(std::string_view name) noexcept;

}  // namespace halfulp
