// SPDX-License-Identifier: Apache-2.0
#include "cli/case.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <optional>
#include <span>
#include <utility>

#include "cli/operation_name.hpp"
#include "cli/table/cell.hpp"
#include "exact/text.hpp"
#include "exact/value.hpp"
#include "halfulp/error.hpp"
#include "halfulp/packed.hpp"
#include "number/nearest_name.hpp"
#include "rulebook/math_table.hpp"

namespace halfulp::cli {
namespace {

/// The format that languages call that: half, float, f64.
std::optional<Format> format_called_elsewhere(std::string_view name) {
  constexpr std::pair<std::string_view, Format> kOtherNames[] = {
      {"half", Format::binary16},   {"float16", Format::binary16}, {"fp16", Format::binary16},
      {"f16", Format::binary16},    {"float", Format::binary32},   {"float32", Format::binary32},
      {"fp32", Format::binary32},   {"f32", Format::binary32},     {"single", Format::binary32},
      {"double", Format::binary64}, {"float64", Format::binary64}, {"fp64", Format::binary64},
      {"f64", Format::binary64},    {"bfloat", Format::bfloat16},  {"bf16", Format::bfloat16}};
  const auto* const found = std::ranges::find(kOtherNames, name, &std::pair<std::string_view, Format>::first);
  return found == std::end(kOtherNames) ? std::nullopt : std::optional(found->second);
}

/// Whether the text is the bits without 0x in front: 3F800000.
bool is_bare_bits(const GivenText& one) {
  const auto digits = read_digits(one.text, info(one.format).hex_digits());
  return digits && *digits == one.bits;
}

}  // namespace

Format read_format(std::string_view name) {
  if (const auto format = find_format(name)) return *format;
  if (const auto called = format_called_elsewhere(name)) return *called;
  std::vector<std::string_view> names;
  for (const FormatInfo& row : formats()) names.push_back(row.name);
  throw Error(Error::Kind::kUsage, fmt::format("unknown format '{}'{}", name, number::near_or_known(name, names)));
}

Format format_asked(const Arguments& arguments) {
  const std::string name = arguments.text("--format");
  return name.empty() ? Format::binary32 : read_format(name);
}

Readings read_readings(const std::vector<std::string>& texts) {
  Readings readings;
  for (const std::string& text : texts) {
    const std::size_t equals = text.find('=');
    if (equals == std::string::npos || equals == 0 || equals + 1 == text.size()) {
      throw Error(Error::Kind::kUsage, fmt::format("--reading {}: write ID=OPTION, as in d3d11.addsubmul=nearest_even; "
                                                   "'halfulp rules BOOK' lists ids and options",
                                                   text));
    }
    const auto [place, is_new] = readings.emplace(text.substr(0, equals), text.substr(equals + 1));
    if (!is_new && place->second != text.substr(equals + 1)) {
      throw Error(Error::Kind::kUsage, fmt::format("--reading {}: '{}' was already chosen as '{}'; choose one", text,
                                                   place->first, place->second));
    }
  }
  return readings;
}

Readings readings_of(const Rulebook& book, const Readings& chosen) {
  Readings readings;
  for (const Reading& reading : book.readings()) {
    const auto choice = chosen.find(reading.id);
    if (choice != chosen.end()) readings.insert(*choice);
  }
  book.check(readings);
  return readings;
}

void require_known(const Readings& chosen, std::span<const Rulebook> books) {
  for (const auto& choice : chosen) {
    const auto knows = [&](const Rulebook& book) { return !readings_of(book, {choice}).empty(); };
    // The first rulebook's own check names the nearest reading.
    if (std::ranges::none_of(books, knows)) books.front().check({choice});
  }
}

Case read_question(const Arguments& arguments) {
  Rulebook book = Rulebook::open(arguments.text("BOOK"));
  const std::string called = arguments.text("OPERATION");
  Readings readings = read_readings(arguments.list("--reading"));
  if (auto table = rulebook::math_table(called, book, readings)) {
    book = table->book;
    readings = std::move(table->readings);
  }
  const NamedOperation named = read_named_operation(called, std::span(&book, 1));
  const Operation operation = named.operation;
  const Format format = format_of(named, called, arguments.text("--format"));
  book.check(operation, format);
  book.check(readings);
  return {book, operation, format, {}, std::move(readings)};
}

std::vector<Bits> read_operands(const Case& asked, const std::vector<std::string>& texts) {
  const OperationInfo& row = info(asked.operation);
  const std::string_view named = name(asked.operation, asked.book.naming());
  const auto arity = static_cast<std::size_t>(row.arity);
  if (texts.size() != arity) {
    const std::vector<std::string_view> names(row.operand_names.begin(), row.operand_names.begin() + row.arity);
    throw Error(Error::Kind::kUsage, fmt::format("{} takes {} operand{} ({}), {} given", named, arity,
                                                 arity == 1 ? "" : "s", fmt::join(names, ", "), texts.size()));
  }
  std::vector<Bits> operands;
  std::vector<GivenText> given;
  for (std::size_t i = 0; i < arity; ++i) {
    const Format operand_format = row.operand_format(static_cast<int>(i), asked.format);
    try {
      operands.push_back(parse_value(operand_format, texts[i]));
    } catch (const Error& error) {
      throw Error(error.kind(), fmt::format("operand {} of {}: {}", row.operand_names[i], named, error.what()));
    }
    given.push_back(
        {fmt::format("operand {} of {}", row.operand_names[i], named), texts[i], operand_format, operands.back()});
  }
  refuse_doubtful_digits(given);
  return operands;
}

void refuse_doubtful_digits(std::span<const GivenText> given) {
  const auto is_digit = [](char letter) { return letter >= '0' && letter <= '9'; };
  const auto shows_bits = [&](const GivenText& one) {
    return is_bare_bits(one) && !std::ranges::all_of(one.text, is_digit);
  };
  if (std::ranges::none_of(given, shows_bits)) return;
  for (const GivenText& one : given) {
    if (!read_digits(one.text, info(one.format).hex_digits()) || is_bare_bits(one)) continue;
    throw Error(
        Error::Kind::kInput,
        fmt::format("{0}: '{1}' may be a number and may be bits, as others here are; write +{1} for the number, "
                    "0x{1} for the bits",
                    one.label, one.text));
  }
}

void refuse_packed_word(const Case& asked, const std::string& called, const std::vector<std::string>& texts) {
  const auto function = find_packed(called);
  const OperationInfo& row = info(asked.operation);
  if (!function || row.arity != 1) return;
  const auto digits = static_cast<std::size_t>(info(row.operand_format(0, asked.format)).hex_digits());
  const bool is_word = !function->packs && texts.size() == 1 && texts[0].starts_with("0x") &&
                       texts[0].size() > digits + 2 && !exact::number_of(texts[0]);
  if (texts.size() == 1 && !is_word) return;
  throw Error(Error::Kind::kUsage,
              fmt::format("'{}' is asked here for one component, as {} with 1 operand; 'halfulp judge' takes a whole "
                          "word and its result",
                          called, row.name));
}

Case read_case(const Arguments& arguments) {
  Case asked = read_question(arguments);
  refuse_packed_word(asked, arguments.text("OPERATION"), arguments.list("OPERAND"));
  asked.operands = read_operands(asked, arguments.list("OPERAND"));
  return asked;
}

report::ValueLine given_value(std::string label, Format format, Bits bits, std::string_view text) {
  const FormatInfo& row = info(format);
  const auto number = row.kind == FormatKind::floating ? exact::number_of(text) : std::nullopt;
  const bool rounded = number && !is_bare_bits({label, text, format, bits}) && *number != exact::value_of(row, bits);
  return {std::move(label), format, bits, rounded ? fmt::format("({} rounded to nearest-even)", text) : ""};
}

std::vector<report::ValueLine> operand_values(const Case& asked, const Arguments& arguments) {
  const OperationInfo& row = info(asked.operation);
  const std::vector<std::string> texts = arguments.list("OPERAND");
  std::vector<report::ValueLine> lines;
  for (std::size_t i = 0; i < asked.operands.size(); ++i) {
    lines.push_back(given_value(std::string(row.operand_names[i]),
                                row.operand_format(static_cast<int>(i), asked.format), asked.operands[i], texts[i]));
  }
  return lines;
}

std::string heading(const Case& asked) {
  const OperationInfo& row = info(asked.operation);
  const std::string format = row.only_format() ? "" : fmt::format(" in {}", info(asked.format).name);
  std::string line = fmt::format("{} ({}){} under {} ({})", name(asked.operation, asked.book.naming()), row.meaning,
                                 format, asked.book.id(), asked.book.title());
  for (const auto& [id, option] : asked.readings) line += fmt::format(", {} = {}", id, option);
  return line + "\n";
}

}  // namespace halfulp::cli
