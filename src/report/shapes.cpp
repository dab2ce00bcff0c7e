// SPDX-License-Identifier: Apache-2.0
#include "report/shapes.hpp"

#include <array>
#include <cmath>
#include <map>
#include <string>

#include "halfulp/operation.hpp"
#include "report/gate/gate_text.hpp"

namespace halfulp::report {
namespace {

using Object = JsonValue::Object;
using Array = JsonValue::Array;

/// An API's name with its prefix, or null where it lacks the format.
JsonValue api_name(std::string_view prefix, std::string_view name) {
  return name.empty() ? JsonValue() : std::string(prefix).append(name);
}

JsonValue component_shape(const PixelComponent& component) {
  static constexpr std::array<std::string_view, 4> kChannels = {"red", "green", "blue", "alpha"};
  return Object{{"channel", kChannels[static_cast<std::size_t>(component.channel)]},
                {"format", component.format_name()},
                {"first_bit", std::int64_t{component.first_bit}},
                {"bits", std::int64_t{component.bits}}};
}

JsonValue pixel_format_shape(const PixelFormatInfo& format) {
  return Object{{"name", format.name},
                {"dxgi", api_name("DXGI_FORMAT_", format.dxgi)},
                {"vulkan", api_name("VK_FORMAT_", format.vulkan)},
                {"metal", api_name("MTLPixelFormat", format.metal)},
                {"bytes_per_pixel", std::int64_t{format.bytes_per_pixel}},
                {"components", JsonValue::array(format.components(), component_shape)}};
}

JsonValue permitted_shape(const PermittedSet& permitted) {
  const auto text = [&](Bits bits) { return bits_text(permitted.format, bits); };
  JsonValue nan = permitted.nan == NanKind::any ? "any" : "none";
  if (permitted.nan == NanKind::listed) nan = JsonValue::array(permitted.nan_patterns, text);
  const auto ends = [&](const Range& range) { return JsonValue(Array{text(range.first), text(range.last)}); };
  return Object{{"ranges", JsonValue::array(permitted.ranges, ends)}, {"nan", nan}, {"anything", permitted.anything}};
}

JsonValue nearest_shape(Format format, const std::optional<NearestPermitted>& nearest) {
  if (!nearest) return nullptr;
  return Object{{"bits", bits_text(format, nearest->bits)}, {"values", nearest->values}};
}

/// What every answer about one case begins with.
Object case_shape(const std::string& rulebook, Naming naming, Operation operation, Format format,
                  std::span<const Bits> operands) {
  return {{"rulebook", rulebook},
          {"operation", name(operation, naming)},
          {"format", info(format).name},
          {"operands", operands_shape(operation, format, operands)},
          {"result_format", info(info(operation).result(format)).name}};
}

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
  static constexpr std::array<std::string_view, diagnosis::kOperandKinds> kFloating = {
      "zero", "denormal", "normal", "infinity", "quiet NaN", "signalling NaN"};
  static constexpr std::array<std::string_view, diagnosis::kOperandKinds> kCode = {"zero",    "", "inner",
                                                                                   "extreme", "", ""};
  const std::size_t kind = operand_class % diagnosis::kOperandKinds;
  const bool floating = row.kind == FormatKind::floating;
  return std::string(operand_class < diagnosis::kOperandKinds ? "" : "-")
      .append(floating ? kFloating[kind] : kCode[kind]);
}

JsonValue case_class_shape(const diagnosis::OperandClassTuple& classes, std::size_t place) {
  Array operands;
  if (classes.is_ordered()) {
    for (std::size_t i = 0; i < classes.rows().size(); ++i) {
      operands.emplace_back(class_text(*classes.rows()[i], classes.class_of(place, i)));
    }
  } else {
    for (std::size_t one = 0; one < diagnosis::kOperandClasses; ++one) {
      if ((place >> one & 1) != 0) operands.emplace_back(class_text(*classes.rows().front(), one));
    }
  }
  return operands;
}

/// Failures of one rule by class and binade.
JsonValue failure_counts_shape(const diagnosis::FailureWords& cases, const diagnosis::TriedCounts& tried,
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
  const std::size_t per_sign = diagnosis::binades_per_sign(row);
  for (std::size_t i = 0; i < failures.binades.size(); ++i) {
    if (failures.binades[i] == 0) continue;
    binades.emplace_back(Object{{"negative", i >= per_sign},
                                {"exponent", static_cast<std::int64_t>(i % per_sign)},
                                {"failed", failures.binades[i]},
                                {"tried", tried.binades[i]}});
  }
  return Object{{"says", sentence(cases)}, {"classes", classes}, {"binades", binades}};
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

JsonValue rule_shape(const RuleInfo& rule) {
  return Object{{"id", rule.id},
                {"rulebook", rule.rulebook},
                {"kind", rule.kind},
                {"operations", JsonValue::array(rule.operations)},
                {"formats", JsonValue::array(rule.formats)},
                {"permits", rule.permits},
                {"under", JsonValue::object(rule.under)},
                {"source", Object{{"document", rule.source.document},
                                  {"title", rule.source.title},
                                  {"clause", rule.source.clause},
                                  {"says", rule.source.says}}},
                {"status", rule.status},
                {"readings", JsonValue::array(rule.readings)}};
}

JsonValue reading_shape(const Reading& reading) {
  return Object{{"id", reading.id},
                {"question", reading.question},
                {"default", reading.chosen},
                {"on_request", reading.on_request},
                {"options", JsonValue::array(reading.options, [](const ReadingOption& option) {
                   return JsonValue(Object{{"name", option.name}, {"says", option.says}});
                 })}};
}

JsonValue names_shape(const std::vector<Operation>& listed, Naming naming) {
  return JsonValue::array(listed, [&](Operation operation) { return JsonValue(name(operation, naming)); });
}

JsonValue compared_case_shape(const ComparedCase& witness) {
  const Explanation& first = witness.explanations[0];
  const auto sets = [](const Explanation& explanation) { return permitted_shape(explanation.permitted); };
  const auto rules = [](const Explanation& explanation) { return JsonValue::array(explanation.rules); };
  return Object{{"operands", operands_shape(first.operation, first.format, first.operands)},
                {"result", bits_text(first.result_format, witness.result)},
                {"alike", witness.alike},
                {"permitted", JsonValue::array(witness.explanations, sets)},
                {"rules", JsonValue::array(witness.explanations, rules)}};
}

JsonValue compared_operation_shape(const Comparison& comparison, const ComparedOperation& pair) {
  Array names;
  Array differences;
  for (std::size_t i = 0; i < 2; ++i) {
    names.emplace_back(name(pair.operations[i], comparison.rulebooks[i].naming));
    const PermittedByOne& difference = pair.differences[i];
    if (difference.cases == 0) continue;
    differences.emplace_back(Object{{"permitted_by", comparison.arguments[i]},
                                    {"forbidden_by", comparison.arguments[1 - i]},
                                    {"cases", difference.cases},
                                    {"witnesses", JsonValue::array(difference.witnesses, compared_case_shape)}});
  }
  return Object{{"operations", names},
                {"format", info(pair.format).name},
                {"result_format", info(info(pair.operations[0]).result(pair.format)).name},
                {"cases", pair.cases},
                {"differences", differences}};
}

Object book_shape(const Rulebook& book) {
  return {{"rulebook", book.id()}, {"title", book.title()}, {"extends", book.extends()}, {"hash", book.hash()}};
}

}  // namespace

JsonValue explanation_shape(const Explanation& explanation, const Readings& chosen,
                            std::span<const OtherReading> others) {
  Object shape = case_shape(explanation.rulebook, explanation.naming, explanation.operation, explanation.format,
                            explanation.operands);
  shape.emplace_back("exact", explanation.exact);
  shape.emplace_back("exact_of_flushed", explanation.exact_of_flushed);
  shape.emplace_back("exact_clamped", explanation.exact_clamped);
  shape.emplace_back("permitted", permitted_shape(explanation.permitted));
  shape.emplace_back("rules", JsonValue::array(explanation.rules));
  shape.emplace_back(
      "steps", JsonValue::array(explanation.steps, [](const ExplainedStep& step) {
        return JsonValue(Object{{"expression", step.expression}, {"permitted", permitted_shape(step.permitted)}});
      }));
  shape.emplace_back("chosen", JsonValue::object(chosen));
  std::vector<std::string> ids;
  for (const OtherReading& other : others) {
    if (ids.empty() || ids.back() != other.reading) ids.push_back(other.reading);
  }
  shape.emplace_back("readings", JsonValue::array(ids));
  shape.emplace_back(
      "other_readings", JsonValue::array(others, [](const OtherReading& other) {
        return JsonValue(Object{
            {"reading", other.reading}, {"option", other.option}, {"permitted", permitted_shape(other.permitted)}});
      }));
  return shape;
}

JsonValue judgement_shape(const Explanation& explanation, Bits observed, const Judgement& judgement,
                          const Readings& chosen) {
  Object shape = case_shape(explanation.rulebook, explanation.naming, explanation.operation, explanation.format,
                            explanation.operands);
  shape.emplace_back("result", bits_text(explanation.result_format, observed));
  shape.emplace_back("readings", JsonValue::object(chosen));
  shape.emplace_back("verdict", name(judgement.verdict));
  shape.emplace_back("rule", JsonValue::text_or_null(judgement.rule));
  shape.emplace_back("under", JsonValue::object(judgement.under));
  shape.emplace_back("error_ulp", judgement.error_ulp);
  shape.emplace_back("rounding", judgement.rounding ? JsonValue(name(*judgement.rounding)) : JsonValue());
  shape.emplace_back("exact", explanation.exact);
  shape.emplace_back("permitted", permitted_shape(explanation.permitted));
  shape.emplace_back("nearest_permitted",
                     nearest_shape(explanation.result_format, explanation.permitted.nearest(observed)));
  return shape;
}

JsonValue evaluation_shape(const Rulebook& book, Operation operation, Format format, std::span<const Bits> operands,
                           Bits result) {
  const Format result_format = info(operation).result(format);
  Object shape = case_shape(book.id(), book.naming(), operation, format, operands);
  shape.emplace_back("result", bits_text(result_format, result));
  shape.emplace_back("value", value_text(result_format, result));
  shape.emplace_back("hex", hex_text(result_format, result));
  return shape;
}

JsonValue rulebook_shape(const Rulebook& book) {
  Object shape = book_shape(book);
  Array operations_in;
  for (const OperationInfo& row : operations()) {
    Array formats_in;
    for (const FormatInfo& format : formats()) {
      if (book.has(row.operation, format.format)) formats_in.emplace_back(format.name);
    }
    if (!formats_in.empty())
      operations_in.emplace_back(Object{{"name", name(row.operation, book.naming())}, {"formats", formats_in}});
  }
  shape.emplace_back("operations", operations_in);
  shape.emplace_back("rules", JsonValue::array(book.rules(), rule_shape));
  shape.emplace_back("readings", JsonValue::array(book.readings(), reading_shape));
  return shape;
}

JsonValue rulebooks_shape(std::span<const Rulebook> books) {
  return Object{
      {"rulebooks", JsonValue::array(books, [](const Rulebook& book) { return JsonValue(book_shape(book)); })}};
}

JsonValue device_shape(const DeviceDescription& device) {
  return Object{{"name", device.name},
                {"kind", device.kind},
                {"title", device.title},
                {"facts", JsonValue::object(device.facts)}};
}

JsonValue devices_shape(std::span<const DeviceDescription> devices) {
  return Object{{"devices", JsonValue::array(devices, device_shape)}};
}

JsonValue pixel_formats_shape(std::span<const PixelFormatInfo> formats) {
  return Object{{"pixel_formats", JsonValue::array(formats, pixel_format_shape)}};
}

JsonValue conforms_shape(const Report& report) {
  if (!conforms(report)) return false;
  return is_complete(report) ? JsonValue(true) : JsonValue();
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
                {"gate", report.gate ? gate_shape(*report.gate) : JsonValue()}};
}

