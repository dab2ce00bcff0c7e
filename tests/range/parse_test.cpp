// SPDX-License-Identifier: Apache-2.0
#include "range/reading/parse.hpp"

#include <gtest/gtest.h>

#include "halfulp/error.hpp"

namespace halfulp {
namespace {

using range::Program;

Program parsed(const std::string& text, const std::string& book = "d3d11", range::Freedom freedom = {}) {
  return range::parse_program(text, range::operands_in(text), Rulebook::open(book), Format::binary32, {}, freedom);
}

/// The steps of a program, in order.
std::string steps_of(const Program& program) {
  std::string text;
  for (const range::Node& node : program.nodes) {
    if (node.kind == range::Node::Kind::step) text += (text.empty() ? "" : " ") + node.text;
  }
  return text;
}

std::string error_of(const std::string& text, const std::string& book = "d3d11") {
  try {
    static_cast<void>(parsed(text, book));
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), Error::Kind::kUsage) << text;
    return error.what();
  }
  ADD_FAILURE() << text << " was read";
  return "";
}

TEST(RangeParse, TakesStepsInTheOrderOfTheLanguages) {
  EXPECT_EQ(steps_of(parsed("x + y * z")), "mul(y, z) add(x, t1)");
  EXPECT_EQ(steps_of(parsed("x - y - z")), "sub(x, y) sub(t1, z)");
  EXPECT_EQ(steps_of(parsed("x / y * z")), "div(x, y) mul(t1, z)");
  EXPECT_EQ(steps_of(parsed("-x * y")), "mul(-x, y)");
  EXPECT_EQ(steps_of(parsed("(x + y) * 2.5f")), "add(x, y) mul(t1, 2.5f)");
  EXPECT_EQ(steps_of(parsed("float r = rsqrt(x); return r * r;")), "rsq(x) mul(t1, t1)");
  EXPECT_EQ(steps_of(parsed("let r = inversesqrt(x); r * r * x")), "rsq(x) mul(t1, t1) mul(t2, x)");
}

TEST(RangeParse, TakesStatementsAsShadersHaveThem) {
  EXPECT_EQ(steps_of(parsed("static const float k = 2.0; x * k")), "mul(x, 2.0)");
  EXPECT_EQ(steps_of(parsed("highp vec2 v = vec2(x, y); v *= 2.0; v.y")), "mul(x, 2.0) mul(y, 2.0)");
  EXPECT_EQ(steps_of(parsed("float k = x; k *= y; k /= 3; k += 1; k -= y; k")),
            "mul(x, y) div(t1, 3) add(t2, 1) sub(t3, y)");
  EXPECT_EQ(steps_of(parsed("/* twice */ x * 2 // and no more\n + y")), "mul(x, 2) add(t1, y)");
  EXPECT_EQ(range::operands_in("// z\n const float k = 2; x * k /* w */"), std::vector<std::string>{"x"});
  EXPECT_EQ(steps_of(parsed("ldexp(x, 3) * ldexp(x, int(y))", "metal4")),
            "ldexp(x, 3) ftoi(y) ldexp(x, t2) mul(t1, t3)");
}

TEST(RangeParse, TakesDeclarationsWithTheirTypes) {
  EXPECT_EQ(steps_of(parsed("float a = x * 2, b = y; a + b")), "mul(x, 2) add(t1, y)");
  EXPECT_EQ(steps_of(parsed("float a; a = x * 2; a")), "mul(x, 2)");
  EXPECT_EQ(range::operands_in("float a; a = x; a"), std::vector<std::string>{"x"});
  // A value that is given later is taken to the declared type, too.
  EXPECT_EQ(steps_of(parsed("half h = x; h = x * x; h", "metal4")),
            steps_of(parsed("half h = x; h = half(x * x); h", "metal4")));
  EXPECT_EQ(steps_of(parsed("half h = x; h *= y; h", "metal4")), steps_of(parsed("half h = x; half(h * y)", "metal4")));
  EXPECT_EQ(parsed("float3 c = x; c").results.size(), 3U);
  EXPECT_EQ(error_of("float3 c = float2(x, y); c"),
            "'float3 c = float2(x, y); c': c takes 3 components, not 2, at character 24");
  EXPECT_NE(error_of("mediump float a = x; a").find("leave it out"), std::string::npos);
  EXPECT_NE(error_of("for (;;) x").find("'for' is not taken"), std::string::npos);
  EXPECT_NE(error_of("float f(float x) { return x; }").find("definition is not taken"), std::string::npos);
}

