// SPDX-License-Identifier: Apache-2.0
#include "device/isolated/isolated_device.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cstring>
#include <mutex>
#include <utility>
#include <vector>

#include "device/blocks.hpp"
#include "device/isolated/restarted.hpp"
#include "device/isolated/shared_memory.hpp"
#include "device/isolated/wire.hpp"
#include "device/serve.hpp"
#include "halfulp/error.hpp"

namespace halfulp::device {
namespace {

// Each has a thread in the process, and memory for a block.
constexpr std::uint32_t kMostInFlight = 64;

template <class Value>
std::span<const std::byte> bytes_of(const Value& value) {
  return std::as_bytes(std::span(&value, 1));
}

// std::ranges::copy() of bytes is a loop, a tenth as fast.
void copy(ConstLane from, Lane to) {
  if (!from.empty()) std::memcpy(to.data(), from.data(), from.size());
}

template <class Payload>
Message<Payload> message(MessageKind kind, const Payload& payload) {
  return {.header = {.kind = kind, .bytes = sizeof(payload)}, .payload = payload};
}

MessageHeader receive_header(Stream& stream, Waiter& waiter) {
  MessageHeader header;
  stream.receive(std::as_writable_bytes(std::span(&header, 1)), waiter);
  return header;
}

std::string receive_text(Stream& stream, const MessageHeader& header, Waiter& waiter) {
  constexpr std::uint64_t kLongest = std::uint64_t{1} << 24;
  if (header.bytes > kLongest) throw ProcessLost{.how = "announced a message of absurd length", .when = ""};
  std::string text(header.bytes, '\0');
  stream.receive(std::as_writable_bytes(std::span(text)), waiter);
  return text;
}

// What a block in flight uses.
struct Channel {
  SharedMemory memory;
  Stream stream;
  std::uint64_t process_number = 0;  // of the process that has the other end
};

// The process can change shared memory at any time, so that lanes are copied into it and out of it: who judges sees
// operands as they were asked, and each result once. That takes 0.03 ns a value in the second-level cache.
class IsolatedDevice final : public Device {
 public:
  IsolatedDevice(const std::string& name, const DeviceOptions& options, const std::string& executable)
      : child_(command(name, options, executable), options, "it was opened",
               [this](Restarted::Block& block) { greet(block); }) {
    child_.set_most(concurrency());
  }

  [[nodiscard]] const DeviceDescription& description() const override { return hello_.description; }

  [[nodiscard]] std::vector<Variant> variants(Operation operation, Format format) const override {
    const auto found = hello_.variants.find({operation, format});
    return found == hello_.variants.end() ? std::vector<Variant>() : found->second;
  }

  void compute(Operation operation, Format format, std::size_t variant, std::span<const ConstLane> operands,
               Lane results) override {
    in_blocks(
        operation, format, operands, results, kBlockCases,
        [&](std::span<const ConstLane> lanes, Lane block_results, std::size_t count) {
          const BlockRequest request{
              .operation = operation, .format = format, .variant = static_cast<std::uint32_t>(variant), .cases = count};
          child_.ask(fmt::format("computing {}, block of {} cases", info(operation).name, count),
                     [&](Restarted::Block& block) { exchange(block, request, lanes, block_results); });
        });
  }

  void prepare(Operation operation, Format format, std::size_t variant) override {
    const BlockRequest request{
        .operation = operation, .format = format, .variant = static_cast<std::uint32_t>(variant), .cases = 0};
    try {
      child_.ask(fmt::format("preparing {}", info(operation).name),
                 [&](Restarted::Block& block) { exchange(block, request, {}, {}); });
    } catch (const Error&) {
      // The first block will fail too, and says why.
    }
  }

  [[nodiscard]] unsigned concurrency() const override { return std::min(hello_.concurrency, kMostInFlight); }

