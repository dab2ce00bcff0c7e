// SPDX-License-Identifier: Apache-2.0
#include "device/exec/exec_device.hpp"

#include <fmt/format.h>

#include <utility>

#include "device/exec/greeting.hpp"
#include "device/isolated/blocks.hpp"
#include "device/isolated/restarted.hpp"
#include "halfulp/error.hpp"

namespace halfulp::device {
namespace {

constexpr std::size_t kLongestLine = 1000;
constexpr int kMostLines = 10000;

std::span<const std::byte> bytes_of(const std::string& text) { return std::as_bytes(std::span(text)); }

class ExecDevice final : public Device {
 public:
  ExecDevice(const std::string& program, const DeviceOptions& options)
      : program_(program),
        child_("exec:" + program,
               "run it in a shell: it has to print its greeting, then 'ready', as docs/howto/exchange.md tells",
               "see that it answers as docs/howto/exchange.md tells, or leave the operation out with "
               "--operation",
               options) {
    child_.twice("saying what it offers", [this] { start(); });
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
    in_blocks(operation, format, operands, results,
              [&](std::span<const ConstLane> lanes, Lane block_results, std::size_t cases) {
                const std::string request = fmt::format("{} {} {}", info(operation).name, info(format).name, cases);
                child_.twice(fmt::format("answering '{}'", request),
                             [&] { exchange(request, lanes, block_results, cases); });
              });
  }

 private:
  void start() {
    child_.process.emplace("/bin/sh", std::vector<std::string>{"-c", program_}, ProcessGroup::own);
    const ChildProcess::Patience waits = child_.patience();
    GreetingReader reader;
    try {
      while (reader.take(child_.process->receive_line(kLongestLine, waits))) {
        if (reader.line() > kMostLines) {
          throw Error(Error::Kind::kDevice,
                      fmt::format("its greeting has more than {} lines: end it with 'ready'", kMostLines));
        }
      }
    } catch (const Error& error) {
      throw Error(error.kind(), fmt::format("device 'exec:{}': {}", program_, error.what()));
    }
    if (child_.opened && !(reader.greeting() == greeting_)) {
      throw Error(Error::Kind::kDevice,
                  fmt::format("device 'exec:{}' offers something else now that it was started again", program_));
    }
    greeting_ = reader.greeting();
    child_.opened = true;
  }

  void exchange(const std::string& request, std::span<const ConstLane> lanes, Lane results, std::size_t cases) {
    if (!child_.process) start();
    ChildProcess& process = *child_.process;
    const ChildProcess::Patience waits = child_.patience();
    process.send(bytes_of(request + "\n"), waits);
    for (const ConstLane lane : lanes) process.send(lane, waits);
    const std::string wanted = fmt::format("results {}", cases);
    const std::string line = process.receive_line(kLongestLine, waits);
    if (line.starts_with("error ")) {
      throw Error(Error::Kind::kDevice,
                  fmt::format("device 'exec:{}' answered '{}' with '{}'", program_, request, printable(line)));
    }
    if (line != wanted) {
      throw ProcessLost(fmt::format("wrote '{}' where '{}' was expected,", printable(line), wanted));
    }
    try {
      process.receive(results, waits);
    } catch (const ProcessLost& lost) {
      throw ProcessLost(fmt::format("{} after {} of the {} bytes of its results", lost.what(),
                                    results.size() - process.missing(), results.size()));
    }
    const std::string end = process.receive_line(kLongestLine, waits);
    if (end != "end") {
      throw ProcessLost(fmt::format("wrote '{}' after the {} bytes of its results, where 'end' was expected,",
                                    printable(end), results.size()));
    }
  }

  std::string program_;
  Restarted child_;
  DeviceDescription description_;
  Greeting greeting_;
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
