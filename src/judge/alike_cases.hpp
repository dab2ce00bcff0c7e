// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <mutex>
#include <optional>
#include <span>
#include <unordered_map>

#include "halfulp/judge.hpp"
#include "judge/alternatives.hpp"
#include "judge/permit/distance.hpp"
#include "judge/permit/ruling.hpp"
#include "judge/quick/quick.hpp"

namespace halfulp::judge {

/// Cases in binary32 whose exact result is near 1, or near its operand, but is not that value, and in a known place
/// beside it; or far beyond all values, or below all denormals; sums in which one term is next to nothing; and results
/// that are far from denormal ones. Of all such cases with one observed result, or one that is as many steps from the
/// operand, or as far, the explain path says the same, since no bound ends between their exact results. So it is asked
/// once. Safe to share between threads.
class AlikeCases {
 public:
  /// All are to live as long as this does.
  AlikeCases(const Ruling& ruling, const Alternatives& alternatives, const Quick& quick);

  /// Cases of one key are alike. `distance`: of what is observed, where it is finite, from the exact result; nothing of
  /// one beside 1 whose operand is a denormal, which may be flushed.
  struct Case {
    std::uint64_t key;
    std::optional<Distance> distance;
  };
  /// Of a case that Quick leaves undecided; nothing of one that is alike no others.
  [[nodiscard]] std::optional<Case> find(std::span<const Bits> operands, Bits observed) const;

  /// What the explain path said of a case with that key, kept in one place; nullptr while it is not known.
  [[nodiscard]] const Judgement* known(std::uint64_t key) const;
  /// Keeps it; nullptr where too much is kept already.
  const Judgement* keep(std::uint64_t key, const Judgement& judgement) const;

 private:
  /// Where the exact result is.
  enum class Near : std::uint8_t {
    infinity,  ///< far beyond the largest value
    zero,      ///< far below the least denormal
    one,       ///< beside this size, and not on it
    operand,
    term,      ///< of a sum, beside which the other is next to nothing
    denormal,  ///< and what is observed is far from it, and no zero
    overflows  ///< of a sum whose terms overflow on both sides
  };
  /// Values, and as bits, from the first on, which are negative and which denormal.
  struct Operands {
    std::array<float, 3> values{};
    std::uint64_t signs = 0;
    std::uint64_t denormals = 0;
  };
  /// Nothing where one is neither normal nor denormal, or 1 in size.
  [[nodiscard]] static std::optional<Operands> read(std::span<const Bits> operands);
  /// Within 2^-44 of the exact result, or as far beyond all values as it is; operands that are normal, or one denormal.
  /// Of a sum the product, if that alone matters where it is beyond all values, or else 0.
  [[nodiscard]] double reference(const std::array<float, 3>& operands) const;
  [[nodiscard]] std::optional<Near> near(float x, double reference, float observed) const;
  [[nodiscard]] std::optional<Case> find_sum(const Operands& given, std::uint32_t observed) const;
  [[nodiscard]] std::optional<Case> find_remainder(const Operands& given, std::uint32_t observed) const;
  [[nodiscard]] static std::optional<Case> find_overflows(std::span<const Bits> operands, std::uint32_t observed);
  [[nodiscard]] static std::optional<Case> find_quotient(const Operands& given, std::uint32_t observed);

  const Quick& quick_;
  bool takes_infinity_ = false;
  bool takes_zero_ = false;
  bool takes_one_ = false;
  bool divides_beside_one_ = false;  ///< into parts, in each of which cases are alike
  bool takes_operand_ = false;
  bool takes_term_ = false;
  bool takes_overflows_ = false;
  bool takes_denormal_remainder_ = false;
  bool takes_denormal_quotient_ = false;
  mutable std::mutex mutex_;
  mutable std::unordered_map<std::uint64_t, Judgement> known_;
};

}  // namespace halfulp::judge
