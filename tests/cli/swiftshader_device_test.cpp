// SPDX-License-Identifier: Apache-2.0
// The causes of SwiftShader's failures, as Debian's chromium 156.0.8078.108 has it: each statement was compared with
// the device's answers to single operands.
#include <gtest/gtest.h>

#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <string>

#include "cli/check_devices.hpp"
#include "command.hpp"

namespace halfulp::cli {
namespace {

const std::string kDriver = "/usr/lib/chromium/vk_swiftshader_icd.json";

// Both stages of Debian's version flush and compute by the same code.
TEST(SwiftShader, FailsInTheFragmentStageWhereItFailsInTheComputeStage) {
  if (!std::filesystem::exists(kDriver))
    GTEST_SKIP() << kDriver << ": none; install chromium, which brings SwiftShader";
  const std::string path = temporary_path("stages.json");
  const Outcome outcome =
      run_command({"check", "--device", "vulkan:0,vulkan-fragment:0", "--operation",
                   "add,div,mad,exp2,log2,sin,frc,min,ftoi,ftou,binary32_to_unorm8", "--json", path},
                  {.environment = {"VK_DRIVER_FILES=" + kDriver, "VK_ICD_FILENAMES=" + kDriver}});
  ASSERT_EQ(outcome.exit_code, 1) << outcome.diagnostics;
  const auto read = [&](const std::string& device) {
    return nlohmann::json::parse(read_file(path_of_device(path, device)));
  };
  const nlohmann::json compute = read("vulkan:0");
  const nlohmann::json fragment = read("vulkan-fragment:0");
  const std::string version = compute["device"]["facts"]["driver number"];
  if (version != "0x01400000") GTEST_SKIP() << "known is driver 0x01400000, this is " << version;
  const auto failures = [](const nlohmann::json& report) {
    std::map<std::string, std::uint64_t> counts;
    for (const nlohmann::json& result : report["results"]) {
      const std::string variant = result["variant"];
      if (variant.find("imageStore") != std::string::npos) continue;  // the compute stage's alone
      counts[result["operation"].get<std::string>() + ' ' + variant] = result["failed"];
    }
    return counts;
  };
  EXPECT_EQ(failures(fragment), failures(compute));
  EXPECT_EQ(failures(fragment).at("add OpFAdd"), 0U);
  EXPECT_GT(failures(fragment).at("log2 Log2"), 0U);
}

TEST(CausesOfSwiftShader, AreThoseMeasured) {
  if (!std::filesystem::exists(kDriver))
    GTEST_SKIP() << kDriver << ": none; install chromium, which brings SwiftShader";
  const std::string path = temporary_path("swiftshader.json");
  const std::string functions = "add,div,exp2,log2,sin,frc,ftoi,ftou";
  const std::string integers = "sint32_to_sint16,sint32_to_sint8,uint32_to_uint8";
  const std::string floats = "binary32_to_binary16,binary32_to_ufloat11,binary32_to_ufloat10";
  const std::string codes = "binary32_to_snorm8,binary32_to_srgb8";
  const std::string operations = functions + ',' + integers + ',' + floats + ',' + codes;
  const Outcome outcome = run_command({"check", "--device", "vulkan:0", "--operation", operations, "--json", path},
                                      {.environment = {"VK_DRIVER_FILES=" + kDriver, "VK_ICD_FILENAMES=" + kDriver}});
  ASSERT_EQ(outcome.exit_code, 1) << outcome.diagnostics;
  const nlohmann::json report = nlohmann::json::parse(read_file(path));
  const std::string version = report["device"]["facts"]["driver number"];
  if (version != "0x01400000") GTEST_SKIP() << "the causes of driver 0x01400000 are known, this is " << version;
  const std::map<std::string, std::set<std::string>> expected = {
      {"wraps", {"sint32_to_sint16", "sint32_to_sint8", "uint32_to_uint8"}},
      {"through_sint16", {"sint32_to_sint8", "uint32_to_uint8"}},
      {"without_infinity", {"binary32_to_binary16", "binary32_to_ufloat11", "binary32_to_ufloat10"}},
      {"zero_for_nan", {"binary32_to_ufloat11", "binary32_to_ufloat10"}},
      {"number_for_nan", {"exp2", "frc"}},
      {"largest_code_for_nan", {"binary32_to_srgb8"}},
      {"least_code_for_nan", {"binary32_to_snorm8"}},
      {"indefinite_integer", {"ftoi"}},
      {"undefined_integer", {"ftou"}},
      {"log2_of_all_fields", {"log2"}},
      {"loses_zero_sign", {"sin"}},
      {"reading.narrow.round=rne", {"binary32_to_binary16", "binary32_to_ufloat11", "binary32_to_ufloat10"}},
  };
  std::map<std::string, std::set<std::string>> found;
  for (const nlohmann::json& cause : report["causes"]) {
    for (const nlohmann::json& place : cause["where"]) {
      found[cause["id"]].insert(place["operation"].get<std::string>());
    }
    EXPECT_EQ(cause["control"], "nothing_to_ask") << cause["id"];
  }
  EXPECT_EQ(found, expected);
  EXPECT_TRUE(report["unexplained"].empty()) << report["unexplained"];
}

}  // namespace
}  // namespace halfulp::cli
