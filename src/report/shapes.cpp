// SPDX-License-Identifier: Apache-2.0
#include "report/shapes.hpp"

#include <array>
#include <string>

#include "halfulp/operation.hpp"
#include "report/known_ways.hpp"

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

/// What every answer about one case begins with.
Object case_shape(const std::string& rulebook, Naming naming, Operation operation, Format format,
                  std::span<const Bits> operands) {
  return {{"rulebook", rulebook},
          {"operation", name(operation, naming)},
          {"format", info(format).name},
          {"operands", operands_shape(operation, format, operands)},
          {"result_format", info(info(operation).result(format)).name}};
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
                                  {"says", rule.source.says},
                                  {"address", JsonValue::text_or_null(rule.source.address)}}},
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

JsonValue other_readings_shape(std::span<const OtherReading> others) {
  return JsonValue::array(others, [](const OtherReading& other) {
    return JsonValue(
        Object{{"reading", other.reading}, {"option", other.option}, {"permitted", permitted_shape(other.permitted)}});
  });
}

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
  const auto way_shape = [&](const KnownWay& way) {
    return JsonValue(Object{{"way", way.name},
                            {"result", bits_text(explanation.result_format, way.result)},
                            {"permitted", explanation.permitted.contains(way.result)}});
  };
  shape.emplace_back(
      "known_ways",
      JsonValue::array(known_ways(explanation.operation, explanation.format, explanation.operands), way_shape));
  shape.emplace_back("chosen", JsonValue::object(chosen));
  std::vector<std::string> ids;
  for (const OtherReading& other : others) {
    if (ids.empty() || ids.back() != other.reading) ids.push_back(other.reading);
  }
  shape.emplace_back("readings", JsonValue::array(ids));
  shape.emplace_back("other_readings", other_readings_shape(others));
  return shape;
}

JsonValue special_cases_shape(const SpecialCases& table) {
  const auto cell_shape = [](const SpecialCell& cell) {
    return JsonValue(Object{{"operation", name(cell.of.operation, cell.of.naming)},
                            {"operands", operands_shape(cell.of.operation, cell.of.format, cell.of.operands)},
                            {"text", cell.text},
                            {"permitted", permitted_shape(cell.of.permitted)},
                            {"readings", JsonValue::array(cell.readings)}});
  };
  const auto row_shape = [&](const SpecialRow& row) {
    return JsonValue(Object{{"name", row.name}, {"cells", JsonValue::array(row.cells, cell_shape)}});
  };
  const auto grid_shape = [&](const SpecialGrid& grid) {
    return JsonValue(Object{{"heading", grid.heading},
                            {"columns", JsonValue::array(grid.columns)},
                            {"rows", JsonValue::array(grid.rows, row_shape)}});
  };
  return Object{{"rulebook", table.rulebook},
                {"format", info(table.format).name},
                {"chosen", JsonValue::object(table.chosen)},
                {"grids", JsonValue::array(table.grids, grid_shape)}};
}

JsonValue judgement_shape(const Explanation& explanation, Bits observed, const Judgement& judgement,
                          const Readings& chosen, std::span<const OtherReading> deciding) {
  Object shape = case_shape(explanation.rulebook, explanation.naming, explanation.operation, explanation.format,
                            explanation.operands);
  shape.emplace_back("result", bits_text(explanation.result_format, observed));
  shape.emplace_back("readings", JsonValue::object(chosen));
  shape.emplace_back("verdict", name(judgement.verdict));
  shape.emplace_back("rule", JsonValue::text_or_null(judgement.rule));
  shape.emplace_back("under", JsonValue::object(judgement.under));
  shape.emplace_back("deciding", other_readings_shape(deciding));
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

JsonValue devices_shape(std::span<const DeviceDescription> devices, std::span<const std::string> missing) {
  return Object{{"devices", JsonValue::array(devices, device_shape)}, {"missing", JsonValue::array(missing)}};
}

JsonValue pixel_formats_shape(std::span<const PixelFormatInfo> formats) {
  return Object{{"pixel_formats", JsonValue::array(formats, pixel_format_shape)}};
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
