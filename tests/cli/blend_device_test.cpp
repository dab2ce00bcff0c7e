// SPDX-License-Identifier: Apache-2.0
// Which blends of Vulkan drivers break Direct3D's rules, and which drivers have none; docs/devices/vulkan.md says how.
#include <gtest/gtest.h>

#include <filesystem>
#include <nlohmann/json.hpp>
#include <set>
#include <string>

#include "command.hpp"

namespace halfulp::cli {
namespace {

const std::string kBlends =
    "blend,blend_binary16,blend_ufloat11,blend_ufloat10,blend_unorm16,blend_unorm10,blend_unorm8,blend_srgb8";

TEST(Blends, BreakDirect3DsRulesInFiveOfEightFormatsOfLavapipe) {
  const std::string path = temporary_path("blends.json");
  const Outcome outcome = run_command({"check", "--device", "vulkan:llvmpipe", "--rulebook", "d3d11", "--operation",
                                       kBlends, "--cases", "65536", "--json", path});
  const nlohmann::json report = nlohmann::json::parse(read_file(path));
  const std::string version = report["device"]["facts"]["driver version"];
  if (!version.starts_with("Mesa 22.3.6") && !version.starts_with("Mesa 25.0.7")) {
    GTEST_SKIP() << "known are Mesa 22.3.6 and 25.0.7, this is " << version;
  }
  EXPECT_EQ(outcome.exit_code, 1) << outcome.diagnostics;
  std::set<std::string> broken;
  std::set<std::string> passing;
  for (const nlohmann::json& result : report["results"]) {
    const std::string operation = result["operation"];
    if (result["failed"] == 0) passing.insert(operation);
    for (const nlohmann::json& rule : result["broken"]) broken.insert(operation + ' ' + std::string(rule["rule"]));
  }
  EXPECT_EQ(passing, (std::set<std::string>{"blend", "blend_unorm16", "blend_unorm8"}));
  EXPECT_EQ(broken, (std::set<std::string>{"blend_binary16 D3D-BLEND-INTO-HALF", "blend_binary16 D3D-FLUSH-OPERANDS",
                                           "blend_ufloat11 D3D-BLEND-INTO-UFLOAT", "blend_ufloat11 D3D-FLUSH-OPERANDS",
                                           "blend_ufloat10 D3D-BLEND-INTO-UFLOAT", "blend_ufloat10 D3D-FLUSH-OPERANDS",
                                           "blend_unorm10 D3D-BLEND-INTO-CODES", "blend_srgb8 D3D-BLEND-INTO-SRGB"}));
}

TEST(Blends, AreNotOfferedBySwiftShader) {
  const std::string driver = "/usr/lib/chromium/vk_swiftshader_icd.json";
  if (!std::filesystem::exists(driver)) GTEST_SKIP() << driver << ": none; install chromium, which brings SwiftShader";
  CommandOptions options;
  options.environment = {"VK_DRIVER_FILES=" + driver, "VK_ICD_FILENAMES=" + driver};
  const Outcome devices = run_command({"devices"}, options);
  EXPECT_NE(devices.output.find("SwiftShader"), std::string::npos) << devices.output;
  EXPECT_EQ(devices.output.find("dualSrcBlend"), std::string::npos) << devices.output;
  const Outcome check = run_command({"check", "--device", "vulkan:0", "--operation", "blend_unorm8"}, options);
  EXPECT_EQ(check.exit_code, 2);
  EXPECT_NE(check.diagnostics.find("the device vulkan:0 does not offer 'blend_unorm8'"), std::string::npos)
      << check.diagnostics;
}

}  // namespace
}  // namespace halfulp::cli
