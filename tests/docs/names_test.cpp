// SPDX-License-Identifier: Apache-2.0
// docs/names.md is what the command writes.
#include <gtest/gtest.h>

#include <string>

#include "cli/input_file.hpp"
#include "cli/rules_names.hpp"

namespace halfulp {
namespace {

TEST(NamesPage, IsWhatTheCommandWrites) {
  EXPECT_EQ(cli::read_input(HALFULP_SOURCE_DIR "/docs/names.md"), cli::names_markdown())
      << "halfulp rules --names --markdown > docs/names.md";
}

}  // namespace
}  // namespace halfulp
