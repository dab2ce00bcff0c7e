// SPDX-License-Identifier: Apache-2.0
#include "number/one_line.hpp"

#include <cstddef>

namespace halfulp::number {

std::string one_line(std::string_view text) {
  std::string line;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const auto byte = static_cast<unsigned char>(text[i]);
    const auto next = static_cast<unsigned char>(i + 1 < text.size() ? text[i + 1] : 0);
    constexpr unsigned char kDelete = 0x7f;
    constexpr unsigned char kLead = 0xc2;  // of U+0080 to U+00BF
    if (byte == kLead && next >= 0x80 && next < 0xa0) {
      line += '?';
      ++i;
    } else {
      line += byte < ' ' || byte == kDelete ? '?' : text[i];
    }
  }
  return line;
}

}  // namespace halfulp::number
