// SPDX-License-Identifier: Apache-2.0
// What all shaders share: the float controls (one macro each), the instructions that GLSL has no function for, and the
// types of the operations' table as bits.

#ifdef FLUSH_DENORMALS
spirv_execution_mode(extensions = ["SPV_KHR_float_controls"], capabilities = [4465], 4460, 32);  // DenormFlushToZero
#endif
#ifdef PRESERVE_SIGNED_ZERO_INF_NAN
spirv_execution_mode(extensions = ["SPV_KHR_float_controls"], capabilities = [4466], 4461, 32);  // SignedZeroInfNanPreserve
#endif
#ifdef ROUND_TO_NEAREST_EVEN
spirv_execution_mode(extensions = ["SPV_KHR_float_controls"], capabilities = [4467], 4462, 32);  // RoundingModeRTE
#endif

spirv_instruction(set = "GLSL.std.450", id = 37) float FMin(float x, float y);
spirv_instruction(set = "GLSL.std.450", id = 40) float FMax(float x, float y);
spirv_instruction(set = "GLSL.std.450", id = 43) float FClamp(float x, float low, float high);
spirv_instruction(set = "GLSL.std.450", id = 79) float NMin(float x, float y);
spirv_instruction(set = "GLSL.std.450", id = 80) float NMax(float x, float y);
spirv_instruction(set = "GLSL.std.450", id = 81) float NClamp(float x, float low, float high);

// One result of an instruction that gives two.
float frexp_fraction(const float x) {
  int exponent;
  return frexp(x, exponent);
}
int frexp_exponent(const float x) {
  int exponent;
  frexp(x, exponent);
  return exponent;
}
float modf_fraction(const float x) {
  float integer;
  return modf(x, integer);
}
float modf_integer(const float x) {
  float integer;
  modf(x, integer);
  return integer;
}

#define FROM_BITS_float(bits) uintBitsToFloat(bits)
#define FROM_BITS_int(bits) int(bits)
#define FROM_BITS_uint(bits) (bits)
#define TO_BITS_float(value) floatBitsToUint(value)
#define TO_BITS_int(value) uint(value)
#define TO_BITS_uint(value) (value)
#define TO_BITS_bool(value) ((value) ? 0xffffffffu : 0u)
// Values of buffers that are float-typed themselves.
#define FROM_BITS_loaded(value) (value)
#define TO_BITS_stored(value) (value)
