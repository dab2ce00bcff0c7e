// SPDX-License-Identifier: Apache-2.0
#include "report/screen.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <span>
#include <utility>
#include <vector>

#include "halfulp/operation.hpp"
#include "report/cause_words.hpp"
#include "report/fit.hpp"
#include "report/frame.hpp"
#include "report/gate/gate_text.hpp"
#include "report/paint.hpp"
#include "report/sentences.hpp"
#include "report/table.hpp"
#include "report/values.hpp"

namespace halfulp::report {
namespace {

constexpr std::size_t kColumns = 100;
constexpr std::size_t kLines = 60;

using Lines = std::vector<std::string>;

/// The text in lines, for counting them.
Lines lines_of(std::string_view text) {
  Lines lines;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size() - 1) + 1;
    lines.emplace_back(text.substr(0, end));
    text.remove_prefix(end);
  }
  return lines;
}

std::string line(std::string_view text, std::size_t indent) {
  return std::string(indent, ' ') + clipped(text, kColumns - indent) + "\n";
}

/// "PREFIX a, b and 12 more" on one line.
std::string line_of_list(const std::string& prefix, std::span<const std::string> items, std::size_t indent) {
  return std::string(indent, ' ') + prefix + listed(items, ", ", kColumns - indent - prefix.size()) + "\n";
}

std::string head_text(const Report& report, bool colour) {
  std::string suite = "suite " + report.suite;
  if (report.cases > 0) suite += fmt::format(" of {} cases", grouped(report.cases));
  Lines facts = {fmt::format("{}, seed {}, halfulp {}", suite, report.seed, report.version)};
  for (const auto& [what, value] : report.device.facts) facts.push_back(fmt::format("{}: {}", what, value));
  std::string text = title_line(report, colour) + "  " + listed(facts, "; ", kColumns - 2) + "\n";
  Lines asked;
  if (report.strict) asked.emplace_back("strict: a result that passes under another reading only is a failure");
  for (const auto& [id, option] : report.readings) asked.push_back(fmt::format("reading {}={}", id, option));
  return asked.empty() ? text : text + "  " + listed(asked, "; ", kColumns - 2) + "\n";
}

/// "mul 133,589" for each operation, most results first.
Lines operations_of(std::span<const Cause::Where> where) {
  Lines texts;
  for (const Cause::Where& place : by_operation(where)) {
    texts.push_back(fmt::format("{} {}", called(place.operation, place.format, place.naming), grouped(place.count)));
  }
  return texts;
}

/// "add(1e-45, 0) = 1e-45; nearest permitted: 0, 1 value away".
std::string case_text(const Cause& cause) {
  const Explanation& explanation = cause.explanation;
  std::string text =
      fmt::format("{} = {}", call_text(explanation), value_text(explanation.result_format, cause.example.observed));
  const std::string nearest = nearest_text(explanation.permitted, cause.example.observed, false);
  if (!nearest.empty()) return text + "; " + nearest;
  return explanation.permitted.empty() ? text : text + fmt::format("; permitted: {}", explanation.permitted.text());
}

/// What is true of one cause, in five lines at most; with `brief` in one.
Lines cause_lines(const Cause& cause, std::size_t number, bool brief, bool colour) {
  const std::string mark = fmt::format("{:>2}. ", number);
  const std::size_t indent = mark.size();
  const Lines operations = operations_of(cause.where);
  const std::string counts = fmt::format("{} in {}: ", counts_text(cause), number_of(operations.size(), "operation"));
  if (brief) {
    const std::size_t room = kColumns - std::min(kColumns, indent + cause.statement.size() + 2);
    return {line(fmt::format("{}{}: {}", mark, cause.statement, listed(operations, ", ", room)), 0)};
  }
  const std::string statement = clipped(cause.statement + std::string(control_text(cause.control)), kColumns - indent);
  Lines lines = {mark + paint(statement, Colour::bold, colour) + "\n"};
  lines.push_back(line_of_list(counts, operations, indent));
  if (!cause.rule.empty()) lines.push_back(line(fmt::format("{}: {}", cause.rule, cause.says), indent));
  lines.push_back(line(case_text(cause), indent));
  lines.push_back(std::string(indent, ' ') + paint(cause.command, Colour::dim, colour) + "\n");
  return lines;
}

