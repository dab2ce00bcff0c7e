// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "halfulp/format.hpp"
#include "halfulp/range.hpp"
#include "halfulp/rulebook.hpp"

namespace halfulp {

/// What a rulebook says of an observed result of an expression.
enum class ExpressionVerdict : std::uint8_t {
  permitted,
  reading,    ///< forbidden, and permitted under another option of a reading
  forbidden,  ///< no execution gives it in which each step's result is one that the rulebook permits
  undecided,  ///< no bound forbids it, and no execution was found that gives it
};

/// The verdict on an observed result.
struct ExpressionJudgement {
  ExpressionVerdict verdict = ExpressionVerdict::undecided;
  /// Of the verdict `reading`: a reading's id and the option that permits the result.
  std::optional<std::pair<std::string, std::string>> under;
};

/// An expression that is parsed once and judged on many operands. For one thread at a time; threads have one each.
class Expression {
 public:
  /// `text`: an expression in the common syntax of HLSL, GLSL, MSL and WGSL (docs/howto/expressions.md). `operands`:
  /// the names of its operands in the order in which values are given, "x", of a vector "n.x", "n.y"; without them
  /// those that the text has, in the order in which they come, where a vector that is used whole (`dot(n, l)`) is no
  /// operand. `format` is that of all operands and results; steps
  /// may have others, `half(x) * 2`. Of `options` only ranges have `boxes`. Throws
  /// Error(kUsage) that quotes the text and the place for what cannot be read, a name that is no operand, a step for
  /// which the rulebook has no rule, a format that is not floating, readings that do not exist.
  Expression(const Rulebook& rulebook, std::string_view text, std::vector<std::string> operands = {},
             Format format = Format::binary32, const Readings& readings = {}, const ExpressionOptions& options = {});
  Expression(Expression&& other) noexcept;
  Expression& operator=(Expression&& other) noexcept;
  ~Expression();

  /// The names of its operands, in the order in which values are given.
  [[nodiscard]] const std::vector<std::string>& operands() const noexcept;
  /// How many components the result has: 1, of a vector 2 to 4.
  [[nodiscard]] std::size_t components() const noexcept;

  /// What it may return for operands, any bit patterns of the format, as range_of() gives it for single values. Throws
  /// Error(kUsage) unless there is one for each operand, Error(kInput) for one with bits above the format's width.
  [[nodiscard]] ExpressionRange permitted(std::span<const Bits> operands);

  /// Judges an observed result, one value for each component, each of which is judged alone. A result that the chosen
  /// readings forbid is judged under each other option of one reading; options that are chosen by request only are not
  /// tried. Throws as permitted(), and Error(kUsage) unless `result` has components() values.
  [[nodiscard]] ExpressionJudgement judge(std::span<const Bits> operands, std::span<const Bits> result);

 private:
  struct Parts;
  std::unique_ptr<Parts> parts_;
};

}  // namespace halfulp