TEST(RangeParse, TakesComponents) {
  EXPECT_EQ(steps_of(parsed("v.s * v.t")), "mul(v.x, v.y)");
  EXPECT_EQ(steps_of(parsed("float2 v = float2(x, y); v[1] * v[0]")), "mul(y, x)");
  EXPECT_EQ(steps_of(parsed("float3 v = float3(x, y, z); v.xz *= 2; v.y = x; v.x + v.y + v.z")),
            "mul(x, 2) mul(z, 2) add(t1, x) add(t3, t2)");
  EXPECT_EQ(steps_of(parsed("float2 v = float2(x, y); v.yx = v; v.x * v.x")), "mul(y, y)");
  EXPECT_EQ(error_of("float2 v = x; v[2]"),
            "'float2 v = x; v[2]': a component's number is missing, 0 to 1, at character 18");
  EXPECT_EQ(error_of("float2 v = x; v.xy = float3(x, x, x); v"),
            "'float2 v = x; v.xy = float3(x, x, x); v': 3 values are given to 2 components, at character 37");
}

TEST(RangeParse, TakesMatrices) {
  // Numbers go column by column, in HLSL row by row.
  EXPECT_EQ(steps_of(parsed("(mat2(1, 2, 3, 4) * v.xy).x", "vulkan1.3")), "dp2(1, 3, v.x, v.y) dp2(2, 4, v.x, v.y)");
  EXPECT_EQ(steps_of(parsed("mul(float2x2(1, 2, 3, 4), v.xy).x")), "dp2(1, 2, v.x, v.y) dp2(3, 4, v.x, v.y)");
  EXPECT_EQ(steps_of(parsed("mul(v.xy, float2x2(1, 2, 3, 4)).x")), "dp2(v.x, v.y, 1, 3) dp2(v.x, v.y, 2, 4)");
  EXPECT_EQ(steps_of(parsed("(v.xy * mat2x2<f32>(1, 2, 3, 4)).x", "wgsl")),
            steps_of(parsed("float2(dot(v.xy, float2(1, 2)), dot(v.xy, float2(3, 4))).x", "wgsl")));
  EXPECT_EQ(steps_of(parsed("mul(float2x3(1, 2, 3, 4, 5, 6), v.xyz).y")),
            steps_of(parsed("float2(dot(float3(1, 2, 3), v.xyz), dot(float3(4, 5, 6), v.xyz)).y")));
  EXPECT_EQ(parsed("mat2x3 m = mat2x3(1, 2, 3, 4, 5, 6); m * v.xy", "vulkan1.3").results.size(), 3U);
  EXPECT_EQ(steps_of(parsed("mat2 m = mat2(x, y, z, w); (m * m)[1][0]", "vulkan1.3")),
            "dp2(x, z, x, y) dp2(y, w, x, y) dp2(x, z, z, w) dp2(y, w, z, w)");
  EXPECT_EQ(steps_of(parsed("(mat2(x, y, z, w) * 2.0)[0].y", "vulkan1.3")),
            "mul(x, 2.0) mul(y, 2.0) mul(z, 2.0) mul(w, 2.0)");
  // HLSL's * is of components.
  EXPECT_EQ(steps_of(parsed("(float2x2(x, y, z, w) * float2x2(1, 2, 3, 4))[0][1]")),
            "mul(x, 1) mul(z, 3) mul(y, 2) mul(w, 4)");
  EXPECT_EQ(steps_of(parsed("mul(transpose(float2x2(1, 2, 3, 4)), v.xy).x")),
            "dp2(1, 3, v.x, v.y) dp2(2, 4, v.x, v.y)");
  EXPECT_EQ(steps_of(parsed("(mat2(x) * vec2(y, z)).x", "vulkan1.3")), "dp2(x, 0, y, z) dp2(0, x, y, z)");
  EXPECT_EQ(range::operands_in("mat2 m = mat2(x, y, 0, 1); (m * v).x"), (std::vector<std::string>{"x", "y", "v"}));
  EXPECT_EQ(error_of("mat2(1, 2, 3)", "glsl4.6"), "'mat2(1, 2, 3)': mat2 takes 4 numbers, not 3, at character 14");
  EXPECT_NE(error_of("mat2(x)", "glsl4.6").find("the result is a matrix"), std::string::npos);
  EXPECT_NE(error_of("(mat2(x) * v.xyz).x", "glsl4.6").find("a product of 2 columns and 3 rows"), std::string::npos);
  EXPECT_NE(error_of("mat2(x).x", "glsl4.6").find("m[0][1]"), std::string::npos);
}

