// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <algorithm>
#include <iterator>
#include <map>
#include <set>
#include <sstream>

#include "device/not_offered.hpp"
#include "device/shader/table.hpp"
#include "device/spirv.hpp"

namespace halfulp::device {
namespace {

// Opcodes [SPIR-V 1.6 §3.49] and numbers of extended instructions [GLSL.std.450 §2].
const std::map<std::string, std::uint32_t> kOpcodes{{"OpLoad", 61},
                                                    {"OpFConvert", 115},
                                                    {"OpISub", 130},
                                                    {"OpFRem", 140},
                                                    {"OpBitwiseOr", 197},
                                                    {"OpBitwiseAnd", 199},
                                                    {"OpStore", 62},
                                                    {"OpConvertFToU", 109},
                                                    {"OpConvertFToS", 110},
                                                    {"OpConvertSToF", 111},
                                                    {"OpConvertUToF", 112},
                                                    {"OpFNegate", 127},
                                                    {"OpFAdd", 129},
                                                    {"OpFSub", 131},
                                                    {"OpFMul", 133},
                                                    {"OpFDiv", 136},
                                                    {"OpDot", 148},
                                                    {"OpIsNan", 156},
                                                    {"OpIsInf", 157},
                                                    {"OpSelect", 169},
                                                    {"OpFOrdEqual", 180},
                                                    {"OpFUnordNotEqual", 183},
                                                    {"OpFOrdLessThan", 184},
                                                    {"OpFOrdGreaterThan", 186},
                                                    {"OpFOrdLessThanEqual", 188},
                                                    {"OpFOrdGreaterThanEqual", 190}};
const std::map<std::string, std::uint32_t> kExtended{{"Round", 1},
                                                     {"RoundEven", 2},
                                                     {"Trunc", 3},
                                                     {"FAbs", 4},
                                                     {"FSign", 6},
                                                     {"Radians", 11},
                                                     {"Degrees", 12},
                                                     {"FMix", 46},
                                                     {"Step", 48},
                                                     {"SmoothStep", 49},
                                                     {"Length", 66},
                                                     {"Distance", 67},
                                                     {"Cross", 68},
                                                     {"Normalize", 69},
                                                     {"Reflect", 71},
                                                     {"Floor", 8},
                                                     {"Ceil", 9},
                                                     {"Fract", 10},
                                                     {"Sin", 13},
                                                     {"Cos", 14},
                                                     {"Tan", 15},
                                                     {"Asin", 16},
                                                     {"Acos", 17},
                                                     {"Atan", 18},
                                                     {"Sinh", 19},
                                                     {"Cosh", 20},
                                                     {"Tanh", 21},
                                                     {"Asinh", 22},
                                                     {"Acosh", 23},
                                                     {"Atanh", 24},
                                                     {"Atan2", 25},
                                                     {"Pow", 26},
                                                     {"Exp", 27},
                                                     {"Log", 28},
                                                     {"Exp2", 29},
                                                     {"Log2", 30},
                                                     {"Sqrt", 31},
                                                     {"InverseSqrt", 32},
                                                     {"Modf", 35},
                                                     {"FMin", 37},
                                                     {"FMax", 40},
                                                     {"FClamp", 43},
                                                     {"Fma", 50},
                                                     {"FrexpStruct", 52},
                                                     {"Ldexp", 53},
                                                     {"NMin", 79},
                                                     {"NMax", 80},
                                                     {"NClamp", 81},
                                                     {"PackSnorm4x8", 54},
                                                     {"PackUnorm4x8", 55},
                                                     {"PackSnorm2x16", 56},
                                                     {"PackUnorm2x16", 57},
                                                     {"PackHalf2x16", 58},
                                                     {"UnpackSnorm2x16", 60},
                                                     {"UnpackUnorm2x16", 61},
                                                     {"UnpackHalf2x16", 62},
                                                     {"UnpackSnorm4x8", 63},
                                                     {"UnpackUnorm4x8", 64}};
constexpr std::uint32_t kOpExtInst = 12;
constexpr std::uint32_t kOpDecorate = 71;
constexpr std::uint32_t kSpecId = 1;
constexpr std::uint32_t kNoContraction = 42;

struct Contents {
  std::set<std::uint32_t> opcodes;
  std::set<std::uint32_t> extended;
  std::set<std::uint32_t> constants;
  std::set<std::uint32_t> uncontracted;                  // ids
  std::map<std::uint32_t, std::set<std::uint32_t>> ids;  // of arithmetic, by opcode
};

Contents read(std::span<const std::uint32_t> module) {
  Contents contents;
  test::for_each_instruction(module, [&](const test::Instruction& instruction) {
    contents.opcodes.insert(instruction.opcode);
    if (instruction.opcode == kOpExtInst) contents.extended.insert(instruction.operands[3]);
    if (instruction.opcode == kOpDecorate && instruction.operands[1] == kSpecId) {
      contents.constants.insert(instruction.operands[2]);
    }
    if (instruction.opcode == kOpDecorate && instruction.operands[1] == kNoContraction) {
      contents.uncontracted.insert(instruction.operands[0]);
    }
    if (instruction.opcode >= 127 && instruction.opcode <= 136) {
      contents.ids[instruction.opcode].insert(instruction.operands[1]);
    }
  });
  return contents;
}

// A composed way says more of the shader than of the driver, but where the documents themselves allow the composition.
// A pixel's conversion is a texture's, not that of an instruction.
TEST(ShaderTable, JudgesThePrincipalRowOfEveryOperationButThoseNamedAndComposed) {
  auto named = test::not_offered_by_vulkan();
  std::ranges::copy(test::only_with_textures(), std::back_inserter(named));
  for (const OperationInfo& operation : operations()) {
    for (const FormatInfo& format_row : formats()) {
      const Format format = format_row.format;
      const auto rows = shader_rows();
      const auto row = std::ranges::find_if(rows, [&](const ShaderRow& candidate) {
        return candidate.operation == operation.operation && candidate.format == format;
      });
      const bool computed = operation.only_format() == format ||
                            std::ranges::find(test::kVulkanFormats, format) != test::kVulkanFormats.end();
      const bool offered = computed && test::can_be_asked(operation.operation, format) &&
                           !test::contains(named, operation.operation, format);
      ASSERT_EQ(row != rows.end(), offered) << operation.name << " in " << info(format).name;
      if (!offered) continue;
      EXPECT_EQ(row->judged, !row->composed && operation.family != OperationFamily::pixel) << operation.name;
    }
  }
}

TEST(ShaderTable, NamesTheInstructionsThatAreInTheShaders) {
  for (const ShaderRow& row : shader_rows()) {
    for (const auto module : {row.buffer, row.fragment_buffer, row.constants}) {
      if (module.empty()) continue;
      const Contents contents = read(module);
      std::set<std::uint32_t> extended;
      int instructions = 0;
      std::istringstream words{std::string(row.instruction)};
      for (std::string word; words >> word;) {
        if (word == "GLSL.std.450") continue;
        ++instructions;
        if (kExtended.contains(word)) {
          extended.insert(kExtended.at(word));
        } else {
          ASSERT_TRUE(kOpcodes.contains(word)) << word;
          EXPECT_TRUE(contents.opcodes.contains(kOpcodes.at(word))) << row.instruction;
        }
      }
      EXPECT_EQ(contents.extended, extended) << row.instruction;
      EXPECT_EQ(instructions > 1, row.composed || row.operation == Operation::mov) << row.instruction;
    }
  }
}

const char* glsl_type(Format format) {
  switch (format) {
    case Format::binary16:
      return "float16_t";
    case Format::binary32:
      return "float";
    case Format::binary64:
      return "double";
    case Format::sint32:
      return "int";
    case Format::uint32:
      return "uint";
    case Format::sint16:
      return "int16_t";
    case Format::uint16:
      return "uint16_t";
    case Format::sint8:
      return "int8_t";
    case Format::uint8:
      return "uint8_t";
    default:
      return "bool";
  }
}

// Instructions that pack and unpack give and take bits.
TEST(ShaderTable, HasParametersAndResultsInTheOrderAndTheFormatsOfTheOperation) {
  for (const ShaderRow& row : shader_rows()) {
    const OperationInfo& operation = info(row.operation);
    std::string parameters;
    for (int k = 0; k < operation.arity; ++k) {
      const char* type = glsl_type(operation.operand_format(k, row.format));
      if (row.variant.starts_with("Unpack")) type = "uint";
      parameters += std::string(k == 0 ? "" : ", ") + "const " + type + " " +
                    std::string(operation.operand_names[static_cast<std::size_t>(k)]);
    }
    EXPECT_EQ(row.parameters, parameters) << operation.name;
    const char* result = glsl_type(operation.result(row.format));
    if (row.variant.starts_with("Pack")) result = "uint";
    if (row.operation == Operation::store) result = "stored";
    EXPECT_EQ(row.result, result) << operation.name;
  }
}

// OpDot is not among them: glslang gives it no decoration, and the order of its steps is the device's own choice.
TEST(Shaders, AllowNoContraction) {
  for (const ShaderRow& row : shader_rows()) {
    for (const auto module : {row.buffer, row.fragment_buffer, row.constants}) {
      if (module.empty()) continue;
      const Contents contents = read(module);
      for (const std::uint32_t opcode : {129U, 131U, 133U, 136U}) {
        const auto ids = contents.ids.find(opcode);
        if (ids == contents.ids.end()) continue;
        EXPECT_TRUE(std::ranges::includes(contents.uncontracted, ids->second)) << info(row.operation).name;
      }
    }
  }
}

TEST(Shaders, TakeEveryOperandOfEveryCaseAsAConstantOfItsOwn) {
  for (const ShaderRow& row : shader_rows()) {
    EXPECT_EQ(row.constants.empty(), row.operation == Operation::load) << info(row.operation).name;
    if (row.constants.empty()) continue;
    const Contents contents = read(row.constants);
    const OperationInfo& operation = info(row.operation);
    std::size_t words = 0;
    for (int k = 0; k < operation.arity; ++k) {
      words += operation.operand_format(k, row.format) == Format::binary64 ? 2U : 1U;
    }
    EXPECT_EQ(contents.constants.size(), kConstantCases * words);
    EXPECT_EQ(*contents.constants.rbegin(), contents.constants.size() - 1);
  }
}

}  // namespace
}  // namespace halfulp::device
