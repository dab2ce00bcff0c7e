// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>

namespace halfulp::cli {

/// A set of whole numbers, kept as ranges.
class Ranges {
 public:
  /// Adds first ... end - 1, none of which it holds yet.
  void add(std::uint64_t first, std::uint64_t end);
  /// Adds the numbers of another set, none of which it holds yet.
  void merge(const Ranges& other);

  /// How many numbers it holds.
  [[nodiscard]] std::uint64_t size() const { return size_; }
  /// The first number from this one on that it does not hold.
  [[nodiscard]] std::uint64_t next_missing(std::uint64_t from) const;
  /// The first number from this one on that it holds; 2^64 - 1 when there is none.
  [[nodiscard]] std::uint64_t next_held(std::uint64_t from) const;
  /// Whether it holds any of first ... end - 1.
  [[nodiscard]] bool holds_any(std::uint64_t first, std::uint64_t end) const { return next_held(first) < end; }

  /// The ends of the ranges by their first numbers: ascending, with gaps between them.
  [[nodiscard]] const std::map<std::uint64_t, std::uint64_t>& ends() const { return ends_; }

 private:
  std::map<std::uint64_t, std::uint64_t> ends_;
  std::uint64_t size_ = 0;
};

}  // namespace halfulp::cli
