// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <string>
#include <vector>

#include "cli/case.hpp"
#include "cli/exchange/recording.hpp"
#include "cli/expression.hpp"
#include "cli/failures/failure_file.hpp"
#include "cli/gate_options.hpp"
#include "cli/output.hpp"
#include "cli/report_output.hpp"
#include "cli/run/interrupt.hpp"
#include "cli/run/run.hpp"
#include "cli/run_options.hpp"
#include "cli/subcommand.hpp"
#include "cli/table/expression_lines.hpp"
#include "cli/table/table_diagnostics.hpp"
#include "cli/writes.hpp"
#include "halfulp/error.hpp"

namespace halfulp::cli {
namespace {

using Key = std::pair<Operation, Format>;

[[noreturn]] void fail(const std::string& message) { throw Error(Error::Kind::kUsage, message); }

/// What is asked of a table; of the request only what the table's columns leave open to ask.
TableQuestion question_of(const Table& table, RunRequest& request) {
  std::vector<Rulebook> books;
  for (const BookToJudgeBy& book : request.books) books.push_back(book.book.under(book.readings));
  const std::optional<Columns>& columns = table.columns();
  if (columns && !columns->result) {
    fail(
        fmt::format("{}: it has no column 'result' (or 'output', 'actual'); 'halfulp judge {} --file {}' judges what "
                    "its author expects",
                    table.name(), request.books.front().book.id(), shell_word(table.name())));
  }
  if (columns && columns->operation) {
    TableQuestion question{request.operations, std::nullopt, books};
    if (columns->format) return question;
    if (request.formats.size() > 1) fail("--format: the table has no column 'format'; name one format for its lines");
    if (!request.formats.empty()) question.format = request.formats.front();
    request.formats.clear();
    return question;
  }
  if (columns && columns->format && request.operations.size() == 1) return {request.operations, std::nullopt, books};
  const auto [operation, format] = read_one_operation(request, "lines without a column 'operation'");
  request.formats.assign(1, format);  // a conversion's own, whatever was asked
  return {{operation}, format, books};
}

/// Says which of a table's columns are not judged.
void write_unread_columns(const Table& table, const RunRequest& request) {
  if (!table.columns()) return;
  write_unread(table);
  if (!table.columns()->expected) return;
  write_diagnostic(fmt::format("halfulp: {}: what its author expects is judged by 'halfulp judge {} --file {}'",
                               table.name(), request.books.front().book.id(), shell_word(table.name())));
}

/// A table that is read; its records are taken once.
struct TableInput {
  explicit TableInput(const std::string& path) : bytes(path), records(bytes) {}

