// SPDX-License-Identifier: Apache-2.0
#include "device/shader/build_options.hpp"

#include <fmt/format.h>

namespace halfulp::device {

std::string built_with(std::string_view fact, Format format) {
  const std::string begin = fmt::format("{} ", info(format).name);
  const std::size_t at = fact.find(begin);
  if (at == std::string_view::npos) return "";
  fact.remove_prefix(at + begin.size());
  const std::string_view options = fact.substr(0, fact.find(','));
  return options == kNoBuildOptions ? "" : std::string(options);
}

}  // namespace halfulp::device
