// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "halfulp/rulebook.hpp"
#include "range/program.hpp"
#include "range/real.hpp"

namespace halfulp::range {

/// What a compiler may make of an expression beyond what it says; each freedom is one more way of a node.
struct Freedom {
  bool contract = false;     ///< x * y + z may be fused
  bool reassociate = false;  ///< sums and products of several terms may be evaluated in any order
};

/// Nodes of a vector's components; of a scalar one; of a matrix those of its columns, one column after the other.
struct Value : std::vector<std::size_t> {
  using std::vector<std::size_t>::vector;
  std::size_t columns = 1;
};

/// Throws Error(kUsage).
[[noreturn]] void refuse(const std::string& why);

/// How many components vectors have that meet each other; scalars go with all. Throws Error(kUsage) where they differ.
[[nodiscard]] std::size_t common_size(std::span<const Value> values);

/// Makes the components of a vector, each of one component of every argument.
template <class Function>
Value by_component(std::span<const Value> arguments, Function make) {
  const std::size_t size = common_size(arguments);
  Value result;
  for (const Value& argument : arguments) result.columns = std::max(result.columns, argument.columns);
  for (std::size_t i = 0; i < size; ++i) {
    std::vector<std::size_t> of;
    for (const Value& argument : arguments) of.push_back(argument[argument.size() == 1 ? 0 : i]);
    result.push_back(make(of));
  }
  return result;
}

/// All components of vectors, each a value of its own.
[[nodiscard]] std::vector<Value> components_of(std::span<const Value> vectors);

/// Makes a program of steps that a rulebook has rules for. Its functions throw Error(kUsage) where it has none.
class Builder {
 public:
  Builder(const Rulebook& book, Format format, Readings readings, Freedom freedom);

  [[nodiscard]] Value operand(const std::string& name);
  /// A number that is rounded to the expression's format, or pi or e, which are not where they are folded. Where it
  /// meets a value of another format it is rounded to that.
  [[nodiscard]] Value number(std::string_view text);
  [[nodiscard]] std::optional<Value> constant(std::string_view name);
  /// The constant as a value of the expression's format: pi as 3.1415927.
  [[nodiscard]] Value rounded(const Value& constant);
  [[nodiscard]] Value negative(const Value& x);
  /// An operation component by component; a scalar goes with every component. Constants are folded. Operands of several
  /// floating formats are taken to the widest of them first.
  [[nodiscard]] Value apply(Operation operation, std::span<const Value> arguments);
  /// x1 + x2 - x3 ...: `signs`, one for each term.
  [[nodiscard]] Value sum(std::span<const Value> terms, const std::vector<bool>& is_negative);
  [[nodiscard]] Value product(std::span<const Value> factors);
  [[nodiscard]] Value quotient(const Value& x, const Value& y);
  /// `x` where a comparison of two values holds, or isnan and the like of one, else `y`.
  [[nodiscard]] Value select(Operation comparison, std::span<const Value> compared, const Value& x, const Value& y);
  /// The value in another format, by the rulebook's own conversion.
  [[nodiscard]] Value converted(const Value& x, Format to);
  [[nodiscard]] Value dot(const Value& x, const Value& y);

  /// Makes every step that this value is made of be computed as written: `precise`, SPIR-V's NoContraction.
  void keep_as_written(const Value& value);

  /// Takes what make() builds by the rules of the table that a function's name chooses: fast::sin, precise::sin.
  template <class Make>
  std::invoke_result_t<Make> by_table(const std::string& function, Make make) {
    const std::size_t before = table_;
    choose_table(function);
    std::invoke_result_t<Make> made = make();
    table_ = before;
    return made;
  }

  /// The operation, or that which stands for it in the rulebook, in the format in which these arguments have it;
  /// nothing where the rulebook has neither.
  [[nodiscard]] std::optional<Operation> known(Operation operation, std::span<const Value> arguments) const;
  /// Whether the rulebook has a rule for it that is no expression of other operations.
  [[nodiscard]] bool has_own_bound(Operation operation, std::span<const Value> arguments) const;
  /// Whether every component is a finite constant.
  [[nodiscard]] bool are_constant(std::span<const Value> values) const;
  [[nodiscard]] Format format() const { return program_.format->format; }
  /// The language whose names of functions the rulebook's users write: "hlsl"; "" for none.
  [[nodiscard]] const std::string& language() const { return tables_.front().book.language(); }
  /// Whether each component is true or false: 1 where a comparison holds and 0 elsewhere.
  [[nodiscard]] bool is_truth(const Value& value) const;
  /// The widest of the values that are not constants.
  [[nodiscard]] Format format_of(std::span<const Value> values) const;

  /// Notes, once, what a user has to know of how the expression was taken.
  void note(const std::string& text);
  /// The same of what a function is taken as that the rulebook has no rule for: its document may bound it otherwise.
  void note_made_of(std::string_view name, std::string_view made_of);
  /// Throws where a component of the result is in a format that does not become the expression's without rounding.
  [[nodiscard]] Program finish(const Value& result);

 private:
  /// Whose rules steps have.
  struct Table {
    Rulebook book;
    Readings readings;
    std::string prefix;  ///< of the names of its functions in steps: "fast::"
    std::map<std::pair<Operation, Format>, const judge::Ruling*> rules{};
  };

  void choose_table(const std::string& function);
  [[nodiscard]] const Rulebook& book() const { return tables_[table_].book; }
  std::size_t add_node(Node node);
  std::size_t add_constant(const RealEnclosure& value, Format format, bool is_symbolic, std::string text);
  [[nodiscard]] std::optional<Operation> known(Operation operation, Format format) const;
  [[nodiscard]] Format format_of(std::span<const std::size_t> nodes) const;
  /// In which format the operation is asked of these arguments.
  [[nodiscard]] Format asked_in(Operation operation, std::span<const std::size_t> arguments) const;
  std::size_t in_format(std::size_t node, Format format);
  std::size_t step(Operation operation, const std::vector<std::size_t>& arguments, std::optional<Format> asked = {});
  std::size_t negated(std::size_t node);
  /// The number that a constant stands for; nothing of other nodes.
  [[nodiscard]] const std::optional<RealEnclosure>& constant_at(std::size_t node) const {
    return program_.nodes[node].number;
  }
  /// Whether a node is a constant of that value.
  [[nodiscard]] bool is_number(std::size_t node, std::int64_t number) const;
  [[nodiscard]] std::optional<std::size_t> folded(Operation operation, Format asked,
                                                  const std::vector<std::size_t>& arguments);
  [[nodiscard]] const judge::Ruling* rule(Operation operation, Format asked);
  /// One way to compute the operation, the arguments taken to the formats that it has.
  [[nodiscard]] Step step_of(Operation operation, Format asked, std::vector<std::size_t> arguments);
  [[nodiscard]] std::vector<Step> ways_of(Operation operation, Format asked, const std::vector<std::size_t>& arguments);
  std::size_t in_any_order(Operation operation, const std::vector<std::size_t>& terms);

  std::vector<Table> tables_;  ///< the rulebook's own first
  std::size_t table_ = 0;      ///< the one that is taken
  Freedom freedom_;
  Program program_;
  int steps_ = 0;
  std::vector<bool> symbolic_;  ///< by node: a constant that is not rounded where it is folded
};

}  // namespace halfulp::range
