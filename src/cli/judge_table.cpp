// SPDX-License-Identifier: Apache-2.0
#include "cli/judge_table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <set>
#include <span>

#include "cli/case.hpp"
#include "cli/operation_name.hpp"
#include "cli/output.hpp"
#include "cli/table/judged_table.hpp"
#include "cli/table/table_diagnostics.hpp"
#include "cli/verdict_text.hpp"
#include "halfulp/error.hpp"
#include "report/shapes.hpp"
#include "report/values.hpp"
#include "rulebook/no_rule.hpp"

namespace halfulp::cli {
namespace {

constexpr std::size_t kMostShown = 100;

using report::JsonValue;

std::string value_and_bits(Format format, Bits bits) {
  return fmt::format("{} ({})", value_text(format, bits), bits_text(format, bits));
}

std::uint64_t total(const std::array<std::uint64_t, kFits>& fits) {
  return std::accumulate(fits.begin(), fits.end(), std::uint64_t{0});
}

std::string fit_words(Fit fit) {
  std::string words(name(fit));
  std::ranges::replace(words, '_', ' ');
  return words;
}

/// The answer to judge --file, as text and as JSON.
class TableAnswer {
 public:
  TableAnswer(const JudgedTable& judged, std::string table, const TableRead& read, bool strict)
      : judged_(judged),
        table_(std::move(table)),
        read_(read),
        strict_(strict),
        results_(judged.kept_results()),
        expectations_(judged.kept_expectations()) {}

  [[nodiscard]] bool fails() const {
    const Tally& results = judged_.results();
    return results.failed > 0 || (strict_ && results.reading > 0) || judged_.fits()[0] != total(judged_.fits());
  }

  [[nodiscard]] std::string text() const {
    const Tally& results = judged_.results();
    std::string text;
    if (results.cases > 0) text += results_summary();
    if (total(judged_.fits()) > 0) text += expectations_summary();
    text += fmt::format("\n{} under {} ({})\n", table_, judged_.book().id(), judged_.book().title());
    std::set<std::string> rules;
    add_lines(text, results_, results.failed + results.reading,
              [&](const JudgedResult& one) { return result_line(one, rules); });
    std::vector<JudgedExpectation> wrong;
    std::ranges::copy_if(expectations_, std::back_inserter(wrong),
                         [](const JudgedExpectation& one) { return one.verdict.fit != Fit::right; });
    add_lines(text, wrong, total(judged_.fits()) - judged_.fits()[0],
              [&](const JudgedExpectation& one) { return expectation_line(one, rules); });
    for (const std::string& rule : rules) text += rule_text(judged_.book(), rule);
    return text;
  }

  [[nodiscard]] JsonValue shape() const {
    const Tally& results = judged_.results();
    JsonValue::Object fits;
    for (std::size_t i = 0; i < kFits; ++i) {
      fits.emplace_back(std::string(name(static_cast<Fit>(i))), judged_.fits()[i]);
    }
    fits.emplace_back("lines",
                      JsonValue::array(expectations_, [&](const auto& one) { return expectation_shape(one); }));
    return JsonValue::Object{
        {"rulebook", judged_.book().id()},
        {"table", table_},
        {"readings", JsonValue::object(judged_.readings())},
        {"conforms", fails()            ? JsonValue(false)
                     : read_.unread > 0 ? JsonValue()
                                        : JsonValue(true)},
        {"unread", read_.unread},
        {"problems", JsonValue::array(read_.problems)},
        {"without_rules", without_rules_shape()},
        {"results",
         JsonValue::Object{{"cases", results.cases},
                           {"passed", results.passed},
                           {"failed", results.failed},
                           {"reading", results.reading},
                           {"unconstrained", results.unconstrained},
                           {"invalid_operand", results.invalid_operand},
                           {"lines", JsonValue::array(results_, [&](const auto& one) { return result_shape(one); })}}},
        {"expectations", fits}};
  }

 private:
  [[nodiscard]] std::string results_summary() const {
    const Tally& results = judged_.results();
    const std::string others =
        (results.reading > 0 ? fmt::format(", {} under another reading only", report::grouped(results.reading)) : "") +
        (results.unconstrained > 0 ? fmt::format(", {} unconstrained", report::grouped(results.unconstrained)) : "");
    const bool failing = results.failed > 0 || (strict_ && results.reading > 0);
    return fmt::format("{}: {} of {} results{}\n", failing ? "fail" : "pass",
                       report::grouped(results.failed > 0 ? results.failed : results.passed),
                       report::grouped(results.cases), others);
  }

