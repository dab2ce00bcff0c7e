// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "device/built_reproducer.hpp"
#include "device/c_program.hpp"
#include "device/d3d11_reproducer/reproducer.hpp"
#include "device/dxbc/operation_shader.hpp"
#include "device/dxbc/texture_shader.hpp"
#include "halfulp/error.hpp"

namespace halfulp::device {
namespace {

DeviceDescription direct3d11(const std::string& stage) {
  return {.name = "exec:wine halfulp-d3d11.exe",
          .kind = "exec",
          .title = "Direct3D 11 by wined3d on Vulkan, a GPU (with, a comma)",
          .facts = {{"api", "Direct3D 11, feature level 11_0"},
                    {"stage", stage},
                    {"shaders", "cs_5_0, assembled by halfulp, refactoring not allowed"}}};
}

void expect_all_of(const std::string& program, const std::vector<std::string>& parts) {
  for (const std::string& part : parts) {
    EXPECT_NE(program.find(part), std::string::npos) << part << " is not in\n" << program;
  }
}

FailedCase sum() {
  static const std::vector<Bits> kOneAndTwo{1, 2};
  return test::failed_case(Operation::add, Format::binary64, kOneAndTwo, 0, "halfulp try exec d3d11");
}

TEST(D3d11Reproducer, HoldsTheCaseAndTheStagesShader) {
  const auto row = std::ranges::find_if(sm5_rows(), [](const LanguageRow& each) {
    return each.operation == Operation::add && each.format == Format::binary64;
  });
  const std::string computed = d3d11_reproducer(direct3d11("compute"), "dadd o, x, y", sum());
  expect_all_of(computed, {"some.rule", "the clause", "// Try it: halfulp try exec d3d11",
                           "// Build: x86_64-w64-mingw32-g++-posix -o reproducer.exe THIS_FILE -static -ld3d11 -ldxgi",
                           "adapter_name = \"a GPU (with, a comma)\";", "static const uint64_t y = 0x2u;", "Dispatch(",
                           bytes_in_cpp("shader", dxbc::operation_shader(*row, ShaderStage::compute))});
  EXPECT_EQ(computed.find("vertex_shader"), std::string::npos);
  const std::string drawn = d3d11_reproducer(direct3d11("fragment"), "dadd o, x, y", sum());
  expect_all_of(drawn, {"places[OPERANDS] = {0, 2};", "target_format = DXGI_FORMAT_R32G32_UINT;", "Draw(3, 0)",
                        bytes_in_cpp("shader", dxbc::operation_shader(*row, ShaderStage::fragment)),
                        bytes_in_cpp("vertex_shader", dxbc::triangle_shader())});
}

TEST(D3d11Reproducer, HoldsTheTextureAndItsShader) {
  static const std::vector<Bits> kOne{0x3f800000};
  const FailedCase failed = test::failed_case(Operation::binary32_to_snorm8, Format::binary32, kOne, 0x7f, "halfulp");
  const std::string stored = d3d11_reproducer(direct3d11("compute"), "R8_SNORM store_uav_typed", failed);
  const auto way = dxbc::find_texture_way(ShaderStage::compute, "R8_SNORM store_uav_typed",
                                          Operation::binary32_to_snorm8, Format::binary32);
  ASSERT_TRUE(way);
  expect_all_of(
      stored, {"STORES = 1, DRAWS = 0", "target_format = (DXGI_FORMAT)63;  // DXGI_FORMAT_R8_SNORM",
               "FIRST_BIT = 0, BITS = 8", bytes_in_cpp("shader", dxbc::operation_shader(*way, ShaderStage::compute))});
}

TEST(D3d11Reproducer, RefusesOtherDevicesAndWays) {
  const DeviceDescription compute = direct3d11("compute");
  EXPECT_TRUE(has_d3d11_reproducer(compute, "f32tof16 o, x", Operation::binary32_to_binary16, Format::binary32));
  EXPECT_FALSE(has_d3d11_reproducer(compute, "f32tof16", Operation::binary32_to_binary16, Format::binary32));
  EXPECT_FALSE(has_d3d11_reproducer(compute, "R8_SNORM render target", Operation::binary32_to_snorm8, Format::binary32))
      << "that is the other stage's";
  DeviceDescription other = compute;
  other.facts[0].second = "Direct3D 12, feature level 11_0";
  EXPECT_FALSE(is_d3d11_program(other));
  other = compute;
  other.facts.pop_back();
  EXPECT_FALSE(is_d3d11_program(other));
  EXPECT_THROW(static_cast<void>(d3d11_reproducer(other, "dadd o, x, y", sum())), Error);
}

}  // namespace
}  // namespace halfulp::device