  InputBytes bytes;
  Records records;
};

/// Opens VECTORS where it is no folder.
std::unique_ptr<TableInput> open_table(const Arguments& arguments) {
  const std::string vectors = arguments.text("VECTORS");
  if (vectors != "-" && std::filesystem::is_directory(vectors)) return nullptr;
  if (arguments.has("RESULTS"))
    fail(fmt::format("{}: no folder; give the folder of vectors before that of results", vectors));
  if (vectors != "-" && !std::filesystem::exists(vectors)) {
    throw Error(Error::Kind::kInput,
                fmt::format("{}: no such folder or file; 'halfulp vectors' writes the folder, and a file, or '-' for "
                            "standard input, holds lines of operands and result, or a table",
                            vectors));
  }
  return std::make_unique<TableInput>(vectors);
}

RecordedTable open(const Arguments& arguments, RunRequest& request, TableInput* input) {
  const std::string vectors = arguments.text("VECTORS");
  if (input == nullptr) {
    const std::string results = arguments.text("RESULTS");
    return {open_recording(vectors, results.empty() ? vectors : results), {}};
  }
  Table table(input->bytes, std::move(input->records));
  const TableQuestion question = question_of(table, request);
  write_unread_columns(table, request);
  return read_recording(vectors, table, question);
}

std::string called(const Key& key) { return fmt::format("{} in {}", info(key.first).name, info(key.second).name); }

bool has_rules(const RunRequest& request, const Key& key) {
  return std::ranges::any_of(request.books,
                             [&](const BookToJudgeBy& book) { return book.book.has(key.first, key.second); });
}

template <typename Value>
bool is_asked(const std::vector<Value>& asked, Value value) {
  return asked.empty() || std::ranges::find(asked, value) != asked.end();
}

/// Takes what was asked for and a rulebook has rules for; says what is not judged.
void take(const Recording& recording, RunRequest& request) {
  std::vector<std::string> books;
  for (const BookToJudgeBy& book : request.books) books.push_back(book.book.id());
  std::vector<std::string> without_rules;
  for (const auto& [key, part] : recording.parts) {
    if (!is_asked(request.operations, key.first) || !is_asked(request.formats, key.second)) continue;
    if (has_rules(request, key)) {
      request.recorded.emplace(key, part.recorded);
    } else {
      without_rules.push_back(called(key));
    }
  }
  if (request.recorded.empty() && without_rules.empty()) {
    fail("there are no results of what --operation and --format ask for");
  }
  const std::string none = fmt::format("no rules for {} in {}", fmt::join(without_rules, ", "), fmt::join(books, ", "));
  if (request.recorded.empty()) fail(none + "; choose another --rulebook");
  if (!without_rules.empty()) write_diagnostic("halfulp: " + none + ": their results are not judged");
  request.operations.clear();
  request.formats.clear();
  for (const auto& [key, recorded] : request.recorded) {
    request.operations.push_back(key.first);
    request.formats.push_back(key.second);
  }
}

/// Tells in the report where its cases come from and what is not known of such a device.
void complete(const Recording& recording, const RunRequest& request, report::Report& report) {
  report.suite = recording.suite.empty() ? "given" : recording.suite;
  report.seed = recording.seed;
  for (report::Result& result : report.results) {
    result.suite = recording.parts.at({result.operation, result.format}).suite;
    if (recording.problem.empty()) continue;
    // One at least: how many were to come is not known.
    ++result.planned;
    ++result.lost;
    result.lost_because = recording.problem;
  }
  report.not_offered.clear();
  for (const Key& key : recording.missing) {
    if (has_rules(request, key)) report.not_offered.push_back({key.first, key.second});
  }
  // Whether the device lacks what was not recorded is not known.
  std::erase_if(report.completeness, [](const report::Completeness& one) { return report::breaks(one); });
}

}  // namespace

ExitCode verify(const Arguments& arguments) {
  if (const auto expression = expression_asked(arguments)) {
    const std::unique_ptr<TableInput> input = open_table(arguments);
    if (!input) fail("results of an expression are a table, not a folder: a column for each operand, and result");
    return verify_expression(arguments, *expression, input->bytes, std::move(input->records));
  }
  RunRequest request = read_judging(arguments);
  refuse_freedoms(arguments);
  const std::unique_ptr<TableInput> input = open_table(arguments);
  if (input && request.operations.empty()) {
    if (const auto expression = expression_of_header(input->records)) {
      return verify_expression(arguments, *expression, input->bytes, std::move(input->records));
    }
  }
  const GateOptions gate(arguments);
  const ReportOutput output(arguments);
  FailureFile failures(arguments);
  const RecordedTable opened = open(arguments, request, input.get());
  const Recording& recording = opened.recording;
  take(recording, request);
  const std::unique_ptr<Device> device = recorded_device(recording);
  catch_interrupts();
  report::Report report = run(request, *device, has_progress_terminal(), failures.spool());
  complete(recording, request, report);
  gate.apply(request, report);
  Writes writes;
  writes.attempt([&] { output.write(request, report); });
  writes.attempt([&] { failures.write(request, report); });
  writes.end();
  const ExitCode code = code_of(report);
  if (recording.problem.empty()) return code;
  finish_output();
  write_problems(opened.read);
  return ExitCode::kInput;
}

}  // namespace halfulp::cli
