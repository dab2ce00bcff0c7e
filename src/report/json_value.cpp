// SPDX-License-Identifier: Apache-2.0
#include "report/json_value.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "halfulp/error.hpp"

namespace halfulp::report {
namespace {

template <typename Held>
const Held& held(const JsonValue& value, std::string_view expected) {
  if (const Held* found = std::get_if<Held>(&value.storage())) return *found;
  constexpr std::size_t kMostShown = 40;
  throw Error(Error::Kind::kInput, fmt::format("{} expected, not {:.{}}", expected, json_line(value), kMostShown));
}

}  // namespace

bool JsonValue::flag() const { return held<bool>(*this, "true or false"); }

std::uint64_t JsonValue::count() const { return held<std::uint64_t>(*this, "a whole number from 0 on"); }

std::int64_t JsonValue::integer() const {
  constexpr auto kMost = static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max());
  if (const auto* positive = std::get_if<std::uint64_t>(&storage_); positive != nullptr && *positive <= kMost) {
    return static_cast<std::int64_t>(*positive);
  }
  return held<std::int64_t>(*this, "a whole number of 64 bits");
}

double JsonValue::real() const {
  if (const auto* whole = std::get_if<std::uint64_t>(&storage_)) return static_cast<double>(*whole);
  return held<double>(*this, "a number");
}

const std::string& JsonValue::text() const { return held<std::string>(*this, "a text"); }

const JsonValue::Array& JsonValue::items() const { return held<Array>(*this, "an array"); }

const JsonValue::Object& JsonValue::members() const { return held<Object>(*this, "an object"); }

const JsonValue& JsonValue::at(std::string_view name) const {
  const Object& object = members();
  const auto found = std::ranges::find(object, name, &std::pair<std::string, JsonValue>::first);
  if (found == object.end()) throw Error(Error::Kind::kInput, fmt::format("no member '{}'", name));
  return found->second;
}

}  // namespace halfulp::report
