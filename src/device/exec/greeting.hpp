// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "halfulp/format.hpp"
#include "halfulp/operation.hpp"

namespace halfulp::device {

/// What a program says before the first block, line by line:
///   halfulp-device 2                        (or 1, which has no `concurrent`)
///   concurrent N                            (optional: how many blocks it may be sent before it answers the first)
///   title TEXT                              (optional)
///   fact NAME: TEXT                         (any number)
///   offer OPERATION FORMAT [INSTRUCTION]    (one or more)
///   ready
struct Greeting {
  static constexpr unsigned kMostConcurrent = 64;

  unsigned concurrent = 1;
  std::string title;
  std::vector<std::pair<std::string, std::string>> facts;
  std::map<std::pair<Operation, Format>, std::string> offers;  ///< the instruction, or ""

  [[nodiscard]] bool operator==(const Greeting&) const = default;
};

/// Reads a greeting line by line.
class GreetingReader {
 public:
  /// Takes the next line, without its end; false after "ready". Throws Error(kDevice), which begins with the line's
  /// number and the line, when it is not what may stand there.
  bool take(std::string_view line);

  [[nodiscard]] const Greeting& greeting() const { return greeting_; }
  /// The number of the line that comes next, from 1.
  [[nodiscard]] int line() const { return line_; }

 private:
  void offer(std::string_view line, std::string_view rest);

  void be_concurrent(std::string_view line, std::string_view rest);

  Greeting greeting_;
  bool has_concurrent_ = false;  // as version 2 has
  int line_ = 1;
};

/// Bytes as a message shows them: what is not printable as \xNN, cut short behind `most`.
[[nodiscard]] std::string printable(std::string_view bytes, std::size_t most = 60);

}  // namespace halfulp::device
