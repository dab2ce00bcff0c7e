// SPDX-License-Identifier: Apache-2.0
#include "report/junit.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "halfulp/operation.hpp"
#include "report/gate/gate.hpp"
#include "report/sentences.hpp"
#include "report/shown_case.hpp"
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

/// Of each rule how often it is broken, and its first case with all that one needs to judge it.
std::string group_lines(const Report& report, const Result& result, const std::map<std::string, Tally::Group>& groups) {
  std::string lines;
  for (const auto& [rule, group] : groups) {
    const ShownCase shown = shown_case(report, result, rule);
    lines += fmt::format("{}: {}, as {}\n", rule, grouped(group.count), shown.call);
    for (const std::string& more : {shown.permitted, shown.says, shown.command}) {
      if (!more.empty()) lines += fmt::format("  {}\n", more);
    }
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

enum class Ending : std::uint8_t { passed, failed, error, skipped };

/// How a test case ended, and what stands in its element.
struct Tested {
  Ending ending = Ending::passed;
  std::string inside;
};

Tested tested(const Report& report, const Result& result) {
  const Tally& tally = result.tally;
  const std::string body = group_lines(report, result, tally.broken) + group_lines(report, result, tally.under);
  std::string message = fmt::format("{} of {} results fail", grouped(tally.failed), grouped(tally.cases));
  if (tally.reading > 0) message += fmt::format(", {} pass only under another reading", grouped(tally.reading));
  const std::optional<std::string> excused = excuse_of(report, result);
  const bool fails = breaks(result, report.strict) && !excused && !is_charged(report, result);
  if (fails) return {Ending::failed, element("failure", message, body)};
  if (!is_complete(result)) {
    const std::string why = result.lost > 0 ? result.lost_because : "the run ended before all its cases were judged";
    return {Ending::error, element("error", why, message + "\n" + body)};
  }
  if (excused) return {Ending::skipped, element("skipped", *excused, message + "\n" + body)};
  return {Ending::passed,
          body.empty() ? "" : fmt::format("      <system-out>{}</system-out>\n", escaped(message + "\n" + body))};
}

struct Counts {
  int tests = 0;
  int failures = 0;
  int errors = 0;
  int skipped = 0;

  void add(Ending ending) {
    ++tests;
    if (ending == Ending::failed) ++failures;
    if (ending == Ending::error) ++errors;
    if (ending == Ending::skipped) ++skipped;
  }
};

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
  counts.add(fails ? Ending::failed : Ending::skipped);
  // A place counts both together.
  const bool has_readings = cause.reading > 0 && !report.strict;
  const std::string message = fmt::format("{}: {} results fail{}", cause.statement, grouped(results),
                                          has_readings ? " or pass under another reading only" : "");
  const Explanation& of = cause.explanation;
  const std::string permitted = permitted_text(of.permitted, cause.example.observed);
  const std::string body =
      fmt::format("{}\n{}\n{}{}: {}\n{}\n", operations, bits_case(of.operation, of.format, of.naming, cause.example),
                  permitted.empty() ? "" : permitted + "\n", cause.rule, cause.says, cause.command);
  return fmt::format("    <testcase classname=\"{}\" name=\"cause {}\">\n{}    </testcase>\n", escaped(book.id),
                     escaped(cause.id),
                     fails ? element("failure", message, body) : element("skipped", *excused, message + "\n" + body));
}

std::string details(const DeviceRounding& rounding) {
  std::string lines = rounding.says + "\n";
  const auto add = [&](const DeviceRounding::Side& side, std::string_view how) {
    if (side.count == 0) return;
    lines += fmt::format("{}: {}\n", how, bits_case(side.operation, side.format, rounding.naming, side.example));
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
  counts.add(fails ? Ending::failed : excused ? Ending::skipped : Ending::passed);
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
    const auto [ending, inside] = tested(report, result);
    counts.add(ending);
    cases += fmt::format("    <testcase classname=\"{}\" name=\"{}\"", escaped(book.id), escaped(case_name(result)));
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
  if (report.interrupted || report.out_of_time) {
    counts.add(Ending::error);
    cases += fmt::format(
        "    <testcase classname=\"{}\" name=\"the run\">\n{}    </testcase>\n", escaped(book.id),
        element("error", report.interrupted ? "interrupted: this report is incomplete" : out_of_time_sentence(report),
                ""));
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
