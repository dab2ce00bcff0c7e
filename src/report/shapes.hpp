// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <span>

#include "halfulp/device.hpp"
#include "halfulp/judge.hpp"
#include "halfulp/permitted.hpp"
#include "halfulp/pixel_format.hpp"
#include "halfulp/rulebook.hpp"
#include "report/comparison.hpp"
#include "report/glance/special_cases.hpp"
#include "report/json_value.hpp"
#include "report/report.hpp"

namespace halfulp::report {

/// The shapes of the command's JSON output; docs/json.md describes them.
[[nodiscard]] JsonValue explanation_shape(const Explanation& explanation, const Readings& chosen,
                                          std::span<const OtherReading> others);
/// `deciding`: of a verdict `unconstrained`, the options under which the rulebook does not leave the result open.
[[nodiscard]] JsonValue judgement_shape(const Explanation& explanation, Bits observed, const Judgement& judgement,
                                        const Readings& chosen, std::span<const OtherReading> deciding = {});
/// What evaluate prints for an operation that gave `result`.
[[nodiscard]] JsonValue evaluation_shape(const Rulebook& book, Operation operation, Format format,
                                         std::span<const Bits> operands, Bits result);
[[nodiscard]] JsonValue rulebook_shape(const Rulebook& book);
[[nodiscard]] JsonValue rulebooks_shape(std::span<const Rulebook> books);
[[nodiscard]] JsonValue device_shape(const DeviceDescription& device);
/// `missing`: why this machine has no device of a kind, for each such kind.
[[nodiscard]] JsonValue devices_shape(std::span<const DeviceDescription> devices, std::span<const std::string> missing);
[[nodiscard]] JsonValue pixel_formats_shape(std::span<const PixelFormatInfo> formats);
[[nodiscard]] JsonValue report_shape(const Report& report);
/// Whether the device conforms; null where not every case was judged.
[[nodiscard]] JsonValue conforms_shape(const Report& report);
/// A cause, and the places whose results are charged to one or to none.
[[nodiscard]] JsonValue cause_shape(const Cause& cause);
[[nodiscard]] JsonValue own_rules_shape(const OwnRules& own);
[[nodiscard]] JsonValue charged_shape(std::span<const Cause::Where> places);
[[nodiscard]] JsonValue special_cases_shape(const SpecialCases& table);
[[nodiscard]] JsonValue comparison_shape(const Comparison& comparison);

/// What one rulebook's rules made of one operation, computed in one way.
[[nodiscard]] JsonValue result_shape(const Result& result);

/// A set of results.
[[nodiscard]] JsonValue permitted_shape(const PermittedSet& permitted);

/// What is permitted nearest to a result of that format; null for nothing.
[[nodiscard]] JsonValue nearest_shape(Format format, const std::optional<NearestPermitted>& nearest);
/// The bits of each operand. `operands`: as many as the operation has, or more.
[[nodiscard]] JsonValue operands_shape(Operation operation, Format format, std::span<const Bits> operands);

}  // namespace halfulp::report
