// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "range/answer.hpp"
#include "range/reading/builder.hpp"

namespace halfulp::range {

/// A reading's id and one of its options.
using ChosenOption = std::pair<std::string, std::string>;

/// What a rulebook says of an observed result of an expression.
enum class Verdict : std::uint8_t {
  permitted,
  reading,  ///< forbidden, and permitted under another option of a reading
  forbidden,
  undecided,  ///< no bound forbids it, and no execution was found that gives it
};

/// The verdict on an observed result.
struct Judged {
  Answer answer;  ///< under the chosen readings
  Verdict verdict;
  std::optional<ChosenOption> under;  ///< of the verdict `reading`: the option
};

/// An expression under the chosen readings of a rulebook, and under each other option of one of them.
class JudgedExpression {
 public:
  /// Throws Error(kUsage) as parse_program().
  JudgedExpression(std::string text, std::vector<std::string> operands, Rulebook book, Format format, Readings readings,
                   Freedom freedom);

  [[nodiscard]] const Program& program() const { return chosen_; }

  /// `answered` answers for the operands at hand by a program. Where that forbids what was observed, one bits for each
  /// component, the first other option of a reading is found that permits it; readings on request are not tried.
  [[nodiscard]] Judged judge(std::span<const Bits> observed, const std::function<Answer(const Program&)>& answered);

 private:
  [[nodiscard]] const Program& under(const ChosenOption& option);

  std::string text_;
  std::vector<std::string> operands_;
  Rulebook book_;
  Format format_;
  Readings readings_;
  Freedom freedom_;
  Program chosen_;
  std::map<ChosenOption, Program> others_;  ///< by the option; those that were needed
};

}  // namespace halfulp::range
