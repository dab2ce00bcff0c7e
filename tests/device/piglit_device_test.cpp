// SPDX-License-Identifier: Apache-2.0
// Reproducers as Piglit runs them, where it is installed: their commands, not Vulkan's section `require`.
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "device/vulkan/reproducer.hpp"

namespace halfulp::device {
namespace {

constexpr const char* kRunner = "/usr/lib/x86_64-linux-gnu/piglit/bin/shader_runner";

/// Whether Piglit says that 1 / sqrt(4) is permitted, computed in the stage of that kind of device.
bool passes(const std::string& kind, const PermittedSet& permitted) {
  const std::vector<Bits> operands{0x40800000};
  const FailedCase failed{.operation = Operation::rsq,
                          .format = Format::binary32,
                          .operands = operands,
                          .observed = 0x3f000000,
                          .permitted = permitted,
                          .rulebook = "d3d11",
                          .rule = "some.rule",
                          .says = "",
                          .source = "",
                          .command = ""};
  const DeviceDescription device{.name = kind + ":0", .kind = kind, .title = "a device", .facts = {}};
  std::string text = reproducer(device, "InverseSqrt", failed).shader_test;
  const std::string vulkan = "vulkan 1.1\n";
  text.replace(text.find(vulkan), vulkan.size(), "GL >= 4.3\nGLSL >= 4.50\n");
  const std::string feature = "fragmentStoresAndAtomics\n";  // every OpenGL that has storage buffers has it
  if (const std::size_t at = text.find(feature); at != std::string::npos) text.erase(at, feature.size());
  const std::filesystem::path path = std::filesystem::temp_directory_path() / "halfulp_piglit.shader_test";
  std::ofstream(path) << text;
  const std::string command = std::string("PIGLIT_PLATFORM=surfaceless_egl LIBGL_ALWAYS_SOFTWARE=1 ") + kRunner + " " +
                              path.string() + " -auto -fbo 2>&1 | grep -q '\"result\": \"pass\"'";
  const bool passed = std::system(command.c_str()) == 0;
  std::filesystem::remove(path);
  return passed;
}

TEST(Piglit, RunsAReproducerAndDecidesByWhatIsPermitted) {
  if (!std::filesystem::exists(kRunner)) GTEST_SKIP() << "Piglit is not installed";
  for (const char* kind : {"vulkan", "vulkan-fragment"}) {
    PermittedSet permitted;
    permitted.ranges = {{0x3effffff, 0x3f000001}};
    EXPECT_TRUE(passes(kind, permitted)) << kind;
    permitted.ranges = {{0x3f000002, 0x3f000004}};
    EXPECT_FALSE(passes(kind, permitted)) << kind;
  }
}

}  // namespace
}  // namespace halfulp::device
