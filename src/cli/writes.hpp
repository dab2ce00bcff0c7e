// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <exception>
#include <string>
#include <utility>

#include "cli/output.hpp"
#include "halfulp/error.hpp"

namespace halfulp::cli {

/// Several things to write: one that fails does not keep the others from being written.
class Writes {
 public:
  /// `failure`: of something that could not be written before, or nothing.
  explicit Writes(std::exception_ptr failure = nullptr) : failure_(std::move(failure)) {}

  /// Calls `write`. Keeps the first Error that is thrown for end(); reports others on standard error.
  template <class Write>
  void attempt(const Write& write) {
    try {
      write();
    } catch (const Error& error) {
      if (failure_) {
        write_diagnostic(std::string("halfulp: ") + error.what());
      } else {
        failure_ = std::current_exception();
      }
    }
  }

  /// Throws the first failure.
  void end() const {
    if (failure_) std::rethrow_exception(failure_);
  }

 private:
  std::exception_ptr failure_;
};

}  // namespace halfulp::cli
