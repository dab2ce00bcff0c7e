// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <array>
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
#include "report/shapes.hpp"
#include "report/values.hpp"

namespace halfulp::cli {
namespace {

using Texts = std::vector<std::string>;

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
  const Texts results = values_in(std::array{arguments.text("--result")});
  const Texts& numbers = function->packs ? operands : results;
  const Texts& words = function->packs ? results : operands;
  const bool has_one = numbers.size() == 1 && words.size() == 1;
  const bool is_of_component =
      !is_of_words(name) && has_one && !(function->numbers() == 1 && is_register(words.front()));
  if (is_of_component) return std::nullopt;
  if (words.size() != 1) {
    throw Error(Error::Kind::kUsage,
                fmt::format("{} has one word as its {}: 0x and hexadecimal digits; {} values given", name,
                            function->packs ? "result" : "operand", words.size()));
  }
  return AskedWord{name, *function, numbers, words.front()};
}

/// A component with what a rulebook says of it.
struct JudgedPart {
  PackedPart part;
  Judgement judgement;
  Explanation explanation;
};

/// A part as it stands in the list, and the command that explains it.
std::string part_text(const JudgedPart& judged, const Readings& readings) {
  const auto& [part, judgement, explanation] = judged;
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

/// The components by their verdict.
struct WordVerdict {
  std::vector<JudgedPart> parts;
  Bits unused = 0;  ///< bits of no component that are not 0
  Texts failing;
  Texts by_reading;

  [[nodiscard]] std::string text() const {
    std::string verdict = failing.empty() && by_reading.empty() ? "pass" : "";
    if (!failing.empty()) verdict = fmt::format("fail: {}", fmt::join(failing, "; "));
    if (by_reading.empty()) return verdict;
    return verdict +
           fmt::format("{}passes under another reading: {}", failing.empty() ? "" : "; ", fmt::join(by_reading, "; "));
  }
};

WordVerdict judged(const AskedWord& asked, const Rulebook& book, const Readings& readings) {
  WordVerdict word;
  std::vector<Bits> numbers;
  for (const std::string& text : asked.numbers) numbers.push_back(parse_value(asked.function.number, text));
  const Bits bits = read_word(asked.name, asked.word);
  for (const PackedPart& part : packed_parts(asked.function, numbers, bits)) {
    word.parts.push_back({part, judge_result(book, part.operation, part.format, part.operands, part.observed, readings),
                          explain(book, part.operation, part.format, part.operands, readings)});
    const Verdict verdict = word.parts.back().judgement.verdict;
    if (verdict == Verdict::fail) word.failing.emplace_back(part.components);
    if (verdict == Verdict::reading) word.by_reading.emplace_back(part.components);
  }
  word.unused = unused_bits(asked.function, bits);
  if (word.unused != 0) word.failing.emplace_back("bits of no component");
  return word;
}

std::string word_text(const AskedWord& asked, const WordVerdict& word, const Rulebook& book, const Readings& readings) {
  std::string text =
      fmt::format("{}\n\n{} ({} {} {}) under {} ({})\n", word.text(), asked.name, info(asked.function.number).name,
                  asked.function.packs ? "to" : "from", info(asked.function.word).name, book.id(), book.title());
  std::set<std::string> rules;
  for (const JudgedPart& part : word.parts) {
    text += part_text(part, readings);
    const Verdict verdict = part.judgement.verdict;
    if (verdict == Verdict::fail || verdict == Verdict::reading) rules.insert(part.judgement.rule);
  }
  if (word.unused != 0) text += fmt::format("  bits of no component: 0x{:08x}, which have to be 0\n", word.unused);
  for (const std::string& rule : rules) text += rule_text(book, rule);
  return text;
}

report::JsonValue word_shape(const AskedWord& asked, const WordVerdict& word, const Readings& readings) {
  const auto part_shape = [&](const JudgedPart& judged) {
    const auto& [part, judgement, explanation] = judged;
    return report::JsonValue::Object{
        {"component", std::string(part.components)},
        {"judgement", report::judgement_shape(explanation, part.observed, judgement, readings)}};
  };
  const auto hex = [&](Bits bits) { return fmt::format("0x{:0{}x}", bits, asked.function.register_bits() / 4); };
  return report::JsonValue::Object{{"function", asked.name},
                                   {"packs", asked.function.packs},
                                   {"word_format", std::string(info(asked.function.word).name)},
                                   {"word", hex(read_word(asked.name, asked.word))},
                                   {"verdict", !word.failing.empty()      ? "fail"
                                               : !word.by_reading.empty() ? "reading"
                                                                          : "pass"},
                                   {"unused_bits", hex(word.unused)},
                                   {"components", report::JsonValue::array(word.parts, part_shape)}};
}

}  // namespace

std::vector<std::string> values_in(std::span<const std::string> texts) {
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

Bits read_word(const std::string& name, std::string_view text) {
  Bits word = 0;
  const bool is_hex = text.starts_with("0x");
  const char* const end = text.data() + text.size();
  const auto [read, error] = std::from_chars(text.data() + (is_hex ? 2 : 0), end, word, is_hex ? 16 : 10);
  if (read == end && error == std::errc{} && !text.empty()) return word;
  throw Error(Error::Kind::kInput,
              fmt::format("{}: '{}' is no word; write 0x and its hexadecimal digits (0xff804000)", name, text));
}

bool is_of_words(std::string_view name) { return find_pixel_format(name.substr(name.find('_') + 1)).has_value(); }

std::optional<ExitCode> judge_packed(const Arguments& arguments) {
  const auto asked = asked_by(arguments);
  if (!asked) return std::nullopt;
  const Rulebook book = Rulebook::open(arguments.text("BOOK"));
  const Readings readings = read_readings(arguments.list("--reading"));
  book.check(readings);
  const WordVerdict word = judged(*asked, book, readings);
  write_output(arguments.has("--json") ? report::json_text(word_shape(*asked, word, readings))
                                       : word_text(*asked, word, book, readings));
  const bool conforms = word.failing.empty() && (word.by_reading.empty() || !arguments.has("--strict"));
  return conforms ? ExitCode::kConforms : ExitCode::kDoesNotConform;
}

}  // namespace halfulp::cli
