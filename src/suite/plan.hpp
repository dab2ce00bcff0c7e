// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "halfulp/suite.hpp"
#include "suite/setting.hpp"

namespace halfulp::suite {

/// Everything that a suite is made of: immutable.
struct Plan {
  Setting setting;
  std::uint64_t seed;
  std::vector<Section> sections;
};

/// Whether it is the one section of a suite that holds all operands.
[[nodiscard]] bool has_all_operands(const Section& section);

/// The sections of a suite, in order: all operands where it is exhaustive or would hold no fewer cases; else special
/// values, exponents, the hard cases that the operation has, and random cases up to the suite's size, or up to `least`
/// cases in all where that is more.
[[nodiscard]] std::vector<Section> sections(const Setting& setting, SuiteSize size, std::uint64_t least);

}  // namespace halfulp::suite
