// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "cli/subcommand.hpp"

namespace halfulp::cli {

/// What the values of an argument name.
enum class Names : std::uint8_t {
  nothing,  ///< numbers, values, times
  choices,  ///< those that the placeholder lists: quick|standard|exhaustive
  files,
  folders,
  devices,
  rulebooks,
  operations,
  formats,
  pixel_formats,
  readings,
};

/// The word that stands for an argument's value in usage lines: `DIR` of `--out DIR`, `BOOK`.
[[nodiscard]] std::string_view placeholder(const ArgumentRow& row);

/// What the placeholder says of the values; the same word means the same everywhere. placeholder.cpp has the table.
struct Placeholder {
  Names names = Names::nothing;
  bool list = false;                        ///< several, separated by commas: BOOK[,BOOK...]
  std::vector<std::string_view> choices{};  ///< of Names::choices
};

/// Nothing for a word that the table lacks, and for a flag.
[[nodiscard]] std::optional<Placeholder> describe_placeholder(const ArgumentRow& row);

}  // namespace halfulp::cli
