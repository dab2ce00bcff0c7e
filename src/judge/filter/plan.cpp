// SPDX-License-Identifier: Apache-2.0
#include "judge/filter/plan.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <string>
#include <utility>

#include "exact/certified.hpp"
#include "judge/definition/special_table.hpp"
#include "number/binade.hpp"
#include "number/layout.hpp"

namespace halfulp::judge {
namespace {

using Kind = Band::Kind;

Enclosure enclosure(const Rational& amount) {
  const double near = amount.nearest_double();
  if (Rational::from_double(near) == amount) return {near, near};
  return {std::nextafter(near, -HUGE_VAL), std::nextafter(near, HUGE_VAL)};
}

/// The expansion that the operation is, as the rulebooks write it.
std::string_view canonical_sum(Operation operation) {
  switch (operation) {
    case Operation::mad:
    case Operation::fma:
      return "x * y + z";
    case Operation::dp2:
      return "x0 * y0 + x1 * y1";
    case Operation::dp3:
      return "x0 * y0 + x1 * y1 + x2 * y2";
    case Operation::dp4:
      return "x0 * y0 + x1 * y1 + x2 * y2 + x3 * y3";
    default:
      return "";
  }
}

/// Whether steps' hulls hold the nearest value.
bool holds_nearest_step(const Bound& step) {
  const bool is_nearest = step.kind == Bound::Kind::nearest || step.kind == Bound::Kind::nearest_even;
  return is_nearest || (step.kind == Bound::Kind::ulp && step.constant && step.amount >= Rational(1, 2));
}

bool takes_steps(const Bound& bound) {
  return bound.kind == Bound::Kind::inherited || std::ranges::any_of(bound.parts, takes_steps);
}

class BandMaker {
 public:
  BandMaker(const Ruling& ruling)
      : ruling_(ruling), is_float_(ruling.result_format->kind == FormatKind::floating) {}  // NOLINT

  [[nodiscard]] Band of(const Bound& bound) const {
    using Rule = Bound::Kind;
    switch (bound.kind) {
      case Rule::unconstrained:
        return {.kind = Kind::unconstrained};
      case Rule::exact:
        return {.kind = Kind::nearest, .holds_nearest = true, .breaks_ties_to_even = ruling_.policies.tie_to_even};
      case Rule::nearest:
        return {.kind = Kind::nearest,
                .holds_nearest = true,
                .breaks_ties_to_even = ruling_.policies.tie_to_even && is_float_};
      case Rule::nearest_even:
        if (bound.source->rounds_product) return {};
        return {.kind = Kind::nearest, .holds_nearest = true, .breaks_ties_to_even = true};
      case Rule::nearest_away:
        return is_float_ ? Band{} : Band{.kind = Kind::nearest_away};
      case Rule::toward_zero:
        return {.kind = Kind::toward_zero, .holds_truncated = true};
      case Rule::either:
        return {.kind = Kind::either, .holds_nearest = true};
      case Rule::ulp:
        return distance(ruling_.policies.ulp == Ulp::bit_steps ? Kind::bit_steps : Kind::ulp, bound);
      case Rule::absolute:
        return distance(Kind::absolute, bound);
      case Rule::relative:
        return distance(Kind::relative, bound);
      case Rule::steps:
        return is_float_ || bound.source->factor != 0 ? Band{} : distance(Kind::absolute, bound);
      case Rule::steps_below:
        return is_float_ || bound.source->factor != 0 ? Band{} : distance(Kind::below, bound);
      case Rule::inherited:
        // A correctly rounded result passes, whatever the expression is.
        return {.holds_nearest = !ruling_.policies.fused_nan_is_anything && !ruling_.policies.reachable_set};
      case Rule::any_of:
        return combined(Kind::any_of, bound);
      case Rule::all_of:
        return combined(Kind::all_of, bound);
      default:
        return {};
    }
  }

