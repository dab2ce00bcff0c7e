// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <string>

#include "number/wide.hpp"
#include "report/shapes.hpp"

namespace halfulp::report {
namespace {

using Object = JsonValue::Object;
using Array = JsonValue::Array;

JsonValue witness_shape(const Result& result, const Witness& witness) {
  const Format result_format = info(result.operation).result(result.format);
  return Object{{"operands", operands_shape(result.operation, result.format, witness.operands)},
                {"observed", bits_text(result_format, witness.observed)},
                {"error_ulp", witness.error_ulp}};
}

JsonValue groups_shape(const Result& result, const std::map<std::string, Tally::Group>& groups, const char* key) {
  return JsonValue::array(groups, [&](const auto& entry) {
    return JsonValue(Object{
        {key, entry.first}, {"count", entry.second.count}, {"example", witness_shape(result, entry.second.example)}});
  });
}

JsonValue margin_shape(const Result& result, const Margin& margin) {
  return Object{{"where", JsonValue::text_or_null(margin.where)},
                {"unit", margin.unit},
                {"stated", margin.stated},
                {"used", margin.used},
                {"operands", operands_shape(result.operation, result.format, margin.operands)}};
}

/// Infinity, which JSON lacks, becomes null.
JsonValue finite_shape(double value) { return std::isfinite(value) ? JsonValue(value) : JsonValue(); }

JsonValue errors_shape(const Result& result) {
  if (result.errors.empty()) return nullptr;
  const ErrorAxis axis(result.operation, result.format);
  Array histogram;
  for (std::size_t bin = 0; bin < result.tally.errors.histogram.size(); ++bin) {
    const std::uint64_t count = result.tally.errors.histogram[bin];
    if (count == 0) continue;
    histogram.emplace_back(Object{{"from", ErrorProfile::least_error(bin)},
                                  {"to", finite_shape(ErrorProfile::least_error(bin + 1))},
                                  {"count", count}});
  }
  Object binades;
  for (const BinadeError& one : result.errors) {
    binades.emplace_back(bits_text(axis.axis.format(), one.first), finite_shape(one.error_ulp));
  }
  return Object{{"axis", axis.is_operand ? info(result.operation).operand_names.front() : "result"},
                {"binades", binades},
                {"histogram", histogram}};
}

/// "denormal", "-normal"; of codes "zero", "inner", "extreme".
std::string class_text(const FormatInfo& row, std::size_t operand_class) {
  static constexpr std::array<std::string_view, number::kOperandKinds> kFloating = {
      "zero", "denormal", "normal", "infinity", "quiet NaN", "signalling NaN"};
  static constexpr std::array<std::string_view, number::kOperandKinds> kCode = {"zero", "", "inner", "extreme", "", ""};
  const std::size_t kind = operand_class % number::kOperandKinds;
  const bool floating = row.kind == FormatKind::floating;
  return std::string(operand_class < number::kOperandKinds ? "" : "-").append(floating ? kFloating[kind] : kCode[kind]);
}

JsonValue case_class_shape(const diagnosis::OperandClassTuple& classes, std::size_t place) {
  Array operands;
  if (classes.is_ordered()) {
    for (std::size_t i = 0; i < classes.rows().size(); ++i) {
      operands.emplace_back(class_text(*classes.rows()[i], classes.class_of(place, i)));
    }
  } else {
    for (std::size_t one = 0; one < number::kOperandClasses; ++one) {
      if ((place >> one & 1) != 0) operands.emplace_back(class_text(*classes.rows().front(), one));
    }
  }
  return operands;
}

/// Failures of one rule by class and binade.
JsonValue failure_counts_shape(const FailureWords& cases, const diagnosis::TriedCounts& tried,
                               const diagnosis::FailureCounts::OfRule& failures) {
  Array classes;
  for (std::size_t i = 0; i < failures.classes.size(); ++i) {
    if (failures.classes[i] == 0) continue;
    classes.emplace_back(Object{{"operands", case_class_shape(tried.class_tuple(), i)},
                                {"failed", failures.classes[i]},
                                {"tried", tried.classes[i]}});
  }
  Array binades;
  const FormatInfo& row = *tried.class_tuple().rows().front();
  const std::size_t per_sign = number::binades_per_sign(row);
  for (std::size_t i = 0; i < failures.binades.size(); ++i) {
    if (failures.binades[i] == 0) continue;
    binades.emplace_back(Object{{"negative", i >= per_sign},
                                {"exponent", static_cast<std::int64_t>(i % per_sign)},
                                {"failed", failures.binades[i]},
                                {"tried", tried.binades[i]}});
  }
  const JsonValue parts = JsonValue::array(cases.parts, [](const FailurePart& part) {
    return JsonValue(Object{{"of", part.of}, {"failed", part.failed}, {"tried", part.tried}});
  });
  return Object{{"says", sentence(cases)},
                {"parts", parts},
                {"others", cases.others},
                {"classes", classes},
                {"binades", binades}};
}

/// How many failures each set of hypotheses explains, that of the first failure first.
JsonValue explained_by_shape(const Result& result, const diagnosis::FailuresBySet& failures) {
  std::vector<std::pair<diagnosis::HypothesisSet, Tally::Group>> sets(failures.tried.begin(), failures.tried.end());
  std::ranges::sort(sets, {}, [](const auto& set) { return set.second.example.index; });
  return JsonValue::array(sets, [&](const auto& set) {
    Array ids;
    for (diagnosis::HypothesisSet left = set.first; left != 0; left &= left - 1) {
      ids.emplace_back(diagnosis::hypotheses()[static_cast<std::size_t>(number::trailing_zeros(left))].id);
    }
    return JsonValue(Object{
        {"hypotheses", ids}, {"count", set.second.count}, {"example", witness_shape(result, set.second.example)}});
  });
}

JsonValue broken_shape(const Result& result) {
  return JsonValue::array(result.tally.broken, [&](const auto& entry) {
    Object shape = {
        {"rule", entry.first}, {"count", entry.second.count}, {"example", witness_shape(result, entry.second.example)}};
    const BrokenRule& known = result.broken.at(entry.first);
    const PermittedSet& permitted = known.example.permitted;
    shape.emplace_back("nearest_permitted",
                       nearest_shape(permitted.format, permitted.nearest(entry.second.example.observed)));
    const auto failures = result.failures.find(entry.first);
    if (failures != result.failures.end()) {
      shape.emplace_back("census", failure_counts_shape(known.cases, *result.tried, failures->second));
    }
    shape.emplace_back("explained_by", explained_by_shape(result, result.hypotheses.of_rule(entry.first)));
    return JsonValue(shape);
  });
}

JsonValue hypotheses_shape(const diagnosis::ExplainedFailures& explained) {
  return JsonValue::array(explained.parts, [](const diagnosis::ExplainedFailures::Part& part) {
    return JsonValue(Object{{"id", part.hypothesis.id}, {"says", part.hypothesis.says}, {"explains", part.explains}});
  });
}

JsonValue unexplained_shape(const Result& result, const Tally::Group& group) {
  const bool any = group.count > 0;
  return Object{{"count", group.count}, {"example", any ? witness_shape(result, group.example) : JsonValue()}};
}

}  // namespace

JsonValue result_shape(const Result& result) {
  const diagnosis::ExplainedFailures explanation = explained(result);
  const Tally& tally = result.tally;
  return Object{
      {"rulebook", result.rulebook},
      {"operation", name(result.operation, result.naming)},
      {"format", info(result.format).name},
      {"variant", result.variant.name},
      {"principal", result.principal},
      {"counts", result.variant.counts},
      {"instruction", result.variant.instruction},
      {"composed", result.variant.composed},
      {"operands_from", result.variant.operands},
      {"outcome", name(outcome(result))},
      {"suite", result.suite},
      {"sampled", result.sampled},
      {"planned", result.planned},
      {"cases", tally.cases},
      {"passed", tally.passed},
      {"failed", tally.failed},
      {"reading", tally.reading},
      {"unconstrained", tally.unconstrained},
      {"invalid_operand", tally.invalid_operand},
      {"lost", result.lost},
      {"lost_because", result.lost > 0 ? JsonValue(result.lost_because) : JsonValue()},
      {"worst", tally.worst ? witness_shape(result, *tally.worst) : JsonValue()},
      {"margins", JsonValue::array(result.margins, [&](const Margin& margin) { return margin_shape(result, margin); })},
      {"errors", errors_shape(result)},
      {"broken", broken_shape(result)},
      {"hypotheses", hypotheses_shape(explanation)},
      {"tried_failures", explanation.failures - explanation.untried},
      {"unexplained", unexplained_shape(result, explanation.unexplained)},
      {"under", groups_shape(result, tally.under, "readings")},
      {"coverage", JsonValue::array(result.coverage,
                                    [](const Coverage& coverage) {
                                      return JsonValue(Object{{"kind", coverage.kind}, {"cases", coverage.cases}});
                                    })},
  };
}

}  // namespace halfulp::report
