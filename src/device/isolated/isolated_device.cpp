// SPDX-License-Identifier: Apache-2.0
#include "device/isolated/isolated_device.hpp"

#include <fmt/format.h>

#include "device/isolated/blocks.hpp"
#include "device/isolated/restarted.hpp"
#include "device/isolated/wire.hpp"
#include "device/serve.hpp"
#include "halfulp/error.hpp"

namespace halfulp::device {
namespace {

template <class Value>
std::span<const std::byte> bytes_of(const Value& value) {
  return std::as_bytes(std::span(&value, 1));
}

class IsolatedDevice final : public Device {
 public:
  IsolatedDevice(const std::string& name, const DeviceOptions& options, const std::string& executable)
      : child_(name, "update the driver, or choose another device (halfulp devices)",
               "leave the operation out with --operation, or update the driver", options),
        executable_(executable),
        arguments_{"serve-device"} {
    for (std::string& word : serve_arguments(name, options)) arguments_.push_back(std::move(word));
    child_.twice("it was opened", [this] { start(); });
  }

  [[nodiscard]] const DeviceDescription& description() const override { return hello_.description; }

  [[nodiscard]] std::vector<Variant> variants(Operation operation, Format format) const override {
    const auto found = hello_.variants.find({operation, format});
    return found == hello_.variants.end() ? std::vector<Variant>() : found->second;
  }

  void compute(Operation operation, Format format, std::size_t variant, std::span<const ConstLane> operands,
               Lane results) override {
    in_blocks(
        operation, format, operands, results,
        [&](std::span<const ConstLane> lanes, Lane block_results, std::size_t count) {
          const BlockRequest request{
              .operation = operation, .format = format, .variant = static_cast<std::uint32_t>(variant), .cases = count};
          child_.twice(fmt::format("computing {}, block of {} cases", info(operation).name, count),
                       [&] { exchange(request, lanes, block_results); });
        });
  }

 private:
  void start() {
    child_.process.emplace(executable_, arguments_);
    const ChildProcess::Patience waits = child_.patience();
    const MessageHeader header = receive_header(waits);
    const std::string text = receive_text(header, waits);
    if (header.kind == MessageKind::error) throw read_error(text);
    hello_ = read_hello(text);
    child_.opened = true;
  }

  void exchange(const BlockRequest& request, std::span<const ConstLane> lanes, Lane results) {
    if (!child_.process) start();
    const ChildProcess::Patience waits = child_.patience();
    MessageHeader header{.kind = MessageKind::block, .bytes = sizeof(request)};
    for (const ConstLane lane : lanes) header.bytes += lane.size();
    child_.process->send(bytes_of(header), waits);
    child_.process->send(bytes_of(request), waits);
    for (const ConstLane lane : lanes) child_.process->send(lane, waits);
    const MessageHeader answer = receive_header(waits);
    if (answer.kind == MessageKind::error) throw read_error(receive_text(answer, waits));
    if (answer.kind != MessageKind::results || answer.bytes != results.size()) {
      throw ProcessLost("answered something else than results");
    }
    child_.process->receive(results, waits);
  }

  MessageHeader receive_header(const ChildProcess::Patience& waits) {
    MessageHeader header;
    child_.process->receive(std::as_writable_bytes(std::span(&header, 1)), waits);
    if (header.magic != kWireMagic || header.version != kWireVersion) {
      throw Error(Error::Kind::kDevice,
                  fmt::format("'{}' does not speak this halfulp's protocol for devices; it must be "
                              "the halfulp command of the same version",
                              executable_));
    }
    return header;
  }

  std::string receive_text(const MessageHeader& header, const ChildProcess::Patience& waits) {
    constexpr std::uint64_t kLongest = std::uint64_t{1} << 24;
    if (header.bytes > kLongest) throw ProcessLost("announced a message of absurd length");
    std::string text(header.bytes, '\0');
    child_.process->receive(std::as_writable_bytes(std::span(text)), waits);
    return text;
  }

  Restarted child_;
  std::string executable_;
  std::vector<std::string> arguments_;
  Hello hello_;
};

}  // namespace

std::unique_ptr<Device> open_in_child_process(const std::string& name, const DeviceOptions& options,
                                              const std::string& executable) {
  return std::make_unique<IsolatedDevice>(name, options, executable);
}

}  // namespace halfulp::device