 private:
  [[nodiscard]] Band distance(Kind kind, const Bound& bound) const {
    Band band{.kind = kind, .holds_nearest = is_float_};
    if (bound.formula != nullptr) {
      band.formula = interval_expression(*bound.formula, info(ruling_.operation));
      if (!band.formula || !is_float_ || (kind != Kind::ulp && kind != Kind::bit_steps))
        return {.holds_nearest = is_float_};
      return band;
    }
    band.amount = enclosure(bound.amount);
    // Bounds of results in the lower half of the range that do not reach infinity.
    const double most = kind == Kind::ulp || kind == Kind::bit_steps ? FormatLimits(*ruling_.result_format).most_ulp
                        : kind == Kind::relative                     ? 0.25
                        : is_float_                                  ? FormatLimits(*ruling_.result_format).overflow / 4
                                                                     : 0x1p60;
    if (!(band.amount.low > 0) || (is_float_ && band.amount.high > most)) return {.holds_nearest = is_float_};
    // A code is permitted where some code is within the distance: 1/2 and more always holds one.
    if (!is_float_ && band.amount.low < 0.5) return {};
    band.holds_nearest = is_float_ || kind == Kind::absolute;
    return band;
  }

  [[nodiscard]] Band combined(Kind kind, const Bound& bound) const {
    Band band{.kind = kind};
    for (const Bound& part : bound.parts) band.parts.push_back(of(part));
    const auto holds = [](const Band& part) { return part.holds_nearest; };
    const auto truncates = [](const Band& part) { return part.holds_truncated; };
    const auto opens = [](const Band& part) { return part.kind == Kind::unconstrained; };
    band.holds_nearest =
        kind == Kind::any_of ? std::ranges::any_of(band.parts, holds) : std::ranges::all_of(band.parts, holds);
    band.holds_truncated =
        kind == Kind::any_of ? std::ranges::any_of(band.parts, truncates) : std::ranges::all_of(band.parts, truncates);
    // What a part leaves open makes the whole open: left to the definition.
    if (std::ranges::any_of(band.parts, opens)) return {};
    return band;
  }

