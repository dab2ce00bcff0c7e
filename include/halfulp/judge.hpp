// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "halfulp/error_profile.hpp"
#include "halfulp/format.hpp"
#include "halfulp/operation.hpp"
#include "halfulp/permitted.hpp"
#include "halfulp/rulebook.hpp"

namespace halfulp {

// The floating-point environment of the calling thread (rounding mode, flushing) matters to nothing here and is left as
// it was.

/// One step of an expression that a bound is inherited from, and the results that it may have.
struct ExplainedStep {
  std::string expression;  ///< "exp(2 * x)"
  PermittedSet permitted;  ///< the hull of its finite results, and the others
};

/// What one rulebook permits for one case, and why.
struct Explanation {
  std::string rulebook;
  Naming naming = Naming::direct3d;  ///< the rulebook's
  Operation operation = Operation::add;
  Format format = Format::binary32;
  std::vector<Bits> operands;
  Format result_format = Format::binary32;
  std::string exact;              ///< the exact result: "0x1.8p+1", "-inf", "+0", "nan", "~0.84147098480789650665..."
  bool exact_of_flushed = false;  ///< the exact result is that of the operands after their denormals were flushed
  bool exact_clamped = false;     ///< it is an end of the result's format, beyond which an operand lies
  PermittedSet permitted;
  std::vector<std::string> rules;  ///< ids of the rules that made the set, the deciding one first
  /// Where the bound is inherited from an expression: the steps of an "implemented as" expression, inner ones first,
  /// for the operands given; of a fused operation the products and every order of summing them.
  std::vector<ExplainedStep> steps;
  bool steps_keep_range = false;  ///< an intermediate result may also be beyond the format's range: `steps` omits those
};

/// What one option of a reading that is not chosen would permit instead.
struct OtherReading {
  std::string reading;
  std::string option;
  PermittedSet permitted;
};

/// The permitted set of one case: the definition, clear and slow (microseconds).
/// Operands: one per operand of the operation, any bit patterns of their formats. Exact: no error.
/// Throws Error(kUsage) when the rulebook has no rules for the operation in that format or the operands are not arity
/// many; Error(kInput) when one has bits above its format's width; Error(kInternal), naming the case, when 2^14 bits do
/// not decide it or the set is empty (a rulebook's defect).
[[nodiscard]] Explanation explain(const Rulebook& rulebook, Operation operation, Format format,
                                  std::span<const Bits> operands, const Readings& readings = {});

/// The options under which the permitted set of a case would be another, in the rulebook's order; each is tried alone,
/// in addition to the readings chosen. Operands and errors as for explain().
[[nodiscard]] std::vector<OtherReading> other_readings(const Rulebook& rulebook, Operation operation, Format format,
                                                       std::span<const Bits> operands, const Readings& chosen = {});

enum class Verdict : std::uint8_t { pass, fail, reading, unconstrained, invalid_operand };

/// "pass", "fail", "reading", "unconstrained", "invalid_operand".
[[nodiscard]] std::string_view name(Verdict verdict) noexcept;

/// A way to round.
enum class Rounding : std::uint8_t { nearest, toward_zero };

/// "nearest", "toward_zero".
[[nodiscard]] std::string_view name(Rounding rounding) noexcept;

/// The verdict on one result.
struct Judgement {
  Verdict verdict = Verdict::pass;
  std::string rule;  ///< the broken rule, when the verdict is fail or reading
  /// The options that would make it pass, when the verdict is reading: the fewest that do.
  Readings under;
  /// |observed - exact| in ULP of the exact result (the rulebook's definition), of normalised and fixed-point codes in
  /// steps of the code; nothing when either is not finite.
  std::optional<double> error_ulp;
  /// Where the rulebook admits rounding to nearest (ties to even) and toward zero: the one that alone explains a result
  /// that passes; nothing where both do.
  std::optional<Rounding> rounding;
};

/// Judges one result. Operands as for explain(); `observed`: any bits of the operation's result format. Throws as
/// explain(), Error(kInput) for a result with bits above its format's width too.
[[nodiscard]] Judgement judge_result(const Rulebook& rulebook, Operation operation, Format format,
                                     std::span<const Bits> operands, Bits observed, const Readings& readings = {});

/// One judged case kept as a witness.
struct Witness {
  std::uint64_t index = 0;  ///< its number in the suite
  std::array<Bits, kMaxArity> operands{};
  Bits observed = 0;
  std::optional<double> error_ulp;
};

/// Counts and witnesses of judged cases. Merging is associative and independent of order.
struct Tally {
  struct Group {
    std::uint64_t count = 0;
    Witness example;  ///< the one with the smallest index

