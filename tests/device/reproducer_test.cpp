// SPDX-License-Identifier: Apache-2.0
#include "device/vulkan/reproducer.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <regex>
#include <set>
#include <sstream>
#include <tuple>
#include <utility>

#include "device/shader/table.hpp"
#include "device/shader/texture.hpp"
#include "halfulp/error.hpp"

namespace halfulp::device {
namespace {

DeviceDescription device_description() {
  return {
      .name = "vulkan:0",
      .kind = "vulkan",
      .title = "a device",
      .facts = {{"driver", "a driver"},
                {"float controls in force",
                 "denormals flushed (32 bits); denormals preserved (16, 64 bits); rounded to nearest even (16 bits)"}}};
}

FailedCase failed_case(Operation operation, std::span<const Bits> operands, Format format = Format::binary32) {
  return {.operation = operation,
          .format = format,
          .operands = operands,
          .observed = 0x3f800001,
          .permitted = {.format = info(operation).result(format),
                        .ranges = {{0x3f800000, 0x3f800000}, {0x40000000, 0x40000004}},
                        .nan = NanKind::listed,
                        .nan_patterns = {0x7fc00000},
                        .anything = false},
          .rulebook = "d3d11",
          .rule = "some.rule",
          .says = "the sentence",
          .source = "the clause",
          .command = "halfulp try vulkan:0 d3d11"};
}

// Every row in one of its formats, and every shape of a shader: operands' and result's types, from a buffer or
// constants. glslc is glslangValidator's compiler for many files in one process.
TEST(Reproducer, CompilesForEveryShader) {
  const auto folder = std::filesystem::temp_directory_path() / fmt::format("halfulp_reproducers_{}", ::getpid());
  std::filesystem::create_directory(folder);
  const std::vector<Bits> operands(kMaxArity, 0x3f800000);
  std::set<std::pair<Operation, std::string_view>> rows;
  std::set<std::tuple<std::string_view, std::string_view, std::string>> shapes;
  std::size_t written = 0;
  for (const ShaderRow& row : shader_rows()) {
    const auto count = static_cast<std::size_t>(info(row.operation).arity);
    const FailedCase failed = failed_case(row.operation, std::span(operands).first(count), row.format);
    for (const std::string kind : {"", ", constants"}) {
      if (!kind.empty() && row.constants.empty()) continue;
      const bool new_row = rows.insert({row.operation, row.variant}).second;
      if (!shapes.insert({row.parameters, row.result, kind}).second && !new_row) continue;
      const std::string name = fmt::format("{}_{}.comp", info(row.operation).name, written++);
      std::ofstream(folder / name) << reproducer(device_description(), std::string(row.variant) + kind, failed).glsl;
    }
  }
  const std::string in_folder = "cd " + folder.string() + " && ";
  EXPECT_EQ(std::system((in_folder + "glslc -c --target-env=vulkan1.1 *.comp").c_str()), 0);
  // One by the command that each shader names.
  const std::string named = "glslangValidator --quiet -V --target-env vulkan1.1 -o reproducer.spv add_0.comp";
  EXPECT_EQ(std::system((in_folder + named).c_str()), 0);
  std::filesystem::remove_all(folder);
  EXPECT_GE(written, rows.size());
}

void expect_parts(const std::string& shader, const std::vector<const char*>& parts) {
  for (const char* part : parts) EXPECT_NE(shader.find(part), std::string::npos) << part << " is not in\n" << shader;
}

TEST(Reproducer, TellsTheCaseThePermittedBitsAndTheFloatControls) {
  const std::vector<Bits> operands{0x3f800000, 0x80000001};
  const std::string shader = reproducer(device_description(), "NMin", failed_case(Operation::min, operands)).glsl;
  expect_parts(shader, {"some.rule", "d3d11", "0x80000001", "0x3f800001", "0x40000004", "0x7fc00000 (NaN)",
                        "capabilities = [4465], 4460, 32);  // denormals flushed", "#define real float", "the sentence",
                        "the clause", "halfulp try", "bits == 0x7fc00000u",
                        "(bits >= 0x40000000u && bits <= 0x40000004u)", "NMin(x, y)", "glslangValidator -V"});
  EXPECT_EQ(shader.find("4459"), std::string::npos) << "denormals are preserved in other formats only\n" << shader;
}

TEST(Reproducer, HoldsADoubleInTwoWords) {
  const std::vector<Bits> operands{0x3ff8000000000001, 0x00000003};
  const std::string shader =
      reproducer(device_description(), "Ldexp", failed_case(Operation::ldexp, operands, Format::binary64)).glsl;
  expect_parts(shader, {"FROM_BITS_double(0x00000001u ^ zero, 0x3ff80000u ^ zero)", "FROM_BITS_int(0x00000003u ^ zero)",
                        "uvec2 result_bits", "is_between(bits, uvec2(0x3f800000u, 0x00000000u)", "4459, 64);"});
}

TEST(Reproducer, AsksForTheControlsOfBothFormatsOfAConversion) {
  const std::vector<Bits> operands{0x3f800000};
  const std::string shader =
      reproducer(device_description(), "OpFConvert, constants", failed_case(Operation::binary32_to_binary16, operands))
          .glsl;
  expect_parts(shader, {"const uint x_bits = 0x3f800000u;", "4459, 16);", "4460, 32);", "4462, 16);",
                        "float16_t result = float16_t(x)"});
}

TEST(Reproducer, HoldsOnlyTheDefinitionsThatItNeeds) {
  const std::vector<Bits> operands{0x3f800000, 0x40000000};
  const std::string shader = reproducer({.name = "", .kind = "vulkan", .title = "", .facts = {}}, "OpFMul",
                                        failed_case(Operation::mul, operands))
                                 .glsl;
  expect_parts(shader, {"#version 450\n", "precise float result = x * y;", "FROM_BITS_float(0x40000000u ^ zero)"});
  for (const char* part : {"#extension", "frexp", "NMin", "double", "float16_t", "SPDX"}) {
    EXPECT_EQ(shader.find(part), std::string::npos) << part << " is in\n" << shader;
  }
}

TEST(Reproducer, PermitsRangesOnBothSidesOfZero) {
  const std::vector<Bits> operands{0x3f800000, 0x40000000};
  FailedCase failed = failed_case(Operation::mul, operands);
  failed.permitted = {.format = Format::binary32,
                      .ranges = {{0xc0000000, 0xbf800000}, {0x80000001, 0x00000002}},
                      .nan = NanKind::any,
                      .nan_patterns = {},
                      .anything = false};
  expect_parts(reproducer(device_description(), "OpFMul", failed).glsl,
               {"(bits >= 0xbf800000u && bits <= 0xc0000000u)", "(bits >= 0x80000000u && bits <= 0x80000001u)",
                "(bits >= 0x00000000u && bits <= 0x00000002u)", "(bits >= 0x7f800001u && bits <= 0x7fffffffu)",
                "(bits >= 0xff800001u && bits <= 0xffffffffu)"});
}

TEST(Reproducer, IsATestOfAmberAndOfVkRunner) {
  const std::vector<Bits> operands{0x3ff8000000000001, 0x00000003};
  const Reproducer wide =
      reproducer(device_description(), "Ldexp", failed_case(Operation::ldexp, operands, Format::binary64));
  EXPECT_TRUE(wide.amber.starts_with("#!amber\n"));
  expect_parts(wide.amber, {"# Rule: the sentence\n", "\nDEVICE_FEATURE shaderFloat64\n",
                            "\nDEVICE_EXTENSION VK_KHR_shader_float_controls\n",
                            "\nSHADER compute reproducer GLSL TARGET_ENV spv1.3\n#version 450\n", "}\nEND\n",
                            "AS storage DESCRIPTOR_SET 0 BINDING 2\n", "\nEXPECT permitted IDX 0 EQ 1\n"});
  expect_parts(wide.shader_test,
               {"# Rule: the sentence\n", "\n[require]\nvulkan 1.1\nshaderFloat64\n", "VK_KHR_shader_float_controls\n",
                "\n[compute shader]\n#version 450\n", "\n[test]\n", "compute 1 1 1\nprobe ssbo uint 2 0 == 1\n"});
  // Lines of Amber between the shader and the end: all begin with a command that Amber has.
  std::istringstream lines(wide.amber.substr(wide.amber.find("\nEND\n") + 5));
  const std::set<std::string> commands = {"BUFFER", "PIPELINE", "ATTACH", "BIND", "END", "RUN", "EXPECT"};
  for (std::string line; std::getline(lines, line);) {
    std::istringstream words(line);
    std::string first;
    if (!(words >> first)) continue;
    EXPECT_TRUE(commands.contains(first)) << line;
  }
  const std::vector<Bits> one{0x3f800000};
  expect_parts(reproducer(device_description(), "OpLoad", failed_case(Operation::load, one)).amber,
               {"BUFFER operands DATA_TYPE uint32 DATA 1065353216 0 END"});
  EXPECT_EQ(reproducer(device_description(), "OpStore", failed_case(Operation::store, one)).amber, "");
}

TEST(Reproducer, DrawsAPixelForADeviceOfTheFragmentStage) {
  DeviceDescription device = device_description();
  device.kind = "vulkan-fragment";
  const std::vector<Bits> operands{0x3f800000, 0x80000001};
  const Reproducer drawn = reproducer(device, "NMin, constants", failed_case(Operation::min, operands));
  EXPECT_EQ(drawn.glsl_end, ".frag");
  expect_parts(drawn.glsl, {"// Draw one pixel; binding 1 then has", "NMin(x, y)", "4460, 32);"});
  EXPECT_EQ(drawn.glsl.find("local_size_x"), std::string::npos) << drawn.glsl;
  expect_parts(drawn.amber, {"\nDEVICE_FEATURE fragmentStoresAndAtomics\n", "\nSHADER vertex rectangle PASSTHROUGH\n",
                             "\nSHADER fragment reproducer GLSL", "\nPIPELINE graphics pipeline\n  ATTACH rectangle\n",
                             "  FRAMEBUFFER_SIZE 1 1\n",
                             "\nRUN pipeline DRAW_RECT POS 0 0 SIZE 1 1\nEXPECT permitted IDX 0 EQ 1\n"});
  expect_parts(drawn.shader_test,
               {"\nfragmentStoresAndAtomics\n", "\n[vertex shader passthrough]\n",
                "\n[fragment shader]\n#version 450\n", "\ndraw rect -1 -1 2 2\nprobe ssbo uint 2 0 == 1"});
  const auto path = std::filesystem::temp_directory_path() / fmt::format("halfulp_reproducer_{}.frag", ::getpid());
  std::ofstream(path) << drawn.glsl;
  const std::string compile = "glslangValidator --quiet -V --target-env vulkan1.1 -o /dev/null " + path.string();
  EXPECT_EQ(std::system(compile.c_str()), 0) << drawn.glsl;
  std::filesystem::remove(path);
}

TEST(Reproducer, IsThereForShadersAndTextures) {
  const DeviceDescription device = device_description();
  EXPECT_TRUE(has_reproducer(device, "NMin, constants", Operation::min, Format::binary32));
  EXPECT_TRUE(has_reproducer(device, "UnpackUnorm4x8", Operation::unorm8_to_binary32, Format::unorm8));
  EXPECT_TRUE(has_reproducer(device, "R8_UNORM texelFetch", Operation::unorm8_to_binary32, Format::unorm8));
  EXPECT_FALSE(has_reproducer(device, "R8_UNORM texelFetch", Operation::unorm16_to_binary32, Format::unorm16));
  EXPECT_FALSE(has_reproducer(device, "R8_UNORM ld", Operation::unorm8_to_binary32, Format::unorm8));
  const std::string filter = "linear filter by weight";
  EXPECT_TRUE(has_reproducer(device, "R8G8B8A8_UNORM.x " + filter, Operation::linear_unorm8, Format::unorm8));
  EXPECT_FALSE(has_reproducer(device, "R8G8B8A8_UNORM.y " + filter, Operation::linear_unorm8, Format::unorm8));
  DeviceDescription fragment = device;
  fragment.kind = "vulkan-fragment";
  EXPECT_FALSE(has_reproducer(fragment, "R8_UNORM texelFetch", Operation::unorm8_to_binary32, Format::unorm8));
  EXPECT_TRUE(has_reproducer(fragment, "R8_UNORM render target", Operation::binary32_to_unorm8, Format::binary32));
  EXPECT_TRUE(has_reproducer(fragment, "R8_UNORM blend", Operation::blend_unorm8, Format::binary32));
}

// With the float controls in force, and without what other accesses need.
TEST(Reproducer, IsAProgramForATexture) {
  const std::vector<Bits> code{200};
  const Reproducer read = reproducer(device_description(), "B8G8R8A8_UNORM.x texelFetch",
                                     failed_case(Operation::unorm8_to_binary32, code, Format::unorm8));
  EXPECT_EQ(read.glsl + read.shader_test, "");
  expect_parts(
      read.program,
      {"// unorm8_to_binary32 (B8G8R8A8_UNORM.x OpImageFetch) on a device breaks the rule some.rule of d3d11.",
       "the sentence", "halfulp try", "cc -o reproducer THIS_FILE -lvulkan",
       "// Its shader, compiled with -DFLOAT_TEXELS:\n", "texelFetch(texels, place_of(i), 0)[component]",
       "#define TO_BITS(value) floatBitsToUint(value)", "device_name = \"a device\";",
       "texture_format = (VkFormat)44;  // VK_FORMAT_B8G8R8A8_UNORM", "HAS_FLOAT_CONTROLS = 1", "COMPONENT = 0",
       "FIRST_BIT = 16, BITS = 8", "static const uint8_t x = 0xc8u;", "{0x3f800000u, 0x3f800000u}", "vkCmdDispatch"});
  EXPECT_EQ(read.program.find("vkCmdDraw"), std::string::npos);
  const std::vector<Bits> value{0x3f800000};
  DeviceDescription uncontrolled = device_description();
  uncontrolled.facts.clear();
  expect_parts(
      reproducer(uncontrolled, "X8_D24_UNORM render target", failed_case(Operation::binary32_to_unorm24, value))
          .program,
      {"BLENDS = 0", "IS_DEPTH = 1", "vkCmdDraw", "vertex_shader[]", "VK_IMAGE_ASPECT_DEPTH_BIT",
       "HAS_FLOAT_CONTROLS = 0"});
}

/// Lines of Amber outside of shaders that have not the form that Amber's documentation, docs/amber_script.md, and the
/// tests of its parser give their command; a line that is not ended is one with the next.
std::vector<std::string> malformed_amber(const std::string& script) {
  static const std::vector<std::regex> kForms = {
      std::regex("#.*"),
      std::regex("DEVICE_EXTENSION VK_[A-Za-z_]+"),
      std::regex("IMAGE \\w+ FORMAT [A-Z0-9_]+ DIM_2D WIDTH [1-9]\\d* HEIGHT [1-9]\\d* DATA( -?\\d+)+ END"),
      std::regex("SAMPLER \\w+ MAG_FILTER (nearest|linear) MIN_FILTER (nearest|linear) ADDRESS_MODE_U clamp_to_edge "
                 "ADDRESS_MODE_V clamp_to_edge"),
      std::regex("BUFFER \\w+ DATA_TYPE uint32 (DATA( \\d+)+ END|SIZE [1-9]\\d* FILL \\d+)"),
      std::regex("PIPELINE compute \\w+"),
      std::regex("  ATTACH \\w+( SPECIALIZE \\d+ AS uint32 \\d+)*"),
      std::regex("  BIND BUFFER \\w+ AS ((storage|sampled_image) DESCRIPTOR_SET \\d+ BINDING \\d+|push_constant)"),
      std::regex("  BIND SAMPLER \\w+ DESCRIPTOR_SET \\d+ BINDING \\d+"),
      std::regex("END"),
      std::regex("RUN \\w+ \\d+ \\d+ \\d+"),
      std::regex("EXPECT \\w+ IDX \\d+ (EQ|GE|LE) \\d+")};
  std::vector<std::string> malformed;
  std::istringstream lines(script);
  bool in_shader = false;
  for (std::string line; std::getline(lines, line);) {
    if (in_shader) {
      in_shader = line != "END";
      // Amber looks for this word, wherever it is.
      if (in_shader && line.find("END") != std::string::npos) malformed.push_back(line);
    } else if (std::regex_match(line, std::regex("SHADER compute \\w+ GLSL TARGET_ENV spv1\\.\\d"))) {
      in_shader = true;
    } else if (!line.empty() &&
               std::ranges::none_of(kForms, [&](const std::regex& form) { return std::regex_match(line, form); })) {
      malformed.push_back(line);
    }
  }
  return malformed;
}

std::string texture_script(const std::string& variant, Operation operation, Format format,
                           const std::vector<Bits>& operands, const std::vector<Range>& permitted) {
  FailedCase failed = failed_case(operation, operands, format);
  failed.permitted = {.format = info(operation).result(format),
                      .ranges = permitted,
                      .nan = NanKind::none,
                      .nan_patterns = {},
                      .anything = false};
  return reproducer(device_description(), variant, failed).amber;
}

// Texels as numbers: a component each, in the order of memory, or all of a packed format; 0x5b is in what is not asked.
TEST(Reproducer, IsATestOfAmberForATextureThatIsRead) {
  using enum Operation;
  const std::string fetched = texture_script("B8G8R8A8_UNORM.x texelFetch", unorm8_to_binary32, Format::unorm8, {200},
                                             {{0x3f48c8c9, 0x3f48c8c9}});
  const std::string sampled = texture_script("R5G6B5_UNORM.y point sample", unorm6_to_binary32, Format::unorm6, {1},
                                             {{0x3c820820, 0x3c820822}});
  const std::string filtered = texture_script("R8G8B8A8_SRGB.x linear filter", filter_srgb8, Format::srgb8, {1, 255},
                                              {{0x3f000000, 0x3f000000}});
  const std::string is_signed = texture_script("R16G16B16A16_SINT.w texelFetch", sint16_to_sint32, Format::sint16,
                                               {0xfffe}, {{0xfffffffe, 0xfffffffe}});
  for (const std::string& script : {fetched, sampled, filtered, is_signed}) {
    EXPECT_EQ(malformed_amber(script), std::vector<std::string>()) << script;
  }
  expect_parts(fetched, {"#!amber\n# unorm8_to_binary32 (B8G8R8A8_UNORM.x OpImageFetch)", "# Rule: the sentence\n",
                         "\nDEVICE_EXTENSION VK_KHR_shader_float_controls\n", "\n#version 460\n#define FLOAT_TEXELS\n",
                         "4460, 32);  // denormals flushed\nEND\n",
                         "FORMAT B8G8R8A8_UNORM DIM_2D WIDTH 1 HEIGHT 1 DATA 91 91 200 91 END\n",
                         "SPECIALIZE 0 AS uint32 0 SPECIALIZE 1 AS uint32 1 SPECIALIZE 2 AS uint32 1",
                         "\nEXPECT results IDX 0 EQ 1061734601\n"});
  EXPECT_EQ(fetched.find("SAMPLER"), std::string::npos);
  // 1 in bits 5 to 10 of 0x5b5b.
  expect_parts(sampled, {"FORMAT R5G6B5_UNORM_PACK16 DIM_2D WIDTH 1 HEIGHT 1 DATA 22587 END\n", "MAG_FILTER nearest",
                         "SPECIALIZE 0 AS uint32 1", "  BIND SAMPLER sampler DESCRIPTOR_SET 0 BINDING 3\n",
                         "\nEXPECT results IDX 0 GE 1015154720\nEXPECT results IDX 0 LE 1015154722\n"});
  expect_parts(filtered, {"FORMAT R8G8B8A8_SRGB DIM_2D WIDTH 2 HEIGHT 1 DATA 1 91 91 91 255 91 91 91 END\n",
                          "MAG_FILTER linear", "SPECIALIZE 1 AS uint32 2 SPECIALIZE 2 AS uint32 2"});
  expect_parts(is_signed, {"#define SINT_TEXELS\n", "DATA 23387 23387 23387 -2 END\n"});
}

// Of several ranges, of depths, numbers of binary16 and shared exponents, of texels with a weight, and of textures that
// are written.
TEST(Reproducer, IsNoTestOfAmberForWhatAmberCannotHold) {
  using enum Operation;
  const std::vector<Range> one = {{0, 0}};
  EXPECT_EQ(texture_script("R8_SNORM texelFetch", snorm8_to_binary32, Format::snorm8, {0}, {{0x80000000, 0}}), "");
  EXPECT_EQ(texture_script("X8_D24_UNORM texelFetch", unorm24_to_binary32, Format::unorm24, {0}, one), "");
  EXPECT_EQ(texture_script("R16_SFLOAT texelFetch", binary16_to_binary32, Format::binary16, {0}, one), "");
  EXPECT_EQ(texture_script("E5B9G9R9_UFLOAT.x texelFetch", rgb9e5_to_binary32_red, Format::rgb9e5, {0}, one), "");
  EXPECT_EQ(texture_script("R8_UNORM linear filter by weight", linear_unorm8, Format::unorm8, {0, 1, 0}, one), "");
  EXPECT_EQ(texture_script("R8_UNORM imageStore", binary32_to_unorm8, Format::binary32, {0}, one), "");
  EXPECT_EQ(texture_script("R8_UNORM render target", binary32_to_unorm8, Format::binary32, {0}, one), "");
  EXPECT_NE(texture_script("B10G11R11_UFLOAT.z texelFetch", ufloat10_to_binary32, Format::ufloat10, {0}, one), "");
}

// As Amber compiles them: without options.
TEST(Reproducer, HasTexturesShadersForAmberThatCompile) {
  using enum Operation;
  const auto path = std::filesystem::temp_directory_path() / fmt::format("halfulp_amber_{}.comp", ::getpid());
  for (const std::string& script :
       {texture_script("R8G8B8A8_SRGB.x linear filter", filter_srgb8, Format::srgb8, {1, 255}, {{1, 1}}),
        texture_script("R8_UINT texelFetch", uint8_to_uint32, Format::uint8, {1}, {{1, 1}})}) {
    const std::string version = "#version 460\n";
    std::ofstream(path) << script.substr(script.find(version), script.find("\nEND\n") + 1 - script.find(version));
    EXPECT_EQ(std::system(("glslangValidator --quiet -V --target-env spirv1.3 -o /dev/null " + path.string()).c_str()),
              0)
        << script;
  }
  std::filesystem::remove(path);
}

// What a program shows is what the device's shaders were compiled from.
TEST(Reproducer, ShowsTextureShadersThatCompile) {
  const auto folder = std::filesystem::temp_directory_path() / fmt::format("halfulp_textures_{}", ::getpid());
  std::filesystem::create_directory(folder);
  // One process for those of a type of texels.
  std::map<std::string_view, std::string> commands;
  for (const TextureShader& shader : texture_shaders()) {
    const std::string_view type = texel_definition(shader.type);
    const std::string name =
        fmt::format("{}_{}.{}", type, static_cast<int>(shader.access), draws(shader.access) ? "frag" : "comp");
    const std::string glsl = texture_glsl(shader);
    EXPECT_EQ(glsl.find("#include"), std::string::npos) << glsl;
    std::ofstream(folder / name) << glsl;
    commands.try_emplace(type, fmt::format("cd {} && glslc -c --target-env=vulkan1.1 -D{}", folder.string(), type))
        .first->second += " " + name;
  }
  for (const auto& [type, command] : commands) EXPECT_EQ(std::system(command.c_str()), 0) << command;
  std::filesystem::remove_all(folder);
}

TEST(Reproducer, RefusesADeviceThatRunsNoShaders) {
  const std::vector<Bits> operands{0, 0};
  DeviceDescription host = device_description();
  host.kind = "host";
  EXPECT_THROW(static_cast<void>(reproducer(host, "", failed_case(Operation::add, operands))), Error);
}

}  // namespace
}  // namespace halfulp::device
