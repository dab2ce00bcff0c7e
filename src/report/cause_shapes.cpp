// SPDX-License-Identifier: Apache-2.0
#include "report/shapes.hpp"

namespace halfulp::report {
namespace {

using Object = JsonValue::Object;

Object place_shape(const std::string& rulebook, Naming naming, Operation operation, Format format,
                   const std::string& variant) {
  return {{"rulebook", rulebook},
          {"operation", name(operation, naming)},
          {"format", info(format).name},
          {"variant", variant}};
}

JsonValue example_shape(const Cause& cause) {
  const Explanation& of = cause.explanation;
  Object shape = place_shape(of.rulebook, of.naming, of.operation, of.format, cause.variant.name);
  shape.emplace_back("operands", operands_shape(of.operation, of.format, cause.example.operands));
  shape.emplace_back("observed", bits_text(info(of.operation).result(of.format), cause.example.observed));
  shape.emplace_back("error_ulp", cause.example.error_ulp);
  return shape;
}

}  // namespace

JsonValue charged_shape(std::span<const Cause::Where> places) {
  return JsonValue::array(places, [](const Cause::Where& place) {
    Object shape = place_shape(place.rulebook, place.naming, place.operation, place.format, place.variant);
    shape.emplace_back("count", place.count);
    return JsonValue(shape);
  });
}

JsonValue own_rules_shape(const OwnRules& own) {
  const auto breach_shape = [](const OwnRules::Breach& breach) {
    const Cause::Where& place = breach.where;
    Object shape = place_shape(place.rulebook, place.naming, place.operation, place.format, place.variant);
    shape.emplace_back("count", place.count);
    shape.emplace_back("cause", breach.cause.empty() ? JsonValue() : JsonValue(breach.cause));
    shape.emplace_back("rule", breach.rule);
    shape.emplace_back("says", breach.says);
    shape.emplace_back("operands", operands_shape(place.operation, place.format, breach.example.operands));
    shape.emplace_back("observed", bits_text(info(place.operation).result(place.format), breach.example.observed));
    shape.emplace_back("command", breach.command);
    return JsonValue(shape);
  };
  return Object{{"rulebook", own.rulebook},
                {"title", own.title},
                {"readings", JsonValue::object(own.readings)},
                {"judged", own.judged},
                {"without_rule", own.without_rule},
                {"broken", JsonValue::array(own.broken, breach_shape)}};
}

JsonValue cause_shape(const Cause& cause) {
  return Object{{"id", cause.id},
                {"statement", cause.statement},
                {"control", name(cause.control)},
                {"failed", cause.failed},
                {"reading", cause.reading},
                {"where", charged_shape(cause.where)},
                {"rule", cause.rule},
                {"says", cause.says},
                {"source", cause.source},
                {"example", example_shape(cause)},
                {"command", cause.command}};
}

}  // namespace halfulp::report
