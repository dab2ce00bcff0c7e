// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <stdexcept>
#include <string>

namespace halfulp {

/// What halfulp throws. The message says what is wrong, where (file:line:column, byte offset, device) and what would
/// mend it. Numeric functions never throw it: every bit pattern is an operand.
class Error : public std::runtime_error {
 public:
  /// Who can mend it; the command maps these to its exit codes (docs: README, "Exit codes").
  enum class Kind {
    kUsage,     ///< the caller asked for something that does not exist (exit code 2)
    kInput,     ///< a file or a value cannot be read (3)
    kDevice,    ///< a device is missing or was lost (4)
    kInternal,  ///< a defect of halfulp (70)
  };

  Error(Kind kind, const std::string& message) : std::runtime_error(message), kind_(kind) {}

  [[nodiscard]] Kind kind() const noexcept { return kind_; }

 private:
  Kind kind_;
};

}  // namespace halfulp
