// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "report/gate/gate.hpp"
#include "report/json_value.hpp"

namespace halfulp::report {

/// What is new, known, waived and healed, and the waivers that excuse nothing, as a person reads it: a section of a
/// report's text. At most 110 columns wide, but for names that are wider.
[[nodiscard]] std::string gate_text(const Gate& gate, bool colour);

/// What is new, each with its first case, what healed or is offered no more, and the waivers that excuse nothing: a
/// part of the report's screen.
[[nodiscard]] std::string gate_news(const Gate& gate, bool colour);

/// "passes: 59 known, 2 waived", "does not pass: 1 new, 59 known".
[[nodiscard]] std::string gate_sentence(const Gate& gate);

/// The same as a line: "gate: passes: 59 known, 2 waived".
[[nodiscard]] std::string gate_verdict(const Gate& gate, bool colour);

/// In how many results the baseline has the rule as broken; "-" of what it did not judge, "" without a baseline.
[[nodiscard]] std::string baseline_extent(const GatedFailure& failure);

/// Why a waiver excuses nothing, after its name: "counts no more: it expired after 2026-06-01"; "" of what was not
/// judged.
[[nodiscard]] std::string idle_sentence(const IdleWaiver& idle);

/// The shape of the report's member `gate`; docs/json.md describes it.
[[nodiscard]] JsonValue gate_shape(const Gate& gate);

}  // namespace halfulp::report
