// SPDX-License-Identifier: Apache-2.0
#include "device/vulkan/test_scripts.hpp"

#include <fmt/format.h>

#include <sstream>
#include <vector>

namespace halfulp::device {
namespace {

/// With # in the place of //.
std::string hash_comment(const std::string& comment) {
  std::string text;
  std::istringstream lines(comment);
  for (std::string line; std::getline(lines, line);) text += "#" + line.substr(2) + "\n";
  return text;
}

struct Requirement {
  std::string amber;
  std::string vkrunner;
};

/// What a device must have for a shader, by what stands in it.
std::vector<Requirement> requirements(const std::string& shader) {
  std::vector<Requirement> all;
  const auto add = [&](std::string_view part, Requirement requirement) {
    if (shader.find(part) != std::string::npos) all.push_back(std::move(requirement));
  };
  add("double", {"DEVICE_FEATURE shaderFloat64", "shaderFloat64"});
  add("float16_t", {"DEVICE_FEATURE Float16Int8Features.shaderFloat16", "shaderFloat16"});
  add("buffer Operands { float16_t",
      {"DEVICE_FEATURE Storage16BitFeatures.storageBuffer16BitAccess", "storageBuffer16BitAccess"});
  add("SPV_KHR_float_controls", {"DEVICE_EXTENSION VK_KHR_shader_float_controls", "VK_KHR_shader_float_controls"});
  return all;
}

}  // namespace

std::string amber_script(const std::string& comment, const std::string& shader, const std::array<Bits, 2>& words) {
  std::string text = "#!amber\n" + hash_comment(comment) + "\n";
  for (const Requirement& one : requirements(shader)) text += one.amber + "\n";
  text += fmt::format("\nSHADER compute reproducer GLSL TARGET_ENV spv1.3\n{}END\n\n", shader);
  text += fmt::format("BUFFER operands DATA_TYPE uint32 DATA {} {} END\n", words[0], words[1]);
  text +=
      "BUFFER results DATA_TYPE uint32 SIZE 2 FILL 0\n"
      "BUFFER permitted DATA_TYPE uint32 SIZE 1 FILL 0\n\n"
      "PIPELINE compute pipeline\n"
      "  ATTACH reproducer\n"
      "  BIND BUFFER operands AS storage DESCRIPTOR_SET 0 BINDING 0\n"
      "  BIND BUFFER results AS storage DESCRIPTOR_SET 0 BINDING 1\n"
      "  BIND BUFFER permitted AS storage DESCRIPTOR_SET 0 BINDING 2\n"
      "END\n\n"
      "RUN pipeline 1 1 1\n"
      "EXPECT permitted IDX 0 EQ 1\n";
  return text;
}

std::string vkrunner_script(const std::string& comment, const std::string& shader, const std::array<Bits, 2>& words) {
  std::string text = hash_comment(comment) + "\n[require]\nvulkan 1.1\n";
  for (const Requirement& one : requirements(shader)) text += one.vkrunner + "\n";
  text += fmt::format("\n[compute shader]\n{}\n[test]\nssbo 0 8\n", shader);
  text += fmt::format("ssbo 0 subdata int 0 {}\nssbo 0 subdata int 4 {}\n", static_cast<std::int32_t>(words[0]),
                      static_cast<std::int32_t>(words[1]));
  text += "ssbo 1 8\nssbo 2 4\ncompute 1 1 1\nprobe ssbo uint 2 0 == 1\n";
  return text;
}

}  // namespace halfulp::device
