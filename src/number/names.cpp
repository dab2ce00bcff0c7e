// SPDX-License-Identifier: Apache-2.0
#include "number/names.hpp"

#include <algorithm>
#include <utility>

#include "halfulp/error.hpp"
#include "number/embedded.hpp"

namespace halfulp::number {
namespace {

constexpr LanguageInfo kLanguageTable[kLanguages] = {
    {Language::hlsl, "hlsl", "HLSL"}, {Language::sm5, "sm5", "SM4/5 assembly"}, {Language::dxil, "dxil", "DXIL"},
    {Language::glsl, "glsl", "GLSL"}, {Language::spirv, "spirv", "SPIR-V"},     {Language::msl, "msl", "MSL"},
    {Language::wgsl, "wgsl", "WGSL"}, {Language::opencl, "opencl", "OpenCL C"}, {Language::cuda, "cuda", "CUDA C++"},
};

/// Reads one row, and says where it cannot.
class RowReader {
 public:
  explicit RowReader(std::size_t line) : line_(line) {}

  [[nodiscard]] NamedFunction row(std::string_view text) const {
    NamedFunction function;
    bool first = true;
    while (!text.empty()) {
      const std::size_t end = std::min(text.find(kBar), text.size());
      const std::string_view cell = text.substr(0, end);
      text.remove_prefix(std::min(end + kBar.size(), text.size()));
      if (first) {
        read_what(cell, function);
      } else {
        read_names(cell, function);
      }
      first = false;
    }
    return function;
  }

 private:
  static constexpr std::string_view kBar = " | ";

  [[noreturn]] void fail(std::string_view what) const {
    throw Error(Error::Kind::kInternal,
                std::string("names.txt:").append(std::to_string(line_)).append(": ").append(what));
  }

  void read_what(std::string_view cell, NamedFunction& function) const {
    if (cell == "none") return;
    if (const std::size_t equals = cell.find(" = "); equals != std::string_view::npos) {
      function.made_of = cell.substr(equals + 3);
      cell = cell.substr(0, equals);
    }
    if (cell.starts_with('(') && cell.ends_with(')')) {
      if (function.made_of.empty()) fail("operands without what they make");
      function.operands = cell.substr(1, cell.size() - 2);
      return;
    }
    constexpr std::string_view kIn = " in ";
    if (const std::size_t in = cell.find(kIn); in != std::string_view::npos) {
      function.format = find_format(cell.substr(in + kIn.size()));
      if (!function.format) fail("unknown format");
      cell = cell.substr(0, in);
    }
    constexpr std::string_view kComma = ", ";
    while (!cell.empty()) {
      const std::size_t end = std::min(cell.find(kComma), cell.size());
      const auto operation = find_operation(cell.substr(0, end));
      if (!operation) fail("unknown operation");
      function.operations.push_back(*operation);
      cell.remove_prefix(std::min(end + kComma.size(), cell.size()));
    }
  }

  void read_names(std::string_view cell, NamedFunction& function) const {
    constexpr std::string_view kNote = "note ";
    if (cell.starts_with(kNote)) {
      function.note = cell.substr(kNote.size());
      return;
    }
    const std::size_t space = cell.find(' ');
    const auto language = find_language(cell.substr(0, space));
    if (!language || space == std::string_view::npos) fail("no language with its names");
    auto& names = function.names[static_cast<std::size_t>(*language)];
    cell.remove_prefix(space + 1);
    while (!cell.empty()) {
      const std::size_t end = std::min(cell.find(' '), cell.size());
      add(std::string(cell.substr(0, end)), names);
      cell.remove_prefix(std::min(end + 1, cell.size()));
    }
  }

  static void add(std::string name, std::vector<std::string>& names) {
    const char mark = name.size() > 1 ? name.back() : ' ';
    if (mark != '*' && mark != '^' && mark != '~') {
      names.push_back(std::move(name));
      return;
    }
    name.pop_back();
    names.push_back(name);
    if (mark == '~') {
      names.push_back(name + "f");
      return;
    }
    names.push_back((mark == '*' ? "precise::" : "half_") + name);
    names.push_back((mark == '*' ? "fast::" : "native_") + name);
  }

  std::size_t line_;
};

}  // namespace

std::span<const LanguageInfo> languages() noexcept { return kLanguageTable; }

std::optional<Language> find_language(std::string_view id) noexcept {
  if (id == "sm4") return Language::sm5;
  const auto* const row = std::ranges::find(kLanguageTable, id, &LanguageInfo::id);
  if (row == std::end(kLanguageTable)) return std::nullopt;
  return row->language;
}

std::vector<NamedFunction> read_named_functions(std::string_view text) {
  std::vector<NamedFunction> functions;
  for (std::size_t line = 1; !text.empty(); ++line) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    const std::string_view row = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    if (!row.empty() && !row.starts_with('#')) functions.push_back(RowReader(line).row(row));
  }
  return functions;
}

std::span<const NamedFunction> named_functions() {
  static const std::vector<NamedFunction> kFunctions = read_named_functions(embedded::names().front().text);
  return kFunctions;
}

QualifiedName split_name(std::string_view name) noexcept {
  constexpr std::string_view kMetal = "metal::";
  if (name.starts_with(kMetal)) return {"msl", name.substr(kMetal.size())};
  for (const std::string_view set : {"GLSL.std.450 ", "GLSLstd450"}) {
    if (name.starts_with(set) && name.size() > set.size()) return {"spirv", name.substr(set.size())};
  }
  const std::size_t colon = name.find(':');
  if (colon == std::string_view::npos || colon == 0 || name.substr(colon).starts_with("::")) return {"", name};
  return {name.substr(0, colon), name.substr(colon + 1)};
}

std::vector<FunctionName> functions_named(std::string_view name) {
  const QualifiedName asked = split_name(name);
  const auto only = find_language(asked.language);
  if (!only && !asked.language.empty()) return {};
  std::vector<FunctionName> found;
  for (const NamedFunction& function : named_functions()) {
    for (const LanguageInfo& language : kLanguageTable) {
      if (only && language.language != *only) continue;
      const auto& names = function.names_in(language.language);
      if (std::ranges::find(names, asked.name) != names.end()) {
        found.push_back({&function, language.language, std::string(asked.name)});
      }
    }
  }
  return found;
}

std::string qualified(const FunctionName& name) {
  return std::string(kLanguageTable[static_cast<std::size_t>(name.language)].id).append(":").append(name.name);
}

std::string alternatives_text(std::span<const Operation> operations) {
  std::string text;
  for (std::size_t i = 0; i < operations.size(); ++i) {
    if (i > 0) text += i + 1 == operations.size() ? " or " : ", ";
    text += info(operations[i]).name;
  }
  return text;
}

std::string function_text(const NamedFunction& function) {
  if (function.operations.empty()) return function.made_of.empty() ? "none" : function.made_of;
  const std::string text = alternatives_text(function.operations);
  return function.format ? std::string(text).append(" in ").append(info(*function.format).name) : text;
}

std::optional<Operation> inverse_conversion(Operation operation) {
  const std::string_view name = info(operation).name;
  const std::size_t at = name.find("_to_");
  if (at == std::string_view::npos) return std::nullopt;
  return find_operation(fmt::format("{}_to_{}", name.substr(at + 4), name.substr(0, at)));
}

}  // namespace halfulp::number
