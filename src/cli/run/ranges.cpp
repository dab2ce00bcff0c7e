// SPDX-License-Identifier: Apache-2.0
#include "cli/run/ranges.hpp"

#include <iterator>
#include <limits>

namespace halfulp::cli {

void Ranges::add(std::uint64_t first, std::uint64_t end) {
  if (first >= end) return;
  size_ += end - first;
  const auto after = ends_.find(end);
  if (after != ends_.end()) {
    end = after->second;
    ends_.erase(after);
  }
  const auto next = ends_.lower_bound(first);
  if (next != ends_.begin() && std::prev(next)->second == first) {
    std::prev(next)->second = end;
  } else {
    ends_.emplace(first, end);
  }
}

void Ranges::merge(const Ranges& other) {
  for (const auto& [first, end] : other.ends_) add(first, end);
}

std::uint64_t Ranges::next_missing(std::uint64_t from) const {
  const auto next = ends_.upper_bound(from);
  if (next == ends_.begin()) return from;
  const std::uint64_t end = std::prev(next)->second;
  return end > from ? end : from;  // ranges that touch are one
}

std::uint64_t Ranges::next_held(std::uint64_t from) const {
  const auto next = ends_.upper_bound(from);
  if (next != ends_.begin() && std::prev(next)->second > from) return from;
  return next == ends_.end() ? std::numeric_limits<std::uint64_t>::max() : next->first;
}

}  // namespace halfulp::cli