TEST(RangeParse, TakesCasts) {
  EXPECT_EQ(steps_of(parsed("(float)x * 2")), "mul(x, 2)");
  EXPECT_EQ(steps_of(parsed("(half)x * 2", "metal4")), steps_of(parsed("half(x) * 2", "metal4")));
  EXPECT_EQ(steps_of(parsed("-(float)-x + y")), "add(--x, y)");
  EXPECT_EQ(steps_of(parsed("dot((float2)(x, y), (float2)2)")), "dp2(x, y, 2, 2)");
  EXPECT_EQ(range::operands_in("(float)x * (float2)(y, 1).x"), (std::vector<std::string>{"x", "y"}));
  EXPECT_EQ(steps_of(parsed("convert_float(convert_int(x)) * 2", "opencl3")),
            steps_of(parsed("float(int(x)) * 2", "opencl3")));
}

// In C, asfloat(1065353216) is 1.0 and asuint(1.5) is 1069547520.
TEST(RangeParse, TakesIntegersAsTheBitsOfFloats) {
  EXPECT_EQ(steps_of(parsed("asfloat(0x3f800000) * x")), "mul(0x3f800000, x)");
  EXPECT_EQ(steps_of(parsed("asfloat(1065353216u) * x")), "mul(0x3f800000, x)");
  EXPECT_EQ(steps_of(parsed("bitcast<f32>(1073741824) * x", "wgsl")), "mul(0x40000000, x)");
  EXPECT_EQ(steps_of(parsed("asfloat(x) + 1")), steps_of(parsed("x + 1")));
  EXPECT_EQ(
      error_of("1 + asuint(x)"),
      "'1 + asuint(x)': asuint gives an integer, and there is arithmetic of floating formats alone, at character 5");
  EXPECT_NE(error_of("float(floatBitsToInt(x))", "glsl4.6").find("gives an integer"), std::string::npos);
  EXPECT_NE(error_of("as_type<uint>(x)", "metal4").find("gives an integer"), std::string::npos);
  EXPECT_EQ(error_of("asfloat(0x1ffffffff)"), "'asfloat(0x1ffffffff)': binary32 has 32 bits, at character 9");
  EXPECT_NE(error_of("asfloat(int(x))").find("at character 1"), std::string::npos);
  EXPECT_EQ(range::operands_in("bitcast<f32>(7) * x"), std::vector<std::string>{"x"});
}

TEST(RangeParse, TakesChoicesAsStatements) {
  const auto last = [](const std::string& text) { return parsed(text).nodes.back().text; };
  EXPECT_EQ(last("float r = x; if (x > 1) r = 1; r"), "gt(x, 1) ? 1 : x");
  EXPECT_EQ(last("float r; if (x > 1) { r = 1; } else { r = y; } r"), "gt(x, 1) ? 1 : y");
  EXPECT_EQ(last("float r = x; if (x > 1) r = 1; else if (x < 0) r = y; r"), "gt(x, 1) ? 1 : t1");
  EXPECT_EQ(range::operands_in("float r; if (x > 1) { r = 1; } else { r = y; } r"),
            (std::vector<std::string>{"x", "y"}));
  EXPECT_NE(error_of("if (x > 1) { float r = 1; } r").find("'r' has neither a value"), std::string::npos);
  EXPECT_EQ(last("if (x > 1) return 1; return y;"), "gt(x, 1) ? 1 : y");
  EXPECT_EQ(last("if (x > 1) { return 1; } else if (x < 0) { return 2; } else { return y; }"), "gt(x, 1) ? 1 : t1");
  EXPECT_EQ(last("if (x > 1) return 1; float r = y; if (x < 0) r = 2; return r;"), "gt(x, 1) ? 1 : t1");
  EXPECT_NE(error_of("if (x > 1) return 1;").find("an expression is missing"), std::string::npos);
  EXPECT_NE(error_of("float r; if (x > 1) { r = 1; return 2; } r").find("a value for a name is expected"),
            std::string::npos);
}

