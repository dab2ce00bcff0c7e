// SPDX-License-Identifier: Apache-2.0
#include "cli/check_devices.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>

#include "command.hpp"
#include "contains.hpp"

namespace halfulp::cli {
namespace {

TEST(DeviceNames, AreSeparatedByCommasThatAKindFollows) {
  using Names = std::vector<std::string>;
  EXPECT_EQ(device_names("vulkan"), Names{"vulkan"});
  EXPECT_EQ(device_names("vulkan:0,vulkan-fragment:0,host"), (Names{"vulkan:0", "vulkan-fragment:0", "host"}));
  EXPECT_EQ(device_names("exec:./device --sizes 1,2,host:flush"), (Names{"exec:./device --sizes 1,2", "host:flush"}));
  EXPECT_EQ(device_names("vulkan:Radeon, the second"), Names{"vulkan:Radeon, the second"});
  EXPECT_EQ(device_names("host,vulkanic"), Names{"host,vulkanic"});
}

TEST(PathOfDevice, HasTheNameBeforeTheEnd) {
  EXPECT_EQ(path_of_device("report.json", "vulkan:0"), "report.vulkan-0.json");
  EXPECT_EQ(path_of_device("/a.b/report", "opencl:0/1"), "/a.b/report.opencl-0-1");
}

TEST(CheckDevices, ShowsThemSideBySideAndWritesAReportOfEach) {
  const std::string path = temporary_path("report.json");
  const std::string page = temporary_path("matrix.html");
  const Outcome outcome = run_command({"check", "--device", "reference,host", "--operation", "add", "--format",
                                       "binary32", "--json", path, "--html", page});
  EXPECT_EQ(outcome.exit_code, 1) << outcome.diagnostics << "the host keeps denormals";
  const auto report = [&](const std::string& device) {
    return nlohmann::json::parse(read_file(path_of_device(path, device)));
  };
  EXPECT_EQ(report("reference")["device"]["kind"], "reference");
  EXPECT_EQ(report("host")["device"]["kind"], "host");
  EXPECT_FALSE(std::filesystem::exists(path));
  EXPECT_TRUE(contains(read_file(page), "<html"));
  // The same as of the files.
  const Outcome matrix = run_command({"matrix", path_of_device(path, "reference"), path_of_device(path, "host")});
  EXPECT_EQ(outcome.output, matrix.output);
}

TEST(CheckDevices, GiveTheLargestExitCode) {
  const Words same = {"--operation", "add", "--format", "binary32"};
  const auto code = [&](const std::string& devices) {
    Words words{"check", "--device", devices};
    words.insert(words.end(), same.begin(), same.end());
    return run_command(words).exit_code;
  };
  EXPECT_EQ(code("reference,reference:d3d11"), 0);
  EXPECT_EQ(code("host,reference"), 1);
}

TEST(CheckDevices, RefuseWhatIsForOneReport) {
  for (const char* option : {"--junit", "--reproducer", "--out", "--write-baseline"}) {
    const Outcome outcome = run_command({"check", "--device", "reference,host", option, temporary_path("file")});
    EXPECT_EQ(outcome.exit_code, 2) << option;
    EXPECT_TRUE(contains(outcome.diagnostics, std::string(option) + " is for the report of one device"));
  }
  for (const char* option : {"--json", "--html"}) {
    const Outcome outcome = run_command({"check", "--device", "reference,host", option, "-"});
    EXPECT_EQ(outcome.exit_code, 2) << option;
    EXPECT_TRUE(contains(outcome.diagnostics, "standard output has the table; name a file")) << outcome.diagnostics;
  }
  const Outcome twice = run_command({"check", "--device", "host,host", "--json", temporary_path("report.json")});
  EXPECT_EQ(twice.exit_code, 2) << twice.diagnostics;
}

TEST(CheckDevices, JudgeNothingWhereOneIsMissing) {
  const std::string path = temporary_path("report.json");
  const Outcome outcome = run_command({"check", "--device", "reference,vulkan-fragment:999", "--json", path});
  EXPECT_EQ(outcome.exit_code, 4);
  EXPECT_TRUE(contains(outcome.diagnostics, "vulkan-fragment")) << outcome.diagnostics;
  EXPECT_FALSE(std::filesystem::exists(path_of_device(path, "reference")));
  const Outcome unwritable = run_command({"check", "--device", "reference,host", "--json", "/nowhere/report.json"});
  EXPECT_EQ(unwritable.exit_code, 3);
  EXPECT_TRUE(contains(unwritable.diagnostics, "/nowhere/report.reference.json")) << unwritable.diagnostics;
}

}  // namespace
}  // namespace halfulp::cli
