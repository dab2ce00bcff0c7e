// SPDX-License-Identifier: Apache-2.0
#include "device/vulkan/reproducer.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <set>
#include <tuple>
#include <utility>

#include "device/shader/table.hpp"
#include "halfulp/error.hpp"

namespace halfulp::device {
namespace {

DeviceDescription device_description() {
  return {
      .name = "vulkan:0",
      .kind = "vulkan",
      .title = "a device",
      .facts = {{"driver", "a driver"},
                {"float controls in force",
                 "denormals flushed (32 bits); denormals preserved (16, 64 bits); rounded to nearest even (16 bits)"}}};
}

FailedCase failed_case(Operation operation, std::span<const Bits> operands, Format format = Format::binary32) {
  return {.operation = operation,
          .format = format,
          .operands = operands,
          .observed = 0x3f800001,
          .permitted = {.format = Format::binary32,
                        .ranges = {{0x3f800000, 0x3f800000}, {0x40000000, 0x40000004}},
                        .nan = NanKind::listed,
                        .nan_patterns = {0x7fc00000},
                        .anything = false},
          .rulebook = "d3d11",
          .rule = "some.rule"};
}

// Every row in one of its formats, and every shape of a shader: operands' and result's types, from a buffer or
// constants. glslc is glslangValidator's compiler for many files in one process.
TEST(Reproducer, CompilesForEveryShader) {
  const auto folder = std::filesystem::temp_directory_path() / fmt::format("halfulp_reproducers_{}", ::getpid());
  std::filesystem::create_directory(folder);
  const std::vector<Bits> operands(kMaxArity, 0x3f800000);
  std::set<std::pair<Operation, std::string_view>> rows;
  std::set<std::tuple<std::string_view, std::string_view, std::string>> shapes;
  std::size_t written = 0;
  for (const ShaderRow& row : shader_rows()) {
    const auto count = static_cast<std::size_t>(info(row.operation).arity);
    const FailedCase failed = failed_case(row.operation, std::span(operands).first(count), row.format);
    for (const std::string kind : {"", ", constants"}) {
      if (!kind.empty() && row.constants.empty()) continue;
      const bool new_row = rows.insert({row.operation, row.variant}).second;
      if (!shapes.insert({row.parameters, row.result, kind}).second && !new_row) continue;
      const std::string name = fmt::format("{}_{}.comp", info(row.operation).name, written++);
      std::ofstream(folder / name) << reproducer_shader(device_description(), std::string(row.variant) + kind, failed);
    }
  }
  const std::string in_folder = "cd " + folder.string() + " && ";
  EXPECT_EQ(std::system((in_folder + "glslc -c --target-env=vulkan1.1 *.comp").c_str()), 0);
  // One by the command that each shader names.
  const std::string named = "glslangValidator --quiet -V --target-env vulkan1.1 -o reproducer.spv add_0.comp";
  EXPECT_EQ(std::system((in_folder + named).c_str()), 0);
  std::filesystem::remove_all(folder);
  EXPECT_GE(written, rows.size());
}

void expect_parts(const std::string& shader, const std::vector<const char*>& parts) {
  for (const char* part : parts) EXPECT_NE(shader.find(part), std::string::npos) << part << " is not in\n" << shader;
}

TEST(Reproducer, TellsTheCaseThePermittedBitsAndTheFloatControls) {
  const std::vector<Bits> operands{0x3f800000, 0x80000001};
  const std::string shader = reproducer_shader(device_description(), "NMin", failed_case(Operation::min, operands));
  expect_parts(shader, {"some.rule", "d3d11", "0x80000001", "0x3f800001", "0x40000004", "0x7fc00000 (NaN)",
                        "capabilities = [4465], 4460, 32);  // denormals flushed", "#define REAL_BITS 32", "NMin(x, y)",
                        "glslangValidator -V"});
  EXPECT_EQ(shader.find("4459"), std::string::npos) << "denormals are preserved in other formats only\n" << shader;
}

TEST(Reproducer, HoldsADoubleInTwoWords) {
  const std::vector<Bits> operands{0x3ff8000000000001, 0x00000003};
  const std::string shader =
      reproducer_shader(device_description(), "Ldexp", failed_case(Operation::ldexp, operands, Format::binary64));
  expect_parts(shader, {"#define operand_x_low (0x00000001u ^ zeros[0])", "#define operand_x_high (0x3ff80000u ^",
                        "#define operand_n (0x00000003u ^", "FROM_BITS_double(operand_x_low, operand_x_high)",
                        "uvec2 results[]", "4459, 64);"});
}

TEST(Reproducer, AsksForTheControlsOfBothFormatsOfAConversion) {
  const std::vector<Bits> operands{0x3f800000};
  const std::string shader = reproducer_shader(device_description(), "OpFConvert, constants",
                                               failed_case(Operation::binary32_to_binary16, operands));
  expect_parts(shader, {"const uint operand_x = 0x3f800000u;", "4459, 16);", "4460, 32);", "4462, 16);",
                        "float16_t result = float16_t(x)"});
}

TEST(Reproducer, IsThereForShadersAndNotForTextures) {
  const DeviceDescription device = device_description();
  EXPECT_TRUE(has_reproducer(device, "NMin, constants", Operation::min, Format::binary32));
  EXPECT_TRUE(has_reproducer(device, "UnpackUnorm4x8", Operation::unorm8_to_binary32, Format::unorm8));
  EXPECT_FALSE(has_reproducer(device, "R8_UNORM texelFetch", Operation::unorm8_to_binary32, Format::unorm8));
}

TEST(Reproducer, RefusesADeviceThatRunsNoShaders) {
  const std::vector<Bits> operands{0, 0};
  DeviceDescription host = device_description();
  host.kind = "host";
  EXPECT_THROW(static_cast<void>(reproducer_shader(host, "", failed_case(Operation::add, operands))), Error);
}

}  // namespace
}  // namespace halfulp::device
