// SPDX-License-Identifier: Apache-2.0
#include "arithmetic/kernel.hpp"

#include <algorithm>
#include <array>
#include <cstring>
#include <utility>

#include "arithmetic/basic.hpp"
#include "arithmetic/basic_lanes.hpp"
#include "arithmetic/conversion.hpp"
#include "arithmetic/reciprocal_square_root.hpp"
#include "arithmetic/representation.hpp"
#include "arithmetic/rounding.hpp"
#include "arithmetic/selection.hpp"
#include "arithmetic/sum_of_products.hpp"
#include "arithmetic/transcendental.hpp"
#include "number/float_environment.hpp"

namespace halfulp::arithmetic {
namespace {

template <typename... Operand>
constexpr std::size_t arity(Word (*)(Flush, Operand...)) {
  return sizeof...(Operand);
}

template <auto kFunction, std::size_t... kIndex>
Word apply(Flush flush, const Word* operands, std::index_sequence<kIndex...>) {
  return kFunction(flush, operands[kIndex]...);
}

template <auto kFunction>
Word one(Flush flush, const Word* operands) {
  return apply<kFunction>(flush, operands, std::make_index_sequence<arity(kFunction)>{});
}

/// Result i.
template <auto kFunction>
void put(Flush flush, std::span<const ConstLane> operands, Lane results, std::size_t i) {
  constexpr std::size_t kArity = arity(kFunction);
  std::array<Word, kArity> tuple;
  for (std::size_t k = 0; k < kArity; ++k) std::memcpy(&tuple[k], operands[k].data() + i * sizeof(Word), sizeof(Word));
  const Word result = one<kFunction>(flush, tuple.data());
  std::memcpy(results.data() + i * sizeof(Word), &result, sizeof(Word));
}

template <auto kFunction>
void many(Flush flush, std::span<const ConstLane> operands, Lane results) {
  const std::size_t count = results.size() / sizeof(Word);
  for (std::size_t i = 0; i < count; ++i) put<kFunction>(flush, operands, results, i);
}

/// The same, by what is sure in vectors.
template <Operation kOperation, auto kFunction>
void many_by_sure(Flush flush, std::span<const ConstLane> operands, Lane results) {
  const SureResults sure = sure_results(kOperation);
  if (sure == nullptr) return many<kFunction>(flush, operands, results);
  all_results(sure, operands, results, [&](std::size_t i) { put<kFunction>(flush, operands, results, i); });
}

/// How many results from number `first` on are done in vectors.
std::size_t done_in_vectors(VectorFunction vectors, Flush flush, std::span<const ConstLane> operands, Lane results,
                            std::size_t first) {
  std::array<const std::byte*, kMaxArity> from{};
  std::ranges::transform(operands, from.begin(), [&](ConstLane lane) { return lane.data() + first * sizeof(Word); });
  const std::size_t count = results.size() / sizeof(Word) - first;
  std::byte* const to = results.data() + first * sizeof(Word);
  if (!flush.operands || !flush.results) return vectors(from.data(), to, count);
  [[maybe_unused]] const number::MachineFlush machine_flush;
  return vectors(from.data(), to, count);
}

/// The same, what can be in vectors.
template <Operation kOperation, auto kFunction>
void many_in_vectors(Flush flush, std::span<const ConstLane> operands, Lane results) {
  const VectorFunction vectors = vector_function(kOperation, flush);
  if (vectors == nullptr) return many<kFunction>(flush, operands, results);
  const std::size_t count = results.size() / sizeof(Word);
  for (std::size_t i = 0; i < count; ++i) {
    i += done_in_vectors(vectors, flush, operands, results, i);
    if (i < count) put<kFunction>(flush, operands, results, i);
  }
}

template <auto kFunction>
constexpr Kernel row(Operation operation) {
  return {operation, one<kFunction>, many<kFunction>};
}
template <Operation kOperation, auto kFunction>
constexpr Kernel sure_row() {
  return {kOperation, one<kFunction>, many_by_sure<kOperation, kFunction>};
}
template <Operation kOperation, auto kFunction>
constexpr Kernel vector_row() {
  return {kOperation, one<kFunction>, many_in_vectors<kOperation, kFunction>};
}

constexpr Kernel kKernels[] = {
    vector_row<Operation::add, add>(),
    vector_row<Operation::sub, sub>(),
    vector_row<Operation::mul, mul>(),
    vector_row<Operation::div, div>(),
    vector_row<Operation::reciprocal, reciprocal>(),
    vector_row<Operation::rcp, reciprocal>(),
    vector_row<Operation::rsq, reciprocal_square_root>(),
    vector_row<Operation::sqrt, square_root>(),
    sure_row<Operation::exp2, exponential>(),
    sure_row<Operation::log2, logarithm>(),
    sure_row<Operation::sin, sine>(),
    sure_row<Operation::cos, cosine>(),
    vector_row<Operation::frc, fraction>(),
    vector_row<Operation::round_ne, round_nearest_even>(),
    vector_row<Operation::round_ni, round_down>(),
    vector_row<Operation::round_pi, round_up>(),
    vector_row<Operation::round_z, round_toward_zero>(),
    vector_row<Operation::mad, mad>(),
    row<dp2>(Operation::dp2),
    row<dp3>(Operation::dp3),
    row<dp4>(Operation::dp4),
    row<dp2>(Operation::blend),
    vector_row<Operation::min, minimum_number>(),
    vector_row<Operation::max, maximum_number>(),
    vector_row<Operation::eq, equal>(),
    vector_row<Operation::ne, not_equal>(),
    vector_row<Operation::lt, less>(),
    vector_row<Operation::le, less_equal>(),
    vector_row<Operation::gt, greater>(),
    vector_row<Operation::ge, greater_equal>(),
    row<to_signed>(Operation::ftoi),
    row<to_unsigned>(Operation::ftou),
    row<from_signed>(Operation::itof),
    row<from_unsigned>(Operation::utof),
    row<move>(Operation::mov),
    row<move_conditional>(Operation::movc),
    row<move>(Operation::load),
    row<move>(Operation::store),
    row<absolute>(Operation::abs),
    row<negate>(Operation::neg),
    row<saturate>(Operation::sat),
    row<move>(Operation::state_value),
    row<copy_sign>(Operation::copysign),
    vector_row<Operation::fdim, positive_difference>(),
    vector_row<Operation::fma, mad>(),
    row<arithmetic::remainder>(Operation::fmod),
    row<frexp_fraction>(Operation::frexp_fraction),
    row<frexp_exponent>(Operation::frexp_exponent),
    row<ilogb>(Operation::ilogb),
    row<ldexp>(Operation::ldexp),
    vector_row<Operation::modf_fraction, signed_fraction>(),
    vector_row<Operation::modf_integer, round_toward_zero>(),
    row<next_after>(Operation::nextafter),
    vector_row<Operation::round, round_half_away>(),
};

/// By the number of the operation.
constexpr auto kKernelOf = [] {
  std::array<const Kernel*, kOperationCount> kernels{};
  for (const Kernel& kernel : kKernels) {
    const Kernel*& place = kernels[static_cast<std::size_t>(kernel.operation)];
    if (place != nullptr) throw "two kernels of one operation";
    place = &kernel;
  }
  return kernels;
}();

}  // namespace

const Kernel* find_kernel(Operation operation) noexcept { return kKernelOf[static_cast<std::size_t>(operation)]; }

}  // namespace halfulp::arithmetic