/// The first causes in full and the others in a line each, so that all are at most `most` lines.
Lines causes_lines(const Report& report, std::size_t most, bool colour) {
  Lines lines;
  const std::vector<Cause>& causes = report.causes;
  for (std::size_t i = 0; i < causes.size(); ++i) {
    const std::size_t left = causes.size() - i - 1;
    if (left > 0 && lines.size() + 1 >= most) {
      lines.push_back(line(fmt::format("and {} more causes", left + 1), 4));
      break;
    }
    Lines cause = cause_lines(causes[i], i + 1, false, colour);
    if (lines.size() + cause.size() + left > most) cause = cause_lines(causes[i], i + 1, true, colour);
    std::ranges::move(cause, std::back_inserter(lines));
  }
  return lines;
}

/// One operation's failures that no cause explains.
struct Unexplained {
  std::string operation;
  std::uint64_t count = 0;
  std::uint64_t cases = 0;
  const Result* worst = nullptr;  ///< the result with most of them
};

std::vector<Unexplained> unexplained_of(const Report& report) {
  std::vector<Unexplained> all;
  for (const Cause::Where& place : unexplained_places(report)) {
    const Result* result = result_at(report, place);
    if (result == nullptr || result->tally.broken.empty()) continue;
    std::string operation = called(place.operation, place.format, place.naming);
    if (report.rulebooks.size() > 1) operation += " in " + place.rulebook;
    auto known = std::ranges::find(all, operation, &Unexplained::operation);
    if (known == all.end()) known = all.insert(all.end(), {std::move(operation), 0, 0, result});
    if (result->tally.failed > known->worst->tally.failed) known->worst = result;
    known->count += place.count;
    known->cases += result->tally.cases;
  }
  std::ranges::stable_sort(all, std::ranges::greater{}, &Unexplained::count);
  return all;
}

/// A line for each of the first operations.
Lines unexplained_lines(const Report& report, bool colour) {
  constexpr std::size_t kMost = 8;
  const std::vector<Unexplained> all = unexplained_of(report);
  if (all.empty()) return {};
  std::uint64_t total = 0;
  for (const Unexplained& one : all) total += one.count;
  Table table({{""}, {"", true}, {""}});
  for (const Unexplained& one : std::span(all).first(std::min(kMost, all.size()))) {
    const auto& broken = one.worst->tally.broken;
    const auto rule = std::ranges::max_element(broken, {}, [](const auto& entry) { return entry.second.count; });
    const std::string& id = rule->first;
    const Witness& example = rule->second.example;
    const Explanation call = call_of(one.worst->operation, one.worst->format, one.worst->naming, example.operands);
    const std::string count = fmt::format("{} of {}", grouped(one.count), grouped(one.cases));
    const std::string with_case = fmt::format("{}, as {}", id, call_text(call));
    const bool fits = 2 + one.operation.size() + 2 + count.size() + 2 + with_case.size() <= kColumns;
    table.add({{one.operation}, {count}, {fits ? with_case : id}});
  }
  Lines lines = {paint("Unexplained", Colour::bold, colour) +
                 fmt::format(": {} in {}\n", number_of(total, "failure"), number_of(all.size(), "operation"))};
  for (const std::string& row : lines_of(table.text(false))) {
    if (row.size() > 1) lines.push_back(line(std::string_view(row).substr(0, row.size() - 1), 2));
  }
  if (all.size() > kMost) {
    Lines others;
    for (const Unexplained& one : std::span(all).subspan(kMost)) {
      others.push_back(fmt::format("{} {}", one.operation, grouped(one.count)));
    }
    lines.push_back(line_of_list("and ", others, 2));
  }
  return lines;
}

