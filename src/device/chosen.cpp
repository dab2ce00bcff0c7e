// SPDX-License-Identifier: Apache-2.0
#include "device/chosen.hpp"

#include <algorithm>
#include <charconv>
#include <system_error>

namespace halfulp::device {
namespace {

char lower_case(char letter) { return letter >= 'A' && letter <= 'Z' ? static_cast<char>(letter - 'A' + 'a') : letter; }

}  // namespace

bool is_chosen(std::string_view which, std::size_t index, std::string_view title) {
  if (which.empty()) return true;
  std::size_t number = 0;
  const auto [end, error] = std::from_chars(which.data(), which.data() + which.size(), number);
  if (end == which.data() + which.size()) return error == std::errc() && number == index;
  return !std::ranges::search(title, which, {}, lower_case, lower_case).empty();
}

}  // namespace halfulp::device
