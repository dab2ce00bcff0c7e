// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>
#include <vector>

#include "halfulp/format.hpp"
#include "halfulp/operation.hpp"

namespace halfulp::report {

/// One way in which devices compute an operation, and what it gives.
struct KnownWay {
  std::string name;  ///< "product, then sum; denormals flushed"
  Bits result;
};

/// The ways known of an operation whose operands and result have one floating format, with their results for given
/// operands: the exact result rounded to nearest and toward zero, and the steps that replace it. A way with denormal
/// operands and results flushed is listed where its result differs. Empty for other operations, and where a NaN is
/// among the operands.
[[nodiscard]] std::vector<KnownWay> known_ways(Operation operation, Format format, std::span<const Bits> operands);

}  // namespace halfulp::report
