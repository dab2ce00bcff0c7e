// SPDX-License-Identifier: Apache-2.0
#include "cli/table/case_lines.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>

#include "cli/case.hpp"
#include "cli/operation_name.hpp"
#include "cli/packed.hpp"
#include "halfulp/error.hpp"
#include "halfulp/suite.hpp"
#include "number/lane.hpp"

namespace halfulp::cli {
namespace {

constexpr int kLinesToLearnFrom = 4096;

[[noreturn]] void fail_line(const std::string& message) { throw Error(Error::Kind::kInput, message); }

/// A field's text; "" where the line has none.
std::string_view text_at(const Record& record, std::size_t column) {
  return column < record.fields.size() ? record.fields[column].text : std::string_view();
}

std::size_t place_of(const Record& record, std::size_t column) {
  return column < record.fields.size() ? record.fields[column].column : record.text.size() + 1;
}

}  // namespace

Format format_of_line(const NamedOperation& named, std::string_view text, std::optional<Format> fallback) {
  const OperationInfo& row = info(named.operation);
  const std::optional<Format> only = named.format ? named.format : row.only_format();
  if (text.empty() && only) return *only;
  std::string lower(text);
  std::ranges::transform(lower, lower.begin(), [](unsigned char letter) { return std::tolower(letter); });
  const Format format = text.empty() ? fallback.value_or(Format::binary32) : read_format(lower);
  if (only ? format != *only : !Suite::offers(named.operation, format)) {
    throw Error(Error::Kind::kUsage, fmt::format("{} is not asked in {}; name {}", row.name, info(format).name,
                                                 only ? info(*only).name : "a floating format"));
  }
  return format;
}

CaseLines::Group::Group(Operation asked, Format in, const Columns& columns)
    : operation(asked), format(in), block(asked, in) {
  const OperationInfo& row = info(asked);
  for (int i = 0; i < row.arity; ++i) formats.push_back(&info(row.operand_format(i, in)));
  formats.push_back(&info(row.result(in)));
  for (const auto& column : columns.operands(asked)) {
    if (!column) {
      fail_line(fmt::format("the table has no column for operand {} of {}; its operands are the columns x, y, z",
                            row.operand_names[operands.size()], row.name));
    }
    operands.push_back(*column);
  }
  for (const std::size_t column : columns.all_operands()) {
    if (std::ranges::find(operands, column) == operands.end()) empty.push_back(column);
  }
}

CaseLines::CaseLines(Columns columns, const TableQuestion& question, const TableSink& sink)
    : columns_(std::move(columns)), question_(question), sink_(sink), styles_(columns_.count) {}

void CaseLines::learn(Records& records) {
  std::vector<std::size_t> values = columns_.all_operands();
  for (const auto& column : {columns_.result, columns_.expected}) {
    if (column) values.push_back(*column);
  }
  for (const std::size_t column : values) styles_[column].is_bits = columns_.says_bits(column);
  Record record;
  for (int i = 0; i < kLinesToLearnFrom && records.next(record); ++i) {
    records.split(record);
    for (const std::size_t column : values) {
      const std::string_view text = unwrapped(text_at(record, column));
      styles_[column].note(text);
      has_commas_ = has_commas_ || has_decimal_comma(text);
    }
  }
}

CaseLines::Group& CaseLines::group_in(Operation operation, Format format) {
  auto place = groups_.find({operation, format});
  if (place == groups_.end()) {
    auto group = std::make_unique<Group>(operation, format, columns_);
    const std::vector<Operation>& asked = question_.operations;
    group->is_asked = asked.empty() || std::ranges::find(asked, operation) != asked.end();
    place = groups_.emplace(std::pair(operation, format), std::move(group)).first;
  }
  return *place->second;
}

bool CaseLines::take_word(const Record& record, std::size_t& column, TableRead& read) {
  const std::string_view called = columns_.operation ? text_at(record, *columns_.operation) : std::string_view();
  if (called.find("ack") == std::string_view::npos) return false;  // each such name has pack in it, or Pack
  const std::string name(called);
  const std::optional<PackedFunction> function = find_packed(name);
  if (!function || !columns_.result) return false;
  std::vector<std::size_t> given;
  for (const std::size_t operand : columns_.all_operands()) {
    if (!text_at(record, operand).empty()) given.push_back(operand);
  }
  const std::string result(unwrapped(text_at(record, *columns_.result)));
  const std::vector<std::string> results = values_in(std::span(&result, 1));
  if (!is_of_words(name) && (function->packs ? given.size() : results.size()) < 2) return false;
  column = place_of(record, *columns_.result);
  if (columns_.expected && !text_at(record, *columns_.expected).empty()) {
    column = place_of(record, *columns_.expected);
    fail_line(fmt::format("{}: expectations are of components: write a line for each", name));
  }
  if (results.empty()) fail_line(fmt::format("result of {}: it is missing", name));
  const std::size_t words = function->packs ? results.size() : given.size();
  if (words != 1) fail_line(fmt::format("{} has one word, {} given", name, words));
  std::vector<Bits> numbers;
  for (const std::size_t at : given) {
    column = place_of(record, at);
    if (function->packs) numbers.push_back(value(record, at, info(function->number)));
  }
  for (const std::string& text : results) {
    if (!function->packs) numbers.push_back(parse_value(function->number, text));
  }
  const Bits word = read_word(name, function->packs ? results[0] : std::string(text_at(record, given[0])));
  const std::vector<PackedPart> parts = packed_parts(*function, numbers, word);
  if (const Bits unused = unused_bits(*function, word)) {
    fail_line(fmt::format("result of {}: bits 0x{:x} belong to no component, and have to be 0", name, unused));
  }
  for (const PackedPart& part : parts) {
    Group& group = group_in(part.operation, part.format);
    if (!group.is_asked) continue;
    values_ = part.operands;
    values_.push_back(part.observed);
    group.block.add(values_, record.line, sink_);
    ++read.results;
  }
  return true;
}

CaseLines::Group& CaseLines::group_of(const Record& record, std::size_t& column) {
  const std::string_view operation = columns_.operation ? text_at(record, *columns_.operation) : std::string_view();
  const std::string_view format = columns_.format ? text_at(record, *columns_.format) : std::string_view();
  // The last line's, in most lines.
  if (last_group_ != nullptr && last_.size() == operation.size() + format.size() + 1 && last_.starts_with(operation) &&
      last_[operation.size()] == '\n' && last_.ends_with(format)) {
    return *last_group_;
  }
  std::string key = fmt::format("{}\n{}", operation, format);
  const auto known = known_.find(key);
  if (known != known_.end()) {
    last_ = std::move(key);
    return *(last_group_ = known->second);
  }
  if (columns_.operation) {
    column = place_of(record, *columns_.operation);
    if (operation.empty()) fail_line("the line names no operation");
  }
  const NamedOperation named = columns_.operation ? read_named_operation(operation, question_.books)
                                                  : NamedOperation{question_.operations.front(), std::nullopt};
  const Operation found = named.operation;
  if (columns_.format) column = place_of(record, *columns_.format);
  const Format in = format_of_line(named, format, question_.format);
  Group* const group = &group_in(found, in);
  known_.emplace(key, group);
  last_ = std::move(key);
  return *(last_group_ = group);
}

Bits CaseLines::value(const Record& record, std::size_t column, const FormatInfo& row) const {
  const std::string_view text = text_at(record, column);
  const CellStyle style = styles_[column];
  const bool is_marked = text.starts_with("0x") || text.starts_with("0X");
  if (is_marked || style.is_bits || (style.has_bits && !style.has_decimals)) {
    const auto bits = read_digits(is_marked ? text.substr(2) : text, row.hex_digits());
    if (bits && number::fits(row, *bits)) return *bits;
  }
  return read_cell(row, text, style, has_commas_);
}

void CaseLines::expect(const Record& record, const Group& group, std::size_t& column, ExpectedCase& expected) const {
  expected.line = record.line;
  expected.operation = group.operation;
  expected.format = group.format;
  expected.operands.assign(values_.begin(), values_.begin() + static_cast<std::ptrdiff_t>(group.operands.size()));
  expected.expected_text = unwrapped(text_at(record, *columns_.expected));
  column = place_of(record, *columns_.expected);
  expected.expected = value(record, *columns_.expected, *group.formats.back());
  if (!columns_.tolerance) return;
  column = place_of(record, *columns_.tolerance);
  const std::string text = with_point(unwrapped(text_at(record, *columns_.tolerance)), has_commas_);
  expected.tolerance = read_tolerance(text, columns_.tolerance_unit);
}

void CaseLines::take(const Record& record, std::size_t& column, TableRead& read) {
  for (std::size_t i = columns_.count; i < record.fields.size(); ++i) {
    column = place_of(record, i);
    if (!record.fields[i].text.empty()) {
      fail_line(fmt::format("the line has {} fields, the {} {}", record.fields.size(),
                            columns_.operation || columns_.expected ? "header" : "case", columns_.count));
    }
  }
  if (take_word(record, column, read)) return;
  Group& group = group_of(record, column);
  if (!group.is_asked) return;
  const OperationInfo& row = info(group.operation);
  const std::string_view named = name(group.operation, question_.books.front().naming());
  for (const std::size_t empty : group.empty) {
    column = place_of(record, empty);
    if (!text_at(record, empty).empty()) {
      fail_line(fmt::format("{} takes {} operand{}, and '{}' would be one more; leave it empty", named, row.arity,
                            row.arity == 1 ? "" : "s", text_at(record, empty)));
    }
  }
  std::string_view what;
  const auto read_value = [&](std::size_t index, std::size_t at, std::string_view called) {
    what = called;
    column = place_of(record, at);
    if (text_at(record, at).empty()) fail_line("it is missing");
    values_.push_back(value(record, at, *group.formats[index]));
  };
  values_.clear();
  const bool has_result = columns_.result && !text_at(record, *columns_.result).empty();
  const bool has_expected = columns_.expected && !text_at(record, *columns_.expected).empty();
  ExpectedCase expected;
  try {
    for (std::size_t i = 0; i < group.operands.size(); ++i) read_value(i, group.operands[i], row.operand_names[i]);
    if (has_expected && sink_.expectation) {
      what = "expected";
      expect(record, group, column, expected);
    }
    if (has_result || !has_expected) {
      read_value(group.operands.size(), columns_.result.value_or(columns_.count), "result");
    }
  } catch (const Error& error) {
    throw Error(error.kind(), fmt::format("{} of {}: {}", what, named, error.what()));
  }
  if (has_expected && sink_.expectation) {
    expected.has_result = has_result;
    sink_.expectation(expected);
    ++read.expectations;
  }
  if (values_.size() == group.formats.size()) {
    const std::string_view written = columns_.result ? text_at(record, *columns_.result) : std::string_view{};
    constexpr std::size_t kFewDigits = 12;  // of binary64 17 tell its values apart, of binary32 9
    const bool is_short = written.find('.') != std::string_view::npos && written.size() < kFewDigits;
    group.block.add(values_, record.line, sink_, is_short ? written : std::string_view{});
    ++read.results;
  }
}

void CaseLines::flush() {
  for (auto& [key, group] : groups_) group->block.flush(sink_);
}

}  // namespace halfulp::cli
