// SPDX-License-Identifier: Apache-2.0
#include "cli/table/expression_lines.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>

#include "cli/expression.hpp"
#include "cli/output.hpp"
#include "cli/table/columns.hpp"
#include "cli/table/table_diagnostics.hpp"
#include "halfulp/error.hpp"
#include "range/reading/parse.hpp"
#include "range/reading/where.hpp"

namespace halfulp::cli {
namespace {

constexpr int kLinesToLearnExpressionsFrom = 4096;
constexpr std::uint64_t kMostNamed = 100;
constexpr std::array kSeparators = {Separator::tab, Separator::semicolon, Separator::comma, Separator::blanks};

std::optional<std::size_t> column_called(const Record& header, std::string_view name) {
  const auto found = std::ranges::find(header.fields, name, &Field::text);
  if (found == header.fields.end()) return std::nullopt;
  return static_cast<std::size_t>(found - header.fields.begin());
}

std::optional<std::size_t> result_column(const Record& header, std::string_view expression) {
  for (const std::string_view name : {std::string_view("result"), std::string_view("result.x"), expression}) {
    if (const auto found = column_called(header, name)) return found;
  }
  return std::nullopt;
}

/// Whether a header names what a table of operations has.
bool is_of_operations(const Record& header) {
  try {
    const std::optional<Columns> columns = Columns::of(header, "");
    return columns && (columns->operation || columns->result || columns->expected);
  } catch (const Error&) {
    return false;  // two columns may hold the same, which means nothing here
  }
}

bool next_line(Records& records, Record& record) {
  do {
    if (!records.next(record)) return false;
  } while (record.is_blank());
  return true;
}

}  // namespace

std::optional<std::string> expression_of_header(Records& records) {
  records.rewind();
  Record header;
  std::optional<std::string> expression;
  const bool has_header = next_line(records, header);
  for (const Separator one : {Separator::tab, Separator::semicolon, Separator::comma}) {
    if (!has_header || expression) break;
    records.separate_by(one);
    records.split(header);
    if (!header.problem.empty() || header.fields.size() < 2 || is_of_operations(header)) continue;
    const auto found = std::ranges::find_if(header.fields, is_expression, &Field::text);
    if (found != header.fields.end()) expression = std::string(found->text);
  }
  records.separate_by(Separator::blanks);
  records.resume();
  return expression;
}

ExpressionLines::ExpressionLines(Records records, const FormatInfo& row, std::string file, std::string expression)
    : records_(std::move(records)), row_(row), file_(std::move(file)), expression_(std::move(expression)) {
  records_.rewind();
  Record header;
  const bool has_header = next_line(records_, header);
  if (has_header) {
    for (const Separator one : kSeparators) {
      records_.separate_by(one);
      records_.split(header);
      if (header.problem.empty() && result_column(header, expression_)) break;
    }
    find_columns(header);
    learn();
  }
  records_.resume();
  if (!has_header || !next_line(records_, header)) {
    throw Error(Error::Kind::kInput, fmt::format("{}: no header line; write one: {}, result", file_,
                                                 fmt::join(range::operands_in(expression_), ", ")));
  }
}

void ExpressionLines::find_columns(const Record& header) {
  const std::vector<std::string> operands = range::operands_in(expression_);
  const auto add = [&](const std::string& name) {
    const auto found = column_called(header, name);
    if (found) columns_.push_back(*found);
    if (found) names_.push_back(name);
    return found.has_value();
  };
  const auto require = [&](bool is_found, const std::string& name) {
    if (is_found) return;
    throw Error(Error::Kind::kInput, fmt::format("{}:{}: no column '{}'; '{}' needs {}, result", file_, header.line,
                                                 name, expression_, fmt::join(operands, ", ")));
  };
  for (const std::string& name : operands) {
    bool is_found = add(name);
    // A vector has a column for each component.
    for (const std::string& component : range::component_names(name, is_found ? 0 : 4)) {
      if (!add(component)) break;
      is_found = true;
    }
    require(is_found, name);
  }
  const auto result = result_column(header, expression_);
  require(result.has_value(), "result");
  columns_.push_back(*result);
  if (header.fields[*result].text == "result.x") {
    for (const char* const name : {"result.y", "result.z", "result.w"}) {
      const auto component = column_called(header, name);
      if (!component) break;
      columns_.push_back(*component);
    }
  }
  styles_.resize(columns_.size());
  std::vector<std::string> unread;
  for (std::size_t i = 0; i < header.fields.size(); ++i) {
    if (std::ranges::find(columns_, i) != columns_.end() || header.fields[i].text.empty()) continue;
    unread.emplace_back(header.fields[i].text);
  }
  write_unread(file_, unread);
}

void ExpressionLines::learn() {
  Record record;
  for (int i = 0; i < kLinesToLearnExpressionsFrom && records_.next(record); ++i) {
    records_.split(record);
    for (std::size_t k = 0; k < columns_.size(); ++k) {
      if (columns_[k] >= record.fields.size()) continue;
      const std::string_view text = unwrapped(record.fields[columns_[k]].text);
      styles_[k].note(text);
      has_commas_ = has_commas_ || has_decimal_comma(text);
    }
  }
}

std::optional<ExpressionCase> ExpressionLines::read(const Record& record) {
  ExpressionCase result{record.line, {}, {}};
  try {
    if (!record.problem.empty()) throw Error(Error::Kind::kInput, record.problem);
    for (std::size_t k = 0; k < columns_.size(); ++k) {
      if (columns_[k] >= record.fields.size()) throw Error(Error::Kind::kInput, "the line has too few fields");
      const std::string_view text = record.fields[columns_[k]].text;
      (k < names_.size() ? result.operands : result.result).push_back(read_cell(row_, text, styles_[k], has_commas_));
    }
    return result;
  } catch (const Error& error) {
    if (++unread_ <= kMostNamed) {
      write_diagnostic(fmt::format("halfulp: {}:{}: {}; the line is not judged", file_, record.line, error.what()));
    }
    return std::nullopt;
  }
}

std::vector<ExpressionCase> ExpressionLines::next(std::size_t most) {
  std::vector<ExpressionCase> cases;
  Record record;
  while (cases.size() < most && next_line(records_, record)) {
    records_.split(record);
    if (auto one = read(record)) cases.push_back(std::move(*one));
  }
  return cases;
}

}  // namespace halfulp::cli
