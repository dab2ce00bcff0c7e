// SPDX-License-Identifier: Apache-2.0
#include "cli/usage/help.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>

#include "cli/usage/exit_status.hpp"
#include "cli/usage/placeholder.hpp"
#include "report/values.hpp"

namespace halfulp::cli {
namespace {

constexpr std::size_t kWidth = 90;
constexpr std::size_t kColumn = 28;  ///< where explanations begin

/// `  --seed N   what it is`, wrapped; what is longer than its column has a line of its own.
std::string entry(std::string_view what, std::string_view says, std::size_t column = kColumn) {
  const std::string explanation = report::wrapped(says, column, kWidth);
  std::string head = fmt::format("  {}", what);
  if (head.size() + 2 > column) return head + "\n" + explanation;
  head.resize(column, ' ');
  return head + explanation.substr(column);
}

std::string paragraphs(std::string_view text) {
  std::string result;
  while (!text.empty()) {
    const std::string_view one = text.substr(0, text.find("\n\n"));
    text.remove_prefix(std::min(text.size(), one.size() + 2));
    result += (result.empty() ? "" : "\n") + report::wrapped(one, 0, kWidth);
  }
  return result;
}

std::string option_text(const ArgumentRow& row) {
  std::string text = row.short_name.empty() ? "" : fmt::format("{}, ", row.short_name);
  text += row.name;
  if (row.kind != ValueKind::flag) text += fmt::format(" {}", row.value_name);
  return text;
}

std::string explained(const ArgumentRow& row) {
  std::string text(row.help);
  if (row.is_option() && row.kind == ValueKind::repeated) text += " (repeatable)";
  if (!row.fallback.empty()) text += fmt::format(" (default: {})", row.fallback);
  return text;
}

}  // namespace

std::string_view introduction() {
  return "halfulp runs the operations of a device (a GPU driver, the CPU, a program of yours) on carefully chosen "
         "operands, judges every result against a rulebook, and says which sentence of the documents a result breaks. "
         "It explains what a rulebook permits for given operands, and does the arithmetic and the pixel conversions "
         "by the rules.\n\n"
         "Operands are decimals, hex floats (0x1.8p-3), inf, nan, -0, or bits: 0x and exactly the format's hex digits "
         "(0x3f800000 in binary32). Operations go by the names of any shading language: rsq, "
         "rsqrt, inversesqrt, sm5:log; 'halfulp rules --names' lists them.";
}

std::string positional_text(const ArgumentRow& row) {
  const std::string_view dots = row.kind == ValueKind::repeated ? "..." : "";
  return row.required ? fmt::format("{}{}", row.name, dots) : fmt::format("[{}{}]", row.name, dots);
}

std::string usage_line(const Subcommand& subcommand) {
  std::string line(subcommand.name);
  const auto is_option = [](const ArgumentRow& row) { return row.is_option(); };
  if (std::ranges::any_of(subcommand.arguments, is_option)) line += " [OPTIONS]";
  for (const ArgumentRow& row : subcommand.arguments) {
    if (row.is_option() && row.required) line += fmt::format(" {} {}", row.name, placeholder(row));
  }
  for (const ArgumentRow& row : subcommand.arguments) {
    if (!row.is_option()) line += " " + positional_text(row);
  }
  return line;
}

std::string help_text(std::span<const Subcommand> table) {
  constexpr std::size_t kNames = 16;
  std::string text = fmt::format("halfulp: {}\n\nUsage: halfulp SUBCOMMAND [OPTIONS] [ARGUMENTS]\n\n{}", kTagline,
                                 paragraphs(introduction()));
  text += "\nSubcommands:\n";
  std::string examples;
  for (const Subcommand& row : table) {
    if (row.hidden) continue;
    text += entry(row.name, row.summary, kNames);
    examples += fmt::format("  {}\n", row.example);
  }
  text += "\nOptions:\n";
  text += entry("-h, --help", "print this help; behind a subcommand its own", kNames);
  text += entry("--version", "print the version, the rulebooks' hashes and what was built", kNames);
  text += "\nExamples:\n" + examples + "\nExit codes:\n";
  for (const ExitStatus& status : kExitStatuses) {
    text += entry(fmt::format("{:>3}", status.code), status.meaning, 7);
  }
  return text;
}

std::string help_text(const Subcommand& subcommand) {
  std::string text = paragraphs(fmt::format("halfulp {}: {}", subcommand.name, subcommand.summary));
  text += fmt::format("\nUsage: halfulp {}\n", usage_line(subcommand));
  if (!subcommand.description.empty()) text += "\n" + paragraphs(subcommand.description);
  std::string positionals;
  std::string options;
  for (const ArgumentRow& row : subcommand.arguments) {
    if (row.is_option()) {
      options += entry(option_text(row), explained(row));
    } else {
      positionals += entry(row.name, explained(row));
    }
  }
  if (!positionals.empty()) text += "\nArguments:\n" + positionals;
  text += "\nOptions:\n" + options + entry("-h, --help", "print this help");
  return text + fmt::format("\nExample:\n  {}\n", subcommand.example);
}

}  // namespace halfulp::cli
