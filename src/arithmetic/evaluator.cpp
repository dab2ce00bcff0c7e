// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>

#include "arithmetic/binary32.hpp"
#include "arithmetic/by_double.hpp"
#include "arithmetic/component_lanes.hpp"
#include "arithmetic/flush_policy.hpp"
#include "arithmetic/kernel.hpp"
#include "arithmetic/transcendental.hpp"
#include "exact/nearest.hpp"
#include "halfulp/error.hpp"
#include "halfulp/evaluate.hpp"
#include "number/float_environment.hpp"
#include "number/lane.hpp"
#include "number/layout.hpp"
#include "rulebook/resolve.hpp"

namespace halfulp {
namespace {

/// Whether a value of binary32 is no zero, denormal, infinity or NaN.
bool is_normal(ConstLane lane, std::size_t at) {
  const Bits size = arithmetic::kBinary32.magnitude(number::load(lane, sizeof(arithmetic::Word), at));
  return size >= arithmetic::kBinary32.min_normal() && size < arithmetic::kBinary32.infinity();
}

/// Whether the rulebook's table gives -0 for frc(-0).
bool gives_minus_zero(const rulebook::SpecialTable* table) {
  if (table == nullptr) return false;
  const auto column = std::ranges::find(table->columns, "-0");
  return column != table->columns.end() &&
         table->cells[0][static_cast<std::size_t>(column - table->columns.begin())] == "-0";
}

/// Whether an identity of the rulebook gives the first component of a vector.
bool gives_first_component(const rulebook::Resolved& rules) {
  return std::ranges::any_of(rules.identities, [](const auto& one) { return one.identity->result == "x0"; });
}

}  // namespace

Evaluator::Evaluator(const Rulebook& rulebook, Operation operation, Format format)
    : operation_(operation), format_(format) {
  rulebook.check(operation, format);
  const arithmetic::Flush flush = arithmetic::flush_policy(rulebook, operation, format);
  flush_operands_ = flush.operands;
  flush_results_ = flush.results;
  using Kind = rulebook::Bound::Kind;
  const Kind rounding = rulebook::rounding(rulebook.model(), operation, format);
  round_ = rounding == Kind::toward_zero    ? exact::toward_zero
           : rounding == Kind::upward       ? exact::upward
           : rounding == Kind::downward     ? exact::downward
           : rounding == Kind::nearest_away ? exact::nearest_away
                                            : exact::nearest_even;
  const auto rules = [&] { return rulebook::resolve(rulebook.model(), operation, format, {}); };
  fraction_keeps_sign_ = operation == Operation::frc && gives_minus_zero(rules().special);
  normalizes_zeros_ = operation == Operation::normalize3 && gives_first_component(rules());
  const bool is_directed = rounding == Kind::upward || rounding == Kind::downward;
  if (!is_directed && (!flush_results_ || !is_between_floats())) {
    convert_ = arithmetic::component_lanes(
        operation, {.narrow_toward_zero = rounding == Kind::toward_zero, .ties_away = rounding == Kind::nearest_away});
  }
}

Bits Evaluator::evaluate(std::span<const Bits> operands) const {
  number::check_operands(operation_, format_, operands, Naming::direct3d);
  const number::DefaultFloatEnvironment environment;
  const arithmetic::Kernel* kernel = is_certified() ? arithmetic::find_kernel(operation_) : nullptr;
  if (kernel == nullptr) return rounded(operands);
  std::array<arithmetic::Word, kMaxArity> words{};
  for (std::size_t i = 0; i < operands.size(); ++i) words[i] = static_cast<arithmetic::Word>(operands[i]);
  return kernel->one({flush_operands_, flush_results_}, words.data());
}

void Evaluator::evaluate(std::span<const ConstLane> operands, Lane results) const {
  const OperationInfo& row = info(operation_);
  const int bytes = info(row.result(format_)).bytes;
  const std::size_t values = number::count_values(operation_, format_, operands);
  if (results.size() < values * static_cast<std::size_t>(bytes)) {
    throw Error(Error::Kind::kUsage, fmt::format("{}: there is room for {} bytes of results; {} values of {} have {}",
                                                 row.name, results.size(), values, info(row.result(format_)).name,
                                                 values * static_cast<std::size_t>(bytes)));
  }
  results = results.first(values * static_cast<std::size_t>(bytes));
  const number::DefaultFloatEnvironment environment;
  const arithmetic::Kernel* kernel = is_certified() ? arithmetic::find_kernel(operation_) : nullptr;
  if (kernel != nullptr) return kernel->many({flush_operands_, flush_results_}, operands, results);
  const auto evaluate_one = [&](std::size_t at) {
    std::array<Bits, kMaxArity> tuple{};
    for (std::size_t i = 0; i < operands.size(); ++i) {
      tuple[i] = number::load(operands[i], info(row.operand_format(static_cast<int>(i), format_)).bytes, at);
    }
    number::store(results, bytes, at, rounded({tuple.data(), operands.size()}));
  };
  if (convert_ != nullptr) {
    convert_(operands.front().data(), results.data(), values);
    if (!is_between_floats()) return;
    for (std::size_t at = 0; at < values; ++at) {
      if (!is_normal(operands.front(), at)) evaluate_one(at);
    }
    return;
  }
  const arithmetic::SureResults sure = is_certified() ? arithmetic::sure_results(operation_) : nullptr;
  if (sure != nullptr) return arithmetic::all_results(sure, operands, results, evaluate_one);
  for (std::size_t at = 0; at < values; ++at) evaluate_one(at);
}

bool Evaluator::is_between_floats() const {
  const OperationInfo& row = info(operation_);
  return info(row.operand_format(0, format_)).kind == FormatKind::floating &&
         info(row.result(format_)).kind == FormatKind::floating;
}

bool Evaluator::is_certified() const {
  return format_ == Format::binary32 && round_ == exact::nearest_even && !fraction_keeps_sign_;
}

Bits Evaluator::rounded(std::span<const Bits> operands) const {
  const OperationInfo& row = info(operation_);
  const auto flushed = [](const FormatInfo& format, Bits bits) {
    return format.kind == FormatKind::floating ? number::Layout(format).flushed(bits) : bits;
  };
  std::array<Bits, kMaxArity> taken{};
  for (std::size_t i = 0; i < operands.size(); ++i) {
    const FormatInfo& format = info(row.operand_format(static_cast<int>(i), format_));
    taken[i] = flush_operands_ && format.format == format_ ? flushed(format, operands[i]) : operands[i];
  }
  const std::span<const Bits> given(taken.data(), operands.size());
  if (fraction_keeps_sign_) {
    const number::Layout layout(info(format_));
    if (layout.is_zero(given[0]) || layout.is_infinite(given[0])) return layout.zero(layout.is_negative(given[0]));
  }
  if (normalizes_zeros_ &&
      std::ranges::all_of(given, [&](Bits x) { return number::Layout(info(format_)).is_zero(x); })) {
    return given[0];
  }
  const bool truncates = round_ == exact::toward_zero;
  std::optional<Bits> sure;
  if (truncates || round_ == exact::nearest_even) sure = arithmetic::by_double(operation_, format_, given, truncates);
  if (!sure && is_certified()) sure = arithmetic::certified_result(operation_, given);
  Bits result = sure ? *sure : round_(operation_, format_, given);
  // A fraction is below 1, also where it rounds to 1.
  if (operation_ == Operation::frc && result == number::Layout(info(format_)).one()) --result;
  return flush_results_ ? flushed(info(row.result(format_)), result) : result;
}

}  // namespace halfulp
