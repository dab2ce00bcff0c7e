// SPDX-License-Identifier: Apache-2.0
#include "number/names.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <fstream>
#include <set>
#include <sstream>
#include <string>

#include "halfulp/error.hpp"

namespace halfulp::number {
namespace {

using Sets = std::array<std::set<std::string>, kLanguages>;

/// The functions of each language by tests/number/functions.txt.
Sets listed() {
  std::ifstream file(HALFULP_SOURCE_DIR "/tests/number/functions.txt");
  Sets functions;
  std::set<std::string>* of_language = nullptr;
  for (std::string line; std::getline(file, line);) {
    if (line.starts_with('#')) continue;
    if (line.starts_with('[')) {
      const auto language = find_language(line.substr(1, line.find(']') - 1));
      if (!language) throw std::runtime_error(line);
      of_language = &functions[static_cast<std::size_t>(*language)];
      continue;
    }
    std::istringstream words(line);
    for (std::string word; words >> word;) {
      const char mark = word.back();
      if (mark == '~') {
        word.pop_back();
        of_language->insert(word + "f");
      } else if (mark == '*' || mark == '^') {
        word.pop_back();
        of_language->insert((mark == '*' ? "precise::" : "half_") + word);
        of_language->insert((mark == '*' ? "fast::" : "native_") + word);
      }
      of_language->insert(word);
    }
  }
  return functions;
}

/// Those of the table.
Sets in_table() {
  Sets functions;
  for (const NamedFunction& function : named_functions()) {
    for (std::size_t i = 0; i < kLanguages; ++i)
      functions[i].insert(function.names[i].begin(), function.names[i].end());
  }
  return functions;
}

std::string without(const std::set<std::string>& names, const std::set<std::string>& others) {
  std::string text;
  for (const std::string& name : names) {
    if (!others.contains(name)) text += name + "\n";
  }
  return text;
}

TEST(NamesTable, HasEachFunctionOfEachLanguage) {
  const Sets wanted = listed();
  const Sets table = in_table();
  for (const LanguageInfo& language : languages()) {
    const auto i = static_cast<std::size_t>(language.language);
    EXPECT_GT(wanted[i].size(), 60U) << language.title;
    EXPECT_EQ(without(wanted[i], table[i]), "") << "names.txt lacks these of " << language.title;
    EXPECT_EQ(without(table[i], wanted[i]), "") << "names.txt has what is no function of " << language.title;
  }
}

TEST(NamesTable, MissesWhatIsTakenOut) {
  Sets table = in_table();
  table[0].erase("lerp");
  EXPECT_EQ(without(listed()[0], table[0]), "lerp\n");
}

TEST(NamesTable, HasEveryOperationThatALanguageCanHave) {
  std::set<Operation> named;
  for (const NamedFunction& function : named_functions()) {
    named.insert(function.operations.begin(), function.operations.end());
  }
  std::string missing;
  for (const OperationInfo& row : operations()) {
    const bool is_function = row.family != OperationFamily::pixel && row.family != OperationFamily::conversion &&
                             row.family != OperationFamily::fixed_function;
    if (is_function && !named.contains(row.operation)) missing += std::string(row.name) + " ";
  }
  EXPECT_EQ(missing, "state_value blend ");  // of a pipeline; functions of CUDA alone
}

TEST(NamesTable, SaysOfEachRowWhatItIs) {
  for (const NamedFunction& function : named_functions()) {
    std::size_t names = 0;
    for (const auto& of_language : function.names) names += of_language.size();
    EXPECT_GT(names, 0U) << function_text(function);
    if (!function.operations.empty()) continue;
    EXPECT_NE(function.made_of.empty(), function.note.empty()) << "neither steps nor a reason, or both";
    EXPECT_EQ(function.made_of.empty(), function.operands.empty());
  }
}

TEST(NamesTable, HasANameInOneRowOfALanguageOnce) {
  std::set<std::string> seen;
  for (const NamedFunction& function : named_functions()) {
    for (const LanguageInfo& language : languages()) {
      for (const std::string& name : function.names_in(language.language)) {
        EXPECT_TRUE(seen.insert(std::string(language.id) + ":" + name).second) << language.id << ":" << name;
      }
    }
  }
}

std::string meaning(std::string_view name) {
  const auto found = functions_named(name);
  if (found.empty()) return "nothing";
  const bool one = std::ranges::all_of(found, [&](const auto& other) { return other.function == found[0].function; });
  return one ? function_text(*found.front().function) : "several";
}

TEST(NamesTable, ResolvesWhatLanguagesMeanOtherwise) {
  EXPECT_EQ(meaning("sm5:log"), "log2");
  EXPECT_EQ(meaning("sm4:exp"), "exp2");
  EXPECT_EQ(meaning("dxil:Log"), "log2");
  EXPECT_EQ(meaning("spirv:Log"), "log");
  EXPECT_EQ(meaning("hlsl:log"), "log");
  EXPECT_EQ(meaning("log"), "several");
  EXPECT_EQ(meaning("hlsl:round"), "round_ne");
  EXPECT_EQ(meaning("wgsl:round"), "round_ne");
  EXPECT_EQ(meaning("msl:round"), "round");
  EXPECT_EQ(meaning("opencl:round"), "round");
  EXPECT_EQ(meaning("glsl:round"), "round_ne or round");
  EXPECT_EQ(meaning("glsl:fma"), "mad");
  EXPECT_EQ(meaning("msl:fma"), "fma");
  EXPECT_EQ(meaning("hlsl:fma"), "fma in binary64");
  EXPECT_EQ(meaning("glsl:mod"), "x - y * floor(x / y)");
  EXPECT_EQ(meaning("hlsl:fmod"), "fmod");
  EXPECT_EQ(meaning("dadd"), "add in binary64");
  EXPECT_EQ(meaning("packHalf2x16"), "binary32_to_binary16");
  EXPECT_EQ(meaning("FMin"), "several");
  EXPECT_EQ(meaning("mix"), "several");
  EXPECT_EQ(meaning("msl:precise::sin"), "sin");
  EXPECT_EQ(meaning("fast::sin"), "sin");
  EXPECT_EQ(meaning("glsl:lerp"), "nothing");
  EXPECT_EQ(meaning("cg:lerp"), "nothing");
}

TEST(NamesTable, SaysWhichRowItCannotRead) {
  const auto complaint = [](std::string_view text) -> std::string {
    try {
      (void)read_named_functions(text);
    } catch (const Error& error) {
      return error.what();
    }
    return "";
  };
  EXPECT_EQ(complaint("# a comment\nrsq | hlsl rsqrt\n"), "");
  EXPECT_EQ(complaint("rsq | hlsl rsqrt\nrsqq | hlsl rsqrt\n"), "names.txt:2: unknown operation");
  EXPECT_EQ(complaint("rsq | cg rsqrt\n"), "names.txt:1: no language with its names");
  EXPECT_EQ(complaint("rsq | hlsl\n"), "names.txt:1: no language with its names");
  EXPECT_EQ(complaint("add in binary65 | sm5 dadd\n"), "names.txt:1: unknown format");
  EXPECT_EQ(complaint("(x) | sm5 dadd\n"), "names.txt:1: operands without what they make");
}

}  // namespace
}  // namespace halfulp::number
