// SPDX-License-Identifier: Apache-2.0
#include "device/vulkan/reproducer.hpp"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <set>
#include <utility>

#include "device/shader/table.hpp"
#include "halfulp/error.hpp"

namespace halfulp::device {
namespace {

DeviceDescription device_description() {
  return {.name = "vulkan:0",
          .kind = "vulkan",
          .title = "a device",
          .facts = {{"driver", "a driver"}, {"float controls in force", "signed zero, INF and NaN preserved"}}};
}

FailedCase failed_case(Operation operation, std::span<const Bits> operands) {
  return {.operation = operation,
          .format = Format::binary32,
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

bool compiles(const std::string& shader, const std::string& name) {
  const auto file = std::filesystem::temp_directory_path() / ("halfulp_reproducer_" + name + ".comp");
  const auto module = std::filesystem::path(file).replace_extension(".spv");
  std::ofstream(file) << shader;
  const std::string command =
      "glslangValidator --quiet -V --target-env vulkan1.1 -o " + module.string() + " " + file.string();
  const bool fine = std::system(command.c_str()) == 0;
  std::filesystem::remove(file);
  std::filesystem::remove(module);
  return fine;
}

TEST(Reproducer, CompilesForEveryShader) {
  const std::vector<Bits> operands(kMaxArity, 0x3f800000);
  std::set<std::pair<std::string_view, std::string_view>> shapes;  // tried with constants
  for (const ShaderRow* row : shader_rows()) {
    const auto count = static_cast<std::size_t>(info(row->operation).arity);
    const FailedCase failed = failed_case(row->operation, std::span(operands).first(count));
    for (const char* kind : {"", ", constants"}) {
      if (*kind != '\0' && (row->constants.empty() || !shapes.insert({row->parameters, row->result}).second)) continue;
      const std::string shader = reproducer_shader(device_description(), std::string(row->variant) + kind, failed);
      EXPECT_TRUE(compiles(shader, std::string(info(row->operation).name))) << shader;
    }
  }
}

TEST(Reproducer, TellsTheCaseThePermittedBitsAndTheFloatControls) {
  const std::vector<Bits> operands{0x3f800000, 0x80000001};
  const std::string shader = reproducer_shader(device_description(), "NMin", failed_case(Operation::min, operands));
  for (const char* part : {"some.rule", "d3d11", "0x80000001", "0x3f800001", "0x40000004", "0x7fc00000 (NaN)",
                           "#define PRESERVE_SIGNED_ZERO_INF_NAN", "NMin(x, y)", "glslangValidator -V"}) {
    EXPECT_NE(shader.find(part), std::string::npos) << part << " is not in\n" << shader;
  }
  EXPECT_EQ(shader.find("#define FLUSH_DENORMALS"), std::string::npos) << shader;
}

TEST(Reproducer, RefusesADeviceThatRunsNoShaders) {
  const std::vector<Bits> operands{0, 0};
  DeviceDescription host = device_description();
  host.kind = "host";
  EXPECT_THROW(static_cast<void>(reproducer_shader(host, "", failed_case(Operation::add, operands))), Error);
}

}  // namespace
}  // namespace halfulp::device
