// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <fmt/format.h>

#include <chrono>
#include <optional>
#include <string>

#include "device/isolated/child_process.hpp"
#include "halfulp/device.hpp"
#include "halfulp/error.hpp"

namespace halfulp::device {

/// A device's process, which is started again once when it is lost.
class Restarted {
 public:
  /// `name` is the device's. What ends the message that it was lost twice, "update the driver": `opening` before it was
  /// opened, `remedy` after.
  Restarted(std::string name, std::string opening, std::string remedy, const DeviceOptions& options)
      : name_(std::move(name)),
        opening_(std::move(opening)),
        remedy_(std::move(remedy)),
        block_timeout_(options.block_timeout),
        gives_up_(options.gives_up) {}

  /// How long the process is waited for, from now on.
  [[nodiscard]] ChildProcess::Patience patience() const {
    return {std::chrono::steady_clock::now() + block_timeout_, gives_up_};
  }

  /// The process; nothing before it is started and after it was lost.
  std::optional<ChildProcess> process;
  /// Set once the device has been opened: from then on what it says of itself being lost is no reason to give up.
  bool opened = false;

  /// Does a step, which starts the process if there is none; when the process is lost or its device is, in a new
  /// process once more, unless it is given up. Throws Error(kDevice) when that one is lost too; before the device is
  /// opened, what it said.
  template <class Step>
  void twice(const std::string& doing, const Step& step) {
    constexpr int kTries = 2;
    for (int tries = 1;; ++tries) {
      std::string how;
      std::string last_words;
      try {
        step();
        return;
      } catch (const ProcessLost& lost) {
        how = fmt::format("device '{}' {} while {}", name_, lost.what(), doing);
        if (process) last_words = process->last_words();
      } catch (const Error& error) {
        // A device that could not be opened has said why, and would say it again.
        if (error.kind() != Error::Kind::kDevice || !opened) throw;
        how = error.what();
      }
      process.reset();
      if (patience().is_given_up()) throw Error(Error::Kind::kDevice, how);
      if (tries < kTries) continue;
      last_words.erase(last_words.find_last_not_of("\r\n") + 1);
      if (!last_words.empty()) last_words = fmt::format("; its last words: {}", last_words);
      throw Error(Error::Kind::kDevice,
                  fmt::format("{}, also in a second process; {}{}", how, opened ? remedy_ : opening_, last_words));
    }
  }

 private:
  std::string name_;
  std::string opening_;
  std::string remedy_;
  std::chrono::seconds block_timeout_;
  bool (*gives_up_)();
};

}  // namespace halfulp::device
