// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "number/descriptor.hpp"

namespace halfulp::cli {

/// Keeps other processes from judging a shard, by a lock on a file that holds this process's number. The lock ends with
/// the process, however that ends; the file is removed with this.
class ShardLock {
 public:
  /// `path`: in a folder that is there. Throws Error(kInput) when another process has the lock, with its number, or the
  /// file cannot be made.
  explicit ShardLock(std::string path);
  ShardLock(const ShardLock&) = delete;
  ShardLock& operator=(const ShardLock&) = delete;
  ~ShardLock();

 private:
  std::string path_;
  number::Descriptor file_;
};

}  // namespace halfulp::cli
