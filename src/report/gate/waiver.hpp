// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "report/breach.hpp"

namespace halfulp::report {

/// A failure that is known and accepted for a reason: of one rule, everywhere or in one place.
struct Waiver {
  std::string rule;      ///< its id; of a reading under which results pass only, "ID=OPTION"
  std::string rulebook;  ///< "": any
  std::optional<Operation> operation;
  std::optional<Format> format;
  std::optional<std::string> variant;
  std::string reason;
  std::string link;
  std::string expires;   ///< the last day on which it counts, YYYY-MM-DD; "": none
  std::size_t line = 0;  ///< of the file that it comes from
};

/// Whether it speaks of that place. What is of the whole run has no operation, format and variant.
[[nodiscard]] bool speaks_of(const Waiver& waiver, const Breach& breach) noexcept;

/// Whether its day is over. `today`: YYYY-MM-DD.
[[nodiscard]] bool is_expired(const Waiver& waiver, std::string_view today) noexcept;

/// Whether the text is a day of the calendar, as YYYY-MM-DD.
[[nodiscard]] bool is_date(std::string_view text) noexcept;

/// "a known bug; https://...; until 2026-12-31"
[[nodiscard]] std::string reason_text(const Waiver& waiver);

/// Reads a TOML file of tables [[waiver]] (docs/howto/ci.md). `file` stands for the file in messages.
/// Throws Error(kInput) with file:line:column, and what would mend it.
[[nodiscard]] std::vector<Waiver> read_waivers(std::string_view toml, const std::string& file);

}  // namespace halfulp::report
