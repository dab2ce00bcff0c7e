// SPDX-License-Identifier: Apache-2.0
#include "arithmetic/flush_policy.hpp"

#include "rulebook/resolve.hpp"

namespace halfulp::arithmetic {

Flush flush_policy(const Rulebook& rulebook, Operation operation, Format format) {
  const rulebook::Flushes flushes = rulebook::flushes(rulebook.model(), operation, format);
  return {.operands = flushes.operands, .results = flushes.results};
}

}  // namespace halfulp::arithmetic
