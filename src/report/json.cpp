// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <type_traits>

#include "halfulp/error.hpp"
#include "report/json_value.hpp"

namespace halfulp::report {
namespace {

nlohmann::ordered_json convert(const JsonValue& value) {
  return std::visit(
      [](const auto& held) -> nlohmann::ordered_json {
        using Held = std::decay_t<decltype(held)>;
        if constexpr (std::is_same_v<Held, JsonValue::Array>) {
          auto array = nlohmann::ordered_json::array();
          for (const JsonValue& item : held) array.push_back(convert(item));
          return array;
        } else if constexpr (std::is_same_v<Held, JsonValue::Object>) {
          nlohmann::ordered_json::object_t object;  // operator[] would search all names before
          for (const auto& [name, member] : held) object.emplace_back(name, convert(member));
          return object;
        } else {
          return held;
        }
      },
      value.storage());
}

constexpr int kMostLevels = 64;  ///< far more than any file of ours has

JsonValue convert(const nlohmann::ordered_json& value, int level) {
  if (level > kMostLevels) {
    throw Error(Error::Kind::kInput, fmt::format("JSON of more than {} levels", kMostLevels));
  }
  using Kind = nlohmann::ordered_json::value_t;
  switch (value.type()) {
    case Kind::boolean:
      return value.get<bool>();
    case Kind::number_integer:
      return value.get<std::int64_t>();
    case Kind::number_unsigned:
      return value.get<std::uint64_t>();
    case Kind::number_float:
      return value.get<double>();
    case Kind::string:
      return value.get<std::string>();
    case Kind::array: {
      JsonValue::Array array;
      for (const auto& item : value) array.push_back(convert(item, level + 1));
      return array;
    }
    case Kind::object: {
      JsonValue::Object object;
      for (const auto& [name, member] : value.items()) object.emplace_back(name, convert(member, level + 1));
      return object;
    }
    default:
      return nullptr;
  }
}

constexpr auto kReplace = nlohmann::ordered_json::error_handler_t::replace;

}  // namespace

std::string json_text(const JsonValue& value) {
  constexpr int kIndent = 2;
  return convert(value).dump(kIndent, ' ', false, kReplace) + "\n";
}

std::string json_line(const JsonValue& value) { return convert(value).dump(-1, ' ', false, kReplace); }

JsonValue parse_json(std::string_view text) {
  try {
    return convert(nlohmann::ordered_json::parse(text), 1);
  } catch (const nlohmann::ordered_json::parse_error& error) {
    throw Error(Error::Kind::kInput, fmt::format("no JSON at byte {}", error.byte));
  } catch (const nlohmann::ordered_json::out_of_range&) {
    throw Error(Error::Kind::kInput, "JSON with a number that no double holds");
  }
}

}  // namespace halfulp::report
