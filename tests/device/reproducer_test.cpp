// SPDX-License-Identifier: Apache-2.0
#include "device/vulkan/reproducer.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
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
  EXPECT_EQ(read.glsl, "");
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
