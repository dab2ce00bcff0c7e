// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "cli/run/block.hpp"
#include "cli/run/job_state.hpp"
#include "cli/run/plan.hpp"
#include "cli/run/shard.hpp"

namespace halfulp::cli {

/// Cases that one thread computes and judges at a time: positions among the shard's cases of a job.
struct Stretch {
  std::uint64_t first = 0;
  std::size_t cases = 0;
};

/// What is known of a job of which nothing has been judged.
[[nodiscard]] JobState begin_job(const Job& job, const std::vector<BookToJudgeBy>& books);

/// The cases of one job that a shard has and that are left to do, handed out in one order: all operands spread, so that
/// a limit cuts off none of their ranges. How they are cut depends on the job's size alone. For one thread at a time,
/// but for fill().
class JobWork {
 public:
  /// `judged`: positions that were judged before.
  JobWork(const Job& job, const ShardCases& cases, Ranges judged);

  /// The next cases, at most `most` of them; nothing when none are left.
  [[nodiscard]] std::optional<Stretch> next(std::size_t most);
  /// Takes back what was handed out and not judged, to be handed out again.
  void give_back(const Stretch& stretch);
  /// How many cases are to be handed out.
  [[nodiscard]] std::uint64_t left() const { return left_; }

  /// Writes the operands of a stretch, and its results where they were recorded.
  void fill(Block& block, const Stretch& stretch) const;
  /// The number in the job of a position.
  [[nodiscard]] std::uint64_t number(std::uint64_t position) const { return cases_.at(position); }
  [[nodiscard]] const Job& job() const { return job_; }

 private:
  void fill(Block& block, std::size_t place, std::size_t cases, std::uint64_t number) const;

  const Job& job_;
  const ShardCases& cases_;
  const Ranges judged_;
  BlockOrder order_;
  std::size_t most_;        ///< cases of a stretch
  std::uint64_t next_ = 0;  ///< of the block that ends at end_
  std::uint64_t end_ = 0;
  std::uint64_t left_;
  std::vector<Stretch> returned_;
};

}  // namespace halfulp::cli
