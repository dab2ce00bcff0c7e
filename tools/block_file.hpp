// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <cstdint>
#include <cstdio>
#include <exception>
#include <mutex>
#include <set>
#include <string>
#include <thread>
#include <vector>

namespace halfulp {

/// What a program found of all operands of binary32, block by block of one sign and exponent: a text file with a line
/// for each that begins with its first operand. A run that is interrupted is gone on with: lines that are there stay,
/// one that was cut short is made again.
class BlockFile {
 public:
  /// `head`: comments, what a new file begins with. Throws Error(kInput) where the file begins with others, or cannot
  /// be written.
  BlockFile(const std::string& path, const std::string& head);
  ~BlockFile();
  BlockFile(const BlockFile&) = delete;
  BlockFile& operator=(const BlockFile&) = delete;

  /// The lines of blocks that the file had.
  [[nodiscard]] const std::vector<std::string>& lines() const { return lines_; }
  /// Adds a block's line. Safe from any thread, as is fail().
  void add(const std::string& line);
  /// Keeps what is to be reported at the end.
  void fail(const std::string& message);
  [[nodiscard]] const std::vector<std::string>& failures() const { return failures_; }

  /// Calls work(first operand, helper) for the blocks that the file lacks, on all cores, each with a helper of its own
  /// that make() gives. What either throws fails, and ends its thread.
  template <class Make, class Work>
  void for_each_missing_block(Make make, Work work) {
    std::atomic<std::uint32_t> next = 0;
    std::vector<std::jthread> threads;
    for (unsigned i = 0; i < thread_count(); ++i) {
      threads.emplace_back([&] {
        try {
          auto helper = make();
          for (std::uint32_t block = next++; block < kBlocks; block = next++) {
            if (!blocks_.contains(block << kBlockBits)) work(block << kBlockBits, helper);
          }
        } catch (const std::exception& error) {
          fail(error.what());
        }
      });
    }
  }

 private:
  static constexpr std::uint32_t kBlocks = 512;
  static constexpr int kBlockBits = 23;
  [[nodiscard]] static unsigned thread_count();

  std::FILE* file_ = nullptr;
  std::vector<std::string> lines_;
  std::set<std::uint32_t> blocks_;
  std::mutex mutex_;
  std::vector<std::string> failures_;
};

}  // namespace halfulp
