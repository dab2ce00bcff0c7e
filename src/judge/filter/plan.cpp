// SPDX-License-Identifier: Apache-2.0
#include "judge/filter/plan.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <utility>

#include "judge/filter/filter.hpp"
#include "number/layout.hpp"

namespace halfulp::judge {
namespace {

using Range = TableCell::Range;

/// Whether an expression is the sum of products that the operation computes, as rulebooks write it.
bool is_own_sum(Operation operation, const rulebook::Expression& expression) {
  const OperationInfo& row = info(operation);
  if (row.family != OperationFamily::fused && operation != Operation::fma) return false;
  const std::string text = rulebook::text_of(expression);
  if (row.arity == 3) return text == "x * y + z";
  const auto terms = static_cast<std::size_t>(row.arity / 2);
  std::string sum;
  for (std::size_t i = 0; i < terms; ++i) {
    sum += fmt::format("{}{} * {}", i == 0 ? "" : " + ", row.operand_names[i], row.operand_names[i + terms]);
  }
  return text == sum;
}

/// Whether a step may give the nearest value.
bool step_holds_nearest(const Bound& step) {
  const bool is_nearest =
      step.kind == Bound::Kind::nearest || step.kind == Bound::Kind::nearest_even || step.kind == Bound::Kind::either;
  return is_nearest || (step.kind == Bound::Kind::ulp && step.is_constant() && step.amount >= Rational(1, 2));
}

bool takes_steps(const Bound& bound) {
  return bound.kind == Bound::Kind::inherited || std::ranges::any_of(bound.parts, takes_steps);
}

/// Visits the table's cells for finite operands other than zeros and ones: for each sign, or each pair of signs.
template <class Use>
void for_finite_cells(const SpecialTable& table, std::size_t arity, Use use) {
  using enum OperandClass;
  for (const OperandClass last : {minus, plus}) {
    for (const OperandClass first : {minus, plus}) {
      if (arity != 1 || first == last) use(table.cell(first, last), last);
    }
  }
}

/// Whether a cell for 1 or -1 differs from that for other finite operands of its sign.
bool names_ones(const SpecialTable& table) {
  using enum OperandClass;
  constexpr std::array kAll = {nan,       minus_infinity, plus_infinity, minus_zero, plus_zero,
                               minus_one, plus_one,       minus,         plus};
  return std::ranges::any_of(kAll, [&](OperandClass other) {
    return table.cell(minus_one, other) != table.cell(minus, other) ||
           table.cell(plus_one, other) != table.cell(plus, other) ||
           table.cell(other, minus_one) != table.cell(other, minus) ||
           table.cell(other, plus_one) != table.cell(other, plus);
  });
}

/// c of a condition x = c or |x| = c, with c on either side, or of |x| <= c, x the first operand; else nothing.
const Enclosure* compared_with(const Condition& condition, Condition::Order order) {
  const std::vector<Formula>& sides = condition.sides();
  if (sides.size() != 2 || condition.orders().front() != order) return nullptr;
  const bool is_equality = order == Condition::Order::equal;
  const std::size_t constant = is_equality && sides[0].operands() == 0 ? 0 : 1;
  const Formula& side = sides[1 - constant];
  const bool is_size = side.kind() == rulebook::Expression::Kind::call && side.function() == Formula::Function::abs;
  const Formula& operand = is_size ? side.arguments().front() : side;
  if (sides[constant].operands() != 0 || operand.kind() != rulebook::Expression::Kind::name) return nullptr;
  return is_equality || (is_size && operand.operand() == 0) ? &sides[constant].constant() : nullptr;
}

bool is_equality(const Condition& condition, double value) {
  const Enclosure* const given = compared_with(condition, Condition::Order::equal);
  return given != nullptr && given->low == value && given->high == value;
}

bool gives_nan_alone(const TableCell& cell) {
  return cell.results == 1U << static_cast<unsigned>(TableCell::Result::nan) && cell.range == Range::none;
}

class PlanMaker {
 public:
  PlanMaker(const Ruling& ruling, const OtherReadings& others) : ruling_(ruling), others_(others) {}

