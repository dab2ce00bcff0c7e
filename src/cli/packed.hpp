// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "cli/arguments.hpp"
#include "cli/exit_code.hpp"

namespace halfulp::cli {

/// `judge` of a word that several codes are packed in: splits it, judges each component by the rules of the component's
/// own operation, and prints which components fail. Nothing where OPERATION is no such function: a language's name with
/// the operand and the result of one component is that component's operation, as everywhere else, and f32tof16 and
/// f16tof32 are of a word where it is given in eight hexadecimal digits. Throws Error(kUsage), Error(kInput) for what
/// cannot be read.
[[nodiscard]] std::optional<ExitCode> judge_packed(const Arguments& arguments);

}  // namespace halfulp::cli
