// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "device/opencl/kernel_source.hpp"
#include "device/shader/language_row.hpp"
#include "device/shader/table.hpp"
#include "halfulp/error.hpp"

namespace halfulp::device {
namespace {

const LanguageRow& row_of(Operation operation, Format format, std::string_view name) {
  for (const LanguageRow& row : opencl_rows()) {
    if (row.operation == operation && row.format == format && way_name(row.expression) == name) return row;
  }
  throw Error(Error::Kind::kInternal, "no such row");
}

std::set<std::string> names_in(std::string_view text) {
  std::set<std::string> names;
  std::string name;
  for (const char letter : std::string(text) + ' ') {
    if (std::isalnum(static_cast<unsigned char>(letter)) != 0 || letter == '_') {
      name += letter;
    } else {
      names.insert(name);
      name.clear();
    }
  }
  return names;
}

TEST(OpenclTable, NamesEveryOperandInEveryExpression) {
  for (const LanguageRow& row : opencl_rows()) {
    const std::set<std::string> names = names_in(row.expression);
    for (int k = 0; k < info(row.operation).arity; ++k) {
      const std::string operand(info(row.operation).operand_names[static_cast<std::size_t>(k)]);
      EXPECT_TRUE(names.contains(operand) || names.contains(operand + "_lane")) << row.expression << ": " << operand;
    }
  }
}

// A report knows ways by their names.
TEST(OpenclTable, HasWaysOfDifferentNamesOfWhichThePrincipalIsJudged) {
  std::map<std::pair<Operation, Format>, std::vector<std::string_view>> ways;
  for (const LanguageRow& row : opencl_rows()) {
    auto& names = ways[{row.operation, row.format}];
    EXPECT_TRUE(row.judged || !names.empty()) << row.expression;
    EXPECT_EQ(std::ranges::count(names, way_name(row.expression)), 0) << row.expression;
    names.push_back(way_name(row.expression));
  }
}

// OpenCL leaves the accuracy of native_ functions to the driver, and half_ ones have 8,192 ULP.
TEST(OpenclTable, JudgesNoFunctionThatTradesAccuracyForSpeed) {
  for (const LanguageRow& row : opencl_rows()) {
    const bool is_fast = row.expression.starts_with("native_") || row.expression.starts_with("half_") ||
                         row.expression.starts_with("fast_");
    if (!is_fast) continue;
    EXPECT_FALSE(row.judged) << row.expression;
    EXPECT_EQ(row.format, Format::binary32) << row.expression;
  }
}

TEST(OpenclTable, HasWhatVulkanHasButReflectionAndPackedPixels) {
  std::set<std::pair<Operation, Format>> missing;
  for (const ShaderRow& row : shader_rows()) missing.insert({row.operation, row.format});
  for (const LanguageRow& row : opencl_rows()) missing.erase({row.operation, row.format});
  for (const auto& [operation, format] : missing) {
    EXPECT_TRUE(operation == Operation::reflect3 || info(operation).family == OperationFamily::pixel)
        << info(operation).name << " in " << info(format).name;
  }
}

TEST(KernelSource, ComputesTheExpressionOnTheBitsOfEachCase) {
  EXPECT_EQ(kernel_source(row_of(Operation::min, Format::binary32, "fmin")).text,
            "#pragma OPENCL FP_CONTRACT OFF\n"
            "kernel void compute(const uint cases, global const uint *x_lane, global const uint *y_lane, "
            "global uint *result_lane) {\n"
            "  const size_t i = get_global_id(0);\n"
            "  if (i >= cases) return;\n"
            "  const float x = as_float(x_lane[i]);\n"
            "  const float y = as_float(y_lane[i]);\n"
            "  result_lane[i] = as_uint(fmin(x, y));\n"
            "}\n");
}

TEST(KernelSource, HasTheTypesOfTheFormat) {
  const std::string text =
      kernel_source(row_of(Operation::modf_integer, Format::binary64, "(modf(x, &part), part)")).text;
  EXPECT_NE(text.find("#pragma OPENCL EXTENSION cl_khr_fp64 : enable\n"), std::string::npos);
  EXPECT_NE(text.find("typedef double real;\n"), std::string::npos);
  EXPECT_NE(text.find("global const ulong *x_lane"), std::string::npos);
  EXPECT_NE(text.find("  real part;\n"), std::string::npos);
  EXPECT_NE(text.find("as_ulong((modf(x, &part), part))"), std::string::npos);
}

// Memory is accessed with the type itself, not as bits.
TEST(KernelSource, LoadsStoresAndConvertsHalvesInMemory) {
  EXPECT_NE(kernel_source(row_of(Operation::load, Format::binary32, "x")).text.find("global const float *x_lane"),
            std::string::npos);
  EXPECT_NE(kernel_source(row_of(Operation::store, Format::binary32, "x")).text.find("global float *result_lane"),
            std::string::npos);
  const std::string load = kernel_source(row_of(Operation::binary16_to_binary32, Format::binary16, "vload_half")).text;
  EXPECT_NE(load.find("global const half *x_lane"), std::string::npos);
  EXPECT_NE(load.find("result_lane[i] = as_uint(vload_half(i, x_lane));"), std::string::npos);
  const std::string store =
      kernel_source(row_of(Operation::binary32_to_binary16, Format::binary32, "vstore_half_rtz")).text;
  EXPECT_NE(store.find("global half *result_lane"), std::string::npos);
  EXPECT_NE(store.find("  vstore_half_rtz(x, i, result_lane);\n"), std::string::npos);
}

TEST(KernelSource, GivesAllBitsForTrue) {
  const std::string text = kernel_source(row_of(Operation::lt, Format::binary32, "isless")).text;
  EXPECT_NE(text.find("result_lane[i] = isless(x, y) ? 0xffffffffu : 0u;"), std::string::npos);
}

TEST(KernelSource, RunsWhereTheDeviceHasTheFormats) {
  const OpenclFeatures none;
  EXPECT_TRUE(runs_on(row_of(Operation::add, Format::binary32, "x + y"), none));
  EXPECT_FALSE(runs_on(row_of(Operation::add, Format::binary64, "x + y"), none));
  EXPECT_TRUE(runs_on(row_of(Operation::add, Format::binary64, "x + y"), {.has_binary64 = true}));
  EXPECT_FALSE(runs_on(row_of(Operation::add, Format::binary16, "x + y"), {.has_binary64 = true}));
  EXPECT_TRUE(runs_on(row_of(Operation::binary32_to_binary16, Format::binary32, "vstore_half"), none));
  EXPECT_FALSE(runs_on(row_of(Operation::binary32_to_binary16, Format::binary32, "convert_half"), none));
}

TEST(WayName, IsThatOfTheFunctionOrTheExpression) {
  EXPECT_EQ(way_name("native_sin(x)"), "native_sin");
  EXPECT_EQ(way_name("x * y + z"), "x * y + z");
  EXPECT_EQ(way_name("(modf(x, &part), part)"), "(modf(x, &part), part)");
  EXPECT_EQ(way_name("dot((real2)(x0, x1), (real2)(y0, y1))"), "dot((real2)(x0, x1), (real2)(y0, y1))");
}

}  // namespace
}  // namespace halfulp::device