TEST(RangeParse, TakesNamesAsTheRulebooksLanguageHasThem) {
  EXPECT_EQ(steps_of(parsed("round(x)")), "round_ne(x)");
  EXPECT_EQ(steps_of(parsed("round(x)", "wgsl")), "round_ne(x)");
  EXPECT_EQ(steps_of(parsed("round(x)", "metal4")), "round(x)");
  EXPECT_EQ(steps_of(parsed("round(x)", "glsl4.6")), "round(x)");
  EXPECT_EQ(steps_of(parsed("msl:round(x)", "metal4")), "round(x)");
  EXPECT_EQ(steps_of(parsed("atan(y, x) + atan(x)", "glsl4.6")), "atan2(y, x) atan(x) add(t1, t2)");
  EXPECT_EQ(steps_of(parsed("mix(x, y, z)", "metal4")), steps_of(parsed("msl:mix(x, y, z)")));
  const auto last = [](const std::string& text, const std::string& book) {
    return parsed(text, book).nodes.back().text;
  };
  EXPECT_EQ(last("select(x, y, x < 1)", "wgsl"), "ne(t1, 0) ? y : x");
  EXPECT_EQ(last("mix(x, y, x < 1)", "glsl4.6"), "ne(t1, 0) ? y : x");
  EXPECT_EQ(last("mix(x, y, true)", "glsl4.6"), "ne(true, 0) ? y : x");
  EXPECT_EQ(last("any(v.xy)", "hlsl"), "ne(v.y, 0) ? 1 : t1");
  EXPECT_EQ(last("all(v.xy)", "hlsl"), "ne(v.y, 0) ? t1 : 0");
  EXPECT_EQ(steps_of(parsed("x * M_PI_F", "metal4")), "mul(x, 3.1415927)");
  // The product of two rounded constants, not the rounded product.
  EXPECT_EQ(steps_of(parsed("x * (M_SQRT2_F * M_SQRT2_F)", "metal4")), "mul(x, 1.9999999)");
  EXPECT_EQ(parsed("x * (1 / 2)").notes.size(), 1U);
  EXPECT_TRUE(parsed("x * (1.0 / 2)").notes.empty());
  EXPECT_EQ(parsed("refract(float2(x, y), float2(y, x), 0.9)").results.size(), 2U);
  EXPECT_EQ(parsed("lit(x, y, z)").results.size(), 4U);
}

TEST(RangeParse, TakesVectorsApart) {
  EXPECT_EQ(steps_of(parsed("dot(float3(x, y, z), float3(1, 2, 3))")), "dp3(x, y, z, 1, 2, 3)");
  EXPECT_EQ(steps_of(parsed("vec2(x, y).yx.x * 2")), "mul(y, 2)");
  EXPECT_EQ(parsed("vec3<f32>(x, y, z) * 2").results.size(), 3U);
  EXPECT_EQ(steps_of(parsed("dot(v.xy, v.yx)")), "dp2(v.x, v.y, v.y, v.x)");
  EXPECT_EQ(steps_of(parsed("cross(float3(x, 0, 0), float3(0, y, 0)).z")),
            steps_of(parsed("float3(0 * 0 - 0 * y, 0 * 0 - x * 0, x * y - 0 * 0).z")));
}

