// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>

#include "device/shader/float_controls.hpp"
#include "device/shader/fragment.hpp"
#include "device/shader/spirv.hpp"
#include "device/shader/table.hpp"

namespace halfulp::device {
namespace {

// Whether its one entry point is of the fragment stage [SPIR-V 1.6 §3.3].
bool is_fragment_shader(std::span<const std::uint32_t> module) {
  bool is_fragment = false;
  spirv::for_each_instruction(module, [&](const spirv::Instruction& instruction) {
    is_fragment = is_fragment || (instruction.opcode == spirv::kOpEntryPoint && instruction.words[1] == 4);
  });
  return is_fragment;
}

// spirv-val knows which modes, built-ins and instructions a fragment shader may have.
void expect_valid(std::span<const std::uint32_t> module, const std::string& what) {
  const auto path = std::filesystem::temp_directory_path() / ("halfulp_fragment_" + std::to_string(::getpid()));
  std::ofstream(path, std::ios::binary)
      .write(reinterpret_cast<const char*>(module.data()), static_cast<std::streamsize>(module.size_bytes()));
  const std::string command = "spirv-val --target-env vulkan1.1 " + path.string();
  EXPECT_EQ(std::system(command.c_str()), 0) << what;
  std::filesystem::remove(path);
}

// A row of each shape of operands and results, and one that wants all float controls.
TEST(FragmentShader, OfConstantsIsAValidModuleOfThatStage) {
  const FloatControls all{.flush_denormals = true, .preserve_signed_zero_inf_nan = true, .round_to_nearest_even = true};
  int modules = 0;
  for (const ShaderRow& row : shader_rows()) {
    if (row.constants.empty() || (row.operation != Operation::add && row.operation != Operation::itof &&
                                  row.operation != Operation::store && row.operation != Operation::lt)) {
      continue;
    }
    const auto controlled = with_float_controls(row.constants, {all, all, all});
    const std::vector<std::uint32_t> fragment = as_fragment_shader(controlled);
    EXPECT_TRUE(is_fragment_shader(fragment));
    EXPECT_FALSE(is_fragment_shader(controlled));
    expect_valid(fragment, std::string(info(row.operation).name));
    ++modules;
  }
  EXPECT_GE(modules, 12);
}

TEST(FragmentShader, OfBuffersIsCompiledForThatStage) {
  for (const ShaderRow& row : shader_rows()) {
    EXPECT_TRUE(is_fragment_shader(row.fragment_buffer)) << info(row.operation).name << " in " << info(row.format).name;
  }
}

}  // namespace
}  // namespace halfulp::device
