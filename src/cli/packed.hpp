// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "cli/arguments.hpp"
#include "cli/exit_code.hpp"
#include "halfulp/packed.hpp"

namespace halfulp::cli {

/// `judge` of a word that several codes are packed in: splits it, judges each component by the rules of the component's
/// own operation, and prints which components fail. Nothing where OPERATION is no such function: a language's name with
/// the operand and the result of one component is that component's operation, as everywhere else, and f32tof16 and
/// f16tof32 are of a word where it is given in eight hexadecimal digits. Throws Error(kUsage), Error(kInput) for what
/// cannot be read.
[[nodiscard]] std::optional<ExitCode> judge_packed(const Arguments& arguments);

/// The values of texts, of which each may be a vector: (0, 0.5, 1).
[[nodiscard]] std::vector<std::string> values_in(std::span<const std::string> texts);

/// The bits of a word: hexadecimal digits behind 0x, or a whole number. Throws Error(kInput) that names the function.
[[nodiscard]] Bits read_word(const std::string& name, std::string_view text);

/// Whether a function's name says that it is of a whole word (pack_rgba8_unorm), and not perhaps of a component.
[[nodiscard]] bool is_of_words(std::string_view name);

}  // namespace halfulp::cli
