// SPDX-License-Identifier: Apache-2.0
#include "cli/run/job_run.hpp"

#include <algorithm>
#include <cstddef>
#include <exception>
#include <mutex>
#include <thread>

#include "cli/run/interrupt.hpp"
#include "halfulp/error.hpp"
#include "rulebook/resolve.hpp"

namespace halfulp::cli {
namespace {

constexpr std::uint64_t kBlockCases = std::uint64_t{1} << 16;
constexpr std::size_t kPartCases = std::size_t{1} << 12;
/// What result buffers hold before the device writes them, so that a result never written is not the last block's.
constexpr std::byte kUnwritten{0xa5};

/// The operands and results of one block, in a thread's own memory.
class Block {
 public:
  Block(Operation operation, Format format, std::size_t most_cases) {
    const OperationInfo& row = info(operation);
    for (int i = 0; i < row.arity; ++i) add_lane(row.operand_format(i, format), most_cases);
    add_lane(row.result(format), most_cases);
  }

  /// The operands of `cases` cases from the given one on.
  [[nodiscard]] std::vector<Lane> operands(std::size_t first, std::size_t cases) {
    std::vector<Lane> lanes;
    for (std::size_t i = 0; i + 1 < memory_.size(); ++i) lanes.push_back(lane(i, first, cases));
    return lanes;
  }
  [[nodiscard]] std::vector<ConstLane> const_operands(std::size_t first, std::size_t cases) {
    const std::vector<Lane> lanes = operands(first, cases);
    return {lanes.begin(), lanes.end()};
  }
  [[nodiscard]] Lane results(std::size_t first, std::size_t cases) { return lane(memory_.size() - 1, first, cases); }

 private:
  void add_lane(Format format, std::size_t cases) {
    bytes_.push_back(static_cast<std::size_t>(info(format).bytes));
    memory_.emplace_back(cases * bytes_.back());
  }
  [[nodiscard]] Lane lane(std::size_t index, std::size_t first, std::size_t cases) {
    return Lane(memory_[index]).subspan(first * bytes_[index], cases * bytes_[index]);
  }

  std::vector<std::vector<std::byte>> memory_;
  std::vector<std::size_t> bytes_;
};

class JobRun {
 public:
  JobRun(const Job& job, const std::vector<BookToJudgeBy>& books, Device& device, Progress& progress)
      : job_(job), device_(device), progress_(progress) {
    for (const std::size_t index : job.books) {
      judges_.emplace_back(books[index].book, job.operation, job.format, books[index].readings);
    }
    result_.tallies.resize(judges_.size());
    const auto has_property = [&](std::size_t index) {
      return !rulebook::properties_of(books[index].book.model(), job.operation, books[index].readings).empty();
    };
    if (judge::CodeMap::serves(job.operation) && std::ranges::any_of(job.books, has_property)) {
      result_.codes.emplace(job.operation);
    }
  }

  JobResult run() {
    const std::uint64_t blocks = (job_.cases() + kBlockCases - 1) / kBlockCases;
    // One thread computes while another judges, at least.
    const std::uint64_t threads = std::min<std::uint64_t>(blocks, std::max(2U, std::thread::hardware_concurrency()));
    {
      std::vector<std::jthread> others;
      for (std::uint64_t i = 1; i < threads; ++i) others.emplace_back([this] { work(); });
      work();
    }
    if (failure_) std::rethrow_exception(failure_);
    return std::move(result_);
  }

 private:
  void work() {
    try {
      Block block(job_.operation, job_.format, static_cast<std::size_t>(std::min(kBlockCases, job_.cases())));
      std::vector<Tally> tallies(judges_.size());
      std::optional<judge::CodeMap> codes;
      if (result_.codes) codes.emplace(job_.operation);
      std::uint64_t first = 0;
      while (const std::size_t cases = compute_next(block, first)) {
        judge(block, first, cases, tallies);
        if (codes) codes->note(block.const_operands(0, cases).front(), block.results(0, cases));
      }
      const std::lock_guard lock(mutex_);
      if (codes) result_.codes->merge(*codes);
      for (std::size_t i = 0; i < tallies.size(); ++i) result_.tallies[i].merge(tallies[i]);
    } catch (...) {
      const std::lock_guard lock(mutex_);
      failure_ = std::current_exception();
    }
  }

  /// Computes the next block; `first` becomes its place. Returns how many cases it has: 0 when there is none any more.
  std::size_t compute_next(Block& block, std::uint64_t& first) {
    const std::lock_guard lock(mutex_);
    if (next_ >= job_.cases() || result_.lost || failure_ || interrupted()) return 0;
    first = next_;
    const auto cases = static_cast<std::size_t>(std::min(kBlockCases, job_.cases() - first));
    fill(block, first, cases);
    const Lane results = block.results(0, cases);
    std::ranges::fill(results, kUnwritten);
    try {
      device_.compute(job_.operation, job_.format, job_.variant_index, block.const_operands(0, cases), results);
    } catch (const Error& error) {
      if (error.kind() != Error::Kind::kDevice) throw;
      // An interrupt from a terminal reaches the device's process too: that is no loss.
      if (interrupted()) return 0;
      result_.lost = true;
      result_.lost_because = error.what();
      return 0;
    }
    next_ += cases;
    return cases;
  }

  void fill(Block& block, std::uint64_t first, std::size_t cases) const {
    if (job_.sample.empty()) {
      job_.suite->fill(first, block.operands(0, cases));
      return;
    }
    for (std::size_t i = 0; i < cases; ++i) {
      job_.suite->fill(job_.sample[static_cast<std::size_t>(first) + i], block.operands(i, 1));
    }
  }

  /// Judges a block part by part, as far as no interrupt comes: near thresholds a case may take milliseconds.
  void judge(Block& block, std::uint64_t first, std::size_t cases, std::vector<Tally>& tallies) {
    const std::size_t most = job_.sample.empty() ? kPartCases : 1;
    for (std::size_t done = 0; done < cases && !interrupted(); done += most) {
      const std::size_t part = std::min(most, cases - done);
      const auto place = static_cast<std::size_t>(first) + done;
      const std::uint64_t number = job_.sample.empty() ? place : job_.sample[place];
      const std::vector<ConstLane> operands = block.const_operands(done, part);
      for (std::size_t book = 0; book < judges_.size(); ++book) {
        judges_[book].judge(number, operands, block.results(done, part), tallies[book]);
      }
      progress_.advance(part);
    }
  }

  const Job& job_;
  Device& device_;
  Progress& progress_;
  std::vector<SpanJudge> judges_;

  std::mutex mutex_;  ///< for the device and for what follows
  std::uint64_t next_ = 0;
  JobResult result_;
  std::exception_ptr failure_;
};

}  // namespace

JobResult run_job(const Job& job, const std::vector<BookToJudgeBy>& books, Device& device, Progress& progress) {
  return JobRun(job, books, device, progress).run();
}

}  // namespace halfulp::cli
