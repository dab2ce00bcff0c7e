// SPDX-License-Identifier: Apache-2.0
#include "device/c_program.hpp"

#include <fmt/format.h>

#include <sstream>

namespace halfulp::device {
namespace {

std::string_view c_type(Format format) {
  switch (info(format).bytes) {
    case 1:
      return "uint8_t";
    case 2:
      return "uint16_t";
    case 4:
      return "uint32_t";
    default:
      return "uint64_t";
  }
}

std::string number(Bits bits) { return fmt::format("0x{:x}u{}", bits, (bits >> 32) != 0 ? "ll" : ""); }

}  // namespace

std::string c_literal(std::string_view text) {
  std::string quoted = "\"";
  for (const char letter : text) {
    if (letter == '"' || letter == '\\') quoted += '\\';
    quoted += letter;
  }
  return quoted + '"';
}

std::string c_source_literal(const std::string& source) {
  std::string text;
  std::istringstream lines(source);
  for (std::string line; std::getline(lines, line);) {
    text += "\n    " + c_literal(line);
    text.insert(text.size() - 1, "\\n");
  }
  return text;
}

std::string lines_in_comment(const std::string& text) {
  std::string comment;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) comment += (line.empty() ? "//" : "//   " + line) + "\n";
  return comment;
}

std::string bytes_in_cpp(std::string_view name, std::span<const std::byte> bytes) {
  constexpr std::size_t kInLine = 16;
  std::string text = fmt::format("alignas(4) static const unsigned char {}[] = {{", name);
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    text += fmt::format("{}0x{:02x},", i % kInLine == 0 ? "\n    " : " ", static_cast<unsigned>(bytes[i]));
  }
  return text + "\n};\n\n";
}

std::string case_in_c(const FailedCase& failed) {
  const OperationInfo& operation = info(failed.operation);
  std::string text = "// The case many times, in as many lanes.\nenum { CASES = 256 };\n";
  text += fmt::format("enum {{ OPERANDS = {} }};\n", failed.operands.size());
  std::string pointers;
  std::string sizes;
  for (std::size_t k = 0; k < failed.operands.size(); ++k) {
    const std::string_view name = operation.operand_names[k];
    text +=
        fmt::format("static const {} {} = {};\n", c_type(operation.operand_format(static_cast<int>(k), failed.format)),
                    name, number(failed.operands[k]));
    pointers += fmt::format("{}&{}", k == 0 ? "" : ", ", name);
    sizes += fmt::format("{}sizeof({})", k == 0 ? "" : ", ", name);
  }
  text += fmt::format("static const void* operands[OPERANDS] = {{{}}};\n", pointers);
  text += fmt::format("static const size_t sizes[OPERANDS] = {{{}}};\n", sizes);
  text += fmt::format("typedef {} result_t;\n", c_type(operation.result(failed.format)));
  text += fmt::format("static const unsigned long long observed = {};\n", number(failed.observed));
  text += "static const unsigned long long permitted[][2] = {";
  std::string ranges;
  for (const auto& [first, last] : permitted_bits(failed.permitted)) {
    ranges += fmt::format("{}{{{}, {}}}", ranges.empty() ? "" : ", ", number(first), number(last));
  }
  // No range at all: one that no bits are in.
  return text + (ranges.empty() ? "{1, 0}" : ranges) + "};\n";
}

const std::string_view kVerdictInC = R"c(  size_t shown = 0;
  int is_permitted = 1;
  for (size_t i = 0; i < sizeof(results) / sizeof(results[0]); ++i) {
    int passes = 0;
    for (size_t k = 0; k < sizeof(permitted) / sizeof(permitted[0]); ++k) {
      if (results[i] >= permitted[k][0] && results[i] <= permitted[k][1]) passes = 1;
    }
    if (!passes && (is_permitted || results[i] == observed)) shown = i;
    if (!passes) is_permitted = 0;
  }
  const unsigned long long bits = results[shown];
  printf("result 0x%0*llx: %s\n", (int)(2 * sizeof(result_t)), bits, is_permitted ? "permitted" : "not permitted");
  return is_permitted ? 0 : 1;
)c";

}  // namespace halfulp::device
