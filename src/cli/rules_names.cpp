// SPDX-License-Identifier: Apache-2.0
#include "cli/rules_names.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <vector>

#include "cli/operation_name.hpp"
#include "cli/rules_markdown.hpp"
#include "halfulp/error.hpp"
#include "number/names.hpp"
#include "number/nearest_name.hpp"
#include "report/json_value.hpp"
#include "report/values.hpp"

namespace halfulp::cli {
namespace {

using number::LanguageInfo;
using number::NamedFunction;

constexpr std::size_t kNamesWidth = 100;

const std::vector<Rulebook>& embedded_books() {
  static const std::vector<Rulebook> kBooks = [] {
    std::vector<Rulebook> books;
    for (const std::string& id : Rulebook::embedded()) books.push_back(Rulebook::open(id));
    return books;
  }();
  return kBooks;
}

/// The embedded rulebooks that have a rule for each of the function's operations.
std::vector<std::string> ruled_by(const NamedFunction& function) {
  std::vector<std::string> ids;
  if (function.operations.empty()) return ids;
  for (const Rulebook& book : embedded_books()) {
    const auto has = [&](Operation operation) {
      if (function.format) return book.has(operation, *function.format);
      return std::ranges::any_of(halfulp::formats(),
                                 [&](const FormatInfo& row) { return book.has(operation, row.format); });
    };
    if (std::ranges::all_of(function.operations, has)) ids.push_back(book.id());
  }
  return ids;
}

/// "d3d11, metal4"; "all rulebooks".
std::string ruled_text(const NamedFunction& function) {
  if (function.operations.empty()) return "";
  const std::vector<std::string> ids = ruled_by(function);
  if (ids.empty()) return "no rulebook";
  return ids.size() == embedded_books().size() ? "all rulebooks" : fmt::format("{}", fmt::join(ids, ", "));
}

/// "pow, or exp2(y * log2(x)) where a rulebook has no rule for it".
std::string here_text(const NamedFunction& function) {
  std::string text = number::function_text(function);
  if (!function.operations.empty() && !function.made_of.empty()) {
    text += fmt::format(", or {} where a rulebook has no rule for it", function.made_of);
  } else if (!function.operands.empty()) {
    text += fmt::format(", of {}", function.operands);
  } else if (function.operations.empty()) {
    text = "no rulebook has a rule for it";
  }
  if (!function.note.empty()) text += fmt::format(" ({})", function.note);
  return text;
}

/// The lines of `text` from `indent` on, the first of them after `label`.
std::string labelled(std::string_view label, std::string_view text, std::size_t indent) {
  std::string lines = report::wrapped(text, indent, kNamesWidth);
  if (label.size() + 2 > indent) return fmt::format("{}\n{}", label, lines);
  return lines.replace(0, label.size(), label);
}

std::string function_lines(const NamedFunction& function) {
  constexpr std::size_t kIndent = 18;
  std::string text = report::wrapped(here_text(function), 0, kNamesWidth);
  for (const LanguageInfo& language : number::languages()) {
    const auto& names = function.names_in(language.language);
    if (!names.empty()) {
      text += labelled(fmt::format("  {}", language.title), fmt::format("{}", fmt::join(names, ", ")), kIndent);
    }
  }
  if (!function.operations.empty()) text += labelled("  ruled by", ruled_text(function), kIndent);
  return text;
}

std::string language_text(const LanguageInfo& language) {
  std::map<std::string, std::vector<const NamedFunction*>> by_name;
  for (const NamedFunction& function : number::named_functions()) {
    for (const std::string& name : function.names_in(language.language)) by_name[name].push_back(&function);
  }
  std::string text = fmt::format("{}: write {}:NAME where a name is doubtful\n", language.title, language.id);
  constexpr std::size_t kIndent = 28;
  for (const auto& [name, functions] : by_name) {
    for (const NamedFunction* function : functions) text += labelled(name, here_text(*function), kIndent);
  }
  return text;
}

/// Whether the function has that name here or, perhaps with its language in front, in a language.
bool is_named(const NamedFunction& function, std::string_view name) {
  if (const auto operation = find_operation(name)) {
    if (std::ranges::find(function.operations, *operation) != function.operations.end()) return true;
  }
  const auto found = number::functions_named(name);
  return std::ranges::any_of(found, [&](const number::FunctionName& one) { return one.function == &function; });
}

/// What a name stands for where no row has it: operations of halfulp's alone.
std::string own_text(std::string_view name) {
  const OperationInfo& row = info(read_operation(name));
  return fmt::format("{}: {}\n  no language has a function for it\n", row.name, row.meaning);
}

/// Names without those that the page's head derives from others: precise::sin, half_sin.
std::string markdown_names(const std::vector<std::string>& names) {
  std::vector<std::string> shown;
  for (const std::string& name : names) {
    const bool derived = std::ranges::any_of(names, [&](const std::string& other) {
      return name == "precise::" + other || name == "fast::" + other || name == "half_" + other ||
             name == "native_" + other || name == other + "f";
    });
    if (derived) continue;
    const bool msl = std::ranges::find(names, "fast::" + name) != names.end();
    const bool opencl = std::ranges::find(names, "half_" + name) != names.end();
    const bool cuda = std::ranges::find(names, name + "f") != names.end();
    shown.push_back(fmt::format("`{}`{}", name, msl ? "*" : opencl ? "^" : cuda ? "~" : ""));
  }
  return fmt::format("{}", fmt::join(shown, ", "));
}

/// Each name that stands for several functions, and what it is in which language.
std::string doubtful_markdown() {
  std::map<std::string, std::vector<number::FunctionName>> by_name;
  for (const NamedFunction& function : number::named_functions()) {
    for (const LanguageInfo& language : number::languages()) {
      for (const std::string& name : function.names_in(language.language)) {
        by_name[name].push_back({&function, language.language, name});
      }
    }
  }
  std::string text = "| name | alone | with its language |\n|---|---|---|\n";
  for (const auto& entry : by_name) {
    const std::string& name = entry.first;
    const std::vector<number::FunctionName>& found = entry.second;
    const auto same = [&](const number::FunctionName& one) { return one.function == found.front().function; };
    const auto own = find_operation(name);
    const bool otherwise = own && std::ranges::any_of(found, [&](const number::FunctionName& one) {
                             return one.function->operations != std::vector{*own} || one.function->format;
                           });
    if (std::ranges::all_of(found, same) && !otherwise) continue;
    std::map<const NamedFunction*, std::vector<std::string>> readings;
    for (const number::FunctionName& one : found) {
      readings[one.function].push_back(fmt::format("`{}`", number::qualified(one)));
    }
    std::vector<std::string> texts;
    texts.reserve(readings.size());
    for (const auto& [function, names] : readings) {
      texts.push_back(fmt::format("{}: {}{}", fmt::join(names, ", "), number::function_text(*function),
                                  function->note.empty() ? "" : fmt::format(" ({})", function->note)));
    }
    std::ranges::sort(texts);
    text += fmt::format("| `{}` | {} | {} |\n", name, own ? fmt::format("`{}`", info(*own).name) : "refused",
                        markdown_cell(fmt::format("{}", fmt::join(texts, "; "))));
  }
  return text;
}

}  // namespace

std::string names_text(std::string_view asked) {
  if (const auto language = number::find_language(asked)) {
    return language_text(number::languages()[static_cast<std::size_t>(*language)]);
  }
  std::string text;
  for (const NamedFunction& function : number::named_functions()) {
    if (!asked.empty() && !is_named(function, asked)) continue;
    text += (text.empty() ? "" : "\n") + function_lines(function);
  }
  if (!text.empty()) return text;
  std::vector<std::string_view> ids;
  for (const LanguageInfo& row : number::languages()) ids.push_back(row.id);
  const bool has_language = !number::split_name(asked).language.empty();
  if (!has_language && !find_operation(asked) && !number::nearest_name(asked, ids).empty()) {
    throw Error(Error::Kind::kUsage, fmt::format("--names: {}; languages are {}; a name of an operation serves too",
                                                 number::unknown_name("language", asked, ids), fmt::join(ids, ", ")));
  }
  return own_text(asked);
}

std::string names_markdown() {
  std::string text =
      "# Names of functions\n\n"
      "What the functions of shader languages are here: halfulp takes these names wherever it takes an operation. "
      "`halfulp rules --names --markdown` writes this page; `halfulp rules --names glsl` and `halfulp rules --names "
      "lerp` print a part of it.\n\n"
      "- A name in several rows is doubtful: write it with its language (`hlsl:round`, `sm5:log`, "
      "`spirv:FMin`). The second table has all of these. A name that halfulp has itself keeps that meaning.\n"
      "- MSL: `sin`* stands for `sin`, `precise::sin` and `fast::sin`; OpenCL C: `sin`^ for `sin`, `half_sin` and "
      "`native_sin`; CUDA C++: `sin`~ for `sin` and `sinf`.\n"
      "- SM4/5 is the assembly of shader model 4 and 5 (`sm5:`, `sm4:`); SPIR-V the core opcodes and GLSL.std.450.\n"
      "- Not in it: functions of integers (but dot4add), of several lanes (waves, subgroups) and atomics.\n\n| here |";
  std::string rule = "\n|---|";
  for (const LanguageInfo& language : number::languages()) {
    text += fmt::format(" {} |", language.title);
    rule += "---|";
  }
  text += " ruled by |" + rule + "---|\n";
  for (const NamedFunction& function : number::named_functions()) {
    text += fmt::format("| {} |", markdown_cell(here_text(function)));
    for (const LanguageInfo& language : number::languages()) {
      text += fmt::format(" {} |", markdown_cell(markdown_names(function.names_in(language.language))));
    }
    text += fmt::format(" {} |\n", ruled_text(function));
  }
  return text + "\n## Names that languages use for several functions\n\n" + doubtful_markdown();
}

std::string names_json() {
  using report::JsonValue;
  const auto language_shape = [](const LanguageInfo& row) {
    return JsonValue::Object{{"language", row.id}, {"title", row.title}};
  };
  const auto function_shape = [](const NamedFunction& function) {
    JsonValue::Array names;
    for (const LanguageInfo& language : number::languages()) {
      const auto& listed = function.names_in(language.language);
      if (listed.empty()) continue;
      names.emplace_back(JsonValue::Object{{"language", language.id}, {"names", JsonValue::array(listed)}});
    }
    const auto name_of = [](Operation operation) { return JsonValue(info(operation).name); };
    return JsonValue::Object{{"operations", JsonValue::array(function.operations, name_of)},
                             {"format", function.format ? JsonValue(info(*function.format).name) : JsonValue()},
                             {"operands", JsonValue::text_or_null(function.operands)},
                             {"made_of", JsonValue::text_or_null(function.made_of)},
                             {"note", JsonValue::text_or_null(function.note)},
                             {"names", std::move(names)},
                             {"ruled_by", JsonValue::array(ruled_by(function))}};
  };
  return report::json_text(
      JsonValue::Object{{"languages", JsonValue::array(number::languages(), language_shape)},
                        {"functions", JsonValue::array(number::named_functions(), function_shape)}});
}

}  // namespace halfulp::cli
