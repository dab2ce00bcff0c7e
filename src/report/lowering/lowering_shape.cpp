// SPDX-License-Identifier: Apache-2.0
#include "report/lowering/lowering.hpp"
#include "report/shapes.hpp"

namespace halfulp::report {
namespace {

using Object = JsonValue::Object;

std::string_view name(lowering::Extent extent) {
  switch (extent) {
    case lowering::Extent::rule:
      return "rule";
    case lowering::Extent::operands:
      return "operands";
    case lowering::Extent::cases:
      break;
  }
  return "cases";
}

JsonValue side_shape(const LoweringSide& side) {
  const auto rule = [](const LoweringRule& one) {
    return JsonValue(Object{{"id", one.id}, {"says", one.words.says}, {"source", one.words.source}});
  };
  return Object{{"name", side.name}, {"rules", JsonValue::array(side.rules, rule)}};
}

JsonValue case_shape(const Lowering& lowering, const LoweringCase& one) {
  const auto rules = [](const std::vector<std::string>& ids) {
    return JsonValue(JsonValue::array(ids, [](const std::string& id) { return JsonValue(id); }));
  };
  const bool is_near = one.witness.values != UINT64_MAX;
  return Object{{"operands", operands_shape(lowering.operation, lowering.format, one.witness.operands)},
                {"result", bits_text(info(lowering.operation).result(lowering.format), one.witness.result)},
                {"values", is_near ? JsonValue(one.witness.values) : JsonValue()},
                {"permitted", JsonValue::array(one.permitted, permitted_shape)},
                {"rules", JsonValue::array(one.rules, rules)}};
}

JsonValue answer_shape(const Lowering& lowering) {
  const Format operand = info(lowering.operation).operand_format(0, lowering.format);
  JsonValue::Array differences;
  for (std::size_t i = 0; i < lowering.census.differences.size(); ++i) {
    const lowering::Difference& difference = lowering.census.differences[i];
    const auto range = [&](const lowering::OperandRange& one) {
      return JsonValue(JsonValue::Array{bits_text(operand, one.first), bits_text(operand, one.last)});
    };
    const auto shown = [&](const LoweringCase& one) { return case_shape(lowering, one); };
    differences.emplace_back(Object{{"rules", JsonValue::Array{difference.rules[0], difference.rules[1]}},
                                    {"forbidden", lowering::name(difference.forbidden)},
                                    {"cases", difference.cases},
                                    {"ranges", JsonValue::array(difference.ranges, range)},
                                    {"more_ranges", difference.more_ranges},
                                    {"examples", JsonValue::array(lowering.cases[i], shown)}});
  }
  return Object{{"operation", info(lowering.operation).name},
                {"format", info(lowering.format).name},
                {"verdict", report::name(verdict_of(lowering.census))},
                {"extent", name(lowering.census.extent)},
                {"cases", lowering.census.cases},
                {"forbidden", lowering.census.forbidden()},
                {"sides", JsonValue::array(lowering.sides, side_shape)},
                {"differences", std::move(differences)}};
}

}  // namespace

JsonValue lowerings_shape(const Lowerings& lowerings) {
  const auto unanswered = [](const auto& one) {
    return JsonValue(Object{{"operation", one.first}, {"why", one.second}});
  };
  return Object{{"permits", lowerings.arguments[0]},
                {"asked", lowerings.arguments[1]},
                {"seed", lowerings.seed},
                {"answers", JsonValue::array(lowerings.answers, answer_shape)},
                {"unanswered", JsonValue::array(lowerings.unanswered, unanswered)}};
}

}  // namespace halfulp::report
