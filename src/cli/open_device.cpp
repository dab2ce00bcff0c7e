// SPDX-License-Identifier: Apache-2.0
#include "cli/open_device.hpp"

#include <fmt/format.h>

#include "cli/run/interrupt.hpp"
#include "halfulp/error.hpp"
#include "rulebook/resolve.hpp"

namespace halfulp::cli {

std::chrono::seconds read_timeout(const Arguments& arguments) {
  constexpr std::uint64_t kLongest = 86400;
  const std::uint64_t seconds = arguments.number("--device-timeout");
  if (seconds == 0 || seconds > kLongest) {
    throw Error(Error::Kind::kUsage, fmt::format("--device-timeout {}: whole seconds from 1 to {}", seconds, kLongest));
  }
  return std::chrono::seconds(seconds);
}

std::unique_ptr<Device> open_device_for(const Rulebook& rulebook, const std::string& name,
                                        std::chrono::seconds timeout) {
  const DeviceOptions options{.rulebook = rulebook,
                              .float_controls = rulebook::float_controls(rulebook.model()),
                              .block_timeout = timeout,
                              .gives_up = interrupted};
  // The device's process, if it needs one, runs this same file.
  return open_isolated_device(name, options, "/proc/self/exe");
}

}  // namespace halfulp::cli
