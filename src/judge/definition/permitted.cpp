// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <limits>

#include "exact/value.hpp"
#include "halfulp/error.hpp"
#include "judge/definition/codes.hpp"
#include "judge/definition/condition.hpp"
#include "judge/definition/fused_steps.hpp"
#include "judge/definition/implemented_as.hpp"
#include "judge/definition/ruling.hpp"
#include "judge/definition/selection.hpp"
#include "judge/definition/special_table.hpp"
#include "number/layout.hpp"

namespace halfulp::judge {
namespace {

using exact::Result;
using number::Layout;

/// One choice of operands after step (a).
struct Tuple {
  std::array<Bits, kMaxArity> bits{};
  std::size_t size = 0;
  [[nodiscard]] std::span<const Bits> operands() const { return {bits.data(), size}; }
};

/// Evaluates one ruling on one tuple; see the rule model in docs/add_a_rulebook.md.
class Evaluation {
 public:
  Evaluation(const Ruling& ruling, const Policies& policies)
      : ruling_(ruling),
        policies_(policies),
        row_(*ruling.format),
        result_row_(*ruling.result_format),
        floating_result_(result_row_.kind == FormatKind::floating),
        layout_(row_),
        result_layout_(result_row_),
        decision_{ValueSet(result_row_.format), {}, {}} {}

  /// `known`: the exact result of these operands, or nullptr.
  Decision run(std::span<const Bits> operands, const Result* known) {
    if (forbids(operands)) {
      decision_.invalid_operand = true;
      decision_.exact = Result::undefined();
      decision_.set = anything();
      return std::move(decision_);
    }
    given_ = operands;
    bool first = true;
    for (const Tuple& tuple : tuples(operands)) {
      tuple_ = &tuple;
      values_.clear();
      const bool as_given = std::ranges::equal(tuple.operands(), operands);
      exact_ =
          as_given && known != nullptr ? *known : exact::exact_result(ruling_.operation, row_.format, tuple.operands());
      if (first) {
        decision_.exact = exact_;
        decision_.exact_of_flushed = !as_given;
      }
      first = false;
      ValueSet set = undefined_by_policy() ? anything() : layers();
      flush(set);
      allow(set);
      leave_infinity_open(set);
      clamp(set);
      decision_.set.unite(set);
    }
    if (decision_.set.empty()) {
      std::string text;
      for (std::size_t i = 0; i < operands.size(); ++i) {
        text += ' ' + bits_text(info(ruling_.operation).operand_format(static_cast<int>(i), row_.format), operands[i]);
      }
      throw Error(Error::Kind::kInternal,
                  fmt::format("rulebook {} permits nothing for {}{}: a defect of rule {}", ruling_.owner->id,
                              name(ruling_.operation, ruling_.owner->naming), text, decision_.rules.front()));
    }
    // The rules that decided come first, then those that shaped.
    for (const std::string_view policy : shaping_) {
      if (const std::string& rule = ruling_.rules.rule(policy); !rule.empty()) name_rule(rule);
    }
    return std::move(decision_);
  }

  Decision run(const Result& exact) {
    const Tuple none;
    tuple_ = &none;
    exact_ = exact;
    ValueSet set = by_accuracy("accuracy");
    flush(set);
    leave_infinity_open(set);
    decision_.exact = exact;
    decision_.set.unite(set);
    return std::move(decision_);
  }

 private:
  // ---- operands that the document forbids

  [[nodiscard]] bool forbids(std::span<const Bits> operands) {
    if (ruling_.rules.requirements.empty()) return false;
    const Tuple given = tuple_of(operands);
    tuple_ = &given;
    values_.clear();
    for (const auto& [requirement, rule] : ruling_.rules.requirements) {
      const bool met = requirement->condition ? holds(*requirement->condition, values()) : all_finite(operands);
      if (met) continue;
      name_rule(rule);
      return true;
    }
    return false;
  }

  static Tuple tuple_of(std::span<const Bits> operands) {
    Tuple tuple{{}, operands.size()};
    std::ranges::copy(operands, tuple.bits.begin());
    return tuple;
  }

  [[nodiscard]] bool all_finite(std::span<const Bits> operands) const {
    for (std::size_t i = 0; i < operands.size(); ++i) {
      const FormatInfo& row = operand_row(i);
      if (row.kind == FormatKind::floating && !Layout(row).is_finite(operands[i])) return false;
    }
    return true;
  }

