// SPDX-License-Identifier: Apache-2.0
#include "device/vulkan/glsl_definitions.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <set>
#include <sstream>
#include <utility>
#include <vector>

namespace halfulp::device {
namespace {

bool is_letter(char letter) { return std::isalnum(static_cast<unsigned char>(letter)) != 0 || letter == '_'; }

/// The names in a text, without those in comments.
std::set<std::string, std::less<>> names_in(std::string_view text) {
  std::set<std::string, std::less<>> names;
  std::string name;
  for (std::size_t i = 0; i <= text.size(); ++i) {
    if (text.substr(i).starts_with("//")) i = std::min(text.find('\n', i), text.size());
    if (i < text.size() && is_letter(text[i])) {
      name += text[i];
    } else if (!name.empty()) {
      names.insert(std::exchange(name, ""));
    }
  }
  return names;
}

struct Definition {
  std::string name;
  std::string text;
};

/// What a definition defines: the name before its parameters.
std::string name_of(std::string_view text) {
  if (text.starts_with("#define ")) {
    text.remove_prefix(std::string_view("#define ").size());
    return std::string(
        text.substr(0, static_cast<std::size_t>(std::ranges::find_if_not(text, is_letter) - text.begin())));
  }
  if (text.starts_with("spirv_instruction(")) text.remove_prefix(text.find(')') + 1);
  const std::string_view before = text.substr(0, text.find('('));
  return std::string(before.substr(before.rfind(' ') + 1));
}

/// The definitions of the file for that width, without comments and extensions.
std::vector<Definition> definitions_in(std::string_view shared, int real_bits) {
  std::vector<Definition> definitions;
  std::istringstream lines{std::string(shared)};
  bool is_chosen = true;  // of the branches of #if the one for the width
  bool was_chosen = false;
  std::string open;  // the beginning of a function
  for (std::string line; std::getline(lines, line);) {
    const bool is_width = line.ends_with("REAL_BITS == " + std::to_string(real_bits));
    if (line.starts_with("#if") || line.starts_with("#elif")) {
      is_chosen = is_width;
      was_chosen = was_chosen || is_chosen;
    } else if (line.starts_with("#else")) {
      is_chosen = !was_chosen;
    } else if (line.starts_with("#endif")) {
      is_chosen = true;
    } else if (is_chosen && !line.empty() && !line.starts_with("//") && !line.starts_with("#extension")) {
      open += line + "\n";
      if (std::ranges::count(open, '{') != std::ranges::count(open, '}')) continue;
      definitions.push_back({name_of(open), open});
      open.clear();
    }
  }
  return definitions;
}

}  // namespace

std::string needed_definitions(std::string_view shared, int real_bits, std::string_view text) {
  const std::vector<Definition> definitions = definitions_in(shared, real_bits);
  std::set<std::string, std::less<>> names = names_in(text);
  for (std::size_t before = 0; before != names.size();) {
    before = names.size();
    for (const Definition& one : definitions) {
      if (names.contains(one.name)) names.merge(names_in(one.text));
    }
  }
  std::string needed;
  for (const Definition& one : definitions) {
    if (names.contains(one.name)) needed += one.text;
  }
  const auto mentions = [&](std::string_view part) {
    return needed.find(part) != std::string::npos || text.find(part) != std::string_view::npos;
  };
  std::string extensions;
  if (mentions("spirv_")) extensions += "#extension GL_EXT_spirv_intrinsics : require\n";
  if (mentions("float16_t") || mentions("f16vec")) {
    extensions += "#extension GL_EXT_shader_explicit_arithmetic_types_float16 : require\n";
    extensions += "#extension GL_EXT_shader_16bit_storage : require\n";
  }
  for (const std::string_view width : {"16", "8"}) {
    if (mentions(fmt::format("int{}_t", width))) {
      extensions += fmt::format("#extension GL_EXT_shader_explicit_arithmetic_types_int{} : require\n", width);
    }
  }
  return extensions + needed;
}

}  // namespace halfulp::device
