// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "halfulp/format.hpp"
#include "halfulp/operation.hpp"

namespace halfulp::cli {

/// A case that fails, or passes under another reading only, as it is kept until the run's end.
struct FailureRecord {
  static constexpr std::uint16_t kUntried = 0xffff;  ///< `set` of a case for which no hypothesis was tried

  std::uint64_t index = 0;  ///< its number in the job
  std::array<Bits, kMaxArity> operands{};
  Bits observed = 0;
  std::optional<Bits> nearest;   ///< the nearest permitted value
  double error_ulp = -1;         ///< below 0 where it is not measured
  std::uint16_t broken = 0;      ///< FailureSpool::broken()
  std::uint16_t set = kUntried;  ///< FailureSpool::sets()
};

/// The bytes of one operation's records: values have the bytes of their formats.
class RecordLayout {
 public:
  RecordLayout(Operation operation, Format format);

  /// Bytes of a record.
  [[nodiscard]] std::size_t size() const { return size_; }
  /// Adds a record to others. `first`: the number of a case at most 2^16 - 1 before it.
  void append(const FailureRecord& record, std::uint64_t first, std::vector<std::byte>& records) const;
  /// Reads one record, of size() bytes.
  [[nodiscard]] FailureRecord read(std::span<const std::byte> record, std::uint64_t first) const;

 private:
  std::vector<std::size_t> bytes_;  ///< of the operands, then of the result
  std::size_t size_;
};

}  // namespace halfulp::cli