  [[nodiscard]] std::string expectations_summary() const {
    std::vector<std::string> counts;
    for (std::size_t i = 1; i < kFits; ++i) {
      if (judged_.fits()[i] == 0) continue;
      counts.push_back(fmt::format("{} {}", report::grouped(judged_.fits()[i]), fit_words(static_cast<Fit>(i))));
    }
    return fmt::format("expectations: {} of {} right{}{}\n", report::grouped(judged_.fits()[0]),
                       report::grouped(total(judged_.fits())), counts.empty() ? "" : ", ", fmt::join(counts, ", "));
  }

  template <typename Lines, typename Make>
  static void add_lines(std::string& text, const Lines& lines, std::uint64_t all, Make make) {
    for (std::size_t i = 0; i < std::min(kMostShown, lines.size()); ++i) text += make(lines[i]);
    if (all > kMostShown) {
      text += fmt::format("  {} more; --json has the first {}\n", report::grouped(all - kMostShown),
                          report::grouped(JudgedTable::kMostKept));
    }
  }

  [[nodiscard]] std::string call(std::uint64_t line, Operation operation, Format format,
                                 const std::vector<Bits>& operands) const {
    const bool has_format = !info(operation).only_format() && format != Format::binary32;
    return fmt::format("  line {}: {}{}", line,
                       report::call_text(report::call_of(operation, format, judged_.book().naming(), operands)),
                       has_format ? fmt::format(" in {}", info(format).name) : "");
  }

  [[nodiscard]] std::string result_line(const JudgedResult& one, std::set<std::string>& rules) const {
    const Explanation explained = explain(judged_.book(), one.operation, one.format, one.operands, judged_.readings());
    const std::string nearest = report::nearest_text(explained.permitted, one.observed);
    rules.insert(one.judgement.rule);
    const std::string hint = digits_text(explained, one.observed, one.decimal);
    return fmt::format("{} = {}: {}{}{}\n{}", call(one.line, one.operation, one.format, one.operands),
                       value_and_bits(explained.result_format, one.observed), verdict_text(one.judgement),
                       nearest.empty() ? "" : "; ", nearest, hint.empty() ? "" : "    " + hint);
  }

  [[nodiscard]] std::string expectation_line(const JudgedExpectation& one, std::set<std::string>& rules) const {
    const ExpectedCase& expected = one.expected;
    const ExpectationVerdict& verdict = one.verdict;
    const Format format = verdict.explanation.result_format;
    std::string text =
        fmt::format("{}, expected {}", call(expected.line, expected.operation, expected.format, expected.operands),
                    value_and_bits(format, expected.expected));
    if (!expected.tolerance.text.empty()) text += ", tolerance " + expected.tolerance.text;
    text += ": " + fit_words(verdict.fit);
    const std::string& rule = verdict.explanation.rules.front();
    if (verdict.explanation.permitted.anything) {
      text += ": the rulebook allows any result here";
    } else {
      std::vector<std::string> reasons;
      if (verdict.rejects) {
        reasons.push_back(fmt::format("rejects {}, which is permitted", value_and_bits(format, *verdict.rejects)));
      }
      if (verdict.accepts) {
        reasons.push_back(fmt::format("accepts {}, which {} forbids", value_and_bits(format, *verdict.accepts), rule));
        rules.insert(rule);
      }
      text += fmt::format(": {}", fmt::join(reasons, "; "));
    }
    for (const auto& [id, option] : one.under) text += fmt::format("; right under {}={}", id, option);
    text += "\n";
    if (verdict.fit != Fit::wrong) return text;
    const std::string hint = digits_text(verdict.explanation, expected.expected, expected.expected_text);
    return text + (hint.empty() ? "" : "    " + hint);
  }

  [[nodiscard]] JsonValue result_shape(const JudgedResult& one) const {
    const Explanation explained = explain(judged_.book(), one.operation, one.format, one.operands, judged_.readings());
    return JsonValue::Object{
        {"line", one.line},
        {"judgement", report::judgement_shape(explained, one.observed, one.judgement, judged_.readings())}};
  }