  std::optional<Plan> make() {
    const FormatInfo& result = *ruling_.result_format;
    plan_.operation = ruling_.operation;
    plan_.arity = static_cast<std::size_t>(info(ruling_.operation).arity);
    plan_.result_row = &result;
    plan_.policies = ruling_.policies;
    plan_.result_is_float = result.kind == FormatKind::floating;
    using enum Operation;
    constexpr std::array kSums = {add, sub, mad, fma, frc};
    plan_.is_rounded_to_odd = std::ranges::find(kSums, ruling_.operation) != kSums.end();
    plan_.is_measured = plan_.result_is_float || number::is_normalised(result) || result.kind == FormatKind::fixed;
    plan_.is_double = result.format == Format::binary64;
    // Operands of 64 bits are supported where the exact result is not rounded to a double, or rounded once.
    constexpr std::array kOfDoubles = {add, sub, mul, div, reciprocal, rcp, sqrt, mad, fma,
                                       eq,  ne,  lt,  le,  gt,         ge,  ftoi, ftou};
    const bool is_conversion = info(ruling_.operation).family == OperationFamily::conversion;
    const bool takes_doubles = is_conversion || std::ranges::find(kOfDoubles, ruling_.operation) != kOfDoubles.end();
    const auto is_supported = [&](const FormatInfo& row) {
      return (row.bits <= 32 && row.kind != FormatKind::shared_exponent) ||
             (row.format == Format::binary64 && takes_doubles);
    };
    bool are_supported = is_supported(result);
    for (std::size_t i = 0; i < plan_.arity; ++i) {
      plan_.operand_rows[i] = &ruling_.operand_row(i);
      are_supported = are_supported && is_supported(*plan_.operand_rows[i]);
      are_floats_ = are_floats_ && plan_.operand_rows[i]->kind == FormatKind::floating;
    }
    if (plan_.result_is_float && are_supported) plan_.limits = FormatLimits(result);
    const Policies& policies = ruling_.policies;
    const bool may_open = policies.infinity_undefined && !ruling_.rules.allowances.empty();
    const bool keeps_no_sign = plan_.result_is_float && !result.has_sign;
    const bool counts_both = ruling_.to_nearest != nullptr && !ruling_.rules.allowances.empty();
    // A denormal operand is loaded as the zero of its sign, and a zero as it is; the other zero may leave the case
    // open.
    const bool has_other_zero =
        ruling_.table &&
        (policies.any_zero_sign || (policies.operands == Denormals::flush && policies.any_flushed_sign)) &&
        (policies.infinity_undefined || policies.nan_undefined || policies.special_advisory);
    if (may_open || policies.clamp_below_zero != keeps_no_sign || counts_both || has_other_zero) return std::nullopt;
    if (!are_supported || !has_reference(plan_) || !ruling_.rules.requirements.empty() || !ruling_.parts.empty() ||
        !make_bands() || !make_overrides()) {
      return std::nullopt;
    }
    make_rounded_cases();
    if (plan_.is_double && (!plan_.rounded || plan_.rounded->truncates || plan_.has_two_roundings)) return std::nullopt;
    make_exclusions();
    return std::move(plan_);
  }

