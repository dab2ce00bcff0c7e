// SPDX-License-Identifier: Apache-2.0
#include "cli/run/judges.hpp"

namespace halfulp::cli {

Judges::Judges(const Job& job, const std::vector<BookToJudgeBy>& books, FailureSpool* spool) {
  for (const std::size_t index : job.books) {
    const BookToJudgeBy& one = books[index];
    judges_.emplace_back(one.book, job.operation, job.format, one.readings);
    tests_.emplace_back(one.book, job.operation, job.format, one.readings);
    if (spool != nullptr) recorders_.emplace_back(one, job.operation, job.format, *spool);
  }
}

void Judges::judge(std::uint64_t first_number, const std::vector<ConstLane>& operands, ConstLane results,
                   JobState& state, const std::function<void()>& check, const Keep& keep) const {
  for (std::size_t book = 0; book < judges_.size(); ++book) {
    std::vector<Failure> failures;
    judges_[book].judge(first_number, operands, results, state.tallies[book], &failures, check);
    diagnosis::note_failures(first_number, operands, results, failures, tests_[book], state.failure_counts[book],
                             state.hypotheses[book], check);
    if (recorders_.empty() || failures.empty()) continue;
    keep(book, recorders_[book].records(first_number, operands, results, failures, tests_[book], state.hypotheses[book],
                                        check));
  }
}

AllJudges::AllJudges(const Plan& plan, const std::vector<BookToJudgeBy>& books, FailureSpool* spool)
    : books_(books), spool_(spool) {
  for (const Job& job : plan.jobs) entries_.try_emplace({job.operation, job.format});
}

const Judges& AllJudges::of(const Job& job) {
  Entry& entry = entries_.at({job.operation, job.format});
  std::call_once(entry.made, [&] { entry.judges = std::make_unique<const Judges>(job, books_, spool_); });
  return *entry.judges;
}

}  // namespace halfulp::cli