  // ---- step (a): operands
  // --------------------------------------------------------------------------------------------

  [[nodiscard]] std::vector<Tuple> tuples(std::span<const Bits> operands) {
    std::vector<Tuple> result{tuple_of(operands)};
    for (std::size_t i = 0; i < operands.size(); ++i) {
      const FormatInfo& row = operand_row(i);
      if (row.kind != FormatKind::floating || !Layout(row).is_denormal(operands[i])) continue;
      const std::vector<Bits> choices = operand_choices(Layout(row), operands[i]);
      shaped_by("denormal_operands");
      if (choices.front() != operands[i]) shaped_by("flushed_zero_sign");
      std::vector<Tuple> next;
      for (const Tuple& tuple : result) {
        for (const Bits bits : choices) {
          next.push_back(tuple);
          next.back().bits[i] = bits;
        }
      }
      result = std::move(next);
    }
    return result;
  }

  [[nodiscard]] const FormatInfo& operand_row(std::size_t i) const { return ruling_.operand_row(i); }

  [[nodiscard]] std::vector<Bits> operand_choices(const Layout& layout, Bits denormal) const {
    const Bits zero = layout.flushed(denormal);
    std::vector<Bits> choices;
    if (policies_.operands != Denormals::flush) choices.push_back(denormal);
    if (policies_.operands == Denormals::flush || policies_.operands == Denormals::may_flush) {
      choices.push_back(zero);
      if (policies_.any_flushed_sign) choices.push_back(zero ^ layout.sign_mask());
    }
    return choices;
  }

  // ---- step (b): the first layer that decides
  // ------------------------------------------------------------------------

  [[nodiscard]] ValueSet anything() {
    ValueSet set(result_row_.format);
    set.add_anything();
    decision_.measured = false;
    return set;
  }

  /// Whether a policy leaves the case open: what has no value, NaN or infinity whose handling is undefined, and special
  /// results that no document gives.
  bool undefined_by_policy() {
    bool nan = exact_.kind == Result::Kind::nan;
    bool infinite = exact_.kind == Result::Kind::infinity;
    for (std::size_t i = 0; i < tuple_->size; ++i) {
      const FormatInfo& row = operand_row(i);
      if (row.kind != FormatKind::floating) continue;
      nan = nan || Layout(row).is_nan(tuple_->bits[i]);
      infinite = infinite || Layout(row).is_infinite(tuple_->bits[i]);
    }
    const auto open = [&](bool is_open, std::string_view policy) {
      if (is_open) name_rule(ruling_.rules.rule(policy));
      return is_open;
    };
    if (exact_.kind == Result::Kind::undefined) {
      name_rule(ruling_.rules.accuracy_rule);
      return true;
    }
    return open(nan && policies_.nan_undefined, "nan") || open(infinite && policies_.infinity_undefined, "infinity") ||
           open((nan || infinite) && policies_.special_advisory && !flushed_into_special() && !table_decides(),
                "special_results");
  }

  [[nodiscard]] bool table_decides() {
    ValueSet result(result_row_.format);
    return ruling_.rules.special != nullptr &&
           decide_by_cell(cell_of(*ruling_.rules.special, row_, tuple_->operands()), result);
  }

  /// Whether only a flush made the case special: log of a denormal is a number, so that the pole that its zero is at
  /// brings C's result and no other.
  [[nodiscard]] bool flushed_into_special() const {
    if (std::ranges::equal(tuple_->operands(), given_) || !all_finite(given_)) return false;
    const Result::Kind kind = exact::exact_result(ruling_.operation, row_.format, given_).kind;
    return kind != Result::Kind::nan && kind != Result::Kind::infinity;
  }

  /// An overflow, where infinity need not exist.
  void leave_infinity_open(ValueSet& set) {
    if (!policies_.infinity_undefined || !floating_result_ || set.anything()) return;
    if (!set.contains(result_layout_.infinity(true)) && !set.contains(result_layout_.infinity(false))) return;
    shaped_by("infinity");
    set = anything();
  }

