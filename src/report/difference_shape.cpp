// SPDX-License-Identifier: Apache-2.0
#include "report/difference_text.hpp"
#include "report/shapes.hpp"

namespace halfulp::report {
namespace {

using Object = JsonValue::Object;
using Array = JsonValue::Array;

JsonValue side_shape(const Difference::Side& side) {
  const Report& report = side.report;
  Object hashes;
  for (const BookUsed& book : report.rulebooks) hashes.emplace_back(book.id, book.hash);
  return Object{{"file", side.file},
                {"device", device_shape(report.device)},
                {"seed", report.seed},
                {"suite", report.suite},
                {"versions", Object{{"halfulp", report.version}, {"rulebooks", hashes}}},
                {"readings", JsonValue::object(report.readings)},
                {"conforms", conforms_shape(report)}};
}

JsonValue breach_shape(const std::optional<Breach>& breach) {
  if (!breach) return nullptr;
  return Object{{"count", breach->count}, {"cases", breach->cases}, {"found", JsonValue::text_or_null(breach->found)}};
}

Object row_shape(const Row& row) {
  return {{"rulebook", row.rulebook},
          {"operation", name(row.operation, row.naming)},
          {"format", info(row.format).name},
          {"variant", row.variant.name},
          {"counts", row.variant.counts}};
}

JsonValue paired_shape(const std::array<Row, 2>& rows) {
  return Object{{"rulebook", rows[1].rulebook},
                {"operation", name(rows[1].operation, rows[1].naming)},
                {"format", info(rows[1].format).name},
                {"before", rows[0].variant.name},
                {"after", rows[1].variant.name}};
}

JsonValue error_change_shape(const ErrorChange& change) {
  Object shape = row_shape(change.row);
  const auto worst = [&](const Witness& witness) {
    const Format result = info(change.row.operation).result(change.row.format);
    return JsonValue(Object{{"operands", operands_shape(change.row.operation, change.row.format, witness.operands)},
                            {"observed", bits_text(result, witness.observed)},
                            {"error_ulp", witness.error_ulp}});
  };
  shape.emplace_back("grew", change.grew());
  shape.emplace_back("before", worst(change.worst[0]));
  shape.emplace_back("after", worst(change.worst[1]));
  shape.emplace_back("command", change.command);
  return shape;
}

JsonValue row_change_shape(const RowChange& change) {
  Object shape = row_shape(change.row);
  shape.emplace_back("change", name(change.fate));
  shape.emplace_back("outcome", name(change.outcome));
  shape.emplace_back("lost_because", JsonValue::text_or_null(change.because));
  return shape;
}

JsonValue cause_change_shape(const CauseChange& change) {
  return Object{{"change", change.is_new ? "new" : "gone"}, {"cause", cause_shape(change.cause)}};
}

}  // namespace

JsonValue::Object breach_place_shape(const Breach& breach) {
  const bool has_operation = breach.operation.has_value();
  return {{"rulebook", breach.rulebook},
          {"kind", name(breach.kind)},
          {"rule", breach.rule},
          {"operation", has_operation ? JsonValue(name(*breach.operation, breach.naming)) : JsonValue()},
          {"format", has_operation ? JsonValue(info(breach.format).name) : JsonValue()},
          {"variant", has_operation ? JsonValue(breach.variant.name) : JsonValue()},
          {"counts", breach.variant.counts}};
}

JsonValue mismatches_shape(std::span<const Mismatch> mismatches) {
  return JsonValue::array(mismatches, [](const Mismatch& mismatch) {
    return JsonValue(Object{{"what", mismatch.what},
                            {"before", mismatch.values[0]},
                            {"after", mismatch.values[1]},
                            {"follows", mismatch.follows}});
  });
}

JsonValue breach_change_shape(const BreachChange& change) {
  const Breach& breach = change.breach();
  Object shape = breach_place_shape(breach);
  shape.emplace_back("change", name(change.change));
  shape.emplace_back("worse", change.worse);
  shape.emplace_back("before", breach_shape(change.breaches[0]));
  shape.emplace_back("after", breach_shape(change.breaches[1]));
  if (!change.witness) {
    shape.emplace_back("witness", nullptr);
    return shape;
  }
  const auto observed = [&](const std::optional<Bits>& bits) {
    return bits ? JsonValue(bits_text(info(*breach.operation).result(breach.format), *bits)) : JsonValue();
  };
  shape.emplace_back("witness",
                     Object{{"operands", operands_shape(*breach.operation, breach.format, change.witness->operands)},
                            {"before", observed(change.observed[0])},
                            {"after", observed(change.observed[1])},
                            {"command", change.command}});
  return shape;
}

JsonValue difference_shape(const Difference& difference) {
  const auto fact = [](const FactChange& change) {
    return JsonValue(Object{{"what", change.what},
                            {"before", JsonValue::text_or_null(change.values[0])},
                            {"after", JsonValue::text_or_null(change.values[1])}});
  };
  return Object{{"before", side_shape(difference.sides[0])},
                {"after", side_shape(difference.sides[1])},
                {"strict", difference.strict},
                {"worse", is_worse(difference)},
                {"device", JsonValue::array(difference.facts, fact)},
                {"mismatches", mismatches_shape(difference.mismatches)},
                {"paired", JsonValue::array(difference.paired, paired_shape)},
                {"rules", JsonValue::array(difference.breaches, breach_change_shape)},
                {"errors", JsonValue::array(difference.errors, error_change_shape)},
                {"rows", JsonValue::array(difference.rows, row_change_shape)},
                {"causes", JsonValue::array(difference.causes, cause_change_shape)}};
}

}  // namespace halfulp::report