/// A line for each rule that the run as a whole breaks.
Lines whole_run_lines(const Report& report, bool colour) {
  std::vector<std::pair<std::string, Lines>> broken;
  const auto note = [&](const auto& of_run) {
    if (!breaks(of_run)) return;
    const auto known = std::ranges::find(broken, of_run.rule, [](const auto& entry) { return entry.first; });
    (known != broken.end() ? *known : broken.emplace_back(of_run.rule, Lines())).second.push_back(sentence(of_run));
  };
  std::ranges::for_each(report.roundings, note);
  std::ranges::for_each(report.completeness, note);
  std::ranges::for_each(report.properties, note);
  Lines lines;
  for (const auto& [rule, sentences] : broken) {
    if (lines.empty()) lines.push_back(paint("Broken by the run as a whole", Colour::bold, colour) + "\n");
    const std::string more = sentences.size() > 1 ? fmt::format("; and {} more", sentences.size() - 1) : "";
    const std::string text = fmt::format("{}: {}", rule, sentences.front());
    lines.push_back("  " + clipped(text, kColumns - 2 - more.size()) + more + "\n");
  }
  return lines;
}

/// What a person may want to know of results that are no failures.
Lines notes(const Report& report) {
  Lines lines;
  Lines readings;
  for (const Finding& finding : report.under) {
    std::uint64_t count = 0;
    for (const Finding::Count& place : finding.where) count += place.count;
    readings.push_back(fmt::format("{} {}", finding.name, grouped(count)));
  }
  // Causes tell of them too.
  const bool is_cause = std::ranges::any_of(report.causes, [](const Cause& cause) { return cause.reading > 0; });
  if (!readings.empty() && !is_cause) lines.push_back(line_of_list("pass under another reading only: ", readings, 0));
  Lines missing = not_offered_names(report);
  std::stable_partition(missing.begin(), missing.end(),
                        [](const std::string& name) { return name.starts_with("everything"); });
  if (!missing.empty()) lines.push_back(line_of_list("not offered by the device, so not judged: ", missing, 0));
  for (const DeviceRounding& rounding : report.roundings) {
    lines.push_back(line(fmt::format("rounding by {}: {}", rounding.rulebook, sentence(rounding)), 0));
  }
  return lines;
}

void append(Lines& lines, const Lines& others) {
  if (!lines.empty() && !others.empty()) lines.emplace_back("\n");
  lines.insert(lines.end(), others.begin(), others.end());
}

}  // namespace

std::string screen(const Report& report, const TextOptions& options) {
  constexpr std::size_t kBlankLines = 4;
  constexpr std::size_t kNear = 12;  // from the verdict at the top one sees it from the end
  const bool colour = options.colour;
  const std::string verdict = verdict_lines(report, colour);
  const Lines top = lines_of(head_text(report, colour) + "\n" + verdict);
  Lines end = lines_of(loss_lines(report, colour));
  if (report.gate) {
    return fmt::format("{}{}\n{}{}{}", fmt::join(top, ""), gate_news(*report.gate, colour), fmt::join(end, ""),
                       gate_verdict(*report.gate, colour), more_lines(options));
  }
  Lines middle = unexplained_lines(report, colour);
  append(middle, whole_run_lines(report, colour));
  append(middle, notes(report));
  const Lines more = lines_of(more_lines(options));
  Lines own;
  for (const std::string& sentence : own_rules_sentences(report)) own.push_back(line(sentence, own.empty() ? 0 : 2));
  const std::size_t others =
      top.size() + middle.size() + own.size() + 1 + end.size() + lines_of(verdict).size() + more.size();
  const std::size_t room = kLines - std::min(kLines, others + kBlankLines + 1);
  Lines causes;
  if (!report.causes.empty()) {
    Cause all;
    for (const Cause& cause : report.causes) {
      all.failed += cause.failed;
      all.reading += cause.reading;
    }
    causes = {paint("Causes", Colour::bold, colour) + fmt::format(" of {}\n", counts_text(all))};
    std::ranges::move(causes_lines(report, room, colour), std::back_inserter(causes));
  }
  append(causes, middle);
  append(causes, own);
  if (causes.size() > kNear) std::ranges::copy(lines_of(verdict), std::back_inserter(end));
  std::ranges::copy(more, std::back_inserter(end));
  Lines all = top;
  append(all, causes);
  append(all, end);
  return fmt::format("{}", fmt::join(all, ""));
}

}  // namespace halfulp::report
