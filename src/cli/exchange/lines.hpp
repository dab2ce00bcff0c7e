// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "cli/byte_stream.hpp"
#include "cli/exchange/lane_file.hpp"
#include "halfulp/operation.hpp"
#include "halfulp/suite.hpp"

namespace halfulp::cli {

/// Writes the cases of a suite to standard output, one a line: the operands in hexadecimal digits, as many as the
/// format has, separated by blanks. Stops when the reader goes away.
void write_lines(const Suite& suite, Operation operation, Format format);

/// Cases and their results as lines gave them.
struct LinesRead {
  std::vector<KeptLane> operands;
  KeptLane results;
  std::uint64_t cases = 0;
  /// The line at which reading ended, when it was not the last: "standard input:17: expected ..., got ..."; else "".
  std::string problem;
};

/// Reads lines of operands and result as write_lines() has them, until the end or the first line that is garbled.
/// Digits may be of either case and begin with 0x. TestFloat's exception flags, two digits behind the result, are read
/// over; a result of bool32 may be 0 or 1.
[[nodiscard]] LinesRead read_lines(InputBytes& input, Operation operation, Format format);

}  // namespace halfulp::cli
