// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>

#include "halfulp/device.hpp"
#include "halfulp/error.hpp"

namespace halfulp {
namespace {

TEST(OpenDevice, NamesTheNearestKindWhenThereIsNone) {
  try {
    static_cast<void>(open_device("vulcan:0", {}));
    FAIL() << "it was opened";
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), Error::Kind::kUsage);
    EXPECT_NE(std::string(error.what()).find("did you mean 'vulkan'"), std::string::npos) << error.what();
    EXPECT_NE(std::string(error.what()).find("host[:flush]"), std::string::npos) << error.what();
  }
}

TEST(OpenDevice, SaysHowDirect3d11IsComputed) {
  try {
    static_cast<void>(open_device("d3d11", {}));
    FAIL() << "it was opened";
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), Error::Kind::kDevice);
    EXPECT_NE(std::string(error.what()).find("--device 'exec:wine halfulp-d3d11.exe'"), std::string::npos);
  }
  EXPECT_TRUE(list_devices("d3d11").empty());
}

TEST(OpenDevice, OpensReferenceAndHostInThisProcessWhenIsolationIsAskedFor) {
  const auto host = open_isolated_device("host", {}, "/nonexistent/command");
  EXPECT_EQ(host->description().name, "host");
}

TEST(ListDevices, HoldsThoseThatAlwaysExistAndNoVulkanDeviceWhereThereIsNoDriver) {
  setenv("VK_DRIVER_FILES", "/nonexistent.json", 1);
  setenv("VK_ICD_FILENAMES", "/nonexistent.json", 1);
  const auto devices = list_devices();
  unsetenv("VK_DRIVER_FILES");
  unsetenv("VK_ICD_FILENAMES");
  ASSERT_GE(devices.size(), 2U);
  EXPECT_EQ(devices[0].name, "reference");
  EXPECT_EQ(devices[1].name, "host");
  EXPECT_TRUE(std::ranges::none_of(devices, [](const auto& device) { return device.kind.starts_with("vulkan"); }));
}

}  // namespace
}  // namespace halfulp
