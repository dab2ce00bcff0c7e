// SPDX-License-Identifier: Apache-2.0
// SwiftShader, which has neither doubles nor blends with two sources, by a list that has them.
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>

#include "device/facts.hpp"
#include "device/vulkan/session.hpp"

namespace halfulp::device {
namespace {

TEST(VulkanFeatures, ThatADriverListsAndRefusesAreNotUsed) {
  const char* const driver = "/usr/lib/chromium/vk_swiftshader_icd.json";
  if (!std::filesystem::exists(driver)) GTEST_SKIP() << "no SwiftShader; packaging/install_packages test installs it";
  setenv("VK_DRIVER_FILES", driver, 1);
  setenv("VK_ICD_FILENAMES", driver, 1);
  {
    const Instance instance(ShaderStage::compute);
    PhysicalDevice physical = instance.find("");
    const std::string has = shader_features_text(physical.features);
    ASSERT_FALSE(physical.features.shader_float64);
    physical.features.shader_float64 = physical.features.dual_src_blend = true;
    const Session session(instance.functions(), physical, std::chrono::seconds(60));
    EXPECT_NE(session.device(), VK_NULL_HANDLE);
    EXPECT_EQ(shader_features_text(physical.features), has);
    EXPECT_EQ(fact(physical.description, kShaderFeatures), has);
  }
  unsetenv("VK_DRIVER_FILES");
  unsetenv("VK_ICD_FILENAMES");
}

}  // namespace
}  // namespace halfulp::device
