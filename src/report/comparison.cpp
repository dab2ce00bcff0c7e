// SPDX-License-Identifier: Apache-2.0
#include "report/comparison.hpp"

#include "lowering/shape.hpp"

namespace halfulp::report {

std::optional<Bits> outside(const PermittedSet& set, const PermittedSet& other) {
  const std::vector<Bits> ends = lowering::ends_outside(set, other);
  return ends.empty() ? std::nullopt : std::optional(ends.front());
}

}  // namespace halfulp::report
