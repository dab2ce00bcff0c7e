// SPDX-License-Identifier: Apache-2.0
#include "judge/hypotheses.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <mutex>

#include "exact/enclosure.hpp"
#include "exact/result.hpp"
#include "judge/quick.hpp"
#include "judge/rounded.hpp"
#include "judge/ruling.hpp"
#include "number/float_environment.hpp"
#include "number/layout.hpp"

namespace halfulp::judge {
namespace {

using number::Layout;
using Operands = std::array<Bits, kMaxArity>;

constexpr Bits kTrue = 0xffffffff;

/// A ruling to pass by, quickly where that is plain.
struct Passing {
  explicit Passing(Ruling of) : ruling(std::move(of)), quick(ruling) {}
  /// Whether the result is permitted, by something that constrains it.
  [[nodiscard]] bool permits(std::span<const Bits> operands, Bits observed) const {
    if (quick.passes(operands, observed)) return true;
    // The orders of summing four products and more, for every choice of denormals, take a millisecond.
    constexpr std::size_t kMostOperands = 3;
    if (operands.size() > kMostOperands) return false;
    const OrdinalSet set = permit(ruling, operands, ruling.policies).set;
    return !set.anything() && set.contains(observed);
  }
  Ruling ruling;
  Quick quick;
};

/// The ruling with another treatment of denormals; nothing where that is its own.
class OtherDenormals {
 public:
  OtherDenormals(const Ruling& ruling, Denormals operands, Denormals results) {
    if (ruling.policies.operands == operands && ruling.policies.results == results) return;
    Ruling changed = ruling;
    changed.policies.operands = operands;
    changed.policies.results = results;
    passing_.emplace(std::move(changed));
  }
  [[nodiscard]] bool permits(std::span<const Bits> operands, Bits observed) const {
    return passing_ && passing_->permits(operands, observed);
  }
  [[nodiscard]] bool plainly_permits(std::span<const Bits> operands, Bits observed) const {
    return passing_ && passing_->quick.passes(operands, observed);
  }
  [[nodiscard]] bool exists() const { return passing_.has_value(); }

 private:
  std::optional<Passing> passing_;
};

/// One operation under one rulebook, and what its behaviours are tried by.
struct Subject {
  explicit Subject(Ruling of)
      : asked(std::move(of)),
        operation(asked.ruling.operation),
        row(info(operation)),
        format(*asked.ruling.format),
        result(*asked.ruling.result_format),
        arity(static_cast<std::size_t>(row.arity)),
        floating_result(result.kind == FormatKind::floating),
        layout(result),
        keeps_operands(asked.ruling, Denormals::keep, asked.ruling.policies.results),
        keeps_results(asked.ruling, asked.ruling.policies.operands, Denormals::keep),
        keeps_both(asked.ruling, Denormals::keep, Denormals::keep),
        flushes_operands(asked.ruling, Denormals::flush, asked.ruling.policies.results),
        flushes_results(asked.ruling, asked.ruling.policies.operands, Denormals::flush),
        flushes_both(asked.ruling, Denormals::flush, Denormals::flush) {
    if (arity != 1 || operand_row(0).kind != FormatKind::floating) return;
    const OrdinalSet set = permit(asked.ruling, std::array{Bits{0}}, policies()).set;
    if (!set.anything()) of_plus_zero = set;
  }

  [[nodiscard]] const FormatInfo& operand_row(std::size_t i) const { return asked.ruling.operand_row(i); }
  [[nodiscard]] const Policies& policies() const { return asked.ruling.policies; }

  Passing asked;
  Operation operation;
  const OperationInfo& row;
  const FormatInfo& format;
  const FormatInfo& result;
  std::size_t arity;
  bool floating_result;
  Layout layout;  ///< of a floating result
  OtherDenormals keeps_operands;
  OtherDenormals keeps_results;
  OtherDenormals keeps_both;
  OtherDenormals flushes_operands;
  OtherDenormals flushes_results;
  OtherDenormals flushes_both;
  std::optional<OrdinalSet> of_plus_zero;  ///< what +0 may give, of one operand
};

/// Whether the exact result is located, so that roundings of it can be told: not of transcendental functions, whose
/// bounds are wider than any rounding.
bool is_located(Operation operation) {
  switch (operation) {
    case Operation::rsq:
    case Operation::exp2:
    case Operation::log2:
    case Operation::sin:
    case Operation::cos:
    case Operation::sincos_sin:
    case Operation::sincos_cos:
      return false;
    default:
      return info(operation).family != OperationFamily::function && info(operation).family != OperationFamily::texture;
  }
}

/// One failing case.
class Case {
 public:
  Case(const Subject& of, std::span<const Bits> given, Bits result) : subject(of), operands(given), observed(result) {
    flushed_ = {};
    for (std::size_t i = 0; i < given.size(); ++i) {
      const FormatInfo& row = of.operand_row(i);
      flushed_[i] = given[i];
      if (row.kind != FormatKind::floating) continue;
      const Layout layout(row);
      denormal_operand = denormal_operand || layout.is_denormal(given[i]);
      nan_operand = nan_operand || layout.is_nan(given[i]);
      infinite_operand = infinite_operand || layout.is_infinite(given[i]);
      flushed_[i] = layout.flushed(given[i]);
    }
    if (!of.floating_result) return;
    denormal_result = of.layout.is_denormal(result);
    nan_result = of.layout.is_nan(result);
    zero_result = of.layout.is_zero(result);
  }

