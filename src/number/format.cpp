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
    {Format::sint16, "sint16", FormatKind::signed_integer, 16, 2, 0, 0, true},
    {Format::sint8, "sint8", FormatKind::signed_integer, 8, 1, 0, 0, true},
    {Format::uint16, "uint16", FormatKind::unsigned_integer, 16, 2, 0, 0, false},
    {Format::uint8, "uint8", FormatKind::unsigned_integer, 8, 1, 0, 0, false},
    {Format::unorm24, "unorm24", FormatKind::unorm, 24, 4, 0, 0, false},
    {Format::unorm16, "unorm16", FormatKind::unorm, 16, 2, 0, 0, false},
    {Format::unorm10, "unorm10", FormatKind::unorm, 10, 2, 0, 0, false},
    {Format::unorm8, "unorm8", FormatKind::unorm, 8, 1, 0, 0, false},
    {Format::unorm6, "unorm6", FormatKind::unorm, 6, 1, 0, 0, false},
    {Format::unorm5, "unorm5", FormatKind::unorm, 5, 1, 0, 0, false},
    {Format::unorm4, "unorm4", FormatKind::unorm, 4, 1, 0, 0, false},
    {Format::unorm2, "unorm2", FormatKind::unorm, 2, 1, 0, 0, false},
    {Format::unorm1, "unorm1", FormatKind::unorm, 1, 1, 0, 0, false},
    {Format::snorm16, "snorm16", FormatKind::snorm, 16, 2, 0, 0, true},
    {Format::snorm8, "snorm8", FormatKind::snorm, 8, 1, 0, 0, true},
    {Format::srgb8, "srgb8", FormatKind::srgb, 8, 1, 0, 0, false},
    {Format::fixed16_8, "fixed16_8", FormatKind::fixed, 24, 4, 0, 8, true},
    {Format::rgb9e5, "rgb9e5", FormatKind::shared_exponent, 32, 4, 5, 9, false},
    {Format::bfloat16, "bfloat16", FormatKind::floating, 16, 2, 8, 7, true},
    {Format::snorm10, "snorm10", FormatKind::snorm, 10, 2, 0, 0, true},
    {Format::snorm2, "snorm2", FormatKind::snorm, 2, 1, 0, 0, true},
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