TEST(RangeParse, TakesComponentsByARulebooksOwnBounds) {
  EXPECT_EQ(steps_of(parsed("normalize((float3)(x, y, z)).y", "opencl3")),
            "normalize3(x, y, z) normalize3(y, z, x) normalize3(z, x, y)");
  EXPECT_EQ(steps_of(parsed("cross((float3)(x, y, z), (float3)(1, 2, 4)).z", "opencl3")),
            "cross(y, z, 2, 4) cross(z, x, 4, 1) cross(x, y, 1, 2)");
  EXPECT_EQ(steps_of(parsed("dot((float2)(x, y), (float2)(1, 2))", "opencl3")), "dp2(x, y, 1, 2)");
  // The rule is an expression of steps, which all components share.
  EXPECT_EQ(steps_of(parsed("normalize(vec3(x, y, z)).y", "vulkan1.3")),
            "dp3(x, y, z, x, y, z) rsq(t1) mul(x, t2) mul(y, t2) mul(z, t2)");
}

TEST(RangeParse, ExpandsWhatARulebookHasNoRuleFor) {
  EXPECT_EQ(steps_of(parsed("hlsl:lerp(x, y, z)")), "sub(y, x) mul(z, t1) add(x, t2)");
  EXPECT_EQ(steps_of(parsed("glsl:mix(x, y, z)")), "sub(1, z) mul(x, t1) mul(y, z) add(t2, t3)");
  EXPECT_EQ(steps_of(parsed("pow(x, y)")), "log2(x) mul(y, t1) exp2(t2)");
  EXPECT_EQ(steps_of(parsed("pow(x, y)", "metal4")), "pow(x, y)");
  EXPECT_EQ(steps_of(parsed("length(float2(x, y))")), "dp2(x, y, x, y) sqrt(t1)");
  EXPECT_EQ(steps_of(parsed("length(float2(x, y))", "hlsl")), "length2(x, y)");
  EXPECT_EQ(steps_of(parsed("distance(float2(x, y), float2(y, 1))")),
            "sub(x, y) sub(y, 1) dp2(t1, t2, t1, t2) sqrt(t3)");
  EXPECT_EQ(steps_of(parsed("lerp(x, y, z)", "hlsl")), "lerp(x, y, z)");
  EXPECT_EQ(steps_of(parsed("mix(x, y, z)", "hlsl")), "lerp(x, y, z)");
  // log2(e) and log(2) rounded to nearest.
  EXPECT_EQ(steps_of(parsed("exp(x)")), "mul(x, 1.442695) exp2(t1)");
  EXPECT_EQ(steps_of(parsed("log(x)")), "log2(x) mul(t1, 0.6931472)");
  EXPECT_EQ(steps_of(parsed("smoothstep(0, 1, x)")),
            "sub(x, 0) div(t1, 1) sat(t2) mul(2, t3) sub(3, t4) mul(t3, t3) mul(t6, t5)");
}

TEST(RangeParse, TakesFunctionsOfMetalsTwoTables) {
  EXPECT_EQ(steps_of(parsed("fast::sin(x) * sin(x)", "metal4")), "fast::sin(x) sin(x) mul(t1, t2)");
  EXPECT_EQ(steps_of(parsed("metal::precise::sin(x) * fast::sin(x)", "metal4-fast")),
            "precise::sin(x) sin(x) mul(t1, t2)");
  EXPECT_EQ(steps_of(parsed("fast::clamp(x * x, 0, y)", "metal4")), "mul(x, x) fast::max(t1, 0) fast::min(t2, y)");
  EXPECT_TRUE(error_of("1 + fast::sin(x)", "metal1.2").ends_with("ask that rulebook, at character 5"));
  EXPECT_EQ(steps_of(parsed("fast::length(float2(x, y))", "metal4")),
            "fast::mul(x, x) fast::mul(y, y) fast::add(t1, t2) fast::sqrt(t3)");
}

TEST(RangeParse, TakesCudasNames) {
  EXPECT_EQ(steps_of(parsed("sinf(x) * fmaf(x, x, 1.0f)", "cuda")), "sin(x) fma(x, x, 1.0f) mul(t1, t2)");
  EXPECT_EQ(steps_of(parsed("__sinf(x) + sinf(x)", "cuda-fast")), "sin(x) sin(x) add(t1, t2)");
  EXPECT_EQ(steps_of(parsed("__fdiv_rn(x, y)", "cuda")), "div(x, y)");
  EXPECT_NE(error_of("__sinf(x)", "cuda").find("ruled by cuda-fast"), std::string::npos);
  EXPECT_NE(error_of("__fdiv_rn(x, y)", "cuda-fast").find("ruled by cuda, not by cuda-fast"), std::string::npos);
  EXPECT_NE(error_of("__fadd_rz(x, y)", "cuda").find("unknown function"), std::string::npos);
}

