// SPDX-License-Identifier: Apache-2.0
// Runs halfulp-d3d11.exe by Debian's Wine, and what its Direct3D does on Mesa's drivers, by 11 and by 12.
#pragma once

#include <gtest/gtest.h>
#include <sys/wait.h>

#include <cstdlib>
#include <set>
#include <string>

#include "cli/checked_device.hpp"
#include "cli/command.hpp"
#include "device/facts.hpp"

/// Skips a test of what was measured of another version of Wine or of Mesa.
#define HALFULP_SKIP_UNLESS_MEASURED(found)                                                       \
  ASSERT_TRUE((found).is_there);                                                                  \
  if (!(found).fact("system").starts_with("Wine 8.0 ")) GTEST_SKIP() << "measured of Wine 8.0";   \
  if (!device::fact(list_devices("vulkan").at(0), "driver version").starts_with("Mesa 22.3.6")) { \
    GTEST_SKIP() << "measured on Mesa 22.3.6";                                                    \
  }

namespace halfulp::wine {

inline constexpr const char* kByOpenGl = "WINE_D3D_CONFIG=renderer=gl";
inline constexpr const char* kByVulkan = "WINE_D3D_CONFIG=renderer=vulkan";
inline const std::string kProgram = "wine " HALFULP_D3D11;

struct Ran {
  int exit_code;
  std::string text;  ///< standard output and error
};

/// Runs the program with nothing on its standard input. Its output goes to a file: of a pipe the end is 10 s away, when
/// Wine's own processes end, which the first program starts.
inline Ran run_program(const std::string& arguments, const std::string& environment = kByVulkan) {
  const std::string output = cli::temporary_path("output.txt");
  const std::string line = "env " + environment + " " + kProgram + " " + arguments + " >" + output + " 2>&1 </dev/null";
  const int status = std::system(line.c_str());
  return {WEXITSTATUS(status), cli::read_file(output)};
}

inline void expect_refused(const Ran& ran, int exit_code, const std::string& message) {
  EXPECT_EQ(ran.exit_code, exit_code) << ran.text;
  EXPECT_NE(ran.text.find(message), std::string::npos) << ran.text;
}

/// wined3d and vkd3d convert by the language that they translate to, which leaves what no integer holds open.
inline const cli::BrokenRules kConversions = {{"ftoi32", {"D3D-FTOI"}}, {"ftou32", {"D3D-FTOU"}}};

inline cli::BrokenRules with(cli::BrokenRules rules, const cli::BrokenRules& more) {
  rules.insert(more.begin(), more.end());
  return rules;
}

/// What llvmpipe, which keeps denormals in its compute stage, breaks in arithmetic.
inline cli::BrokenRules kept_denormals() {
  const std::set<std::string> operands = {"D3D-FLUSH-OPERANDS"};
  const std::set<std::string> both = {"D3D-FLUSH-OPERANDS", "D3D-FLUSH-RESULTS"};
  cli::BrokenRules rules;
  for (const char* const operation :
       {"add32", "sub32", "mul32", "div32", "reciprocal32", "rcp32", "mad32", "dp232", "dp332", "dp432"}) {
    rules[operation] = both;
  }
  for (const char* const operation : {"rsq32", "sqrt32", "exp232", "sin32", "frc32", "round_ni32", "round_pi32", "eq32",
                                      "ne32", "lt32", "le32", "gt32", "ge32"}) {
    rules[operation] = operands;
  }
  rules["log232"] = {"D3D-FLUSH-OPERANDS", "D3D-LOG-SPECIAL"};
  return rules;
}

}  // namespace halfulp::wine
