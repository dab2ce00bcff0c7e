// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "halfulp/operation.hpp"
#include "halfulp/suite.hpp"

namespace halfulp::cli {

/// Writes the cases of a suite to standard output, one a line: the operands in hexadecimal digits, as many as the
/// format has, separated by blanks. Stops when the reader goes away.
void write_lines(const Suite& suite, Operation operation, Format format);

}  // namespace halfulp::cli
