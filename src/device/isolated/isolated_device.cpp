// SPDX-License-Identifier: Apache-2.0
#include "device/isolated/isolated_device.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "device/isolated/child_process.hpp"
#include "device/isolated/wire.hpp"
#include "device/serve.hpp"
#include "device/timeout.hpp"
#include "halfulp/error.hpp"

namespace halfulp::device {
namespace {

// What is lost and sent again when the process dies.
constexpr std::size_t kBlockCases = std::size_t{1} << 20;

template <class Value>
std::span<const std::byte> bytes_of(const Value& value) {
  return std::as_bytes(std::span(&value, 1));
}

class IsolatedDevice final : public Device {
 public:
  IsolatedDevice(const std::string& name, const FormatControls& controls, const std::string& executable)
      : name_(name), executable_(executable), arguments_{"serve-device"} {
    for (std::string& word : serve_arguments(name, controls)) arguments_.push_back(std::move(word));
    twice("it was opened", [this] { start(); });
  }

  [[nodiscard]] const DeviceDescription& description() const override { return hello_.description; }

  [[nodiscard]] std::vector<Variant> variants(Operation operation, Format format) const override {
    const auto found = hello_.variants.find({operation, format});
    return found == hello_.variants.end() ? std::vector<Variant>() : found->second;
  }

  void compute(Operation operation, Format format, std::size_t variant, std::span<const ConstLane> operands,
               Lane results) override {
    const OperationInfo& row = info(operation);
    const auto bytes = [](Format of) { return static_cast<std::size_t>(info(of).bytes); };
    const std::size_t result_bytes = bytes(row.result(format));
    const std::size_t cases = results.size() / result_bytes;
    for (std::size_t first = 0; first < cases; first += kBlockCases) {
      const std::size_t count = std::min(kBlockCases, cases - first);
      std::vector<ConstLane> lanes;
      for (int k = 0; k < row.arity; ++k) {
        const std::size_t operand_bytes = bytes(row.operand_format(k, format));
        lanes.push_back(operands[static_cast<std::size_t>(k)].subspan(first * operand_bytes, count * operand_bytes));
      }
      const BlockRequest request{
          .operation = operation, .format = format, .variant = static_cast<std::uint32_t>(variant), .cases = count};
      twice(fmt::format("computing {}, block of {} cases", row.name, count),
            [&] { exchange(request, lanes, results.subspan(first * result_bytes, count * result_bytes)); });
    }
  }

 private:
  // Does a step; when the process is lost or its device is, in a new process once more.
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
        last_words = process_->last_words();
      } catch (const Error& error) {
        // A device that could not be opened has said why, and would say it again.
        if (error.kind() != Error::Kind::kDevice || !opened_) throw;
        how = error.what();
      }
      process_.reset();
      if (tries < kTries) continue;
      if (!last_words.empty()) last_words = fmt::format("; its last words: {}", last_words);
      throw Error(Error::Kind::kDevice,
                  fmt::format("{}, also in a second process; leave the operation out with --operation, or update the "
                              "driver{}",
                              how, last_words));
    }
  }

  void start() {
    process_.emplace(executable_, arguments_);
    const auto deadline = std::chrono::steady_clock::now() + block_timeout();
    const MessageHeader header = receive_header(deadline);
    const std::string text = receive_text(header, deadline);
    if (header.kind == MessageKind::error) throw read_error(text);
    hello_ = read_hello(text);
    opened_ = true;
  }

  void exchange(const BlockRequest& request, std::span<const ConstLane> lanes, Lane results) {
    if (!process_) start();
    const auto deadline = std::chrono::steady_clock::now() + block_timeout();
    MessageHeader header{.kind = MessageKind::block, .bytes = sizeof(request)};
    for (const ConstLane lane : lanes) header.bytes += lane.size();
    process_->send(bytes_of(header), deadline);
    process_->send(bytes_of(request), deadline);
    for (const ConstLane lane : lanes) process_->send(lane, deadline);
    const MessageHeader answer = receive_header(deadline);
    if (answer.kind == MessageKind::error) throw read_error(receive_text(answer, deadline));
    if (answer.kind != MessageKind::results || answer.bytes != results.size()) {
      throw ProcessLost("answered something else than results");
    }
    process_->receive(results, deadline);
  }

  MessageHeader receive_header(ChildProcess::Deadline deadline) {
    MessageHeader header;
    process_->receive(std::as_writable_bytes(std::span(&header, 1)), deadline);
    if (header.magic != kWireMagic || header.version != kWireVersion) {
      throw Error(Error::Kind::kDevice,
                  fmt::format("'{}' does not speak this halfulp's protocol for devices; it must be "
                              "the halfulp command of the same version",
                              executable_));
    }
    return header;
  }

  std::string receive_text(const MessageHeader& header, ChildProcess::Deadline deadline) {
    constexpr std::uint64_t kLongest = std::uint64_t{1} << 24;
    if (header.bytes > kLongest) throw ProcessLost("announced a message of absurd length");
    std::string text(header.bytes, '\0');
    process_->receive(std::as_writable_bytes(std::span(text)), deadline);
    return text;
  }

  std::string name_;
  std::string executable_;
  std::vector<std::string> arguments_;
  std::optional<ChildProcess> process_;
  Hello hello_;
  bool opened_ = false;
};

}  // namespace

std::unique_ptr<Device> open_in_child_process(const std::string& name, const FormatControls& controls,
                                              const std::string& executable) {
  return std::make_unique<IsolatedDevice>(name, controls, executable);
}

}  // namespace halfulp::device
