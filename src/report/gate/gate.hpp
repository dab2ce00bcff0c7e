// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "report/difference.hpp"
#include "report/gate/waiver.hpp"
#include "report/shown_case.hpp"

namespace halfulp::report {

/// What a run is held to in addition to its rulebooks.
struct GateTerms {
  std::string baseline_file;       ///< "": none
  std::optional<Report> baseline;  ///< an earlier report: what fails there is known
  bool lists_failures = false;     ///< the baseline has results only where something fails (read_baseline())
  std::string waivers_file;        ///< "": none
  std::vector<Waiver> waivers;
  std::string today;  ///< YYYY-MM-DD
};

/// What becomes of a failure.
enum class Standing : std::uint8_t {
  fails,   ///< neither known nor waived
  known,   ///< the baseline has it too, and as often at least where the two can be compared
  waived,  ///< a waiver excuses it
};

/// "new", "known", "waived".
[[nodiscard]] std::string_view name(Standing standing) noexcept;

/// A failure: a breach that makes the device not conform.
struct GatedFailure {
  Breach breach;
  Standing standing = Standing::fails;
  std::optional<Change> since;          ///< against the baseline; nothing without one
  std::optional<Breach> before;         ///< the baseline's
  std::optional<Waiver> waiver;         ///< that excuses it
  std::optional<Waiver> expired;        ///< that would, had its day not been over; only where nothing else excuses it
  std::optional<ShownCase> shown = {};  ///< its first case; nothing of a whole run
};

/// Why a waiver excuses nothing.
enum class Idleness : std::uint8_t {
  expired,       ///< its day is over, and what it would excuse fails
  needless,      ///< what it speaks of was judged, and does not fail
  unknown_rule,  ///< no rulebook has such a rule
  not_judged,    ///< the run did not judge what it speaks of, or not all of it
};

/// "expired", "needless", "unknown rule", "not judged".
[[nodiscard]] std::string_view name(Idleness idleness) noexcept;

struct IdleWaiver {
  Waiver waiver;
  Idleness why = Idleness::needless;
  std::string nearest;  ///< of an unknown rule the one most likely meant, or ""
};

/// What a baseline and waivers make of a report's failures.
struct Gate {
  std::string baseline_file;  ///< "": none
  std::string waivers_file;   ///< "": none
  std::string today;
  bool strict = false;
  std::vector<Mismatch> mismatches;  ///< between the baseline's run and this one
  std::vector<GatedFailure> failures;
  std::vector<BreachChange> healed;  ///< failures of the baseline that are none any more
  std::vector<RowChange> no_longer;  ///< what the device offered when the baseline was made, and does not now
  std::vector<IdleWaiver> idle;
};

/// Holds a report to the terms. `books`: the rulebooks that it was judged by. A failure in more of the same cases than
/// the baseline's, or in others, is new; where the runs do not have the same cases, it is known whatever its count.
[[nodiscard]] Gate gate_of(const Report& report, const GateTerms& terms, std::span<const Rulebook> books);

/// Whether no failure is new; when strict, also no waiver is needless or of an unknown rule, and nothing is offered no
/// more.
[[nodiscard]] bool passes(const Gate& gate) noexcept;

/// Why a test of that row's results, or of what a whole run breaks, is not counted as failed: "waived: a known bug".
/// Nothing when one of its failures is new, or when nothing of it fails.
[[nodiscard]] std::optional<std::string> excuse(const Gate& gate, const Result& row);
[[nodiscard]] std::optional<std::string> excuse(const Gate& gate, const Breach& of_run);

}  // namespace halfulp::report
