// SPDX-License-Identifier: Apache-2.0
// Which rules each reading can rescue, and why their wording leaves its question open. A new reading, and a rule that
// asks one, must be added here.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "halfulp/rulebook.hpp"
#include "rulebook/resolve.hpp"

namespace halfulp::rulebook {
namespace {

struct Asked {
  std::string reading;
  std::string rules;  ///< those that an option changes, over all embedded rulebooks
  std::string why;
};

const std::vector<Asked> kAsked = {
    {"blend.precision", "D3D-BLEND-INTO-CODES D3D-BLEND-INTO-SRGB", "at least the precision of the target"},
    {"cancel.zero_sign", "D3D-CANCELLED-ZERO METAL-CANCELLED-ZERO", "the tables of add give +-0, table 7-1 no sign"},
    {"cuda.fmad", "CUDA-MAD", "none: on request"},
    {"cuda.ftz", "CUDA-FTZ CUDA-FTZ-INSTRUCTIONS", "none: on request"},
    {"cuda.half", "CUDA-HALF-FUNCTIONS", "\"in round-to-nearest-even mode\" names no error"},
    {"cuda.prec_div", "CUDA-DIV CUDA-RECIPROCAL", "none: on request"},
    {"cuda.prec_sqrt", "CUDA-FAST-SQRT CUDA-SQRT", "none: on request"},
    {"cuda.rounding",
     "CUDA-CANCELLED-ZERO CUDA-DIRECTED CUDA-DOUBLE-ROUNDED CUDA-FROM-INTEGER CUDA-FRSQRT-RN CUDA-NARROW CUDA-ROUNDED",
     "none: on request"},
    {"d3d11.addsubmul", "D3D10.1-ADD-SUB-MUL", "0.5 ULP and \"truncation satisfies it\" stand in one sentence"},
    {"d3d12.denorm32", "D3D12-DENORMAL-OPERANDS D3D12-DENORMAL-RESULTS D3D12-DOT2ADD-DENORMALS", "none: on request"},
    {"d3d12.dot2add", "D3D12-DOT2ADD", "the products' precision is not stated"},
    {"d3d12.never_round_up", "D3D12-TEXEL-AT", "none: on request"},
    {"div.form", "D3D10.1-DIV-LARGE-DIVISOR", "a reciprocal above 2^126 may be flushed"},
    {"essl.mediump", "ESSL-MEDIUMP-ARITHMETIC ESSL-TO-MEDIUMP ESSL-UNPACK-8",
     "a relative precision, twice the error of a conversion, and operations that preserve it"},
    {"exact_if_representable", "D3D-EXACT-IF-REPRESENTABLE METAL-EXACT-IF-REPRESENTABLE",
     "a tolerance is stated for every result, to let implementations truncate"},
    {"exp.zero_sign", "D3D-EXP-ZERO", "the table of exp gives 0 without a sign"},
    {"f11.neg_nan", "D3D-NARROWING-NAN-WITHOUT-SIGN D3D11-DOUBLE-NARROWING-NAN-WITHOUT-SIGN",
     "a NaN is not below zero, and the format has no sign"},
    {"f16.fused", "D3D-HALF-DP2 D3D-HALF-DP3 D3D-HALF-DP4 D3D-HALF-MAD",
     "\"0.6 ULP for fused operations\" names neither a step nor the whole"},
    {"f64.denorm", "D3D11-DOUBLE-TABLE-DENORMALS", "the tables of drcp and ddiv contradict the text"},
    {"flush_test", "D3D-FLUSH-TEST METAL-FLUSH-TEST", "\"denormal results\" does not say before or after rounding"},
    {"fmod", "METAL-FMOD METAL2.1-HALF-FMOD", "0 ULP, and an explanation by steps that err"},
    {"fract.max", "D3D-FRC-EDGE METAL-FRACT-EDGE", "a correctly rounded subtraction reaches 1, the range does not"},
    {"ftz.in", "D3D-FLUSH-OPERANDS METAL-FLUSH-OPERANDS OCL-FLUSH-OPERANDS", "none: on request"},
    {"ftz.out", "D3D-FLUSH-RESULTS METAL-FLUSH-RESULTS OCL-FLUSH-RESULTS", "none: on request"},
    {"ftz.sign", "D3D-FLUSH-SIGN METAL-FLUSH-SIGN OCL-FLUSH-SIGN", "none: on request"},
    {"ftz.slack_ulps", "D3D-FLUSH-SLACK METAL-FLUSH-SLACK OCL-FLUSH-SLACK",
     "a denormal inside a bound may be flushed or not be reached"},
    {"fused.accept", "D3D-FUSED-ACCEPT", "\"no less accurate than\" bounds an error or names a set"},
    {"fused.nan", "D3D-FUSED-NAN", "\"the same NaN rules\" does not say what stands beside a NaN"},
    {"fused.orders", "D3D-FUSED-ORDERS", "\"serial ordering\" fixes no order"},
    {"fused.step_ulp", "D3D10.1-BLEND D3D10.1-DP2 D3D10.1-DP3 D3D10.1-DP4 D3D10.1-MAD",
     "1 ULP on the pages, 0.5 ULP in the functional specification"},
    {"glsl.div_zero", "GLSL-DIV GLSL-RECIPROCAL", "infinities are generated, and zero is outside the table's range"},
    {"glsl.fp64", "GLSL-DOUBLE-DIV GLSL-DOUBLE-FROM-INTEGER GLSL-DOUBLE-RECIPROCAL GLSL-DOUBLE-ROUNDED GLSL-DOUBLE-RSQ",
     "\"at least that of single precision\" names no unit"},
    {"glsl.hyperbolic", "GLSL-COSH GLSL-SINH GLSL-TANH", "an equation, in a section whose precision is undefined"},
    {"glsl.inherit", "GLSL-INHERIT", "\"inherit the above errors\" is of values or of an error"},
    {"glsl.isnan", "GLSL-CLASS-OF-NAN", "NaNs need not be implemented"},
    {"glsl.mix", "GLSL-MIX", "an equation, and operations whose order and number may change"},
    {"glsl.strict_less", "GLSL-LOG", "a strict bound around a value"},
    {"glsl.zero", "GLSL-POW GLSL-SQRT-ZERO", "the equations and the domains differ at zero"},
    {"glsl.zero_sign", "GLSL-CANCELLED-ZERO GLSL-ROUNDED-ZERO",
     "zeros as IEEE 754 has them, and a rounding mode that is undefined"},
    {"half.has_inf_nan", "METAL-FLOAT-TO-HALF-INF-NAN METAL1.2-FLOAT-TO-HALF-INF-NAN",
     "INF and NaN are optional for half"},
    {"half.nan", "METAL2.1-FLOAT-TO-HALF-INF-NAN", "a pixel may have zero for NaN, and half must support NaN"},
    {"hlk.denorm32", "HLK-DENORMAL-OPERANDS HLK-DENORMALS", "none: on request"},
    {"hlk.suite",
     "HLK-EXP-LOG HLK-FRC HLK-HALF-ACOS HLK-HALF-EXACT-ZERO HLK-HALF-FUNCTIONS HLK-HALF-SINH HLK-HALF-TAN HLK-MIN "
     "HLK-ROUND",
     "none: on request"},
    {"hlsl.isnan", "HLSL-CLASS", "compilers may assume that there is no NaN"},
    {"hlsl.pow", "HLSL-POW", "fxc and dxc multiply for literal exponents"},
    {"hlsl.step_nan", "HLSL-STEP-NAN", "x >= edge, or not x < edge"},
    {"hlsl.trig", "HLSL-ACOS HLSL-ASIN HLSL-ATAN HLSL-COSH HLSL-SINH HLSL-TANH",
     "steps to shader model 5, instructions in DXIL"},
    {"ieee.minmax", "IEEE-MINMAX-NAN IEEE-MINMAX-ZERO", "three operations of the standard have the name min"},
    {"inherit.constant", "METAL-FAST-EXP10 METAL-FAST-LOG10 METAL2.1-FAST-TANPI",
     "log2(10), log10(2) and pi are no values of the format"},
    {"inherit.mode", "METAL-FAST-INHERIT", "\"implemented as\" states an error or a sequence"},
    {"itof", "D3D-ITOF", "nearest is recommended, not required"},
    {"metal.fp_conversion", "METAL4.1-RTZ-CONVERSION", "none: on request"},
    {"metal.math_mode",
     "METAL4-FAST-MODE-INF METAL4-FAST-MODE-NAN METAL4-FAST-MODE-RECIPROCAL METAL4-FAST-MODE-ZERO METAL4-MODE-INF "
     "METAL4-MODE-NAN METAL4-MODE-RECIPROCAL METAL4-MODE-ZERO",
     "none: on request"},
    {"metal.round",
     "METAL-CORRECTLY-ROUNDED METAL-FLOAT-TO-HALF METAL1.2-FAST-FMA-ROUND METAL1.2-INTEGER-TO-FLOAT "
     "METAL2.1-CORRECTLY-ROUNDED METAL2.1-HALF-CORRECTLY-ROUNDED METAL4-BFLOAT-CORRECTLY-ROUNDED",
     "either rounding mode may be supported"},
    {"metal.texture_write", "METAL4-TEXTURE-WRITE", "none: on request"},
    {"metal1.norm_nan", "METAL-FLOAT-TO-NORM-NAN", "NaN is mentioned for sRGB alone"},
    {"metal1.unorm10", "METAL-FLOAT-TO-UNORM10", "\"then converted to 10 bits\" clamps or truncates"},
    {"minmax.zero_sign",
     "CUDA-MINMAX-ZERO D3D-MINMAX-ZERO METAL-MINMAX-ZERO OCL-MAGNITUDE-ZERO-FIRST OCL-MAGNITUDE-ZERO-SECOND "
     "OCL-MINMAX-ZERO",
     "the sign is recommended, not enforced; in Metal 0 ULP"},
    {"modifier.denormal", "D3D-MODIFIER-DENORMAL", "a modifier is neither a move nor arithmetic"},
    {"msl.div_domain", "METAL-FAST-DIV", "\"for x in the domain\" of x / y"},
    {"msl.errata", "METAL-FAST-ATAN2 METAL-FAST-ATANH METAL-FLOAT-TO-SNORM16 METAL-FLOAT-TO-SNORM8",
     "the printed formulas are wrong"},
    {"msl.pow_negative", "METAL-FAST-POW", "the logarithm of a negative number is NaN, a power need not be"},
    {"msl.special", "METAL-SPECIAL", "the tables give errors and no results of infinities and NaN"},
    {"msl4.half_denorm", "METAL4-FLOAT-TO-HALF-DENORMAL", "\"may not be flushed\""},
    {"narrow.relaxed", "D3D-NARROW-LOG D3D-NARROW-RSQ-EXP D3D-NARROW-SINCOS D3D10.1-NARROW-RCP",
     "the 32-bit bounds hold, and unfused operations are nearest"},
    {"narrow.round", "D3D-NARROWING D3D11-DOUBLE-NARROWING",
     "conversions round toward zero, operations on these formats to nearest"},
    {"norm_decode", "D3D-SNORM-TO-FLOAT D3D-SRGB-ALPHA-TO-FLOAT D3D-UNORM-TO-FLOAT",
     "0.5 ULP of the quotient, where older texts multiply"},
    {"norm_encode.product", "METAL2.1-FLOAT-TO-NORM METAL2.1-FLOAT-TO-SRGB-ALPHA",
     "f * 255.0f is a formula of one rounding or of two"},
    {"norm_encode.ref",
     "METAL-FLOAT-TO-SRGB-ALPHA METAL-FLOAT-TO-UNORM METAL1.2-FLOAT-TO-NORM OCL-FLOAT-TO-SNORM16 OCL-FLOAT-TO-SNORM8 "
     "OCL-FLOAT-TO-UNORM",
     "0.6 from an integer, or from the exact value"},
    {"ocl.convert_round", "OCL-FLOAT-TO-HALF OCL-INTEGER-TO-FLOAT OCL-NARROWING OCL-TO-HALF-DENORMALS",
     "none: on request"},
    {"ocl.correct_division", "OCL-DIV OCL-SQRT", "none: on request"},
    {"ocl.double_denorm", "OCL-DOUBLE-DENORMALS", "none: on request"},
    {"ocl.embedded_inf_nan", "OCL-EMBEDDED-INF OCL-EMBEDDED-NAN", "INF and NaN are optional"},
    {"ocl.embedded_round", "OCL-EMBEDDED-ROUNDING", "either rounding mode may be the default"},
    {"ocl.half_denorm", "OCL-HALF-DENORMALS", "the chapter is silent, the environment specification is not"},
    {"ocl.half_round", "OCL-HALF-CORRECTLY-ROUNDED", "none: on request"},
    {"ocl.mad", "OCL-EMBEDDED-MAD OCL-MAD-ANY", "the chapter leaves open what the environment specification states"},
    {"ocl.minmax", "OCL-MIN-MAX", "none: on request"},
    {"ocl.prefix", "OCL-PREFIX-8192-ULP OCL-PREFIX-NATIVE-POWERS OCL-PREFIX-NATIVE-VALUES OCL-PREFIX-TRIGONOMETRIC",
     "none: on request"},
    {"ocl.relaxed_derived",
     "OCL-FAST-ACOSH OCL-FAST-ACOSPI OCL-FAST-ARC-OVER-PI OCL-FAST-ASINH OCL-FAST-ASINPI OCL-FAST-ATAN2 "
     "OCL-FAST-ATAN2PI OCL-FAST-ATANH OCL-FAST-CBRT OCL-FAST-COSH OCL-FAST-EXP10 OCL-FAST-EXPM1 "
     "OCL-FAST-INTEGER-POWERS OCL-FAST-LOG1P OCL-FAST-SINH OCL-FAST-TAN OCL-FAST-TANH OCL-FAST-TANPI",
     "none: on request"},
    {"ocl.relaxed_option", "OCL-FAST-INF", "none: on request"},
    {"ocl.saturation",
     "OCL-FLOAT-TO-INTEGER OCL-FLOAT-TO-SIGNED-16 OCL-FLOAT-TO-SIGNED-8 OCL-FLOAT-TO-UNSIGNED OCL-FLOAT-TO-UNSIGNED-16 "
     "OCL-FLOAT-TO-UNSIGNED-8",
     "none: on request"},
    {"overflow", "D3D-OVERFLOW METAL-OVERFLOW OCL-OVERFLOW",
     "a distance may reach past the largest value; the sentence on ULP stops there"},
    {"round.zero_sign", "D3D-ROUND-ZERO METAL-ROUNDED-ZERO", "no table speaks of operands in (-1, 0)"},
    {"sincos.range", "D3D-COS-SPECIAL D3D-SIN-SPECIAL", "the table confines results, the bound ends at 100 pi"},
    {"srgb.ends_exact", "METAL-SRGB-ENDS OCL-SRGB-ENDS", "the formula gives 0.0 and 1.0, the bound is 0.5"},
    {"srgb.ref", "METAL-FLOAT-TO-SRGB METAL1.2-FLOAT-TO-SRGB", "\"reference result\" is before or after rounding"},
    {"tie", "D3D-TIE", "at an exact half two values are within 0.5 ULP"},
    {"ulp_def", "CUDA-ULP D3D-ULP GLSL-ULP METAL-ULP OCL-ULP",
     "an ULP is the step to an adjacent value; of powers of two nothing is said"},
    {"vk.asin", "VK-ACOS-32 VK-ASIN-32", "formula and conformance tests differ"},
    {"vk.denorm16",
     "VK-DENORMAL-16 VK-DENORMAL-COMPARE-16 VK-DENORMAL-CONVERT-FROM-16 VK-DENORMAL-CONVERT-TO-16 "
     "VK-DENORMAL-FUNCTIONS-16",
     "none: on request"},
    {"vk.denorm32",
     "VK-DENORMAL-32 VK-DENORMAL-COMPARE-32 VK-DENORMAL-CONVERT-FROM-32 VK-DENORMAL-CONVERT-TO-32 "
     "VK-DENORMAL-FUNCTIONS-32",
     "none: on request"},
    {"vk.denorm64", "VK-DENORMAL-64 VK-DENORMAL-COMPARE-64 VK-DENORMAL-FUNCTIONS-64", "none: on request"},
    {"vk.fp64",
     "VK-DOUBLE-DIV VK-DOUBLE-FROM-INTEGER VK-DOUBLE-LDEXP VK-DOUBLE-RECIPROCAL VK-DOUBLE-ROUNDED VK-DOUBLE-RSQ",
     "\"at least that of single precision\" names no unit"},
    {"vk.fract", "VK-FRACT-EDGE", "a correctly rounded subtraction reaches 1, the range does not"},
    {"vk.inherit", "VK-INHERIT",
     "\"at least as accurate\" bounds an error; conformance tests take the values themselves"},
    {"vk.norm_decode", "VK-NORM-DECODE", "a formula without a tolerance"},
    {"vk.round16",
     "VK-DOT2-16 VK-DOT3-16 VK-DOT4-16 VK-FROM-INTEGER-16 VK-LDEXP-16 VK-MULTIPLY-ADD-16 VK-NARROW-16 VK-ROUNDED-16",
     "none: on request"},
    {"vk.round32",
     "VK-DOT2-32 VK-DOT3-32 VK-DOT4-32 VK-FROM-INTEGER-32 VK-LDEXP-32 VK-MULTIPLY-ADD-32 VK-NARROW-32 VK-ROUNDED-32",
     "none: on request"},
    {"vk.round64", "VK-DOUBLE-LDEXP-MODE VK-DOUBLE-MODE", "none: on request"},
    {"vk.sincos_range", "VK-SINCOS-RANGE", "an absolute bound reaches past 1"},
    {"vk.specials16", "VK-SPECIALS-16 VK-SPECIALS-CONVERT-TO-16", "none: on request"},
    {"vk.specials32", "VK-SPECIALS-32 VK-SPECIALS-CONVERT-TO-32", "none: on request"},
    {"vk.specials64", "VK-SPECIALS-64 VK-SPECIALS-CONVERT-TO-64", "none: on request"},
    {"vk.sqrt_zero", "VK-SQRT-ZERO", "the formula and GLSL.std.450 differ at zero"},
    {"vk.srgb", "VK-SRGB-DECODE VK-SRGB-ENCODE", "a formula without a tolerance"},
    {"vk.strict_less", "VK-LOG-16 VK-LOG-32", "a strict bound around a value"},
    {"vk.trig_outside", "VK-SINCOS-16 VK-SINCOS-32", "the table ends at pi"},
    {"wgsl.atan2_zero", "WGSL-ATAN2-16 WGSL-ATAN2-32", "zero is neither normal nor denormal"},
    {"wgsl.clamp", "WGSL-CLAMP", "two formulas"},
    {"wgsl.finite_math", "WGSL-FINITE", "implementations may assume, and need not"},
    {"wgsl.inherit", "WGSL-INHERIT", "\"the accuracy of evaluating\" is of values or of an error"},
    {"wgsl.mix", "WGSL-MIX", "\"only one valid implementation\""},
    {"wgsl.pack_intermediate", "WGSL-PACK-SNORM16 WGSL-PACK-SNORM8 WGSL-PACK-UNORM16 WGSL-PACK-UNORM8",
     "an intermediate value is rounded, and which is not said"},
    {"wgsl.sqrt_zero", "WGSL-SQRT-ZERO", "the formula and the domain differ at zero"},
};

/// Rules of 0.5 ULP, which both neighbours at a tie are within. A sentence that names nearest even is not among them.
const std::string kOfHalfAnUlp =
    "D3D-SNORM-TO-FLOAT D3D-SRGB-ALPHA-TO-FLOAT D3D-TO-RGB9E5 D3D-UFLOAT-DP2 D3D-UFLOAT-DP3 D3D-UFLOAT-DP4 "
    "D3D-UFLOAT-MAD D3D-UNORM-TO-FLOAT D3D10.1-ADD-SUB-MUL D3D10.1-BLEND D3D10.1-DIV D3D10.1-DP2 D3D10.1-DP3 "
    "D3D10.1-DP4 D3D10.1-FRC "
    "D3D10.1-MAD METAL-FLOAT-TO-SRGB METAL1.2-FLOAT-TO-SRGB METAL1.2-FLOAT-TO-UFLOAT METAL1.2-TO-RGB9E5";

std::string joined(const std::set<std::string>& ids) {
  std::string text;
  for (const std::string& id : ids) text += (text.empty() ? "" : " ") + id;
  return text;
}

template <class Visit>
void for_rules(Visit visit) {
  for (const std::string& name : Rulebook::embedded()) {
    for (const Rule& rule : Rulebook::open(name).model().rules) visit(rule);
  }
}

TEST(AReading, RescuesTheRulesThatAskItAndNoOther) {
  std::map<std::string, std::set<std::string>> asking;
  for_rules([&](const Rule& rule) {
    if (!rule.reading.empty()) asking[rule.reading].insert(rule.id);
  });
  for (const Asked& row : kAsked) {
    EXPECT_EQ(joined(asking[row.reading]), row.rules) << row.reading << ": " << row.why;
    EXPECT_FALSE(row.why.empty());
  }
  for (const std::string& name : Rulebook::embedded()) {
    for (const Reading& reading : Rulebook::open(name).readings()) {
      EXPECT_NE(std::ranges::find(kAsked, reading.id, &Asked::reading), kAsked.end()) << reading.id;
    }
  }
}

bool has_nearest(const Bound& bound) {
  return bound.kind == Bound::Kind::nearest || std::ranges::any_of(bound.parts, has_nearest) ||
         std::ranges::any_of(bound.steps, [](const auto& step) { return has_nearest(step.second.front()); });
}

bool has_nearest(const Body& body) {
  return std::ranges::any_of(body.accuracy, [](const Piece& piece) { return has_nearest(piece.bound); });
}

TEST(AReading, OfTiesIsAskedByRulesOfHalfAnUlp) {
  std::set<std::string> ids;
  for_rules([&](const Rule& rule) {
    const bool is_under = std::ranges::any_of(rule.under, [](const auto& one) { return has_nearest(one.second); });
    if (has_nearest(rule.body) || is_under) ids.insert(rule.id);
  });
  EXPECT_EQ(joined(ids), kOfHalfAnUlp);
}

}  // namespace
}  // namespace halfulp::rulebook