  [[nodiscard]] JsonValue expectation_shape(const JudgedExpectation& one) const {
    const ExpectedCase& expected = one.expected;
    const ExpectationVerdict& verdict = one.verdict;
    const Format format = verdict.explanation.result_format;
    const auto bits = [&](const std::optional<Bits>& value) {
      return value ? JsonValue(bits_text(format, *value)) : JsonValue();
    };
    return JsonValue::Object{
        {"line", expected.line},
        {"operation", name(expected.operation, judged_.book().naming())},
        {"format", info(expected.format).name},
        {"operands", report::operands_shape(expected.operation, expected.format, expected.operands)},
        {"result_format", info(format).name},
        {"expected", bits_text(format, expected.expected)},
        {"tolerance", expected.tolerance.text},
        {"fit", name(verdict.fit)},
        {"accepted", report::permitted_shape(verdict.accepted)},
        {"permitted", report::permitted_shape(verdict.explanation.permitted)},
        {"rejects", bits(verdict.rejects)},
        {"accepts", bits(verdict.accepts)},
        {"rules", JsonValue::array(verdict.explanation.rules)},
        {"under", JsonValue::object(one.under)}};
  }

  [[nodiscard]] JsonValue without_rules_shape() const {
    JsonValue::Array items;
    for (const auto& [key, lines] : judged_.without_rules()) {
      items.emplace_back(JsonValue::Object{{"operation", name(key.first, judged_.book().naming())},
                                           {"format", info(key.second).name},
                                           {"lines", lines}});
    }
    return items;
  }

  const JudgedTable& judged_;
  std::string table_;
  const TableRead& read_;
  bool strict_;
  std::vector<JudgedResult> results_;
  std::vector<JudgedExpectation> expectations_;
};

TableQuestion question_of(const Arguments& arguments, const Rulebook& book) {
  TableQuestion question{{}, std::nullopt, {book}};
  if (arguments.has("--format")) question.format = read_format(arguments.text("--format"));
  if (!arguments.has("OPERATION")) return question;
  const std::string called = arguments.text("OPERATION");
  const NamedOperation named = read_named_operation(called, question.books);
  question.operations.push_back(named.operation);
  if (named.format) question.format = format_of(named, called, arguments.text("--format"));
  return question;
}

void write_without_rules(const JudgedTable& judged) {
  for (const auto& [key, lines] : judged.without_rules()) {
    // The first line of that text says the same of one operation; below it stand namesakes in other languages.
    const std::string text = rulebook::no_rule_text(std::span(&judged.book(), 1), key.first, std::span(&key.second, 1));
    write_diagnostic(fmt::format("halfulp: no rules for {} in {} in {}: {} line{} not judged{}",
                                 name(key.first, judged.book().naming()), info(key.second).name, judged.book().id(),
                                 report::grouped(lines), lines == 1 ? " is" : "s are",
                                 text.substr(std::min(text.find('\n'), text.size()))));
  }
}

}  // namespace

ExitCode judge_table(const Arguments& arguments) {
  const std::string path = arguments.text("--file");
  for (const char* const one : {"OPERAND", "--result"}) {
    if (!arguments.has(one)) continue;
    throw Error(Error::Kind::kUsage,
                fmt::format("--file {}: the file has the operands and results; leave {} out", path, one));
  }
  const Rulebook book = Rulebook::open(arguments.text("BOOK"));
  Readings readings = read_readings(arguments.list("--reading"));
  book.check(readings);
  const TableQuestion question = question_of(arguments, book.under(readings));
  InputBytes input(path);
  Table table(input);
  JudgedTable judged(book, std::move(readings));
  const TableRead read =
      table.read(question, {.results = [&](const TableBlock& block) { judged.judge(block); },
                            .expectation = [&](const ExpectedCase& expected) { judged.judge(expected); }});
  write_unread(table);
  write_without_rules(judged);
  if (judged.results().cases + total(judged.fits()) == 0) {
    write_problems(read);
    throw Error(Error::Kind::kInput, fmt::format("{}: no line could be judged", table.name()));
  }
  const TableAnswer answer(judged, table.name(), read, arguments.has("--strict"));
  write_output(arguments.has("--json") ? report::json_text(answer.shape()) : answer.text());
  finish_output();
  write_problems(read);
  if (read.unread > 0) return ExitCode::kInput;
  return answer.fails() ? ExitCode::kDoesNotConform : ExitCode::kConforms;
}

}  // namespace halfulp::cli
