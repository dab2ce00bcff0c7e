// SPDX-License-Identifier: Apache-2.0
// Cases that the definition judges, compared with what SpanJudge says of them in spans.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "attack/cases.hpp"
#include "judge/verdict/judge_case.hpp"

namespace halfulp::test {

/// A result and the definition's judgement of it.
struct JudgedCase {
  std::vector<Bits> operands;
  Bits observed = 0;
  std::shared_ptr<const Judgement> expected;
};

/// The command that judges the case at which SpanJudge and the definition part, and both outcomes: verdicts, options,
/// roundings, and the rules of failures; "" if they do not part. Where the case differs only after others, the outcomes
/// are those of the shortest span from the first case that differs. `rulebook`: its name or path.
[[nodiscard]] std::string difference(const std::string& rulebook, const SpanJudge& judge, const judge::Ruling& ruling,
                                     const Readings& chosen, std::span<const JudgedCase> cases);

/// An option of each fourth reading that concerns the operation.
[[nodiscard]] Readings some_options(const Rulebook& rulebook, Operation operation, Format format,
                                    suite::Random& random);

/// How often the definition is asked: for each case, or once for all results of a tuple between two ends of what the
/// chosen readings or a single option permit. Of a span that differs it is asked for every case.
enum class Ask : std::uint8_t { each_case, each_zone };

/// Random cases of one operation.
class DrawnCases {
 public:
  /// `name`: the rulebook's name or path. The rulebook and the random numbers must outlive it.
  DrawnCases(std::string name, const Rulebook& rulebook, Operation operation, Format format, Readings chosen,
             suite::Random& random);

  /// Adds results of an operand tuple; returns false where the definition throws: the rulebook permits nothing.
  bool add_tuple(std::size_t results, Ask ask);
  /// Repeats cases until there are that many.
  void repeat_to(std::size_t count);
  /// Judges the cases in random order, in spans of 1 to 2,100; returns the first difference or "".
  [[nodiscard]] std::string difference(const SpanJudge& judge);

  [[nodiscard]] const std::vector<JudgedCase>& cases() const { return cases_; }
  [[nodiscard]] std::uint64_t asked() const { return asked_; }
  void clear() { cases_.clear(); }

 private:
  std::shared_ptr<const Judgement> judged(const std::vector<Bits>& operands, Bits observed);

  std::string name_;
  Readings chosen_;
  suite::Random& random_;
  std::vector<judge::Ruling> rulings_;  ///< under the chosen readings, then those whose sets bound zones
  judge::OtherReadings others_;
  attack::Cases draw_;
  std::vector<JudgedCase> cases_;
  std::uint64_t asked_ = 0;
};

}  // namespace halfulp::test
