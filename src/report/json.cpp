// SPDX-License-Identifier: Apache-2.0
#include <nlohmann/json.hpp>
#include <type_traits>

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
          auto object = nlohmann::ordered_json::object();
          for (const auto& [name, member] : held) object[name] = convert(member);
          return object;
        } else {
          return held;
        }
      },
      value.storage());
}

}  // namespace

std::string json_text(const JsonValue& value) {
  constexpr int kIndent = 2;
  return convert(value).dump(kIndent, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + "\n";
}

}  // namespace halfulp::report
