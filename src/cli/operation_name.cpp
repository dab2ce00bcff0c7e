// SPDX-License-Identifier: Apache-2.0
#include "cli/operation_name.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "cli/case.hpp"
#include "cli/output.hpp"
#include "halfulp/error.hpp"
#include "number/names.hpp"
#include "number/nearest_name.hpp"
#include "rulebook/math_table.hpp"

namespace halfulp::cli {
namespace {

using number::FunctionName;
using number::NamedFunction;

[[noreturn]] void refuse(const std::string& message) { throw Error(Error::Kind::kUsage, message); }

std::string_view title(number::Language language) {
  return number::languages()[static_cast<std::size_t>(language)].title;
}

/// The names of halfulp and Metal, from which the nearest to a misspelt one comes.
std::vector<std::string_view> own_names() {
  std::vector<std::string_view> names;
  for (const OperationInfo& row : operations()) {
    names.push_back(row.name);
    const std::string_view metal = name(row.operation, Naming::metal);
    if (metal != row.name) names.push_back(metal);
  }
  return names;
}

/// The nearest of halfulp's names, as the first rulebook has it, else the nearest of any language.
std::string nearest(std::string_view wanted, std::span<const Rulebook> books) {
  const std::string own = number::nearest_name(wanted, own_names());
  if (!own.empty()) return books.empty() ? own : std::string(name(*find_operation(own), books.front().naming()));
  std::vector<std::string> names;
  for (const NamedFunction& function : number::named_functions()) {
    for (const auto& of_language : function.names) names.insert(names.end(), of_language.begin(), of_language.end());
  }
  return number::nearest_name(wanted, names);
}

[[noreturn]] void fail_unknown(std::string_view wanted, std::span<const Rulebook> books) {
  const number::QualifiedName asked = number::split_name(wanted);
  if (asked.language.empty()) {
    const std::string near = nearest(wanted, books);
    refuse(
        fmt::format("unknown operation '{}'{}; 'halfulp rules BOOK' lists those of a rulebook, 'halfulp rules --names' "
                    "all names",
                    wanted, near.empty() ? "" : fmt::format(" (did you mean '{}'?)", near)));
  }
  const auto language = number::find_language(asked.language);
  if (!language) {
    std::vector<std::string_view> ids;
    for (const number::LanguageInfo& row : number::languages()) ids.push_back(row.id);
    refuse(fmt::format("'{}': {}; languages are {}", wanted, number::unknown_name("language", asked.language, ids),
                       fmt::join(ids, ", ")));
  }
  std::vector<std::string> names;
  for (const NamedFunction& function : number::named_functions()) {
    const auto& of_language = function.names_in(*language);
    names.insert(names.end(), of_language.begin(), of_language.end());
  }
  const std::string unknown = number::unknown_name(fmt::format("function of {}", title(*language)), asked.name,
                                                   std::span<const std::string>(names));
  refuse(fmt::format("{}; 'halfulp rules --names {}' lists them", unknown, asked.language));
}

/// Languages use the name for several functions.
[[noreturn]] void fail_doubtful(std::string_view wanted, const std::vector<FunctionName>& found) {
  std::vector<std::string> readings;
  const NamedFunction* last = nullptr;
  for (const FunctionName& one : found) {
    if (one.function == last) continue;
    last = one.function;
    const std::string note = one.function->note.empty() ? "" : fmt::format(" ({})", one.function->note);
    readings.push_back(fmt::format("{} is {}{}", number::qualified(one), number::function_text(*one.function), note));
  }
  refuse(fmt::format("'{}' is doubtful: write it with its language\n  {}", wanted, fmt::join(readings, "; ")));
}

/// A function that is not one operation.
[[noreturn]] void fail_composed(std::string_view wanted, const FunctionName& found) {
  const NamedFunction& function = *found.function;
  const std::string note = function.note.empty() ? "" : fmt::format(" ({})", function.note);
  const std::string called = fmt::format("'{}' ({})", wanted, title(found.language));
  if (!function.operations.empty()) {
    refuse(fmt::format("{} is {}: ask one of them{}", called, number::function_text(function), note));
  }
  if (function.made_of.empty())
    refuse(fmt::format("{} has no rule in any rulebook, nor a bound in their documents{}", called, note));
  refuse(fmt::format("{} is no operation with a rule of its own\n  of {} it is {}: ask its steps{}", called,
                     function.operands, function.made_of, note));
}

/// fast:: and precise:: choose one of MSL's two tables, native_ and half_ OpenCL's, whatever the rulebook.
void check_table(std::string_view wanted, std::span<const Rulebook> books) {
  for (const Rulebook& book : books) {
    if (const auto table = rulebook::math_table(wanted, book, {})) {
      if (table->book.id() != book.id()) throw rulebook::ruled_by_other(wanted, table->book.id(), book.id());
      const auto& [reading, option] = *table->readings.begin();
      refuse(fmt::format("'{0}' is ruled by {1} under {2}={3}: ask its operation with --reading {2}={3}", wanted,
                         book.id(), reading, option));
    }
  }
}

struct Found {
  NamedOperation named;
  std::string note;
};

Found find_named(std::string_view wanted, std::span<const Rulebook> books) {
  if (const auto operation = find_operation(wanted)) return {{*operation, {}}, ""};
  const std::vector<FunctionName> found = number::functions_named(wanted);
  if (found.empty()) fail_unknown(wanted, books);
  const FunctionName& first = found.front();
  // Two rows may be one operation, of which languages say different things where no rule speaks of it.
  const auto differs = [&](const FunctionName& one) {
    return one.function->operations != first.function->operations || one.function->format != first.function->format ||
           one.function->note != first.function->note || first.function->operations.empty();
  };
  if (std::ranges::any_of(found, [&](const auto& one) { return one.function != first.function && differs(one); })) {
    fail_doubtful(wanted, found);
  }
  const NamedFunction& function = *first.function;
  if (function.operations.size() != 1) fail_composed(wanted, first);
  check_table(wanted, books);
  const auto is_opencl = [](const Rulebook& book) { return book.language() == "opencl"; };
  const bool loose =
      (first.name.starts_with("half_") || first.name.starts_with("native_")) && std::ranges::none_of(books, is_opencl);
  return {{function.operations.front(), function.format},
          loose ? "OpenCL bounds half_ functions by 8192 ULP and native_ ones not at all" : function.note};
}

}  // namespace

NamedOperation read_named_operation(std::string_view name, std::span<const Rulebook> books) {
  const Found found = find_named(name, books);
  if (!found.note.empty()) {
    write_diagnostic(fmt::format("note: '{}' is {} here; {}", name, info(found.named.operation).name, found.note));
  }
  return found.named;
}

Operation read_operation(std::string_view name, std::span<const Rulebook> books) {
  return find_named(name, books).named.operation;
}

Format format_of(const NamedOperation& named, std::string_view name, std::string_view text) {
  const std::optional<Format> only = named.format ? named.format : info(named.operation).only_format();
  const Format format = text.empty() ? only.value_or(Format::binary32) : read_format(text);
  if (only && format != *only) {
    refuse(fmt::format("--format {}: {} is asked in {} alone; leave the option out", text, name, info(*only).name));
  }
  return format;
}

NamedOperations read_named_operations(std::span<const std::string> names, std::span<const std::string> formats,
                                      std::span<const Rulebook> books) {
  NamedOperations read;
  for (const std::string& format : formats) read.formats.push_back(read_format(format));
  const bool given = !read.formats.empty();
  std::optional<Format> fixed;
  std::string_view by;
  std::string_view without;
  for (const std::string& name : names) {
    const NamedOperation named = read_named_operation(name, books);
    read.operations.push_back(named.operation);
    if (!named.format) {
      without = name;
      continue;
    }
    fixed = named.format;
    by = name;
    if (!given && std::ranges::find(read.formats, *fixed) == read.formats.end()) read.formats.push_back(*fixed);
    if (std::ranges::find(read.formats, *fixed) == read.formats.end()) {
      refuse(fmt::format("--operation {} is asked in {} alone; --format lacks it", name, info(*fixed).name));
    }
  }
  if (fixed && !given && !without.empty()) {
    refuse(fmt::format("--operation {} is asked in {} alone and {} is not; ask one of them, or give --format", by,
                       info(*fixed).name, without));
  }
  return read;
}

}  // namespace halfulp::cli
