// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "diagnosis/failure_counts.hpp"
#include "halfulp/judge.hpp"

namespace halfulp::diagnosis {

/// How a device may behave that breaks a rule.
struct Hypothesis {
  std::string_view id;    ///< "keeps_denormal_operands"
  std::string_view says;  ///< completes "91 of 92 failures: ..."
};

/// All of them, at most 64. Of two that explain as many failures the first is reported.
[[nodiscard]] std::span<const Hypothesis> hypotheses();

/// A set of hypotheses: bit i is hypotheses()[i].
using HypothesisSet = std::uint64_t;

/// Decides which hypotheses explain a failure. A hypothesis explains it when it predicts the observed bits, by exact
/// arithmetic rounded once or as often as the behaviour rounds; or when the result would pass, had the rulebook asked
/// for the behaviour (denormals kept or flushed) or the device been given other operands (|x|). Safe to share between
/// threads.
class HypothesisTest {
 public:
  /// Of an operation that the rulebook has.
  HypothesisTest(const Rulebook& rulebook, Operation operation, Format format, const Readings& readings = {});

  /// Those that explain one failing case. Throws as explain().
  [[nodiscard]] HypothesisSet explaining(std::span<const Bits> operands, Bits observed) const;
  [[nodiscard]] Operation operation() const;
  [[nodiscard]] Format format() const;

 private:
  struct State;
  std::shared_ptr<State> state_;
};

/// How many failures each set of hypotheses explains, by broken rule. Merging is associative and independent of order.
/// Every set that occurred is kept: no more than the behaviours that some operation can show together, a few dozen.
struct HypothesisCounts {
  using Sets = std::map<HypothesisSet, Tally::Group>;
  std::map<std::string, Sets, std::less<>> broken;  ///< by rule id

  void note(std::string_view rule, HypothesisSet explaining, const Witness& witness);
  void merge(const HypothesisCounts& other);
};

/// Takes in the failures of a span: `first_index` and the lanes as SpanJudge::judge() has them.
void note_failures(std::uint64_t first_index, std::span<const ConstLane> operands, ConstLane results,
                   std::span<const Failure> failures, const HypothesisTest& test, FailureCounts& failure_counts,
                   HypothesisCounts& counts);

/// Adds the sets of some failures to those of others.
void merge(HypothesisCounts::Sets& into, const HypothesisCounts::Sets& from);

/// The fewest hypotheses that explain most failures, each chosen for what those before it leave.
struct ExplainedFailures {
  struct Part {
    Hypothesis hypothesis;
    std::uint64_t explains = 0;  ///< failures, whether or not another part explains them too
  };
  std::uint64_t failures = 0;
  std::vector<Part> parts;
  HypothesisSet chosen = 0;  ///< those of the parts
  Tally::Group unexplained;
};
[[nodiscard]] ExplainedFailures explained(const HypothesisCounts::Sets& sets);

}  // namespace halfulp::diagnosis
