// SPDX-License-Identifier: Apache-2.0
#include "cli/run/sample.hpp"

#include <algorithm>

#include "number/wide.hpp"

namespace halfulp::cli {
namespace {

/// Number i of `wanted` ones spread evenly over `all`.
std::uint64_t spread(std::uint64_t i, std::uint64_t wanted, std::uint64_t all) {
  return static_cast<std::uint64_t>(static_cast<number::UnsignedWide>(i) * all / wanted);
}

}  // namespace

std::uint64_t special_cases_of(const Suite& suite) {
  std::uint64_t cases = 0;
  for (const Coverage& coverage : suite.coverage()) {
    if (coverage.kind == "special_values") cases = coverage.cases;
  }
  return cases;
}

Sample::Sample(const Suite& suite, std::uint64_t most_special, std::uint64_t most_other)
    : all_special_(special_cases_of(suite)),
      all_other_(suite.cases() - all_special_),
      special_(std::min(all_special_, most_special)),
      other_(std::min(all_other_, most_other)) {}

Sample::Sample(const Suite& suite, std::uint64_t most_cases)
    : Sample(suite, most_cases / 2, most_cases - std::min(special_cases_of(suite), most_cases / 2)) {}

std::uint64_t Sample::operator[](std::uint64_t i) const {
  if (i < special_) return spread(i, special_, all_special_);
  return all_special_ + spread(i - special_, other_, all_other_);
}

}  // namespace halfulp::cli
