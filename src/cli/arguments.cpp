// SPDX-License-Identifier: Apache-2.0
#include "cli/arguments.hpp"

#include <algorithm>

namespace halfulp::cli {

std::string Arguments::text(std::string_view name) const {
  const auto found = values.find(name);
  return found == values.end() || found->second.empty() ? "" : found->second.front();
}

std::vector<std::string> Arguments::list(std::string_view name) const {
  const auto found = values.find(name);
  return found == values.end() ? std::vector<std::string>{} : found->second;
}

std::vector<std::string> Arguments::parts(std::string_view name) const {
  std::vector<std::string> result;
  for (const std::string& value : list(name)) {
    std::string_view rest = value;
    while (!rest.empty()) {
      const std::string_view part = rest.substr(0, rest.find(','));
      if (!part.empty()) result.emplace_back(part);
      rest.remove_prefix(std::min(part.size() + 1, rest.size()));
    }
  }
  return result;
}

std::uint64_t Arguments::number(std::string_view name) const { return std::stoull(text(name)); }

}  // namespace halfulp::cli
