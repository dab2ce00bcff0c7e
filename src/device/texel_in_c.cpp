// SPDX-License-Identifier: Apache-2.0
#include "device/texel_in_c.hpp"

#include <fmt/format.h>

#include <cstddef>

namespace halfulp::device {

std::string component_in_c(const TexelComponent& component) {
  return fmt::format("enum {{ FIRST_BIT = {}, BITS = {}, OTHER_COMPONENTS = 0x{:x} }};  // of a texel\n",
                     component.first_bit, info(component.format).bits, std::to_integer<unsigned>(kOtherComponents));
}

const std::string_view kPutComponentInC = R"c(
static void put_component(unsigned char* texel, unsigned long long bits) {
  for (int at = FIRST_BIT; at < FIRST_BIT + BITS; ++at, bits >>= 1) {
    texel[at / 8] = (unsigned char)((texel[at / 8] & ~(1 << at % 8)) | (int)(bits & 1) << at % 8);
  }
}
)c";

const std::string_view kTakeComponentInC = R"c(
static result_t take_component(const unsigned char* texel) {
  unsigned long long bits = 0;
  for (int at = FIRST_BIT + BITS - 1; at >= FIRST_BIT; --at) bits = bits << 1 | (texel[at / 8] >> at % 8 & 1);
  return (result_t)bits;
}
)c";

}  // namespace halfulp::device
