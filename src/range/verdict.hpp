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
#include "range/builder.hpp"

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

/// Of results without readings: one bits for each component, each of which is decided alone.
[[nodiscard]] Verdict verdict_of(const Answer& answer, std::span<const Bits> observed, Format format);

/// An expression under the chosen readings of a rulebook, and under each other option of one of them.
class JudgedExpression {
 public:
  /// Throws Error(kUsage) as parse_program().
  JudgedExpression(std::string text, std::vector<std::string> operands, Rulebook book, Format format, Readings readings,
                   Freedom freedom);

  [[nodiscard]] const Program& program() const { return chosen_; }

  /// The first option of a reading, other than the chosen one, for whose program `permits` holds. Readings on request
  /// are not tried.
  [[nodiscard]] std::optional<ChosenOption> option_that(const std::function<bool(const Program&)>& permits);

 private:
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
