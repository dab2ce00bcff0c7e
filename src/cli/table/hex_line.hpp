// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "halfulp/operation.hpp"

namespace halfulp::cli {

/// Lines without a header, of one operation in one format: operands and result in hexadecimal digits, as many as the
/// format has, with 0x or without, in either case, separated by blanks. TestFloat's exception flags, two digits behind
/// the result, are read over; a result of bool32 may be 0 or 1.
class HexLineReader {
 public:
  HexLineReader(Operation operation, Format format);

  /// Reads a line's operands and result; false when it is garbled.
  [[nodiscard]] bool read(std::string_view line, std::vector<Bits>& values);
  /// Of a line that is garbled: "3 hexadecimal fields (x in 8 digits, ...)".
  [[nodiscard]] std::string expected() const;

 private:
  const OperationInfo& row_;
  std::vector<const FormatInfo*> formats_;
  std::optional<bool> flags_;
  const FormatInfo* too_wide_ = nullptr;  ///< of the field that has bits above its format's
};

}  // namespace halfulp::cli
