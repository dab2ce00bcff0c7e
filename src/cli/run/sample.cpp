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

std::uint64_t special_cases_of(const Suite& suite) {
  std::uint64_t cases = 0;
  for (const Coverage& coverage : suite.coverage()) {
    if (coverage.kind == "special_values") cases = coverage.cases;
  }
  return cases;
}

std::vector<std::uint64_t> sample_of(const Suite& suite, std::uint64_t most_special, std::uint64_t most_other) {
  const std::uint64_t specials = special_cases_of(suite);
  std::vector<std::uint64_t> sample;
  spread(0, specials, most_special, sample);
  spread(specials, suite.cases() - specials, most_other, sample);
  return sample;
}

std::vector<std::uint64_t> sample_of(const Suite& suite, std::uint64_t most_cases) {
  const std::uint64_t specials = std::min(special_cases_of(suite), most_cases / 2);
  return sample_of(suite, specials, most_cases - specials);
}

}  // namespace halfulp::cli
