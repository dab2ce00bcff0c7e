// SPDX-License-Identifier: Apache-2.0
// What all shaders share: the types of the operations' table, as bits too, and what GLSL has no function for.
// REAL_BITS is the width of the row's format, `real` its type.
#extension GL_EXT_spirv_intrinsics : require
#extension GL_EXT_shader_explicit_arithmetic_types_float16 : require
#extension GL_EXT_shader_explicit_arithmetic_types_int16 : require
#extension GL_EXT_shader_explicit_arithmetic_types_int8 : require
#extension GL_EXT_shader_16bit_storage : require

// [SPIR-V 1.6 §3.49.11 OpBitcast] changes no bit, whatever the float controls.
spirv_instruction(id = 124) double bits_as_double(uvec2 bits);
spirv_instruction(id = 124) uvec2 double_as_bits(double value);

// Values from and to 32-bit words: one word each, a double takes two, the low one first.
#define FROM_BITS_float16_t(bits) unpackFloat2x16(bits).x
#define FROM_BITS_float(bits) uintBitsToFloat(bits)
#define FROM_BITS_double(low, high) bits_as_double(uvec2(low, high))
#define FROM_BITS_int(bits) int(bits)
#define FROM_BITS_uint(bits) (bits)
#define FROM_BITS_int16_t(bits) int16_t(bits)
#define FROM_BITS_uint16_t(bits) uint16_t(bits)
#define FROM_BITS_int8_t(bits) int8_t(bits)
#define FROM_BITS_uint8_t(bits) uint8_t(bits)
#define TO_BITS_float16_t(value) packFloat2x16(f16vec2(value, float16_t(0.0)))
#define TO_BITS_float(value) floatBitsToUint(value)
#define TO_BITS_double(value) double_as_bits(value)
#define TO_BITS_int(value) uint(value)
#define TO_BITS_uint(value) (value)
#define TO_BITS_int16_t(value) uint(uint16_t(value))
#define TO_BITS_uint16_t(value) uint(value)
#define TO_BITS_int8_t(value) uint(uint8_t(value))
#define TO_BITS_uint8_t(value) uint(value)
#define TO_BITS_bool(value) ((value) ? 0xffffffffu : 0u)
// Values of buffers that have the row's type themselves.
#define FROM_BITS_loaded(value) (value)
#define TO_BITS_stored(value) (value)

#if REAL_BITS == 16
#define real float16_t
#define real2 f16vec2
#define real3 f16vec3
#define real4 f16vec4
#define TO_BITS_real(value) TO_BITS_float16_t(value)
#define FROM_BITS_real(bits) FROM_BITS_float16_t(bits)
#define SIGN_BIT 0x8000u
#elif REAL_BITS == 32
#define real float
#define real2 vec2
#define real3 vec3
#define real4 vec4
#define TO_BITS_real(value) TO_BITS_float(value)
#define FROM_BITS_real(bits) FROM_BITS_float(bits)
#define SIGN_BIT 0x80000000u
#else
#define real double
#define real2 dvec2
#define real3 dvec3
#define real4 dvec4
#define TO_BITS_real(value) TO_BITS_double(value)
#define FROM_BITS_real(bits) bits_as_double(bits)
#define SIGN_BIT uvec2(0u, 0x80000000u)
#endif

spirv_instruction(id = 140) real FRem(real x, real y);
spirv_instruction(set = "GLSL.std.450", id = 37) real FMin(real x, real y);
spirv_instruction(set = "GLSL.std.450", id = 40) real FMax(real x, real y);
spirv_instruction(set = "GLSL.std.450", id = 43) real FClamp(real x, real low, real high);
spirv_instruction(set = "GLSL.std.450", id = 79) real NMin(real x, real y);
spirv_instruction(set = "GLSL.std.450", id = 80) real NMax(real x, real y);
spirv_instruction(set = "GLSL.std.450", id = 81) real NClamp(real x, real low, real high);

real copysign(const real x, const real y) {
  return FROM_BITS_real((TO_BITS_real(x) & ~SIGN_BIT) | (TO_BITS_real(y) & SIGN_BIT));
}

// One result of an instruction that gives two.
real frexp_fraction(const real x) {
  int exponent;
  return frexp(x, exponent);
}
int frexp_exponent(const real x) {
  int exponent;
  frexp(x, exponent);
  return exponent;
}
real modf_fraction(const real x) {
  real integer;
  return modf(x, integer);
}
real modf_integer(const real x) {
  real integer;
  modf(x, integer);
  return integer;
}
