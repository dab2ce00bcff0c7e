// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <span>
#include <string>
#include <vector>

#include "diagnosis/hypotheses.hpp"
#include "number/descriptor.hpp"

namespace halfulp::cli {

/// The rule that cases break, and the options of readings under which they pass; "" where they fail.
struct BrokenBy {
  std::string rule;
  std::string under;
};

/// The cases of a run that fail or pass under another reading only, as records in a file without a name, which the
/// system removes when the process ends. Safe for several threads.
class FailureSpool {
 public:
  /// Records of neighbouring cases.
  struct Chunk {
    std::size_t result = 0;   ///< place in the report's results
    std::uint64_t first = 0;  ///< the number of its first case, from which records count
    std::uint64_t begin = 0;  ///< in the file
    std::size_t bytes = 0;
  };

  /// `folder`: where the file is made. `most`: cases that are kept of each rule and chunk. Throws Error(kInput).
  FailureSpool(const std::string& folder, std::uint64_t most);

  [[nodiscard]] std::uint64_t most() const { return most_; }
  [[nodiscard]] std::uint16_t number_of(std::string_view rule, std::string_view under);
  [[nodiscard]] std::uint16_t number_of(diagnosis::HypothesisSet set);

  /// Writes records to the file; they count once take() has their chunk. What cannot be written is reported by ended().
  [[nodiscard]] Chunk write(std::size_t result, std::uint64_t first, std::span<const std::byte> records);
  void take(std::span<const Chunk> chunks);

  /// After the run: all chunks, by result and case. Throws Error(kInput) where something could not be written.
  [[nodiscard]] std::vector<Chunk> ended();
  /// Reads a chunk's records.
  void read(const Chunk& chunk, std::vector<std::byte>& records) const;
  [[nodiscard]] const std::vector<BrokenBy>& broken() const { return broken_; }
  [[nodiscard]] const std::vector<diagnosis::HypothesisSet>& sets() const { return sets_; }

 private:
  std::string folder_;
  std::uint64_t most_;
  number::Descriptor file_;
  std::atomic<std::uint64_t> end_ = 0;
  std::atomic<int> error_ = 0;  ///< the first errno that writing gave
  std::mutex mutex_;            ///< for what follows
  std::vector<BrokenBy> broken_;
  std::vector<diagnosis::HypothesisSet> sets_;
  std::vector<Chunk> chunks_;
};

}  // namespace halfulp::cli
