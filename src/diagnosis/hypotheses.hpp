// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "diagnosis/failure_counts.hpp"
#include "halfulp/judge.hpp"
#include "number/wide.hpp"

namespace halfulp::diagnosis {

/// Of which formats a behaviour may be true apart: of any, of that of the denormal operands, of that of the results.
enum class Scope : std::uint8_t { all, operands, results };
/// The control of an API that decides whether a device behaves so.
enum class AskedBy : std::uint8_t { nothing, denormals_flushed, denormals_preserved };

/// A behaviour of devices that breaks rules.
struct Hypothesis {
  std::string_view id;    ///< "keeps_denormal_operands"
  std::string_view says;  ///< completes "91 of 92 failures: ..."
  Scope scope = Scope::all;
  AskedBy otherwise = AskedBy::nothing;  ///< the control by which a program asks a device to do otherwise
  bool whole = false;                    ///< it fits by chance where it and others leave failures of a rule
  std::string_view narrows = {};         ///< the id of one that is true of the same cases and of more
};

/// All hypotheses, at most 128. Of two that explain the same number of failures the first is reported.
[[nodiscard]] std::span<const Hypothesis> hypotheses();

/// A set of hypotheses: bit i is hypotheses()[i].
using HypothesisSet = number::UnsignedWide;
/// Those that explain what narrower hypotheses explain too.
[[nodiscard]] HypothesisSet broad_hypotheses();
/// Those that name no cause: off by one, an operand unchanged, zero. They explain failures of different causes.
[[nodiscard]] HypothesisSet vague_hypotheses();

/// Decides which hypotheses explain a failure. A hypothesis explains it when it predicts the observed bits, by exact
/// arithmetic rounded once or as often as the behaviour rounds; or when the result would pass, had the rulebook asked
/// for the behaviour (denormals kept or flushed) or the device been given other operands (|x|). Safe to share between
/// threads.
class HypothesisTest {
 public:
  /// `operation`: one for which the rulebook has rules.
  HypothesisTest(const Rulebook& rulebook, Operation operation, Format format, const Readings& readings = {});

  /// The hypotheses that explain one failing case. Throws what explain() throws.
  [[nodiscard]] HypothesisSet explaining(std::span<const Bits> operands, Bits observed) const;
  [[nodiscard]] Operation operation() const;
  [[nodiscard]] Format format() const;

 private:
  struct State;
  std::shared_ptr<State> state_;
};

/// How many failures each set of hypotheses explains. Merging is associative and independent of order.
struct FailuresBySet {
  std::uint64_t failures = 0;
  /// The failures that were tried, by every set that occurred: a few dozen at most.
  std::map<HypothesisSet, Tally::Group> tried;

  void merge(const FailuresBySet& other);
};

/// How many failures each set explains, by broken rule. Where more than kMostTried failures break a rule a sample of
/// them is tried, the same in any order and any split of a run. Merging is associative and independent of order.
struct HypothesisCounts {
  static constexpr std::uint64_t kMostTried = std::uint64_t{1} << 20;
  static constexpr std::size_t kLevels = 8;
  struct OfRule {
    std::array<FailuresBySet, kLevels> levels;  ///< by level(): all are tried, or none
    std::size_t least = 0;                      ///< of the levels that are tried
    /// Failures that were handed over earlier; they count when levels are given up.
    std::array<std::uint64_t, kLevels> before{};

    [[nodiscard]] FailuresBySet all() const;
    void merge(const OfRule& other);
  };
  std::map<std::string, OfRule, std::less<>> broken;  ///< by rule id

  /// The failures that break one rule, none if it is not broken. If some hypotheses, vague ones aside, explain every
  /// failure of the operation, whichever rule it breaks, the sets hold these alone.
  [[nodiscard]] FailuresBySet of_rule(std::string_view rule) const;
  /// The level of a case, by its index: 0 for fifteen of sixteen cases, 1 for fifteen of sixteen of the rest, and so
  /// on.
  [[nodiscard]] static std::size_t level(std::uint64_t index) noexcept;
  /// Adds one failing case. `explaining` returns its set, and is called if the case is tried.
  void note(std::string_view rule, const Witness& witness, const std::function<HypothesisSet()>& explaining);
  void merge(const HypothesisCounts& other);
  /// Forgets the counts, which the caller has merged elsewhere, but not how many failures they hold.
  void hand_over();
};

/// Adds the failures of a span to both counts. `first_index`, the lanes and `failures`: those of SpanJudge::judge().
/// `check`, if given, is called before each failure; what it throws leaves part of the span in the counts.
void note_failures(std::uint64_t first_index, std::span<const ConstLane> operands, ConstLane results,
                   std::span<const Failure> failures, const HypothesisTest& test, FailureCounts& failure_counts,
                   HypothesisCounts& counts, const std::function<void()>& check = {});

/// At most four hypotheses that explain most failures: each explains most of those that the ones before it leave.
struct ExplainedFailures {
  struct Part {
    Hypothesis hypothesis;
    std::uint64_t explains = 0;  ///< failures, whether or not another part explains them too
  };
  std::uint64_t failures = 0;
  std::uint64_t untried = 0;  ///< of the failures: they count nowhere below
  std::vector<Part> parts;
  HypothesisSet chosen = 0;  ///< the hypotheses of the parts
  Tally::Group unexplained;
};
[[nodiscard]] ExplainedFailures explained(const FailuresBySet& failures);

}  // namespace halfulp::diagnosis
