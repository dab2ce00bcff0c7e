// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "diagnosis/failure_counts.hpp"
#include "diagnosis/hypotheses.hpp"
#include "halfulp/device.hpp"
#include "halfulp/judge.hpp"
#include "halfulp/rulebook.hpp"
#include "halfulp/suite.hpp"
#include "report/failure_words.hpp"

namespace halfulp::report {

struct Gate;

/// A rulebook that a run judged by.
struct BookUsed {
  std::string id;
  std::string title;
  std::string hash;
  Naming naming = Naming::direct3d;
  std::string argument = {};  ///< what a command line calls it, a path or its id; "" for not known
  Readings readings = {};     ///< of those chosen the ones that it has
};

/// How much of a distance that an accuracy rule states the results use: the smallest with which they would still pass.
struct Margin {
  std::string where;      ///< for which operands it is stated: "abs(x) <= 100 * pi"; "" for all
  std::string_view unit;  ///< "ulp", "absolute", "relative" (to the exact result), "steps" (of a code)
  double stated = 0;
  double used = 0;
  std::array<Bits, kMaxArity> operands{};  ///< those of the case that uses so much
};

/// The largest error among the cases of one binade of the operation's ErrorAxis.
struct BinadeError {
  Bits first = 0;  ///< BinadeAxis::first()
  double error_ulp = 0;
  std::array<Bits, kMaxArity> operands{};  ///< those of the case that has it
};

/// What is known of one rule that a result breaks.
struct BrokenRule {
  FailureWords cases;   ///< which cases fail; without parts where a report in JSON does not say it
  Explanation example;  ///< of the rule's first failing case
};

/// What came out for one rulebook, one operation and one way in which the device computes it.
struct Result {
  std::string rulebook;
  Naming naming = Naming::direct3d;  ///< the rulebook's
  Operation operation = Operation::add;
  Format format = Format::binary32;
  Variant variant;
  bool principal = true;  ///< the device's first way; one result per rulebook and operation has it
  std::string suite;      ///< the suite that its cases come from: "quick"
  bool sampled = false;   ///< the cases are an even sample of the suite's
  std::uint64_t planned = 0;
  std::uint64_t lost = 0;    ///< cases that the device's loss cost
  std::string lost_because;  ///< the device's message, when cases were lost
  Tally tally;
  std::vector<Margin> margins;      ///< one per distance that the accuracy rule states and some case is measured by
  std::vector<BinadeError> errors;  ///< by binade, ascending
  std::optional<diagnosis::TriedCounts> tried;  ///< the cases judged, by class and binade
  std::map<std::string, BrokenRule> broken;     ///< by the rules of `tally.broken`
  std::map<std::string, Explanation> under;     ///< of the first cases, by the readings of `tally.under`
  diagnosis::FailureCounts::ByRule failures;    ///< the failures of each broken rule, by class and binade
  diagnosis::HypothesisCounts hypotheses;       ///< and by what explains them
  std::vector<Coverage> coverage;               ///< of the cases planned
};

/// What one sentence of the report speaks of: a broken rule, or readings under which results pass. One example is given
/// in full, of the first rulebook and operation that has it.
struct Finding {
  /// Which cases fail, of some operations of which the same words are true.
  struct Failing {
    FailureWords cases;
    std::vector<std::string> operations;  ///< as called() names them
  };
  struct Count {
    std::string rulebook;
    Operation operation = Operation::add;
    Format format = Format::binary32;
    std::uint64_t count = 0;
    Naming naming = Naming::direct3d;  ///< the rulebook's
  };
  std::string name;    ///< the rule's id, or "ID=OPTION" of the readings
  bool counts = true;  ///< false: only variants shown for comparison have it
  std::string says;    ///< the rule's sentence; for readings what the option says
  std::string source;  ///< "FS 3.1.3.2, stated"; for readings the question
  std::vector<Count> where;
  Explanation explanation;
  Variant variant;
  Witness example;
  std::string command;           ///< the command line that judges the example again
  std::vector<Failing> failing;  ///< of a broken rule, most failures first
  diagnosis::ExplainedFailures explained;
  std::string unexplained;  ///< the command line that judges the first unexplained failure; "" where there is none
};

/// A statement about the device as a whole, true of it in several operations or formats, that explains failures or
/// results that pass under readings alone. Each such result is charged to one cause, or is unexplained.
struct Cause {
  /// Whether the device's API lets a program ask for what the rulebook wants.
  enum class Control : std::uint8_t {
    nothing_to_ask,  ///< the API has no such control
    not_offered,     ///< it has one; this driver does not offer it
    not_obeyed,      ///< the program asked for it and the device did otherwise
  };
  /// Results of one operation, computed in one way.
  struct Where {
    std::string rulebook;
    Naming naming = Naming::direct3d;  ///< the rulebook's
    Operation operation = Operation::add;
    Format format = Format::binary32;
    std::string variant;
    std::uint64_t count = 0;

