// SPDX-License-Identifier: Apache-2.0
#include "report/difference_text.hpp"
#include "report/gate/gate_text.hpp"

namespace halfulp::report {
namespace {

using Object = JsonValue::Object;

Object waiver_shape(const Waiver& waiver) {
  return {{"line", std::uint64_t{waiver.line}},
          {"rule", waiver.rule},
          {"rulebook", JsonValue::text_or_null(waiver.rulebook)},
          {"operation", waiver.operation ? JsonValue(info(*waiver.operation).name) : JsonValue()},
          {"format", waiver.format ? JsonValue(info(*waiver.format).name) : JsonValue()},
          {"variant", waiver.variant ? JsonValue(*waiver.variant) : JsonValue()},
          {"reason", waiver.reason},
          {"link", JsonValue::text_or_null(waiver.link)},
          {"expires", JsonValue::text_or_null(waiver.expires)}};
}

JsonValue waiver_or_null(const std::optional<Waiver>& waiver) {
  return waiver ? JsonValue(waiver_shape(*waiver)) : JsonValue();
}

JsonValue failure_shape(const GatedFailure& failure) {
  Object shape = breach_place_shape(failure.breach);
  shape.emplace_back("count", failure.breach.count);
  shape.emplace_back("command", failure.shown ? JsonValue(failure.shown->command) : JsonValue());
  shape.emplace_back("standing", name(failure.standing));
  shape.emplace_back("since", failure.since ? JsonValue(name(*failure.since)) : JsonValue());
  shape.emplace_back("baseline_count", failure.before ? JsonValue(failure.before->count) : JsonValue());
  shape.emplace_back("waiver", waiver_or_null(failure.waiver));
  shape.emplace_back("expired_waiver", waiver_or_null(failure.expired));
  return shape;
}

JsonValue idle_shape(const IdleWaiver& idle) {
  Object shape = waiver_shape(idle.waiver);
  shape.emplace_back("why", name(idle.why));
  return shape;
}

JsonValue row_shape(const RowChange& change) {
  return Object{{"rulebook", change.row.rulebook},
                {"operation", name(change.row.operation, change.row.naming)},
                {"format", info(change.row.format).name},
                {"variant", change.row.variant.name}};
}

}  // namespace

JsonValue gate_shape(const Gate& gate) {
  return Object{{"passes", passes(gate)},
                {"baseline", JsonValue::text_or_null(gate.baseline_file)},
                {"waivers", JsonValue::text_or_null(gate.waivers_file)},
                {"today", gate.today},
                {"mismatches", mismatches_shape(gate.mismatches)},
                {"failures", JsonValue::array(gate.failures, failure_shape)},
                {"healed", JsonValue::array(gate.healed, breach_change_shape)},
                {"no_longer_offered", JsonValue::array(gate.no_longer, row_shape)},
                {"idle_waivers", JsonValue::array(gate.idle, idle_shape)}};
}

}  // namespace halfulp::report