  const Ruling& ruling_;
  bool is_float_;
};

Cell cell(const TableCell& of) {
  using enum Cell::Kind;
  using Result = TableCell::Result;
  if (!of.decides()) return {of.range == Range::none ? accuracy : confined, of.range};
  if (!std::has_single_bit(of.results) || of.range != Range::none) return {unknown};
  switch (static_cast<Result>(std::countr_zero(of.results))) {
    case Result::nan:
      return {nan};
    case Result::minus_infinity:
      return {value, Range::none, -HUGE_VAL};
    case Result::plus_infinity:
      return {value, Range::none, HUGE_VAL};
    case Result::minus_zero:
      return {value, Range::none, -0.0};
    case Result::plus_zero:
    case Result::underflowed_zero:
      return {value, Range::none, 0.0};
    case Result::minus_one:
      return {value, Range::none, -1.0};
    case Result::plus_one:
      return {value, Range::none, 1.0};
    case Result::first:
      return {operand, Range::none, 0, 0, false};
    case Result::minus_first:
      return {operand, Range::none, 0, 0, true};
    case Result::last:
      return {operand, Range::none, 0, 1, false};
    case Result::minus_last:
      return {operand, Range::none, 0, 1, true};
  }
  return {unknown};
}

/// The bits that stand for a class: the table looks at nothing but classes.
Bits member(OperandClass of, const FormatInfo& row) {
  const number::Layout layout(row);
  switch (of) {
    case OperandClass::nan:
      return layout.canonical_nan();
    case OperandClass::minus_infinity:
      return layout.infinity(true);
    case OperandClass::minus_finite:
      return layout.max_finite(true);
    case OperandClass::minus_one:
      return layout.one(true);
    case OperandClass::minus_zero:
      return layout.zero(true);
    case OperandClass::plus_zero:
      return layout.zero();
    case OperandClass::plus_one:
      return layout.one();
    case OperandClass::plus_finite:
      return layout.max_finite();
    case OperandClass::plus_infinity:
      return layout.infinity();
  }
  return 0;
}

constexpr std::array kFinite = {OperandClass::minus_finite, OperandClass::plus_finite};

CellTable cell_table(const SpecialTable& table, const FormatInfo& row, std::size_t arity) {
  CellTable cells;
  for (std::size_t i = 0; i < kOperandClasses; ++i) {
    for (std::size_t j = 0; j < kOperandClasses; ++j) {
      const std::array operands = {member(static_cast<OperandClass>(i), row),
                                   member(static_cast<OperandClass>(j), row)};
      // Of one operand the first and the last are the same.
      const std::span<const Bits> given(operands.data() + (arity == 1 ? 1 : 0), arity == 1 ? 1 : 2);
      cells[i][j] = cell(table.cell(row, given));
    }
  }
  return cells;
}

/// The cells for finite operands, one sign or two at a time.
template <class Use>
void for_finite_cells(const CellTable& table, std::size_t arity, Use use) {
  for (const OperandClass last : kFinite) {
    for (const OperandClass first : kFinite) {
      if (arity == 1 && first != last) continue;
      use(table[static_cast<std::size_t>(first)][static_cast<std::size_t>(last)], last);
    }
  }
}

/// A conversion whose exact result is the operand, or the operand times or over a format's largest code.
bool is_conversion_of_value(const Plan& plan) {
  const OperationInfo& operation = info(plan.operation);
  const bool is_conversion =
      operation.family == OperationFamily::conversion || operation.family == OperationFamily::pixel;
  const FormatInfo& from = *plan.operand_rows[0];
  const FormatInfo& to = *plan.result_row;
  const auto is_code = [](const FormatInfo& row) {
    return number::is_normalised(row) || row.kind == FormatKind::fixed;
  };
  if (!is_conversion || operation.arity != 1 || from.format == to.format) return false;
  const bool is_float = from.kind == FormatKind::floating;
  if (to.kind == FormatKind::floating) return is_float || (is_code(from) && from.kind != FormatKind::srgb);
  return is_float && is_code(to);
}

/// Whether references.hpp has the operation, in formats of at most 32 bits.
bool has_reference(const Plan& plan) {
  using enum Operation;
  switch (plan.operation) {
    case add:
    case sub:
    case mul:
    case div:
    case reciprocal:
    case rcp:
    case rsq:
    case sqrt:
    case frc:
    case round_ne:
    case round_ni:
    case round_pi:
    case round_z:
    case round:
    case mad:
    case fma:
    case dp2:
    case dp3:
    case dp4:
    case min:
    case max:
    case eq:
    case ne:
    case lt:
    case le:
    case gt:
    case ge:
    case ftoi:
    case ftou:
    case itof:
    case utof:
    case fmod:
      return true;
    default:
      return exact::has_certified(plan.operation) || is_conversion_of_value(plan);
  }
}

bool is_supported(const FormatInfo& row) { return row.bits <= 32 && row.kind != FormatKind::shared_exponent; }

class PlanMaker {
 public:
  PlanMaker(const Ruling& ruling, const OtherReadings& others) : ruling_(ruling), others_(others) {}

  std::optional<Plan> make() {
    const OperationInfo& operation = info(ruling_.operation);
    plan_.operation = ruling_.operation;
    plan_.arity = static_cast<std::size_t>(operation.arity);
    plan_.result_row = ruling_.result_format;
    plan_.policies = ruling_.policies;
    plan_.result_is_float = ruling_.result_format->kind == FormatKind::floating;
    using enum Operation;
    constexpr std::array kSums = {add, sub, mad, fma, frc};
    plan_.is_rounded_to_odd = std::ranges::find(kSums, ruling_.operation) != kSums.end();
    plan_.is_measured = plan_.result_is_float || number::is_normalised(*ruling_.result_format) ||
                        ruling_.result_format->kind == FormatKind::fixed;
    bool are_floats = true;
    for (std::size_t i = 0; i < plan_.arity; ++i) {
      plan_.operand_rows[i] = &ruling_.operand_row(i);
      if (!is_supported(*plan_.operand_rows[i])) return std::nullopt;
      are_floats = are_floats && plan_.operand_rows[i]->kind == FormatKind::floating;
    }
    if (!is_supported(*ruling_.result_format) || !has_reference(plan_) || !ruling_.rules.requirements.empty() ||
        !ruling_.parts.empty()) {
      return std::nullopt;
    }
    if (plan_.result_is_float) {
      plan_.fraction_bits = ruling_.result_format->fraction_bits;
      plan_.min_exponent = ruling_.result_format->min_exponent();
      plan_.max_exponent = ruling_.result_format->max_exponent();
      plan_.limits = FormatLimits(*ruling_.result_format);
    }
    are_floats_ = are_floats;
    if (!make_bands() || !make_overrides()) return std::nullopt;
    make_good_cases();
    make_exclusions();
    return std::move(plan_);
  }