  ValueSet layers() {
    ValueSet decided(result_row_.format);
    const rulebook::Resolved& rules = ruling_.rules;
    std::string_view cell = "accuracy";
    if (rules.special != nullptr) cell = cell_of(*rules.special, row_, tuple_->operands());
    const bool by_table = decide_by_cell(cell, decided);
    const auto identity =
        std::ranges::find_if(rules.identities, [&](const auto& named) { return holds_identity(*named.identity); });
    if (identity != rules.identities.end()) {
      ValueSet same(result_row_.format);
      if (identity->identity->result == "nan") {
        same.add_any_nan();
      } else if (identity->identity->result == "zero") {
        same.add_bits(result_layout_.zero());
      } else {
        same.add_bits(operand_named(identity->identity->result));
      }
      // Where table and identity say the same, the identity is the sentence that a person looks for.
      if (!by_table || same == decided) {
        name_rule(identity->rule);
        if (by_table) name_rule(rules.special_rule);
        return same;
      }
    }
    if (by_table) {
      name_rule(rules.special_rule);
      return decided;
    }
    return by_accuracy(cell);
  }

  bool decide_by_cell(std::string_view cell, ValueSet& set) {
    if (const std::size_t slash = cell.find('/'); slash != std::string_view::npos) {
      return decide_by_cell(cell.substr(0, slash), set) && decide_by_cell(cell.substr(slash + 1), set);
    }
    const std::span<const Bits> operands = tuple_->operands();
    const auto add_operand = [&](std::size_t i, bool negate) {
      if (layout_.is_nan(operands[i])) {
        set.add_bits(operands[i]);
      } else {
        add_signed(set, operands[i], negate);
      }
    };
    if (cell == "NaN") {
      set.add_any_nan();
    } else if (cell == "-inf" || cell == "+inf") {
      add_signed(set, result_layout_.infinity(), cell == "-inf");
    } else if (cell == "-0" || cell == "+0" || cell == "0") {
      set.add_bits(result_layout_.zero(cell == "-0"));
      if (cell == "0") {
        shaped_by("underflowed_zero");
        if (policies_.any_underflowed_zero) set.add_bits(result_layout_.zero(true));
      }
    } else if (cell == "-1" || cell == "+1") {
      add_signed(set, result_layout_.one(), cell == "-1");
    } else if (cell == "src0" || cell == "-src0") {
      add_operand(0, cell == "-src0");
    } else if (cell == "src1" || cell == "-src1") {
      add_operand(1, cell == "-src1");
    } else {
      return false;
    }
    return true;
  }

  /// Adds a value of the result's format, or minus that value, which a format without a sign has no bits for.
  void add_signed(ValueSet& set, Bits value, bool negate) const {
    const std::int64_t position = number::ordinal(result_row_, value);
    set.add(negate ? number::mirrored(position) : position);
  }

  bool holds_identity(const rulebook::Identity& identity) {
    if (identity.condition) return holds(*identity.condition, values());
    const std::span<const Bits> operands = tuple_->operands();
    for (std::size_t i = 0; i < operands.size(); ++i) {
      const FormatInfo& row = operand_row(i);
      if (row.kind != FormatKind::floating || !Layout(row).is_nan(operands[i])) continue;
      if (identity.where == "nan" || Layout(row).is_negative(operands[i])) return true;
    }
    return false;
  }

  ValueSet by_accuracy(std::string_view cell) {
    const Bound& bound = ruling_.piece(tuple_->operands()).bound;
    name_rule(ruling_.rules.accuracy_rule);
    if (bound.kind == Bound::Kind::unconstrained) decision_.measured = false;
    ValueSet set = within(bound);
    if (cell.front() == '[') {
      name_rule(ruling_.rules.special_rule);
      decision_.constrained_by_table = true;
    }
    if (cell == "[-1,1]") {
      const std::int64_t one = number::ordinal(result_row_, result_layout_.one());
      set.intersect(number::mirrored(one), one);
    } else if (cell == "[+0,1)") {
      const std::int64_t last = number::ordinal(result_row_, result_layout_.one()) - 1;
      set.intersect(0, last);
      add_edge(set, last);
    }
    return set;
  }

  /// Where the exact result rounds to the open end of a range: the last value before it, and by policy the end itself.
  void add_edge(ValueSet& set, std::int64_t last) {
    if (exact_.kind != Result::Kind::finite) return;
    const ValueSet rounded = values_within(Bound::Kind::nearest, 0, target(), Grid(result_row_), policies_);
    if (!rounded.contains_ordinal(last + 1)) return;
    shaped_by("range_edge");
    set.add(last);
    if (policies_.allow_range_edge) set.add(last + 1);
  }

