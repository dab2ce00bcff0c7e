// SPDX-License-Identifier: Apache-2.0
// Cases of textures as tests of Amber and VkRunner. Debian has neither: the scripts are parsed by the test's own
// parsers, and the shaders in them compiled.
#include "device/texture_scripts.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string_view>
#include <utility>

#include "device/built_reproducer.hpp"
#include "device/shader/texture.hpp"
#include "device/vulkan/reproducer.hpp"
#include "device/vulkan/texture/table.hpp"

namespace halfulp::device {
namespace {

using Strings = std::vector<std::string>;

DeviceDescription flushing_device() {
  return {.name = "vulkan:0",
          .kind = "vulkan",
          .title = "a device",
          .facts = {{"float controls in force", "denormals flushed (32 bits)"}}};
}

/// `observed` is a result of the device that is not permitted.
Reproducer scripts(const std::string& variant, Operation operation, Format format, const std::vector<Bits>& operands,
                   const std::vector<Range>& permitted, Bits observed = 1, NanKind nan = NanKind::none) {
  FailedCase failed = test::failed_case(operation, format, operands, 0, "halfulp try");
  failed.observed = observed;
  failed.permitted.ranges = permitted;
  failed.permitted.nan = nan;
  return reproducer(flushing_device(), variant, failed);
}

/// The same of a value that is written.
Reproducer written(const std::string& variant, Operation operation, const std::vector<Range>& permitted,
                   Bits observed = 1) {
  return scripts(variant, operation, Format::binary32, {0x3f800000}, permitted, observed);
}

void expect_in(const std::string& script, const std::vector<const char*>& parts) {
  for (const char* part : parts) EXPECT_NE(script.find(part), std::string::npos) << part << " is not in\n" << script;
}

// Texels as numbers: a component each, in the order of memory, or all of a packed format; 0x5b is in what is not asked.
TEST(TextureScripts, AmberReadsATexture) {
  using enum Operation;
  const std::string fetched =
      scripts("B8G8R8A8_UNORM.x texelFetch", unorm8_to_binary32, Format::unorm8, {200}, {{0x3f48c8c9, 0x3f48c8c9}})
          .amber;
  const std::string sampled =
      scripts("R5G6B5_UNORM.y point sample", unorm6_to_binary32, Format::unorm6, {1}, {{0x3c820820, 0x3c820822}}).amber;
  const std::string filtered =
      scripts("R8G8B8A8_SRGB.x linear filter", filter_srgb8, Format::srgb8, {1, 255}, {{0x3f000000, 0x3f000000}}).amber;
  const std::string is_signed =
      scripts("R16G16B16A16_SINT.w texelFetch", sint16_to_sint32, Format::sint16, {0xfffe}, {{0xfffffffe, 0xfffffffe}})
          .amber;
  for (const std::string& script : {fetched, sampled, filtered, is_signed}) {
    EXPECT_EQ(test::parse_amber(script).malformed, Strings()) << script;
  }
  expect_in(fetched,
            {"#!amber\n# unorm8_to_binary32 (B8G8R8A8_UNORM.x OpImageFetch)", "# Rule: the sentence\n",
             "\nDEVICE_EXTENSION VK_KHR_shader_float_controls\n", "\n#version 460\n#define FLOAT_TEXELS\n",
             "4460, 32);  // denormals flushed\nEND\n",
             "FORMAT B8G8R8A8_UNORM DIM_2D WIDTH 1 HEIGHT 1 DATA 91 91 200 91 END\n", "const uint component = 0;",
             "const uint operand_count = 1;", "const uint width = 1;", "\nEXPECT results IDX 0 EQ 1061734601\n"});
  EXPECT_EQ(fetched.find("SAMPLER"), std::string::npos);
  // 1 in bits 5 to 10 of 0x5b5b.
  expect_in(sampled, {"FORMAT R5G6B5_UNORM_PACK16 DIM_2D WIDTH 1 HEIGHT 1 DATA 22587 END\n", "MAG_FILTER nearest",
                      "const uint component = 1;", "  BIND SAMPLER sampler DESCRIPTOR_SET 0 BINDING 3\n",
                      "\nEXPECT results IDX 0 GE 1015154720\nEXPECT results IDX 0 LE 1015154722\n"});
  expect_in(filtered, {"FORMAT R8G8B8A8_SRGB DIM_2D WIDTH 2 HEIGHT 1 DATA 1 91 91 91 255 91 91 91 END\n",
                       "MAG_FILTER linear", "const uint operand_count = 2;", "const uint width = 2;"});
  expect_in(is_signed, {"#define SINT_TEXELS\n", "DATA 23387 23387 23387 -2 END\n",
                        "BUFFER results DATA_TYPE int32 SIZE 1 FILL 0\n", "EXPECT results IDX 0 EQ -2\n"});
}

// The code is taken from the first of four texels, at the component's bits, with its sign.
TEST(TextureScripts, AmberWritesATexture) {
  using enum Operation;
  const std::string blue_first = written("B8G8R8A8_UNORM.x render target", binary32_to_unorm8, {{254, 255}}).amber;
  expect_in(blue_first,
            {"\nSHADER vertex rectangle PASSTHROUGH\n", "\nSHADER fragment reproducer GLSL", "const uint width = 4;",
             "4460, 32);  // denormals flushed\nEND\n", "buffer Texels { uint texels[]; };",
             "bitfieldExtract(texels[0], 16, 8);", "\nBUFFER operands DATA_TYPE uint32 DATA 1065353216 END\n",
             "\nBUFFER texels FORMAT B8G8R8A8_UNORM\n", "  FRAMEBUFFER_SIZE 4 1\n",
             "\nRUN pipeline DRAW_RECT POS 0 0 SIZE 4 1\nRUN reading 1 1 1\nEXPECT results IDX 0 GE 254\n",
             "\nEXPECT results IDX 0 GE 254\nEXPECT results IDX 0 LE 255\n"});
  EXPECT_EQ(blue_first.find("DEVICE_FEATURE"), std::string::npos);
  // -1, 0 and 1 are one range; so are both codes of -1.
  const std::string stored =
      written("R16G16B16A16_SNORM.w imageStore", binary32_to_snorm16, {{0xffff, 0x0001}}, 2).amber;
  expect_in(stored,
            {"\nDEVICE_FEATURE shaderStorageImageWriteWithoutFormat\n", "\nSHADER compute reproducer GLSL",
             "const uint component = 3;", "buffer Texels { int texels[]; };", "bitfieldExtract(texels[1], 16, 16);",
             "WIDTH 4 HEIGHT 1 DATA 23387 23387", "  BIND BUFFER texels AS storage_image DESCRIPTOR_SET 0 BINDING 4\n",
             "\nRUN pipeline 1 1 1\n", "BUFFER results DATA_TYPE int32 SIZE 1 FILL 0\n",
             "EXPECT results IDX 0 GE -1\nEXPECT results IDX 0 LE 1\n"});
  EXPECT_EQ(stored.find("rectangle"), std::string::npos);
  expect_in(written("R8_SNORM render target", binary32_to_snorm8, {{0x80, 0x81}}).amber,
            {"EXPECT results IDX 0 GE -128\nEXPECT results IDX 0 LE -127\n"});
  expect_in(written("R5G6B5_UNORM.y render target", binary32_to_unorm6, {{63, 63}}).amber,
            {"BUFFER texels FORMAT R5G6B5_UNORM_PACK16\n", "bitfieldExtract(texels[0], 5, 6);",
             "EXPECT results IDX 0 EQ 63\n"});
  // Bits, not numbers.
  expect_in(written("R16G16B16A16_SFLOAT.z imageStore", binary32_to_binary16, {{0xbc01, 0xbc00}}).amber,
            {"bitfieldExtract(texels[1], 0, 16);", "BUFFER results DATA_TYPE uint32",
             "EXPECT results IDX 0 GE 48128\nEXPECT results IDX 0 LE 48129\n"});
}

// Of several ranges, of depths and shared exponents, of numbers of binary16 that are read, and of texels with a weight
// or that are blended with.
TEST(TextureScripts, AreNotOfAmberWhereAmberCannotHoldTheCase) {
  using enum Operation;
  const std::vector<Range> one = {{0, 0}};
  const auto amber = [&](const std::string& variant, Operation operation, Format format,
                         const std::vector<Range>& permitted, const std::vector<Bits>& operands = {0}) {
    return scripts(variant, operation, format, operands, permitted).amber;
  };
  EXPECT_EQ(amber("R8_SNORM texelFetch", snorm8_to_binary32, Format::snorm8, {{0x80000000, 0}}), "");
  EXPECT_EQ(amber("R16_SFLOAT render target", binary32_to_binary16, Format::binary32, {{0x8000, 0}}), "");
  EXPECT_EQ(amber("R8_UNORM render target", binary32_to_unorm8, Format::binary32, {{0, 0}, {2, 2}}), "");
  EXPECT_EQ(amber("X8_D24_UNORM texelFetch", unorm24_to_binary32, Format::unorm24, one), "");
  EXPECT_EQ(amber("X8_D24_UNORM render target", binary32_to_unorm24, Format::binary32, one), "");
  EXPECT_EQ(amber("R16_SFLOAT texelFetch", binary16_to_binary32, Format::binary16, one), "");
  EXPECT_EQ(amber("E5B9G9R9_UFLOAT.x texelFetch", rgb9e5_to_binary32_red, Format::rgb9e5, one), "");
  EXPECT_EQ(amber("R8_UNORM linear filter by weight", linear_unorm8, Format::unorm8, one, {0, 1, 0}), "");
  EXPECT_EQ(amber("R8_UNORM blend", blend_unorm8, Format::binary32, one, {0, 1, 0, 0}), "");
  EXPECT_NE(amber("B10G11R11_UFLOAT.z texelFetch", ufloat10_to_binary32, Format::ufloat10, one), "");
}

/// Expects that the codes from `first` to `last` pass in a component, of all that it has; `number`: what VkRunner
/// reads.
template <class Number>
void expect_passing(const Reproducer& made, std::size_t component, int bits, Bits first, Bits last,
                    const Number& number) {
  const test::VkRunnerScript script = test::parse_vkrunner(made.shader_test);
  EXPECT_EQ(script.malformed, Strings()) << made.shader_test;
  for (Bits code = 0; code < Bits{1} << bits; ++code) {
    ASSERT_EQ(script.passes(component, number(code)), code >= first && code <= last) << code << made.shader_test;
  }
  for (std::size_t k = 0; k < 4; ++k) {
    for (const double other : {0.0, 0.25, 1.0}) EXPECT_TRUE(k == component || script.passes(k, other)) << k;
  }
}

// As VkRunner reads a framebuffer: codes over the code of 1, of sRGB too, where the second -1 of snorm is less than -1.
TEST(TextureScripts, OfVkRunnerPassThePermittedCodesAlone) {
  using enum Operation;
  const auto over = [](double one) { return [one](Bits code) { return static_cast<double>(code) / one; }; };
  const Reproducer drawn = written("R8G8B8A8_UNORM.y render target", binary32_to_unorm8, {{127, 128}});
  expect_passing(drawn, 1, 8, 127, 128, over(255));
  expect_in(drawn.shader_test,
            {"# binary32_to_unorm8 (R8G8B8A8_UNORM.y OpStore) on a device", "# Rule: the sentence\n",
             "\n[require]\nvulkan 1.1\nframebuffer R8G8B8A8_UNORM\nVK_KHR_shader_float_controls\n",
             "\n[fragment shader]\n#version 460\n#define FLOAT_TEXELS\n", "const uint component = 1;",
             "\nssbo 0 subdata int 0 1065353216\n", "\nprobe rgba (0, 0) (0, 0.5, 0, 0)\n"});
  expect_passing(written("R16_UNORM render target", binary32_to_unorm16, {{65535, 65535}}), 0, 16, 65535, 65535,
                 over(65535));
  expect_passing(written("B8G8R8A8_SRGB.x render target", binary32_to_srgb8, {{99, 101}}), 0, 8, 99, 101, over(255));
  const Reproducer packed = written("A2B10G10R10_UNORM.z render target", binary32_to_unorm10, {{0, 0}});
  expect_passing(packed, 2, 10, 0, 0, over(1023));
  EXPECT_EQ(test::parse_vkrunner(packed.shader_test).framebuffer, "A2B10G10R10_UNORM_PACK32");
  expect_passing(written("R8_SNORM render target", binary32_to_snorm8, {{0x81, 0x81}}, 0x80), 0, 8, 0x81, 0x81,
                 [](Bits code) { return static_cast<std::int8_t>(code) / 127.0; });
  expect_passing(scripts("R16_UINT render target", uint32_to_uint16, Format::uint32, {7}, {{7, 7}}), 0, 16, 7, 7,
                 over(1));
}

double number_of_half(Bits bits) {
  const auto exponent = static_cast<int>(bits >> 10U & 31U);
  const auto fraction = static_cast<double>(bits & 1023U);
  const double sign = (bits & 0x8000U) != 0 ? -1 : 1;
  if (exponent == 31) return fraction == 0 ? sign * HUGE_VAL : NAN;
  return sign * std::ldexp(exponent == 0 ? fraction : fraction + 1024, std::max(exponent, 1) - 25);
}

// Numbers, between which there is no margin. -0 is +0 to VkRunner.
TEST(TextureScripts, OfVkRunnerPassThePermittedNumbersAlone) {
  using enum Operation;
  expect_passing(written("R16_SFLOAT render target", binary32_to_binary16, {{0x3c00, 0x3c01}}), 0, 16, 0x3c00, 0x3c01,
                 number_of_half);
  expect_passing(written("R16G16B16A16_SFLOAT.w render target", binary32_to_binary16, {{0x0001, 0x0400}}, 0), 3, 16,
                 0x0001, 0x0400, number_of_half);
  const std::string variant = "B10G11R11_UFLOAT.x render target";
  // The same bits as binary16 without a sign, and four more of the fraction.
  expect_passing(written(variant, binary32_to_ufloat11, {{0x3df, 0x3e0}}), 0, 11, 0x3df, 0x3e0,
                 [](Bits bits) { return number_of_half(bits << 4U); });
  const auto zero =
      test::parse_vkrunner(written("R16_SFLOAT render target", binary32_to_binary16, {{0, 0}}).shader_test);
  EXPECT_TRUE(zero.passes(0, 0.0) && zero.passes(0, -0.0));
  EXPECT_FALSE(zero.passes(0, std::ldexp(1, -24)));
}

TEST(TextureScripts, AreNotOfVkRunnerWhereItCannotHoldTheCase) {
  using enum Operation;
  const std::string target = "R16_SFLOAT render target";
  EXPECT_EQ(written(target, binary32_to_binary16, {{0, 0}}, 0x8000).shader_test, "") << "it would pass";
  EXPECT_EQ(written(target, binary32_to_binary16, {{0x7bff, 0x7c00}}).shader_test, "") << "an infinity";
  EXPECT_EQ(written(target, binary32_to_binary16, {{0, 0}, {2, 2}}).shader_test, "");
  EXPECT_EQ(scripts(target, binary32_to_binary16, Format::binary32, {0x7fc00000}, {}, 1, NanKind::any).shader_test, "");
  EXPECT_EQ(written("R8_UNORM imageStore", binary32_to_unorm8, {{0, 0}}).shader_test, "");
  EXPECT_EQ(written("X8_D24_UNORM render target", binary32_to_unorm24, {{0, 0}}).shader_test, "");
  EXPECT_EQ(scripts("R8_UNORM texelFetch", unorm8_to_binary32, Format::unorm8, {0}, {{0, 0}}).shader_test, "");
  EXPECT_EQ(scripts("R8_UNORM blend", blend_unorm8, Format::binary32, {0, 1, 0, 0}, {{0, 0}}).shader_test, "");
}

/// Shaders that are compiled without options but the target.
class Shaders {
 public:
  Shaders() { std::filesystem::create_directory(folder_); }
  Shaders(const Shaders&) = delete;
  Shaders& operator=(const Shaders&) = delete;
  ~Shaders() { std::filesystem::remove_all(folder_); }

