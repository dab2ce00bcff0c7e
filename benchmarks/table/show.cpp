// SPDX-License-Identifier: Apache-2.0
#include "table/show.hpp"

#include <fmt/format.h>

#include <array>
#include <cstddef>
#include <string_view>

#include "report/json_value.hpp"
#include "report/table.hpp"

namespace halfulp::benchmarks {
namespace {

using report::JsonValue;

std::string_view part_of(std::string_view name) { return name.substr(0, name.find('/')); }

JsonValue json_of(const Measurement& measurement) {
  const JsonValue against = JsonValue::array(measurement.against, [&](const Rate& other) {
    return JsonValue::Object{
        {"name", other.name}, {"rate_per_second", other.per_second}, {"ratio", measurement.ratio(other)}};
  });
  return JsonValue::Object{{"name", measurement.name},
                           {"rate_per_second", measurement.per_second},
                           {"unit", measurement.unit},
                           {"instruction_set", measurement.instruction_set},
                           {"against", against}};
}

}  // namespace

std::string rate_text(double per_second) {
  struct Prefix {
    double least;
    std::string_view letter;
  };
  // From 999.5 on three digits would be 1000.
  for (const Prefix& prefix : std::array{Prefix{1e9, "G"}, Prefix{1e6, "M"}, Prefix{1e3, "k"}}) {
    if (per_second >= prefix.least * 0.9995) {
      return ratio_text(per_second / prefix.least) + " " + std::string(prefix.letter);
    }
  }
  return ratio_text(per_second);
}

std::string ratio_text(double ratio) {
  if (ratio >= 99.95) return fmt::format("{:.0f}", ratio);
  if (ratio >= 9.995) return fmt::format("{:.1f}", ratio);
  if (ratio >= 0.9995) return fmt::format("{:.2f}", ratio);
  return fmt::format("{:.3f}", ratio);
}

std::string table_text(std::span<const Measurement> measurements) {
  report::Table table({{.heading = "what"},
                       {.heading = "rate", .to_the_right = true},
                       {.heading = "against"},
                       {.heading = "its rate", .to_the_right = true},
                       {.heading = "ratio", .to_the_right = true},
                       {.heading = "instructions"}});
  std::string title;
  for (const Measurement& one : measurements) {
    const std::string now = fmt::format("{}: {} per second", part_of(one.name), one.unit);
    if (now != title) table.add_title(now);
    title = now;
    const auto add = [&](bool first, const Rate* other) {
      table.add({{first ? one.name : ""},
                 {first ? rate_text(one.per_second) : ""},
                 {other != nullptr ? other->name : ""},
                 {other != nullptr ? rate_text(other->per_second) : ""},
                 {other != nullptr ? ratio_text(one.ratio(*other)) : ""},
                 {first ? one.instruction_set : ""}});
    };
    if (one.against.empty()) add(true, nullptr);
    for (const Rate& other : one.against) add(&other == &one.against.front(), &other);
  }
  return table.text(false);
}

std::string json_text(std::span<const Measurement> measurements) {
  return report::json_text(JsonValue::array(measurements, json_of));
}

}  // namespace halfulp::benchmarks