TEST(RangeParse, SaysWhereCompilersMayTransformMore) {
  const auto notes = [](const std::string& text, const std::string& book) { return parsed(text, book).notes.size(); };
  EXPECT_EQ(notes("x * y + z", "metal4-fast"), 1U);
  EXPECT_EQ(notes("x * y", "metal4-fast"), 0U);
  EXPECT_EQ(notes("x * y + z", "metal4"), 0U);
  EXPECT_EQ(notes("x * y + z", "opencl3-fast"), 1U);
  EXPECT_EQ(notes("x * y + z", "cuda-fast"), 0U);
}

TEST(RangeParse, SaysWhatIsTakenApart) {
  EXPECT_EQ(parsed("pow(x, y) + pow(y, x)").notes,
            std::vector<std::string>{"d3d11 has no rule for pow: it is taken as exp2(y * log2(x))"});
  EXPECT_TRUE(parsed("pow(x, y)", "metal4").notes.empty());
  EXPECT_EQ(parsed("length(float2(x, y))").notes.size(), 1U);
}

TEST(RangeParse, TakesConditionsAndRemainders) {
  EXPECT_EQ(steps_of(parsed("x < y ? x:y * 2")), "mul(y, 2)");
  const Program program = parsed("x < y ? x : y * 2");
  const range::Node& last = program.nodes[program.results[0]];
  EXPECT_EQ(last.kind, range::Node::Kind::select);
  EXPECT_EQ(last.text, "lt(x, y) ? x : t1");
  EXPECT_EQ(parsed("step(0.5, x)").nodes.back().text, "ge(x, 0.5) ? 1 : 0");
  EXPECT_EQ(steps_of(parsed("x % y")), "div(x, y) round_z(t1) mul(y, t2) sub(x, t3)");
  EXPECT_EQ(range::operands_in("a == b ? c : d"), (std::vector<std::string>{"a", "b", "c", "d"}));
}

TEST(RangeParse, JoinsConditions) {
  const auto chosen = [](const std::string& text, const std::string& book = "d3d11") {
    std::string steps;
    for (const range::Node& node : parsed(text, book).nodes) {
      if (node.kind == range::Node::Kind::select) steps += (steps.empty() ? "" : " ") + node.text;
    }
    return steps;
  };
  EXPECT_EQ(chosen("x > 1 && y > 2 ? x : y"), "gt(y, 2) ? x : y gt(x, 1) ? t1 : y");
  EXPECT_EQ(chosen("x > 1 || y > 2 ? x : y"), "gt(y, 2) ? x : y gt(x, 1) ? x : t1");
  EXPECT_EQ(chosen("!(x > 1) ? x : y"), "gt(x, 1) ? 1 : 0 ne(t1, 0) ? y : x");
  EXPECT_EQ(chosen("x > 1 && y > 2 || z ? x : y"), chosen("(z) ? x : y") + " gt(y, 2) ? x : t1 gt(x, 1) ? t2 : t1");
  EXPECT_EQ(chosen("isnan(x) ? 0 : x", "d3d12"), "isnan(x) ? 1 : 0 ne(t1, 0) ? 0 : x");
  EXPECT_EQ(chosen("lt(x, y)"), "lt(x, y) ? 1 : 0");
}