    /// `count` of that result's.
    [[nodiscard]] static Where in(const Result& result, std::uint64_t count) {
      return {result.rulebook, result.naming, result.operation, result.format, result.variant.name, count};
    }
    /// Whether the results are some of that result's.
    [[nodiscard]] bool is_of(const Result& result) const {
      return rulebook == result.rulebook && operation == result.operation && format == result.format &&
             variant == result.variant.name;
    }
  };
  std::string id;         ///< "keeps_denormals.binary32": the same in every report
  std::string statement;  ///< "keeps binary32 denormals, operands and results"
  Control control = Control::nothing_to_ask;
  std::uint64_t failed = 0;   ///< failures that it explains
  std::uint64_t reading = 0;  ///< results that it explains and that pass under readings alone
  std::vector<Where> where;   ///< most results first
  std::string rule;           ///< the rule that most of them break
  std::string says;           ///< its sentence
  std::string source;         ///< "FS 3.1.3.2, stated"
  Explanation explanation;    ///< of one case
  Variant variant;            ///< that computed it
  Witness example;
  std::string command;  ///< the command line that judges it again
};

/// Which failures break the rules of the device's own API too, of the first case of each operation and rule of each
/// cause, and of what no cause explains.
struct OwnRules {
  struct Breach {
    std::string cause;   ///< its id; "" for none
    Cause::Where where;  ///< `count`: of the failures that the case stands for
    std::string rule;    ///< of the API's rulebook
    std::string says;    ///< its sentence
    Witness example;
    std::string command;  ///< the command line that judges it by the API's rulebook
  };
  std::string rulebook;  ///< "vulkan1.3"
  std::string title;
  Readings readings;               ///< by the float controls in force
  std::uint64_t judged = 0;        ///< cases
  std::uint64_t without_rule = 0;  ///< cases of operations that the API's rulebook has no rule for
  std::vector<Breach> broken;
};

/// How the results of all operations were rounded where a rulebook admits rounding to nearest and toward zero.
struct DeviceRounding {
  /// The results that only one of the two explains.
  struct Side {
    std::uint64_t count = 0;
    std::vector<Finding::Count> where;
    /// The first of them.
    Operation operation = Operation::add;
    Format format = Format::binary32;
    Variant variant;
    Witness example;
  };
  std::string rulebook;
  Naming naming = Naming::direct3d;
  std::string rule;       ///< the rule that admits both; of several that of the rounding with fewer results
  std::string says;       ///< its sentence
  std::string source;     ///< "MSL1.0 Table 7-1, ambiguous"
  bool demanded = false;  ///< the device has to keep to one of the two
  std::string under;      ///< where it need not: the option under which it has to; or ""
  Side nearest;
  Side toward_zero;
};

/// An operation asked in a format.
struct Asked {
  Operation operation = Operation::add;
  Format format = Format::binary32;
};

/// What a device offers of the operations that a rule has it offer all or none of.
struct Completeness {
  std::string rulebook;
  Naming naming = Naming::direct3d;
  std::string rule;
  std::string says;
  std::string source;
  std::vector<Asked> offered;
  std::vector<Asked> lacking;
};

/// Whether a conversion has a property that a rule gives it as a whole.
struct Property {
  std::string rulebook;
  Naming naming = Naming::direct3d;
  std::string rule;
  std::string says;
  std::string source;
  Operation operation = Operation::add;
  Format format = Format::binary32;
  Variant variant;
  std::string tried;   ///< over what: "262,144 operands", "all 256 codes"
  std::string broken;  ///< where it does not hold, with the operands on both sides; "" where it holds
};

/// One device judged on one suite under one or more rulebooks.
struct Report {
  DeviceDescription device;
  std::string version;  ///< halfulp's
  std::string suite;
  std::uint64_t seed = 1;
  std::uint64_t cases = 0;  ///< asked for of each operation; 0: as many as the suite has
  bool strict = false;      ///< results that pass only under another reading fail
  Readings readings;        ///< those chosen; the others have their default
  std::vector<BookUsed> rulebooks;
  std::vector<Result> results;
  /// What was asked for and a rulebook has, but not the device.
  std::vector<Asked> not_offered;
  std::vector<Finding> broken;
  std::vector<Finding> under;
  std::vector<Cause> causes;               ///< most failures first
  std::vector<Cause::Where> unexplained;   ///< failing results that no cause explains
  std::optional<OwnRules> own_rules;       ///< nothing for a device whose API has no rulebook
  std::vector<DeviceRounding> roundings;   ///< one per rulebook with results that tell the rounding
  std::vector<Completeness> completeness;  ///< one per completeness rule of a rulebook
  std::vector<Property> properties;        ///< one per property rule, operation and variant
  bool interrupted = false;
  bool out_of_time = false;  ///< it ended before the last case because its time was over
  double seconds = 0;        ///< of all processes that took part together
  bool is_extract = false;   ///< read from an extract, which lacks ways of computing and what holds
  /// What a baseline and waivers make of the failures; null where there are neither.
  std::shared_ptr<const Gate> gate;
};

/// Whether the format has to be named with the operation: it is not binary32, and the operation's name does not hold
/// it.
[[nodiscard]] bool tells_format(Operation operation, Format format) noexcept;

/// "add", "add (binary16)", "binary16_to_binary32".
[[nodiscard]] std::string called(Operation operation, Format format, Naming naming);

/// "all 8,388,607 denormal operands, both signs; 3 of 12 zero operands, both signs; 2 others".
[[nodiscard]] std::string sentence(const FailureWords& cases);

/// What explains the failures of a result: the sum of what explains each broken rule's, so that no two outputs differ.
[[nodiscard]] diagnosis::ExplainedFailures explained(const Result& result);

/// "1,048,210 of 1,048,211 failures: rounds to nearest, ties to even; 1 unexplained".
[[nodiscard]] std::string sentence(const diagnosis::ExplainedFailures& explained);

/// How a result came out.
enum class Outcome : std::uint8_t {
  fail,           ///< at least one case fails
  lost,           ///< none failed, but the device was lost before the end
  unfinished,     ///< none failed, but the run ended before its last case
  reading,        ///< some cases pass only under another reading, the rest pass
  pass,           ///< every case on which the rulebook says anything passes
  unconstrained,  ///< the rulebook allows anything in every case
  not_run,        ///< the run ended before its first case
};

/// "fail", "lost", "unfinished", "reading", "pass", "unconstrained", "not run".
[[nodiscard]] std::string_view name(Outcome outcome) noexcept;

[[nodiscard]] Outcome outcome(const Result& result) noexcept;

/// Whether every planned result was judged.
[[nodiscard]] bool is_complete(const Result& result) noexcept;

/// Whether the result makes the device not conform: it fails, or is strictly judged and needs another reading, and its
/// variant counts.
[[nodiscard]] bool breaks(const Result& result, bool strict) noexcept;

/// "nothing_to_ask", "not_offered", "not_obeyed".
[[nodiscard]] std::string_view name(Cause::Control control) noexcept;

/// "nearest", "toward_zero", "mixed".
[[nodiscard]] std::string_view mode(const DeviceRounding& rounding) noexcept;

/// "all 1,204 deciding results to nearest", "mixed: 1,200 deciding results to nearest, 4 toward zero".
[[nodiscard]] std::string sentence(const DeviceRounding& rounding);

/// "offered: add in binary64, binary64_to_binary32; lacking: none".
[[nodiscard]] std::string sentence(const Completeness& completeness);

/// "binary32_to_unorm8: holds for 262,144 operands", or where it does not.
[[nodiscard]] std::string sentence(const Property& property);

/// Whether the device mixes two roundings and has to keep to one.
[[nodiscard]] bool breaks(const DeviceRounding& rounding) noexcept;

/// Whether the device offers some of the operations and lacks others.
[[nodiscard]] bool breaks(const Completeness& completeness) noexcept;

/// Whether a conversion that counts lacks the property.
[[nodiscard]] bool breaks(const Property& property) noexcept;

/// Rules of a rulebook that the run as a whole breaks, though no single result does.
[[nodiscard]] std::vector<std::string> broken_by_run(const Report& report, std::string_view rulebook);

/// Whether neither a result nor the run as a whole makes the device not conform.
[[nodiscard]] bool conforms(const Report& report) noexcept;

/// Whose names of operations that no result has: the first rulebook's.
[[nodiscard]] Naming naming_of_others(const Report& report) noexcept;

/// Whether every planned case was judged: neither a loss nor an interrupt, and time enough.
[[nodiscard]] bool is_complete(const Report& report) noexcept;

/// Whether the device's loss cost any case.
[[nodiscard]] bool lost(const Report& report) noexcept;

}  // namespace halfulp::report