  ValueSet within(const Bound& bound) {
    ValueSet set(result_row_.format);
    switch (bound.kind) {
      case Bound::Kind::unconstrained:
        set.add_anything();
        return set;
      case Bound::Kind::exact:
        return exactly();
      case Bound::Kind::composed:
        set = composed_values(ruling_, bound, tuple_->operands(), exact_, policies_);
        if (set.anything()) decision_.measured = false;
        note_overflow(set);
        return set;
      case Bound::Kind::inherited:
        set = inherited_values(bound, ruling_.operation, row_, tuple_->operands(), exact_, policies_);
        if (set.has_nan() || set.anything()) shaped_by("fused_nan");
        note_overflow(set);
        return set;
      case Bound::Kind::sequence:
        return sequence_values(ruling_, bound, tuple_->operands());
      case Bound::Kind::any_of:
        for (const Bound& part : bound.parts) set.unite(within(part));
        return set;
      case Bound::Kind::all_of:
        set.add_anything();
        for (const Bound& part : bound.parts) set.intersect(within(part));
        return set;
      default:
        break;
    }
    if (result_row_.kind == FormatKind::shared_exponent) return shared_exponent_values(bound.kind, tuple_->operands());
    if (exact_.kind != Result::Kind::finite && exact_.kind != Result::Kind::zero) return exactly();
    if (bound.kind == Bound::Kind::recoded) {
      decision_.measured = false;  // the bound is in steps of the operands' codes, not of the result
      return recoded_values(tuple_->operands(), bound.amount, result_row_);
    }
    if (!floating_result_) {
      const Bits operand = tuple_->operands().front();
      const Real code = bound.source->factor != 0           ? scaled_code(row_, operand, *bound.source, result_row_)
                        : bound.source->rounds_product      ? code_of_rounded_product(row_, operand, result_row_)
                        : exact_.kind == Result::Kind::zero ? Real(Rational(0))
                                                            : exact_.value;
      return codes_within(bound, code, result_row_);
    }
    // A bound that grows with |x| says nothing of e^-inf, which is 0.
    const bool is_endless = bound.formula != nullptr && !all_finite(tuple_->operands());
    if (is_endless) return exactly();
    const Rational amount = bound.formula != nullptr ? value_of(*bound.formula, values()).rational() : bound.amount;
    set = values_within(bound.kind, amount, target(), Grid(result_row_), policies_);
    note_overflow(set);
    return set;
  }

  /// A finite exact result at the border of overflow: the policy chose between infinity and the largest finite value.
  void note_overflow(const ValueSet& set) {
    if (exact_.kind != Result::Kind::finite) return;
    if (set.contains(result_layout_.infinity(true)) || set.contains(result_layout_.infinity(false))) {
      shaped_by("overflow");
    }
  }

  /// The exact result and nothing else, but for what selection and zero signs leave open.
  ValueSet exactly() {
    ValueSet set(result_row_.format);
    const OperationFamily family = info(ruling_.operation).family;
    if (family == OperationFamily::selection || ruling_.operation == Operation::sat) {
      const std::span<const Bits> operands = tuple_->operands();
      const auto nan = [&](Bits bits) { return layout_.is_nan(bits); };
      if (ruling_.operation != Operation::sat && std::ranges::any_of(operands, nan)) {
        // The operand that is a number, or any NaN.
        if (nan(operands[0]) && nan(operands[1])) {
          set.add_any_nan();
        } else {
          set.add_bits(operands[nan(operands[0]) ? 1 : 0]);
        }
        return set;
      }
      const std::vector<Bits> choice = selected(ruling_.operation, row_, tuple_->operands(), policies_);
      for (const Bits bits : choice) set.add_bits(bits);
      const auto is_zero = [&](Bits bits) { return layout_.is_zero(layout_.flushed(bits)); };
      if (tuple_->size == 2 && std::ranges::all_of(tuple_->operands(), is_zero)) shaped_by("compared_zeros");
      return set;
    }
    switch (exact_.kind) {
      case Result::Kind::nan:
        if (floating_result_) {
          set.add_any_nan();
        } else {
          set.add_anything();
        }
        break;
      case Result::Kind::infinity:
        add_signed(set, result_layout_.infinity(), exact_.negative);
        break;
      case Result::Kind::undefined:
        set.add_anything();
        break;
      case Result::Kind::bits:
        set.add_bits(exact_.bits);
        break;
      case Result::Kind::zero:
        if (!floating_result_) {
          set.add(0);
        } else {
          const ZeroSigns zeros = exact_zero();
          if (zeros.minus) set.add_bits(result_layout_.zero(true));
          if (zeros.plus) set.add_bits(result_layout_.zero(false));
        }
        break;
      case Result::Kind::finite:
        if (floating_result_) return values_within(Bound::Kind::nearest, 0, target(), Grid(result_row_), policies_);
        set.add(exact_.value.rational().to_int64());
        break;
    }
    return set;
  }