TEST(RangeParse, TakesTypesByTheRulebooksConversions) {
  EXPECT_EQ(steps_of(parsed("float(int(x * 255 + 0.5)) / 255")),
            "mul(x, 255) add(t1, 0.5) ftoi(t2) itof(t3) div(t4, 255)");
  // An operand of a narrower format is taken to the wider one; a number to that of the other operand.
  const Program mixed = parsed("half h = x * 2; h * h * 3 + x", "metal4");
  EXPECT_EQ(steps_of(mixed),
            "mul(x, 2) binary32_to_binary16(t1) mul(t2, t2) mul(t3, 3) binary16_to_binary32(t4) add(t5, x)");
  EXPECT_EQ(mixed.nodes[mixed.results[0]].format, Format::binary32);
  EXPECT_EQ(steps_of(parsed("half(x)", "metal4")), "binary32_to_binary16(x) binary16_to_binary32(t1)");
  const std::string halves = steps_of(parsed("dot(half2(x, y), half2(y, x))", "metal4"));
  EXPECT_NE(halves.find("mul(t1, t3)"), std::string::npos) << halves;
  EXPECT_EQ(steps_of(parsed("vec2<f16>(x, y).y", "wgsl")), steps_of(parsed("vec2h(x, y).y", "wgsl")));
  EXPECT_EQ(steps_of(parsed("let r: f16 = f16(x); f32(r)", "wgsl")), steps_of(parsed("f16(x)", "wgsl")));
  // float is the format that is asked for.
  EXPECT_EQ(steps_of(range::parse_program("float(x) * half(y)", std::array<std::string, 2>{"x", "y"},
                                          Rulebook::open("metal4"), Format::binary16, {}, {})),
            "mul(x, y)");
  EXPECT_EQ(parsed("half(x)").notes.size(), 1U);
  EXPECT_TRUE(parsed("half(x)", "metal4").notes.empty());
  EXPECT_EQ(steps_of(parsed("float2(int2(x, y)).y", "metal4")), "ftoi(x) ftoi(y) itof(t1) itof(t2)");
}

TEST(RangeParse, FoldsConstants) {
  EXPECT_EQ(steps_of(parsed("x * (180 / pi)")), "mul(x, 57.29578)");
  EXPECT_EQ(steps_of(parsed("x + (0.1 + 0.2)")), "add(x, 0.3)");
  EXPECT_EQ(steps_of(parsed("x * sqrt(4)")), "mul(x, 2)");
}

TEST(RangeParse, HasMoreWaysWhereACompilerIsFree) {
  const auto ways = [](const Program& program) {
    std::size_t most = 0;
    for (const range::Node& node : program.nodes) most = std::max(most, node.ways.size());
    return most;
  };
  EXPECT_EQ(ways(parsed("x * y + z")), 1U);
  EXPECT_EQ(ways(parsed("x * y + z", "d3d11", {.contract = true})), 2U);
  EXPECT_EQ(ways(parsed("z - x * y", "d3d11", {.contract = true})), 2U);
  EXPECT_EQ(ways(parsed("x * y + z * z", "d3d11", {.contract = true})), 3U);
  // What is precise is neither fused itself nor into another step, and what it is made of neither.
  EXPECT_EQ(ways(parsed("precise float r = x * y + z; r", "d3d11", {.contract = true})), 1U);
  EXPECT_EQ(ways(parsed("precise r = x * y; r + z", "d3d11", {.contract = true})), 1U);
  EXPECT_EQ(ways(parsed("let p = x * y; invariant q = -p; p + z", "d3d11", {.contract = true})), 1U);
  EXPECT_EQ(ways(parsed("precise r = x * y; r + z * z", "d3d11", {.contract = true})), 2U);
  EXPECT_EQ(ways(parsed("x + y + z", "d3d11", {.reassociate = true})), 3U);
  const range::Program in_order = parsed("precise r = x + y + z; r", "d3d11", {.reassociate = true});
  EXPECT_EQ(ways(in_order), 1U);
  EXPECT_EQ(in_order.nodes[in_order.results[0]].text, "add(t1, z)");
  // Of three terms x + (y + z), y + (x + z), z + (x + y).
  EXPECT_EQ(ways(parsed("x + y + z", "d3d11", {.reassociate = true})), 3U);
  EXPECT_EQ(ways(parsed("x * y * z * w", "d3d11", {.reassociate = true})), 7U);
}

