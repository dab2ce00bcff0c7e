// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <concepts>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace halfulp::report {

/// A JSON value in memory. Objects keep the order in which their members were given.
class JsonValue {
 public:
  using Array = std::vector<JsonValue>;
  using Object = std::vector<std::pair<std::string, JsonValue>>;
  using Storage = std::variant<std::nullptr_t, bool, std::int64_t, std::uint64_t, double, std::string, Array, Object>;

  JsonValue() = default;
  JsonValue(std::nullptr_t) {}                                         // NOLINT(google-explicit-constructor)
  JsonValue(std::same_as<bool> auto value) : storage_(value) {}        // NOLINT(google-explicit-constructor)
  JsonValue(std::uint64_t value) : storage_(value) {}                  // NOLINT(google-explicit-constructor)
  JsonValue(std::int64_t value) : storage_(value) {}                   // NOLINT(google-explicit-constructor)
  JsonValue(double value) : storage_(value) {}                         // NOLINT(google-explicit-constructor)
  JsonValue(std::string value) : storage_(std::move(value)) {}         // NOLINT(google-explicit-constructor)
  JsonValue(std::string_view value) : storage_(std::string(value)) {}  // NOLINT(google-explicit-constructor)
  JsonValue(const char* value) : storage_(std::string(value)) {}       // NOLINT(google-explicit-constructor)
  JsonValue(Array value) : storage_(std::move(value)) {}               // NOLINT(google-explicit-constructor)
  JsonValue(Object value) : storage_(std::move(value)) {}              // NOLINT(google-explicit-constructor)
  /// null when there is none.
  JsonValue(const std::optional<double>& value) {  // NOLINT(google-explicit-constructor)
    if (value) storage_ = *value;
  }

  /// An array of the items, each made by `make`.
  template <typename Items, typename Make>
  [[nodiscard]] static JsonValue array(const Items& items, Make make) {
    Array values;
    for (const auto& item : items) values.push_back(make(item));
    return values;
  }
  template <typename Items>
  [[nodiscard]] static JsonValue array(const Items& items) {
    return array(items, [](const auto& item) { return JsonValue(item); });
  }

  /// An object of pairs of a name and a value.
  template <typename Pairs>
  [[nodiscard]] static JsonValue object(const Pairs& pairs) {
    Object members;
    for (const auto& [name, value] : pairs) members.emplace_back(name, value);
    return members;
  }
  /// null when there is no text.
  [[nodiscard]] static JsonValue text_or_null(std::string_view text) { return text.empty() ? JsonValue() : text; }

  [[nodiscard]] const Storage& storage() const noexcept { return storage_; }

  // What a value that was read holds. Each throws Error(kInput) that says what was expected when it is something else.
  [[nodiscard]] bool is_null() const noexcept { return std::holds_alternative<std::nullptr_t>(storage_); }
  [[nodiscard]] bool flag() const;
  [[nodiscard]] std::uint64_t count() const;   ///< a whole number from 0 to 2^64 - 1
  [[nodiscard]] std::int64_t integer() const;  ///< a whole number from -2^63 to 2^63 - 1
  [[nodiscard]] double real() const;
  [[nodiscard]] const std::string& text() const;
  [[nodiscard]] const Array& items() const;
  [[nodiscard]] const Object& members() const;
  /// A member of an object.
  [[nodiscard]] const JsonValue& at(std::string_view name) const;

 private:
  Storage storage_ = nullptr;
};

/// The value as JSON text, indented by two, with a line feed at its end. Numbers that JSON cannot hold (infinity, NaN)
/// become null; bytes that are no UTF-8 become U+FFFD.
[[nodiscard]] std::string json_text(const JsonValue& value);

/// The same on one line without spaces, and without a line feed.
[[nodiscard]] std::string json_line(const JsonValue& value);

/// Reads JSON. Whole numbers and doubles come back as they were written. Throws Error(kInput) with the byte at which
/// the text is no JSON, and for one of more than 64 levels.
[[nodiscard]] JsonValue parse_json(std::string_view text);

}  // namespace halfulp::report
