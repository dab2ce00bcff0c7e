// SPDX-License-Identifier: Apache-2.0
#include "report/command_line.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cstring>

namespace halfulp::report {

std::string shell_word(std::string_view text) {
  const bool is_word = !text.empty() && std::ranges::all_of(text, [](unsigned char letter) {
    return std::isalnum(letter) != 0 || std::strchr("-_./=+:,@%", letter) != nullptr;
  });
  if (is_word) return std::string(text);
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

namespace {

std::string operand_words(const Result& result, const Witness& witness) {
  const OperationInfo& row = info(result.operation);
  std::string text;
  for (int i = 0; i < row.arity; ++i) {
    const Format format = row.operand_format(i, result.format);
    text += fmt::format(" {}", bits_text(format, witness.operands[static_cast<std::size_t>(i)]));
  }
  return text;
}

std::string option_words(const Result& result, const Readings& readings) {
  std::string text;
  if (tells_format(result.operation, result.format)) text += fmt::format(" --format {}", info(result.format).name);
  for (const auto& [id, option] : readings) {
    text += fmt::format(" --reading {}", shell_word(fmt::format("{}={}", id, option)));
  }
  return text;
}

}  // namespace

std::string judge_command(std::string_view book, const Result& result, const Witness& witness,
                          const Readings& readings) {
  return fmt::format("halfulp judge {} {}{} --result {}{}", shell_word(book), name(result.operation, result.naming),
                     operand_words(result, witness),
                     bits_text(info(result.operation).result(result.format), witness.observed),
                     option_words(result, readings));
}

std::string case_command(const DeviceDescription& device, std::string_view book, const Result& result,
                         const Witness& witness, const Readings& readings) {
  if (device.kind == "recorded") return judge_command(book, result, witness, readings);
  return fmt::format("halfulp try {} {} {}{}{}", shell_word(device.name), shell_word(book),
                     name(result.operation, result.naming), operand_words(result, witness),
                     option_words(result, readings));
}

}  // namespace halfulp::report
