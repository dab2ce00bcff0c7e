// SPDX-License-Identifier: Apache-2.0
// The commands of docs/howto/ci.md, as they stand there, on the host in the place of a Vulkan device.
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <sstream>

#include "command.hpp"
#include "contains.hpp"

namespace halfulp::cli {
namespace {

/// The lines of the page's blocks without a language, in its order.
Words commands() {
  Words lines;
  std::istringstream page(read_file(HALFULP_SOURCE_DIR "/docs/howto/ci.md"));
  bool inside = false;
  bool is_shell = false;
  for (std::string line; std::getline(page, line);) {
    if (line.starts_with("```")) {
      inside = !inside;
      is_shell = inside && line == "```";
    } else if (is_shell) {
      lines.push_back(line);
    }
  }
  return lines;
}

TEST(CiPage, HasCommandsThatEndAsItSays) {
  const std::string folder = temporary_path("ci");
  std::filesystem::create_directories(folder);
  write_text_file(folder + "/waivers.toml", "[[waiver]]\nrule = \"D3D-RSQ\"\nreason = \"bug 7\"\n");
  for (const auto& [device, report] : {std::pair("host", "/before.json"), std::pair("reference", "/after.json")}) {
    static_cast<void>(run_command({"check", "--device", device, "--operation", "add", "--json", folder + report}));
  }
  const std::filesystem::path command = std::filesystem::path(HALFULP_COMMAND).parent_path();
  std::size_t found = 0;
  for (std::string line : commands()) {
    const std::string vulkan = "--device vulkan";
    if (const std::size_t at = line.find(vulkan); at != std::string::npos) {
      line.replace(at, vulkan.size(), "--device host --operation add,rsq --format binary32 --cases 3000");
    }
    const bool fails = line.find("exit code 1") != std::string::npos;
    write_text_file(folder + "/run.sh", "PATH=" + command.string() + ":$PATH\ncd " + folder + "\n" + line + "\n");
    const int status = std::system(("sh " + folder + "/run.sh >/dev/null 2>" + folder + "/errors").c_str());
    EXPECT_EQ(status, fails ? 256 : 0) << line << "\n" << read_file(folder + "/errors");
    ++found;
  }
  EXPECT_GE(found, 9U);
  EXPECT_TRUE(contains(read_file(folder + "/baseline.txt"), "\nd3d11 | D3D-FLUSH-OPERANDS | rsq | "));
  EXPECT_TRUE(contains(read_file(folder + "/halfulp.xml"), "<skipped "));
}

}  // namespace
}  // namespace halfulp::cli
