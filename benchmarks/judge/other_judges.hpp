// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <mpfr.h>

#include <cstdint>
#include <span>
#include <string_view>

#include "halfulp/operation.hpp"

namespace halfulp::benchmarks {

/// How far a result may be from the exact one: ulp ULP + absolute + relative * |exact|.
struct Tolerance {
  double ulp = 0;
  double absolute = 0;
  double relative = 0;
};

/// An operation as other judges know it: by one rulebook's tolerance for most operands.
struct JudgedOperation {
  Operation operation;
  std::string_view rulebook;
  Tolerance tolerance;
  double (*in_double)(const double* operands);
  void (*in_mpfr)(mpfr_ptr result, const mpfr_t* operands);

  [[nodiscard]] bool flushes() const { return rulebook == "d3d11"; }
};

/// All of which there are rows.
[[nodiscard]] std::span<const JudgedOperation> judged_operations();

// Verdicts on `observed`, the bits of a result, whose operands are given as bits too. Neither is rigorous: what their
// references round is forgotten, so are the rulebooks' special cases.

/// With libm's double function as the exact result, as other suites have it.
[[nodiscard]] bool passes_in_double(const JudgedOperation& judged, const std::uint32_t* operands,
                                    std::uint32_t observed);

/// With MPFR's result of 64 bits as the exact one.
class MpfrJudge {
 public:
  MpfrJudge();
  MpfrJudge(const MpfrJudge&) = delete;
  MpfrJudge& operator=(const MpfrJudge&) = delete;
  ~MpfrJudge();

  [[nodiscard]] bool passes(const JudgedOperation& judged, const std::uint32_t* operands, std::uint32_t observed);

 private:
  mpfr_t operands_[kMaxArity];
  mpfr_t exact_;
  mpfr_t distance_;
};

}  // namespace halfulp::benchmarks