  /// The operands as the rulebook has them treated: each way.
  template <typename Use>
  [[nodiscard]] bool any_treatment(Use use) const {
    const Denormals treated = subject.policies().operands;
    const bool may_keep = !denormal_operand || treated == Denormals::keep || treated == Denormals::may_flush;
    if (may_keep && use(operands)) return true;
    return denormal_operand && treated != Denormals::keep && use(flushed());
  }

  /// Whether a rounded result is the observed one, after the rulebook's treatment of denormal results.
  [[nodiscard]] bool is(Bits predicted) const {
    if (!subject.floating_result) return predicted == observed;
    if (subject.layout.is_nan(predicted)) return nan_result;
    const Denormals treated = subject.policies().results;
    if (!subject.layout.is_denormal(predicted)) return predicted == observed;
    if (treated == Denormals::keep || treated == Denormals::may_flush) {
      if (predicted == observed) return true;
    }
    return treated != Denormals::keep && subject.layout.flushed(predicted) == observed;
  }

  /// Whether the exact result in that rounding is the observed one.
  [[nodiscard]] bool is_rounded(RoundTo to) const {
    return is_located(subject.operation) &&
           any_treatment([&](std::span<const Bits> taken) { return is(rounded(subject.result, located(taken), to)); });
  }

  /// The exact result of the operands as given, or flushed.
  [[nodiscard]] const Located& located(std::span<const Bits> taken) const {
    std::optional<Located>& known = taken.data() == flushed_.data() ? located_flushed_ : located_;
    if (!known) known = locate(subject.operation, subject.format.format, taken);
    return *known;
  }

  /// An intermediate result: rounded to nearest, its denormals flushed or not.
  [[nodiscard]] static Bits step(Operation operation, Format format, std::span<const Bits> taken, bool flushes) {
    const FormatInfo& row = info(info(operation).result(format));
    const Bits bits = rounded(row, locate(operation, format, taken), RoundTo::nearest_even);
    return flushes && row.kind == FormatKind::floating ? Layout(row).flushed(bits) : bits;
  }
  /// The same, denormals treated as the rulebook treats results.
  [[nodiscard]] Bits step(Operation operation, Format format, std::span<const Bits> taken) const {
    return step(operation, format, taken, subject.policies().results == Denormals::flush);
  }
  [[nodiscard]] Bits step(Operation operation, std::initializer_list<Bits> taken) const {
    return step(operation, subject.format.format, {taken.begin(), taken.size()});
  }

  /// Whether it passes where denormal results are kept: asked for twice.
  [[nodiscard]] bool keeps_results() const;

  [[nodiscard]] std::span<const Bits> flushed() const { return std::span(flushed_).first(operands.size()); }
  [[nodiscard]] double x(std::size_t i) const { return as_double(subject.operand_row(i), operands[i]); }

  const Subject& subject;
  std::span<const Bits> operands;
  Bits observed;
  bool denormal_operand = false;
  bool nan_operand = false;
  bool infinite_operand = false;
  bool denormal_result = false;
  bool nan_result = false;
  bool zero_result = false;

