// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
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

  /// A NUL in the message, which may quote an input, becomes '?': what() would end there.
  Error(Kind kind, const std::string& message) : std::runtime_error(without_nul(message)), kind_(kind) {}

  [[nodiscard]] Kind kind() const noexcept { return kind_; }

 private:
  static std::string without_nul(std::string message) {
    std::replace(message.begin(), message.end(), '\0', '?');
    return message;
  }

  Kind kind_;
};

}  // namespace halfulp
