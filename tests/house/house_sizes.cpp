// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <string>
#include <string_view>

#include "house/house_rules.hpp"

namespace halfulp::house {
namespace {

constexpr std::ptrdiff_t kMostLines = 400;

/// A file that may have more lines than kMostLines, and how many.
struct LongFile {
  std::string_view path;
  std::ptrdiff_t lines;
};
// May only become fewer and shorter.
constexpr std::array kLongFiles = {
    // Tables of operations, subcommands, values and cases.
    LongFile{"src/cli/subcommand.cpp", 500},
    LongFile{"src/number/operation.cpp", 640},
    LongFile{"tests/exact/known_values_test.cpp", 500},
    LongFile{"tests/exact/mpmath_values.hpp", 1100},
    LongFile{"tests/exact/special_results_test.cpp", 650},
    // To be split.
    LongFile{"src/cli/rules_markdown.cpp", 500},
    LongFile{"src/cli/state/state_shape.cpp", 450},
    LongFile{"src/exact/certified_lanes.hpp", 750},
    LongFile{"src/exact/rational.cpp", 450},
    LongFile{"src/exact/real.cpp", 550},
    LongFile{"src/exact/result.cpp", 475},
    LongFile{"src/pixel/avx512/srgb.hpp", 450},
    LongFile{"src/report/difference.cpp", 450},
    LongFile{"src/report/page/charts.cpp", 450},
    LongFile{"src/rulebook/read_body.cpp", 470},
    LongFile{"tests/cli/run_test.cpp", 550},
    LongFile{"tests/cli/verify_test.cpp", 450},
    LongFile{"tests/device/vulkan_device_test.cpp", 500},
    LongFile{"tests/exact/arb_oracle.cpp", 500},
    LongFile{"tests/exact/pixel_test.cpp", 500},
    LongFile{"tests/pixel/converter_test.cpp", 550},
    LongFile{"tests/report/difference_test.cpp", 500},
    LongFile{"tests/suite/format_hard_cases_test.cpp", 700},
};

/// How much code a folder may have, with those in it.
struct Budget {
  std::string folder;
  std::ptrdiff_t lines;
  std::ptrdiff_t files;
};
const std::array kBudgets = {Budget{"src/judge", 7000, 60}, Budget{"src/diagnosis", 2000, 20},
                             Budget{"tests/judge", 5000, 42}, Budget{"tools/attack", 300, 4}};

std::ptrdiff_t lines_of(const SourceFile& file) { return std::ranges::count(file.text, '\n'); }

/// Whether it counts: rows of cases and rulebooks do not.
bool is_code(const SourceFile& file) { return has_extension(file, ".cpp") || has_extension(file, ".hpp"); }

}  // namespace

Breaches check_sizes(std::span<const SourceFile> files) {
  Breaches breaches;
  for (const SourceFile& file : files) {
    if (!is_in(file, "src") && !is_in(file, "tests")) continue;
    if (!is_code(file)) continue;
    const auto* const known = std::ranges::find(kLongFiles, std::string_view(file.path), &LongFile::path);
    const std::ptrdiff_t most = known != kLongFiles.end() ? known->lines : kMostLines;
    if (lines_of(file) <= most) continue;
    breaches.push_back(file.path + ": has " + std::to_string(lines_of(file)) + " lines, more than " +
                       std::to_string(most));
  }
  for (const Budget& budget : kBudgets) {
    std::ptrdiff_t lines = 0;
    std::ptrdiff_t count = 0;
    for (const SourceFile& file : files) {
      if (!is_in(file, budget.folder) || !is_code(file)) continue;
      lines += lines_of(file);
      ++count;
    }
    if (lines <= budget.lines && count <= budget.files) continue;
    breaches.push_back(budget.folder + ": has " + std::to_string(lines) + " lines in " + std::to_string(count) +
                       " files, more than " + std::to_string(budget.lines) + " in " + std::to_string(budget.files));
  }
  return breaches;
}

}  // namespace halfulp::house
