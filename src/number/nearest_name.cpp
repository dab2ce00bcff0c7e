// SPDX-License-Identifier: Apache-2.0
#include "number/nearest_name.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <cstddef>
#include <vector>

namespace halfulp::number {
namespace {

std::string lower(std::string_view text) {
  std::string result(text);
  std::ranges::transform(result, result.begin(),
                         [](unsigned char letter) { return static_cast<char>(std::tolower(letter)); });
  return result;
}

/// Optimal string alignment: edits between a and b, a swap of neighbours counting as one.
std::size_t edits(std::string_view a, std::string_view b) {
  // Rows i-2, i-1 and i of the table of distances between prefixes.
  std::array<std::vector<std::size_t>, 3> rows;
  for (auto& row : rows) row.resize(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) rows[1][j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    auto& [before, previous, current] = rows;
    current[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t replace = previous[j - 1] + (a[i - 1] == b[j - 1] ? 0U : 1U);
      current[j] = std::min({previous[j] + 1, current[j - 1] + 1, replace});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) {
        current[j] = std::min(current[j], before[j - 2] + 1);
      }
    }
    std::rotate(rows.begin(), rows.begin() + 1, rows.end());
  }
  return rows[1][b.size()];
}

/// How many edits a person is taken to make in a word of that length.
std::size_t allowed_edits(std::size_t length) { return length <= 3 ? 1 : length <= 6 ? 2 : 3; }

constexpr std::size_t kShortestPrefix = 3;

/// Twice the number of edits, so that a common beginning ranks between equal and one edit away.
std::size_t distance(std::string_view wanted, std::string_view name) {
  const std::size_t by_edits = 2 * edits(wanted, name);
  const bool begins =
      std::min(wanted.size(), name.size()) >= kShortestPrefix && (wanted.starts_with(name) || name.starts_with(wanted));
  return begins ? std::min<std::size_t>(by_edits, 1) : by_edits;
}

template <typename Names>
std::string nearest(std::string_view wanted, Names names) {
  const std::string wanted_lower = lower(wanted);
  std::size_t best = 2 * allowed_edits(wanted.size()) + 1;
  std::string result;
  for (const auto& name : names) {
    const std::size_t away = distance(wanted_lower, lower(name));
    if (away < best) {
      best = away;
      result = name;
    }
  }
  return result;
}

template <class Names>
std::string short_list_of(Names names, std::size_t most) {
  std::string list;
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (i > 0 && list.size() + names[i].size() > most) {
      return list + " and " + std::to_string(names.size() - i) + " more";
    }
    list.append(i == 0 ? "" : ", ").append(names[i]);
  }
  return list;
}

template <class Names>
std::string known(Names names) {
  return names.empty() ? "" : "; known: " + short_list_of(names, kShortList);
}

std::string question(const std::string& name) { return name.empty() ? "" : " (did you mean '" + name + "'?)"; }

std::string unknown(std::string_view what, std::string_view wanted, const std::string& hint) {
  return std::string("unknown ").append(what).append(" '").append(wanted).append("'").append(hint);
}

}  // namespace

std::string nearest_name(std::string_view wanted, std::span<const std::string_view> names) {
  return nearest(wanted, names);
}

std::string nearest_name(std::string_view wanted, std::span<const std::string> names) { return nearest(wanted, names); }

std::string did_you_mean(std::string_view wanted, std::span<const std::string_view> names) {
  return question(nearest_name(wanted, names));
}

std::string did_you_mean(std::string_view wanted, std::span<const std::string> names) {
  return question(nearest_name(wanted, names));
}

std::string near_or_known(std::string_view wanted, std::span<const std::string_view> names) {
  const std::string near = did_you_mean(wanted, names);
  return near.empty() ? known(names) : near;
}

std::string near_or_known(std::string_view wanted, std::span<const std::string> names) {
  const std::string near = did_you_mean(wanted, names);
  return near.empty() ? known(names) : near;
}

std::string unknown_name(std::string_view what, std::string_view wanted, std::span<const std::string_view> names) {
  return unknown(what, wanted, did_you_mean(wanted, names));
}

std::string unknown_name(std::string_view what, std::string_view wanted, std::span<const std::string> names) {
  return unknown(what, wanted, did_you_mean(wanted, names));
}

std::string short_list(std::span<const std::string_view> names, std::size_t most) { return short_list_of(names, most); }

std::string short_list(std::span<const std::string> names, std::size_t most) { return short_list_of(names, most); }

}  // namespace halfulp::number
