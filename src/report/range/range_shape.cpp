// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <array>

#include "report/range/range.hpp"
#include "report/shapes.hpp"

namespace halfulp::report {
namespace {

using Object = JsonValue::Object;

JsonValue attained_shape(Format format, const std::optional<range::Attained>& found) {
  if (!found) return {};
  const auto bits = [&](Bits one) { return JsonValue(bits_text(format, one)); };
  return Object{{"result", bits_text(format, found->result)}, {"operands", JsonValue::array(found->operands, bits)}};
}

JsonValue component_shape(Format format, const range::ComponentRange& component) {
  const auto& real = component.real;
  return Object{{"outer", permitted_shape(component.outer.permitted())},
                {"exact", component.exact ? permitted_shape(component.exact->permitted()) : JsonValue()},
                {"unrounded", real ? JsonValue(real->low.to_double()) : JsonValue()},
                {"nearest", real ? JsonValue(bits_text(format, nearest(info(format), *real))) : JsonValue()},
                {"least", attained_shape(format, component.least)},
                {"greatest", attained_shape(format, component.greatest)},
                {"infinite", attained_shape(format, component.infinity)},
                {"nan", attained_shape(format, component.nan)}};
}

JsonValue book_shape(Format format, const RangeByBook& by, const StepsOnDevice* computed) {
  const auto bits = [&](Bits one) { return JsonValue(bits_text(format, one)); };
  JsonValue::Array steps;
  for (std::size_t i = 0; i < by.answer.nodes.size(); ++i) {
    const range::Node::Kind kind = by.program.nodes[i].kind;
    if (kind != range::Node::Kind::step && kind != range::Node::Kind::select) continue;
    double share = 0;
    for (const range::StepShare& one : by.answer.shares) share = one.node == i ? one.share : share;
    steps.emplace_back(Object{
        {"name", by.program.nodes[i].name},
        {"step", by.program.nodes[i].text},
        {"rule", by.program.nodes[i].ways.front().rule->rules.accuracy_rule},
        {"outer", permitted_shape(by.answer.nodes[i].permitted())},
        {"share", share},
        {"computed",
         computed == nullptr ? JsonValue() : JsonValue(bits_text(by.program.nodes[i].format, computed->values[i]))}});
  }
  const auto shown = [&](const range::ComponentRange& one) { return component_shape(format, one); };
  return Object{{"rulebook", by.book.id()},
                {"notes", JsonValue::array(by.program.notes)},
                {"components", JsonValue::array(by.answer.components, shown)},
                {"steps", std::move(steps)},
                {"open", by.answer.open ? JsonValue::array(*by.answer.open, bits) : JsonValue()},
                {"boxes", std::uint64_t{by.answer.boxes}}};
}

JsonValue parting_shape(Format format, const std::optional<range::Parting>& parting) {
  if (!parting) return {};
  return Object{{"permitted", attained_shape(format, parting->permitted)},
                {"component", std::uint64_t{parting->component}},
                {"others", permitted_shape(parting->others.permitted())}};
}

std::string_view name(range::Verdict verdict) {
  constexpr std::array<std::string_view, 4> kNames = {"permitted", "reading", "forbidden", "undecided"};
  return kNames[static_cast<std::size_t>(verdict)];
}

}  // namespace

JsonValue range_shape(const RangeReport& report) {
  const auto operand = [](const range::Operand& one) {
    return JsonValue(Object{{"name", one.name}, {"values", permitted_shape(one.set.permitted())}});
  };
  const StepsOnDevice* const computed = report.computed ? &*report.computed : nullptr;
  const auto book = [&](const RangeByBook& by) { return book_shape(report.format, by, computed); };
  const auto parting = [&](const auto& one) { return parting_shape(report.format, one); };
  const auto bits = [&](Bits one) { return JsonValue(bits_text(report.format, one)); };
  const bool is_asked = !report.observed.empty();
  return Object{
      {"expression", report.expression},
      {"format", info(report.format).name},
      {"chosen", JsonValue::object(report.readings)},
      {"contract", report.freedom.contract},
      {"reassociate", report.freedom.reassociate},
      {"operands", JsonValue::array(report.operands, operand)},
      {"device", computed == nullptr ? JsonValue() : device_shape(computed->device)},
      {"rulebooks", JsonValue::array(report.books, book)},
      {"partings", JsonValue::array(report.partings, parting)},
      {"result", is_asked ? JsonValue::array(report.observed, bits) : JsonValue()},
      {"verdict", is_asked ? JsonValue(name(report.verdict)) : JsonValue()},
      {"under", report.under ? JsonValue::object(Readings{{report.under->first, report.under->second}}) : JsonValue()}};
}

}  // namespace halfulp::report
