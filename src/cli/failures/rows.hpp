// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "report/report.hpp"

namespace halfulp::cli {

/// A line of a file of failures: a case, or a range of cases.
struct FailureRow {
  const report::Result* result = nullptr;
  std::uint64_t index = 0;
  std::array<Bits, kMaxArity> operands{};
  std::array<Bits, kMaxArity> last{};  ///< the operands of the range's last case
  std::uint64_t cases = 1;
  Bits observed = 0;
  std::optional<Bits> nearest;
  double error_ulp = -1;  ///< below 0 where it is not measured
  std::string_view rule;
  std::string_view under;  ///< the options that make it pass; "" where it fails
  std::string_view cause;  ///< "" where it is not known
};

/// What the rows of a file have, at most.
struct RowLimits {
  bool has_ranges = false;
  std::size_t operands = 0;
  std::size_t rulebook = 0;  ///< letters, as what follows
  std::size_t operation = 0;
  std::size_t format = 0;
  std::size_t variant = 0;
  std::size_t rule = 0;
  std::size_t under = 0;
  std::size_t cause = 0;
};

/// How a file of failures is written.
class RowWriter {
 public:
  virtual ~RowWriter() = default;
  /// What the file begins with, of the same length whatever the number of rows.
  [[nodiscard]] virtual std::string header(std::uint64_t rows) const = 0;
  /// Adds a row.
  virtual void add(const FailureRow& row, std::string& text) = 0;
};

/// Comma-separated values, a JSON object a line, and an array of records of NumPy.
[[nodiscard]] std::unique_ptr<RowWriter> csv_writer(const RowLimits& limits);
[[nodiscard]] std::unique_ptr<RowWriter> json_lines_writer(const RowLimits& limits);
[[nodiscard]] std::unique_ptr<RowWriter> npy_writer(const RowLimits& limits);

}  // namespace halfulp::cli
