// SPDX-License-Identifier: Apache-2.0
#include "device/timeout.hpp"

#include <fmt/format.h>

#include <charconv>
#include <cstdlib>
#include <string_view>

#include "halfulp/error.hpp"

namespace halfulp::device {

std::chrono::seconds block_timeout() {
  constexpr int kDefault = 60;
  constexpr int kLongest = 86400;
  const char* text = std::getenv("HALFULP_DEVICE_TIMEOUT");
  if (text == nullptr) return std::chrono::seconds(kDefault);
  const std::string_view view = text;
  int seconds = 0;
  const auto [end, error] = std::from_chars(view.data(), view.data() + view.size(), seconds);
  if (error != std::errc() || end != view.data() + view.size() || seconds < 1 || seconds > kLongest) {
    throw Error(Error::Kind::kUsage,
                fmt::format("HALFULP_DEVICE_TIMEOUT is '{}': give whole seconds from 1 to {}", view, kLongest));
  }
  return std::chrono::seconds(seconds);
}

}  // namespace halfulp::device
