// SPDX-License-Identifier: Apache-2.0
#include "report/junit.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "halfulp/operation.hpp"
#include "report/gate/gate.hpp"
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

/// "add(0x3f800000, 0x33c00000) = 0x3f800001"
std::string case_text(Operation operation, Format format, Naming naming, const Witness& witness) {
  const OperationInfo& row = info(operation);
  std::string text = fmt::format("{}(", name(operation, naming));
  for (int i = 0; i < row.arity; ++i) {
    text += fmt::format("{}{}", i > 0 ? ", " : "",
                        bits_text(row.operand_format(i, format), witness.operands[static_cast<std::size_t>(i)]));
  }
  return text + fmt::format(") = {}", bits_text(row.result(format), witness.observed));
}

std::string group_lines(const Result& result, const std::map<std::string, Tally::Group>& groups) {
  std::string lines;
  for (const auto& [what, group] : groups) {
    lines += fmt::format("{}: {}, as {}\n", what, grouped(group.count),
                         case_text(result.operation, result.format, result.naming, group.example));
  }
  return lines;
}

std::string element(std::string_view name, std::string_view message, std::string_view body) {
  return fmt::format("      <{} message=\"{}\">{}</{}>\n", name, escaped(message), escaped(body), name);
}

/// Why what fails is not counted as failed: a baseline has it, or a waiver excuses it.
template <typename Tested>
std::optional<std::string> excuse_of(const Report& report, const Tested& tested) {
  return report.gate ? excuse(*report.gate, tested) : std::nullopt;
}

bool is_in(const Result& result, const std::vector<Cause::Where>& places) {
  return std::ranges::any_of(places, [&](const Cause::Where& place) { return place.is_of(result); });
}

/// Whether causes explain all that makes the device not conform in a result: they fail in its place.
bool is_charged(const Report& report, const Result& result) {
  return !is_in(result, report.unexplained) &&
         std::ranges::any_of(report.causes, [&](const Cause& cause) { return is_in(result, cause.where); });
}