  void add(const std::string& shader, const std::string& stage) {
    if (!shaders_.insert(shader).second) return;
    std::ofstream(folder_ / fmt::format("{}.{}", shaders_.size(), stage)) << shader;
  }

  /// One command for all of them.
  void expect_compiled_by(const std::string& command) const {
    EXPECT_EQ(std::system(fmt::format("cd {} && {}", folder_.string(), command).c_str()), 0) << command;
  }

 private:
  std::filesystem::path folder_ =
      std::filesystem::temp_directory_path() / fmt::format("halfulp_scripts_{}_{}", ::getpid(), ++folders_);
  std::set<std::string> shaders_;
  static inline int folders_ = 0;
};

// Every format, component and access: lines have the languages' forms, pipelines bind what their shaders declare, and
// the shaders compile, one format standing for those of an access and a type.
TEST(TextureScripts, AreWellFormedOfEveryTexture) {
  using enum TextureAccess;
  const auto has_shader = [](const TextureFormat& format, TextureAccess access) {
    return std::ranges::any_of(texture_shaders(), [&](const TextureShader& shader) {
      return shader.access == access && shader.type == format.type;
    });
  };
  Shaders of_amber;
  Shaders of_vkrunner;
  std::set<std::pair<TextureAccess, TexelType>> seen;
  std::size_t tests_of_amber = 0;
  std::set<std::string_view> without_shader_test;
  for (const TextureWay& way :
       texel_ways<TextureWay>(texture_formats(), {fetch, sample, gather, filter, render, store}, has_shader)) {
    const std::vector<Bits> operands(static_cast<std::size_t>(info(way.operation).arity), 1);
    const Reproducer made = scripts(way.variant().name, way.operation, way.asked(), operands, {{0, 0}});
    const bool is_new = seen.insert({way.access, way.format->type}).second;
    if (!made.amber.empty()) {
      ++tests_of_amber;
      const test::AmberScript script = test::parse_amber(made.amber);
      EXPECT_EQ(script.malformed, Strings()) << made.amber;
      EXPECT_EQ(script.bindings, script.parameters) << made.amber;
      if (is_new) of_amber.add(script.shaders.front(), way.access == render ? "frag" : "comp");
      if (!reads(way.access)) of_amber.add(script.shaders.at(1), "comp");
    }
    if (!made.shader_test.empty()) {
      const test::VkRunnerScript script = test::parse_vkrunner(made.shader_test);
      EXPECT_EQ(script.malformed, Strings()) << made.shader_test;
      EXPECT_NE(script.framebuffer, "");
      if (is_new) of_vkrunner.add(script.shader, "frag");
    } else if (way.access == render) {
      without_shader_test.insert(way.format->name);
    }
  }
  EXPECT_GE(tests_of_amber, 150U);
  EXPECT_EQ(without_shader_test, (std::set<std::string_view>{"X8_D24_UNORM", "E5B9G9R9_UFLOAT"}));
  of_amber.expect_compiled_by("glslc -c --target-spv=spv1.3 --target-env=vulkan1.1 *.comp *.frag");
  of_vkrunner.expect_compiled_by(
      "for f in *.frag; do glslangValidator --quiet -V --target-env vulkan1.1 -o $f.spv $f || exit 1; done");
}

}  // namespace
}  // namespace halfulp::device
