// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <sstream>
#include <string>
#include <vector>

#include "device/built_reproducer.hpp"
#include "device/d3d12/reproducer.hpp"
#include "device/dxbc/operation_shader.hpp"
#include "device/dxbc/texture_shader.hpp"
#include "halfulp/error.hpp"

namespace halfulp::device {
namespace {

const DeviceDescription kDirect3d12{
    .name = "d3d12:0", .kind = "d3d12", .title = "a GPU", .facts = {{"driver", "vkd3d"}}};

FailedCase unsigned_of_nan() {
  static const std::vector<Bits> kNan{0x7fc00000};
  return test::failed_case(Operation::ftou, Format::binary32, kNan, 0, "halfulp try d3d12 d3d11");
}

std::vector<std::byte> bytes_in(const std::string& program) {
  const std::string start = "shader[] = {";
  const std::size_t first = program.find(start) + start.size();
  std::istringstream numbers(program.substr(first, program.find('}', first) - first));
  std::vector<std::byte> bytes;
  for (std::string number; numbers >> number;) bytes.push_back(static_cast<std::byte>(std::stoul(number, nullptr, 16)));
  return bytes;
}

TEST(D3d12Reproducer, HoldsTheCaseTheRuleAndTheAssembly) {
  const std::string program = d3d12_reproducer(kDirect3d12, "ftou", unsigned_of_nan());
  for (const char* part : {"some.rule", "the sentence", "the clause", "// Try it: halfulp try d3d12 d3d11",
                           "c++ -o reproducer THIS_FILE -isystem /usr/include/vkd3d -lvkd3d-utils",
                           "//   driver: vkd3d", "//   ld_raw r1.x, r0.x, t0.xxxx\n//   ftou o, x\n",
                           "static const uint32_t x = 0x7fc00000u;", "THREAD_GROUP = 64"}) {
    EXPECT_NE(program.find(part), std::string::npos) << part << " is not in\n" << program;
  }
}

TEST(D3d12Reproducer, HoldsTheContainerOfTheDevicesShader) {
  const auto row = std::ranges::find_if(sm5_rows(), [](const LanguageRow& each) {
    return each.operation == Operation::ftou && each.format == Format::binary32;
  });
  EXPECT_EQ(bytes_in(d3d12_reproducer(kDirect3d12, "ftou", unsigned_of_nan())),
            dxbc::operation_shader(*row, ShaderStage::compute));
}

TEST(D3d12Reproducer, HoldsTheTextureAndTheContainerOfItsShader) {
  static const std::vector<Bits> kOne{0x3f800000};
  const FailedCase failed =
      test::failed_case(Operation::binary32_to_snorm8, Format::binary32, kOne, 0x7f, "halfulp try d3d12 d3d11");
  const std::string drawn = d3d12_reproducer(kDirect3d12, "R8G8B8A8_SNORM.y render target", failed);
  for (const char* part :
       {"(R8G8B8A8_SNORM.y render target)", "//   mov o0.xyzw, r0.xxxx\n", "some.rule", "the clause",
        "texture_format = (DXGI_FORMAT)31;  // DXGI_FORMAT_R8G8B8A8_SNORM", "FIRST_BIT = 8, BITS = 8",
        "READS = 0, STORES = 0, DRAWS = 1", "vertex_shader[]", "DrawInstanced"}) {
    EXPECT_NE(drawn.find(part), std::string::npos) << part << " is not in\n" << drawn;
  }
  const auto way = dxbc::find_texture_way(ShaderStage::compute, "R8G8B8A8_SNORM.y store_uav_typed",
                                          Operation::binary32_to_snorm8, Format::binary32);
  ASSERT_TRUE(way);
  EXPECT_EQ(bytes_in(d3d12_reproducer(kDirect3d12, way->variant().name, failed)),
            dxbc::operation_shader(*way, ShaderStage::compute));
}

TEST(D3d12Reproducer, RefusesOtherDevicesAndWays) {
  EXPECT_TRUE(has_d3d12_reproducer(kDirect3d12, "f32tof16", Operation::binary32_to_binary16, Format::binary32));
  const std::string texture = "R16_FLOAT store_uav_typed";
  EXPECT_TRUE(has_d3d12_reproducer(kDirect3d12, texture, Operation::binary32_to_binary16, Format::binary32));
  EXPECT_FALSE(has_d3d12_reproducer(kDirect3d12, texture, Operation::binary32_to_ufloat10, Format::binary32));
  EXPECT_FALSE(has_d3d12_reproducer(kDirect3d12, "ftou", Operation::ftou, Format::binary16));
  const DeviceDescription host{.name = "host", .kind = "host", .title = "", .facts = {}};
  EXPECT_FALSE(has_d3d12_reproducer(host, "ftou", Operation::ftou, Format::binary32));
  EXPECT_FALSE(has_d3d12_reproducer(host, texture, Operation::binary32_to_binary16, Format::binary32));
  EXPECT_THROW(static_cast<void>(d3d12_reproducer(host, "ftou", unsigned_of_nan())), Error);
}

}  // namespace
}  // namespace halfulp::device
