// SPDX-License-Identifier: Apache-2.0
// A device's process whose blocks do what no device should.
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <csignal>
#include <cstring>
#include <limits>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "device/broken/faults.hpp"
#include "device/serve.hpp"
#include "halfulp/error.hpp"

namespace halfulp::test {
namespace {

using std::chrono::milliseconds;

class BrokenDevice final : public Device {
 public:
  [[nodiscard]] const DeviceDescription& description() const override { return description_; }

  [[nodiscard]] std::vector<Variant> variants(Operation operation, Format format) const override {
    if (operation != Operation::mov || format != Format::binary32) return {};
    return {Variant{.name = "", .instruction = "none", .operands = "memory"}};
  }

  [[nodiscard]] unsigned concurrency() const override { return std::numeric_limits<unsigned>::max(); }

  void compute(Operation, Format, std::size_t, std::span<const ConstLane> operands, Lane results) override {
    std::uint32_t fault = 0;
    std::memcpy(&fault, operands.front().data(), sizeof(fault));
    commit(fault, operands.front(), results);
    if (fault != kWritesNothing) std::ranges::copy(operands.front(), results.begin());
  }

 private:
  void commit(std::uint32_t fault, ConstLane operand, Lane results) {
    switch (fault) {
      case kKilled:
        std::this_thread::sleep_for(milliseconds(20));  // so that others are in flight
        kill(getpid(), SIGKILL);
        break;
      case kHangs:
        while (true) pause();
      case kThrows:
        throw Error(Error::Kind::kDevice, "the device is lost");
      case kScribbles:
        scribble(const_cast<std::byte*>(operand.data()), results.data() + results.size());
        break;
      case kClosesAll:
        // So that others are in flight: a number that is free again would be that of another block's memory.
        std::this_thread::sleep_for(milliseconds(20));
        for (int descriptor = 0; descriptor < 1024; ++descriptor) close(descriptor);
        break;
      case kWaitsForFour:
        for (++waiting_; waiting_ < 4;) std::this_thread::yield();
        break;
      case kWaitsItsTurn: {
        const std::lock_guard lock(turn_);
        std::this_thread::sleep_for(milliseconds(600));
        break;
      }
      case kTakesATenthOfASecond:
        std::this_thread::sleep_for(milliseconds(100));
        break;
      default:
        break;
    }
  }

  static void scribble(std::byte* begin, std::byte* end) {
    std::thread([begin, end] {
      for (unsigned char value = 1;; ++value) std::memset(begin, value, static_cast<std::size_t>(end - begin));
    }).detach();
  }

  DeviceDescription description_{.name = "broken", .kind = "broken", .title = "", .facts = {}};
  std::atomic<int> waiting_ = 0;
  std::mutex turn_;
};

}  // namespace
}  // namespace halfulp::test

int main(int count, char** words) {
  // The first word is "serve-device".
  const std::vector<std::string> arguments(words + std::min(2, count), words + count);
  return halfulp::device::serve_device(
      arguments, [](const std::string&, const halfulp::DeviceOptions&) -> std::unique_ptr<halfulp::Device> {
        return std::make_unique<halfulp::test::BrokenDevice>();
      });
}
