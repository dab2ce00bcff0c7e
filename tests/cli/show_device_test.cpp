// SPDX-License-Identifier: Apache-2.0
// What a report of lavapipe says of one operation is what a check of that operation says.
#include <gtest/gtest.h>

#include <string>

#include "command.hpp"
#include "contains.hpp"

namespace halfulp::cli {
namespace {

TEST(ShowOfLavapipe, PrintsOnOneOperationWhatItsCheckPrints) {
  const std::string path = temporary_path("report.json");
  const Words check = {"check", "--device", "vulkan:0", "--operation"};
  // Two rules, of which variants break one too, in two formats; hypotheses; a property of a conversion.
  ASSERT_EQ(run_command(check + Words{"log2,fma,binary32_to_srgb8", "--json", path}).exit_code, 1);
  for (const char* operation : {"log2", "fma", "binary32_to_srgb8"}) {
    EXPECT_EQ(run_command({"show", path, operation}).output, run_command(check + Words{operation, "--verbose"}).output);
  }
  const std::string log2 = run_command({"show", path, "log2"}).output;
  EXPECT_TRUE(contains(log2, "\n  failing: 482 of 485 positive denormal operands\n"));
  EXPECT_TRUE(contains(log2, "\n  device: all 482 failures: computes log2 of a denormal from its fields"));
}

}  // namespace
}  // namespace halfulp::cli
