// SPDX-License-Identifier: Apache-2.0
#include "cli/table/table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <memory>

#include "cli/table/case_lines.hpp"
#include "cli/table/hex_line.hpp"
#include "halfulp/error.hpp"

namespace halfulp::cli {
namespace {

constexpr std::size_t kMostProblems = 5;

/// A line as a message shows it.
std::string shown_line(std::string_view line) {
  constexpr std::size_t kMost = 80;
  std::string text;
  for (const char letter : line.substr(0, kMost)) text += letter >= ' ' && letter <= '~' ? letter : '?';
  return line.size() > kMost ? text + "..." : text;
}

/// Remembers a problem, unless a line before had the same.
void add_problem(TableRead& read, const std::string& where, const std::string& what) {
  ++read.unread;
  const auto is_same = [&](const std::string& problem) { return problem.ends_with(": " + what); };
  if (read.problems.size() < kMostProblems && std::ranges::none_of(read.problems, is_same)) {
    read.problems.push_back(where + ": " + what);
  }
}

}  // namespace

Table::Table(InputBytes& input) : Table(input, Records(input)) {}

Table::Table(InputBytes& input, Records records) : input_(input), records_(std::move(records)) { find_header(); }

void Table::find_header() {
  records_.rewind();
  Record record;
  bool found = records_.next(record);
  while (found && record.is_blank()) found = records_.next(record);
  const std::string_view line = found ? record.text : std::string_view();
  Separator without_header = Separator::blanks;
  if (records_.named_separator() != Separator::blanks) {
    without_header = records_.named_separator();
  } else if (line.find(';') != std::string_view::npos) {
    without_header = Separator::semicolon;
  } else if (line.find(',') != std::string_view::npos) {
    without_header = Separator::comma;
  }
  for (const Separator one : {Separator::tab, Separator::semicolon, Separator::comma, Separator::blanks}) {
    if (one != Separator::blanks && line.find(static_cast<char>(one)) == std::string_view::npos) continue;
    records_.separate_by(one);
    records_.split(record);
    if (!record.problem.empty() || record.fields.size() < 2) continue;
    columns_ = Columns::of(record, name());
    if (columns_) break;
  }
  if (!columns_) records_.separate_by(without_header);
  records_.resume();
}

TableRead Table::read_hex_lines(Operation operation, Format format, const TableSink& sink) {
  TableRead read;
  HexLineReader reader(operation, format);
  BlockMaker block(operation, format);
  std::vector<Bits> values;
  std::uint64_t blank = 0;  // the line of a first empty one: others may follow, but no case
  for (Record record; records_.next(record);) {
    if (record.is_blank()) {
      if (blank == 0) blank = record.line;
      continue;
    }
    if (blank == 0 && reader.read(record.text, values)) {
      block.add(values, record.line, sink);
      ++read.results;
      continue;
    }
    add_problem(read, fmt::format("{}:{}", name(), blank == 0 ? record.line : blank),
                fmt::format("expected {}, got '{}'", reader.expected(), blank == 0 ? shown_line(record.text) : ""));
    read.ended = true;
    break;
  }
  block.flush(sink);
  return read;
}

TableRead Table::read(const TableQuestion& question, const TableSink& sink) {
  const bool has_operation = columns_ && columns_->operation;
  if (!has_operation && question.operations.size() != 1) {
    throw Error(
        Error::Kind::kUsage,
        columns_ ? fmt::format("{}: it has no column 'operation'; add one, or say which one operation it is of", name())
                 : fmt::format("{}: it has no header; write one as its first line (operation,x,y,z,result), "
                               "or say which one operation its lines hold",
                               name()));
  }
  if (!columns_ && !has_separators()) {
    const Operation operation = question.operations.front();
    return read_hex_lines(operation, format_of_line({operation, std::nullopt}, "", question.format), sink);
  }
  CaseLines lines(columns_ ? *columns_ : Columns::of(question.operations.front()), question, sink);
  records_.rewind();
  lines.learn(records_);
  records_.resume();
  TableRead read;
  bool is_header = columns_.has_value();
  for (Record record; records_.next(record);) {
    if (record.is_blank()) continue;
    if (std::exchange(is_header, false)) continue;
    records_.split(record);
    if (!record.problem.empty()) {
      add_problem(read, fmt::format("{}:{}:{}", name(), record.line, record.problem_column), record.problem);
      continue;
    }
    std::size_t column = 1;
    try {
      lines.take(record, column, read);
    } catch (const Error& error) {
      if (error.kind() != Error::Kind::kInput && error.kind() != Error::Kind::kUsage) throw;
      const bool may_be_header = !columns_ && read.results == 0 && read.unread == 0;
      add_problem(read, fmt::format("{}:{}:{}", name(), record.line, column),
                  fmt::format("{}{}", error.what(),
                              may_be_header ? "; a header names its columns operation, x, y, z, result" : ""));
    }
  }
  lines.flush();
  return read;
}

}  // namespace halfulp::cli
