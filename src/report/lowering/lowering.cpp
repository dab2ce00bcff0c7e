// SPDX-License-Identifier: Apache-2.0
#include "report/lowering/lowering.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "report/values.hpp"

namespace halfulp::report {
namespace {

using lowering::Side;

void add_rules(std::vector<LoweringRule>& rules, const Rulebook& book, const judge::Ruling& ruling) {
  const auto add = [&](const std::string& id) {
    const auto is_same = [&](const LoweringRule& rule) { return rule.id == id; };
    if (!id.empty() && std::ranges::none_of(rules, is_same)) rules.push_back({id, words_of_rule(book, id)});
  };
  add(ruling.rules.accuracy_rule);
  add(ruling.rules.special_rule);
  for (const auto& one : ruling.rules.identities) add(one.rule);
  for (const auto& one : ruling.rules.allowances) add(one.rule);
  for (const auto& one : ruling.rules.requirements) add(one.rule);
  for (const std::string_view policy : {"denormal_operands", "denormal_results"}) add(ruling.rules.rule(policy));
}

LoweringSide side_of(const Side& side) {
  LoweringSide result;
  const std::string& book = side.book.opened_as();
  if (!side.is_expression()) {
    result.name = fmt::format("{} by {}", name(side.ruling.operation, side.book.naming()), book);
    add_rules(result.rules, side.book, side.ruling);
    return result;
  }
  result.name = fmt::format("{} by {}", rulebook::text_of(side.expression()), book);
  for (const auto& [operation, ruling] : side.ruling.parts) add_rules(result.rules, side.book, *ruling);
  return result;
}

LoweringCase case_of(const lowering::Question& question, const lowering::Witness& witness) {
  LoweringCase result;
  result.witness = witness;
  const judge::Ruling& asked = question.b.ruling;
  result.call = call_text(call_of(asked.operation, asked.format->format, question.b.book.naming(), witness.operands));
  const std::array<const Side*, 2> sides = {&question.a, &question.b};
  for (std::size_t i = 0; i < sides.size(); ++i) {
    const judge::Permitted permitted = sides[i]->permitted(witness.operands);
    result.permitted[i] = permitted.set.permitted();
    result.rules[i].assign(permitted.rules.begin(), permitted.rules.end());
  }
  return result;
}

}  // namespace

LoweringVerdict verdict_of(const lowering::Census& census) noexcept {
  const std::uint64_t forbidden = census.forbidden();
  if (forbidden == 0) {
    return census.extent == lowering::Extent::cases ? LoweringVerdict::not_refuted : LoweringVerdict::yes;
  }
  const bool is_some = census.extent == lowering::Extent::operands && forbidden < census.cases;
  return is_some ? LoweringVerdict::partly : LoweringVerdict::no;
}

std::string_view name(LoweringVerdict verdict) noexcept {
  switch (verdict) {
    case LoweringVerdict::yes:
      return "yes";
    case LoweringVerdict::not_refuted:
      return "not_refuted";
    case LoweringVerdict::partly:
      return "partly";
    case LoweringVerdict::no:
      break;
  }
  return "no";
}

std::string_view verdict_word(LoweringVerdict verdict) noexcept {
  if (verdict == LoweringVerdict::not_refuted) return "not refuted";
  if (verdict == LoweringVerdict::partly) return "for some operands";
  return name(verdict);
}

Lowering lowering_of(const lowering::Question& question, lowering::Census census) {
  Lowering result;
  result.operation = question.b.ruling.operation;
  result.format = question.b.ruling.format->format;
  result.sides = {side_of(question.a), side_of(question.b)};
  for (const lowering::Difference& difference : census.differences) {
    std::vector<LoweringCase>& cases = result.cases.emplace_back();
    cases.push_back(case_of(question, difference.first));
    if (difference.widest.operands != difference.first.operands) cases.push_back(case_of(question, difference.widest));
  }
  result.census = std::move(census);
  return result;
}

std::string question_sentence(const Lowerings& lowerings) {
  return fmt::format("May what {} permits be used where {} is asked?", lowerings.arguments[0], lowerings.arguments[1]);
}

std::string verdict_sentence(const Lowering& lowering, std::uint64_t seed) {
  const lowering::Census& census = lowering.census;
  const std::string forbidden = grouped(census.forbidden());
  const std::string cases = grouped(census.cases);
  if (census.extent == lowering::Extent::rule) return "yes: B's rule is A's, or permits more in every part";
  if (census.extent == lowering::Extent::operands) {
    switch (verdict_of(census)) {
      case LoweringVerdict::yes:
        return fmt::format("yes: for all {} operands", cases);
      case LoweringVerdict::partly:
        return fmt::format("only for some operands: of {} operands, all decided, {} may give what B forbids", cases,
                           forbidden);
      default:
        return fmt::format("no: for all {} operands A permits what B forbids", cases);
    }
  }
  const std::string tried = fmt::format("cases of the quick suite, seed {}", seed);
  if (census.forbidden() == 0) {
    return fmt::format("not refuted: B permits all that A permits in {} {}; of others nothing is known", cases, tried);
  }
  return fmt::format("no: A permits what B forbids in {} of {} {}; of others nothing is known", forbidden, cases,
                     tried);
}

std::string range_text(Format format, const lowering::OperandRange& range) {
  const auto bits = [&](Bits value) { return bits_text(format, value); };
  const auto value = [&](Bits of) { return value_text(format, of); };
  if (range.first == range.last) return fmt::format("{} ({})", bits(range.first), value(range.first));
  const bool is_nan = value(range.first) == value(range.last);
  return fmt::format("{} to {} ({})", bits(range.first), bits(range.last),
                     is_nan ? value(range.first) : fmt::format("{} to {}", value(range.first), value(range.last)));
}

}  // namespace halfulp::report