 private:
  Operands flushed_;
  mutable std::optional<bool> keeps_results_;
  mutable std::optional<Located> located_;
  mutable std::optional<Located> located_flushed_;
};

// ---- which operations a behaviour is tried on

using Applies = bool (*)(const Subject&);

bool everything(const Subject&) { return true; }
bool floating(const Subject& s) { return s.floating_result; }
bool has_denormals(const Subject& s) {
  for (std::size_t i = 0; i < s.arity; ++i) {
    if (s.operand_row(i).kind == FormatKind::floating) return true;
  }
  return s.floating_result;
}
bool rounds(const Subject& s) { return is_located(s.operation); }
bool moves_bits(const Subject& s) {
  return s.row.family == OperationFamily::movement || s.operation == Operation::abs || s.operation == Operation::neg ||
         s.operation == Operation::copysign || (s.format.format == s.result.format && s.row.arity == 1);
}
bool selects(const Subject& s) { return s.row.family == OperationFamily::selection; }
bool compares(const Subject& s) { return s.row.family == OperationFamily::comparison; }
bool multiplies(const Subject& s) {
  return s.operation == Operation::mul || s.operation == Operation::mad || s.operation == Operation::fma;
}
bool fuses(const Subject& s) { return s.operation == Operation::mad || s.operation == Operation::fma; }
bool divides(const Subject& s) { return s.operation == Operation::div; }
bool takes_reciprocal_root(const Subject& s) { return s.operation == Operation::rsq; }
bool takes_root(const Subject& s) { return s.operation == Operation::sqrt; }
bool rounds_to_integers(const Subject& s) {
  return s.operation == Operation::round_ne || s.operation == Operation::round;
}
bool wants_positive(const Subject& s) {
  switch (s.operation) {
    case Operation::sqrt:
    case Operation::rsq:
    case Operation::log2:
    case Operation::log:
    case Operation::log10:
    case Operation::pow:
    case Operation::powr:
      return true;
    default:
      return false;
  }
}
bool to_integer(const Subject& s) { return s.operation == Operation::ftoi || s.operation == Operation::ftou; }
bool is_integer(const FormatInfo& row) {
  return row.kind == FormatKind::signed_integer || row.kind == FormatKind::unsigned_integer;
}
bool is_pixel(const Subject& s) { return s.row.family == OperationFamily::pixel && s.arity == 1; }
bool to_code(const Subject& s) {
  return is_pixel(s) && s.operand_row(0).kind == FormatKind::floating &&
         (number::is_normalised(s.result) || s.result.kind == FormatKind::fixed);
}
bool narrows_integer(const Subject& s) {
  return (is_pixel(s) && is_integer(s.operand_row(0)) && is_integer(s.result)) || to_integer(s) || to_code(s);
}
bool from_code(const Subject& s) { return is_pixel(s) && s.floating_result && number::is_normalised(s.operand_row(0)); }
bool from_snorm(const Subject& s) { return from_code(s) && s.operand_row(0).kind == FormatKind::snorm; }
bool srgb(const Subject& s) {
  return is_pixel(s) && (s.result.kind == FormatKind::srgb || s.operand_row(0).kind == FormatKind::srgb);
}
/// Whether a wider format could carry the result on the way.
bool can_pass_binary32(const Subject& s) {
  return s.result.format == Format::binary16 &&
         (s.operation == Operation::binary64_to_binary16 ||
          (rounds(s) && !s.row.only_format() && s.format.format == Format::binary16));
}
bool can_pass_binary64(const Subject& s) { return fuses(s) && s.format.format == Format::binary32; }
bool can_be_narrow(const Subject& s) {
  const bool sums = s.row.family == OperationFamily::arithmetic || fuses(s);
  return sums && rounds(s) && !s.row.only_format() &&
         s.row.operand_format(static_cast<int>(s.arity) - 1, s.format.format) == s.format.format &&
         (s.format.format == Format::binary32 || s.format.format == Format::binary64);
}

// ---- results that no bound can reach, told without the rulebook

/// A function of one operand, roughly; nothing for others.
std::optional<double> about(const Subject& s, double x) {
  if (s.format.fraction_bits > 23) return std::nullopt;
  switch (s.operation) {
    case Operation::sqrt:
      return std::sqrt(x);
    case Operation::rsq:
      return 1 / std::sqrt(x);
    case Operation::log2:
      return std::log2(x);
    case Operation::log:
      return std::log(x);
    case Operation::log10:
      return std::log10(x);
    default:
      return std::nullopt;
  }
}
/// Whether the observed result is near the exact one of those operands, denormals as they are: no bound of a document
/// is wider. True where that is not known.
bool is_plausible(const Case& c, std::span<const Bits> taken) {
  constexpr std::int64_t kFar = 4096;
  constexpr double kWide = 0.01;
  const Subject& s = c.subject;
  if (!s.floating_result) return true;
  if (const auto value = about(s, as_double(s.operand_row(0), taken[0]))) {
    if (!std::isfinite(*value)) return true;
    return std::fabs(as_double(s.result, c.observed) - *value) <= kWide * (1 + std::fabs(*value));
  }
  if (s.row.family != OperationFamily::arithmetic || !is_located(s.operation)) return true;
  const Located located = locate(s.operation, s.format.format, taken);
  if (located.kind == Located::Kind::nan) return c.nan_result;
  if (located.kind != Located::Kind::number) return s.layout.magnitude(c.observed) >= s.layout.max_finite();
  if (c.nan_result) return false;
  if (located.magnitude == 0 && located.place == Located::Place::exact) return c.zero_result;
  const Bits right = rounded(s.result, located, RoundTo::nearest_even);
  const Bits tiny = 2 * s.layout.min_normal();
  if (s.layout.magnitude(right) <= tiny && s.layout.magnitude(c.observed) <= tiny) return true;
  const std::int64_t distance = number::ordinal(s.result, right) - number::ordinal(s.result, c.observed);
  return distance <= kFar && distance >= -kFar;
}

// ---- denormals

/// Whether no flush of results can touch the observed one: it is no zero, denormal or neighbour of one.
bool is_large(const Case& c) {
  const Layout& layout = c.subject.layout;
  return c.subject.floating_result && layout.magnitude(c.observed) > 2 * layout.min_normal();
}
// What both kept say quickly answers for one of the two where the other has nothing to keep.
bool keeps_denormal_operands(const Case& c) {
  const Subject& s = c.subject;
  if (!c.denormal_operand || !s.keeps_operands.exists()) return false;
  if (c.denormal_result && s.policies().results == Denormals::flush) return false;
  if (is_large(c) && s.keeps_both.plainly_permits(c.operands, c.observed)) return true;
  return is_plausible(c, c.operands) && s.keeps_operands.permits(c.operands, c.observed);
}
bool decide_keeps_denormal_results(const Case& c) {
  const Subject& s = c.subject;
  if (!c.denormal_result || !s.keeps_results.exists()) return false;
  if (s.policies().operands != Denormals::flush) return s.keeps_results.permits(c.operands, c.observed);
  if (s.keeps_both.plainly_permits(c.flushed(), c.observed)) return true;
  return is_plausible(c, c.flushed()) && s.keeps_results.permits(c.operands, c.observed);
}
bool Case::keeps_results() const {
  if (!keeps_results_) keeps_results_ = decide_keeps_denormal_results(*this);
  return *keeps_results_;
}
bool keeps_denormal_results(const Case& c) { return c.keeps_results(); }
bool keeps_denormals(const Case& c) {
  const Subject& s = c.subject;
  if (!c.denormal_operand && !c.denormal_result) return false;
  if (s.keeps_both.plainly_permits(c.operands, c.observed)) return true;
  if (!c.denormal_operand && s.keeps_results.exists()) return c.keeps_results();
  return is_plausible(c, c.operands) && s.keeps_both.permits(c.operands, c.observed);
}
bool flushes_denormal_operands(const Case& c) {
  return c.denormal_operand && c.subject.flushes_operands.permits(c.operands, c.observed);
}
bool flushes_denormal_results(const Case& c) {
  return c.zero_result && c.subject.flushes_results.permits(c.operands, c.observed);
}
bool flushes_denormals(const Case& c) {
  return (c.denormal_operand || c.zero_result) && c.subject.flushes_both.permits(c.operands, c.observed);
}
bool flushes_to_plus_zero(const Case& c) {
  const Subject& s = c.subject;
  Operands zeros{};
  bool any_negative = false;
  // What operations of up to three operands give for a zero: a zero, a special value or another operand.
  bool plausible = s.arity != 2 && s.arity != 3;
  plausible = plausible || !s.floating_result || c.zero_result || !s.layout.is_finite(c.observed);
  for (std::size_t i = 0; i < c.operands.size(); ++i) {
    const FormatInfo& row = s.operand_row(i);
    const bool denormal = row.kind == FormatKind::floating && Layout(row).is_denormal(c.operands[i]);
    any_negative = any_negative || (denormal && Layout(row).is_negative(c.operands[i]));
    zeros[i] = denormal ? 0 : c.operands[i];
    plausible = plausible || (s.floating_result && s.layout.magnitude(c.operands[i]) == s.layout.magnitude(c.observed));
  }
  if (any_negative && s.of_plus_zero && s.of_plus_zero->contains(c.observed)) return true;
  plausible = plausible && !s.of_plus_zero;
  if (any_negative && plausible && s.asked.permits(std::span(zeros).first(c.operands.size()), c.observed)) return true;
  if (!s.floating_result || c.observed != 0 || !rounds(s)) return false;
  const Located& located = c.located(c.operands);
  const bool tiny =
      located.magnitude < s.layout.min_normal() && (located.magnitude != 0 || located.place != Located::Place::exact);
  if (located.kind != Located::Kind::number || !located.negative || !tiny) return false;
  const Bits minus = s.layout.zero(true);
  return s.asked.permits(c.operands, minus) || s.flushes_results.permits(c.operands, minus);
}

// ---- NaN, infinities, zeros

bool quiets_nan(const Case& c) {
  if (!c.nan_result || c.subject.format.format != c.subject.result.format) return false;
  const Bits quiet = Bits{1} << (c.subject.layout.fraction_bits - 1);
  const Bits moved = c.observed & ~quiet;
  if ((c.observed & quiet) == 0 || !c.subject.layout.is_nan(moved)) return false;
  const bool has_it = std::ranges::any_of(
      c.operands, [&](Bits bits) { return c.subject.layout.magnitude(bits) == c.subject.layout.magnitude(moved); });
  return has_it && c.subject.asked.permits(c.operands, moved);
}
bool canonical_nan(const Case& c) {
  return c.nan_result && c.nan_operand && c.subject.layout.magnitude(c.observed) == c.subject.layout.canonical_nan() &&
         std::ranges::none_of(c.operands, [&](Bits bits) { return bits == c.observed; });
}
/// Whether the exact result is of that kind; its place does not matter.
bool is_of_kind(const Case& c, exact::Result::Kind kind) {
  return c.any_treatment([&](std::span<const Bits> taken) {
    return exact::exact_result(c.subject.operation, c.subject.format.format, taken).kind == kind;
  });
}

bool zero_for_nan(const Case& c) {
  const bool zero = c.subject.floating_result ? c.zero_result : c.observed == 0;
  return zero && (c.nan_operand || is_of_kind(c, exact::Result::Kind::nan));
}
bool propagates_nan(const Case& c) { return c.nan_result && c.nan_operand; }
bool nan_for_infinity(const Case& c) {
  return c.nan_result && !c.nan_operand && (c.infinite_operand || is_of_kind(c, exact::Result::Kind::infinity));
}
bool zero_times_anything_is_zero(const Case& c) {
  const Layout& layout = c.subject.layout;
  return c.any_treatment([&](std::span<const Bits> taken) {
    const auto zero_and_special = [&](Bits x, Bits y) { return layout.is_zero(x) && !layout.is_finite(y); };
    if (!zero_and_special(taken[0], taken[1]) && !zero_and_special(taken[1], taken[0])) return false;
    if (c.subject.arity == 2) return c.zero_result;
    return c.is(c.step(Operation::add, {0, taken[2]}));
  });
}
bool less(const Case& c, std::span<const Bits> taken, std::size_t first, std::size_t second) {
  return as_double(c.subject.format, taken[first]) < as_double(c.subject.format, taken[second]);
}
/// x < y ? x : y and x > y ? x : y: with NaN the second.
bool selects_second_unordered(const Case& c) {
  if (c.subject.format.fraction_bits > 23) return false;
  return c.any_treatment([&](std::span<const Bits> taken) {
    const bool first = c.subject.operation == Operation::min ? less(c, taken, 0, 1) : less(c, taken, 1, 0);
    return c.is(first ? taken[0] : taken[1]);
  });
}
/// y < x ? y : x and y > x ? y : x: with NaN the first.
bool selects_first_unordered(const Case& c) {
  if (c.subject.format.fraction_bits > 23) return false;
  return c.any_treatment([&](std::span<const Bits> taken) {
    const bool second = c.subject.operation == Operation::min ? less(c, taken, 1, 0) : less(c, taken, 0, 1);
    return c.is(second ? taken[1] : taken[0]);
  });
}
bool true_of_nan(const Case& c) { return c.nan_operand && c.observed == kTrue; }
bool one_for_true(const Case& c) { return c.observed == 1; }
/// Whether the zero of a sign passes; where the exact result can be located, only if it has that sign.
bool zero_passes(const Case& c, bool negative) {
  const bool has_sign = !rounds(c.subject) || c.any_treatment([&](std::span<const Bits> taken) {
    const Located& located = c.located(taken);
    return located.kind != Located::Kind::number || located.negative == negative;
  });
  return has_sign && c.subject.asked.permits(c.operands, c.subject.layout.zero(negative));
}
bool loses_zero_sign(const Case& c) { return c.observed == 0 && c.subject.result.has_sign && zero_passes(c, true); }
bool minus_zero(const Case& c) { return c.zero_result && c.observed != 0 && zero_passes(c, false); }
bool largest_for_infinity(const Case& c) {
  const Layout& layout = c.subject.layout;
  if (layout.magnitude(c.observed) != layout.max_finite()) return false;
  return c.subject.asked.permits(c.operands, c.observed + 1);
}
bool infinity_for_largest(const Case& c) {
  return c.subject.layout.is_infinite(c.observed) && c.subject.asked.permits(c.operands, c.observed - 1);
}

// ---- roundings

bool nearest_even(const Case& c) { return c.is_rounded(RoundTo::nearest_even); }
bool ties_away(const Case& c) { return c.is_rounded(RoundTo::nearest_away); }
bool toward_zero(const Case& c) { return c.is_rounded(RoundTo::toward_zero); }
bool up(const Case& c) { return c.is_rounded(RoundTo::up); }
bool down(const Case& c) { return c.is_rounded(RoundTo::down); }

/// The operation done in another format, operands rounded to it and its result brought back; denormals of that format
/// kept or flushed.
bool done_in(const Case& c, Format format, Operation there, Operation back) {
  const Format from = *info(there).only_format();
  const auto fits = [&](std::span<const Bits> taken, bool flushes) {
    Operands operands{};
    for (std::size_t i = 0; i < taken.size(); ++i) operands[i] = Case::step(there, from, taken.subspan(i, 1), flushes);
    const std::array result{Case::step(c.subject.operation, format, std::span(operands).first(taken.size()), flushes)};
    return c.is(rounded(c.subject.result, locate(back, format, result), RoundTo::nearest_even));
  };
  return c.any_treatment([&](std::span<const Bits> taken) { return fits(taken, false) || fits(taken, true); });
}
bool through_binary32(const Case& c) {
  if (c.subject.operation == Operation::binary64_to_binary16) {
    return c.any_treatment([&](std::span<const Bits> taken) {
      const std::array middle{c.step(Operation::binary64_to_binary32, Format::binary64, taken)};
      const Located located = locate(Operation::binary32_to_binary16, Format::binary32, middle);
      return c.is(rounded(c.subject.result, located, RoundTo::nearest_even));
    });
  }
  return done_in(c, Format::binary32, Operation::binary16_to_binary32, Operation::binary32_to_binary16);
}
bool through_binary64(const Case& c) {
  return c.any_treatment([&](std::span<const Bits> taken) {
    const auto x = [&](std::size_t i) { return as_double(c.subject.format, taken[i]); };
    return c.is(rounded(c.subject.result, locate(c.subject.result, x(0) * x(1) + x(2)), RoundTo::nearest_even));
  });
}
bool in_half_the_bits(const Case& c) {
  // A value of fewer bits has zeros at its end.
  constexpr Bits kMoreThanBinary16 = 0x1fff;
  constexpr Bits kMoreThanBinary32 = 0x1fffffff;
  const Bits end = c.subject.format.format == Format::binary32 ? kMoreThanBinary16 : kMoreThanBinary32;
  if ((c.observed & end) != 0 && !c.nan_result) return false;
  return c.subject.format.format == Format::binary32
             ? done_in(c, Format::binary16, Operation::binary32_to_binary16, Operation::binary16_to_binary32)
             : done_in(c, Format::binary32, Operation::binary64_to_binary32, Operation::binary32_to_binary64);
}

// ---- expressions

bool unfused(const Case& c) {
  return c.any_treatment([&](std::span<const Bits> taken) {
    return c.is(c.step(Operation::add, {c.step(Operation::mul, {taken[0], taken[1]}), taken[2]}));
  });
}
bool times_reciprocal(const Case& c) {
  return c.any_treatment([&](std::span<const Bits> taken) {
    return c.is(c.step(Operation::mul, {taken[0], c.step(Operation::reciprocal, {taken[1]})}));
  });
}
bool root_by_reciprocal_root(const Case& c) {
  return c.any_treatment([&](std::span<const Bits> taken) {
    return c.is(c.step(Operation::mul, {taken[0], c.step(Operation::rsq, {taken[0]})}));
  });
}
bool reciprocal_of_root(const Case& c) {
  return c.any_treatment([&](std::span<const Bits> taken) {
    return c.is(c.step(Operation::reciprocal, {c.step(Operation::sqrt, {taken[0]})}));
  });
}
bool floor_of_half_more(const Case& c) {
  const Bits half = rounded(c.subject.format, locate(c.subject.format, 0.5), RoundTo::nearest_even);
  return c.any_treatment([&](std::span<const Bits> taken) {
    return c.is(c.step(Operation::round_ni, {c.step(Operation::add, {taken[0], half})}));
  });
}
bool integer_ties_away(const Case& c) {
  return c.any_treatment([&](std::span<const Bits> taken) { return c.is(c.step(Operation::round, {taken[0]})); });
}
bool absolute_operand(const Case& c) {
  Operands positive{};
  std::ranges::copy(c.operands, positive.begin());
  const FormatInfo& row = c.subject.operand_row(0);
  positive[0] &= ~Layout(row).sign_mask();
  if (positive[0] == c.operands[0] || !is_plausible(c, std::span(positive).first(c.operands.size()))) return false;
  return c.subject.asked.permits(std::span(positive).first(c.operands.size()), c.observed);
}

// ---- integers and codes

/// The number before it is clamped, rounded to nearest (even) or toward zero: of codes in steps.
std::optional<double> unclamped(const Case& c) {
  const FormatInfo& from = c.subject.operand_row(0);
  if (from.kind == FormatKind::floating && from.fraction_bits > 23) return std::nullopt;
  const double x = c.x(0);
  const bool scaled = number::is_normalised(c.subject.result) || c.subject.result.kind == FormatKind::fixed;
  return scaled ? x * static_cast<double>(number::denominator(c.subject.result)) : x;
}
Bits low_bits(const FormatInfo& row, double integer) {
  // Below 2^63 a double's low bits are those of the integer; above it has none that count.
  const auto whole = std::fabs(integer) < 0x1p63 ? static_cast<std::int64_t>(integer) : 0;
  return number::from_ordinal(row, whole);
}
bool wraps(const Case& c) {
  const auto number = unclamped(c);
  if (!number || !std::isfinite(*number)) return false;
  const FormatInfo& row = c.subject.result;
  const auto is_low = [&](double integer) {
    const bool fits = integer >= static_cast<double>(number::least_code(row)) &&
                      integer <= static_cast<double>(number::most_code(row));
    return !fits && c.observed == low_bits(row, integer);
  };
  return is_low(std::trunc(*number)) || is_low(std::nearbyint(*number));
}
/// What x86 gives for a number that is no sint32.
bool indefinite_integer(const Case& c) {
  const auto number = unclamped(c);
  const bool fits = number && *number > -0x1.00000002p31 && *number < 0x1p31;
  return number && !fits && c.observed == 0x80000000;
}
bool rounds_integer(const Case& c) {
  const auto number = unclamped(c);
  if (!number || std::isnan(*number)) return false;
  const double least = static_cast<double>(number::least_code(c.subject.result));
  const double most = static_cast<double>(number::most_code(c.subject.result));
  return c.observed == low_bits(c.subject.result, std::clamp(std::nearbyint(*number), least, most));
}
/// x * 2^bits in place of x * (2^bits - 1).
bool power_of_two_scale(const Case& c) {
  const auto number = unclamped(c);
  const FormatInfo& row = c.subject.result;
  if (!number || std::isnan(*number) || row.kind == FormatKind::fixed || row.kind == FormatKind::srgb) return false;
  const auto scale = static_cast<double>(row.scale());
  const double steps = std::clamp(c.x(0) * (scale + 1), row.has_sign ? -scale : 0, scale);
  return c.observed == low_bits(row, std::trunc(steps)) || c.observed == low_bits(row, std::nearbyint(steps));
}
// The double nearest to a quotient of codes is not rounded to odd, but no tie of the narrower formats is that near to
// one.

bool times_rounded_reciprocal(const Case& c) {
  if (c.subject.operand_row(0).kind == FormatKind::srgb) return false;
  const FormatInfo& row = c.subject.operand_row(0);
  const FormatInfo& to = c.subject.result;
  const auto scale = static_cast<double>(row.scale());
  const double code = std::max(c.x(0), -scale);
  const Bits reciprocal = rounded(to, locate(to, 1 / scale), RoundTo::nearest_even);
  return c.is(rounded(to, locate(to, code * as_double(to, reciprocal)), RoundTo::nearest_even));
}
bool over_power_of_two(const Case& c) {
  const FormatInfo& row = c.subject.operand_row(0);
  return c.is(rounded(c.subject.result, locate(c.subject.result, c.x(0) / static_cast<double>(row.scale() + 1)),
                      RoundTo::nearest_even));
}
bool second_minus_one(const Case& c) {
  const auto scale = static_cast<double>(c.subject.operand_row(0).scale());
  return c.x(0) < -scale &&
         c.is(rounded(c.subject.result, locate(c.subject.result, c.x(0) / scale), RoundTo::nearest_even));
}
/// (2 c + 1) / (2^bits - 1), as OpenGL had it before 4.2.
bool snorm_without_zero(const Case& c) {
  const auto scale = static_cast<double>(c.subject.operand_row(0).scale());
  return c.is(
      rounded(c.subject.result, locate(c.subject.result, (2 * c.x(0) + 1) / (2 * scale + 1)), RoundTo::nearest_even));
}
/// No curve: codes are taken as those of unorm8.
bool without_curve(const Case& c) {
  constexpr double kScale = 255;
  if (c.subject.floating_result) {
    return c.is(rounded(c.subject.result, locate(c.subject.result, c.x(0) / kScale), RoundTo::nearest_even));
  }
  const double steps = std::clamp(c.x(0) * kScale, 0.0, kScale);
  return !std::isnan(steps) && c.observed == low_bits(c.subject.result, std::floor(steps + 0.5));
}
/// The power 2.2 in place of the curve.
bool gamma_2_2(const Case& c) {
  constexpr double kScale = 255;
  constexpr double kGamma = 2.2;
  const double x = c.x(0);
  const auto power = [](double base, double y) { return exact::nearest_double(Operation::pow, base, y); };
  if (!(x > 0) || std::isinf(x)) return false;
  if (c.subject.floating_result) {
    const Located located = locate(c.subject.result, power(x / kScale, kGamma));
    return c.is(rounded(c.subject.result, located, RoundTo::nearest_even));
  }
  const double steps = power(std::min(x, 1.0), 1 / kGamma) * kScale;
  return c.observed == low_bits(c.subject.result, std::floor(steps + 0.5));
}

// ---- whatever the operation

bool returns_operand(const Case& c) {
  for (std::size_t i = 0; i < c.operands.size(); ++i) {
    if (c.operands[i] == c.observed && c.subject.operand_row(i).format == c.subject.result.format) return true;
  }
  return false;
}
bool gives_zero(const Case& c) { return c.subject.floating_result ? c.zero_result : c.observed == 0; }
bool one_step_off(const Case& c) {
  if (!rounds(c.subject) || c.nan_result) return false;
  return c.any_treatment([&](std::span<const Bits> taken) {
    const Located& located = c.located(taken);
    if (located.kind != Located::Kind::number) return false;
    const std::int64_t right =
        number::ordinal(c.subject.result, rounded(c.subject.result, located, RoundTo::nearest_even));
    const std::int64_t got = number::ordinal(c.subject.result, c.observed);
    return got == right + 1 || got == right - 1;
  });
}

struct Row {
  Hypothesis hypothesis;
  Applies applies;
  bool (*explains)(const Case&);
};

constexpr std::array kRows = {
    Row{{"keeps_denormal_operands", "keeps denormal operands"}, has_denormals, keeps_denormal_operands},
    Row{{"keeps_denormal_results", "keeps denormal results"}, has_denormals, keeps_denormal_results},
    Row{{"keeps_denormals", "keeps denormals, operands and results"}, has_denormals, keeps_denormals},
    Row{{"flushes_denormal_operands", "flushes denormal operands to zero"}, has_denormals, flushes_denormal_operands},
    Row{{"flushes_denormal_results", "flushes denormal results to zero"}, floating, flushes_denormal_results},
    Row{{"flushes_denormals", "flushes denormals to zero, operands and results"}, has_denormals, flushes_denormals},
    Row{{"flushes_to_plus_zero", "flushes negative denormals to +0"}, has_denormals, flushes_to_plus_zero},
    Row{{"quiets_nan", "gives a quiet NaN for a signalling operand"}, moves_bits, quiets_nan},
    Row{{"canonical_nan", "gives one NaN for all, not the operand's bits"}, moves_bits, canonical_nan},
    Row{{"zero_times_anything_is_zero", "takes zero times infinity or NaN as zero"},
        multiplies,
        zero_times_anything_is_zero},
    Row{{"selects_second_unordered", "compares, then selects: the second operand where one is a NaN"},
        selects,
        selects_second_unordered},
    Row{{"selects_first_unordered", "compares, then selects: the first operand where one is a NaN"},
        selects,
        selects_first_unordered},
    Row{{"propagates_nan", "gives a NaN where an operand is a NaN"}, selects, propagates_nan},
    Row{{"true_of_nan", "is true where an operand is a NaN"}, compares, true_of_nan},
    Row{{"one_for_true", "gives 1 for true, not all bits"}, compares, one_for_true},
    Row{{"zero_for_nan", "gives zero for NaN"}, everything, zero_for_nan},
    Row{{"nan_for_infinity", "gives a NaN where an operand or the result is infinite"}, floating, nan_for_infinity},
    Row{{"largest_for_infinity", "gives the largest finite value instead of infinity"}, floating, largest_for_infinity},
    Row{{"infinity_for_largest", "gives infinity instead of the largest finite value"}, floating, infinity_for_largest},
    Row{{"loses_zero_sign", "gives +0 where the zero is negative"}, floating, loses_zero_sign},
    Row{{"minus_zero", "gives -0 where the zero is positive"}, floating, minus_zero},
    Row{{"unfused", "rounds twice: the product, then the sum"}, fuses, unfused},
    Row{{"times_reciprocal", "multiplies by the rounded reciprocal instead of dividing"}, divides, times_reciprocal},
    Row{{"root_by_reciprocal_root", "computes x * (1 / sqrt(x)), each step rounded"},
        takes_root,
        root_by_reciprocal_root},
    Row{{"reciprocal_of_root", "computes 1 / sqrt(x), each step rounded"}, takes_reciprocal_root, reciprocal_of_root},
    Row{{"floor_of_half_more", "computes floor(x + 0.5)"}, rounds_to_integers, floor_of_half_more},
    Row{{"integer_ties_away", "rounds to the nearest integer, ties away from zero"},
        rounds_to_integers,
        integer_ties_away},
    Row{{"absolute_operand", "takes |x| for x"}, wants_positive, absolute_operand},
    Row{{"times_rounded_reciprocal", "multiplies by the rounded reciprocal of the largest code instead of dividing"},
        from_code,
        times_rounded_reciprocal},
    Row{{"over_power_of_two", "divides by 2^n instead of the largest code"}, from_code, over_power_of_two},
    Row{{"second_minus_one", "takes the least code below -1 instead of as -1"}, from_snorm, second_minus_one},
    Row{{"snorm_without_zero", "computes (2 c + 1) / (2^n - 1), as OpenGL before 4.2"}, from_snorm, snorm_without_zero},
    Row{{"power_of_two_scale", "multiplies by 2^n instead of the largest code"}, to_code, power_of_two_scale},
    Row{{"without_curve", "leaves sRGB's curve out"}, srgb, without_curve},
    Row{{"gamma_2_2", "takes the power 2.2 for sRGB's curve"}, srgb, gamma_2_2},
    Row{{"nearest_even", "rounds to nearest, ties to even"}, rounds, nearest_even},
    Row{{"toward_zero", "rounds toward zero"}, rounds, toward_zero},
    Row{{"ties_away", "rounds to nearest, ties away from zero"}, rounds, ties_away},
    Row{{"up", "rounds up"}, rounds, up},
    Row{{"down", "rounds down"}, rounds, down},
    Row{{"rounds_integer", "rounds to the nearest integer instead of toward zero"}, to_integer, rounds_integer},
    Row{{"wraps", "wraps around instead of saturating"}, narrows_integer, wraps},
    Row{{"indefinite_integer", "gives 0x80000000 where the integer does not fit"}, to_integer, indefinite_integer},
    Row{{"through_binary32", "rounds twice: to binary32, then to binary16"}, can_pass_binary32, through_binary32},
    Row{{"through_binary64", "rounds twice: to binary64, then to binary32"}, can_pass_binary64, through_binary64},
    Row{{"in_half_the_bits", "computes in the format of half the bits"}, can_be_narrow, in_half_the_bits},
    Row{{"one_step_off", "is off by one ULP or code"}, rounds, one_step_off},
    Row{{"returns_operand", "returns an operand unchanged"}, everything, returns_operand},
    Row{{"gives_zero", "gives zero"}, everything, gives_zero},
};
static_assert(kRows.size() <= 64);

constexpr auto kHypotheses = [] {
  std::array<Hypothesis, kRows.size()> all{};
  for (std::size_t i = 0; i < kRows.size(); ++i) all[i] = kRows[i].hypothesis;
  return all;
}();

}  // namespace

std::span<const Hypothesis> hypotheses() noexcept { return kHypotheses; }

struct HypothesisTest::State {
  explicit State(Ruling ruling) : subject(std::move(ruling)) {
    for (std::size_t i = 0; i < kRows.size(); ++i) {
      if (kRows[i].applies(subject)) rows.push_back(i);
    }
  }
  Subject subject;
  std::vector<std::size_t> rows;  ///< those that are tried
};

/// Most operations of most runs have no failure: what explains them is made for the first.
struct HypothesisTest::Made {
  Operation operation;
  Format format;
  std::function<Ruling()> ruling;
  std::once_flag once;
  std::optional<State> state;
};

HypothesisTest::HypothesisTest(const Rulebook& rulebook, Operation operation, Format format, const Readings& readings)
    : made_(std::make_unique<Made>()) {
  made_->operation = operation;
  made_->format = format;
  made_->ruling = [=] { return Ruling::of(rulebook, operation, format, readings); };
}
HypothesisTest::~HypothesisTest() = default;
HypothesisTest::HypothesisTest(HypothesisTest&&) noexcept = default;
HypothesisTest& HypothesisTest::operator=(HypothesisTest&&) noexcept = default;

Operation HypothesisTest::operation() const { return made_->operation; }
Format HypothesisTest::format() const { return made_->format; }

HypothesisSet HypothesisTest::explaining(std::span<const Bits> operands, Bits observed) const {
  const number::DefaultSseEnvironment environment;
  std::call_once(made_->once, [&] { made_->state.emplace(made_->ruling()); });
  const State& state = *made_->state;
  const Case one(state.subject, operands, observed);
  HypothesisSet set = 0;
  for (const std::size_t i : state.rows) {
    if (kRows[i].explains(one)) set |= HypothesisSet{1} << i;
  }
  return set;
}

}  // namespace halfulp::judge
