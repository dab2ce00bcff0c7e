// SPDX-License-Identifier: Apache-2.0
// judge BOOK EXPRESSION --file: a column for each operand, and one for the result.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "cli/case.hpp"
#include "cli/expression.hpp"
#include "cli/output.hpp"
#include "cli/table/cell.hpp"
#include "cli/table/records.hpp"
#include "halfulp/error.hpp"
#include "range/given.hpp"
#include "range/parse.hpp"
#include "range/where.hpp"
#include "report/values.hpp"

namespace halfulp::cli {
namespace {

constexpr std::size_t kMostResultsShown = 100;
constexpr std::int64_t kCasesOfLine = 20000;  ///< of operations for each line

/// Judges lines of results of one expression.
class ExpressionTable {
 public:
  ExpressionTable(const Arguments& arguments, Format format)
      : text_(arguments.text("OPERATION")),
        file_(arguments.text("--file")),
        book_(Rulebook::open(arguments.text("BOOK"))),
        row_(info(format)),
        readings_(read_readings(arguments.list("--reading"))),
        freedom_(freedom_asked(arguments)),
        strict_(arguments.has("--strict")) {}

  void read() {
    InputBytes input(file_);
    Records records(input);
    Record record;
    do {
      if (!records.next(record)) throw Error(Error::Kind::kInput, fmt::format("{}: no header line", file_));
    } while (record.is_blank());
    find_columns(records, record);
    while (records.next(record)) {
      if (record.is_blank()) continue;
      records.split(record);
      take(record);
    }
  }

  [[nodiscard]] std::string text() const {
    const bool fails = exit_code() == ExitCode::kDoesNotConform;
    const std::uint64_t failed = forbidden_ + (strict_ ? by_reading_ : 0);
    const std::uint64_t all = permitted_ + by_reading_ + forbidden_ + undecided_;
    std::string text = fmt::format("{}: {} of {} results", fails ? "fail" : "pass",
                                   report::grouped(fails ? failed : permitted_), report::grouped(all));
    if (by_reading_ > 0) text += fmt::format(", {} permitted under another reading only", report::grouped(by_reading_));
    if (undecided_ > 0) {
      text += fmt::format(", {} not decided: no bound forbids them, and no execution was found that gives them",
                          report::grouped(undecided_));
    }
    text += fmt::format("\n\n{} of {} under {} ({})\n", text_, file_, book_.id(), book_.title()) + lines_;
    const std::uint64_t shown = forbidden_ + by_reading_;
    if (shown > kMostResultsShown) text += fmt::format("  {} more\n", report::grouped(shown - kMostResultsShown));
    return text;
  }

  [[nodiscard]] ExitCode exit_code() const {
    if (forbidden_ > 0 || (strict_ && by_reading_ > 0)) return ExitCode::kDoesNotConform;
    return unread_ > 0 ? ExitCode::kInput : ExitCode::kConforms;
  }

 private:
  /// The separator is the first that makes a column `result` of the header.
  void find_columns(Records& records, Record& header) {
    const auto column = [&](const std::string& name) -> std::optional<std::size_t> {
      const auto found = std::ranges::find(header.fields, name, &Field::text);
      if (found == header.fields.end()) return std::nullopt;
      return static_cast<std::size_t>(found - header.fields.begin());
    };
    for (const Separator one : {Separator::tab, Separator::semicolon, Separator::comma, Separator::blanks}) {
      records.separate_by(one);
      records.split(header);
      if (header.problem.empty() && column("result")) break;
    }
    const std::vector<std::string> operands = range::operands_in(text_);
    const auto add = [&](const std::string& name) {
      const auto found = column(name);
      if (found) columns_.push_back(*found);
      if (found && name != "result") names_.push_back(name);
      return found.has_value();
    };
    const auto require = [&](bool is_found, const std::string& name) {
      if (is_found) return;
      throw Error(Error::Kind::kInput, fmt::format("{}:{}: no column '{}'; the expression needs {}, result", file_,
                                                   header.line, name, fmt::join(operands, ", ")));
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
    require(add("result"), "result");
    expression_.emplace(range::JudgedExpression(text_, names_, book_, row_.format, readings_, freedom_));
    if (expression_->program().results.size() != 1) {
      throw Error(Error::Kind::kUsage, fmt::format("'{}' is a vector: take a component, .x", text_));
    }
  }

  void take(const Record& record) {
    std::vector<Bits> values;
    for (const std::size_t column : columns_) {
      try {
        if (!record.problem.empty()) throw Error(Error::Kind::kInput, record.problem);
        if (column >= record.fields.size()) throw Error(Error::Kind::kInput, "the line has too few fields");
        values.push_back(read_cell(row_, record.fields[column].text, {}, false));
      } catch (const Error& error) {
        ++unread_;
        if (unread_ <= kMostResultsShown) {
          write_diagnostic(fmt::format("halfulp: {}:{}: {}; the line is not judged", file_, record.line, error.what()));
        }
        return;
      }
    }
    judge(record.line, values);
  }

  void judge(std::uint64_t line, const std::vector<Bits>& values) {
    const std::span operands = std::span(values).first(names_.size());
    const range::Judged judged = expression_->judge(operands, std::span(&values.back(), 1), kCasesOfLine);
    switch (judged.verdict) {
      case range::Verdict::permitted:
        ++permitted_;
        return;
      case range::Verdict::undecided:
        ++undecided_;
        return;
      case range::Verdict::reading:
        ++by_reading_;
        break;
      case range::Verdict::forbidden:
        ++forbidden_;
        break;
    }
    if (forbidden_ + by_reading_ <= kMostResultsShown) show(line, values, judged);
  }

  void show(std::uint64_t line, const std::vector<Bits>& values, const range::Judged& judged) {
    std::string call;
    for (std::size_t i = 0; i < names_.size(); ++i) {
      call += fmt::format("{}{} = {}", i == 0 ? "" : ", ", names_[i], value_text(row_.format, values[i]));
    }
    const PermittedSet permitted = judged.answer.components.front().best().permitted();
    const std::string nearest = report::nearest_text(permitted, values.back());
    lines_ += fmt::format(
        "  line {}: {} gives {} ({}); {}{}\n", line, call, value_text(row_.format, values.back()),
        bits_text(row_.format, values.back()), nearest.empty() ? "permitted: " + permitted.text() : nearest,
        judged.under ? fmt::format("; permitted under {}={}", judged.under->first, judged.under->second) : "");
  }

  std::string text_;
  std::string file_;
  Rulebook book_;
  const FormatInfo& row_;
  Readings readings_;
  range::Freedom freedom_;
  bool strict_;
  std::vector<std::string> names_;
  std::optional<range::GivenJudge> expression_;  ///< once the columns are known
  std::vector<std::size_t> columns_;             ///< of the operands and the result
  std::uint64_t permitted_ = 0;
  std::uint64_t by_reading_ = 0;
  std::uint64_t forbidden_ = 0;
  std::uint64_t undecided_ = 0;
  std::uint64_t unread_ = 0;
  std::string lines_;
};

}  // namespace

ExitCode judge_expression_table(const Arguments& arguments) {
  if (arguments.has("--json")) {
    throw Error(Error::Kind::kUsage, "--json is not written of a table of an expression");
  }
  const Format format = format_asked(arguments);
  range::check_format(format);
  ExpressionTable table(arguments, format);
  table.read();
  write_output(table.text());
  return table.exit_code();
}

}  // namespace halfulp::cli
