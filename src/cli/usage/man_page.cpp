// SPDX-License-Identifier: Apache-2.0
#include "cli/usage/man_page.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <vector>

#include "cli/usage/exit_status.hpp"
#include "cli/usage/help.hpp"
#include "cli/usage/placeholder.hpp"

namespace halfulp::cli {
namespace {

/// A text as roff prints it, letter by letter: a hyphen is one that can be copied, no line begins with a request.
std::string escaped(std::string_view text) {
  std::string result;
  bool begins_line = true;
  for (const char letter : text) {
    if (begins_line && (letter == '.' || letter == '\'')) result += "\\&";
    begins_line = letter == '\n';
    switch (letter) {
      case '\\':
        result += "\\e";
        break;
      case '-':
        result += "\\-";
        break;
      case '\'':
        result += "\\(aq";
        break;
      case '"':
        result += "\\(dq";
        break;
      case '`':
        result += "\\(ga";
        break;
      case '^':
        result += "\\(ha";
        break;
      case '~':
        result += "\\(ti";
        break;
      default:
        result += letter;
    }
  }
  return result;
}

std::string bold(std::string_view text) { return "\\fB" + escaped(text) + "\\fR"; }
std::string italic(std::string_view text) { return "\\fI" + escaped(text) + "\\fR"; }

/// `halfulp-check(1)`.
std::string page_name(std::string_view subcommand) {
  return subcommand.empty() ? "halfulp" : fmt::format("halfulp-{}", subcommand);
}
std::string reference(std::string_view subcommand) { return bold(page_name(subcommand)) + "(1)"; }

std::string upper(std::string text) {
  std::ranges::transform(text, text.begin(), [](char letter) {
    return letter >= 'a' && letter <= 'z' ? static_cast<char>(letter - 'a' + 'A') : letter;
  });
  return text;
}

std::string heading(std::string_view subcommand, std::string_view summary) {
  const std::string name = page_name(subcommand);
  // No date: what a page says depends on the version alone.
  return fmt::format(".TH {} 1 \"\" \"halfulp {}\" \"halfulp manual\"\n.nh\n.ad l\n.SH NAME\n{} \\- {}\n",
                     escaped(upper(name)), HALFULP_VERSION, escaped(name), escaped(summary));
}

std::string section(std::string_view title) { return fmt::format(".SH {}\n", title); }

std::string paragraphs(std::string_view text) {
  std::string result;
  while (!text.empty()) {
    const std::string_view one = text.substr(0, text.find("\n\n"));
    text.remove_prefix(std::min(text.size(), one.size() + 2));
    result += (result.empty() ? "" : ".PP\n") + escaped(one) + "\n";
  }
  return result;
}

/// `tag` is roff already.
std::string entry(std::string_view tag, std::string_view says) { return fmt::format(".TP\n{}\n{}\n", tag, says); }

std::string explained(const ArgumentRow& row) {
  std::string text = escaped(row.help) + ".";
  if (!row.fallback.empty()) text += fmt::format("\nDefault: {}.", bold(row.fallback));
  if (row.is_option() && row.kind == ValueKind::repeated) text += "\nMay be given several times.";
  if (row.is_option() && row.required) text += "\nRequired.";
  return text;
}

/// `--seed N`, of which the line is not broken.
std::string option_tag(const ArgumentRow& row) {
  const std::string name = bold(row.name);
  return row.kind == ValueKind::flag ? name : name + "\\ " + italic(row.value_name);
}

std::string synopsis(const Subcommand& subcommand) {
  std::string text = bold("halfulp") + "\\ " + bold(subcommand.name) + "\n";
  for (const ArgumentRow& row : subcommand.arguments) {
    if (!row.is_option()) continue;
    const std::string_view dots = row.kind == ValueKind::repeated ? "..." : "";
    text +=
        row.required ? fmt::format("{}{}\n", option_tag(row), dots) : fmt::format("[{}]{}\n", option_tag(row), dots);
  }
  for (const ArgumentRow& row : subcommand.arguments) {
    if (!row.is_option()) text += italic(positional_text(row)) + "\n";
  }
  return text;
}

std::string example(std::string_view line) { return fmt::format(".EX\n{}\n.EE\n", escaped(line)); }

std::string exit_statuses() {
  std::string text = section("EXIT STATUS");
  for (const ExitStatus& status : kExitStatuses) {
    text += entry(bold(std::to_string(status.code)), escaped(status.meaning) + ".");
  }
  return text;
}

std::string see_also(const std::vector<std::string_view>& subcommands) {
  std::string text = section("SEE ALSO");
  for (std::size_t i = 0; i < subcommands.size(); ++i) {
    text += reference(subcommands[i]) + (i + 1 < subcommands.size() ? ",\n" : "\n");
  }
  return text;
}

}  // namespace

std::string man_page(std::span<const Subcommand> table) {
  std::string text = heading("", kTagline) + section("SYNOPSIS");
  text += bold("halfulp") + "\n" + italic("SUBCOMMAND") + "\n[" + italic("OPTIONS") + "]\n[" + italic("ARGUMENTS") +
          "]\n.br\n" + bold("halfulp") + "\n" + bold("--help") + " | " + bold("--version") + "\n";
  text += section("DESCRIPTION") + paragraphs(introduction()) + section("SUBCOMMANDS");
  std::vector<std::string_view> names;
  std::string examples;
  for (const Subcommand& row : table) {
    if (row.hidden) continue;
    names.push_back(row.name);
    text += entry(reference(row.name), escaped(row.summary) + ".");
    examples += fmt::format("{}{}:\n{}", examples.empty() ? "" : ".PP\n", escaped(row.summary), example(row.example));
  }
  text += section("OPTIONS") + entry(bold("-h") + ", " + bold("--help"), "Print help; behind a subcommand its own.") +
          entry(bold("--version"), "Print the version, the rulebooks with their hashes, and what was built.");
  text += section("EXAMPLES") + examples + exit_statuses() + section("ENVIRONMENT");
  text += entry(bold("NO_COLOR"), "If set and not empty, output to a terminal has no colours.");
  return text + see_also(names);
}

std::string man_page(const Subcommand& subcommand) {
  std::string text = heading(subcommand.name, subcommand.summary) + section("SYNOPSIS") + synopsis(subcommand) +
                     section("DESCRIPTION") +
                     paragraphs(subcommand.description.empty() ? subcommand.summary : subcommand.description);
  std::string positionals;
  std::string options;
  for (const ArgumentRow& row : subcommand.arguments) {
    if (row.is_option()) {
      const std::string short_name = row.short_name.empty() ? "" : bold(row.short_name) + ",\\ ";
      options += entry(short_name + option_tag(row), explained(row));
    } else {
      positionals += entry(italic(row.name), explained(row));
    }
  }
  if (!positionals.empty()) text += section("ARGUMENTS") + positionals;
  text += section("OPTIONS") + options + entry(bold("-h") + ", " + bold("--help"), "Print help.");
  text += section("EXAMPLES") + example(subcommand.example) + exit_statuses();
  std::vector<std::string_view> others = {""};
  others.insert(others.end(), subcommand.see_also.begin(), subcommand.see_also.end());
  return text + see_also(others);
}

}  // namespace halfulp::cli
