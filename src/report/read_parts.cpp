// SPDX-License-Identifier: Apache-2.0
#include "report/read_parts.hpp"

#include <algorithm>
#include <array>
#include <charconv>

#include "number/lane.hpp"
#include "number/nearest_name.hpp"

namespace halfulp::report::read {
namespace {

Bits bits_of(Format format, const JsonValue& value) {
  const std::string& written = value.text();
  const FormatInfo& row = info(format);
  Bits bits = 0;
  const char* end = written.data() + written.size();
  const bool begins = written.starts_with("0x") && std::ssize(written) == 2 + row.hex_digits();
  if (begins) {
    const auto [stop, error] = std::from_chars(written.data() + 2, end, bits, 16);
    if (error == std::errc() && stop == end && number::fits(row, bits)) return bits;
  }
  fail(fmt::format("'{}' is not the bits of a {}: 0x and {} hexadecimal digits", written, row.name, row.hex_digits()));
}

}  // namespace

[[noreturn]] void fail(const std::string& message) { throw Error(Error::Kind::kInput, message); }

const JsonValue& part(const JsonValue& object, std::string_view name) { return object.at(name); }

bool has_member(const JsonValue& object, std::string_view name) {
  return std::ranges::any_of(object.members(), [&](const auto& member) { return member.first == name; });
}

std::string text(const JsonValue& object, std::string_view name) {
  return within(fmt::format("'{}'", name), [&] { return number::one_line(object.at(name).text()); });
}

std::uint64_t count(const JsonValue& object, std::string_view name) {
  return within(fmt::format("'{}'", name), [&] { return object.at(name).count(); });
}

bool flag(const JsonValue& object, std::string_view name) {
  return within(fmt::format("'{}'", name), [&] { return object.at(name).flag(); });
}

std::string text_or_nothing(const JsonValue& object, std::string_view name) {
  return part(object, name).is_null() ? "" : text(object, name);
}

Operation operation_of(std::string_view name) {
  if (const auto operation = find_operation(name)) return *operation;
  std::vector<std::string_view> names;
  for (const OperationInfo& row : operations()) names.push_back(row.name);
  fail(fmt::format("unknown operation '{}'{}", name, number::did_you_mean(name, names)));
}

Format format_of(std::string_view name) {
  if (const auto format = find_format(name)) return *format;
  std::vector<std::string_view> names;
  for (const FormatInfo& format : formats()) names.push_back(format.name);
  fail(fmt::format("unknown format '{}'{}", name, number::did_you_mean(name, names)));
}

std::array<Bits, kMaxArity> operands_of(Operation operation, Format format, const JsonValue& object) {
  const OperationInfo& row = info(operation);
  std::array<Bits, kMaxArity> read{};
  const auto& operands = part(object, "operands").items();
  if (std::ssize(operands) != row.arity) {
    fail(fmt::format("'operands' has {} values; {} takes {}", operands.size(), row.name, row.arity));
  }
  for (int i = 0; i < row.arity; ++i) {
    const auto k = static_cast<std::size_t>(i);
    read.at(k) = within("'operands'", [&] { return bits_of(row.operand_format(i, format), operands[k]); });
  }
  return read;
}

Witness witness_of(Operation operation, Format format, const JsonValue& object) {
  Witness witness;
  witness.operands = operands_of(operation, format, object);
  const Format result = info(operation).result(format);
  witness.observed = within("'observed'", [&] { return bits_of(result, part(object, "observed")); });
  return witness;
}

Margin margin_of(Operation operation, Format format, const JsonValue& object) {
  Margin margin;
  margin.where = text_or_nothing(object, "where");
  const std::string written = text(object, "unit");
  constexpr std::array<std::string_view, 4> kUnits = {"ulp", "absolute", "relative", "steps"};
  const auto* const unit = std::ranges::find(kUnits, written);
  if (unit == kUnits.end()) fail(fmt::format("'unit': unknown '{}'", written));
  margin.unit = *unit;
  margin.stated = within("'stated'", [&] { return part(object, "stated").real(); });
  margin.used = within("'used'", [&] { return part(object, "used").real(); });
  if (!(margin.stated > 0)) fail("'stated': not above 0");
  margin.operands = operands_of(operation, format, object);
  return margin;
}

Witness judged_witness_of(Operation operation, Format format, const JsonValue& object) {
  Witness witness = witness_of(operation, format, object);
  const JsonValue& error = part(object, "error_ulp");
  if (!error.is_null()) witness.error_ulp = within("'error_ulp'", [&] { return error.real(); });
  return witness;
}

Cause::Where charged_of(const JsonValue& object) {
  Cause::Where place;
  place.rulebook = text(object, "rulebook");
  read_place(object, place);
  place.variant = text(object, "variant");
  place.count = count(object, "count");
  return place;
}

OwnRules own_rules_of(const JsonValue& object) {
  OwnRules own;
  own.rulebook = text(object, "rulebook");
  own.title = text(object, "title");
  members(object, "readings",
          [&](const std::string& id, const std::string& option) { own.readings.emplace(id, option); });
  own.judged = count(object, "judged");
  own.without_rule = count(object, "without_rule");
  each(object, "broken", [&](const JsonValue& item) {
    OwnRules::Breach breach;
    breach.cause = text_or_nothing(item, "cause");
    breach.where = charged_of(item);
    breach.rule = text(item, "rule");
    breach.says = text(item, "says");
    breach.example = witness_of(breach.where.operation, breach.where.format, item);
    breach.command = text(item, "command");
    own.broken.push_back(std::move(breach));
  });
  return own;
}

Cause cause_of(const JsonValue& object) {
  using Control = Cause::Control;
  Cause cause;
  cause.id = text(object, "id");
  cause.statement = text(object, "statement");
  const std::string written = text(object, "control");
  constexpr std::array kControls = {Control::nothing_to_ask, Control::not_offered, Control::not_obeyed};
  const auto control = std::ranges::find(kControls, written, [](Control one) { return name(one); });
  if (control == kControls.end()) fail(fmt::format("'control': unknown '{}'", written));
  cause.control = *control;
  cause.failed = count(object, "failed");
  cause.reading = count(object, "reading");
  each(object, "where", [&](const JsonValue& item) { cause.where.push_back(charged_of(item)); });
  cause.rule = text(object, "rule");
  cause.says = text(object, "says");
  cause.source = text(object, "source");
  within("'example'", [&] {
    const JsonValue& example = part(object, "example");
    cause.explanation.rulebook = text(example, "rulebook");
    read_place(example, cause.explanation);
    cause.variant.name = text(example, "variant");
    cause.example = judged_witness_of(cause.explanation.operation, cause.explanation.format, example);
  });
  cause.command = text(object, "command");
  return cause;
}

}  // namespace halfulp::report::read
