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
#include "range/answer.hpp"
#include "range/parse.hpp"
#include "report/values.hpp"

namespace halfulp::cli {
namespace {

constexpr std::size_t kMostForbiddenShown = 100;
constexpr std::int64_t kCasesOfLine = 20000;  ///< of operations for each line

/// Judges lines of results of one expression.
class ExpressionTable {
 public:
  ExpressionTable(const Rulebook& book, const std::string& expression, Format format, const Readings& readings)
      : names_(range::operands_in(expression)),
        program_(range::parse_program(expression, names_, book, format, readings, {})),
        row_(info(format)) {
    if (program_.results.size() != 1) {
      throw Error(Error::Kind::kUsage, fmt::format("'{}' is a vector: take a component, .x", expression));
    }
  }

  void read(Records& records, const std::string& file) {
    Record record;
    do {
      if (!records.next(record)) throw Error(Error::Kind::kInput, fmt::format("{}: no header line", file));
    } while (record.is_blank());
    const std::string_view head = record.text;
    const auto count = [&](char c) { return std::ranges::count(head, c); };
    records.separate_by(count(',') > 0    ? Separator::comma
                        : count(';') > 0  ? Separator::semicolon
                        : count('\t') > 0 ? Separator::tab
                                          : Separator::blanks);
    records.split(record);
    find_columns(record, file);
    while (records.next(record)) {
      if (record.is_blank()) continue;
      records.split(record);
      take(record, file);
    }
  }

  [[nodiscard]] std::string text(const std::string& title) const {
    std::string text = fmt::format("{}: {} of {} results", forbidden_ > 0 ? "fail" : "pass",
                                   report::grouped(forbidden_ > 0 ? forbidden_ : permitted_),
                                   report::grouped(permitted_ + forbidden_ + undecided_));
    if (undecided_ > 0) {
      text +=
          fmt::format(", {} not decided: no bound forbids them, and {} cases of operations did not suffice to say more",
                      report::grouped(undecided_), report::grouped(kCasesOfLine));
    }
    text += fmt::format("\n\n{}\n", title) + lines_;
    if (forbidden_ > kMostForbiddenShown)
      text += fmt::format("  {} more\n", report::grouped(forbidden_ - kMostForbiddenShown));
    return text;
  }

  [[nodiscard]] ExitCode exit_code() const {
    if (forbidden_ > 0) return ExitCode::kDoesNotConform;
    return unread_ > 0 ? ExitCode::kInput : ExitCode::kConforms;
  }

 private:
  void find_columns(const Record& header, const std::string& file) {
    const auto column = [&](const std::string& name) {
      const auto found = std::ranges::find(header.fields, name, &Field::text);
      if (found == header.fields.end()) {
        throw Error(Error::Kind::kInput, fmt::format("{}:{}: no column '{}'; the expression needs {}, result", file,
                                                     header.line, name, fmt::join(names_, ", ")));
      }
      return static_cast<std::size_t>(found - header.fields.begin());
    };
    for (const std::string& name : names_) columns_.push_back(column(name));
    columns_.push_back(column("result"));
  }

  void take(const Record& record, const std::string& file) {
    std::vector<Bits> values;
    for (const std::size_t column : columns_) {
      try {
        if (!record.problem.empty()) throw Error(Error::Kind::kInput, record.problem);
        if (column >= record.fields.size()) throw Error(Error::Kind::kInput, "the line has too few fields");
        values.push_back(read_cell(row_, record.fields[column].text, {}, false));
      } catch (const Error& error) {
        ++unread_;
        if (unread_ <= kMostForbiddenShown) {
          write_diagnostic(fmt::format("halfulp: {}:{}: {}; the line is not judged", file, record.line, error.what()));
        }
        return;
      }
    }
    judge(record.line, values);
  }

  void judge(std::uint64_t line, const std::vector<Bits>& values) {
    const std::span<const Bits> operands(values.data(), names_.size());
    const Bits observed = values.back();
    const auto exact = evaluator_.exact(operands, kCasesOfLine);
    std::vector<judge::ValueSet> points;
    for (const Bits bits : operands) points.push_back(range::set_of(row_.format, bits));
    const judge::ValueSet set = exact ? exact->front() : evaluator_.outer(points)[program_.results.front()];
    if (set.anything() || set.contains(observed)) {
      ++(exact || set.anything() ? permitted_ : undecided_);
      return;
    }
    if (++forbidden_ > kMostForbiddenShown) return;
    std::string call;
    for (std::size_t i = 0; i < names_.size(); ++i) {
      call += fmt::format("{}{} = {}", i == 0 ? "" : ", ", names_[i], value_text(row_.format, operands[i]));
    }
    const PermittedSet permitted = set.permitted();
    const std::string nearest = report::nearest_text(permitted, observed);
    lines_ +=
        fmt::format("  line {}: {} gives {} ({}); {}\n", line, call, value_text(row_.format, observed),
                    bits_text(row_.format, observed), nearest.empty() ? "permitted: " + permitted.text() : nearest);
  }

  std::vector<std::string> names_;
  range::Program program_;
  range::Evaluator evaluator_{program_};
  const FormatInfo& row_;
  std::vector<std::size_t> columns_;  ///< of the operands and the result
  std::uint64_t permitted_ = 0;
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
  const Rulebook book = Rulebook::open(arguments.text("BOOK"));
  const std::string expression = arguments.text("OPERATION");
  const Format format = format_asked(arguments);
  range::check_format(format);
  ExpressionTable table(book, expression, format, read_readings(arguments.list("--reading")));
  const std::string file = arguments.text("--file");
  InputBytes input(file);
  Records records(input);
  table.read(records, file);
  write_output(table.text(fmt::format("{} of {} under {} ({})", expression, file, book.id(), book.title())));
  return table.exit_code();
}

}  // namespace halfulp::cli
