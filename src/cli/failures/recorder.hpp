// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "cli/failures/record.hpp"
#include "cli/failures/spool.hpp"
#include "cli/run/plan.hpp"
#include "diagnosis/hypotheses.hpp"
#include "judge/definition/ruling.hpp"
#include "judge/verdict/other_readings.hpp"

namespace halfulp::cli {

/// Makes the records of one operation's cases that do not pass by one rulebook. Safe for several threads.
class FailureRecorder {
 public:
  FailureRecorder(const BookToJudgeBy& book, Operation operation, Format format, FailureSpool& spool);

  /// The records of a span's cases, in their order. `first_number`, the lanes, `failures` and `check`: those of
  /// SpanJudge::judge(); `counts`: which failures' hypotheses count in the report.
  [[nodiscard]] std::vector<std::byte> records(std::uint64_t first_number, std::span<const ConstLane> operands,
                                               ConstLane results, std::span<const Failure> failures,
                                               const diagnosis::HypothesisTest& test,
                                               const diagnosis::HypothesisCounts& counts,
                                               const std::function<void()>& check) const;

 private:
  judge::Ruling ruling_;
  judge::OtherReadings others_;
  RecordLayout layout_;
  FailureSpool& spool_;
};

}  // namespace halfulp::cli
