// SPDX-License-Identifier: Apache-2.0
#include "cli/expression_tally.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <atomic>
#include <numeric>

#include "halfulp/error.hpp"
#include "number/side_by_side.hpp"
#include "report/shapes.hpp"
#include "report/values.hpp"

namespace halfulp::cli {
namespace {

using report::JsonValue;

constexpr std::int64_t kCasesOfLine = 20000;  ///< of operations for each line
constexpr std::size_t kMostKept = 1000;

std::string values_text(const FormatInfo& row, std::span<const Bits> values) {
  std::vector<std::string> texts;
  for (const Bits bits : values) {
    texts.push_back(fmt::format("{} ({})", value_text(row.format, bits), bits_text(row.format, bits)));
  }
  return fmt::format("{}", fmt::join(texts, ", "));
}

/// The step that gives a component of the result; nothing of operands and constants.
const range::Node* step_of(const range::Program& program, std::size_t component) {
  const range::Node* node = &program.nodes[program.results[component]];
  while (node->kind == range::Node::Kind::negate) node = &program.nodes[node->of];
  const bool is_step = node->kind == range::Node::Kind::step || node->kind == range::Node::Kind::select;
  return is_step ? node : nullptr;
}

/// The step whose freedom makes the result the widest.
const range::StepShare* widest_of(const range::Answer& answer) {
  return answer.shares.empty() ? nullptr : &answer.shares.front();
}

}  // namespace

ExpressionTally::ExpressionTally(const ExpressionLines& lines, const Rulebook& book, const FormatInfo& row,
                                 const Readings& readings, range::Freedom freedom)
    : book_(book), row_(row), readings_(readings) {
  for (unsigned i = 0; i < number::default_threads(); ++i) {
    judges_.push_back(std::make_unique<range::GivenJudge>(
        range::JudgedExpression(lines.expression(), lines.operands(), book, row.format, readings, freedom)));
  }
  const std::size_t components = judges_.front()->program().results.size();
  if (components == lines.components()) return;
  throw Error(Error::Kind::kUsage,
              fmt::format("'{}' has {} component{}, and {} has {} column{} of results: result, of a vector result.x, "
                          "result.y; or take a component, .x",
                          lines.expression(), components, components == 1 ? "" : "s", lines.file(), lines.components(),
                          lines.components() == 1 ? "" : "s"));
}

void ExpressionTally::judge(std::vector<ExpressionCase> cases) {
  struct Decided {
    range::Verdict verdict = range::Verdict::undecided;
    std::optional<range::ChosenOption> under;
  };
  std::vector<Decided> decided(cases.size());
  std::atomic<std::size_t> next = 0;
  const auto threads = static_cast<unsigned>(judges_.size());
  number::side_by_side(judges_.size(), threads, [&](std::size_t thread) {
    for (std::size_t i = next++; i < cases.size(); i = next++) {
      const range::Judged judged = judges_[thread]->judge(cases[i].operands, cases[i].result, kCasesOfLine);
      decided[i] = {judged.verdict, judged.under};
    }
  });
  for (std::size_t i = 0; i < cases.size(); ++i) {
    ++counts_[static_cast<std::size_t>(decided[i].verdict)];
    const bool is_failure =
        decided[i].verdict == range::Verdict::forbidden || decided[i].verdict == range::Verdict::reading;
    if (is_failure && failures_.size() < kMostKept) {
      failures_.push_back({std::move(cases[i]), std::move(decided[i].under)});
    }
  }
}

std::uint64_t ExpressionTally::cases() const { return std::accumulate(counts_.begin(), counts_.end(), 0ULL); }

std::uint64_t ExpressionTally::failed(bool strict) const {
  return count(range::Verdict::forbidden) + (strict ? count(range::Verdict::reading) : 0);
}

std::string ExpressionTally::counts_text(bool strict) const {
  const std::uint64_t fails = failed(strict);
  std::string text =
      fmt::format("{} of {} results", report::grouped(fails > 0 ? fails : count(range::Verdict::permitted)),
                  report::grouped(cases()));
  if (const std::uint64_t by_reading = count(range::Verdict::reading); by_reading > 0) {
    text += fmt::format(", {} permitted under another reading only", report::grouped(by_reading));
  }
  if (const std::uint64_t undecided = count(range::Verdict::undecided); undecided > 0) {
    text += fmt::format(", {} not decided: no bound forbids them, and no execution was found that gives them",
                        report::grouped(undecided));
  }
  return text;
}

range::Answer ExpressionTally::answer_of(const Failure& failure) const {
  std::vector<judge::ValueSet> sets;
  for (const Bits bits : failure.one.operands) sets.push_back(range::set_of(row_.format, bits));
  return range::answer(judges_.front()->program(), sets, {.cases = kCasesOfLine, .boxes = 1});
}

std::size_t ExpressionTally::wrong_component(const range::Answer& answer, const Failure& failure) {
  for (std::size_t c = 0; c < answer.components.size(); ++c) {
    if (!answer.components[c].best().contains(failure.one.result[c])) return c;
  }
  return 0;
}

std::string ExpressionTally::failure_text(const Failure& failure, bool with_steps) const {
  const range::Program& program = judges_.front()->program();
  std::string call;
  for (std::size_t i = 0; i < program.operands.size(); ++i) {
    call += fmt::format("{}{} = {}", i == 0 ? "" : ", ", program.operands[i],
                        value_text(row_.format, failure.one.operands[i]));
  }
  const range::Answer answer = answer_of(failure);
  const std::size_t wrong = wrong_component(answer, failure);
  const PermittedSet permitted = answer.components[wrong].best().permitted();
  const std::string nearest = report::nearest_text(permitted, failure.one.result[wrong]);
  std::string text = fmt::format(
      "  line {}: {} gives {}; {}{}{}\n", failure.one.line, call, values_text(row_, failure.one.result),
      answer.components.size() > 1 ? fmt::format("{}: ", std::string_view("xyzw")[wrong]) : "",
      nearest.empty() ? "permitted: " + permitted.text() : nearest,
      failure.under ? fmt::format("; permitted under {}={}", failure.under->first, failure.under->second) : "");
  if (!with_steps) return text;
  if (const range::Node* step = step_of(program, wrong)) {
    // The comparison's rule bounds no value of a selection.
    const bool is_choice = step->kind == range::Node::Kind::select;
    const std::string rule = is_choice ? "" : step->ways.front().rule->rules.accuracy_rule;
    text += fmt::format("    decided by {} = {}, {}{}\n", step->name, step->text, permitted.text(),
                        rule.empty() ? "" : fmt::format(" by {}", rule));
  }
  const range::StepShare* const widest = wrong == 0 ? widest_of(answer) : nullptr;  // shares are of the first component
  if (widest != nullptr) {
    const range::Node& node = program.nodes[widest->node];
    text += fmt::format("    {:.3g} % of that width is of {} = {}, by {}\n", widest->share * 100, node.name, node.text,
                        node.ways.front().rule->rules.accuracy_rule);
  }
  return text;
}

std::string ExpressionTally::failures_text(std::size_t most, bool with_steps) const {
  std::string text;
  for (std::size_t i = 0; i < std::min(most, failures_.size()); ++i) text += failure_text(failures_[i], with_steps);
  const std::uint64_t all = count(range::Verdict::forbidden) + count(range::Verdict::reading);
  if (all > most) text += fmt::format("  {} more\n", report::grouped(all - most));
  return text;
}

JsonValue ExpressionTally::failure_shape(const Failure& failure) const {
  const range::Program& program = judges_.front()->program();
  const auto bits = [&](Bits one) { return JsonValue(bits_text(row_.format, one)); };
  const range::Answer answer = answer_of(failure);
  const std::size_t wrong = wrong_component(answer, failure);
  const range::Node* const step = step_of(program, wrong);
  const range::StepShare* const widest = widest_of(answer);
  JsonValue::Array permitted;
  for (const range::ComponentRange& component : answer.components) {
    permitted.push_back(report::permitted_shape(component.best().permitted()));
  }
  const auto step_shape = [&](const range::Node& node) {
    return JsonValue(JsonValue::Object{
        {"name", node.name}, {"step", node.text}, {"rule", node.ways.front().rule->rules.accuracy_rule}});
  };
  return JsonValue::Object{{"line", failure.one.line},
                           {"operands", JsonValue::array(failure.one.operands, bits)},
                           {"result", JsonValue::array(failure.one.result, bits)},
                           {"under", failure.under ? JsonValue::object(Readings{*failure.under}) : JsonValue()},
                           {"permitted", std::move(permitted)},
                           {"component", std::uint64_t{wrong}},
                           {"decided_by", step == nullptr ? JsonValue() : step_shape(*step)},
                           {"widest", widest == nullptr ? JsonValue() : step_shape(program.nodes[widest->node])},
                           {"share", widest == nullptr ? JsonValue() : JsonValue(widest->share)}};
}

JsonValue ExpressionTally::shape(bool strict, std::uint64_t unread) const {
  return JsonValue::Object{
      {"rulebook", book_.id()},
      {"chosen", JsonValue::object(readings_)},
      {"conforms", failed(strict) > 0 ? JsonValue(false)
                   : unread > 0       ? JsonValue()
                                      : JsonValue(true)},
      {"cases", cases()},
      {"permitted", count(range::Verdict::permitted)},
      {"reading", count(range::Verdict::reading)},
      {"forbidden", count(range::Verdict::forbidden)},
      {"undecided", count(range::Verdict::undecided)},
      {"notes", JsonValue::array(judges_.front()->program().notes)},
      {"failures", JsonValue::array(failures_, [&](const Failure& one) { return failure_shape(one); })}};
}

}  // namespace halfulp::cli
