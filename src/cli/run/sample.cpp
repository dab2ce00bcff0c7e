// SPDX-License-Identifier: Apache-2.0
#include "cli/run/sample.hpp"

#include <algorithm>

namespace halfulp::cli {
namespace {

/// `wanted` different cases out of `all`, evenly spread over [first, first + all).
void spread(std::uint64_t first, std::uint64_t all, std::uint64_t wanted, std::vector<std::uint64_t>& sample) {
  wanted = std::min(wanted, all);
  // At most 2^32 cases times a sample far below 2^32: no overflow.
  for (std::uint64_t i = 0; i < wanted; ++i) sample.push_back(first + i * all / wanted);
}

}  // namespace

std::vector<std::uint64_t> sample_of(const Suite& suite, std::uint64_t most_cases) {
  std::uint64_t specials = 0;
  for (const Coverage& coverage : suite.coverage()) {
    if (coverage.kind == "special_values") specials = coverage.cases;
  }
  std::vector<std::uint64_t> sample;
  const std::uint64_t wanted = std::min(most_cases, suite.cases());
  // More of the special values when the rest is small.
  const std::uint64_t rest = suite.cases() - specials;
  spread(0, specials, std::max(wanted / 2, wanted - std::min(wanted, rest)), sample);
  spread(specials, rest, wanted - sample.size(), sample);
  return sample;
}

}  // namespace halfulp::cli
