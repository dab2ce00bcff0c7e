// SPDX-License-Identifier: Apache-2.0
// Tables of results of an expression: judge BOOK EXPRESSION --file, and verify.
#include <fmt/format.h>

#include <algorithm>

#include "cli/case.hpp"
#include "cli/expression.hpp"
#include "cli/expression_tally.hpp"
#include "cli/output.hpp"
#include "cli/own_files.hpp"
#include "cli/run/interrupt.hpp"
#include "cli/run/plan.hpp"
#include "halfulp/error.hpp"
#include "range/reading/parse.hpp"
#include "report/shapes.hpp"

namespace halfulp::cli {
namespace {

using report::JsonValue;

constexpr std::size_t kCasesAtATime = 4096;
constexpr std::size_t kMostOfJudge = 100;
constexpr std::size_t kMostOfVerify = 10;

/// The results of a table, by one rulebook or several.
struct JudgedLines {
  ExpressionLines lines;
  const FormatInfo& row;
  range::Freedom freedom;
  std::vector<ExpressionTally> tallies{};

  void add(const Rulebook& book, const Readings& readings) {
    tallies.emplace_back(lines, book, row, readings, freedom);
  }

  void judge() {
    while (!interrupted()) {
      const std::vector<ExpressionCase> cases = lines.next(kCasesAtATime);
      if (cases.empty()) return;
      for (ExpressionTally& tally : tallies) tally.judge(cases);
    }
  }

  [[nodiscard]] bool fails(bool strict) const {
    return std::ranges::any_of(tallies, [&](const ExpressionTally& tally) { return tally.failed(strict) > 0; });
  }

  [[nodiscard]] JsonValue shape(bool strict) const {
    return JsonValue::Object{{"expression", lines.expression()},
                             {"format", row.name},
                             {"table", lines.file()},
                             {"contract", freedom.contract},
                             {"reassociate", freedom.reassociate},
                             {"operands", JsonValue::array(lines.operands())},
                             {"unread", lines.unread()},
                             {"rulebooks", JsonValue::array(tallies, [&](const ExpressionTally& tally) {
                                return tally.shape(strict, lines.unread());
                              })}};
  }
};

JudgedLines lines_of(const Arguments& arguments, Records records, const std::string& file,
                     const std::string& expression) {
  const std::vector<std::string> formats = arguments.parts("--format");
  if (formats.size() > 1) throw Error(Error::Kind::kUsage, "--format: an expression is of one format");
  const Format format = formats.empty() ? Format::binary32 : read_format(formats.front());
  range::check_format(format);
  const FormatInfo& row = info(format);
  return {ExpressionLines(std::move(records), row, file, expression), row, freedom_asked(arguments)};
}

/// What verify prints of the results.
std::string verify_text(const JudgedLines& judged, bool strict) {
  std::string text =
      fmt::format("{} in {}: results in {}\n", judged.lines.expression(), judged.row.name, judged.lines.file());
  for (const ExpressionTally& tally : judged.tallies) {
    const std::string title = fmt::format("{} ({})", tally.book().id(), tally.book().title());
    const std::string counts = tally.counts_text(strict);
    text += tally.failed(strict) > 0 ? fmt::format("\ndoes not conform to {}: fail: {}\n", title, counts)
                                     : fmt::format("\nconforms to {}: pass: {}\n", title, counts);
    text += tally.failures_text(kMostOfVerify, true);
  }
  if (judged.lines.unread() > 0) {
    text += fmt::format("\nincomplete: {} line{} could not be read\n", judged.lines.unread(),
                        judged.lines.unread() == 1 ? "" : "s");
  }
  return text;
}

}  // namespace

std::optional<std::string> expression_asked(const Arguments& arguments) {
  const std::vector<std::string> asked = arguments.list("--operation");
  if (!std::ranges::any_of(arguments.parts("--operation"), is_expression)) return std::nullopt;
  if (asked.size() == 1) return asked.front();
  throw Error(Error::Kind::kUsage, "--operation: an expression is judged alone; name one");
}

void refuse_freedoms(const Arguments& arguments) {
  for (const char* const one : {"--contract", "--reassociate"}) {
    if (!arguments.has(one)) continue;
    throw Error(Error::Kind::kUsage, fmt::format("{} is of expressions: --operation 'x * y + z'", one));
  }
}

ExitCode verify_expression(const Arguments& arguments, const std::string& expression, const InputBytes& input,
                           Records records) {
  for (const char* const one : {"--verbose", "--html", "--junit", "--baseline", "--write-baseline", "--waivers",
                                "--today", "--failures", "--failures-limit", "--failures-ranges"}) {
    if (!arguments.has(one)) continue;
    throw Error(Error::Kind::kUsage, fmt::format("{} is of operations: results of an expression have --json", one));
  }
  const bool strict = arguments.has("--strict");
  const std::string json = arguments.text("--json");
  require_own_files(std::array{NamedFile{"VECTORS", arguments.text("VECTORS")}}, std::array{NamedFile{"--json", json}});
  JudgedLines judged = lines_of(arguments, std::move(records), input.name(), expression);
  for (const BookToJudgeBy& book :
       open_books(arguments.parts("--rulebook"), read_readings(arguments.list("--reading")))) {
    judged.add(book.book, book.readings);
  }
  catch_interrupts();
  judged.judge();
  if (judged.tallies.front().cases() == 0) {
    throw Error(Error::Kind::kInput, fmt::format("{}: no line could be judged", input.name()));
  }
  write_output(verify_text(judged, strict));
  if (!json.empty()) write_file(json, report::json_text(judged.shape(strict)));
  if (judged.lines.unread() > 0) return ExitCode::kInput;
  return judged.fails(strict) ? ExitCode::kDoesNotConform : ExitCode::kConforms;
}

ExitCode judge_expression_table(const Arguments& arguments) {
  const std::string file = arguments.text("--file");
  const bool strict = arguments.has("--strict");
  InputBytes input(file);
  JudgedLines judged = lines_of(arguments, Records(input), file, arguments.text("OPERATION"));
  judged.add(Rulebook::open(arguments.text("BOOK")), read_readings(arguments.list("--reading")));
  judged.judge();
  const ExpressionTally& tally = judged.tallies.front();
  if (arguments.has("--json")) {
    write_output(report::json_text(judged.shape(strict)));
  } else {
    write_output(fmt::format("{}: {}\n\n{} of {} under {} ({})\n", judged.fails(strict) ? "fail" : "pass",
                             tally.counts_text(strict), judged.lines.expression(), file, tally.book().id(),
                             tally.book().title()) +
                 tally.failures_text(kMostOfJudge, false));
  }
  if (judged.fails(strict)) return ExitCode::kDoesNotConform;
  return judged.lines.unread() > 0 ? ExitCode::kInput : ExitCode::kConforms;
}

}  // namespace halfulp::cli
