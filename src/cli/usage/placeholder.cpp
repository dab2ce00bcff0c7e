// SPDX-License-Identifier: Apache-2.0
#include "cli/usage/placeholder.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace halfulp::cli {
namespace {

constexpr auto kPlaceholders = std::to_array<std::pair<std::string_view, Names>>({
    {"BOOK", Names::rulebooks},
    {"OTHER", Names::rulebooks},
    {"OPERATION", Names::operations},
    {"FORMAT", Names::formats},
    {"PIXELFORMAT", Names::pixel_formats},
    {"DEV", Names::devices},
    {"ID=OPTION", Names::readings},
    {"FILE", Names::files},
    {"IN", Names::files},
    {"OUT", Names::files},
    {"BEFORE", Names::files},
    {"AFTER", Names::files},
    {"REPORT", Names::files},
    {"VECTORS", Names::files},
    {"RESULTS", Names::files},
    {"DIR", Names::folders},
    {"OPERAND", Names::nothing},
    {"VALUE", Names::nothing},
    {"EXPRESSION", Names::nothing},
    {"CONDITION", Names::nothing},
    {"N", Names::nothing},
    {"I/N", Names::nothing},
    {"TIME", Names::nothing},
    {"SECONDS", Names::nothing},
    {"YYYY-MM-DD", Names::nothing},
    {"PIXELS", Names::nothing},
    {"ROWS", Names::nothing},
    {"BYTES", Names::nothing},
});

}  // namespace

std::string_view placeholder(const ArgumentRow& row) {
  return row.value_name.empty() && !row.is_option() ? row.name : row.value_name;
}

std::optional<Placeholder> describe_placeholder(const ArgumentRow& row) {
  std::string_view word = placeholder(row);
  Placeholder described;
  if (const std::size_t rest = word.find("[,"); rest != std::string_view::npos) {
    described.list = true;
    word = word.substr(0, rest);
  }
  if (word.find('|') != std::string_view::npos) {
    described.names = Names::choices;
    while (!word.empty()) {
      described.choices.push_back(word.substr(0, word.find('|')));
      word.remove_prefix(std::min(word.size(), described.choices.back().size() + 1));
    }
    return described;
  }
  const auto* const found = std::ranges::find(kPlaceholders, word, &std::pair<std::string_view, Names>::first);
  if (found == kPlaceholders.end()) return std::nullopt;
  described.names = found->second;
  return described;
}

}  // namespace halfulp::cli
