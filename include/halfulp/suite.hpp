// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "halfulp/format.hpp"
#include "halfulp/operation.hpp"

namespace halfulp {

enum class SuiteSize : std::uint8_t { quick, standard, exhaustive };

/// "quick", "standard", "exhaustive".
[[nodiscard]] std::string_view name(SuiteSize size) noexcept;
[[nodiscard]] std::optional<SuiteSize> find_suite(std::string_view name) noexcept;

/// How many cases of one kind a suite holds.
struct Coverage {
  std::string kind;  ///< "special_values", "exponents", "exact_ties", "near_smallest_normal", ...
  std::uint64_t cases = 0;
};

namespace suite {
struct Given;
struct Plan;
}  // namespace suite

/// Chooses the cases of one operation. Case i is a pure function of (size, seed, operation, format, i): the same on
/// every machine, in any order, in any split, whatever the calling thread's floating-point environment, which is left
/// as it was. Cheap to copy, safe to share between threads.
class Suite {
 public:
  /// Whether there are cases for an operation: in every floating format; conversions between floating formats in that
  /// of their operand.
  [[nodiscard]] static bool offers(Operation operation, Format format) noexcept;

  /// Throws Error(kUsage) for `exhaustive` when the operands have more than 32 bits together, and for what offers()
  /// denies. A quick or standard suite that could hold all operands holds each once, and nothing else.
  /// `least`: random cases go on until the suite has that number of cases, or are given up for all operands where there
  /// are no more of them. A suite of more cases begins with those of the same suite of fewer.
  Suite(SuiteSize size, std::uint64_t seed, Operation operation, Format format, std::uint64_t least = 0);

  /// Cases that were chosen elsewhere: one lane per operand, all of the same number of values of that operand's format,
  /// and what kinds of cases they are. `memory` keeps the lanes.
  Suite(Operation operation, Format format, std::vector<ConstLane> operands, std::vector<Coverage> coverage,
        std::shared_ptr<const void> memory);

  [[nodiscard]] std::uint64_t cases() const noexcept { return cases_; }
  [[nodiscard]] std::span<const Coverage> coverage() const noexcept { return coverage_; }

  /// Whether it was chosen to hold every operand, or combination of operands, once: in the order of their bits, the
  /// last operand's highest. False of cases that were chosen elsewhere.
  [[nodiscard]] bool holds_all_operands() const noexcept;

  /// Writes cases first, first + 1, ... : one lane per operand, all of the same number of values of that operand's
  /// format. Throws Error(kUsage) when lanes have other sizes or cases past cases() are asked for.
  void fill(std::uint64_t first, std::span<const Lane> operands) const;

 private:
  Operation operation_;
  Format format_;
  std::shared_ptr<const suite::Plan> plan_;
  std::shared_ptr<const suite::Given> given_;  ///< in place of the plan
  std::uint64_t cases_ = 0;
  std::vector<Coverage> coverage_;
};

}  // namespace halfulp
