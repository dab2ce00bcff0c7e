// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "cli/case.hpp"

namespace halfulp::cli {

/// Reads the operands of a file ("-": of standard input) and gives `use` each case: a case a line, operands as on a
/// command line with spaces, tabs or commas between them; # begins a comment, and a byte-order mark is skipped.
/// Throws Error(kInput), naming the line, where operands cannot be read, and where there is no case.
void read_operands_file(const Case& asked, const std::string& path,
                        const std::function<void(const std::vector<Bits>& operands)>& use);

}  // namespace halfulp::cli
