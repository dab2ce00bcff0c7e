// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace halfulp::cli {

/// The arguments of a subcommand as given, defaults filled in; by the names of its row in the table of subcommands.
struct Arguments {
  /// One value for an option that is given once, all of them for one that repeats; absent when not given.
  std::map<std::string, std::vector<std::string>, std::less<>> values;

  [[nodiscard]] bool has(std::string_view name) const { return values.contains(name); }
  /// The value, or "" when not given.
  [[nodiscard]] std::string text(std::string_view name) const;
  /// All values; empty when not given.
  [[nodiscard]] std::vector<std::string> list(std::string_view name) const;
  /// The values, split further at commas, empty parts left out.
  [[nodiscard]] std::vector<std::string> parts(std::string_view name) const;
  /// A value that the parser found to be a number below 2^64.
  [[nodiscard]] std::uint64_t number(std::string_view name) const;
};

}  // namespace halfulp::cli
