// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "lowering/question.hpp"
#include "report/json_value.hpp"
#include "report/rule_words.hpp"

namespace halfulp::report {

/// A rule that decides on one side: its id and its words.
struct LoweringRule {
  std::string id;
  RuleWords words;
};

/// One side of a question, as people read it.
struct LoweringSide {
  std::string name;                 ///< "rcp by d3d11", "x * rcp(y) by d3d11"
  std::vector<LoweringRule> rules;  ///< that decide: the accuracy, tables and identities; of an expression of each step
};

/// One witness, as people read it.
struct LoweringCase {
  lowering::Witness witness;
  std::string call;                               ///< "rcp(0x1p-130)"
  std::array<PermittedSet, 2> permitted;          ///< by A and by B
  std::array<std::vector<std::string>, 2> rules;  ///< by which
};

/// The answer for one operation.
struct Lowering {
  Operation operation{};  ///< B's
  Format format = Format::binary32;
  std::array<LoweringSide, 2> sides;
  lowering::Census census;
  /// Of each difference of the census the first witness, and the widest where that is another.
  std::vector<std::vector<LoweringCase>> cases;
};

enum class LoweringVerdict : std::uint8_t {
  yes,          ///< for all operands, or by the rules as written
  not_refuted,  ///< no case that was tried is forbidden; there are others
  partly,       ///< all operands were decided, and some are allowed
  no,           ///< no operand is allowed, or a case that was tried is forbidden
};
[[nodiscard]] LoweringVerdict verdict_of(const lowering::Census& census) noexcept;
/// "yes", "not_refuted", "partly", "no".
[[nodiscard]] std::string_view name(LoweringVerdict verdict) noexcept;
/// The same for people: "not refuted", "for some".
[[nodiscard]] std::string_view verdict_word(LoweringVerdict verdict) noexcept;

/// The answers of one run.
struct Lowerings {
  std::array<std::string, 2> arguments;  ///< A and B as the command line names them
  std::uint64_t seed = 1;
  std::vector<Lowering> answers;
  /// Operations of B for which there is no answer, and why: "A has no rule".
  std::vector<std::pair<std::string, std::string>> unanswered;
};

[[nodiscard]] Lowering lowering_of(const lowering::Question& question, lowering::Census census);

/// "May what d3d11 permits be used where metal1 is asked?"
[[nodiscard]] std::string question_sentence(const Lowerings& lowerings);

/// The verdict in a sentence: "only for some operands: 75 of 4,294,967,296 are forbidden, all were decided".
[[nodiscard]] std::string verdict_sentence(const Lowering& lowering, std::uint64_t seed);

/// What was decided: "by the rules", "12 of 4,294,967,296 operands, all forbidden".
[[nodiscard]] std::string extent_text(const lowering::Census& census);
/// "12 operands: A permits zeros by RULE that B forbids by RULE": the i-th difference.
[[nodiscard]] std::string difference_sentence(const Lowering& lowering, std::size_t i);
/// Its operands and examples, by lines.
[[nodiscard]] std::string cases_text(const Lowering& lowering, std::size_t i);

/// One answer whole; of several a table.
[[nodiscard]] std::string lowerings_text(const Lowerings& lowerings);
[[nodiscard]] JsonValue lowerings_shape(const Lowerings& lowerings);
/// A page: the matrix of the verdicts, then each answer.
[[nodiscard]] std::string lowerings_page(const Lowerings& lowerings);

/// "0x00000001 to 0x007fffff (1.4012985e-45 to 1.1754942e-38)".
[[nodiscard]] std::string range_text(Format format, const lowering::OperandRange& range);

}  // namespace halfulp::report