  [[nodiscard]] Target target() {
    static const Real kZero{Rational(0)};
    return Target::of(exact_.kind == Result::Kind::zero ? kZero : exact_.value, exact_zero());
  }

  /// Signs that a zero may have when the exact result is one.
  [[nodiscard]] ZeroSigns exact_zero() {
    ZeroSigns zeros{exact_.negative, !exact_.negative};
    if (exact_.kind != Result::Kind::zero) return zeros;
    if (exact_.cancelled) {
      shaped_by("cancelled_zero");
      if (policies_.any_cancelled_zero) zeros = {true, true};
    }
    const Bits first = tuple_->bits[0];
    const Layout layout(operand_row(0));
    const bool negative_operand = tuple_->size == 1 && layout.is_negative(first) && !layout.is_zero(first);
    if (exact_.negative && negative_operand) {
      shaped_by("rounded_zero");
      if (policies_.any_rounded_zero) zeros = {true, true};
    }
    return zeros;
  }

  // ---- step (c): results
  // ---------------------------------------------------------------------------------------------

  void flush(ValueSet& set) {
    if (!floating_result_ || set.anything()) return;
    const auto min = static_cast<std::int64_t>(result_layout_.min_normal());
    const bool positive = set.meets(1, min - 1);
    const bool negative = set.meets(-min, -2);
    const bool finite = exact_.kind == Result::Kind::finite;
    const bool exact_is_denormal = finite && is_below_normal();
    if (positive || negative || exact_is_denormal) shaped_by("denormal_results");
    const bool may_underflow = exact_is_denormal && ruling_.operation == Operation::exp2;
    if (may_underflow) shaped_by("underflowed_zero");
    if (policies_.results == Denormals::keep) {
      const bool is_any = may_underflow && policies_.any_underflowed_zero && set.contains(result_layout_.zero(false));
      if (is_any) set.add_bits(result_layout_.zero(true));
      return;
    }
    bool plus_zero = false;
    bool minus_zero = false;
    const bool by_value = policies_.flush_test != FlushTest::before_round || !finite || exact_is_denormal;
    if (by_value && (policies_.flush_slack || exact_is_denormal || !finite)) {
      plus_zero = positive;
      minus_zero = negative;
    }
    if (exact_is_denormal && policies_.flush_test != FlushTest::after_round) {
      (exact_.value.sign() < 0 ? minus_zero : plus_zero) = true;
    }
    if (policies_.results == Denormals::flush) {
      set.remove(1, min - 1);
      set.remove(-min, -2);
      // A result that is a denormal before rounding is flushed even if rounding would reach the smallest normal value;
      // but the steps of a sum may end at that value itself.
      if (exact_is_denormal && policies_.flush_test == FlushTest::before_round && !is_by_steps()) {
        if (!set.meets(min + 1, min + 1)) set.remove(min, min);
        if (!set.meets(-min - 2, -min - 2)) set.remove(-min - 1, -min - 1);
      }
    }
    if (may_underflow) minus_zero = minus_zero || policies_.any_underflowed_zero;
    if (plus_zero || minus_zero) shaped_by("flushed_zero_sign");
    if ((plus_zero || minus_zero) && policies_.any_flushed_sign) plus_zero = minus_zero = true;
    if (plus_zero) set.add_bits(result_layout_.zero(false));
    if (minus_zero) set.add_bits(result_layout_.zero(true));
  }

  [[nodiscard]] bool is_by_steps() const {
    using Kind = Bound::Kind;
    const Kind kind = ruling_.piece(tuple_->operands()).bound.kind;
    return kind == Kind::inherited || kind == Kind::composed || kind == Kind::sequence;
  }