 private:
  bool make_bands() {
    for (const Ruling::Piece& piece : ruling_.accuracy) {
      if (piece.condition && !are_floats_) return false;
      plan_.bands.push_back({&piece, band_of(piece.bound, ruling_)});
    }
    const Bound& first = ruling_.accuracy.front().bound;
    const bool is_one = ruling_.accuracy.size() == 1;
    plan_.has_two_roundings = ruling_.to_nearest != nullptr;
    const bool is_decidable = is_one && plan_.result_is_float && rulebook::rounds_either_way(*first.source);
    if (plan_.has_two_roundings && !is_decidable) return false;
    const auto is_inherited = [](const Ruling::Piece& piece) { return takes_steps(piece.bound); };
    if (std::ranges::any_of(ruling_.accuracy, is_inherited)) {
      const auto holds = [](const auto& step) { return step_holds_nearest(step.second); };
      plan_.is_canonical_sum = is_one && first.kind == Bound::Kind::inherited && first.source->with.empty() &&
                               is_own_sum(ruling_.operation, first.source->expansion) &&
                               std::ranges::all_of(first.steps, holds);
      plan_.permits_exact_specials = plan_.is_canonical_sum;
      // The exact product is between the values that a step of 1 ULP may give.
      plan_.permits_fused_steps =
          !plan_.policies.reachable_set && std::ranges::all_of(first.steps, [](const auto& step) {
            return step.second.kind == Bound::Kind::ulp && step.second.is_constant() &&
                   step.second.amount >= Rational(1);
          });
    }
    const auto is_useful = [](const BandByDomain& one) { return one.band.holds_nearest || one.band.bound != nullptr; };
    return std::ranges::any_of(plan_.bands, is_useful);
  }

  bool make_overrides() {
    if (ruling_.table) {
      if (!are_floats_) return false;
      plan_.table = &*ruling_.table;
      plan_.names_ones = names_ones(*plan_.table);
      if (!take_finite_cells()) return false;
      // By `nan` = undefined the exact result counts, not the table's NaN.
      if (plan_.negative_is_nan && ruling_.policies.nan_undefined) return false;
    }
    plan_.identities = ruling_.identities;
    return plan_.identities.size() <= kMostIdentities &&
           std::ranges::all_of(plan_.identities, [&](const auto& identity) { return is_decidable(identity); });
  }

  /// Takes in the cells for finite operands; false if they decide anything but NaN for a negative single operand.
  bool take_finite_cells() {
    bool is_first = true;
    bool leaves_all = true;
    for_finite_cells(*plan_.table, plan_.arity, [&](const TableCell& cell, OperandClass sign) {
      if (plan_.arity == 1 && sign == OperandClass::minus && gives_nan_alone(cell)) {
        plan_.negative_is_nan = true;
        return;
      }
      leaves_all = leaves_all && !cell.decides() && (is_first || cell.range == plan_.range);
      plan_.range = cell.range;
      is_first = false;
    });
    return leaves_all;
  }

  /// Whether an identity is one of NaN, or gives an operand whose bits are the result's.
  [[nodiscard]] bool is_decidable(const Ruling::Identity& identity) const {
    if (!identity.condition) return true;
    const bool gives_operand = identity.gives == Ruling::Identity::Gives::operand && are_floats_;
    return gives_operand && plan_.operand_rows[identity.operand] == plan_.result_row;
  }