 private:
  bool make_bands() {
    const BandMaker maker(ruling_);
    for (const Ruling::Piece& piece : ruling_.accuracy) {
      BandByDomain one{{}, true, maker.of(piece.bound)};
      if (piece.where != nullptr) {
        one.where = interval_condition(*piece.where, info(ruling_.operation));
        one.is_known = one.where.has_value() && are_floats_;
      }
      plan_.bands.push_back(std::move(one));
    }
    const Bound& first = ruling_.accuracy.front().bound;
    plan_.has_two_roundings = ruling_.to_nearest != nullptr;
    if (plan_.has_two_roundings && (ruling_.accuracy.size() != 1 || !rulebook::rounds_either_way(*first.source)))
      return false;
    const auto is_inherited = [](const Ruling::Piece& piece) { return takes_steps(piece.bound); };
    if (std::ranges::any_of(ruling_.accuracy, is_inherited)) {
      plan_.is_canonical_sum =
          ruling_.accuracy.size() == 1 && first.kind == Bound::Kind::inherited &&
          rulebook::text_of(first.source->expansion) == canonical_sum(ruling_.operation) &&
          first.source->with.empty() &&
          std::ranges::all_of(first.steps, [](const auto& step) { return holds_nearest_step(step.second); });
      plan_.permits_exact_specials = plan_.is_canonical_sum;
    }
    const auto is_useful = [](const BandByDomain& one) {
      return one.band.holds_nearest || one.band.kind != Kind::unknown;
    };
    return std::ranges::any_of(plan_.bands, is_useful);
  }

  bool make_overrides() {
    if (ruling_.table) {
      if (!are_floats_) return false;
      plan_.table = cell_table(*ruling_.table, *ruling_.format, plan_.arity);
      if (!take_finite_cells()) return false;
    }
    return std::ranges::all_of(ruling_.rules.identities,
                               [&](const auto& named) { return take_identity(*named.identity); });
  }

  /// False where the table decides cases of finite operands other than by NaN for one sign of one operand.
  bool take_finite_cells() {
    bool is_first = true;
    bool is_plain = true;
    for_finite_cells(*plan_.table, plan_.arity, [&](const Cell& one, OperandClass sign) {
      if (one.kind == Cell::Kind::nan && plan_.arity == 1 && sign == OperandClass::minus_finite) {
        plan_.negative_is_nan = true;
        return;
      }
      is_plain = is_plain && (one.kind == Cell::Kind::accuracy || one.kind == Cell::Kind::confined) &&
                 (is_first || one.range == plan_.range);
      plan_.range = one.range;
      is_first = false;
    });
    const auto is_one = [](const std::string& name) { return name.starts_with("-1") || name.starts_with("+1"); };
    const rulebook::SpecialTable& table = *ruling_.rules.special;
    plan_.names_ones = std::ranges::any_of(table.rows, is_one) || std::ranges::any_of(table.columns, is_one);
    return is_plain;
  }

  /// False where a condition cannot be evaluated in doubles.
  bool take_identity(const rulebook::Identity& identity) {
    if (plan_.identities.size() == kMostIdentities) return false;
    if (!identity.condition) {
      const bool gives_nan = identity.where == "nan" && identity.result == "nan";
      plan_.identities.push_back({gives_nan ? Identity::Kind::nan : Identity::Kind::unknown_of_nan, {}});
      return true;
    }
    const OperationInfo& operation = info(ruling_.operation);
    auto where = interval_condition(*identity.condition, operation);
    const auto* const place = std::ranges::find(operation.operand_names, identity.result);
    if (!where || !are_floats_ || place == operation.operand_names.end()) return false;
    const auto operand = static_cast<std::uint8_t>(place - operation.operand_names.begin());
    plan_.identities.push_back({Identity::Kind::operand, std::move(*where), operand});
    return true;
  }

