// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "cli/arguments.hpp"
#include "cli/exit_code.hpp"

namespace halfulp::cli {

enum class ValueKind : std::uint8_t {
  flag,      ///< no value
  text,      ///< one value
  number,    ///< one value, a decimal below 2^64
  repeated,  ///< one value each time, any number of times
};

/// One row: an option (`--seed`) or a positional argument (`OPERATION`).
struct ArgumentRow {
  std::string_view name;
  ValueKind kind;
  /// "N"; what values it stands for: cli/usage/placeholder.hpp. "" for flags; of a positional argument its name, or the
  /// choices there are ("bash|zsh|fish").
  std::string_view value_name;
  std::string_view fallback;  ///< its default; "" for none
  std::string_view help;
  bool required = false;
  std::string_view short_name = {};  ///< "-o"

  [[nodiscard]] bool is_option() const { return name.starts_with("--"); }
};

/// One row of the table of subcommands.
struct Subcommand {
  std::string_view name;
  std::string_view summary;
  std::string_view example;
  std::vector<ArgumentRow> arguments;
  ExitCode (*run)(const Arguments& arguments);
  /// Whether arguments may be negative values (`-0`, `-inf`): no option of it begins with one dash and a digit.
  bool takes_values = false;
  /// Not listed by --help: for halfulp's own child processes, its build and its completions. The words behind it are
  /// taken as they are, under the name of its one argument.
  bool hidden = false;
  /// Paragraphs for --help and the man page, a blank line between two.
  std::string_view description = {};
  /// Other subcommands that the man page refers to.
  std::vector<std::string_view> see_also = {};
};

/// All subcommands; src/cli/subcommand.cpp has the table.
[[nodiscard]] std::span<const Subcommand> subcommands();

ExitCode check(const Arguments& arguments);
ExitCode complete(const Arguments& arguments);
ExitCode completion(const Arguments& arguments);
ExitCode compare(const Arguments& arguments);
ExitCode convert(const Arguments& arguments);
ExitCode devices(const Arguments& arguments);
ExitCode diff(const Arguments& arguments);
ExitCode evaluate(const Arguments& arguments);
ExitCode explain(const Arguments& arguments);
ExitCode formats(const Arguments& arguments);
ExitCode judge(const Arguments& arguments);
ExitCode matrix(const Arguments& arguments);
ExitCode merge(const Arguments& arguments);
ExitCode range(const Arguments& arguments);
ExitCode rules(const Arguments& arguments);
ExitCode serve_device(const Arguments& arguments);
ExitCode share(const Arguments& arguments);
ExitCode show(const Arguments& arguments);
ExitCode table(const Arguments& arguments);
ExitCode try_cases(const Arguments& arguments);
ExitCode vectors(const Arguments& arguments);
ExitCode verify(const Arguments& arguments);

}  // namespace halfulp::cli
