// SPDX-License-Identifier: Apache-2.0
#include "rulebook/no_rule.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <string_view>
#include <vector>

#include "number/names.hpp"
#include "number/nearest_name.hpp"
#include "rulebook/stand_in.hpp"

namespace halfulp::rulebook {
namespace {

/// How many characters the list of rulebooks with a rule has.
constexpr std::size_t kMostIds = 60;

bool has(const Rulebook& book, Operation operation, std::span<const Format> formats) {
  const auto in = [&](Format format) { return book.has(operation, format); };
  if (!formats.empty()) return std::ranges::any_of(formats, in);
  return std::ranges::any_of(halfulp::formats(), in, &FormatInfo::format);
}

template <typename Texts>
std::string listed(const Texts& texts) {
  return fmt::format("{}", fmt::join(texts, ", "));
}

/// "; it has one in binary64".
std::string elsewhere(std::span<const Rulebook> books, Operation operation) {
  std::vector<std::string_view> names;
  for (const FormatInfo& format : formats()) {
    const auto in = [&](const Rulebook& book) { return book.has(operation, format.format); };
    if (std::ranges::any_of(books, in)) names.push_back(format.name);
  }
  return names.empty() ? "" : fmt::format("; it has one in {}", number::short_list(names));
}

/// " (did you mean 'mad'?)".
std::string meant(const Rulebook& book, Operation operation, std::span<const Format> formats) {
  const std::optional<Operation> other = stand_in(operation);
  if (!other || !has(book, *other, formats)) return "";
  return fmt::format(" (did you mean '{}'?)", name(*other, book.naming()));
}

/// "hlsl:round is round_ne, glsl:round is round_ne or round": what the rulebook has under that name in a language.
std::string namesakes(const Rulebook& book, Operation operation) {
  std::vector<std::string> texts;
  const number::NamedFunction* last = nullptr;
  for (const number::FunctionName& other : number::functions_named(name(operation, book.naming()))) {
    const auto& operations = other.function->operations;
    const auto in_book = [&](Operation one) { return one != operation && has(book, one, {}); };
    if (other.function == last || std::ranges::none_of(operations, in_book)) continue;
    texts.push_back(fmt::format("{} is {}", number::qualified(other), number::function_text(*other.function)));
    last = other.function;
  }
  return listed(texts);
}

/// "exp2(y * log2(x))", or "".
std::string_view made_of(Operation operation) {
  for (const number::NamedFunction& function : number::named_functions()) {
    if (function.operations == std::vector{operation} && !function.made_of.empty()) return function.made_of;
  }
  return "";
}

std::vector<std::string> books_with(Operation operation) {
  std::vector<std::string> ids;
  for (const std::string& id : Rulebook::embedded()) {
    if (has(Rulebook::open(id), operation, {})) ids.push_back(id);
  }
  return ids;
}

}  // namespace

std::string no_rule_text(std::span<const Rulebook> books, Operation operation, std::span<const Format> formats) {
  const Rulebook& first = books.front();
  const std::string_view named = name(operation, first.naming());
  std::vector<std::string> ids;
  for (const Rulebook& book : books) ids.push_back(book.id());
  std::vector<std::string_view> asked;
  for (const Format format : formats) asked.push_back(info(format).name);
  const std::string others = elsewhere(books, operation);
  const bool one = books.size() == 1;
  std::string text =
      fmt::format("rulebook{} {} ha{} no rule for '{}'", one ? "" : "s", listed(ids), one ? "s" : "ve", named);
  if (!others.empty()) text += fmt::format(" in {}", listed(asked));
  text += fmt::format("{}{}; 'halfulp rules {}' lists what it has", others, meant(first, operation, formats),
                      first.opened_as());
  if (!others.empty()) return text;

  const std::string same = namesakes(first, operation);
  const std::string_view steps = made_of(operation);
  if (!same.empty()) text += fmt::format("\n  '{}' is {} here", named, info(operation).meaning);
  if (!steps.empty()) {
    text += same.empty() ? fmt::format("\n  '{}' is made of {}: ask its steps", named, steps)
                         : fmt::format(", made of {}", steps);
  }
  if (!same.empty()) text += "; " + same;
  const std::vector<std::string> with = books_with(operation);
  return text + (with.empty()
                     ? "\n  no document of a rulebook bounds it"
                     : fmt::format("\n  rulebooks with a rule for it: {}", number::short_list(with, kMostIds)));
}

}  // namespace halfulp::rulebook
