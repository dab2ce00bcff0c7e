// SPDX-License-Identifier: Apache-2.0
#include "device/vulkan/test_scripts.hpp"

#include <fmt/format.h>

#include <sstream>
#include <vector>

namespace halfulp::device {
namespace {

struct Requirement {
  std::string amber;
  std::string vkrunner;
};

/// What a device must have for a shader of a stage, by what stands in it.
std::vector<Requirement> requirements(ShaderStage stage, const std::string& shader) {
  std::vector<Requirement> all;
  if (stage == ShaderStage::fragment) {
    all.push_back({"DEVICE_FEATURE fragmentStoresAndAtomics", "fragmentStoresAndAtomics"});
  }
  const auto add = [&](std::string_view part, Requirement requirement) {
    if (shader.find(part) != std::string::npos) all.push_back(std::move(requirement));
  };
  add("double", {"DEVICE_FEATURE shaderFloat64", "shaderFloat64"});
  add("float16_t", {"DEVICE_FEATURE Float16Int8Features.shaderFloat16", "shaderFloat16"});
  add("int16_t", {"DEVICE_FEATURE shaderInt16", "shaderInt16"});
  add("int8_t", {"DEVICE_FEATURE Float16Int8Features.shaderInt8", "shaderInt8"});
  add("buffer Operands { float16_t",
      {"DEVICE_FEATURE Storage16BitFeatures.storageBuffer16BitAccess", "storageBuffer16BitAccess"});
  add("SPV_KHR_float_controls", {"DEVICE_EXTENSION VK_KHR_shader_float_controls", "VK_KHR_shader_float_controls"});
  return all;
}

}  // namespace

std::string hash_comment(const std::string& comment) {
  std::string text;
  std::istringstream lines(comment);
  for (std::string line; std::getline(lines, line);) text += "#" + line.substr(2) + "\n";
  return text;
}

std::string amber_script(ShaderStage stage, const std::string& comment, const std::string& shader,
                         const std::array<Bits, 2>& words) {
  std::string text = "#!amber\n" + hash_comment(comment) + "\n";
  for (const Requirement& one : requirements(stage, shader)) text += one.amber + "\n";
  const bool draws = stage == ShaderStage::fragment;
  if (draws) text += "\nSHADER vertex rectangle PASSTHROUGH\n";
  text +=
      fmt::format("\nSHADER {} reproducer GLSL TARGET_ENV spv1.3\n{}END\n\n", draws ? "fragment" : "compute", shader);
  text += fmt::format("BUFFER operands DATA_TYPE uint32 DATA {} {} END\n", words[0], words[1]);
  text +=
      "BUFFER results DATA_TYPE uint32 SIZE 2 FILL 0\n"
      "BUFFER permitted DATA_TYPE uint32 SIZE 1 FILL 0\n";
  text += draws ? "BUFFER pixel FORMAT B8G8R8A8_UNORM\n\n"
                  "PIPELINE graphics pipeline\n"
                  "  ATTACH rectangle\n"
                  "  ATTACH reproducer\n"
                  "  FRAMEBUFFER_SIZE 1 1\n"
                  "  BIND BUFFER pixel AS color LOCATION 0\n"
                : "\nPIPELINE compute pipeline\n"
                  "  ATTACH reproducer\n";
  text +=
      "  BIND BUFFER operands AS storage DESCRIPTOR_SET 0 BINDING 0\n"
      "  BIND BUFFER results AS storage DESCRIPTOR_SET 0 BINDING 1\n"
      "  BIND BUFFER permitted AS storage DESCRIPTOR_SET 0 BINDING 2\n"
      "END\n\n";
  text += draws ? "RUN pipeline DRAW_RECT POS 0 0 SIZE 1 1\n" : "RUN pipeline 1 1 1\n";
  text += "EXPECT permitted IDX 0 EQ 1\n";
  return text;
}

std::string vkrunner_script(ShaderStage stage, const std::string& comment, const std::string& shader,
                            const std::array<Bits, 2>& words) {
  std::string text = hash_comment(comment) + "\n[require]\nvulkan 1.1\n";
  for (const Requirement& one : requirements(stage, shader)) text += one.vkrunner + "\n";
  const bool draws = stage == ShaderStage::fragment;
  text += fmt::format("\n{}\n{}\n[test]\nssbo 0 8\n",
                      draws ? "[vertex shader passthrough]\n\n[fragment shader]" : "[compute shader]", shader);
  text += fmt::format("ssbo 0 subdata int 0 {}\nssbo 0 subdata int 4 {}\n", static_cast<std::int32_t>(words[0]),
                      static_cast<std::int32_t>(words[1]));
  text += fmt::format("ssbo 1 8\nssbo 2 4\n{}\nprobe ssbo uint 2 0 == 1\n",
                      draws ? "draw rect -1 -1 2 2" : "compute 1 1 1");
  return text;
}

}  // namespace halfulp::device
