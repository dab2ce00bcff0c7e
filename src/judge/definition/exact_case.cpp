// SPDX-License-Identifier: Apache-2.0
#include "judge/definition/exact_case.hpp"

#include <algorithm>
#include <utility>

#include "exact/value.hpp"
#include "number/layout.hpp"

namespace halfulp::judge {

ChosenOperands::ChosenOperands(Operation operation, Format format, std::span<const Bits> bits, bool as_given)
    : size_(bits.size()), operation_(operation), format_(format), as_given_(as_given) {
  std::ranges::copy(bits, bits_.begin());
}

ChosenOperands::ChosenOperands(exact::Result exact) : exact_(std::move(exact)) {}

const exact::Result& ChosenOperands::exact() const {
  if (!exact_) exact_ = exact::exact_result(operation_, format_, bits());
  return *exact_;
}

const OperandValues& ChosenOperands::values() const {
  if (values_) return *values_;
  values_.emplace();
  for (std::size_t i = 0; i < size_; ++i) {
    const FormatInfo& row = operand_row(operation_, format_, i);
    if (row.kind == FormatKind::floating && !number::Layout(row).is_finite(bits_[i])) continue;
    (*values_)[i] = exact::value_of(row, bits_[i]);
  }
  return *values_;
}

ExactCase::ExactCase(Operation operation, Format format, std::span<const Bits> operands)
    : operation_(operation), format_(format), given_(operation, format, operands, true) {}

const ChosenOperands& ExactCase::flushed(unsigned zeros, unsigned others) {
  if (zeros == 0) return given_;
  if (const auto found = flushed_.find({zeros, others}); found != flushed_.end()) return found->second;
  std::array<Bits, kMaxArity> bits{};
  const std::span<const Bits> given = given_.bits();
  for (std::size_t i = 0; i < given.size(); ++i) {
    bits[i] = given[i];
    if ((zeros >> i & 1) == 0) continue;
    const number::Layout layout(operand_row(operation_, format_, i));
    bits[i] = layout.flushed(given[i]) ^ ((others >> i & 1) != 0 ? layout.sign_mask() : 0);
  }
  const ChosenOperands flushed(operation_, format_, std::span(bits).first(given.size()), false);
  return flushed_.emplace(std::pair(zeros, others), flushed).first->second;
}

const FormatInfo& operand_row(Operation operation, Format format, std::size_t operand) {
  return info(info(operation).operand_format(static_cast<int>(operand), format));
}

}  // namespace halfulp::judge
