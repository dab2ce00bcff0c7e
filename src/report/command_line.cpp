// SPDX-License-Identifier: Apache-2.0
#include "report/command_line.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cstring>

namespace halfulp::report {

std::string shell_word(std::string_view text) {
  const bool plain = !text.empty() && std::ranges::all_of(text, [](unsigned char letter) {
    return std::isalnum(letter) != 0 || std::strchr("-_./=+:,@%", letter) != nullptr;
  });
  if (plain) return std::string(text);
  std::string word = "'";
  for (const char letter : text) {
    if (letter == '\'') {
      word += "'\\''";
    } else {
      word += letter;
    }
  }
  return word + "'";
}

std::string judge_command(std::string_view book, const Result& result, const Witness& witness,
                          const Readings& readings) {
  const OperationInfo& row = info(result.operation);
  std::string command = fmt::format("halfulp judge {} {}", shell_word(book), name(result.operation, result.naming));
  for (int i = 0; i < row.arity; ++i) {
    const Format format = row.operand_format(i, result.format);
    command += fmt::format(" {}", bits_text(format, witness.operands[static_cast<std::size_t>(i)]));
  }
  command += " --result " + bits_text(row.result(result.format), witness.observed);
  if (tells_format(result.operation, result.format)) command += fmt::format(" --format {}", info(result.format).name);
  for (const auto& [id, option] : readings) {
    command += fmt::format(" --reading {}", shell_word(fmt::format("{}={}", id, option)));
  }
  return command;
}

}  // namespace halfulp::report
