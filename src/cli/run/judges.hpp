// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <utility>
#include <vector>

#include "cli/failures/recorder.hpp"
#include "cli/run/job_state.hpp"
#include "cli/run/plan.hpp"
#include "diagnosis/hypotheses.hpp"
#include "halfulp/judge.hpp"

namespace halfulp::cli {

/// The judges of one operation in one format, one per rulebook.
class Judges {
 public:
  /// `spool`: where failures are kept; nullptr: nowhere.
  Judges(const Job& job, const std::vector<BookToJudgeBy>& books, FailureSpool* spool = nullptr);

  /// Takes the records of the failures by one of the job's rulebooks.
  using Keep = std::function<void(std::size_t book, std::span<const std::byte> records)>;

  /// Judges cases `first_number`, ... of the job. Safe for several threads, each with a state of its own. `check` is
  /// called before each case that takes long; when it throws, the state is of no use any more. `keep` is called where
  /// there is a spool.
  void judge(std::uint64_t first_number, const std::vector<ConstLane>& operands, ConstLane results, JobState& state,
             const std::function<void()>& check, const Keep& keep = {}) const;

 private:
  std::vector<SpanJudge> judges_;
  std::vector<diagnosis::HypothesisTest> tests_;
  std::vector<FailureRecorder> recorders_;  ///< none where failures are not kept
};

/// The judges of a run. Those of an operation are made when a thread first asks for them, which takes milliseconds, and
/// serve all its variants.
class AllJudges {
 public:
  AllJudges(const Plan& plan, const std::vector<BookToJudgeBy>& books, FailureSpool* spool = nullptr);

  /// Safe for several threads. Throws what SpanJudge() throws.
  [[nodiscard]] const Judges& of(const Job& job);

 private:
  struct Entry {
    std::once_flag made;
    std::unique_ptr<const Judges> judges;
  };
  const std::vector<BookToJudgeBy>& books_;
  FailureSpool* spool_;
  std::map<std::pair<Operation, Format>, Entry> entries_;
};

}  // namespace halfulp::cli
