// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <span>

#include "cli/operation_name.hpp"
#include "cli/output.hpp"
#include "cli/rules_markdown.hpp"
#include "cli/rules_names.hpp"
#include "cli/subcommand.hpp"
#include "halfulp/error.hpp"
#include "halfulp/rulebook.hpp"
#include "report/shapes.hpp"
#include "report/values.hpp"
#include "rulebook/math_table.hpp"
#include "rulebook/resolve.hpp"

namespace halfulp::cli {
namespace {

constexpr std::size_t kWidth = 110;

std::string names(const std::vector<std::string>& listed, std::string_view none) {
  return listed.empty() ? std::string(none) : fmt::format("{}", fmt::join(listed, ", "));
}

bool is_table(const RuleInfo& rule) { return rule.kind == "special"; }

std::string indented(std::string_view lines) {
  std::string text;
  while (!lines.empty()) {
    const std::string_view line = lines.substr(0, lines.find('\n'));
    lines.remove_prefix(std::min(line.size() + 1, lines.size()));
    text += fmt::format("    {}\n", line);
  }
  return text;
}

std::string rule_lines(const RuleInfo& rule) {
  std::string text = fmt::format("\n{} ({} of {})\n", rule.id, rule.kind, rule.rulebook);
  text += report::source_lines(rule.source, rule.status, 2, kWidth);
  text += report::wrapped("operations: " + names(rule.operations, "all"), 2, kWidth);
  text += report::wrapped("formats: " + names(rule.formats, "all"), 2, kWidth);
  text +=
      is_table(rule) ? "  permits:\n" + indented(rule.permits) : report::wrapped("permits: " + rule.permits, 2, kWidth);
  for (const auto& [option, permits] : rule.under) {
    text += report::wrapped(fmt::format("{}={}: {}", rule.readings.front(), option, permits), 2, kWidth);
  }
  return text;
}

std::string reading_lines(const Reading& reading) {
  std::string text = fmt::format("\n{}{}\n", reading.id, reading.on_request ? " (only when chosen)" : "");
  text += report::wrapped(reading.question, 2, kWidth);
  for (const ReadingOption& option : reading.options) {
    const std::string_view mark = option.name == reading.chosen ? " (default)" : "";
    text += report::wrapped(fmt::format("{}{}: {}", option.name, mark, option.says), 4, kWidth);
  }
  return text;
}

/// The rules in force: accuracy, tables and identities, then the policies, which are of many operations.
std::vector<RuleInfo> special_first(const Rulebook& book) {
  std::vector<RuleInfo> rules = book.rules();
  const auto rank = [](const RuleInfo& rule) {
    return rule.kind == "accuracy" ? 0 : rule.kind == "special" ? 1 : rule.kind == "policy" ? 3 : 2;
  };
  std::ranges::stable_sort(rules, {}, rank);
  return rules;
}

/// The rules and the readings that `is_meant` chooses among those given.
template <typename IsMeant>
std::string rules_text(const Rulebook& book, const std::vector<RuleInfo>& rules, IsMeant is_meant) {
  std::string text = "\nRULES\n";
  std::set<std::string> asked;
  std::map<std::string, std::string> documents;  // lines by tag
  for (const RuleInfo& rule : rules) {
    if (!is_meant(rule)) continue;
    text += rule_lines(rule);
    asked.insert(rule.readings.begin(), rule.readings.end());
    const Source& source = rule.source;
    if (!source.address.empty()) {
      documents[source.document] = fmt::format("{}: {}\n  {}\n", source.document, source.title, source.address);
    }
  }
  text += "\nREADINGS\n";
  for (const Reading& reading : book.readings()) {
    if (asked.contains(reading.id)) text += reading_lines(reading);
  }
  if (!documents.empty()) text += "\nDOCUMENTS\n\n";
  for (const auto& [tag, lines] : documents) text += lines;
  return text;
}

std::string heading(const Rulebook& book) {
  std::string text = fmt::format("{}: {}\n", book.id(), book.title());
  if (!book.extends().empty()) text += fmt::format("extends {}\n", book.extends());
  return text;
}

/// What the rulebook says of one operation, in all formats.
std::string operation_text(const Rulebook& asked, std::string_view called) {
  const auto table = rulebook::math_table(called, asked, {});
  const Rulebook& book = table ? table->book : asked;
  const Operation operation = read_operation(called, std::span(&book, 1));
  std::set<std::string> used;
  std::vector<std::string_view> in;
  for (const FormatInfo& format : halfulp::formats()) {
    if (!book.has(operation, format.format)) continue;
    in.push_back(format.name);
    for (const rulebook::Rule* rule : rulebook::rules_for(book.model(), operation, format.format)) {
      used.insert(rule->id);
    }
  }
  if (in.empty()) book.check(operation, info(operation).only_format().value_or(Format::binary32));
  return fmt::format("{} ({}) in {} under {}", name(operation, book.naming()), info(operation).meaning,
                     fmt::join(in, ", "), heading(book)) +
         rules_text(book, special_first(book), [&](const RuleInfo& rule) { return used.contains(rule.id); });
}

std::string list_text(const std::vector<Rulebook>& books, bool markdown) {
  std::string text = markdown ? "| rulebook | title | extends |\n|---|---|---|\n" : "";
  for (const Rulebook& book : books) {
    if (markdown) {
      text += fmt::format("| `{}` | {} | {} |\n", book.id(), markdown_cell(book.title()), book.extends());
    } else {
      text += fmt::format("{:<13} {}{}\n", book.id(), book.title(),
                          book.extends().empty() ? "" : " (extends " + book.extends() + ")");
    }
  }
  return text;
}

/// With --names BOOK stands for a language or a name of an operation.
void write_names(const Arguments& arguments, bool json, bool markdown) {
  const std::string asked = arguments.text("BOOK");
  if (arguments.has("OPERATION")) {
    throw Error(Error::Kind::kUsage,
                fmt::format("--names takes one language or operation; '{}' is a second", arguments.text("OPERATION")));
  }
  if ((json || markdown) && !asked.empty()) {
    throw Error(Error::Kind::kUsage, fmt::format("--json and --markdown are of all names; leave '{}' out", asked));
  }
  write_output(json ? names_json() : markdown ? names_markdown() : names_text(asked));
}

}  // namespace

ExitCode rules(const Arguments& arguments) {
  const bool json = arguments.has("--json");
  const bool markdown = arguments.has("--markdown");
  if (json && markdown) throw Error(Error::Kind::kUsage, "--json and --markdown exclude each other; give one of them");
  if (arguments.has("--names")) {
    write_names(arguments, json, markdown);
    return ExitCode::kConforms;
  }
  if (arguments.has("BOOK")) {
    const Rulebook book = Rulebook::open(arguments.text("BOOK"));
    if (arguments.has("OPERATION")) {
      if (json || markdown) throw Error(Error::Kind::kUsage, "--json and --markdown are of a whole rulebook");
      write_output(operation_text(book, arguments.text("OPERATION")));
      return ExitCode::kConforms;
    }
    write_output(json       ? report::json_text(report::rulebook_shape(book))
                 : markdown ? book_markdown(book)
                            : heading(book) + rules_text(book, book.rules(), [](const RuleInfo&) { return true; }));
    return ExitCode::kConforms;
  }
  std::vector<Rulebook> books;
  for (const std::string& name : Rulebook::embedded()) books.push_back(Rulebook::open(name));
  write_output(json ? report::json_text(report::rulebooks_shape(books)) : list_text(books, markdown));
  return ExitCode::kConforms;
}

}  // namespace halfulp::cli
