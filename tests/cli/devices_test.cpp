// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cstdlib>
#include <nlohmann/json.hpp>

#include "command.hpp"
#include "contains.hpp"

namespace halfulp::cli {
namespace {

using Json = nlohmann::ordered_json;

TEST(Devices, ListsTheBuiltInOnesFirst) {
  const Json json = Json::parse(run_command({"devices", "--json"}).output);
  ASSERT_GE(json["devices"].size(), 2);
  EXPECT_EQ(json["devices"][0]["name"], "reference");
  EXPECT_EQ(json["devices"][1]["name"], "host");
  for (const Json& device : json["devices"]) {
    EXPECT_FALSE(device["title"].get<std::string>().empty());
    EXPECT_TRUE(device["facts"].is_object());
  }
  const std::string text = run_command({"devices"}).output;
  EXPECT_TRUE(text.starts_with("reference ")) << text;
  EXPECT_TRUE(contains(text, "\nhost "));
}

TEST(Devices, SaysWhatIsMissingWhereThereIsNoDriver) {
  const CommandOptions options{.environment = {"VK_DRIVER_FILES=/no/such.json", "VK_ICD_FILENAMES=/no/such.json",
                                               "OCL_ICD_VENDORS=/no/such/folder/", "CUDA_VISIBLE_DEVICES="}};
  const Outcome outcome = run_command({"devices"}, options);
  EXPECT_EQ(outcome.exit_code, 0) << outcome.diagnostics;
  EXPECT_TRUE(contains(outcome.output, "reference "));
  EXPECT_TRUE(contains(outcome.output, "\nvulkan: no driver loads from VK_DRIVER_FILES=/no/such.json; "));
  // Either the loader is missing, or the driver.
  EXPECT_TRUE(contains(outcome.output, "\nopencl: ")) << outcome.output;
  const bool has_loader = contains(outcome.output, "opencl: no platform loads from OCL_ICD_VENDORS=/no/such/folder/; ");
  EXPECT_TRUE(has_loader || contains(outcome.output, "apt install pocl-opencl-icd")) << outcome.output;
  const Json json = Json::parse(run_command({"devices", "--json"}, options).output);
  ASSERT_EQ(json["missing"].size(), 5);
  EXPECT_TRUE(
      contains(json["missing"][4].get<std::string>(), "d3d11: Direct3D 11 is computed by a program for Windows"));
  EXPECT_TRUE(contains(json["missing"][3].get<std::string>(), "d3d12: vkd3d"));
  EXPECT_TRUE(contains(json["missing"][3].get<std::string>(), "point VK_DRIVER_FILES=/no/such.json at such a driver"));
  // Either the driver is missing, or its GPU.
  EXPECT_TRUE(contains(json["missing"][2].get<std::string>(), "cuda: "));
  EXPECT_TRUE(contains(json["missing"][1].get<std::string>(), "opencl: "));
}

/// Lists devices where the one Vulkan driver runs a statement of C when it is loaded, and has nothing else.
Outcome list_with_driver(const std::string& statement, const Words& words) {
  const std::string source = temporary_path("driver.c");
  const std::string library = temporary_path("driver.so");
  write_text_file(source,
                  "#include <stdio.h>\n#include <stdlib.h>\n__attribute__((constructor)) static void load(void) {" +
                      statement + "}\n");
  EXPECT_EQ(std::system(("cc -shared -fPIC -o " + library + " " + source).c_str()), 0);
  const std::string driver = temporary_path("driver.json");
  write_text_file(
      driver, R"({"file_format_version":"1.0.0","ICD":{"api_version":"1.3.0","library_path":")" + library + R"("}})");
  return run_command(words, {.environment = {"VK_DRIVER_FILES=" + driver, "VK_ICD_FILENAMES=" + driver}});
}

TEST(Devices, ListsTheOthersWhereADriverCrashes) {
  const Outcome outcome = list_with_driver("abort();", {"devices"});
  EXPECT_EQ(outcome.exit_code, 0) << outcome.diagnostics;
  EXPECT_TRUE(contains(outcome.output, "\nhost ")) << outcome.output;
  EXPECT_TRUE(contains(outcome.output, "\nvulkan: when it was loaded, a driver crashed (signal 6, Aborted); "))
      << outcome.output;
}

TEST(Devices, KeepsWhatADriverPrintsOutOfTheList) {
  const Outcome outcome = list_with_driver("puts(\"loading\"); fflush(stdout);", {"devices", "--json"});
  EXPECT_EQ(Json::parse(outcome.output)["devices"][0]["name"], "reference");
  EXPECT_TRUE(contains(outcome.diagnostics, "loading\n")) << outcome.diagnostics;
}

}  // namespace
}  // namespace halfulp::cli
