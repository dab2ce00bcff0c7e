// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "report/breach.hpp"
#include "report/report.hpp"

namespace halfulp::report {

/// What two runs do not have in common, so that their reports cannot be compared in every respect.
struct Mismatch {
  std::string what;                   ///< "suite", "seed", "rulebook d3d11"
  std::array<std::string, 2> values;  ///< of the earlier and the later report
  std::string follows;                ///< what cannot be concluded, one sentence
};

/// What became of a broken rule.
enum class Change : std::uint8_t {
  broke,         ///< only the later report has it as broken; both judged what shows it
  first_judged,  ///< the later report has it as broken, of results that the earlier run did not judge
  more_often,    ///< more of the same cases break it
  other_cases,   ///< as many of the same cases break it, but not the same: some that did not before
  still,         ///< both have it; counts are reported but not compared where the cases differ
  less_often,    ///< fewer of the same cases break it
  healed,        ///< only the earlier report has it, though the later run judged all its cases
  not_seen,      ///< only the earlier report has it; the later run did not judge what would show it
};

/// "broke", "first judged", "more often", "other cases", "still", "less often", "healed", "not seen".
[[nodiscard]] std::string_view name(Change change) noexcept;

/// A rule that at least one of the two reports has as broken in one place (of results that both judged, or a whole
/// run).
struct BreachChange {
  Change change = Change::still;
  std::array<std::optional<Breach>, 2> breaches;  ///< earlier, later; nothing where that report has it as kept
  /// Whether the exit code of a comparison shows it: broke, first judged, more often or other cases, in what counts.
  bool worse = false;
  /// The operands of the case that shows it: the later report's first one, or else the earlier's. Nothing of whole
  /// runs.
  std::optional<Witness> witness;
  std::array<std::optional<Bits>, 2> observed;  ///< the results of that case, where a report keeps them
  std::string command;                          ///< the command line that judges the witness again; "" for none

  [[nodiscard]] bool is_better() const { return change == Change::healed || change == Change::less_often; }
  /// The later report's, or else the earlier's.
  [[nodiscard]] const Breach& breach() const { return breaches[1] ? *breaches[1] : *breaches[0]; }
};

/// One way of computing an operation in a format, judged by a rulebook: a row of a report.
struct Row {
  std::string rulebook;
  Naming naming = Naming::direct3d;  ///< the rulebook's
  Operation operation = Operation::add;
  Format format = Format::binary32;
  Variant variant;
};

/// The operation as reports name it: "add", "add (binary16)".
[[nodiscard]] std::string called(const Row& row);

/// The largest error of the same cases became another.
struct ErrorChange {
  Row row;
  std::array<Witness, 2> worst;  ///< earlier, later; both have an error
  std::string command;           ///< judges the later one again

  [[nodiscard]] bool grew() const { return *worst[1].error_ulp > *worst[0].error_ulp; }
};

/// What became of a row as a whole.
enum class RowFate : std::uint8_t {
  lost,              ///< the device was lost on it in the later run, not in the earlier
  no_longer,         ///< the device does not offer it any more
  not_judged,        ///< the later run did not judge it, or not all its cases
  offered,           ///< the device did not offer it before
  not_judged_before  ///< the earlier run did not judge it, or not all its cases
};

/// "lost", "offered no more", "not judged", "new", "not judged before".
[[nodiscard]] std::string_view name(RowFate fate) noexcept;

struct RowChange {
  RowFate fate = RowFate::offered;
  Row row;
  Outcome outcome = Outcome::not_run;  ///< in the report that has it; of a row that both have, in the later
  std::string because;                 ///< of a lost one the device's message
};

/// A fact of the device that the two reports have differently: its title, its driver's version. "" where it is not
/// known.
struct FactChange {
  std::string what;
  std::array<std::string, 2> values;
};

/// A cause that only one of two reports has.
struct CauseChange {
  bool is_new = true;  ///< the later report has it
  Cause cause;
};

/// New causes, then those that are gone, of operations that both reports judged in full. None where either names no
/// causes although something fails, as reports of earlier versions do.
[[nodiscard]] std::vector<CauseChange> cause_changes(const Report& earlier, const Report& later);

/// Whether the report says which causes its failures have: those of earlier versions do not.
[[nodiscard]] bool names_causes(const Report& report) noexcept;

/// Whether the report has all results of a place, or of its operation's principal way: other devices name theirs
/// otherwise.
[[nodiscard]] bool judges(const Report& report, const Cause::Where& place) noexcept;

/// Two reports, an earlier and a later one, or of two devices, and what became of everything in them.
struct Difference {
  struct Side {
    std::string file;
    Report report;
  };
  std::array<Side, 2> sides;
  bool strict = false;            ///< also what grew, is gone or needs a reading is worse
  std::vector<FactChange> facts;  ///< that differ
  std::vector<Mismatch> mismatches;
  /// Principal ways that are compared though they have other names: earlier, later.
  std::vector<std::array<Row, 2>> paired;
  std::vector<BreachChange> breaches;  ///< in the order of the later report, then what only the earlier has
  std::vector<ErrorChange> errors;     ///< only of rows with the same cases
  std::vector<RowChange> rows;         ///< of rulebooks that both reports have
  std::vector<CauseChange> causes;     ///< cause_changes()
};

/// Compares two reports. Rows and broken rules are paired by rulebook, operation, format, variant and rule; where two
/// devices have no name in common, their principal ways are paired. Counts and
/// largest errors are compared only of the same cases under the same rules: suite, seed, number of cases, halfulp's
/// version, rulebook's hash and readings are the same, and both runs judged all that was planned.
[[nodiscard]] Difference difference(Difference::Side earlier, Difference::Side later, bool strict);

/// Whether the later report is worse: a rule broke, breaks more often or in other cases, in a way of computing that
/// counts, or the device was lost where it was not before. Passes under another reading only are no breach unless
/// `strict`, or the later run, is strict. If `strict`, errors that grew and what is no longer offered or judged make it
/// worse too.
[[nodiscard]] bool is_worse(const Difference& difference) noexcept;

}  // namespace halfulp::report
