// SPDX-License-Identifier: Apache-2.0
// What the tests of the judge share: opened rulebooks, names of cases, and permitted sets as a person reads them.
#pragma once

#include <algorithm>
#include <cctype>
#include <map>
#include <ostream>
#include <string>
#include <vector>

#include "halfulp/judge.hpp"

namespace halfulp {

/// GoogleTest finds it by its name.
inline void PrintTo(const PermittedSet& set, std::ostream* stream) { *stream << set.text(); }

namespace test {

/// The embedded rulebook of that name, or that of tests/judge/user for "user/NAME"; opened once.
inline const Rulebook& book(const std::string& name) {
  static std::map<std::string, Rulebook> opened;
  const auto found = opened.find(name);
  if (found != opened.end()) return found->second;
  const bool is_user = name.starts_with("user/");
  return opened.emplace(name, Rulebook::open(is_user ? HALFULP_SOURCE_DIR "/tests/judge/" + name + ".toml" : name))
      .first->second;
}

/// "d3d11 add 0x3f800000 0x00000001"
inline std::string described(const std::string& rulebook, Operation operation, const std::vector<Bits>& operands,
                             Format format = Format::binary32) {
  std::string text = rulebook + ' ' + std::string(info(operation).name);
  for (std::size_t i = 0; i < operands.size(); ++i) {
    text += ' ' + bits_text(info(operation).operand_format(static_cast<int>(i), format), operands[i]);
  }
  return text;
}

/// With "_" for what the name of a test may not have.
inline std::string word_of(std::string text) {
  std::ranges::replace_if(
      text, [](unsigned char c) { return std::isalnum(c) == 0; }, '_');
  return text;
}

inline PermittedSet permitted(const std::string& rulebook, Operation operation, const std::vector<Bits>& operands,
                              const Readings& readings = {}, Format format = Format::binary32) {
  return explain(book(rulebook), operation, format, operands, readings).permitted;
}

}  // namespace test
}  // namespace halfulp
