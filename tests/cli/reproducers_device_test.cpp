// SPDX-License-Identifier: Apache-2.0
// What check prints of the reproducers that it writes.
#include <gtest/gtest.h>

#include <string>

#include "command.hpp"
#include "device/built_reproducer.hpp"

namespace halfulp::cli {
namespace {

/// The last lines of a check of an operation whose results break a rule, from "reproducers:" on; "FOLDER" for its name.
std::string printed_of(const std::string& operation) {
  const test::StrictRulebook strict(operation);
  const std::string folder = temporary_path("reproducers");
  Outcome outcome =
      run_command(Words{"check", "--device", "vulkan:0", "--cases", "4000", "--reproducer", folder} + strict.words());
  EXPECT_EQ(outcome.exit_code, 1) << outcome.diagnostics;
  std::string& text = outcome.output;
  const std::string begin = "reproducers: ";
  text.erase(0, text.find(begin));
  return text.replace(begin.size(), folder.size(), "FOLDER");
}

// A weight is in no script: Amber samples at other coordinates, and VkRunner has no textures.
TEST(Reproducers, AreCountedWithThoseThatALanguageCannotHold) {
  EXPECT_EQ(
      printed_of("linear_unorm8"),
      "reproducers: FOLDER (of 1 case)\n"
      "  without a test of Amber: 1, without one of VkRunner: 1 (docs/limits.md says which these languages cannot "
      "hold)\n");
  const std::string shaders = printed_of("exp2");
  EXPECT_EQ(shaders.find("without"), std::string::npos) << shaders;
  EXPECT_NE(shaders.find("FOLDER (of "), std::string::npos) << shaders;
}

}  // namespace
}  // namespace halfulp::cli
