// SPDX-License-Identifier: Apache-2.0
#include "report/gate/waiver.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <chrono>

#include "halfulp/error.hpp"
#include "number/nearest_name.hpp"
#include "rulebook/toml_entries.hpp"

namespace halfulp::report {
namespace {

using rulebook::TomlEntry;
using rulebook::TomlTable;

constexpr std::array<std::string_view, 8> kKeys = {"rule",    "rulebook", "operation", "format",
                                                   "variant", "reason",   "link",      "expires"};

/// Reads one table.
class Reader {
 public:
  Reader(const TomlTable& table, const std::string& file) : table_(table), file_(file) {}

  [[nodiscard]] Waiver waiver() const {
    Waiver waiver;
    waiver.line = table_.line;
    waiver.rule = required("rule", "the id of the rule whose failures it excuses: rule = \"D3D-FLUSH-OPERANDS\"");
    waiver.reason = required("reason", "why these failures are accepted");
    waiver.rulebook = text("rulebook");
    waiver.link = text("link");
    waiver.expires = text("expires");
    if (const TomlEntry* variant = find("variant")) waiver.variant = variant->text;
    if (const TomlEntry* entry = find("operation")) {
      waiver.operation = find_operation(entry->text);
      if (!waiver.operation) fail_unknown(*entry, "operation", operations());
    }
    if (const TomlEntry* entry = find("format")) {
      waiver.format = find_format(entry->text);
      if (!waiver.format) fail_unknown(*entry, "format", formats());
    }
    if (const TomlEntry* entry = find("expires"); entry != nullptr && !is_date(entry->text)) {
      fail(entry->line, entry->column,
           fmt::format("'{}' is no day: write expires = 2026-12-31, the last day on which the waiver counts",
                       entry->text));
    }
    return waiver;
  }

 private:
  [[noreturn]] void fail(std::size_t line, std::size_t column, const std::string& message) const {
    throw Error(Error::Kind::kInput, fmt::format("{}:{}:{}: {}", file_, line, column, message));
  }

  template <typename Rows>
  [[noreturn]] void fail_unknown(const TomlEntry& entry, std::string_view what, const Rows& rows) const {
    std::vector<std::string_view> names;
    for (const auto& row : rows) names.push_back(row.name);
    fail(entry.line, entry.column,
         fmt::format("unknown {} '{}'{}", what, entry.text, number::did_you_mean(entry.text, names)));
  }

  [[nodiscard]] const TomlEntry* find(std::string_view key) const {
    const auto found = table_.entries.find(key);
    return found == table_.entries.end() ? nullptr : &found->second;
  }

  [[nodiscard]] std::string text(std::string_view key) const {
    const TomlEntry* entry = find(key);
    return entry == nullptr ? "" : entry->text;
  }

  [[nodiscard]] std::string required(std::string_view key, std::string_view what) const {
    const TomlEntry* entry = find(key);
    if (entry == nullptr) fail(table_.line, table_.column, fmt::format("a waiver needs '{}', {}", key, what));
    if (entry->text.find_first_not_of(" \t\n") == std::string::npos) {
      fail(entry->line, entry->column, fmt::format("'{}' is empty; write {}", key, what));
    }
    return entry->text;
  }

  const TomlTable& table_;
  const std::string& file_;
};

}  // namespace

bool speaks_of(const Waiver& waiver, const Breach& breach) noexcept {
  const bool of_operation = breach.operation.has_value();
  return waiver.rule == breach.rule && (waiver.rulebook.empty() || waiver.rulebook == breach.rulebook) &&
         (!waiver.operation || waiver.operation == breach.operation) &&
         (!waiver.format || (of_operation && *waiver.format == breach.format)) &&
         (!waiver.variant || (of_operation && *waiver.variant == breach.variant.name));
}

bool is_expired(const Waiver& waiver, std::string_view today) noexcept {
  return !waiver.expires.empty() && waiver.expires < today;
}

bool is_date(std::string_view text) noexcept {
  constexpr std::size_t kLength = 10;
  if (text.size() != kLength || text[4] != '-' || text[7] != '-') return false;
  const auto number = [&](std::size_t first, std::size_t length) {
    int value = -1;
    const char* begin = text.data() + first;
    const auto [stop, error] = std::from_chars(begin, begin + length, value);
    return error == std::errc() && stop == begin + length ? value : -1;
  };
  const int year = number(0, 4);
  const int month = number(5, 2);
  const int day = number(8, 2);
  if (year < 0 || month < 0 || day < 0) return false;
  return std::chrono::year_month_day(std::chrono::year(year), std::chrono::month(static_cast<unsigned>(month)),
                                     std::chrono::day(static_cast<unsigned>(day)))
      .ok();
}

std::string reason_text(const Waiver& waiver) {
  std::string text = waiver.reason;
  if (!waiver.link.empty()) text += "; " + waiver.link;
  if (!waiver.expires.empty()) text += "; until " + waiver.expires;
  return text;
}

std::vector<Waiver> read_waivers(std::string_view toml, const std::string& file) {
  std::vector<Waiver> waivers;
  for (const TomlTable& table : rulebook::read_tables(toml, file, "waiver", kKeys)) {
    waivers.push_back(Reader(table, file).waiver());
  }
  return waivers;
}

}  // namespace halfulp::report
