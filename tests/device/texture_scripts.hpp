// SPDX-License-Identifier: Apache-2.0
// Parsers of the scripts that hold cases of textures, for what these scripts have of the languages.
#pragma once

#include <array>
#include <cmath>
#include <cstdlib>
#include <regex>
#include <set>
#include <sstream>
#include <string>
#include <vector>

namespace halfulp::test {

/// A test of Amber, by the forms that Amber's documentation, docs/amber_script.md, and the tests of its parser give its
/// commands. A line that is not ended is one with the next.
struct AmberScript {
  std::vector<std::string> malformed;             ///< lines of no form, or with a name that stands in no line before
  std::vector<std::string> shaders;               ///< texts in GLSL
  std::vector<std::set<std::string>> bindings;    ///< of each pipeline
  std::vector<std::set<std::string>> parameters;  ///< bindings that the shaders declare
};

inline std::set<std::string> all_matches(const std::string& text, const std::string& pattern) {
  const std::regex form(pattern);
  std::set<std::string> found;
  for (std::sregex_iterator match(text.begin(), text.end(), form); match != std::sregex_iterator(); ++match) {
    found.insert((*match)[1]);
  }
  return found;
}

inline AmberScript parse_amber(const std::string& text) {
  // The first group is a name: in a form one that is declared, in a use one that was.
  static const std::vector<std::regex> kForms = {
      std::regex("#.*"),
      std::regex("DEVICE_EXTENSION VK_[A-Za-z_]+"),
      std::regex("DEVICE_FEATURE [A-Za-z]+"),
      std::regex("SHADER vertex (\\w+) PASSTHROUGH"),
      std::regex("IMAGE (\\w+) FORMAT [A-Z0-9_]+ DIM_2D WIDTH [1-9]\\d* HEIGHT [1-9]\\d* DATA( -?\\d+)+ END"),
      std::regex("SAMPLER (\\w+) MAG_FILTER (nearest|linear) MIN_FILTER (nearest|linear) ADDRESS_MODE_U clamp_to_edge "
                 "ADDRESS_MODE_V clamp_to_edge"),
      std::regex("BUFFER (\\w+) DATA_TYPE u?int32 (DATA( \\d+)+ END|SIZE [1-9]\\d* FILL \\d+)"),
      std::regex("BUFFER (\\w+) FORMAT [A-Z0-9_]+"),
      std::regex("PIPELINE (?:compute|graphics) (\\w+)"),
      std::regex("END"),
      std::regex("  FRAMEBUFFER_SIZE [1-9]\\d* [1-9]\\d*")};
  static const std::vector<std::regex> kUses = {
      std::regex("  ATTACH (\\w+)"),
      std::regex("  BIND BUFFER (\\w+) AS (storage|sampled_image|storage_image) DESCRIPTOR_SET 0 BINDING \\d"),
      std::regex("  BIND BUFFER (\\w+) AS (push_constant|color LOCATION 0)"),
      std::regex("  BIND SAMPLER (\\w+) DESCRIPTOR_SET 0 BINDING \\d"),
      std::regex("RUN (\\w+) (\\d+ \\d+ \\d+|DRAW_RECT POS 0 0 SIZE [1-9]\\d* [1-9]\\d*)"),
      std::regex("EXPECT (\\w+) IDX \\d+ (EQ|GE|LE) -?\\d+")};
  AmberScript script;
  std::set<std::string> names;
  std::istringstream lines(text);
  bool in_shader = false;
  for (std::string line; std::getline(lines, line);) {
    std::smatch match;
    if (in_shader) {
      in_shader = line != "END";
      // Amber looks for this word, wherever it is.
      if (in_shader && line.find("END") != std::string::npos) script.malformed.push_back(line);
      if (in_shader) script.shaders.back() += line + "\n";
      continue;
    }
    if (line.empty()) continue;
    if (std::regex_match(line, match, std::regex("SHADER (?:compute|fragment) (\\w+) GLSL TARGET_ENV spv1\\.\\d"))) {
      in_shader = true;
      script.shaders.emplace_back();
      names.insert(match[1]);
      continue;
    }
    bool has_form = false;
    for (const std::regex& form : kForms) {
      if (!std::regex_match(line, match, form)) continue;
      has_form = true;
      if (match.size() > 1) names.insert(match[1]);
    }
    for (const std::regex& form : kUses) {
      if (std::regex_match(line, match, form)) has_form = names.contains(match[1]);
    }
    if (!has_form) script.malformed.push_back(line);
    if (line.starts_with("PIPELINE")) script.bindings.emplace_back();
    if (const auto bound = all_matches(line, "BINDING (\\d)"); !bound.empty())
      script.bindings.back().merge(std::set(bound));
  }
  for (const std::string& shader : script.shaders) {
    script.parameters.push_back(all_matches(shader, "[(, ]binding = (\\d)"));
  }
  return script;
}

/// A test of VkRunner, by what its README and its parser take.
struct VkRunnerScript {
  std::vector<std::string> malformed;
  std::string framebuffer;
  std::string shader;  ///< in GLSL
  std::array<double, 4> tolerances{};
  std::array<double, 4> values{};

  /// Whether a number in a component passes.
  [[nodiscard]] bool passes(std::size_t component, double number) const {
    return std::abs(number - values[component]) <= tolerances[component];
  }
};

inline VkRunnerScript parse_vkrunner(const std::string& text) {
  const std::string number = "(-?\\d+(?:\\.\\d+)?(?:e[+-]?\\d+)?)";
  const auto four = [&](const std::string& between) {
    return number + between + number + between + number + between + number;
  };
  const std::regex framebuffer("framebuffer ([A-Z0-9_]+)");
  const std::regex tolerance("tolerance " + four(" "));
  const std::regex probe("probe rgba \\(0, 0\\) \\(" + four(", ") + "\\)");
  const std::regex other_requirement("vulkan 1\\.1|VK_[A-Za-z_]+");
  const std::regex other_command("ssbo 0 subdata int 0 -?\\d+|uniform uint 0 1|draw rect -1 -1 2 2");
  VkRunnerScript script;
  std::string section;
  std::vector<std::string> sections;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    std::smatch match;
    if (line.starts_with('[')) {
      section = line;
      sections.push_back(line);
    } else if (section == "[fragment shader]") {
      script.shader += line + "\n";
    } else if (line.empty() || line.starts_with('#')) {
      continue;
    } else if (section == "[require]" && std::regex_match(line, match, framebuffer)) {
      script.framebuffer = match[1];
    } else if (section == "[test]" && std::regex_match(line, match, tolerance)) {
      for (std::size_t k = 0; k < 4; ++k) script.tolerances[k] = std::strtod(match[k + 1].str().c_str(), nullptr);
    } else if (section == "[test]" && std::regex_match(line, match, probe)) {
      for (std::size_t k = 0; k < 4; ++k) script.values[k] = std::strtod(match[k + 1].str().c_str(), nullptr);
    } else if (!(section == "[require]" && std::regex_match(line, other_requirement)) &&
               !(section == "[test]" && std::regex_match(line, other_command))) {
      script.malformed.push_back(line);
    }
  }
  const std::vector<std::string> all = {"[require]", "[vertex shader passthrough]", "[fragment shader]", "[test]"};
  if (sections != all) script.malformed.emplace_back("sections");
  return script;
}

}  // namespace halfulp::test
