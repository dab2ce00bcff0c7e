// SPDX-License-Identifier: Apache-2.0
#include "device/shader/language_row.hpp"

#include <cctype>

namespace halfulp::device {

bool names(std::string_view expression, std::string_view name) {
  const auto is_letter = [&](std::size_t at) {
    return at < expression.size() &&
           (std::isalnum(static_cast<unsigned char>(expression[at])) != 0 || expression[at] == '_');
  };
  for (std::size_t at = expression.find(name); at != std::string_view::npos; at = expression.find(name, at + 1)) {
    const bool begins = at == 0 || !is_letter(at - 1);
    if (begins && !is_letter(at + name.size())) return true;
  }
  return false;
}

}  // namespace halfulp::device
