// SPDX-License-Identifier: Apache-2.0
// The assembler of shader model 5, against words of Microsoft's token format, and what it refuses.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <stdexcept>

#include "device/dxbc/assembler.hpp"
#include "device/dxbc/operation_shader.hpp"

namespace halfulp::device::dxbc {
namespace {

using Words = std::vector<std::uint32_t>;

Words words_in(const std::vector<std::byte>& bytes) {
  Words words(bytes.size() / 4);
  std::memcpy(words.data(), bytes.data(), words.size() * 4);
  return words;
}

/// The tokens behind version and length.
Words tokens(std::string_view text) {
  const Words words = words_in(assemble({}, text, {{"x", "r1.x"}}));
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
  EXPECT_EQ(tokens("dcl_resource_texture2d (uint,uint,uint,uint) t1"), Words({0x04001858, 0x00107000, 1, 0x4444}));
  EXPECT_EQ(tokens("dcl_input_ps_siv linear noperspective v0.xy, position"), Words({0x04002064, 0x00101032, 0, 1}));
  EXPECT_EQ(tokens("dcl_input_sgv v0.x, vertex_id"), Words({0x04000060, 0x00101012, 0, 6}));
  EXPECT_EQ(tokens("dcl_output_siv o0.xyzw, position"), Words({0x04000067, 0x001020f2, 0, 1}));
  EXPECT_EQ(tokens("dcl_output o0.x"), Words({0x03000065, 0x00102012, 0}));
  EXPECT_EQ(tokens("dcl_resource_texture2d (float,float,float,float) t0"), Words({0x04001858, 0x00107000, 0, 0x5555}));
  EXPECT_EQ(tokens("dcl_uav_typed_texture2d (unorm,unorm,unorm,unorm) u0"), Words({0x0400189c, 0x0011e000, 0, 0x1111}));
  EXPECT_EQ(tokens("dcl_sampler s0, mode_default"), Words({0x0300005a, 0x00106000, 0}));
  EXPECT_EQ(tokens("sample_l r0.xyzw, r1.xyxx, t0.xyzw, s0, l(0)"),
            Words({0x0b000048, 0x001000f2, 0, 0x00100046, 1, 0x00107e46, 0, 0x00106000, 0, 0x00004001, 0}));
  EXPECT_EQ(tokens("store_uav_typed u0.xyzw, r0.xyyy, r1.xxxx"),
            Words({0x070000a4, 0x0011e0f2, 0, 0x00100546, 0, 0x00100006, 1}));
  EXPECT_EQ(tokens("ld r1.x, r0.xyzw, t0.yyyy"), Words({0x0700002d, 0x00100012, 1, 0x00100e46, 0, 0x00107556, 0}));
}

/// By another program's checksum, which agrees with Wine's on shaders of its compiler: where the last block has room
/// for the length, and where it has not.
TEST(Dxbc, ChecksumsWhatFollowsIt) {
  const auto checksum = [](int moves) {
    std::string text;
    for (int i = 0; i < moves; ++i) text += "  mov r0.x, r1.x\n";
    const Words words = words_in(assemble({}, text + "\nret"));
    EXPECT_EQ(words[0], 0x43425844U);
    EXPECT_EQ(words[6], words.size() * 4);
    return Words(words.begin() + 1, words.begin() + 5);
  };
  EXPECT_EQ(checksum(0), Words({0xdd3a9040, 0x4385b14f, 0x7ae2eb4a, 0x7f2904ba}));
  EXPECT_EQ(checksum(12), Words({0x2874bd50, 0xeb4757c1, 0xbe5df63a, 0xbd5d6e11}));
}

/// As Microsoft's compiler lays signatures out: 24 bytes for each element, then its name.
TEST(Dxbc, HasTheSignaturesOfAShader) {
  const ShaderInterface shader = {
      .kind = ShaderKind::pixel,
      .inputs = {{"SV_Position", 1, SignatureElement::Type::floating, 15, 3}},
      .outputs = {{"SV_Target", 0, SignatureElement::Type::unsigned_integer, 1, 14}},
  };
  const Words words = words_in(assemble(shader, "ret"));
  const auto chunk = [&](std::uint32_t tag, std::size_t size) {
    const auto found = std::ranges::find(words, tag);
    return Words(found + 1, found + 1 + static_cast<std::ptrdiff_t>(size));
  };
  EXPECT_EQ(chunk(0x4e475349, 9), Words({44, 1, 8, 32, 0, 1, 3, 0, 0x030f}));
  EXPECT_EQ(chunk(0x4e475349, 12)[9], 0x505f5653U);  // "SV_P"
  EXPECT_EQ(chunk(0x4e47534f, 9), Words({44, 1, 8, 32, 0, 0, 1, 0, 0x0e01}));
  EXPECT_EQ(chunk(0x58454853, 4), Words({12, 0x00000050, 3, 0x0100003e}));
}

TEST(Dxbc, RefusesWhatIsNoSuchText) {
  const auto error = [](std::string_view text) {
    try {
      static_cast<void>(assemble({}, text));
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
  EXPECT_EQ(error("dcl_sampler s0, mode_new"), "'dcl_sampler s0, mode_new': no such flag");
  EXPECT_EQ(error("dcl_resource_texture2d (half) t0"),
            "'dcl_resource_texture2d (half) t0': no such type of four components");
  EXPECT_EQ(error("dcl_resource_texture2d"), "'dcl_resource_texture2d': no such type of four components");
  EXPECT_EQ(error("dcl_input_sgv v0.x, colour"), "'dcl_input_sgv v0.x, colour': no such system value");
}

constexpr LanguageRow kDp2{Operation::dp2, Format::binary32, "dp2 o, x, y", true, false};

TEST(OperationShader, LoadsFromBuffersInTheComputeStage) {
  EXPECT_EQ(operation_shader_text(kDp2, ShaderStage::compute),
            "dcl_globalFlags\n"
            "dcl_resource_raw t0\ndcl_resource_raw t1\ndcl_resource_raw t2\ndcl_resource_raw t3\n"
            "dcl_uav_raw u0\ndcl_input vThreadID.x\ndcl_temps 4\ndcl_thread_group 64, 1, 1\n"
            "ishl r0.x, vThreadID.x, l(2)\nld_raw r1.x, r0.x, t0.xxxx\n"
            "ishl r0.x, vThreadID.x, l(2)\nld_raw r1.y, r0.x, t1.xxxx\n"
            "ishl r0.x, vThreadID.x, l(2)\nld_raw r2.x, r0.x, t2.xxxx\n"
            "ishl r0.x, vThreadID.x, l(2)\nld_raw r2.y, r0.x, t3.xxxx\n"
            "dp2 o, x, y\nishl r3.x, vThreadID.x, l(2)\nstore_raw u0.x, r3.x, r0.x\nret\n");
}

TEST(OperationShader, LoadsFromTexturesInTheFragmentStage) {
  EXPECT_EQ(operation_shader_text(kDp2, ShaderStage::fragment),
            "dcl_globalFlags\ndcl_resource_texture2d (uint,uint,uint,uint) t0\n"
            "dcl_input_ps_siv linear noperspective v0.xy, position\ndcl_output o0.x\ndcl_temps 3\n"
            "ftou r0.xy, v0.xyxx\nmov r0.zw, l(0, 0, 0, 0)\n"
            "ld r1.x, r0.xyzw, t0.xxxx\nld r1.y, r0.xyzw, t0.yyyy\n"
            "ld r2.x, r0.xyzw, t0.zzzz\nld r2.y, r0.xyzw, t0.wwww\n"
            "dp2 o, x, y\nmov o0.x, r0.x\nret\n");
  // Six words in two textures, and a result of two.
  EXPECT_EQ(
      operation_shader_text({Operation::fma, Format::binary64, "dfma o, x, y, z", true, false}, ShaderStage::fragment),
      "dcl_globalFlags enableDoublePrecisionFloatOps, enable11_1DoubleExtensions\n"
      "dcl_resource_texture2d (uint,uint,uint,uint) t0\ndcl_resource_texture2d (uint,uint,uint,uint) t1\n"
      "dcl_input_ps_siv linear noperspective v0.xy, position\ndcl_output o0.xy\ndcl_temps 4\n"
      "ftou r0.xy, v0.xyxx\nmov r0.zw, l(0, 0, 0, 0)\n"
      "ld r1.xy, r0.xyzw, t0.xyxy\nld r2.xy, r0.xyzw, t0.zwzw\nld r3.xy, r0.xyzw, t1.xyxy\n"
      "dfma o, x, y, z\nmov o0.xy, r0.xyxy\nret\n");
}

/// Of a device without Direct3D 11.1's instructions a shader that enables them is refused.
TEST(OperationShader, EnablesTheDoublesThatItNeeds) {
  const auto flags = [](const LanguageRow& row) {
    const std::string text = operation_shader_text(row, ShaderStage::compute);
    return text.substr(0, text.find('\n'));
  };
  EXPECT_EQ(flags({Operation::add, Format::binary64, "dadd o, x, y", true, false}),
            "dcl_globalFlags enableDoublePrecisionFloatOps");
  EXPECT_EQ(flags({Operation::binary32_to_binary64, Format::binary32, "ftod o, x", true, false}),
            "dcl_globalFlags enableDoublePrecisionFloatOps");
  EXPECT_EQ(flags({Operation::itof, Format::binary64, "itod o, x", true, false}),
            "dcl_globalFlags enableDoublePrecisionFloatOps, enable11_1DoubleExtensions");
}

/// A double does not straddle two textures.
TEST(OperationShader, PlacesDoublesAtEvenWords) {
  EXPECT_EQ(places({Operation::movc, Format::binary64, "dmovc o, c, x, y", true, false}),
            (std::vector<std::size_t>{0, 2, 4}));
  EXPECT_EQ(places(kDp2), (std::vector<std::size_t>{0, 1, 2, 3}));
}

TEST(OperationShader, IsAssembledOfEveryRowForBothStages) {
  for (const LanguageRow& row : sm5_rows()) {
    for (const ShaderStage stage : {ShaderStage::compute, ShaderStage::fragment}) {
      EXPECT_NO_THROW(static_cast<void>(operation_shader(row, stage))) << row.expression;
    }
  }
  EXPECT_NO_THROW(static_cast<void>(triangle_shader()));
}

}  // namespace
}  // namespace halfulp::device::dxbc
