// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <charconv>
#include <set>
#include <string>
#include <vector>

#include "cli/case.hpp"
#include "cli/output.hpp"
#include "cli/packed.hpp"
#include "cli/verdict_text.hpp"
#include "halfulp/error.hpp"
#include "halfulp/judge.hpp"
#include "halfulp/packed.hpp"
#include "report/values.hpp"

namespace halfulp::cli {
namespace {

using Texts = std::vector<std::string>;

/// The values of texts, of which each may be a vector: (0, 0.5, 1).
Texts values_in(const Texts& texts) {
  Texts values;
  for (const std::string& text : texts) {
    std::string one;
    for (const char letter : text + ' ') {
      if (letter != ' ' && letter != ',' && letter != '(' && letter != ')') {
        one += letter;
      } else if (!one.empty()) {
        values.push_back(std::exchange(one, ""));
      }
    }
  }
  return values;
}

/// What was asked about one word: texts of its numbers, and of the word.
struct AskedWord {
  std::string name;
  PackedFunction function;
  Texts numbers;
  std::string word;
};

bool is_register(std::string_view text) { return text.starts_with("0x") && text.size() == 10; }

std::optional<AskedWord> asked_by(const Arguments& arguments) {
  const std::string name = arguments.text("OPERATION");
  const std::string format = arguments.text("--format");
  const auto function = find_packed(name, format.empty() ? Format::binary32 : read_format(format));
  if (!function) return std::nullopt;
  const Texts operands = values_in(arguments.list("OPERAND"));
  const Texts results = values_in({arguments.text("--result")});
  const Texts& numbers = function->packs ? operands : results;
  const Texts& words = function->packs ? results : operands;
  const bool is_own_name = find_pixel_format(name.substr(name.find('_') + 1)).has_value();
  const bool has_one = numbers.size() == 1 && words.size() == 1;
  const bool is_of_component = !is_own_name && has_one && !(function->numbers() == 1 && is_register(words.front()));
  if (is_of_component) return std::nullopt;
  if (words.size() != 1) {
    throw Error(Error::Kind::kUsage,
                fmt::format("{} has one word as its {}: 0x and hexadecimal digits; {} values given", name,
                            function->packs ? "result" : "operand", words.size()));
  }
  return AskedWord{name, *function, numbers, words.front()};
}

Bits read_word(const AskedWord& asked) {
  Bits word = 0;
  const std::string_view text = asked.word;
  const bool is_hex = text.starts_with("0x");
  const char* const end = text.data() + text.size();
  const auto [read, error] = std::from_chars(text.data() + (is_hex ? 2 : 0), end, word, is_hex ? 16 : 10);
  if (read == end && error == std::errc{} && !text.empty()) return word;
  throw Error(Error::Kind::kInput, fmt::format("{}: '{}' is no word; write 0x and its hexadecimal digits (0xff804000)",
                                               asked.name, asked.word));
}

std::vector<Bits> read_numbers(const AskedWord& asked) {
  std::vector<Bits> numbers;
  for (const std::string& text : asked.numbers) numbers.push_back(parse_value(asked.function.number, text));
  return numbers;
}

/// A part as it stands in the list, and the command that explains it.
std::string part_text(const PackedPart& part, const Judgement& judgement, const Explanation& explanation,
                      const Readings& readings) {
  const Format result = explanation.result_format;
  std::string text =
      fmt::format("  {}: {} = {} ({}): {}\n", part.components, report::call_text(explanation),
                  value_text(result, part.observed), bits_text(result, part.observed), verdict_text(judgement));
  if (judgement.verdict != Verdict::fail && judgement.verdict != Verdict::reading) return text;
  std::string operands;
  std::string chosen;
  for (const auto& [id, option] : readings) chosen += fmt::format(" --reading {}={}", id, option);
  for (std::size_t k = 0; k < part.operands.size(); ++k) {
    operands +=
        bits_text(info(part.operation).operand_format(static_cast<int>(k), part.format), part.operands[k]) + " ";
  }
  return text + fmt::format("    {}\n    halfulp judge {} {} {}--result {}{}\n",
                            report::nearest_text(explanation.permitted, part.observed), explanation.rulebook,
                            info(part.operation).name, operands, bits_text(result, part.observed), chosen);
}

}  // namespace

std::optional<ExitCode> judge_packed(const Arguments& arguments) {
  const auto asked = asked_by(arguments);
  if (!asked) return std::nullopt;
  if (arguments.has("--json")) {
    throw Error(Error::Kind::kUsage,
                "--json is of one operation: judge a component of the word by its own, which the "
                "text names");
  }
  const Rulebook book = Rulebook::open(arguments.text("BOOK"));
  const Readings readings = read_readings(arguments.list("--reading"));
  book.check(readings);
  const Bits word = read_word(*asked);
  std::vector<std::string> failing;
  std::vector<std::string> by_reading;
  std::set<std::string> rules;
  std::string text;
  for (const PackedPart& part : packed_parts(asked->function, read_numbers(*asked), word)) {
    const Judgement judgement = judge_result(book, part.operation, part.format, part.operands, part.observed, readings);
    text += part_text(part, judgement, explain(book, part.operation, part.format, part.operands, readings), readings);
    if (judgement.verdict != Verdict::fail && judgement.verdict != Verdict::reading) continue;
    (judgement.verdict == Verdict::fail ? failing : by_reading).emplace_back(part.components);
    rules.insert(judgement.rule);
  }
  if (const Bits unused = unused_bits(asked->function, word)) {
    text += fmt::format("  bits of no component: 0x{:08x}, which have to be 0\n", unused);
    failing.emplace_back("bits of no component");
  }
  std::string verdict = failing.empty() && by_reading.empty() ? "pass" : "";
  if (!failing.empty()) verdict = fmt::format("fail: {}", fmt::join(failing, "; "));
  if (!by_reading.empty()) {
    verdict +=
        fmt::format("{}passes under another reading: {}", failing.empty() ? "" : "; ", fmt::join(by_reading, "; "));
  }
  text = fmt::format("{}\n\n{} ({} {} {}) under {} ({})\n", verdict, asked->name, info(asked->function.number).name,
                     asked->function.packs ? "to" : "from", info(asked->function.word).name, book.id(), book.title()) +
         text;
  for (const std::string& rule : rules) text += rule_text(book, rule);
  write_output(text);
  const bool conforms = failing.empty() && (by_reading.empty() || !arguments.has("--strict"));
  return conforms ? ExitCode::kConforms : ExitCode::kDoesNotConform;
}

}  // namespace halfulp::cli