JsonValue comparison_shape(const Comparison& comparison) {
  Array books;
  Array only;
  for (std::size_t i = 0; i < 2; ++i) {
    const BookUsed& book = comparison.rulebooks[i];
    books.emplace_back(Object{
        {"argument", comparison.arguments[i]}, {"rulebook", book.id}, {"title", book.title}, {"hash", book.hash}});
    only.push_back(names_shape(comparison.only[i], book.naming));
  }
  return Object{{"rulebooks", books},
                {"format", info(comparison.format).name},
                {"suite", name(comparison.suite)},
                {"seed", comparison.seed},
                {"most_special", comparison.most_special},
                {"most_other", comparison.most_other},
                {"operations", JsonValue::array(comparison.operations,
                                                [&](const ComparedOperation& pair) {
                                                  return compared_operation_shape(comparison, pair);
                                                })},
                {"only", only},
                {"untried", names_shape(comparison.untried, comparison.rulebooks[0].naming)}};
}

JsonValue operands_shape(Operation operation, Format format, std::span<const Bits> operands) {
  const OperationInfo& row = info(operation);
  Array values;
  for (int i = 0; i < row.arity; ++i) {
    values.emplace_back(bits_text(row.operand_format(i, format), operands[static_cast<std::size_t>(i)]));
  }
  return values;
}

}  // namespace halfulp::report