std::string content(const Report& report, const Result& result, const std::optional<std::string>& excused) {
  const Tally& tally = result.tally;
  const std::string body = group_lines(result, tally.broken) + group_lines(result, tally.under);
  std::string message = fmt::format("{} of {} results fail", grouped(tally.failed), grouped(tally.cases));
  if (tally.reading > 0) message += fmt::format(", {} pass only under another reading", grouped(tally.reading));
  if (excused && result.lost == 0) return element("skipped", *excused, message + "\n" + body);
  if (excused) return element("error", result.lost_because, message + "\n" + body);
  if (breaks(result, report.strict) && !is_charged(report, result)) return element("failure", message, body);
  switch (outcome(result)) {
    case Outcome::lost:
      return element("error", result.lost_because, body);
    case Outcome::unfinished:
    case Outcome::not_run:
      return element("error", "the run ended before all its cases were judged", message + "\n" + body);
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

void count(Counts& counts, const Report& report, const Result& result, bool excused) {
  ++counts.tests;
  if (excused) {
    ++(result.lost == 0 ? counts.skipped : counts.errors);
    return;
  }
  if (breaks(result, report.strict) && !is_charged(report, result)) {
    ++counts.failures;
    return;
  }
  const Outcome how = outcome(result);
  if (how == Outcome::lost || how == Outcome::unfinished || how == Outcome::not_run) ++counts.errors;
}

std::string case_name(const Result& result) {
  std::string text(name(result.operation, result.naming));
  if (tells_format(result.operation, result.format)) text += fmt::format(" in {}", info(result.format).name);
  if (!result.variant.name.empty()) text += " " + result.variant.name;
  if (!result.variant.operands.empty()) text += " (" + result.variant.operands + ")";
  return text;
}

/// A cause as a test case of its own: it fails for the operations that it makes fail and that nothing excuses.
std::string case_of_cause(const Report& report, const BookUsed& book, const Cause& cause, Counts& counts) {
  std::string operations;
  std::optional<std::string> excused;
  std::uint64_t results = 0;
  bool fails = false;
  for (const Cause::Where& place : cause.where) {
    const auto row = std::ranges::find_if(report.results, [&](const Result& one) { return place.is_of(one); });
    if (place.rulebook != book.id || row == report.results.end() || !breaks(*row, report.strict)) continue;
    if (cause.failed == 0 && !report.strict) continue;
    const std::optional<std::string> one = excuse_of(report, *row);
    if (one) excused = one;
    if (!one) fails = true;
    results += place.count;
    operations += fmt::format("{}{}", operations.empty() ? "" : ", ", case_name(*row));
  }
  if (operations.empty()) return "";
  ++counts.tests;
  ++(fails ? counts.failures : counts.skipped);
  const std::string message = fmt::format("{}: {} results fail", cause.statement, grouped(results));
  const std::string body = fmt::format("{}\n{}: {}\n{}\n", operations, cause.rule, cause.says, cause.command);
  return fmt::format("    <testcase classname=\"{}\" name=\"cause {}\">\n{}    </testcase>\n", escaped(book.id),
                     escaped(cause.id),
                     fails ? element("failure", message, body) : element("skipped", *excused, message + "\n" + body));
}

std::string details(const DeviceRounding& rounding) {
  std::string lines = rounding.says + "\n";
  const auto add = [&](const DeviceRounding::Side& side, std::string_view how) {
    if (side.count == 0) return;
    lines += fmt::format("{}: {}\n", how, case_text(side.operation, side.format, rounding.naming, side.example));
  };
  add(rounding.nearest, "to nearest");
  add(rounding.toward_zero, "toward zero");
  return lines;
}

std::string details(const Completeness& completeness) { return completeness.says + "\n"; }

std::string details(const Property& property) { return property.says + "\n"; }

/// A rule that the run as a whole keeps or breaks, as a test case of its own.
template <typename OfRun>
std::string case_of_run(const Report& report, const OfRun& of_run, Counts& counts) {
  const std::optional<std::string> excused = excuse_of(report, breach_of(of_run));
  const bool fails = breaks(of_run) && !excused;
  ++counts.tests;
  if (fails) ++counts.failures;
  if (excused) ++counts.skipped;
  const std::string inside =
      excused ? element("skipped", *excused, sentence(of_run) + "\n" + details(of_run))
      : fails ? element("failure", sentence(of_run), details(of_run))
              : fmt::format("      <system-out>{}</system-out>\n", escaped(sentence(of_run) + "\n" + details(of_run)));
  return fmt::format("    <testcase classname=\"{}\" name=\"{} (whole run)\">\n{}    </testcase>\n",
                     escaped(of_run.rulebook), escaped(of_run.rule), inside);
}

std::string suite_text(const Report& report, const BookUsed& book) {
  Counts counts;
  std::string cases;
  for (const Result& result : report.results) {
    if (result.rulebook != book.id) continue;
    const std::optional<std::string> excused = excuse_of(report, result);
    count(counts, report, result, excused.has_value());
    cases += fmt::format("    <testcase classname=\"{}\" name=\"{}\"", escaped(book.id), escaped(case_name(result)));
    const std::string inside = content(report, result, excused);
    cases += inside.empty() ? "/>\n" : ">\n" + inside + "    </testcase>\n";
  }
  for (const Cause& cause : report.causes) cases += case_of_cause(report, book, cause, counts);
  for (const DeviceRounding& rounding : report.roundings) {
    if (rounding.rulebook == book.id) cases += case_of_run(report, rounding, counts);
  }
  for (const Completeness& completeness : report.completeness) {
    if (completeness.rulebook == book.id) cases += case_of_run(report, completeness, counts);
  }
  for (const Property& property : report.properties) {
    if (property.rulebook == book.id) cases += case_of_run(report, property, counts);
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
