// SPDX-License-Identifier: Apache-2.0
#pragma once

// The parser itself is compiled in load.cpp.
#define TOML_HEADER_ONLY 0
#define TOML_ENABLE_FORMATTERS 0

#include <fmt/format.h>
#include <toml++/toml.h>

#include <algorithm>
#include <initializer_list>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "halfulp/error.hpp"
#include "number/nearest_name.hpp"
#include "rulebook/expression.hpp"

namespace halfulp::rulebook {

using Names = std::initializer_list<std::string_view>;

/// A parsed TOML file whose every complaint names file, line and column. All members throw Error(kInput).
class TomlFile {
 public:
  TomlFile(std::string_view content, std::string name) : name_(std::move(name)) {
    try {
      root_ = toml::parse(content, std::string_view(name_));
    } catch (const toml::parse_error& error) {
      throw Error(Error::Kind::kInput, fmt::format("{}:{}:{}: {}", name_, error.source().begin.line,
                                                   error.source().begin.column, error.description()));
    }
  }

  [[nodiscard]] const toml::table& root() const { return root_; }

  [[noreturn]] void fail(const toml::node& node, const std::string& message) const {
    fail(node.source().begin.line, node.source().begin.column, message);
  }
  [[noreturn]] void fail(std::size_t line, std::size_t column, const std::string& message) const {
    throw Error(Error::Kind::kInput, fmt::format("{}:{}:{}: {}", name_, line, column, message));
  }

  template <class Named>
  [[noreturn]] void unknown(const toml::node& node, std::string_view what, std::string_view word,
                            const Named& names) const {
    const std::vector<std::string_view> known(std::begin(names), std::end(names));
    fail(node, fmt::format("unknown {} '{}'{}", what, word, number::near_or_known(word, known)));
  }

  void only(const toml::table& table, Names keys, std::string_view what) const {
    only(table, std::span<const std::string_view>(keys.begin(), keys.size()), what);
  }
  void only(const toml::table& table, std::span<const std::string_view> keys, std::string_view what) const {
    for (const auto& [key, node] : table) {
      if (std::ranges::find(keys, key.str()) == keys.end()) {
        const std::vector<std::string_view> known(keys.begin(), keys.end());
        fail(key.source().begin.line, key.source().begin.column,
             fmt::format("unknown {} '{}'{}", what, key.str(), number::near_or_known(key.str(), known)));
      }
    }
  }

  std::string text(const toml::node& node, std::string_view key) const {
    const auto* value = node.as_string();
    if (value == nullptr) fail(node, fmt::format("'{}' must be a string in quotes", key));
    return value->get();
  }

  std::string text_of(const toml::table& table, std::string_view key) const {
    const toml::node* node = table.get(key);
    if (node == nullptr) fail(table, fmt::format("missing key '{}'", key));
    return text(*node, key);
  }

  const toml::table& table_of(const toml::table& parent, const toml::node& where, std::string_view key) const {
    const toml::node* node = parent.get(key);
    if (node == nullptr) fail(where, fmt::format("missing table '{}'", key));
    return as_table(*node, key);
  }

  const toml::table& as_table(const toml::node& node, std::string_view key) const {
    const auto* table = node.as_table();
    if (table == nullptr) fail(node, fmt::format("'{}' must be a table {{ key = value }}", key));
    return *table;
  }

  template <class Action>
  void each(const toml::table& parent, std::string_view key, Action action) const {
    const toml::node* node = parent.get(key);
    if (node == nullptr) return;
    const auto* array = node->as_array();
    if (array == nullptr) fail(*node, fmt::format("write [[{}]], with two brackets", key));
    for (const toml::node& element : *array) action(as_table(element, key));
  }

  const toml::array* as_array(const toml::node& node, std::string_view key) const {
    const auto* array = node.as_array();
    if (array == nullptr) fail(node, fmt::format("'{}' must be a list of strings", key));
    return array;
  }

  /// parse(), its SyntaxError reported at its place in the string `node`.
  template <class Parse>
  auto parsed(const toml::node& node, Parse parse) const -> decltype(parse()) {
    try {
      return parse();
    } catch (const SyntaxError& error) {
      const std::string written = node.is_string() ? node.as_string()->get() : std::string();
      const auto offset = static_cast<std::ptrdiff_t>(std::min(error.offset, written.size()));
      const auto line_breaks = std::count(written.begin(), written.begin() + offset, '\n');
      std::size_t line = node.source().begin.line;
      std::size_t column = node.source().begin.column;
      if (node.source().end.line > line) {  // a multi-line string: its text begins on the next line
        const auto line_start = written.rfind('\n', error.offset == 0 ? 0 : error.offset - 1);
        line += static_cast<std::size_t>(line_breaks) + 1;
        column = error.offset - (line_start == std::string::npos || line_breaks == 0 ? 0 : line_start + 1) + 1;
      } else {
        column += error.offset + 1;  // past the quote
      }
      fail(line, column, error.what());
    }
  }

 private:
  std::string name_;
  toml::table root_;
};

}  // namespace halfulp::rulebook
