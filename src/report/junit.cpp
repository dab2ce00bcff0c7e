// SPDX-License-Identifier: Apache-2.0
#include "report/junit.hpp"

#include <fmt/format.h>

#include "halfulp/operation.hpp"
#include "report/values.hpp"

namespace halfulp::report {
namespace {

/// The text as XML 1.0 takes it in attributes and elements; control characters that XML forbids become '?'.
std::string escaped(std::string_view text) {
  std::string result;
  for (const char letter : text) {
    switch (letter) {
      case '&':
        result += "&amp;";
        break;
      case '<':
        result += "&lt;";
        break;
      case '>':
        result += "&gt;";
        break;
      case '"':
        result += "&quot;";
        break;
      case '\'':
        result += "&apos;";
        break;
      case '\n':
        result += "&#10;";
        break;
      case '\t':
        result += "&#9;";
        break;
      default:
        result += static_cast<unsigned char>(letter) < 0x20 ? '?' : letter;
    }
  }
  return result;
}

std::string group_lines(const Result& result, const std::map<std::string, Tally::Group>& groups) {
  const OperationInfo& row = info(result.operation);
  const Format result_format = row.result(result.format);
  std::string lines;
  for (const auto& [what, group] : groups) {
    lines += fmt::format("{}: {}, as {}(", what, grouped(group.count), name(result.operation, result.naming));
    for (int i = 0; i < row.arity; ++i) {
      lines += fmt::format(
          "{}{}", i > 0 ? ", " : "",
          bits_text(row.operand_format(i, result.format), group.example.operands[static_cast<std::size_t>(i)]));
    }
    lines += fmt::format(") = {}\n", bits_text(result_format, group.example.observed));
  }
  return lines;
}

std::string element(std::string_view name, std::string_view message, std::string_view body) {
  return fmt::format("      <{} message=\"{}\">{}</{}>\n", name, escaped(message), escaped(body), name);
}

std::string content(const Result& result, bool strict) {
  const Tally& tally = result.tally;
  const std::string body = group_lines(result, tally.broken) + group_lines(result, tally.under);
  std::string message = fmt::format("{} of {} results fail", grouped(tally.failed), grouped(tally.cases));
  if (tally.reading > 0) message += fmt::format(", {} pass only under another reading", grouped(tally.reading));
  if (breaks(result, strict)) return element("failure", message, body);
  switch (outcome(result)) {
    case Outcome::lost:
      return element("error", result.lost_because, body);
    case Outcome::unfinished:
    case Outcome::not_run:
      return element("skipped", "interrupted", body);
    default:
      break;
  }
  return body.empty() ? "" : fmt::format("      <system-out>{}</system-out>\n", escaped(message + "\n" + body));
}

struct Counts {
  int tests = 0;
  int failures = 0;
  int errors = 0;
  int skipped = 0;
};

void count(Counts& counts, const Result& result, bool strict) {
  ++counts.tests;
  if (breaks(result, strict)) {
    ++counts.failures;
    return;
  }
  const Outcome how = outcome(result);
  if (how == Outcome::lost) ++counts.errors;
  if (how == Outcome::unfinished || how == Outcome::not_run) ++counts.skipped;
}

std::string case_name(const Result& result) {
  std::string text(name(result.operation, result.naming));
  if (!result.variant.name.empty()) text += " " + result.variant.name;
  if (!result.variant.operands.empty()) text += " (" + result.variant.operands + ")";
  return text;
}

std::string suite_text(const Report& report, const BookUsed& book) {
  Counts counts;
  std::string cases;
  for (const Result& result : report.results) {
    if (result.rulebook != book.id) continue;
    count(counts, result, report.strict);
    cases += fmt::format("    <testcase classname=\"{}\" name=\"{}\"", escaped(book.id), escaped(case_name(result)));
    const std::string inside = content(result, report.strict);
    cases += inside.empty() ? "/>\n" : ">\n" + inside + "    </testcase>\n";
  }
  return fmt::format(
      "  <testsuite name=\"{} on {}\" tests=\"{}\" failures=\"{}\" errors=\"{}\" skipped=\"{}\">\n{}  </testsuite>\n",
      escaped(book.id), escaped(report.device.title), counts.tests, counts.failures, counts.errors, counts.skipped,
      cases);
}

}  // namespace

std::string junit_text(const Report& report) {
  std::string result = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n";
  result += fmt::format("<testsuites name=\"halfulp {}\" time=\"{:.3f}\">\n", escaped(report.suite), report.seconds);
  for (const BookUsed& book : report.rulebooks) result += suite_text(report, book);
  return result + "</testsuites>\n";
}

}  // namespace halfulp::report
