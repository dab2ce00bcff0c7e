// SPDX-License-Identifier: Apache-2.0
#include "device/isolated/restarted.hpp"

#include <fmt/format.h>
#include <poll.h>

#include <exception>
#include <utility>

#include "halfulp/error.hpp"

namespace halfulp::device {

using Clock = std::chrono::steady_clock;

// The lock is held.
Restarted::Block::Block(Restarted& owner) : owner_(owner), turn_(owner.next_turn_++) {
  owner_.turns_.insert(turn_);
  owner_.note_first();
}

Restarted::Block::~Block() {
  owner_.turns_.erase(turn_);
  if (owner_.turns_.empty()) owner_.recovers_ = false;
  owner_.note_first();
  owner_.changed_.notify_all();
}

void Restarted::Block::wait(int descriptor, short events) {
  const bool is_late = is_first() && Clock::now() - owner_.first_since_.load() > owner_.block_timeout_;
  const bool is_given_up = owner_.is_given_up();
  if (is_late || is_given_up) {
    process().kill_all();
    throw ProcessLost{.how = is_given_up ? "was not waited for, as the run ends,"
                                         : "did not answer in time (--device-timeout sets how many seconds it has)",
                      .when = ""};
  }
  if (is_first()) {
    process().wait(descriptor, events);
  } else {
    constexpr int kLongest = 100;
    pollfd waited{.fd = descriptor, .events = events, .revents = 0};
    poll(&waited, 1, kLongest);
  }
}

void Restarted::Block::wait_until_first() {
  std::unique_lock lock(owner_.mutex_);
  owner_.changed_.wait(lock, [this] { return is_first() || owner_.lost_; });
  if (owner_.lost_) throw ProcessLost{.how = "", .when = ""};
}

// Blocks are sent by those that are running, which begin with the lock.
bool Restarted::Block::has_unasked() const {
  const std::lock_guard lock(owner_.mutex_);
  return owner_.running_ == 1 && process().stream().has_more();
}

Restarted::Restarted(Command command, const DeviceOptions& options, const std::string& opening, Step greet)
    : command_(std::move(command)),
      block_timeout_(options.block_timeout),
      gives_up_(options.gives_up),
      greet_(std::move(greet)) {
  ask(opening, [](Block&) {});
}

void Restarted::note_first() {
  if (turns_.empty() || *turns_.begin() == first_) return;
  first_since_ = Clock::now();
  first_ = *turns_.begin();
}

void Restarted::ask(const std::string& doing, const Step& step) {
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [this] { return !recovers_ && turns_.size() < most_; });
  Block block(*this);
  std::optional<std::string> loss = attempt(lock, block, doing, step);
  if (!loss) return;
  changed_.wait(lock, [&] { return running_ == 0 && block.is_first(); });
  if (!is_given_up()) loss = attempt(lock, block, doing, step);
  if (!loss) return;
  if (is_given_up()) throw Error(Error::Kind::kDevice, *loss);
  std::string last_words = process_ ? process_->last_words() : "";
  if (!last_words.empty()) last_words = fmt::format("; its last words: {}", last_words);
  // A compiler's log and its program have lines of their own.
  const std::string_view separator = loss->find('\n') == std::string::npos ? ", " : "\n";
  const std::string& way_out = opened_ ? command_.remedy : command_.opening;
  const bool has_way_out = loss->find(way_out) != std::string::npos;
  throw Error(Error::Kind::kDevice, fmt::format("{}{}also in a second process{}{}{}", *loss, separator,
                                                has_way_out ? "" : "; ", has_way_out ? "" : way_out, last_words));
}

void Restarted::start(Block& block) {
  process_.emplace(command_.executable, command_.arguments, command_.group);
  ++process_number_;
  greet_(block);
  opened_ = true;
  first_since_ = Clock::now();
}

std::optional<std::string> Restarted::attempt(std::unique_lock<std::mutex>& lock, Block& block,
                                              const std::string& doing, const Step& step) {
  if (lost_) process_.reset();
  lost_ = false;
  if (block.is_first()) first_since_ = Clock::now();
  ++running_;
  std::optional<std::string> loss;
  std::exception_ptr failure;
  try {
    // Others wait for the lock while it is started: they cannot do without.
    if (!process_) start(block);
    lock.unlock();
    step(block);
  } catch (const ProcessLost& lost) {
    const std::string how = lost.how.empty() ? process_->end() : lost.how;
    loss =
        fmt::format("device '{}' {}{}{} while {}", command_.name, how, lost.when.empty() ? "" : " ", lost.when, doing);
  } catch (const Error& error) {
    // A device that could not be opened has said why, and would say it again.
    if (opened_) loss = error.what();
    if (!opened_) failure = std::current_exception();
  } catch (...) {
    failure = std::current_exception();
  }
  if (!lock.owns_lock()) lock.lock();
  --running_;
  if (loss || failure) {
    lost_ = true;
    recovers_ = true;
    if (process_) process_->kill_all();  // the other blocks that it computes are asked again
  }
  changed_.notify_all();
  if (failure) std::rethrow_exception(failure);
  return loss;
}

}  // namespace halfulp::device