  void make_good_cases() {
    const Policies& policies = plan_.policies;
    if (plan_.result_is_float && (!plan_.result_row->has_sign || policies.clamp_below_zero)) return;
    GoodCases good{.sure_ulp = HUGE_VAL, .sure_absolute = HUGE_VAL};
    bool opens = policies.nan_undefined || policies.infinity_undefined;
    good.truncates = !plan_.bands.front().band.holds_nearest && plan_.bands.front().band.holds_truncated;
    for (const BandByDomain& one : plan_.bands) {
      const bool is_confined = one.band.kind == Kind::unconstrained && plan_.range != Range::none;
      const bool rounds = good.truncates ? one.band.holds_truncated : one.band.holds_nearest;
      const bool is_narrow =
          !plan_.result_is_float && (one.band.kind == Kind::absolute || one.band.kind == Kind::below);
      const bool is_simple = one.is_known && (!one.where || one.where->range) && (rounds || is_confined || is_narrow);
      if (!is_simple) return;
      opens = opens || one.band.kind == Kind::unconstrained;
      if (!is_confined) narrow(one.band, good);
    }
    // Each rounding is counted, and some cases pass by both where a range ends.
    if (plan_.has_two_roundings) {
      if (plan_.range != Range::none || good.truncates) return;
      good.sure_ulp = 0;
    }
    if (policies.exact_if_representable) good.sure_ulp = 0;
    const auto is_simple = [](const Identity& one) {
      return one.kind != Identity::Kind::operand || one.where.range.has_value();
    };
    if (!std::ranges::all_of(plan_.identities, is_simple)) return;
    const bool has_open_specials = opens || policies.special_advisory || plan_.has_overrides() ||
                                   !plan_.permits_exact_specials || plan_.is_canonical_sum;
    if (has_open_specials) good.least_operand = std::numeric_limits<double>::denorm_min();
    if (policies.operands == Denormals::may_flush && (opens || plan_.has_two_roundings))
      good.least_operand = plan_.limits.least_normal;
    good.nan_is_open = plan_.arity == 1 && !plan_.table && (policies.nan_undefined || policies.special_advisory);
    const auto rounds = [&](const BandByDomain& one) {
      return good.truncates ? one.band.holds_truncated : one.band.holds_nearest;
    };
    // What infinity leaves open is left; below half of the least denormal the nearest value is zero, and flushed zeros
    // are of what is below half of the smallest normal value for sure.
    good.passes_far = plan_.result_is_float && !policies.infinity_undefined && std::ranges::all_of(plan_.bands, rounds);
    good.most_tiny = policies.results == Denormals::flush ? plan_.limits.first / 2 : 0.25;
    good.identities_are_of_zero = std::ranges::all_of(plan_.identities, [](const Identity& one) {
      const auto& range = one.where.range;
      return one.kind != Identity::Kind::operand || (range->least.low == 0 && range->most.high == 0);
    });
    plan_.good = good;
  }

  /// Distances in ULP, in regular cases, that a band certainly holds: lemma 2.
  void narrow(const Band& band, GoodCases& good) const {
    if (!plan_.result_is_float) {
      const bool is_distance = band.kind == Kind::absolute || band.kind == Kind::below;
      const double amount = is_distance ? band.amount.low : band.kind == Kind::nearest ? 0.5 : 0;
      good.sure_absolute = std::min(good.sure_absolute, amount);
    } else if (band.kind == Kind::ulp && !band.formula) {
      good.sure_ulp = std::min(good.sure_ulp, band.amount.low / 2);
    } else if (band.kind == Kind::absolute) {
      good.sure_absolute = std::min(good.sure_absolute, band.amount.low);
    } else if (band.kind == Kind::relative) {
      // 2^fraction_bits ULP and more are an exact result.
      good.sure_ulp = std::min(good.sure_ulp, band.amount.low * plan_.limits.first * (1 - 0x1p-40));
    } else {
      good.sure_ulp = 0;
    }
  }

  /// The widths beyond which no reading permits a result, and the conditions under which nothing is certain.
  void make_exclusions() {
    plan_.can_fail = are_floats_ && info(ruling_.operation).family != OperationFamily::selection;
    for (const Ruling* other : others_.rulings()) {
      if (!other->rules.requirements.empty() || !other->parts.empty()) plan_.can_fail = false;
      take_guards(*other);
      take_cells(*other);
      if (other->rules.accuracy == ruling_.rules.accuracy) continue;
      for (const Ruling::Piece& piece : other->accuracy) widen(piece.bound);
    }
    take_guards(ruling_);
  }

