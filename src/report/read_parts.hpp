// SPDX-License-Identifier: Apache-2.0
// Parts of reports in JSON. Each function throws Error(kInput) that says what it expected, and where.
#pragma once

#include <fmt/format.h>

#include <array>
#include <string>
#include <string_view>

#include "halfulp/error.hpp"
#include "number/one_line.hpp"
#include "report/json_value.hpp"
#include "report/report.hpp"

namespace halfulp::report::read {

[[noreturn]] void fail(const std::string& message);

/// Reads a part and says where it was when something is wrong with it.
template <typename Read>
auto within(const std::string& where, const Read& read) {
  try {
    return read();
  } catch (const Error& error) {
    fail(fmt::format("{}: {}", where, error.what()));
  }
}

/// A member, its text, number or flag.
[[nodiscard]] const JsonValue& part(const JsonValue& object, std::string_view name);
[[nodiscard]] bool has_member(const JsonValue& object, std::string_view name);
[[nodiscard]] std::string text(const JsonValue& object, std::string_view name);
[[nodiscard]] std::uint64_t count(const JsonValue& object, std::string_view name);
[[nodiscard]] bool flag(const JsonValue& object, std::string_view name);
[[nodiscard]] std::string text_or_nothing(const JsonValue& object, std::string_view name);

/// Reads each item of an array, which a message names by its number: "'results'[3]".
template <typename Read>
void each(const JsonValue& object, std::string_view name, const Read& read) {
  const auto& items = *within(fmt::format("'{}'", name), [&] { return &object.at(name).items(); });
  for (std::size_t i = 0; i < items.size(); ++i) {
    within(fmt::format("'{}'[{}]", name, i), [&] { read(items[i]); });
  }
}

/// Texts by name.
template <typename Take>
void members(const JsonValue& object, std::string_view name, const Take& take) {
  within(fmt::format("'{}'", name), [&] {
    for (const auto& [key, value] : object.at(name).members()) {
      within(fmt::format("'{}'", key),
             [&, &of = key, &text = value] { take(number::one_line(of), number::one_line(text.text())); });
    }
  });
}

/// What a name stands for; the nearest name is in the message of an unknown one.
[[nodiscard]] Operation operation_of(std::string_view name);
[[nodiscard]] Format format_of(std::string_view name);

/// An operation asked in a format.
template <typename Place>
void read_place(const JsonValue& object, Place& place) {
  const std::string operation = text(object, "operation");
  place.operation = operation_of(operation);
  place.format = format_of(text(object, "format"));
  const auto only = info(place.operation).only_format();
  if (only && *only != place.format) {
    fail(fmt::format("{} is asked in {}, not in {}", operation, info(*only).name, info(place.format).name));
  }
}

[[nodiscard]] std::array<Bits, kMaxArity> operands_of(Operation operation, Format format, const JsonValue& object);

/// Operands and the observed result; the second reads the error too.
[[nodiscard]] Witness witness_of(Operation operation, Format format, const JsonValue& object);
[[nodiscard]] Witness judged_witness_of(Operation operation, Format format, const JsonValue& object);

/// How much of an accuracy rule's distance the results use.
[[nodiscard]] Margin margin_of(Operation operation, Format format, const JsonValue& object);

/// What is known of a rule that a result breaks: which cases fail, and what explains them. Reports of earlier versions
/// do not say it.
void read_broken(const JsonValue& object, Result& result);

/// A cause of a report, and a place whose results are charged.
[[nodiscard]] Cause cause_of(const JsonValue& object);
[[nodiscard]] OwnRules own_rules_of(const JsonValue& object);
[[nodiscard]] Cause::Where charged_of(const JsonValue& object);

}  // namespace halfulp::report::read
