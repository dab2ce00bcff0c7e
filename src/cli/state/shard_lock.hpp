// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "number/descriptor.hpp"

namespace halfulp::cli {

/// Keeps other processes from judging a shard, by a lock on a file that names this process: its number, its machine and
/// its command line. The lock ends with the process, however that ends; the file is removed with this.
class ShardLock {
 public:
  /// `path`: in a folder that is there. Throws Error(kInput) that names the process when another one has the lock, or
  /// when the file cannot be made.
  explicit ShardLock(std::string path);
  ShardLock(const ShardLock&) = delete;
  ShardLock& operator=(const ShardLock&) = delete;
  ~ShardLock();

 private:
  std::string path_;
  number::Descriptor file_;
};

}  // namespace halfulp::cli