  void take_guards(const Ruling& other) {
    const auto take = [&](const rulebook::Expression* condition) {
      auto where = condition != nullptr ? interval_condition(*condition, info(ruling_.operation)) : std::nullopt;
      if (!where) {
        plan_.can_fail = false;
      } else {
        plan_.guards.push_back(std::move(*where));
      }
    };
    for (const auto& [identity, rule] : other.rules.identities) {
      if (identity->condition) take(&*identity->condition);
    }
    for (const auto& [allowance, rule] : other.rules.allowances) take(allowance->where ? &*allowance->where : nullptr);
  }

  void take_cells(const Ruling& other) {
    if (other.rules.special == nullptr) return;
    if (!are_floats_) {
      plan_.can_fail = false;
      return;
    }
    const CellTable table = cell_table(*other.table, *ruling_.format, plan_.arity);
    for_finite_cells(table, plan_.arity, [&](const Cell& one, OperandClass) {
      const bool leaves_it =
          one.kind == Cell::Kind::accuracy || one.kind == Cell::Kind::confined || one.kind == Cell::Kind::nan;
      plan_.can_fail = plan_.can_fail && leaves_it;
    });
    const auto is_one = [](const std::string& name) { return name.starts_with("-1") || name.starts_with("+1"); };
    plan_.names_ones = plan_.names_ones || std::ranges::any_of(other.rules.special->rows, is_one) ||
                       std::ranges::any_of(other.rules.special->columns, is_one);
  }

  void widen(const Bound& bound) {
    using Rule = Bound::Kind;
    const double amount = bound.constant ? enclosure(bound.amount).high : HUGE_VAL;
    if (bound.source->factor != 0 || bound.source->rounds_product) plan_.can_fail = false;
    switch (bound.kind) {
      case Rule::exact:
      case Rule::nearest:
      case Rule::nearest_even:
      case Rule::toward_zero:
      case Rule::either:
        plan_.other_ulp = std::max(plan_.other_ulp, 1.0);
        break;
      case Rule::ulp:
        plan_.other_ulp = std::max(plan_.other_ulp, amount);
        break;
      case Rule::absolute:
      case Rule::steps:
      case Rule::steps_below:
        plan_.other_absolute = std::max(plan_.other_absolute, amount);
        break;
      case Rule::relative:
        plan_.other_relative = std::max(plan_.other_relative, amount);
        break;
      case Rule::any_of:
      case Rule::all_of:
        for (const Bound& part : bound.parts) widen(part);
        break;
      default:
        plan_.can_fail = false;
    }
    const bool is_wide = plan_.other_ulp > FormatLimits(*ruling_.result_format).most_ulp ||
                         plan_.other_absolute > 0x1p14 || plan_.other_relative > 0.25;
    if (is_wide) plan_.can_fail = false;
  }

  const Ruling& ruling_;
  const OtherReadings& others_;
  bool are_floats_ = true;
  Plan plan_;
};

}  // namespace

FormatLimits::FormatLimits(const FormatInfo& row)
    : first(number::power_of_two(row.fraction_bits)),
      least_normal(number::power_of_two(row.min_exponent())),
      largest((2 - 1 / first) * number::power_of_two(row.max_exponent())),
      overflow(number::power_of_two(row.max_exponent() + 1)),
      // Lemma 3 needs n < 2^20, and lemma 2 a bound below an eighth of a binade.
      most_ulp(std::min(0x1p20, first / 8)),
      below_one(1 - 0.5 / first) {}

OperandClass operand_class(double value) noexcept {
  using enum OperandClass;
  if (std::isnan(value)) return nan;
  const bool negative = std::signbit(value);
  if (std::isinf(value)) return negative ? minus_infinity : plus_infinity;
  if (value == 0) return negative ? minus_zero : plus_zero;
  if (std::fabs(value) == 1) return negative ? minus_one : plus_one;
  return negative ? minus_finite : plus_finite;
}

std::optional<Plan> Plan::of(const Ruling& ruling, const OtherReadings& others) {
  return PlanMaker(ruling, others).make();
}

}  // namespace halfulp::judge
