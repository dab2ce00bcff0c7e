// SPDX-License-Identifier: Apache-2.0
#include "cli/run/job_work.hpp"

#include <algorithm>
#include <bit>
#include <utility>

#include "rulebook/resolve.hpp"

namespace halfulp::cli {
namespace {

/// A job has 64 stretches or more, so that dozens of cores work on it; but a stretch has enough cases to be worth
/// handing out.
std::size_t cases_of_stretch(std::uint64_t cases) {
  constexpr std::uint64_t kStretches = 64;
  constexpr std::uint64_t kFewest = 1024;
  return static_cast<std::size_t>(std::clamp(std::bit_floor(cases / kStretches), kFewest, kBlockCases));
}

}  // namespace

JobState begin_job(const Job& job, const std::vector<BookToJudgeBy>& books) {
  JobState state;
  state.tallies.resize(job.books.size());
  state.tried.emplace(job.operation, job.format);
  state.failure_counts.assign(job.books.size(), diagnosis::FailureCounts(job.operation, job.format));
  state.hypotheses.resize(job.books.size());
  const auto has_property = [&](std::size_t index) {
    return !rulebook::properties_of(books[index].book.model(), job.operation, books[index].readings).empty();
  };
  if (diagnosis::CodeMap::serves(job.operation) && std::ranges::any_of(job.books, has_property)) {
    state.codes.emplace(job.operation);
  }
  return state;
}

JobWork::JobWork(const Job& job, const ShardCases& cases, Ranges judged)
    : job_(job),
      cases_(cases),
      judged_(std::move(judged)),
      order_(blocks(cases.size()), job.suite->holds_all_operands() && !job.sample),
      most_(cases_of_stretch(job.cases())),
      left_(cases.size() - judged_.size()) {}

std::optional<Stretch> JobWork::next(std::size_t most) {
  if (!returned_.empty()) {
    Stretch& from = returned_.back();
    const Stretch stretch{.first = from.first, .cases = std::min(from.cases, most)};
    from = {.first = from.first + stretch.cases, .cases = from.cases - stretch.cases};
    if (from.cases == 0) returned_.pop_back();
    left_ -= stretch.cases;
    return stretch;
  }
  while (next_ >= end_) {
    const std::optional<std::uint64_t> block = order_.next();
    if (!block) return std::nullopt;
    next_ = judged_.next_missing(*block * kBlockCases);
    end_ = cases_.end_of_block(*block * kBlockCases);
  }
  const std::uint64_t end = std::min({end_, judged_.next_held(next_), next_ + std::min(most, most_)});
  const Stretch stretch{.first = next_, .cases = static_cast<std::size_t>(end - next_)};
  next_ = judged_.next_missing(end);
  left_ -= stretch.cases;
  return stretch;
}

void JobWork::give_back(const Stretch& stretch) {
  if (stretch.cases == 0) return;
  returned_.push_back(stretch);
  left_ += stretch.cases;
}

void JobWork::fill(Block& block, const Stretch& stretch) const {
  const std::uint64_t first = number(stretch.first);
  if (!job_.sample) {
    fill(block, 0, stretch.cases, first);
    return;
  }
  for (std::size_t i = 0; i < stretch.cases; ++i) fill(block, i, 1, (*job_.sample)[first + i]);
}

void JobWork::fill(Block& block, std::size_t place, std::size_t cases, std::uint64_t number) const {
  job_.suite->fill(number, block.operands(place, cases));
  if (job_.recorded.empty()) return;
  const Lane results = block.results(place, cases);
  std::ranges::copy(job_.recorded.subspan(number * (results.size() / cases), results.size()), results.begin());
}

}  // namespace halfulp::cli
