// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sys/resource.h>

#include <csignal>

namespace halfulp::test {

/// No file of this process, or of one that it starts, may grow beyond that number of bytes: what `ulimit -f` does.
class FileSizeLimit {
 public:
  explicit FileSizeLimit(rlim_t bytes) : before_(limit()), handler_(std::signal(SIGXFSZ, SIG_IGN)) {
    const rlimit changed = {bytes, before_.rlim_max};
    setrlimit(RLIMIT_FSIZE, &changed);
  }
  FileSizeLimit(const FileSizeLimit&) = delete;
  FileSizeLimit& operator=(const FileSizeLimit&) = delete;
  ~FileSizeLimit() {
    setrlimit(RLIMIT_FSIZE, &before_);
    std::signal(SIGXFSZ, handler_);
  }

 private:
  static rlimit limit() {
    rlimit now = {};
    getrlimit(RLIMIT_FSIZE, &now);
    return now;
  }

  rlimit before_;
  void (*handler_)(int);
};

}  // namespace halfulp::test
