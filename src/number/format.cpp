// SPDX-License-Identifier: Apache-2.0
#include "halfulp/format.hpp"

#include <algorithm>
#include <iterator>

namespace halfulp {
namespace {

constexpr FormatInfo kFormats[] = {
    {Format::binary16, "binary16", FormatKind::floating, 16, 2, 5, 10, true},
    {Format::binary32, "binary32", FormatKind::floating, 32, 4, 8, 23, true},
    {Format::binary64, "binary64", FormatKind::floating, 64, 8, 11, 52, true},
    {Format::ufloat11, "ufloat11", FormatKind::floating, 11, 2, 5, 6, false},
    {Format::ufloat10, "ufloat10", FormatKind::floating, 10, 2, 5, 5, false},
    {Format::bool32, "bool32", FormatKind::boolean, 32, 4, 0, 0, false},
    {Format::sint32, "sint32", FormatKind::signed_integer, 32, 4, 0, 0, true},
    {Format::uint32, "uint32", FormatKind::unsigned_integer, 32, 4, 0, 0, false},
};

constexpr bool in_order() {
  for (std::size_t i = 0; i < std::size(kFormats); ++i) {
    if (static_cast<std::size_t>(kFormats[i].format) != i) return false;
  }
  return true;
}
static_assert(in_order());

}  // namespace

const FormatInfo& info(Format format) noexcept { return kFormats[static_cast<std::size_t>(format)]; }

std::span<const FormatInfo> formats() noexcept { return kFormats; }

std::optional<Format> find_format(std::string_view name) noexcept {
  const auto* row = std::ranges::find(kFormats, name, &FormatInfo::name);
  if (row == std::end(kFormats)) return std::nullopt;
  return row->format;
}

}  // namespace halfulp
