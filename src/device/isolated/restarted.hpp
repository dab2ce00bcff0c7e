// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "device/isolated/child_process.hpp"
#include "halfulp/device.hpp"

namespace halfulp::device {

/// A device's process and the blocks that it is asked, of which several are in flight. When the process is lost or its
/// device is, it is started again once, and each block in flight is asked once more, alone, in the order in which the
/// blocks were asked: the block that ends the process is found, and it is the same one each time.
class Restarted {
 public:
  /// How a device's process is run, and what messages say of it.
  struct Command {
    std::string executable;
    std::vector<std::string> arguments;
    ProcessGroup group;
    std::string name;     ///< the device's
    std::string opening;  ///< ends the message that it was lost twice before it was opened: "update the driver"
    std::string remedy;   ///< the same, after
  };

  /// A block in flight. Only the one that was asked first may find the process hung; its time counts from when it
  /// became the first.
  class Block final : public Waiter {
   public:
    [[nodiscard]] ChildProcess& process() const { return *owner_.process_; }
    /// A number for the process: another one is started under another number.
    [[nodiscard]] std::uint64_t process_number() const { return owner_.process_number_; }

    void wait(int descriptor, short events) override;
    [[nodiscard]] bool is_first() const override { return owner_.first_ == turn_; }
    /// Throws ProcessLost when the process is lost meanwhile.
    void wait_until_first();
    /// Whether the process has written more than it was asked: no other block was sent to it, and something is left.
    /// Of the block that was asked first.
    [[nodiscard]] bool has_unasked() const;

   private:
    friend class Restarted;
    explicit Block(Restarted& owner);
    ~Block() override;

    Restarted& owner_;
    std::uint64_t turn_;
  };

  using Step = std::function<void(Block&)>;

  /// `greet` opens the device in a new process, as messages call it by `opening`. Throws as ask() does.
  Restarted(Command command, const DeviceOptions& options, const std::string& opening, Step greet);

  /// How many blocks may be in flight; 1 at first.
  void set_most(std::size_t most) { most_ = most; }

  /// Asks a block by `step`, which is done once more where the process is lost or an Error is thrown. Throws
  /// Error(kDevice) when that fails too, or when the run ends; while the device is opened, what it said.
  void ask(const std::string& doing, const Step& step);

 private:
  [[nodiscard]] bool is_given_up() const { return gives_up_ != nullptr && gives_up_(); }
  void note_first();
  /// Does a step, without the lock; how the process was lost, or nothing.
  std::optional<std::string> attempt(std::unique_lock<std::mutex>& lock, Block& block, const std::string& doing,
                                     const Step& step);
  void start(Block& block);

  const Command command_;
  const std::chrono::seconds block_timeout_;
  bool (*const gives_up_)();
  const Step greet_;

  std::mutex mutex_;  // for what follows
  std::condition_variable changed_;
  std::size_t most_ = 1;
  std::set<std::uint64_t> turns_;  // of the blocks in flight
  std::uint64_t next_turn_ = 0;
  std::size_t running_ = 0;              // of these, those that use the process
  bool recovers_ = false;                // the blocks in flight are asked again, and no others
  bool lost_ = false;                    // the process is of no use
  std::optional<ChildProcess> process_;  // kept while blocks use it
  std::uint64_t process_number_ = 0;
  bool opened_ = false;

  // Read without the lock.
  std::atomic<std::uint64_t> first_ = ~std::uint64_t{0};
  std::atomic<std::chrono::steady_clock::time_point> first_since_{};
};

}  // namespace halfulp::device
