// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace halfulp::rulebook {

/// What a key of a table has: a string, or a date as YYYY-MM-DD.
struct TomlEntry {
  std::string text;
  std::size_t line = 0;
  std::size_t column = 0;
};

/// One of the tables `[[name]]`, and where it begins.
struct TomlTable {
  std::size_t line = 0;
  std::size_t column = 0;
  std::map<std::string, TomlEntry, std::less<>> entries;
};

/// The tables `[[name]]` of a TOML file that has nothing else, each of strings and dates under the keys given. `file`
/// stands for the file in messages.
/// Throws Error(kInput) with file:line:column for a text that is no TOML, and for other tables, keys and values.
[[nodiscard]] std::vector<TomlTable> read_tables(std::string_view toml, const std::string& file, std::string_view name,
                                                 std::span<const std::string_view> keys);

}  // namespace halfulp::rulebook