 private:
  static Restarted::Command command(const std::string& name, const DeviceOptions& options,
                                    const std::string& executable) {
    std::vector<std::string> arguments{"serve-device"};
    for (std::string& word : serve_arguments(name, options)) arguments.push_back(std::move(word));
    return {.executable = executable,
            .arguments = std::move(arguments),
            .group = ProcessGroup::shared,
            .name = name,
            .opening = "update the driver, or choose another device (halfulp devices)",
            .remedy = "update the driver, or leave the operation out of what is asked"};
  }

  void greet(Restarted::Block& block) {
    Stream& stream = block.process().stream();
    const MessageHeader header = receive_header(stream, block);
    if (header.magic != kWireMagic || header.version != kWireVersion) {
      throw Error(Error::Kind::kDevice,
                  "the device's process does not speak this halfulp's protocol for devices; it "
                  "must be the halfulp command of the same version");
    }
    const std::string text = receive_text(stream, header, block);
    if (header.kind == MessageKind::error) throw read_error(text);
    Hello hello = read_hello(text);
    // Other threads may be reading that of the first process.
    if (hello_.description.name.empty()) hello_ = std::move(hello);
  }

  void exchange(Restarted::Block& block, const BlockRequest& request, std::span<const ConstLane> lanes, Lane results) {
    const BlockLayout layout(request.operation, request.format, request.cases);
    Channel channel = take_channel();
    connect(block, channel, layout.bytes());
    std::byte* const memory = channel.memory.begin();
    const std::vector<Lane> places = layout.operands(memory);
    for (std::size_t k = 0; k < lanes.size(); ++k) copy(lanes[k], places[k]);
    std::memset(layout.results(memory).data(), std::to_integer<int>(kUnwritten), results.size());
    channel.stream.send(bytes_of(message(MessageKind::block, request)), block);
    const MessageHeader answer = receive_header(channel.stream, block);
    if (answer.kind == MessageKind::error) throw read_error(receive_text(channel.stream, answer, block));
    if (answer.magic != kWireMagic || answer.kind != MessageKind::done || answer.bytes != 0) {
      throw ProcessLost{.how = "answered something else than results", .when = ""};
    }
    copy(layout.results(memory), results);
    give_channel(std::move(channel));
  }

  // Sees to it that the process has the other end and at least so much of the memory.
  void connect(Restarted::Block& block, Channel& channel, std::size_t bytes) {
    const bool is_new = channel.process_number != block.process_number();
    if (is_new) {
      auto [mine, other] = connected_sockets();
      const MessageHeader announced{.kind = MessageKind::channel, .bytes = 0};
      const std::lock_guard lock(mutex_);
      block.process().stream().send(bytes_of(announced), block, other.get());
      channel.stream = Stream(std::move(mine));
      channel.process_number = block.process_number();
    }
    constexpr std::size_t kLeast = std::size_t{1} << 16;
    bytes = std::max(bytes, kLeast);
    const bool grows = channel.memory.size() < bytes;
    if (grows) channel.memory = SharedMemory(std::bit_ceil(bytes));
    if (is_new || grows) {
      const auto announced = message(MessageKind::memory, MemoryMessage{.bytes = channel.memory.size()});
      channel.stream.send(bytes_of(announced), block, channel.memory.descriptor().get());
    }
  }

  Channel take_channel() {
    const std::lock_guard lock(mutex_);
    if (channels_.empty()) return {};
    Channel channel = std::move(channels_.back());
    channels_.pop_back();
    return channel;
  }

  void give_channel(Channel channel) {
    const std::lock_guard lock(mutex_);
    channels_.push_back(std::move(channel));
  }

  Hello hello_;
  Restarted child_;
  std::mutex mutex_;               // for what follows, and for sending over the process's own stream
  std::vector<Channel> channels_;  // that no block uses; closed before the process is waited for
};

}  // namespace

std::unique_ptr<Device> open_in_child_process(const std::string& name, const DeviceOptions& options,
                                              const std::string& executable) {
  return std::make_unique<IsolatedDevice>(name, options, executable);
}

}  // namespace halfulp::device