    /// Adds cases, none or more, of which `example` is the first.
    void merge(const Group& other);
  };
  std::uint64_t cases = 0;
  std::uint64_t passed = 0;
  std::uint64_t failed = 0;
  std::uint64_t reading = 0;
  std::uint64_t unconstrained = 0;
  std::uint64_t invalid_operand = 0;
  std::map<std::string, Group> broken;  ///< failures by rule id
  std::map<std::string, Group> under;   ///< passes under another reading, by "id=option" ("id=option, id=option")
  /// The case with the largest error among finite results that pass or that break an accuracy rule, as `errors`
  /// measures it; of equal ones that of the smallest index. judge_result() has its exact error.
  std::optional<Witness> worst;
  ErrorProfile errors;  ///< of the cases among which `worst` is
  Group to_nearest;     ///< passes that only rounding to nearest explains, where toward zero is admitted too
  Group toward_zero;    ///< passes that only rounding toward zero explains, where to nearest is admitted too

  void merge(const Tally& other);
  /// Makes a case with an error `worst`, unless that has a larger one. Below ErrorProfile::kLeastError all are equal.
  void note_worst(const Witness& given);
  /// Whether the five counts of verdicts sum to `cases`; a sum that passes 2^64 does not.
  [[nodiscard]] bool adds_up() const noexcept;
};

/// A case of a span that fails, or passes under another reading.
struct Failure {
  std::size_t position = 0;  ///< in the span
  std::string_view rule;     ///< the broken one: a key of the tally's `broken`; "" where it passes under `under`
  std::string_view under;    ///< the options that make it pass: a key of the tally's `under`; "" where it fails
  /// As the tally's examples have it: of cases that the bulk path decides in doubles within 2^-20 relative.
  std::optional<double> error_ulp;
};

/// The bulk path: judges spans of results under one rulebook, with the verdicts of judge_result(). Safe to share
/// between threads.
class SpanJudge {
 public:
  /// Throws Error(kUsage) as explain().
  SpanJudge(const Rulebook& rulebook, Operation operation, Format format, const Readings& readings = {});
  ~SpanJudge();
  SpanJudge(SpanJudge&&) noexcept;
  SpanJudge& operator=(SpanJudge&&) noexcept;

  /// Judges n results. `operands`: one lane per operand, each of n values of that operand's format; `results`: n values
  /// of the result format. `first_index`: the number of the first case, for witnesses. Adds to `tally`, and to
  /// `failures`, if given, each case that fails or passes under another reading, in their order. Throws before it
  /// judges any Error(kUsage) if lanes have other sizes, Error(kInput) if an operand or a result has bits above its
  /// format's width; Error(kInternal) as explain(). `check`, if given, is called at least every 8,192 cases and before
  /// each case that exact arithmetic decides, which may take milliseconds: what it throws, judge() throws, and leaves
  /// part of the span in `tally` and `failures`.
  void judge(std::uint64_t first_index, std::span<const ConstLane> operands, ConstLane results, Tally& tally,
             std::vector<Failure>* failures = nullptr, const std::function<void()>& check = {}) const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace halfulp
