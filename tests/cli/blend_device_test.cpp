// SPDX-License-Identifier: Apache-2.0
// Which blends of Vulkan drivers break Direct3D's rules; docs/devices/vulkan.md says how.
#include <gtest/gtest.h>

#include <filesystem>
#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <vector>

#include "command.hpp"

namespace halfulp::cli {
namespace {

const std::string kBlends =
    "blend,blend_binary16,blend_ufloat11,blend_ufloat10,blend_unorm16,blend_unorm10,blend_unorm8,blend_srgb8";

struct JudgedBlends {
  nlohmann::json facts;
  std::set<std::string> passing;
  std::set<std::string> broken;  ///< "OPERATION RULE"
};

JudgedBlends judged_blends(const std::string& device, const std::vector<std::string>& environment) {
  const std::string path = temporary_path("blends.json");
  CommandOptions options;
  options.environment = environment;
  const Outcome outcome = run_command(
      {"check", "--device", device, "--rulebook", "d3d11", "--operation", kBlends, "--cases", "65536", "--json", path},
      options);
  EXPECT_EQ(outcome.exit_code, 1) << outcome.diagnostics;
  const nlohmann::json report = nlohmann::json::parse(read_file(path));
  JudgedBlends judged{report["device"]["facts"], {}, {}};
  for (const nlohmann::json& result : report["results"]) {
    const std::string operation = result["operation"];
    if (result["failed"] == 0) judged.passing.insert(operation);
    for (const nlohmann::json& rule : result["broken"]) {
      judged.broken.insert(operation + ' ' + std::string(rule["rule"]));
    }
  }
  return judged;
}

// It keeps denormals in blends with small floats. But for one result all that comes of it passes under other readings:
// those factors are too large for half, in which a blend may be computed, and may give NaN.
TEST(Blends, BreakDirect3DsRulesInThreeOfEightFormatsOfLavapipe) {
  const JudgedBlends judged = judged_blends("vulkan:llvmpipe", {});
  const std::string version = judged.facts["driver version"];
  if (!version.starts_with("Mesa 22.3.6") && !version.starts_with("Mesa 25.0.7")) {
    GTEST_SKIP() << "known are Mesa 22.3.6 and 25.0.7, this is " << version;
  }
  EXPECT_EQ(judged.passing,
            (std::set<std::string>{"blend", "blend_ufloat11", "blend_ufloat10", "blend_unorm16", "blend_unorm8"}));
  EXPECT_EQ(judged.broken,
            (std::set<std::string>{"blend_binary16 D3D-FLUSH-OPERANDS", "blend_unorm10 D3D-BLEND-INTO-CODES",
                                   "blend_srgb8 D3D-BLEND-INTO-SRGB"}));
}

// It has no dual sources. It converts to small floats as it does without blending: too large numbers become NaN.
TEST(Blends, ByConstantsBreakDirect3DsRulesInThreeOfEightFormatsOfSwiftShader) {
  const std::string driver = "/usr/lib/chromium/vk_swiftshader_icd.json";
  if (!std::filesystem::exists(driver)) GTEST_SKIP() << driver << ": none; install chromium, which brings SwiftShader";
  const JudgedBlends judged = judged_blends("vulkan:0", {"VK_DRIVER_FILES=" + driver, "VK_ICD_FILENAMES=" + driver});
  const std::string version = judged.facts["driver number"];
  if (version != "0x01400000") GTEST_SKIP() << "known is driver 0x01400000, this is " << version;
  EXPECT_EQ(std::string(judged.facts["shader features"]).find("dualSrcBlend"), std::string::npos);
  EXPECT_EQ(judged.passing,
            (std::set<std::string>{"blend", "blend_unorm16", "blend_unorm10", "blend_unorm8", "blend_srgb8"}));
  for (const char* const broken : {"blend_binary16 D3D-BLEND-INTO-HALF", "blend_ufloat11 D3D-BLEND-INTO-UFLOAT",
                                   "blend_ufloat10 D3D-BLEND-INTO-UFLOAT"}) {
    EXPECT_TRUE(judged.broken.contains(broken)) << broken;
  }
}

}  // namespace
}  // namespace halfulp::cli
