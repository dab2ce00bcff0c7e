// SPDX-License-Identifier: Apache-2.0
#include "device/exec/exec_device.hpp"

#include <fmt/format.h>

#include <mutex>
#include <utility>

#include "device/blocks.hpp"
#include "device/exec/greeting.hpp"
#include "device/isolated/restarted.hpp"
#include "halfulp/error.hpp"

namespace halfulp::device {
namespace {

constexpr std::size_t kLongestLine = 1000;
constexpr int kMostLines = 10000;
constexpr std::size_t kMostOfError = 300;

std::span<const std::byte> bytes_of(const std::string& text) { return std::as_bytes(std::span(text)); }

class ExecDevice final : public Device {
 public:
  ExecDevice(const std::string& program, const DeviceOptions& options)
      : program_(program),
        child_(
            {.executable = "/bin/sh",
             .arguments = {"-c", program},
             .group = ProcessGroup::own,
             .name = "exec:" + program,
             .opening = "run it in a shell: it has to print its greeting, then 'ready', as docs/howto/exchange.md says",
             .remedy = "see that it answers as docs/howto/exchange.md says, or leave the operation out of "
                       "what is asked"},
            options, "saying what it offers", [this](Restarted::Block& block) { greet(block); }) {
    child_.set_most(greeting_.concurrent);
    description_ = {.name = "exec:" + program,
                    .kind = "exec",
                    .title = greeting_.title.empty() ? program : greeting_.title,
                    .facts = greeting_.facts};
  }

  [[nodiscard]] const DeviceDescription& description() const override { return description_; }

  [[nodiscard]] std::vector<Variant> variants(Operation operation, Format format) const override {
    const auto found = greeting_.offers.find({operation, format});
    if (found == greeting_.offers.end()) return {};
    return {{.name = "",
             .instruction = found->second.empty() ? "the program's" : found->second,
             .operands = "standard input",
             .counts = true,
             .most_cases = 0}};
  }

  void compute(Operation operation, Format format, std::size_t, std::span<const ConstLane> operands,
               Lane results) override {
    in_blocks(operation, format, operands, results, kBlockCases,
              [&](std::span<const ConstLane> lanes, Lane block_results, std::size_t cases) {
                const std::string request = fmt::format("{} {} {}", info(operation).name, info(format).name, cases);
                // Blocks are sent in the order in which they are asked.
                std::unique_lock sends(sending_);
                child_.ask(fmt::format("answering '{}'", request), [&](Restarted::Block& block) {
                  send(block, request, lanes);
                  if (sends.owns_lock()) sends.unlock();
                  block.wait_until_first();
                  receive(block, request, block_results, cases);
                });
              });
  }

  [[nodiscard]] unsigned concurrency() const override { return greeting_.concurrent; }

 private:
  void greet(Restarted::Block& block) {
    GreetingReader reader;
    try {
      while (reader.take(block.process().stream().receive_line(kLongestLine, block))) {
        if (reader.line() > kMostLines) {
          throw Error(Error::Kind::kDevice,
                      fmt::format("its greeting has more than {} lines: end it with 'ready'", kMostLines));
        }
      }
    } catch (const Error& error) {
      throw Error(error.kind(), fmt::format("device 'exec:{}': {}", program_, error.what()));
    }
    if (greeting_.offers.empty()) {
      greeting_ = reader.greeting();
    } else if (!(reader.greeting() == greeting_)) {
      throw Error(Error::Kind::kDevice,
                  fmt::format("device 'exec:{}' offers something else now that it was started again", program_));
    }
  }

  static void send(Restarted::Block& block, const std::string& request, std::span<const ConstLane> lanes) {
    Stream& stream = block.process().stream();
    stream.send(bytes_of(request + "\n"), block);
    for (const ConstLane lane : lanes) stream.send(lane, block);
  }

  void receive(Restarted::Block& block, const std::string& request, Lane results, std::size_t cases) const {
    Stream& stream = block.process().stream();
    const std::string wanted = fmt::format("results {}", cases);
    const std::string line = stream.receive_line(kLongestLine, block);
    if (line.starts_with("error ")) {
      throw Error(Error::Kind::kDevice, fmt::format("device 'exec:{}' answered '{}' with '{}'", program_, request,
                                                    printable(line, kMostOfError)));
    }
    if (line != wanted) {
      throw ProcessLost{.how = fmt::format("wrote '{}' where '{}' was expected,", printable(line), wanted), .when = ""};
    }
    try {
      stream.receive(results, block);
    } catch (ProcessLost& lost) {
      lost.when =
          fmt::format("after {} of the {} bytes of its results", results.size() - stream.missing(), results.size());
      throw;
    }
    const std::string end = stream.receive_line(kLongestLine, block);
    if (end != "end") {
      throw ProcessLost{.how = fmt::format("wrote '{}' after the {} bytes of its results, where 'end' was expected,",
                                           printable(end), results.size()),
                        .when = ""};
    }
    if (block.has_unasked()) throw ProcessLost{.how = "wrote more than it was asked, behind 'end',", .when = ""};
  }

  std::string program_;
  DeviceDescription description_;
  Greeting greeting_;
  std::mutex sending_;
  Restarted child_;
};

}  // namespace

std::unique_ptr<Device> open_exec(const std::string& program, const DeviceOptions& options) {
  if (program.empty()) {
    throw Error(Error::Kind::kUsage,
                "exec: names no program; write exec:PROGRAM, as in exec:./my_device or "
                "'exec:ssh mac ./my_device'");
  }
  return std::make_unique<ExecDevice>(program, options);
}

}  // namespace halfulp::device
