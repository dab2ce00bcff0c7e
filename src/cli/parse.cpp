// SPDX-License-Identifier: Apache-2.0
#include "cli/parse.hpp"

#include <fmt/format.h>

#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>
#include <algorithm>
#include <array>
#include <cctype>
#include <map>

#include "cli/usage/help.hpp"
#include "cli/usage/placeholder.hpp"
#include "cli/usage/version.hpp"
#include "halfulp/error.hpp"
#include "number/nearest_name.hpp"

namespace halfulp::cli {
namespace {

/// CLI11 takes `-0` and `-inf` for options. A letter in front that no command line holds hides them from it.
constexpr char kShield = '\x1f';

bool is_negative_value(std::string_view text) {
  constexpr std::string_view kSecond = "0123456789.iInN(";
  constexpr std::string_view kOfExpressions = " ()*+/";
  if (text.size() < 2 || text[0] != '-' || text[1] == '-') return false;
  return kSecond.find(text[1]) != std::string_view::npos ||
         text.find_first_of(kOfExpressions) != std::string_view::npos;
}

std::string unshielded(std::string text) {
  if (!text.empty() && text.front() == kShield) text.erase(0, 1);
  return text;
}

[[noreturn]] void fail(const std::string& message) { throw Error(Error::Kind::kUsage, message); }

/// Before the subcommand there are the options of halfulp itself.
void check_first(const std::string& word) {
  constexpr std::array<std::string_view, 3> kOptions = {"--help", "--version", "-h"};
  if (!word.starts_with('-') || std::ranges::find(kOptions, word) != kOptions.end()) return;
  fail(fmt::format("{}; 'halfulp --help' lists what there is, and options of a subcommand come behind it",
                   number::unknown_name("option", word, kOptions)));
}

const Subcommand* find_subcommand(const std::vector<std::string>& command_line, std::span<const Subcommand> table) {
  if (!command_line.empty()) check_first(command_line.front());
  const auto word = std::ranges::find_if(command_line, [](const std::string& text) { return !text.starts_with('-'); });
  if (word == command_line.end()) return nullptr;
  const auto row = std::ranges::find(table, *word, &Subcommand::name);
  if (row != table.end()) return &*row;
  std::vector<std::string_view> names;
  for (const Subcommand& subcommand : table) {
    if (!subcommand.hidden) names.push_back(subcommand.name);
  }
  fail(fmt::format("{}; 'halfulp --help' lists them", number::unknown_name("subcommand", *word, names)));
}

/// Names an option that the subcommand does not have together with the nearest that it has.
void check_options(const Subcommand& subcommand, const std::vector<std::string>& command_line) {
  std::vector<std::string_view> names = {"--help"};
  std::vector<std::string_view> short_names = {"-h"};
  for (const ArgumentRow& row : subcommand.arguments) {
    if (row.is_option()) names.push_back(row.name);
  }
  for (const ArgumentRow& row : subcommand.arguments) short_names.push_back(row.short_name);
  for (const std::string& text : command_line) {
    if (text == "--") return;  // after it there are no options
    const bool is_short = text.size() > 1 && text[0] == '-' && std::isalpha(static_cast<unsigned char>(text[1])) != 0 &&
                          !(subcommand.takes_values && is_negative_value(text));
    const bool is_known = is_short && std::ranges::find(short_names, text.substr(0, 2)) != short_names.end();
    if ((!text.starts_with("--") && !is_short) || is_known) continue;
    const std::string name = text.substr(0, text.find('='));
    if (std::ranges::find(names, name) == names.end()) {
      fail(fmt::format("'{}' has no option '{}'{}; 'halfulp {} --help' lists them", subcommand.name, name,
                       number::did_you_mean(name, names), subcommand.name));
    }
  }
}

/// CLI11 leaves over what no argument takes.
[[noreturn]] void fail_of_extra(const Subcommand* subcommand, const CLI::App& app) {
  if (subcommand == nullptr) fail("a subcommand is needed; 'halfulp --help' lists them");
  const std::vector<std::string> left = app.remaining(true);
  fail(fmt::format("'{}' does not take '{}'; see 'halfulp {} --help'", subcommand->name,
                   left.empty() ? "" : unshielded(left.front()), subcommand->name));
}

std::string check_number(const std::string& text) {
  constexpr std::size_t kDigits = 20;  // 2^64 - 1 = 18446744073709551615
  const bool digits =
      !text.empty() && std::ranges::all_of(text, [](unsigned char letter) { return std::isdigit(letter) != 0; });
  if (digits && (text.size() < kDigits || (text.size() == kDigits && text <= "18446744073709551615"))) return "";
  if (digits) return fmt::format("'{}' is above 18446744073709551615", text);
  return fmt::format("'{}' is not a whole number", text);
}

/// Where CLI11 puts what it read, one vector per argument.
using Taken = std::map<std::string_view, std::vector<std::string>>;

void add_argument(CLI::App& app, const ArgumentRow& row, Taken& taken) {
  std::vector<std::string>& place = taken[row.name];
  const std::string name =
      row.short_name.empty() ? std::string(row.name) : fmt::format("{},{}", row.short_name, row.name);
  if (row.kind == ValueKind::flag) {
    app.add_flag_callback(name, [&place] { place.assign(1, "yes"); });
    return;
  }
  CLI::Option* option = app.add_option(name, place);
  option->required(row.required);
  // An option takes one value each time, so that what follows it is not swallowed; a repeated positional takes the
  // rest.
  option->allow_extra_args(row.kind == ValueKind::repeated && !row.is_option());
  if (row.kind == ValueKind::repeated) {
    option->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
  } else {
    option->expected(1)->multi_option_policy(CLI::MultiOptionPolicy::Throw);
  }
  option->type_name(std::string(placeholder(row)));  // for messages
  if (row.kind == ValueKind::number) option->check(check_number, "");
}

Arguments gather(const Subcommand& subcommand, Taken& taken) {
  Arguments arguments;
  for (const ArgumentRow& row : subcommand.arguments) {
    std::vector<std::string>& values = taken[row.name];
    std::ranges::transform(values, values.begin(), unshielded);
    if (std::ranges::find(values, "") != values.end()) {
      fail(fmt::format("{} is empty; give {}, or leave it out", row.name, placeholder(row)));
    }
    if (values.empty() && !row.fallback.empty()) values.assign(1, std::string(row.fallback));
    if (!values.empty()) arguments.values.emplace(row.name, std::move(values));
  }
  return arguments;
}

}  // namespace

Parsed parse(const std::vector<std::string>& command_line, std::span<const Subcommand> table) {
  if (!command_line.empty() && command_line.front() == "help") {  // help check: check --help
    std::vector<std::string> asked(command_line.begin() + 1, command_line.end());
    asked.emplace_back("--help");
    return parse(asked, table);
  }
  CLI::App app;
  app.set_version_flag("--version", "");
  app.set_help_flag("-h,--help", "");
  app.require_subcommand(1);

  std::map<std::string_view, Taken> taken;
  for (const Subcommand& row : table) {
    CLI::App* sub = app.add_subcommand(std::string(row.name), "");
    for (const ArgumentRow& argument : row.arguments) add_argument(*sub, argument, taken[row.name]);
  }

  Parsed parsed;
  const Subcommand* subcommand = find_subcommand(command_line, table);
  std::vector<std::string> shielded = command_line;
  if (subcommand != nullptr && subcommand->hidden) {
    parsed.subcommand = subcommand;
    const auto word = std::ranges::find(command_line, subcommand->name);
    parsed.arguments.values.emplace(subcommand->arguments.front().name,
                                    std::vector<std::string>(word + 1, command_line.end()));
    return parsed;
  }
  if (subcommand != nullptr) {
    check_options(*subcommand, command_line);
    if (subcommand->takes_values) {
      for (std::string& text : shielded) {
        if (is_negative_value(text)) text.insert(text.begin(), kShield);
      }
    }
  }
  try {
    std::ranges::reverse(shielded);  // CLI11 takes the last element first
    app.parse(shielded);
  } catch (const CLI::CallForVersion&) {
    parsed.text = version_text();
    return parsed;
  } catch (const CLI::Success&) {
    parsed.text = subcommand == nullptr ? help_text(table) : help_text(*subcommand);
    return parsed;
  } catch (const CLI::ExtrasError&) {
    fail_of_extra(subcommand, app);
  } catch (const CLI::ParseError& error) {
    if (subcommand == nullptr) fail("a subcommand is needed; 'halfulp --help' lists them");
    std::string message = error.what();
    std::erase(message, kShield);
    fail(fmt::format("{}; see 'halfulp {} --help'", message, subcommand->name));
  }
  parsed.subcommand = subcommand;
  parsed.arguments = gather(*subcommand, taken[subcommand->name]);
  return parsed;
}

}  // namespace halfulp::cli