  [[nodiscard]] bool is_below_normal() const {
    const Rational min = Rational::power_of_two(result_row_.min_exponent());
    return exact_.value.compare(min) < 0 && exact_.value.compare(-min) > 0;
  }

  /// Results below zero where they become zero, or where the format has none.
  void clamp(ValueSet& set) {
    const bool cannot_keep = floating_result_ && !result_row_.has_sign;
    if (set.anything() || (!cannot_keep && !policies_.clamp_below_zero)) return;
    constexpr std::int64_t kMinusZero = number::mirrored(0);
    constexpr std::int64_t kLowest = std::numeric_limits<std::int64_t>::min();
    const bool below = set.meets(kLowest, kMinusZero - 1);
    if (below) shaped_by("below_zero");
    if (below && !policies_.clamp_below_zero) set = anything();
    if (below || (cannot_keep && set.meets(kMinusZero, kMinusZero))) set.add(0);
    set.remove(kLowest, below && !cannot_keep ? kMinusZero - 1 : kMinusZero);
  }

  // ---- allowances
  // ----------------------------------------------------------------------------------------------------

  void allow(ValueSet& set) {
    for (const auto& [allowance, rule] : ruling_.rules.allowances) {
      if (allowance->where && !holds(*allowance->where, values())) continue;
      const Bits bits = special_value(allowance->result);
      if (layout_.is_nan(bits)) {
        set.add_any_nan();
      } else {
        set.add_bits(bits);
      }
      name_rule(rule);
    }
  }

  /// A product of operands and zeros as IEEE 754 multiplies them; NaN stands for any NaN.
  [[nodiscard]] Bits special_value(const rulebook::Expression& expression) const {
    using Kind = rulebook::Expression::Kind;
    switch (expression.kind) {
      case Kind::name:
        return operand_named(expression.text);
      case Kind::number:
        return exact::round_to_nearest_even(row_, Rational::from_decimal(expression.text));
      case Kind::multiply: {
        const Bits operands[] = {special_value(expression.arguments[0]), special_value(expression.arguments[1])};
        const Result product = exact::exact_result(Operation::mul, row_.format, operands);
        if (product.kind == Result::Kind::zero) return layout_.zero(product.negative);
        if (product.kind == Result::Kind::infinity) return layout_.infinity(product.negative);
        if (product.kind == Result::Kind::nan) return layout_.canonical_nan();
        return exact::round_to_nearest_even(row_, product.value.rational());
      }
      default:
        throw Error(Error::Kind::kInput, "'allows' is a product of operands and numbers: \"x * (0 * y)\"");
    }
  }

  // ---- names
  // -----------------------------------------------------------------------------------------------------------

  [[nodiscard]] Bits operand_named(std::string_view name) const {
    const auto& names = info(ruling_.operation).operand_names;
    return tuple_->bits[static_cast<std::size_t>(std::ranges::find(names, name) - names.begin())];
  }

  const OperandValues& values() {
    if (values_.empty()) values_ = ruling_.values(tuple_->operands());
    return values_;
  }

  void shaped_by(std::string_view policy) {
    if (std::ranges::find(shaping_, policy) == shaping_.end()) shaping_.push_back(policy);
  }

  void name_rule(std::string_view id) {
    if (std::ranges::find(decision_.rules, id) == decision_.rules.end()) decision_.rules.push_back(id);
  }

  const Ruling& ruling_;
  const Policies& policies_;
  const FormatInfo& row_;
  const FormatInfo& result_row_;
  bool floating_result_;
  Layout layout_;         ///< of operands in the format that is asked
  Layout result_layout_;  ///< another where a conversion is judged
  Decision decision_;
  std::vector<std::string_view> shaping_;  ///< policies that had a say, in the order in which they came up
  std::span<const Bits> given_;            ///< the operands before step (a)
  const Tuple* tuple_ = nullptr;
  Result exact_;
  OperandValues values_;
};

}  // namespace

Decision permit(const Ruling& ruling, std::span<const Bits> operands, const Policies& policies) {
  return Evaluation(ruling, policies).run(operands, nullptr);
}

Decision permit(const Ruling& ruling, std::span<const Bits> operands, const Policies& policies,
                const exact::Result& exact) {
  return Evaluation(ruling, policies).run(operands, &exact);
}

Decision permit(const Ruling& ruling, const exact::Result& exact, const Policies& policies) {
  return Evaluation(ruling, policies).run(exact);
}

}  // namespace halfulp::judge
