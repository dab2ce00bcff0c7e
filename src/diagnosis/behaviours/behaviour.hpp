// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <initializer_list>
#include <map>
#include <optional>
#include <span>
#include <utility>

#include "diagnosis/hypotheses.hpp"
#include "exact/rounding_position.hpp"
#include "judge/definition/permitted.hpp"
#include "number/as_double.hpp"
#include "number/layout.hpp"

namespace halfulp::diagnosis {

using exact::rounding_position;
using exact::RoundingPosition;
using exact::RoundTo;
using judge::Denormals;
using number::Layout;
using Operands = std::array<Bits, kMaxArity>;
using Taken = std::span<const Bits>;  ///< operands after a treatment of denormals

/// One operation under one rulebook: what decides which behaviours are tried on it.
struct BehaviourSubject {
  /// `fast`: by the fast variant of the rulebook; `in_binary32`: of the same operation there. Nothing: there is none.
  BehaviourSubject(judge::Ruling of, std::optional<judge::Ruling> fast_one, std::optional<judge::Ruling> wide_one)
      : ruling(std::move(of)),
        fast(std::move(fast_one)),
        in_binary32(std::move(wide_one)),
        operation(ruling.operation),
        row(info(operation)),
        format(*ruling.format),
        result(*ruling.result_format),
        arity(static_cast<std::size_t>(row.arity)),
        floating_result(result.kind == FormatKind::floating),
        layout(result) {}

  [[nodiscard]] const FormatInfo& operand_row(std::size_t i) const { return ruling.operand_row(i); }
  [[nodiscard]] Denormals operand_denormals() const { return ruling.policies.operands; }
  [[nodiscard]] Denormals result_denormals() const { return ruling.policies.results; }

  /// Whether the rulebook permits the result, and not every result: that would support any behaviour.
  [[nodiscard]] bool permits(std::span<const Bits> operands, Bits observed) const {
    return permits(operands, observed, operand_denormals(), result_denormals());
  }
  /// The same, had the rulebook asked for these treatments of denormals.
  [[nodiscard]] bool permits(std::span<const Bits> operands, Bits observed, Denormals of_operands,
                             Denormals of_results) const {
    judge::Policies policies = ruling.policies;
    policies.operands = of_operands;
    policies.results = of_results;
    const judge::ValueSet set = permitted(ruling, operands, policies).set;
    return !set.anything() && set.contains(observed);
  }

  judge::Ruling ruling;
  std::optional<judge::Ruling> fast;
  std::optional<judge::Ruling> in_binary32;
  Operation operation;
  const OperationInfo& row;
  const FormatInfo& format;
  const FormatInfo& result;
  std::size_t arity;
  bool floating_result;
  Layout layout;  ///< of a floating result
};

/// One failing case.
class BehaviourCase {
 public:
  BehaviourCase(const BehaviourSubject& of, std::span<const Bits> given, Bits result);

  /// Whether `use` returns true for the operands as given or flushed, where the rulebook admits that treatment.
  template <typename Use>
  [[nodiscard]] bool any_treatment(Use use) const {
    const Denormals treated = subject.operand_denormals();
    const bool may_keep = !denormal_operand || treated == Denormals::keep || treated == Denormals::may_flush;
    if (may_keep && use(operands)) return true;
    return denormal_operand && treated != Denormals::keep && use(flushed());
  }

  /// Whether the result would pass under these treatments of denormals. False for the rulebook's own, under which it
  /// fails.
  [[nodiscard]] bool passes_with(Denormals of_operands, Denormals of_results) const;
  /// Whether the observed result is the predicted one, or that flushed if the rulebook admits it; NaN is any NaN.
  [[nodiscard]] bool is(Bits predicted) const;
  /// Whether the observed result is the nearest to a number, ties to even. `number`: as rounding_position() takes it.
  [[nodiscard]] bool is_nearest(double number) const;
  /// Whether the observed result is the exact one in that rounding.
  [[nodiscard]] bool is_rounded(RoundTo to) const;

  /// The position of the exact result. `taken`: the operands as given, or as any_treatment() flushes them.
  [[nodiscard]] const RoundingPosition& position(Taken taken) const;

  /// An intermediate result: rounded to nearest, its denormals flushed or not.
  [[nodiscard]] static Bits step(Operation operation, Format format, Taken taken, bool flushes);
  /// The same in the operation's format, denormals treated as the rulebook treats results.
  [[nodiscard]] Bits step(Operation operation, std::initializer_list<Bits> taken) const {
    return step(operation, subject.format.format, {taken.begin(), taken.size()},
                subject.result_denormals() == Denormals::flush);
  }

  [[nodiscard]] Taken flushed() const { return std::span(flushed_).first(operands.size()); }
  [[nodiscard]] double x(std::size_t i) const { return number::as_double(subject.operand_row(i), operands[i]); }

  const BehaviourSubject& subject;
  std::span<const Bits> operands;
  Bits observed;
  bool denormal_operand = false;
  bool nan_operand = false;
  bool infinite_operand = false;
  bool denormal_result = false;
  bool nan_result = false;
  bool zero_result = false;  ///< of codes too

 private:
  Operands flushed_{};
  mutable std::map<std::pair<Denormals, Denormals>, bool> passes_with_;
  mutable std::optional<RoundingPosition> position_;
  mutable std::optional<RoundingPosition> position_of_flushed_;
};

/// A way to behave that devices have shown.
struct Behaviour {
  std::string_view id;
  std::string_view says;
  bool (*applies)(const BehaviourSubject&);  ///< whether it is tried on an operation
  bool (*explains)(const BehaviourCase&);    ///< whether it explains a failing case
  std::string_view narrows = {};
  bool whole = false;
  Scope scope = Scope::all;
  AskedBy otherwise = AskedBy::nothing;
};

// Families of behaviours, a file each.
[[nodiscard]] std::span<const Behaviour> denormal_behaviours();
[[nodiscard]] std::span<const Behaviour> special_value_behaviours();
[[nodiscard]] std::span<const Behaviour> expression_behaviours();
[[nodiscard]] std::span<const Behaviour> code_behaviours();
[[nodiscard]] std::span<const Behaviour> rounding_behaviours();
[[nodiscard]] std::span<const Behaviour> function_behaviours();
[[nodiscard]] std::span<const Behaviour> integer_behaviours();  ///< in codes.cpp
[[nodiscard]] std::span<const Behaviour> broad_behaviours();    ///< in general.cpp
[[nodiscard]] std::span<const Behaviour> general_behaviours();

// What behaviours of several families apply to.
inline bool everything(const BehaviourSubject&) { return true; }
inline bool floating(const BehaviourSubject& s) { return s.floating_result; }
template <Operation... kThese>
bool is(const BehaviourSubject& s) {
  return ((s.operation == kThese) || ...);
}
inline constexpr Bits kTrue = 0xffffffff;  ///< a comparison's
inline constexpr auto kToInteger =
    is<Operation::ftoi, Operation::ftou, Operation::ftoi16, Operation::ftou16, Operation::ftoi8, Operation::ftou8>;
/// Whether roundings of the exact result can be compared: not those of transcendental functions, whose bounds are wider
/// than any rounding.
[[nodiscard]] bool rounds(const BehaviourSubject& s);

}  // namespace halfulp::diagnosis
