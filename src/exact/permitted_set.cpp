// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>

#include "halfulp/permitted.hpp"
#include "number/layout.hpp"

namespace halfulp {

bool PermittedSet::contains(Bits bits) const noexcept {
  if (anything) return true;
  const FormatInfo& row = info(format);
  if (row.kind == FormatKind::floating && number::Layout(row).is_nan(bits)) {
    return nan == NanKind::any || (nan == NanKind::listed && std::ranges::binary_search(nan_patterns, bits));
  }
  const std::int64_t position = number::ordinal(row, bits);
  return std::ranges::any_of(ranges, [&](const Range& range) {
    return number::ordinal(row, range.first) <= position && position <= number::ordinal(row, range.last);
  });
}

std::optional<NearestPermitted> PermittedSet::nearest(Bits bits) const noexcept {
  const FormatInfo& row = info(format);
  if (anything || (row.kind == FormatKind::floating && number::Layout(row).is_nan(bits))) return std::nullopt;
  if (contains(bits)) return NearestPermitted{bits, 0};
  std::optional<NearestPermitted> best;
  for (const Range& range : ranges) {
    for (const Bits end : {range.first, range.last}) {
      const auto [low, high] = std::minmax({number::ordinal(row, bits), number::ordinal(row, end)});
      // Ordinals of binary64 are up to 2^63 apart.
      const std::uint64_t values = static_cast<std::uint64_t>(high) - static_cast<std::uint64_t>(low);
      if (!best || values < best->values) best = NearestPermitted{end, values};
    }
  }
  return best;
}

bool PermittedSet::empty() const noexcept { return ranges.empty() && nan == NanKind::none && !anything; }

std::string PermittedSet::text() const {
  if (anything) return "{anything}";
  std::vector<std::string> parts;
  const auto value = [&](Bits bits) { return hex_text(format, bits); };
  for (const Range& range : ranges) {
    const std::int64_t size = number::ordinal(info(format), range.last) - number::ordinal(info(format), range.first);
    if (size == 0) {
      parts.push_back(value(range.first));
    } else if (size == 1) {
      parts.push_back(value(range.first));
      parts.push_back(value(range.last));
    } else {
      parts.push_back(fmt::format("[{}, {}]", value(range.first), value(range.last)));
    }
  }
  if (nan == NanKind::any) parts.emplace_back("any NaN");
  for (const Bits bits : nan_patterns) parts.push_back(fmt::format("NaN {}", bits_text(format, bits)));
  return fmt::format("{{{}}}", fmt::join(parts, ", "));
}

}  // namespace halfulp
