// SPDX-License-Identifier: Apache-2.0
#include "device/shader/build_mode.hpp"

#include <gtest/gtest.h>

#include <string>

#include "device/opencl/platform.hpp"
#include "device/shader/build_options.hpp"
#include "halfulp/error.hpp"

namespace halfulp::device {
namespace {

TEST(BuildMode, HasTheOptionOfEachName) {
  EXPECT_EQ(BuildMode(kOpenclModes, "default", {}, {}).options(Format::binary32), "");
  EXPECT_EQ(BuildMode(kOpenclModes, "denorms-are-zero", {}, {}).options(Format::binary64), "-cl-denorms-are-zero");
  EXPECT_EQ(BuildMode(kOpenclModes, "fast-relaxed-math", {}, {}).options(Format::binary32), "-cl-fast-relaxed-math");
  try {
    static_cast<void>(BuildMode(kOpenclModes, "fast", {}, {}));
    FAIL() << "there is such a mode";
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), Error::Kind::kUsage);
    EXPECT_NE(std::string(error.what()).find("default, denorms-are-zero, fast-relaxed-math"), std::string::npos);
  }
}

// Direct3D 11 flushes binary32 and keeps the denormals of binary64: one option for both formats would break one rule.
TEST(BuildMode, FlushesTheFormatsThatTheControlsFlush) {
  FormatControls requested;
  requested.binary32.flush_denormals = true;
  requested.binary64.preserve_denormals = true;
  const OpenclFeatures features{.has_binary64 = true, .binary32 = CL_FP_INF_NAN, .binary64 = CL_FP_DENORM};
  const BuildMode mode(kOpenclModes, "", requested, offered_controls(features));
  EXPECT_EQ(mode.options(Format::binary32), "-cl-denorms-are-zero");
  EXPECT_EQ(mode.options(Format::binary64), "");
  EXPECT_EQ(mode.requested(), requested);
  EXPECT_TRUE(mode.in_force().binary32.flush_denormals);
  EXPECT_TRUE(mode.in_force().binary64.preserve_denormals);
}

TEST(BuildMode, IsReadFromTheFactThatNamesIt) {
  const std::string text = BuildMode(kOpenclModes, "denorms-are-zero", {}, {}).text();
  EXPECT_EQ(built_with(text, Format::binary64), "-cl-denorms-are-zero");
  EXPECT_EQ(built_with(BuildMode(kOpenclModes, "", {}, {}).text(), Format::binary32), "");
  EXPECT_EQ(built_with("", Format::binary32), "");
}

}  // namespace
}  // namespace halfulp::device
