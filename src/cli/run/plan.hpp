// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "cli/run/sample.hpp"
#include "halfulp/device.hpp"
#include "halfulp/rulebook.hpp"
#include "halfulp/suite.hpp"
#include "report/report.hpp"

namespace halfulp::cli {

/// A rulebook to judge by: as the command line names it, and with the chosen readings that it has.
struct BookToJudgeBy {
  std::string argument;
  Rulebook book;
  Readings readings;
};

/// Cases that were chosen elsewhere, with their results where those were computed elsewhere too.
struct Recorded {
  Suite cases;
  ConstLane results;                   ///< the result of case i is value i; empty: the device is asked
  std::shared_ptr<const void> memory;  ///< keeps them
};

/// What to run and by which rules to judge it.
struct RunRequest {
  std::vector<BookToJudgeBy> books;
  std::vector<Operation> operations;  ///< empty: all that the device offers and a rulebook has
  std::vector<Format> formats;        ///< empty: all; conversions are asked in their operand's format
  SuiteSize suite = SuiteSize::quick;
  std::uint64_t seed = 1;
  /// Cases to try of each operation in each format, where it has that number; 0: as many as the suite has.
  std::uint64_t cases = 0;
  bool strict = false;
  /// Instead of the suite's cases, for the operations that have some.
  std::map<std::pair<Operation, Format>, Recorded> recorded;
  std::string operands_file;  ///< the file that holds the cases of `recorded`; "" for none
};

/// One operation, computed in one way, on the cases of its suite.
struct Job {
  Operation operation = Operation::add;
  Format format = Format::binary32;
  std::size_t variant_index = 0;
  Variant variant;
  SuiteSize size = SuiteSize::quick;
  std::shared_ptr<const Suite> suite;
  /// The suite's cases that it tries, when they are a sample.
  std::optional<Sample> sample;
  ConstLane recorded;              ///< the results of the suite's cases; empty: the device is asked
  std::vector<std::size_t> books;  ///< indices of the rulebooks that have rules for it

  [[nodiscard]] std::uint64_t cases() const { return sample ? sample->size() : suite->cases(); }
  [[nodiscard]] std::vector<Coverage> coverage() const;
  /// The operands of a case, by its number.
  [[nodiscard]] std::array<Bits, kMaxArity> operands(std::uint64_t number) const;
};

struct Plan {
  std::vector<Job> jobs;
  std::vector<report::Asked> not_offered;  ///< what a rulebook has rules for and the device does not offer
};

/// The jobs of a run, in the order of the table of operations, a device's principal way first. An operation too wide
/// for the exhaustive suite has the standard one, unless it was asked for by name without a number of cases and is too
/// wide in every format.
/// Throws Error(kUsage) when nothing is left to do, a format asked for has no job, or an operation asked for has no
/// rules or is not offered.
[[nodiscard]] Plan plan(const RunRequest& request, const Device& device);

/// The rulebooks of these names with those of the chosen readings that each has.
/// Throws Error(kUsage) when a reading is in none of them, or an option does not exist, and as Rulebook::open().
[[nodiscard]] std::vector<BookToJudgeBy> open_books(const std::vector<std::string>& names, const Readings& chosen);

}  // namespace halfulp::cli
