// SPDX-License-Identifier: Apache-2.0
// Direct3D 12 by vkd3d 1.6 of Debian's Wine, on lavapipe. wine.sh runs it.
#include <gtest/gtest.h>

#include <string>

#include "device/shader_model5.hpp"
#include "wine/program.hpp"

namespace halfulp {
namespace {

using namespace wine;  // NOLINT(google-build-using-namespace)

const std::string kDirect3d12 = kProgram + " --api d3d12";

TEST(D3d12, ListsItsAdapters) {
  const Ran ran = run_program("--api d3d12 --list");
  EXPECT_EQ(ran.exit_code, 0);
  EXPECT_NE(ran.text.find("0: llvmpipe"), std::string::npos) << ran.text;
  EXPECT_NE(ran.text.find(", Direct3D 12, feature level 11_0"), std::string::npos) << ran.text;
}

TEST(D3d12, ComputesEveryKindOfOperation) {
  const auto device = open_device("exec:env " + std::string(kByVulkan) + " " + kDirect3d12, {});
  test::expect_known_results(*device);
  // More than one block, the last of them not a multiple of the thread group.
  test::expect_correct_sums(*device, (1U << 18U) + 3);
  EXPECT_TRUE(device->description().title.starts_with("Direct3D 12 by vkd3d of Wine, ")) << device->description().title;
  EXPECT_EQ(device::fact(device->description(), "api"), "Direct3D 12, feature level 11_0");
  // 2 * 3 + 1
  const std::vector<std::vector<Bits>> doubles = {{0x4000000000000000}, {0x4008000000000000}, {0x3ff0000000000000}};
  EXPECT_EQ(test::compute_bits(*device, Operation::fma, Format::binary64, 0, doubles),
            std::vector<Bits>{0x401c000000000000});
}

/// As lavapipe does through Vulkan, but for the conversions, which vkd3d leaves to SPIR-V's. lavapipe 22.3.6 lacks
/// VK_EXT_descriptor_indexing, without which this vkd3d gives shaders no texture: none is judged.
TEST(Wine8, KeepsDenormalsByDirect3d12) {
  const cli::CheckedDevice found =
      cli::check_device("exec:" + kDirect3d12, "d3d11", "", {kByVulkan}, {"--cases", "2048"});
  HALFULP_SKIP_UNLESS_MEASURED(found);
  EXPECT_EQ(found.fact("driver"), "vkd3d of Wine");
  EXPECT_EQ(found.fact("doubles"), "yes");
  EXPECT_EQ(found.fact("textures"), "offered, but no shader reaches them");
  EXPECT_EQ(found.broken, with(with(kept_denormals(), kConversions), {{"ftoi64", {"D3D11-DOUBLE-TO-INTEGER"}},
                                                                      {"ftou64", {"D3D11-DOUBLE-TO-INTEGER"}},
                                                                      {"fma64", {"D3D11-DOUBLE-FMA"}}}));
  EXPECT_TRUE(found.under_readings.contains("binary32_to_binary1632"));
}

TEST(D3d12, RefusesOptionsOfDirect3d11) {
  expect_refused(run_program("--api d3d12 --stage pixel"), 2, "--api d3d12 has neither --stage pixel nor --textures");
  expect_refused(run_program("--api d3d10"), 2, "--api d3d10: there are d3d11 and d3d12");
  expect_refused(run_program("--api d3d12 --adapter 7"), 2, "--adapter 7: adapters are numbered 0 to 0");
}

}  // namespace
}  // namespace halfulp
