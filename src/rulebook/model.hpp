// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "halfulp/rulebook.hpp"
#include "rulebook/expression.hpp"

namespace halfulp::rulebook {

/// How accurate a result must be. Which members mean something follows from `kind`.
struct Bound {
  enum class Kind {
    exact,    ///< the exact result, nothing else (of zeros and selections: what the operation's policies leave open)
    nearest,  ///< within 0.5 ULP: the nearest value; both at a tie where policy `tie` says so
    nearest_even,  ///< ties to even only
    nearest_away,  ///< ties away from zero
    toward_zero,
    upward,
    downward,
    either,          ///< either neighbour of an exact result that is no format value
    ulp,             ///< |r - x| <= amount * ulp(x)
    absolute,        ///< |r - x| <= amount
    absolute_below,  ///< |r - x| < amount
    relative,        ///< |r - x| <= amount * |x|
    steps,           ///< at most `amount` steps of the result's code from the exact code
    steps_below,     ///< fewer steps than `amount`
    recoded,         ///< encoded again without rounding, the result is at most `amount` steps from the operand's code;
                     ///< of two operands: it is the mean of two values, each of which is so of its own
    inherited,       ///< no less accurate than evaluating `expansion` step by step, each within its bound in `steps`
    composed,        ///< the same, each step by the rulebook's own rule for that operation
    sequence,        ///< what `expansion` gives, evaluated step by step
    unconstrained,   ///< the document says nothing
    any_of,          ///< union of parts
    all_of,          ///< intersection of parts
  };
  Kind kind = Kind::exact;
  Expression amount;

  Expression expansion;                      ///< inherited: `x * y + z`
  std::map<std::string, Expression> with;    ///< names in it: k = `1 / y`
  std::map<char, std::vector<Bound>> steps;  ///< by operator, '+', '*' or '/'; '.' for every other
  bool saturate = false;                     ///< an intermediate that overflows may become the largest finite value
  bool extend = false;                       ///< intermediates may keep range beyond the format
  bool exact_constants = false;              ///< composed: factors such as pi are not rounded to the format
  std::optional<Format> in;                  ///< sequence: the format that it is evaluated in; nothing: the operation's

  /// ulp: the format whose ULP count, with its precision at every exponent; nothing: the result's.
  std::optional<Format> ulp_format;

  /// steps: the exact code is the operand times this, saturated to an integer of `integer_bits` whose low bits are
  /// kept; 0: what the format makes of the operand.
  std::int64_t factor = 0;
  int integer_bits = 0;
  /// nearest_even of a code: of the product rounded to binary32, as a shader would evaluate the formula.
  bool rounds_product = false;
  /// steps, nearest, either, sequence: the rounding that the document's formula has, of all that are permitted.
  Kind reference = Kind::nearest_even;

  std::vector<Bound> parts;  ///< any_of, all_of
  bool consistent = false;   ///< any_of two roundings: the same one for all results of a device
};

/// Whether the bound is any_of rounding to nearest, ties to even, and toward zero.
[[nodiscard]] inline bool rounds_either_way(const Bound& bound) {
  using Kind = Bound::Kind;
  const auto has = [&](Kind kind) { return bound.parts[0].kind == kind || bound.parts[1].kind == kind; };
  return bound.kind == Kind::any_of && bound.parts.size() == 2 && has(Kind::nearest_even) && has(Kind::toward_zero);
}

/// A bound and the operands for which it holds.
struct Piece {
  std::optional<Expression> where;  ///< nothing: for all that no earlier piece takes
  Bound bound;
};

/// A special-value table over operand classes. Classes and cells are kept as written, checked when loaded.
struct SpecialTable {
  std::vector<std::string> rows;     ///< classes of the first operand; one row for one-operand operations
  std::vector<std::string> columns;  ///< classes of the last operand
  std::vector<std::vector<std::string>> cells;
};

/// An exact override: where the condition holds the result is that operand.
struct Identity {
  std::string
      where;  ///< as written; "nan": any operand is NaN; "negative nan": any operand is one with its sign bit set
  std::optional<Expression> condition;  ///< nothing for NaN
  std::string result;                   ///< an operand's name, "nan" or "zero"
};

/// Results permitted in addition to what the layers decide, where the condition holds.
struct Allowance {
  std::optional<Expression> where;
  std::string result_text;
  Expression result;  ///< evaluated on special values: `x * (0 * y)`
};

/// Which operands the document permits; others make the case invalid.
struct Requirement {
  std::optional<Expression> condition;  ///< nothing: every operand is finite
};

/// A property of a conversion as a whole, over all operands.
enum class Property {
  non_decreasing,  ///< a larger operand has no smaller code
  every_code,      ///< each code is the result of some operand
  round_trip,      ///< each code, converted by the inverse operation and back, is the same
};

/// What a rule says; exactly one member is set.
struct Body {
  std::map<std::string, std::string> policy;  ///< field -> value, checked against the table of policies
  std::optional<SpecialTable> special;
  std::vector<Identity> identities;
  std::vector<Piece> accuracy;
  std::optional<Allowance> allowance;
  std::optional<Requirement> requirement;
  bool all_or_none = false;  ///< a device offers all of the rule's operations or none; of results it says nothing
  std::optional<Property> property;  ///< of all results together; of a single one it says nothing
  bool omitted = false;              ///< `under.X.Y = "omit"`: the rule is not in force under that option
  std::string text;                  ///< as the TOML has it, in one line

  /// Whether it speaks of the device or of all results together, and not of a single result.
  [[nodiscard]] bool is_of_run() const { return all_or_none || property.has_value(); }
};

struct Rule {
  std::string id;
  std::string rulebook;
  std::vector<Operation> operations;  ///< empty: every operation
  std::vector<Format> formats;        ///< empty: every format of the rulebook
  Body body;
  std::string reading;                ///< the reading that it depends on, or ""
  std::map<std::string, Body> under;  ///< what it says instead, by option of that reading
  Source source;
  std::string status;
};

struct Model {
  std::string id;
  std::string title;
  std::string extends;
  std::string hash;
  Naming naming = Naming::direct3d;
  std::string language{};             ///< the id of a number::Language, or ""
  bool free_algebra = false;          ///< compilers may transform expressions as if numbers were real
  std::vector<Operation> operations;  ///< those it speaks of
  std::vector<Format> formats;
  std::vector<Rule> rules;  ///< in order, parents' first; a later rule wins over an earlier one in the same layer
  std::vector<Reading> readings;
};

}  // namespace halfulp::rulebook
