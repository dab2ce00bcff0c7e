// SPDX-License-Identifier: Apache-2.0
// Which operations of Vulkan drivers break Vulkan's own rules; docs/devices/vulkan.md says how each fails.
#include <gtest/gtest.h>

#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <string>

#include "command.hpp"

namespace halfulp::cli {
namespace {

struct JudgedByVulkan {
  std::map<std::string, std::string> facts;
  std::set<std::string> failing;
};

JudgedByVulkan judged_by_vulkan(const std::string& operations, const std::string& driver) {
  const std::string path = temporary_path("vulkan_rules.json");
  CommandOptions options;
  if (!driver.empty()) options.environment = {"VK_DRIVER_FILES=" + driver, "VK_ICD_FILENAMES=" + driver};
  const Outcome outcome = run_command({"check", "--device", "vulkan:0", "--rulebook", "vulkan1.3", "--cases", "8000",
                                       "--operation", operations, "--json", path},
                                      options);
  EXPECT_EQ(outcome.exit_code, 1) << outcome.diagnostics;
  const nlohmann::json report = nlohmann::json::parse(read_file(path));
  JudgedByVulkan judged{report["device"]["facts"], {}};
  for (const char* const ways : {"results", "variants"}) {
    for (const nlohmann::json& result : report[ways]) {
      if (result["failed"] != 0) judged.failing.insert(result["operation"]);
    }
  }
  return judged;
}

TEST(VulkansOwnRules, AreBrokenBySwiftShaderInFourOf18Operations) {
  const std::string driver = "/usr/lib/chromium/vk_swiftshader_icd.json";
  if (!std::filesystem::exists(driver)) GTEST_SKIP() << driver << ": none; install chromium, which brings SwiftShader";
  const JudgedByVulkan judged = judged_by_vulkan(
      "add,div,exp,log,pow,atan,atan2,ldexp,frexp_fraction,frexp_exponent,binary32_to_ufloat11,binary32_to_ufloat10,"
      "sign,clamp,smoothstep,radians,normalize3,reflect3",
      driver);
  const std::string version = judged.facts.at("driver number");
  if (version != "0x01400000") GTEST_SKIP() << "known is driver 0x01400000, this is " << version;
  EXPECT_EQ(judged.failing,
            (std::set<std::string>{"atan2", "frexp_fraction", "binary32_to_ufloat11", "binary32_to_ufloat10"}));
}

TEST(VulkansOwnRules, AreBrokenByLavapipeInSixOf20Operations) {
  const JudgedByVulkan judged = judged_by_vulkan(
      "add,div,log,pow,atan,ldexp,frexp_fraction,frexp_exponent,binary32_to_ufloat11,snorm10_to_binary32,"
      "binary32_to_snorm10,binary32_to_snorm8,binary32_to_snorm2,unorm6_to_binary32,sign,clamp,smoothstep,radians,"
      "normalize3,reflect3",
      "");
  EXPECT_EQ(judged.failing, (std::set<std::string>{"frexp_fraction", "frexp_exponent", "binary32_to_snorm10",
                                                   "binary32_to_snorm8", "binary32_to_snorm2", "unorm6_to_binary32"}));
}

}  // namespace
}  // namespace halfulp::cli
