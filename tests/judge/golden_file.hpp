// SPDX-License-Identifier: Apache-2.0
// The files that halfulp_golden wrote, compared with what it would write now.
#pragma once

#include <gtest/gtest.h>

#include <fstream>
#include <string>
#include <vector>

#include "golden/golden.hpp"
#include "judge/judged.hpp"

namespace halfulp::test {

/// The lines of a rulebook's golden file; the first is the command that wrote it.
inline std::vector<std::string> golden_file(const std::string& rulebook) {
  std::vector<std::string> lines;
  std::ifstream file(HALFULP_SOURCE_DIR "/tests/judge/golden/" + rulebook + ".txt");
  for (std::string line; std::getline(file, line);) lines.push_back(line);
  return lines;
}

/// Expects the lines first, first + step, first + 2 * step ... of a golden file, the command not counted, from the
/// present definition.
inline void expect_golden_lines(const std::string& rulebook, std::size_t first, std::size_t step) {
  const std::vector<golden::Subject> subjects = golden::subjects(book(rulebook));
  const std::vector<std::string> lines = golden_file(rulebook);
  ASSERT_EQ(lines.size(), subjects.size() + 1);
  EXPECT_EQ(lines.front(), "# build/release/tools/halfulp_golden tests/judge/golden");
  for (std::size_t i = first; i < subjects.size(); i += step) {
    EXPECT_EQ(golden::golden_line(book(rulebook), subjects[i]), lines[i + 1])
        << "compare the output of 'halfulp_golden --print " << rulebook << " OPERATION FORMAT' of two builds";
  }
}

}  // namespace halfulp::test
