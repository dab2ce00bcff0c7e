// SPDX-License-Identifier: Apache-2.0
#include "cli/usage/candidates.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <string_view>

#include "cli/arguments.hpp"
#include "cli/usage/placeholder.hpp"
#include "halfulp/device.hpp"
#include "halfulp/error.hpp"
#include "halfulp/pixel_format.hpp"

namespace halfulp::cli {
namespace {

/// A command line as far as it is typed.
struct Typed {
  const Subcommand* subcommand = nullptr;
  Arguments arguments;
  const ArgumentRow* option = nullptr;  ///< awaits its value
  std::size_t positionals = 0;          ///< how many are given
};

const ArgumentRow* find_option(const Subcommand& subcommand, std::string_view name) {
  const auto is_named = [&](const ArgumentRow& row) {
    return row.is_option() && (row.name == name || (!row.short_name.empty() && row.short_name == name));
  };
  const auto found = std::ranges::find_if(subcommand.arguments, is_named);
  return found == subcommand.arguments.end() ? nullptr : &*found;
}

/// The positional argument of that index; one that repeats takes the rest.
const ArgumentRow* find_positional(const Subcommand& subcommand, std::size_t index) {
  for (const ArgumentRow& row : subcommand.arguments) {
    if (row.is_option()) continue;
    if (index == 0 || row.kind == ValueKind::repeated) return &row;
    --index;
  }
  return nullptr;
}

Typed read(std::span<const std::string> words, const Subcommand& subcommand) {
  Typed typed{.subcommand = &subcommand, .arguments = {}};
  const auto take = [&](const ArgumentRow& row, std::string_view value) {
    typed.arguments.values[std::string(row.name)].emplace_back(value);
  };
  for (const std::string& word : words) {
    if (typed.option != nullptr) {
      take(*typed.option, word);
      typed.option = nullptr;
    } else if (const ArgumentRow* option = find_option(subcommand, word.substr(0, word.find('=')))) {
      const std::size_t equals = word.find('=');
      if (option->kind == ValueKind::flag || equals != std::string::npos) {
        take(*option, equals == std::string::npos ? "" : std::string_view(word).substr(equals + 1));
      } else {
        typed.option = option;
      }
    } else if (const ArgumentRow* positional = find_positional(subcommand, typed.positionals)) {
      take(*positional, word);
      ++typed.positionals;
    }
  }
  for (const ArgumentRow& row : subcommand.arguments) {
    if (!row.fallback.empty()) typed.arguments.values.try_emplace(std::string(row.name), 1, std::string(row.fallback));
  }
  return typed;
}

/// The rulebooks that the command line names, if they exist.
std::vector<Rulebook> books_of(const Typed& typed) {
  std::vector<Rulebook> books;
  for (const char* argument : {"BOOK", "OTHER", "--rulebook"}) {
    for (const std::string& name : typed.arguments.parts(argument)) {
      try {
        books.push_back(Rulebook::open(name));
      } catch (const Error&) {
        // Its user learns when the command runs.
      }
    }
  }
  return books;
}

using Words = std::vector<Candidate>;

Words choices(const Placeholder& placeholder) {
  Words words;
  for (const std::string_view choice : placeholder.choices) words.push_back({std::string(choice), ""});
  return words;
}

Words rulebooks() {
  Words words;
  for (const std::string& name : Rulebook::embedded()) words.push_back({name, Rulebook::open(name).title()});
  return words;
}

Words operations_of(const Typed& typed) {
  const std::vector<Rulebook> books = books_of(typed);
  std::map<std::string, std::string> found;  // sorted, each once
  for (const OperationInfo& row : operations()) {
    const auto add = [&](Naming naming) { found.emplace(name(row.operation, naming), row.meaning); };
    if (books.empty()) {
      add(Naming::direct3d);
      add(Naming::metal);
    }
    for (const Rulebook& book : books) {
      const auto has = [&](const FormatInfo& format) { return book.has(row.operation, format.format); };
      if (std::ranges::any_of(halfulp::formats(), has)) add(book.naming());
    }
  }
  Words words;
  for (const auto& [name, meaning] : found) words.push_back({name, meaning});
  return words;
}

/// The formats in which the rulebooks have the operations typed so far, or any operation.
Words formats_of(const Typed& typed) {
  std::vector<Operation> asked;
  for (const char* argument : {"OPERATION", "--operation"}) {
    for (const std::string& name : typed.arguments.parts(argument)) {
      if (const auto operation = find_operation(name)) asked.push_back(*operation);
    }
  }
  if (asked.empty()) {
    for (const OperationInfo& row : operations()) asked.push_back(row.operation);
  }
  const std::vector<Rulebook> books = books_of(typed);
  Words words;
  for (const FormatInfo& format : halfulp::formats()) {
    const auto has = [&](const Rulebook& book) {
      return std::ranges::any_of(asked, [&](Operation one) { return book.has(one, format.format); });
    };
    if (books.empty() || std::ranges::any_of(books, has)) words.push_back({std::string(format.name), ""});
  }
  return words;
}

/// By halfulp's names, or by those of the API whose prefix the word begins with.
Words pixel_format_names(std::string_view word) {
  Words words;
  for (const PixelFormatInfo& row : pixel_formats()) {
    const std::string says = row.dxgi.empty() ? std::string(row.vulkan) : std::string(row.dxgi);
    words.push_back({std::string(row.name), says});
    for (const auto& [prefix, api] : {std::pair("DXGI_FORMAT_", row.dxgi), std::pair("VK_FORMAT_", row.vulkan),
                                      std::pair("MTLPixelFormat", row.metal)}) {
      const bool begun = !word.empty() && std::string_view(prefix).starts_with(word.substr(0, 3));
      if (begun && !api.empty()) words.push_back({prefix + std::string(api), std::string(row.name)});
    }
  }
  return words;
}

Words devices_of(std::string_view word) {
  const std::size_t colon = word.find(':');
  const std::string kind(word.substr(0, colon));
  Words words;
  if (colon == std::string_view::npos) {
    for (const std::string_view name : device_kinds()) {
      // Behind exec: is a command line.
      words.push_back({name == "exec" ? "exec:" : std::string(name), ""});
    }
    for (const DeviceDescription& device : list_devices("host")) {
      if (device.name != "host") words.push_back({device.name, device.title});
    }
  } else if (kind == "reference") {
    for (Candidate& book : rulebooks()) words.push_back({"reference:" + book.text, std::move(book.says)});
  } else {
    for (const DeviceDescription& device : list_devices(kind)) words.push_back({device.name, device.title});
  }
  return words;
}

Words readings_of(const Typed& typed, std::string_view word) {
  const std::size_t equals = word.find('=');
  std::map<std::string, std::string> found;
  for (const Rulebook& book : books_of(typed)) {
    for (const Reading& reading : book.readings()) {
      if (equals == std::string_view::npos) {
        found.emplace(reading.id + "=", reading.question);
      } else if (reading.id == word.substr(0, equals)) {
        for (const ReadingOption& option : reading.options) {
          found.emplace(fmt::format("{}={}", reading.id, option.name), option.says);
        }
      }
    }
  }
  Words words;
  for (const auto& [text, says] : found) words.push_back({text, says});
  return words;
}

Words names_of(const Placeholder& placeholder, const Typed& typed, std::string_view word) {
  switch (placeholder.names) {
    case Names::choices:
      return choices(placeholder);
    case Names::devices:
      return devices_of(word);
    case Names::rulebooks:
      return rulebooks();
    case Names::operations:
      return operations_of(typed);
    case Names::formats:
      return formats_of(typed);
    case Names::pixel_formats:
      return pixel_format_names(word);
    case Names::readings:
      return readings_of(typed, word);
    case Names::nothing:
    case Names::files:
    case Names::folders:
      break;
  }
  return {};
}

/// Those of `words` that go on with `word`, each behind `before`.
Words going_on(Words words, std::string_view word, std::string_view before) {
  std::erase_if(words, [&](const Candidate& candidate) { return !candidate.text.starts_with(word); });
  for (Candidate& candidate : words) candidate.text.insert(0, before);
  return words;
}

/// The values that the last word of the line may be; `before` is what of that word is no part of the value.
Candidates values(const ArgumentRow& row, const Typed& typed, std::string_view word, std::string_view before) {
  const auto placeholder = describe_placeholder(row);
  if (!placeholder) return {};
  std::string kept(before);
  std::vector<std::string> chosen;
  if (placeholder->list) {
    for (std::size_t comma = word.find(','); comma != std::string_view::npos; comma = word.find(',')) {
      chosen.emplace_back(word.substr(0, comma));
      kept += word.substr(0, comma + 1);
      word.remove_prefix(comma + 1);
    }
  }
  Words names = names_of(*placeholder, typed, word);
  std::erase_if(names, [&](const Candidate& one) { return std::ranges::find(chosen, one.text) != chosen.end(); });
  Candidates found{.words = going_on(std::move(names), word, kept)};
  if (placeholder->names == Names::files) found.paths = Paths::files;
  if (placeholder->names == Names::folders) found.paths = Paths::folders;
  // A rulebook may be the user's own file.
  if (placeholder->names == Names::rulebooks && found.words.empty()) found.paths = Paths::files;
  return found;
}

Words option_names(const Typed& typed) {
  Words words;
  for (const ArgumentRow& row : typed.subcommand->arguments) {
    if (!row.is_option()) continue;
    // Those with a default are in the arguments though they were not typed.
    const bool given = row.fallback.empty() && typed.arguments.has(row.name);
    if (!given || row.kind == ValueKind::repeated) words.push_back({std::string(row.name), std::string(row.help)});
  }
  words.push_back({"--help", "print this help"});
  return words;
}

Words subcommand_names(std::span<const Subcommand> table) {
  Words words;
  for (const Subcommand& row : table) {
    if (!row.hidden) words.push_back({std::string(row.name), std::string(row.summary)});
  }
  return words;
}

}  // namespace

Candidates candidates(std::span<const std::string> words, std::span<const Subcommand> table) {
  if (words.empty()) return {};
  const std::string_view word = words.back();
  if (words.size() == 1) {
    const Words first = word.starts_with('-') ? Words{{"--help", "print the help"}, {"--version", "print the version"}}
                                              : subcommand_names(table);
    return {.words = going_on(first, word, "")};
  }
  const auto subcommand = std::ranges::find(table, words.front(), &Subcommand::name);
  if (subcommand == table.end() || subcommand->hidden) return {};
  const Typed typed = read(words.subspan(1, words.size() - 2), *subcommand);
  if (typed.option != nullptr) return values(*typed.option, typed, word, "");
  if (word.starts_with('-')) {
    const std::size_t equals = word.find('=');
    if (equals == std::string_view::npos) return {.words = going_on(option_names(typed), word, "")};
    const ArgumentRow* option = find_option(*subcommand, word.substr(0, equals));
    if (option == nullptr) return {};
    return values(*option, typed, word.substr(equals + 1), word.substr(0, equals + 1));
  }
  const ArgumentRow* positional = find_positional(*subcommand, typed.positionals);
  if (positional != nullptr) return values(*positional, typed, word, "");
  return {.words = going_on(option_names(typed), word, "")};
}

}  // namespace halfulp::cli
