// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "halfulp/device.hpp"
#include "halfulp/format.hpp"
#include "halfulp/judge.hpp"
#include "halfulp/operation.hpp"

namespace halfulp::report {

struct Completeness;
struct DeviceRounding;
struct Property;
struct Report;

/// What shows that a rule is broken.
enum class BreachKind : std::uint8_t {
  rule,          ///< results that fail
  reading,       ///< results that pass under another reading only; a failure where they are strictly judged
  rounding,      ///< the run as a whole mixes two roundings
  completeness,  ///< the device offers some of what it has to offer all or none of
  property,      ///< a conversion lacks a property as a whole
};

/// "rule", "reading", "rounding", "completeness", "property".
[[nodiscard]] std::string_view name(BreachKind kind) noexcept;

/// A rule that a report has as broken, in one place.
struct Breach {
  BreachKind kind = BreachKind::rule;
  std::string rulebook;
  Naming naming = Naming::direct3d;    ///< the rulebook's
  std::string rule;                    ///< its id; of a reading "ID=OPTION", several joined by ", "
  std::optional<Operation> operation;  ///< none for rounding and completeness
  Format format = Format::binary32;
  Variant variant;                 ///< `counts`: whether it makes the device not conform
  std::uint64_t count = 0;         ///< results that break it; 0 for the kinds that count none
  std::uint64_t cases = 0;         ///< judged in all
  std::optional<Witness> example;  ///< the first of them
  std::string found;               ///< what the run as a whole shows, of the last three kinds
};

/// Whether both speak of the same rule, rulebook, operation, format and variant.
[[nodiscard]] bool same_place(const Breach& one, const Breach& other) noexcept;

/// Whether it makes the device not conform.
[[nodiscard]] bool fails(const Breach& breach, bool strict) noexcept;

/// Everything that the report has as broken: of each result the rules and then the readings, and what the run as a
/// whole breaks.
[[nodiscard]] std::vector<Breach> breaches(const Report& report);

/// What the run as a whole breaks, or would break.
[[nodiscard]] Breach breach_of(const DeviceRounding& rounding);
[[nodiscard]] Breach breach_of(const Completeness& completeness);
[[nodiscard]] Breach breach_of(const Property& property);

/// "add (binary16) by FMin", "mul", "the whole run".
[[nodiscard]] std::string place_text(const Breach& breach);

/// How many results break it: "1,234"; "broken" of what counts none; "0" where there is no breach.
[[nodiscard]] std::string extent_text(const std::optional<Breach>& breach);

}  // namespace halfulp::report
