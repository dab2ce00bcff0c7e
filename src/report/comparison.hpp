// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "halfulp/judge.hpp"
#include "halfulp/suite.hpp"
#include "report/report.hpp"

namespace halfulp::report {

/// A case of which one rulebook permits a result that the other forbids.
struct ComparedCase {
  std::array<Explanation, 2> explanations;  ///< by the first and by the second rulebook
  Bits result = 0;                          ///< permitted by one, forbidden by the other
  std::uint64_t alike = 0;                  ///< cases in which the same rules made the two sets, this one included
};

/// Where one rulebook permits what the other forbids.
struct PermittedByOne {
  std::uint64_t cases = 0;
  /// The first case of each combination of rules that made the two sets, in the suite's order; three at most.
  std::vector<ComparedCase> witnesses;
};

/// One operation of the first rulebook and one of the second that stands for it.
struct ComparedOperation {
  std::array<Operation, 2> operations{};
  Format format = Format::binary32;
  std::uint64_t cases = 0;
  std::array<PermittedByOne, 2>
      differences;  ///< [0]: permitted by the first, forbidden by the second; [1]: the reverse
};

/// Where two rulebooks differ, as far as the cases tried show it.
struct Comparison {
  std::array<std::string, 2> arguments;  ///< the rulebooks as the command line names them
  std::array<BookUsed, 2> rulebooks;
  Format format = Format::binary32;
  SuiteSize suite = SuiteSize::quick;
  std::uint64_t seed = 1;
  std::uint64_t most_special = 0;  ///< cases of special values tried per operation, at most
  std::uint64_t most_other = 0;    ///< and of the others
  std::vector<ComparedOperation> operations;
  std::array<std::vector<Operation>, 2> only;  ///< operations that the other rulebook lacks
  std::vector<Operation> untried;              ///< both have them, but no suite makes cases of them in the format
};

/// Whether no case shows a difference.
[[nodiscard]] inline bool agrees(const ComparedOperation& compared) noexcept {
  return compared.differences[0].cases == 0 && compared.differences[1].cases == 0;
}

/// Bits of the first set that are not in the second; nothing when there are none. Both of one format.
[[nodiscard]] std::optional<Bits> outside(const PermittedSet& set, const PermittedSet& other);

}  // namespace halfulp::report
