// SPDX-License-Identifier: Apache-2.0
#include "judge/sieve/sieve.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <numbers>
#include <optional>

#include "exact/certified.hpp"
#include "exact/real_domain.hpp"
#include "judge/quick/operand_classes.hpp"
#include "judge/quick/quick.hpp"
#include "number/as_double.hpp"
#include "number/layout.hpp"

namespace halfulp::judge {
namespace {

using Kind = Bound::Kind;

/// No width where a bound permits only rounded results: those pass by being what they are.
std::optional<SieveRules::Width> width_of(Kind kind, double amount) {
  switch (kind) {
    case Kind::ulp:
      return SieveRules::Width{.ulp = amount};
    case Kind::absolute:
      return SieveRules::Width{.absolute = amount};
    case Kind::relative:
      return SieveRules::Width{.relative = amount};
    case Kind::unconstrained:
      return std::nullopt;
    default:
      return SieveRules::Width{};
  }
}

/// Apart from c by more than what ApproximateCondition calls unknown.
double beyond(double c, double direction) { return std::isinf(c) ? c : c + direction * std::fabs(c) * 0x1p-38; }

/// Of the class that an operand is in.
SieveRules::Special special_of(const OperandClasses& classes, std::uint32_t operand) {
  const OperandClasses::Permitted* const permitted = classes.of_one(operand);
  if (permitted == nullptr) return {};
  SieveRules::Special special{.anything = permitted->anything, .any_nan = permitted->any_nan, .results = {}};
  std::size_t count = 0;
  for (const OperandClasses::Passes& passes : permitted->results) {
    if (passes.distance.ulp > 0 || count == special.results.size()) continue;
    special.results[count++] = {
        .exists = true, .has_error = passes.distance.ulp == 0, .bits = static_cast<std::uint32_t>(passes.observed)};
  }
  return special;
}

double halvings_of(Operation operation) {
  switch (operation) {
    case Operation::exp:
      return std::numbers::log2e;
    case Operation::exp2:
      return 1;
    case Operation::exp10:
      return std::numbers::log2e * std::numbers::ln10;
    default:
      return 0;
  }
}

/// Has the rules deny only what is further than the bounds of one reading permit; false where that cannot be said.
bool widen_denied(SieveRules& rules, const Quick& quick) {
  constexpr double kMostUlp = 0x1p20;
  const std::span<const Quick::Piece> pieces = quick.pieces();
  if (quick.function() == nullptr || !quick.denies() || quick.infinity_undefined() || pieces.empty()) return false;
  if (quick.ones_in_table() && !rules.leaves_ones) return false;
  rules.denies_sizes_below = std::min(rules.denies_sizes_below, quick.allowed_from());
  rules.allows_zeros_alone = rules.allows_zeros_alone && quick.allows_zeros_alone();
  SieveRules::Width& denied = rules.denies_beyond;
  for (const Quick::Piece& piece : pieces) {
    switch (piece.kind) {
      case Kind::nearest:
      case Kind::nearest_even:
      case Kind::toward_zero:
      case Kind::either:
      case Kind::any_of:  // of roundings: Quick denies by no other
        break;
      case Kind::ulp:
        if (!(piece.amount < kMostUlp)) return false;
        denied.ulp = std::max(denied.ulp, farthest_in_ulp(piece.amount, false));
        rules.denies_plain_ulp = std::max(rules.denies_plain_ulp, farthest_in_ulp(piece.amount, true));
        break;
      case Kind::absolute:
        denied.absolute = std::max(denied.absolute, piece.amount);
        break;
      case Kind::relative:
        denied.relative = std::max(denied.relative, piece.amount);
        break;
      case Kind::inherited:  // a quotient by steps, of which one may be flushed
        denied.relative = std::max(denied.relative, quick.reach_of_steps(2));
        denied.absolute = std::max(denied.absolute, kFlushed);
        break;
      case Kind::unconstrained: {
        if (pieces.size() != 2 || !pieces.front().conditional) return false;
        constexpr ApproximateCondition::Interval kNone{.least = HUGE_VAL, .most = -HUGE_VAL};
        const auto bounded = pieces.front().condition.interval().value_or(kNone);
        if (bounded.of_magnitude && bounded.least >= 0) return false;
        rules.denies_above =
            std::max(rules.denies_above, beyond(bounded.of_magnitude ? -bounded.most : bounded.least, 1));
        rules.denies_below = std::min(rules.denies_below, beyond(bounded.most, -1));
        break;
      }
      default:
        return false;
    }
  }
  return true;
}

/// How far a step errs, relative to what it would be exactly, by the widest of the readings; 0 where one has no steps.
double farthest_of_step(const Quick& quick, std::span<const Quick* const> other_bodies) {
  double least = quick.reach_of_steps(1);
  double most = least;
  for (const Quick* other : other_bodies) {
    least = std::min(least, other->reach_of_steps(1));
    most = std::max(most, other->reach_of_steps(1));
  }
  return least > 0 ? most : 0;
}

/// Whether one of two states the same absolute distance as the other in the same domain, and as little elsewhere, but
/// no range.
bool has_no_range_alone(const Quick& quick, const Quick& other) {
  if (!quick.is_range() || other.is_range() || quick.pieces().empty()) return false;
  const auto is_same = [](const Quick::Piece& a, const Quick::Piece& b) {
    return a.kind == b.kind && a.amount == b.amount && a.conditional == b.conditional &&
           a.condition.interval() == b.condition.interval();
  };
  return quick.pieces().front().kind == Kind::absolute && std::ranges::equal(quick.pieces(), other.pieces(), is_same);
}

/// A width for results below 2^127 in size, absolute ones below 2^10, with what roundings may take.
SieveRules::Width narrowed(const SieveRules::Width& width) {
  constexpr double kMostUlp = 0x1p20;  // results so far away have the sign of the exact one, and are normal
  const auto less = [](double amount, double margin) { return std::max(0.0, amount * (1 - 0x1p-38) - margin); };
  if (width.ulp > 0) return {.ulp = width.ulp < kMostUlp ? less(width.ulp, 0x1p-20) : 0};
  if (width.absolute > 0) return {.absolute = less(width.absolute, 0x1p-34)};
  return {.relative = less(std::min(width.relative, 0x1p-2), 0x1p-43)};
}

SieveRules::Plain plain_cases(const SieveRules& rules) {
  SieveRules::Plain plain;
  plain.inside = narrowed(rules.inside);
  plain.outside = narrowed(rules.outside);
  const bool has_absolute = rules.inside.absolute > 0 || rules.outside.absolute > 0;
  plain.most_result = std::min(has_absolute ? 0x1p10 : plain.most_result, rules.below);
  // All operands where both sides are bounded, else those inside.
  double least = rules.least_defined;
  double most = rules.most_defined;
  if (rules.outside_is != SieveRules::Outside::bounded) {
    if (rules.of_magnitude) {
      plain.least = std::max(plain.least, std::nextafter(rules.least, HUGE_VAL));
    } else {
      least = std::max(least, rules.least);
    }
    most = std::min(most, rules.most);
  }
  if (least >= 0) {
    plain.above = least;
  } else {
    most = std::min(most, -least);
  }
  plain.most = std::min(plain.most, most);
  return plain;
}

}  // namespace

float least_worst_of(std::span<const double, 512> worst, std::size_t group) {
  double least = HUGE_VAL;
  for (std::size_t binade = group * kBinadesOfGroup; binade < (group + 1) * kBinadesOfGroup; ++binade) {
    if (binade % 256 != 0 && binade % 256 != 255) least = std::min(least, worst[binade]);
  }
  return at_most(least);
}

void find_least_worst(std::span<const double, 512> worst, std::span<float, kBinadeGroups> least) {
  for (std::size_t group = 0; group < least.size(); ++group) least[group] = least_worst_of(worst, group);
}

void Sieve::take_classes(const OperandClasses& classes) {
  rules_.classes = &classes;
  constexpr std::uint32_t kSpecials[] = {0x00000001, 0x7fc00000, 0x80000001, 0xffc00000};
  std::ranges::transform(kSpecials, rules_.specials.begin(),
                         [&](std::uint32_t operand) { return special_of(classes, operand); });
}

void Sieve::find_code(const Quick& quick, std::span<const Quick* const> other_bodies) {
  if (!quick.encodes() || quick.format().format != Format::binary32) return;
  const FormatInfo& to = quick.result_format();
  const number::CodeRange codes = number::value_codes(to);
  const auto factor = static_cast<float>(number::denominator(to));  // as all below: of 24 bits at most, exact
  rules_.observed_bytes = to.bytes;
  SieveRules::Code& code = rules_.code;
  code = {.factor = factor,
          .least = static_cast<float>(codes.least) / factor,
          .most = static_cast<float>(codes.most) / factor,
          .steps = at_most(quick.steps()),
          .is_on_curve = to.kind == FormatKind::srgb,
          .has_sign = to.has_sign,
          .unused_bits = 32 - to.bits,
          .least_code = static_cast<float>(codes.least)};
  const auto denies = [](const Quick* one) { return one->encodes() && one->denies(); };
  code.denies = denies(&quick) && std::ranges::all_of(other_bodies, denies);
  double beyond = quick.denied_steps();
  for (const Quick* const other : other_bodies) beyond = std::max(beyond, other->denied_steps());
  code.denies_beyond = -at_most(-beyond * (1 + 0x1p-19));
  function_ = sieve_of_conversion(rules_);
}

void Sieve::find_narrowing(const Quick& quick, std::span<const Quick* const> other_bodies) {
  const FormatInfo& to = quick.result_format();
  const bool narrows = to.kind == FormatKind::floating && to.exponent_bits == 5 && info(quick.operation()).arity == 1 &&
                       info(quick.operation()).only_format() == Format::binary32;
  if (!narrows || !quick.gives_rounded() || quick.is_range() || quick.has_conditions()) return;
  using Rounding = SieveRules::Narrowing::Rounding;
  const bool is_open = quick.infinity_undefined();
  const number::Layout layout(to);
  const Bits most = is_open ? layout.infinity() - layout.min_normal() - 1 : layout.max_finite();
  rules_.observed_bytes = to.bytes;
  SieveRules::Narrowing& narrowing = rules_.narrowing;
  narrowing = {.fraction_bits = to.fraction_bits,
               .min_exponent = to.min_exponent(),
               .has_sign = to.has_sign,
               .most = static_cast<float>(number::as_double(to, most)),
               .leaves_ones = quick.ones_in_table(),
               .rounding = quick.truncates()           ? Rounding::truncation
                           : quick.rounds_either_way() ? Rounding::either
                                                       : Rounding::nearest,
               .leaves_least_normal = quick.rounds_either_way(),
               .alike = {}};
  const auto do_all = [&](auto does) { return does(&quick) && std::ranges::all_of(other_bodies, does); };
  const bool truncates = quick.truncates();
  narrowing.denies_others = do_all([](const Quick* one) { return one->permits_roundings_alone(); });
  narrowing.denies_beyond =
      narrowing.denies_others && do_all([](const Quick* one) { return !one->infinity_undefined(); });
  narrowing.denies_other = narrowing.denies_others && do_all([&](const Quick* one) {
                             return one->permits_one() && one->truncates() == truncates;
                           });
  narrowing.saves_nearest = truncates && narrowing.denies_beyond &&
                            std::ranges::any_of(other_bodies, [](const Quick* one) { return !one->truncates(); });
  narrowing.saves_denormals =
      narrowing.saves_nearest && do_all([](const Quick* one) { return !one->may_flush_results(); });
  std::size_t count = 0;
  for (const Quick::Alike& alike : quick.alike()) {
    const auto is_listed = [&](const auto& result) {
      return result.second != halfulp::Rounding::toward_zero && (!alike.is_measured || layout.is_zero(result.first));
    };
    SieveRules::Narrowing::Alike& told = narrowing.alike[count];
    for (const auto& result : alike.results) {
      if (!is_listed(result) || told.count == told.results.size()) continue;
      told.results[told.count++] = {.bits = static_cast<std::uint32_t>(result.first),
                                    .to_nearest = result.second == halfulp::Rounding::nearest};
    }
    if (told.count == 0) continue;
    told.least = -at_most(-alike.least);
    told.most = at_most(alike.most);
    told.negative = alike.negative;
    told.is_measured = alike.is_measured;
    if (++count == narrowing.alike.size()) break;
  }
  function_ = sieve_of_conversion(rules_);
}

Sieve::Sieve(const Quick& quick, const OperandClasses& classes, std::span<const Quick* const> other_bodies,
             std::span<const Ulp> definitions) {
  take_classes(classes);
  if (quick.format_function() != nullptr) {
    find_code(quick, other_bodies);
    find_narrowing(quick, other_bodies);
  }
  if (quick.function() == nullptr || quick.truncates() || quick.remainder_steps()) return;
  const exact::RealDomain domain = exact::real_domain(quick.operation());
  rules_.least_defined = domain.least;
  rules_.most_defined = domain.most;
  constexpr float kClasses[] = {-1.5F, -1, -0.5F, 0.5F, 1, 1.5F};
  const auto elsewhere = [&](bool (OperandClasses::*permits)(std::uint32_t) const) {
    const auto is_permitted = [&](float x) {
      return domain.contains(x) || (classes.*permits)(std::bit_cast<std::uint32_t>(x));
    };
    return !domain.contains(-1.5F) && std::ranges::all_of(kClasses, is_permitted);
  };
  rules_.nan_elsewhere = elsewhere(&OperandClasses::permits_nan) || quick.root_of_negative(true) == Quick::Answer::pass;
  rules_.free_elsewhere =
      elsewhere(&OperandClasses::permits_anything) || quick.root_of_negative(false) == Quick::Answer::unconstrained;
  if (quick.leaves_powers_of_negative_open()) rules_.least_defined = 0;
  rules_.leaves_ones = quick.ones_in_table() || !exact::has_real_value(quick.operation(), 1);
  if (quick.infinity_undefined()) rules_.below = 0x1p127;
  if (quick.is_range()) rules_.largest_observed = 1;
  rules_.last_below_one = quick.permits_last_below_one();
  rules_.rounded_to_one = quick.permits_rounded_to_one();
  rules_.one_is_by_nearest = quick.one_is_by_nearest();
  rules_.may_flush_operands = quick.may_flush_operands();
  rules_.may_flush_results = quick.may_flush_results();
  rules_.either_zero_from = quick.either_zero_from();
  rules_.may_keep_results = quick.may_keep_denormals();
  rules_.divides_by_steps = quick.divides_by_steps();
  rules_.adds_flushed = quick.flushes() && quick.adds_zero();
  const auto bodies_have = [&](auto has) { return has(&quick) && std::ranges::all_of(other_bodies, has); };
  rules_.breaks_elsewhere = bodies_have([](const Quick* one) { return one->gives_nan_beyond_domain(); });
  rules_.breaks_beside_flushed = bodies_have([](const Quick* one) {
    return one->broken_beside_flushed(false) != Quick::Answer::undecided &&
           one->broken_beside_flushed(true) != Quick::Answer::undecided;
  });
  rules_.nan_of_nan = classes.permits_nan_of_nan();
  rules_.saturates = quick.saturates();
  rules_.halvings = halvings_of(quick.operation());
  rules_.irrational_below = irrational_below(quick.operation());
  rules_.treats_specials_plainly = quick.treats_specials_plainly();
  rules_.takes_denormals = quick.takes_denormals();
  rules_.rounds_either_way = quick.rounds_either_way();
  rules_.keeps_side_of_one = exact::keeps_side_of_one(quick.operation());
  rules_.flushes = quick.flushes();
  for (const bool operand : {false, true}) {
    for (const bool zero : {false, true}) rules_.zeros[operand][zero] = quick.permits_zero(operand, zero);
  }
  const std::span<const Quick::Piece> pieces = quick.pieces();
  if (pieces.size() > 2 || (pieces.empty() && quick.has_conditions())) return;
  // What some order of a sum's steps gives passes there.
  if (info(quick.operation()).family == OperationFamily::fused && !quick.tolerates()) return;
  if (!pieces.empty()) {
    const Quick::Piece& first = pieces.front();
    const auto width = width_of(first.kind, first.amount);
    if (!width) return;
    rules_.inside = *width;
    if (first.conditional) {
      const auto interval = first.condition.interval();
      if (!interval || pieces.size() != 2 || pieces[1].conditional) return;
      rules_.of_magnitude = interval->of_magnitude;
      rules_.least = beyond(interval->least, 1);
      rules_.least_outside = beyond(interval->least, -1);
      rules_.most = beyond(interval->most, -1);
      rules_.most_outside = beyond(interval->most, 1);
      const auto outside = width_of(pieces[1].kind, pieces[1].amount);
      using Outside = SieveRules::Outside;
      rules_.outside_is = outside ? Outside::bounded : quick.is_range() ? Outside::in_range : Outside::unconstrained;
      rules_.outside = outside.value_or(SieveRules::Width{});
    } else if (pieces.size() != 1) {
      return;
    }
  }
  rules_.plain = plain_cases(rules_);
  rules_.saves_beyond_range = other_bodies.size() == 1 && has_no_range_alone(quick, *other_bodies.front());
  rules_.denies = bodies_have([&](const Quick* one) { return widen_denied(rules_, *one); });
  constexpr double kMostByLargeDivisor = 32;  // of a denormal reciprocal steps are 2^-21 of it at most
  const auto takes_no_steps = [](const Quick* one) { return !(one->reach_of_steps(1) > 0); };
  if (bodies_have(takes_no_steps)) {
    rules_.denies_beyond_of_large_divisor = 0;
  } else if (bodies_have([&](const Quick* one) { return takes_no_steps(one) || one->divides_by_extreme_steps(); })) {
    rules_.denies_beyond_of_large_divisor = kMostByLargeDivisor;
  }
  const auto do_all = [&](bool (Quick::*permits)() const) {
    return bodies_have([&](const Quick* one) { return one->function() != nullptr && (one->*permits)(); });
  };
  rules_.denies_beyond_step = do_all(&Quick::denies) ? farthest_of_step(quick, other_bodies) : 0;
  rules_.permits_neighbours = quick.permits_outcomes();
  constexpr std::array kOthers = {Ulp::muller_b, Ulp::goldberg_of_result, Ulp::bit_steps};
  rules_.saves_by_ulp = std::ranges::equal(definitions, kOthers);
  if (rules_.saves_by_ulp && quick.ulp() == Ulp::muller_a && !quick.is_range() && pieces.size() == 1 &&
      !pieces.front().conditional && pieces.front().kind == Kind::ulp && pieces.front().amount < 64) {
    rules_.saved_ulp = pieces.front().amount;
  }
  rules_.may_be_by_reciprocals = do_all(&Quick::divides_by_steps) && quick.ulp() != Ulp::bit_steps;
  // Terms next to zero are kept.
  rules_.permits_outcomes = quick.permits_outcomes() && quick.extends_steps() && quick.ulp() == Ulp::muller_a;
  rules_.denies_beyond_outcomes = rules_.saves_by_ulp && do_all(&Quick::denies) && do_all(&Quick::steps_within_one_ulp);
  rules_.permits_roundings_alone = do_all(&Quick::permits_roundings_alone);
  rules_.states_all_comparisons = do_all(&Quick::states_all_comparisons);
  const auto takes_steps = [](const Quick* one) { return one->remainder_steps().has_value(); };
  rules_.may_take_steps = std::ranges::any_of(other_bodies, takes_steps);
  rules_.steps_save_overflow =
      rules_.may_take_steps && other_bodies.size() == 1 && other_bodies.front()->remainder_steps()->overflow_is_open;
  rules_.permits_exact_alone = quick.permits_exact_alone() && std::ranges::all_of(other_bodies, [&](const Quick* one) {
                                 return one->function() != nullptr && (takes_steps(one) || one->permits_exact_alone());
                               });
  rules_.tolerates = quick.tolerates();
  rules_.permits_any_tie = quick.permits_any_tie();
  rules_.fails_odd_ties = rules_.permits_roundings_alone && quick.fails_odd_ties() &&
                          std::ranges::all_of(other_bodies, [](const Quick* other) {
                            return other->fails_odd_ties() || other->truncates();
                          });
  rules_.permits_nearest_alone = do_all(&Quick::permits_nearest_alone);
  const auto permits_more = [](const Quick* one) { return !one->permits_nearest_alone(); };
  rules_.saves_truncated = rules_.permits_roundings_alone && quick.permits_nearest_alone() &&
                           std::ranges::count_if(other_bodies, permits_more) == 1;
  function_ = sieve_of_operation(quick.operation());
  if (function_ == nullptr) function_ = sieve_of_function(quick.operation(), rules_);
}

}  // namespace halfulp::judge
