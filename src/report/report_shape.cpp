// SPDX-License-Identifier: Apache-2.0
#include "report/gate/gate_text.hpp"
#include "report/shapes.hpp"

namespace halfulp::report {
namespace {

using Object = JsonValue::Object;
using Array = JsonValue::Array;

JsonValue side_shape(const DeviceRounding::Side& side, Naming naming) {
  Object operations;
  for (const Finding::Count& place : side.where)
    operations.emplace_back(called(place.operation, place.format, naming), place.count);
  if (side.count == 0) return Object{{"count", side.count}, {"operations", operations}, {"example", JsonValue()}};
  const Format result_format = info(side.operation).result(side.format);
  const Object example = {{"operation", name(side.operation, naming)},
                          {"format", info(side.format).name},
                          {"variant", side.variant.name},
                          {"operands", operands_shape(side.operation, side.format, side.example.operands)},
                          {"observed", bits_text(result_format, side.example.observed)}};
  return Object{{"count", side.count}, {"operations", operations}, {"example", example}};
}

JsonValue rounding_shape(const DeviceRounding& rounding) {
  return Object{{"rulebook", rounding.rulebook},
                {"rule", rounding.rule},
                {"mode", mode(rounding)},
                {"demanded", rounding.demanded},
                {"demanded_under", JsonValue::text_or_null(rounding.under)},
                {"broken", breaks(rounding)},
                {"nearest", side_shape(rounding.nearest, rounding.naming)},
                {"toward_zero", side_shape(rounding.toward_zero, rounding.naming)}};
}

JsonValue asked_shape(const std::vector<Asked>& listed, Naming naming) {
  return JsonValue::array(listed, [&](const Asked& one) {
    return JsonValue(Object{{"operation", name(one.operation, naming)}, {"format", info(one.format).name}});
  });
}

JsonValue completeness_shape(const Completeness& completeness) {
  return Object{{"rulebook", completeness.rulebook},
                {"rule", completeness.rule},
                {"broken", breaks(completeness)},
                {"offered", asked_shape(completeness.offered, completeness.naming)},
                {"lacking", asked_shape(completeness.lacking, completeness.naming)}};
}

JsonValue property_shape(const Property& property) {
  return Object{{"rulebook", property.rulebook},
                {"rule", property.rule},
                {"operation", name(property.operation, property.naming)},
                {"format", info(property.format).name},
                {"variant", property.variant.name},
                {"counts", property.variant.counts},
                {"broken", !property.broken.empty()},
                {"tried", property.tried},
                {"found", JsonValue::text_or_null(property.broken)}};
}

}  // namespace

JsonValue conforms_shape(const Report& report) {
  return is_complete(report) ? JsonValue(conforms(report)) : JsonValue();
}

JsonValue report_shape(const Report& report) {
  Object hashes;
  for (const BookUsed& book : report.rulebooks) hashes.emplace_back(book.id, book.hash);
  Array principal;
  Array variants;
  for (const Result& result : report.results) (result.principal ? principal : variants).push_back(result_shape(result));
  return Object{{"device", device_shape(report.device)},
                {"seed", report.seed},
                {"suite", report.suite},
                {"versions", Object{{"halfulp", report.version}, {"rulebooks", hashes}}},
                {"readings", JsonValue::object(report.readings)},
                {"asked_cases", report.cases == 0 ? JsonValue() : JsonValue(report.cases)},
                {"strict", report.strict},
                {"conforms", conforms_shape(report)},
                {"lost", lost(report)},
                {"complete", is_complete(report)},
                {"out_of_time", report.out_of_time},
                {"seconds", report.seconds},
                {"not_offered", asked_shape(report.not_offered, naming_of_others(report))},
                {"roundings", JsonValue::array(report.roundings, rounding_shape)},
                {"completeness", JsonValue::array(report.completeness, completeness_shape)},
                {"properties", JsonValue::array(report.properties, property_shape)},
                {"causes", JsonValue::array(report.causes, cause_shape)},
                {"unexplained", charged_shape(report.unexplained)},
                {"results", principal},
                {"variants", variants},
                {"gate", report.gate ? gate_shape(*report.gate) : JsonValue()},
                {"own_rules", report.own_rules ? own_rules_shape(*report.own_rules) : JsonValue()}};
}

}  // namespace halfulp::report
