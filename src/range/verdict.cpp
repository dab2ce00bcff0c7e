// SPDX-License-Identifier: Apache-2.0
#include "range/verdict.hpp"

#include <utility>

#include "range/reading/parse.hpp"
#include "rulebook/resolve.hpp"

namespace halfulp::range {
namespace {

Verdict verdict_of(const ComponentRange& component, Bits observed, Format format) {
  const judge::ValueSet& best = component.best();
  if (!best.anything() && !best.contains(observed)) return Verdict::forbidden;
  return component.exact || is_attained(component, observed, format) ? Verdict::permitted : Verdict::undecided;
}

/// Without other readings; each component is decided alone.
Verdict verdict_of(const Answer& answer, std::span<const Bits> observed, Format format) {
  Verdict verdict = Verdict::permitted;
  for (std::size_t c = 0; c < observed.size(); ++c) {
    const Verdict of_component = verdict_of(answer.components[c], observed[c], format);
    if (of_component == Verdict::forbidden) return of_component;
    if (of_component == Verdict::undecided) verdict = of_component;
  }
  return verdict;
}

}  // namespace

JudgedExpression::JudgedExpression(std::string text, std::vector<std::string> operands, Rulebook book, Format format,
                                   Readings readings, Freedom freedom)
    : text_(std::move(text)),
      operands_(std::move(operands)),
      book_(std::move(book)),
      format_(format),
      readings_(std::move(readings)),
      freedom_(freedom),
      chosen_(parse_program(text_, operands_, book_, format_, readings_, freedom_)) {}

const Program& JudgedExpression::under(const ChosenOption& option) {
  auto found = others_.find(option);
  if (found == others_.end()) {
    Readings all = readings_;
    all[option.first] = option.second;
    found = others_.emplace(option, parse_program(text_, operands_, book_, format_, all, freedom_)).first;
  }
  return found->second;
}

Judged JudgedExpression::judge(std::span<const Bits> observed, const std::function<Answer(const Program&)>& answered) {
  Judged judged{answered(chosen_), Verdict::forbidden, std::nullopt};
  judged.verdict = verdict_of(judged.answer, observed, format_);
  if (judged.verdict != Verdict::forbidden) return judged;
  for (const Reading& reading : book_.readings()) {
    if (reading.on_request) continue;
    for (const std::string& option : rulebook::other_options(reading, readings_)) {
      const ChosenOption changed(reading.id, option);
      if (verdict_of(answered(under(changed)), observed, format_) != Verdict::permitted) continue;
      judged.verdict = Verdict::reading;
      judged.under = changed;
      return judged;
    }
  }
  return judged;
}

}  // namespace halfulp::range
