// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <map>
#include <string_view>
#include <utility>
#include <vector>

#include "cli/table/table.hpp"

namespace halfulp::cli {

/// Gathers the cases of one operation in one format into blocks.
class BlockMaker {
 public:
  BlockMaker(Operation operation, Format format);

  /// Adds a case; passes a block on that is full. `decimal`: its result as it was written, where that has few digits;
  /// else "".
  void add(const std::vector<Bits>& values, std::uint64_t line, const TableSink& sink, std::string_view decimal = {}) {
    for (std::size_t k = 0; k < values.size(); ++k) values_[k][block_.cases] = values[k];
    if (!decimal.empty()) block_.decimals.emplace(block_.cases, decimal);
    block_.lines[block_.cases] = line;
    if (++block_.cases == kCases) flush(sink);
  }
  /// Passes on what there is.
  void flush(const TableSink& sink);

 private:
  static constexpr std::size_t kCases = 8192;

  std::vector<const FormatInfo*> formats_;
  std::vector<std::vector<Bits>> values_;
  TableBlock block_;
};

}  // namespace halfulp::cli