TEST(RangeParse, FindsOperands) {
  using Names = std::vector<std::string>;
  EXPECT_EQ(range::operands_in("sqrt(x*x + y*y)"), (Names{"x", "y"}));
  EXPECT_EQ(range::operands_in("let r = rsqrt(b); r * a * 1e5f + pi"), (Names{"b", "a"}));
  EXPECT_EQ(range::operands_in("float2(n.x, n.yx).y"), (Names{"n.x", "n.y"}));
  EXPECT_EQ(range::operands_in("c.rg * c.y"), (Names{"c.x", "c.y"}));
  EXPECT_EQ(range::operands_in("n.x * dot(n, n)"), (Names{"n"}));
}

TEST(RangeParse, SaysWhatIsWrongAndWhere) {
  EXPECT_EQ(error_of("x +"), "'x +': a value is missing, at character 4");
  EXPECT_EQ(error_of("x + )"), "'x + )': ')' is not expected here, at character 5");
  EXPECT_EQ(error_of("(x"), "'(x': ')' is missing, at character 3");
  EXPECT_EQ(error_of("sqrt(x, y)"), "'sqrt(x, y)': sqrt takes 1 operand, not 2, at character 1");
  EXPECT_EQ(error_of("float2(x, y) + float3(x, y, z)"),
            "'float2(x, y) + float3(x, y, z)': a vector of 2 components meets one of 3, at character 31");
  EXPECT_EQ(error_of("float2(x, y).z"),
            "'float2(x, y).z': '.z' is no part of a value of 2 components, at character 15");
  EXPECT_EQ(error_of("srqt(x)"), "'srqt(x)': unknown function 'srqt' (did you mean 'sqrt'?), at character 1");
  EXPECT_NE(error_of("mix(x, y, z)").find("write msl:mix or glsl:mix"), std::string::npos) << error_of("mix(x, y, z)");
  EXPECT_NE(error_of("x & y").find("'&' is not expected here"), std::string::npos);
  EXPECT_NE(error_of("x < y ? x").find("':' is missing"), std::string::npos);
  EXPECT_EQ(error_of("int(x)"), "'int(x)': the result is sint32, not binary32: float(...) makes it that");
  EXPECT_EQ(
      error_of("2 + int(x) * 3"),
      "'2 + int(x) * 3': t1 is sint32, and there is arithmetic of floating formats alone: float(t1), at character "
      "15");
  EXPECT_EQ(error_of("unorm8_to_binary32(x)"),
            "'unorm8_to_binary32(x)': x is binary32, and unorm8 is needed, at character 1");
  EXPECT_EQ(error_of("float(uint(int(x)))"),
            "'float(uint(int(x)))': d3d11 has no rule for a conversion from sint32 to uint32, at character 7");
  EXPECT_EQ(error_of("ldexp(x, 0.5)", "metal4"), "'ldexp(x, 0.5)': 0.5 is no value of sint32, at character 1");
  EXPECT_NE(error_of("mul(float2(x, y), float2(y, x))").find("write dot(x, y)"), std::string::npos);
  EXPECT_NE(error_of("hlsl:mul(float2(x, y), float2(y, x))").find("write dot(x, y)"), std::string::npos);
  EXPECT_EQ(error_of("double(x)"), "'double(x)': the result is binary64, not binary32: float(...) makes it that");
  EXPECT_EQ(error_of("dadd(x, x)"), "'dadd(x, x)': dadd is add in binary64: --format binary64, at character 1");
  EXPECT_NE(error_of("1e60 * x").find("at character 1"), std::string::npos);
  EXPECT_NE(error_of("atan(x)").find("atan"), std::string::npos);
  const std::string nested(200, '(');
  EXPECT_NE(error_of(nested + "x").find("nested too deeply"), std::string::npos);
  std::string long_sum = "x";
  for (int i = 0; i < 2100; ++i) long_sum += " + x";
  EXPECT_NE(error_of(long_sum).find("more than 2000 steps"), std::string::npos);
  try {
    static_cast<void>(range::parse_program("x * y", std::vector<std::string>{"x"}, Rulebook::open("d3d11"),
                                           Format::binary32, {}, {}));
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(std::string(error.what()),
              "'x * y': 'y' has neither a value nor a range, y in [0, 1]; known are x, at character 5");
  }
}

}  // namespace
}  // namespace halfulp
