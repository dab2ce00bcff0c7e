// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cfenv>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <ostream>
#include <random>
#include <span>
#include <vector>

#include "halfulp/format.hpp"
#include "halfulp/operation.hpp"
#include "number/layout.hpp"
#if defined(__SSE2__)
#include <immintrin.h>
#endif

namespace halfulp::test {

#if defined(__GLIBC__)

/// What a thread has set and raised of floating-point arithmetic.
struct FloatState {
  int flags = 0;
  int traps = 0;
  int rounding = 0;
  unsigned control = 0;  ///< on x86: MXCSR

  static FloatState now() {
    FloatState state{std::fetestexcept(FE_ALL_EXCEPT), ::fegetexcept(), std::fegetround(), 0};
#if defined(__SSE2__)
    state.control = _mm_getcsr();
#endif
    return state;
  }
  bool operator==(const FloatState&) const = default;
};

inline std::ostream& operator<<(std::ostream& stream, const FloatState& state) {
  return stream << std::hex << "flags " << state.flags << " traps " << state.traps << " rounding " << state.rounding
                << " control " << state.control << std::dec;
}

/// While it lives, the thread has no flag raised, every exception traps, results are rounded upward and denormals are
/// flushed. Anything but integers must be left alone in it.
class HostileEnvironment {
 public:
  HostileEnvironment() {
    std::fegetenv(&outer_);
    std::fesetenv(FE_DFL_ENV);
    std::fesetround(FE_UPWARD);
    ::feenableexcept(FE_ALL_EXCEPT);
#if defined(__SSE2__)
    constexpr unsigned kMasks = 0x1f80;  // that of denormal operands too
    constexpr unsigned kFlushAndDenormalsAreZero = 0x8040;
    _mm_setcsr((_mm_getcsr() & ~kMasks) | kFlushAndDenormalsAreZero);
#endif
  }
  HostileEnvironment(const HostileEnvironment&) = delete;
  HostileEnvironment& operator=(const HostileEnvironment&) = delete;
  ~HostileEnvironment() { std::fesetenv(&outer_); }

 private:
  std::fenv_t outer_{};
};

/// The thread's state before and after a call in a hostile environment.
struct StateAround {
  FloatState before;
  FloatState after;
};
template <class Call>
StateAround around(const Call& call) {
  StateAround state;
  const HostileEnvironment environment;
  state.before = FloatState::now();
  call();
  state.after = FloatState::now();
  return state;
}

/// Special values of a format: zeros, denormals, 1, the ends of the range, infinities, quiet and signalling NaN.
inline std::vector<Bits> special_values(Format format) {
  const FormatInfo& row = info(format);
  if (row.kind != FormatKind::floating) {
    const Bits all = (Bits{1} << row.bits) - 1;  // of 32 bits at most
    return {0, 1, all >> 1, all ^ all >> 1, all};
  }
  const number::Layout layout(row);
  std::vector<Bits> values;
  for (const bool negative : {false, true}) {
    const Bits sign = layout.zero(negative);
    for (const Bits magnitude : {Bits{0}, Bits{1}, layout.fraction_mask(), layout.min_normal(), layout.one(),
                                 layout.max_finite(), layout.infinity(), layout.canonical_nan(), layout.infinity() + 1})
      values.push_back(sign | magnitude);
    if (!row.has_sign) break;
  }
  return values;
}

/// Operands of one operation, as lanes and as tuples.
class OperandSet {
 public:
  /// Special values, each with each in the first two operands, then `seeded` random tuples.
  OperandSet(Operation operation, Format format, std::size_t seeded) {
    const OperationInfo& row = info(operation);
    const auto arity = static_cast<std::size_t>(row.arity);
    std::vector<std::vector<Bits>> special(arity);
    for (std::size_t k = 0; k < arity; ++k) {
      special[k] = special_values(row.operand_format(static_cast<int>(k), format));
    }
    const std::size_t first = special[0].size();
    const std::size_t pairs = arity > 1 ? first * special[1].size() : first;
    std::mt19937_64 generator(1);
    for (std::size_t i = 0; i < pairs + seeded; ++i) {
      std::vector<Bits> tuple;
      for (std::size_t k = 0; k < arity; ++k) {
        const int bits = info(row.operand_format(static_cast<int>(k), format)).bits;
        const std::size_t step = k == 0 ? i : k == 1 ? i / first : i + k;
        tuple.push_back(i < pairs ? special[k][step % special[k].size()] : generator() >> (64 - bits));
      }
      tuples_.push_back(tuple);
    }
    for (std::size_t k = 0; k < arity; ++k) {
      const auto bytes = static_cast<std::size_t>(info(row.operand_format(static_cast<int>(k), format)).bytes);
      memory_.emplace_back(tuples_.size() * bytes);
      for (std::size_t i = 0; i < tuples_.size(); ++i) {
        std::memcpy(memory_.back().data() + i * bytes, &tuples_[i][k], bytes);
      }
    }
    lanes_.assign(memory_.begin(), memory_.end());
    results_.resize(tuples_.size() * static_cast<std::size_t>(info(row.result(format)).bytes));
  }
  OperandSet(const OperandSet&) = delete;
  OperandSet& operator=(const OperandSet&) = delete;

  [[nodiscard]] const std::vector<std::vector<Bits>>& tuples() const { return tuples_; }
  [[nodiscard]] const std::vector<ConstLane>& lanes() const { return lanes_; }
  /// Room for the results.
  [[nodiscard]] Lane results() { return results_; }

 private:
  std::vector<std::vector<Bits>> tuples_;
  std::vector<std::vector<std::byte>> memory_;
  std::vector<ConstLane> lanes_;
  std::vector<std::byte> results_;
};

#endif

}  // namespace halfulp::test