  void make_rounded_cases() {
    const Policies& policies = plan_.policies;
    if (plan_.result_is_float && !plan_.result_row->has_sign) return;
    RoundedCases rounded;
    const Band& first = plan_.bands.front().band;
    rounded.truncates = plan_.result_is_float && !first.holds_nearest && first.holds_truncated;
    bool opens = policies.nan_undefined || policies.infinity_undefined;
    bool all_hold = true;
    if (plan_.bands.size() == 2 && plan_.bands[1].band.is_unconstrained() && !plan_.bands[1].piece->condition &&
        plan_.range != Range::none && !opens) {
      const Enclosure* const most = compared_with(*plan_.bands.front().piece->condition, Condition::Order::less_equal);
      if (most != nullptr) rounded.confined_from = most->high;
    }
    for (const BandByDomain& one : plan_.bands) {
      const bool is_confined = &one == &plan_.bands.back() && rounded.confined_from < HUGE_VAL;
      const bool holds = rounded.truncates ? one.band.holds_truncated : one.band.holds_nearest;
      if (!holds && !is_confined) return;
      opens = opens || one.band.is_unconstrained();
      all_hold = all_hold && holds;
    }
    // Each rounding is counted, and some cases pass by both where a range ends.
    if (plan_.has_two_roundings && (plan_.range != Range::none || rounded.truncates)) return;
    const bool leaves_zeros = opens || policies.special_advisory || plan_.has_overrides() ||
                              !plan_.permits_exact_specials || plan_.is_canonical_sum;
    if (leaves_zeros) rounded.least_operand = std::numeric_limits<double>::denorm_min();
    if (policies.operands == Denormals::may_flush && (opens || plan_.has_two_roundings)) {
      rounded.least_operand = plan_.limits.least_normal;
    }
    rounded.leaves_ones = plan_.names_ones;
    for (const Ruling::Identity& identity : plan_.identities) {
      const std::optional<Condition>& where = identity.condition;
      if (!where) continue;
      const bool is_one = is_equality(*where, 1) || is_equality(*where, -1);
      rounded.leaves_ones = rounded.leaves_ones || is_one;
      if (!is_one && !(leaves_zeros && is_equality(*where, 0))) rounded.identities.push_back(&*where);
    }
    rounded.nan_is_open = plan_.table == nullptr && (policies.nan_undefined || policies.special_advisory);
    rounded.passes_zeros = plan_.permits_exact_specials && !plan_.is_canonical_sum && all_hold;
    rounded.passes_far = plan_.result_is_float && !policies.infinity_undefined && !plan_.has_two_roundings && all_hold;
    // Below a quarter of the least denormal the nearest value is zero; what is below half of the smallest normal value
    // is flushed, whether before rounding or after it.
    const double least_normal = plan_.limits.least_normal;
    rounded.most_tiny = policies.results == Denormals::flush ? least_normal / 2 : least_normal / plan_.limits.first / 4;
    plan_.rounded = rounded;
  }

  /// Finds the bounds outside of which no reading permits a result, and the conditions under which nothing is certain.
  void make_exclusions() {
    const bool may_be_clamped = !plan_.result_is_float && plan_.result_row->has_sign;
    plan_.can_fail = are_floats_ && !may_be_clamped && !ruling_.policies.any_zero_sign &&
                     info(ruling_.operation).family != OperationFamily::selection;
    take_guards(ruling_);
    for (const Ruling* other : others_.rulings()) {
      if (!other->rules.requirements.empty() || !other->parts.empty()) plan_.can_fail = false;
      take_guards(*other);
      if (other->table && are_floats_) {
        plan_.names_ones = plan_.names_ones || names_ones(*other->table);
        for_finite_cells(*other->table, plan_.arity, [&](const TableCell& cell, OperandClass) {
          const bool has_edge = cell.range == Range::fraction && other->rules.special != ruling_.rules.special;
          plan_.can_fail = plan_.can_fail && (!cell.decides() || gives_nan_alone(cell)) && !has_edge;
        });
      }
      if (other->rules.accuracy == ruling_.rules.accuracy) continue;
      for (const Ruling::Piece& piece : other->accuracy) plan_.others.push_back(band_of(piece.bound, *other));
    }
  }

  void take_guards(const Ruling& other) {
    const auto take = [&](const void* source, const std::optional<Condition>& where) {
      if (std::ranges::find(guarded_, source) != guarded_.end()) return;
      guarded_.push_back(source);
      if (where) plan_.guards.push_back(&*where);
    };
    for (std::size_t i = 0; i < other.identities.size(); ++i) {
      take(other.rules.identities[i].identity, other.identities[i].condition);
    }
    for (std::size_t i = 0; i < other.allowed_where.size(); ++i) {
      if (!other.allowed_where[i]) plan_.can_fail = false;
      take(other.rules.allowances[i].allowance, other.allowed_where[i]);
    }
  }

  const Ruling& ruling_;
  const OtherReadings& others_;
  bool are_floats_ = true;
  std::vector<const void*> guarded_;  ///< identities and allowances whose conditions are among the guards
  Plan plan_;
};

}  // namespace

std::optional<Plan> Plan::of(const Ruling& ruling, const OtherReadings& others) {
  return PlanMaker(ruling, others).make();
}

}  // namespace halfulp::judge
