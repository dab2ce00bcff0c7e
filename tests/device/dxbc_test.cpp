// SPDX-License-Identifier: Apache-2.0
// The assembler of shader model 5, against words of Microsoft's token format, and what it refuses.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <stdexcept>

#include "device/dxbc/assembler.hpp"

namespace halfulp::device::dxbc {
namespace {

using Words = std::vector<std::uint32_t>;

Words words_of(const std::vector<std::byte>& bytes) {
  Words words(bytes.size() / 4);
  std::memcpy(words.data(), bytes.data(), words.size() * 4);
  return words;
}

/// The tokens behind version and length.
Words tokens(std::string_view text) {
  const Words words = words_of(assemble_compute_shader(text, {{"x", "r1.x"}}));
  constexpr std::uint32_t kShex = 0x58454853;
  const auto chunk = std::ranges::find(words, kShex);
  EXPECT_EQ(chunk[2], 0x00050050U);
  EXPECT_EQ(chunk[1], chunk[3] * 4);
  return {chunk + 4, words.end()};
}

TEST(Dxbc, HasTheTokensOfShaderModel5) {
  EXPECT_EQ(tokens("ret"), Words({0x0100003e}));
  EXPECT_EQ(tokens("mov r0.x, r1.x"), Words({0x05000036, 0x00100012, 0, 0x0010000a, 1}));
  // A modifier is a token of its own behind the operand's first.
  EXPECT_EQ(tokens("add r0.x, r1.x, -r2.x"), Words({0x08000000, 0x00100012, 0, 0x0010000a, 1, 0x8010000a, 0x41, 2}));
  EXPECT_EQ(tokens("mov_sat r0.y, -abs(x)"), Words({0x06002036, 0x00100022, 0, 0x8010000a, 0xc1, 1}));
  EXPECT_EQ(tokens("mul r0.x, r1.x, l(0x3f800000)"),
            Words({0x07000038, 0x00100012, 0, 0x0010000a, 1, 0x00004001, 0x3f800000}));
  EXPECT_EQ(tokens("sincos null, r0.x, r1.x"), Words({0x0600004d, 0x0000d000, 0x00100012, 0, 0x0010000a, 1}));
  EXPECT_EQ(tokens("dp2 r0.x, r1.xy, r2.xy"), Words({0x0700000f, 0x00100012, 0, 0x00100546, 1, 0x00100546, 2}));
  EXPECT_EQ(tokens("dcl_thread_group 64, 1, 1"), Words({0x0400009b, 64, 1, 1}));
  EXPECT_EQ(tokens("dcl_globalFlags enableDoublePrecisionFloatOps"), Words({0x0100106a}));
  EXPECT_EQ(tokens("dcl_resource_raw t3"), Words({0x030000a1, 0x00107000, 3}));
}

/// By another program's checksum, which agrees with Wine's on shaders of its compiler: where the last block has room
/// for the length, and where it has not.
TEST(Dxbc, ChecksumsWhatFollowsIt) {
  const auto checksum = [](int moves) {
    std::string text;
    for (int i = 0; i < moves; ++i) text += "  mov r0.x, r1.x\n";
    const Words words = words_of(assemble_compute_shader(text + "\nret"));
    EXPECT_EQ(words[0], 0x43425844U);
    EXPECT_EQ(words[6], words.size() * 4);
    return Words(words.begin() + 1, words.begin() + 5);
  };
  EXPECT_EQ(checksum(0), Words({0xdd3a9040, 0x4385b14f, 0x7ae2eb4a, 0x7f2904ba}));
  EXPECT_EQ(checksum(12), Words({0x2874bd50, 0xeb4757c1, 0xbe5df63a, 0xbd5d6e11}));
}

TEST(Dxbc, RefusesWhatIsNoSuchText) {
  const auto error = [](std::string_view text) {
    try {
      static_cast<void>(assemble_compute_shader(text));
    } catch (const std::invalid_argument& thrown) {
      return std::string(thrown.what());
    }
    return std::string("assembled");
  };
  EXPECT_EQ(error("mad4 r0.x, r1.x"), "'mad4 r0.x, r1.x': no such instruction");
  EXPECT_EQ(error("mov r0.x, q1.x"), "'q1.x': is no operand");
  EXPECT_EQ(error("mov r0.x, r1.q"), "'r1.q': has no such components");
  EXPECT_EQ(error("mov r0.x, l(1, 2)"), "'l(1, 2)': has one value or four");
  EXPECT_EQ(error("mov r0.x, -l(1)"), "'-l(1)': a literal has no modifier");
  EXPECT_EQ(error("dcl_temps many"), "'many': is no number");
  EXPECT_EQ(error("dcl_globalFlags fast"), "'dcl_globalFlags fast': no such flag");
}

}  // namespace
}  // namespace halfulp::device::dxbc
