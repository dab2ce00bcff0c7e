// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "report/report.hpp"

namespace halfulp::report {

// What reports say of causes, on a terminal and on a page.

/// "1,204 failures", "1 failure". `several`: the plural where that is not `one` and an s.
[[nodiscard]] std::string number_of(std::uint64_t count, std::string_view one, std::string_view several = {});

/// "1,204 failures and 20 passes by another reading".
[[nodiscard]] std::string counts_text(const Cause& cause);

/// " (the driver offers no control for this)", " (asked for and not obeyed)", or "".
[[nodiscard]] std::string_view control_text(Cause::Control control);

/// One place for each operation in each format, with the results of all rulebooks and ways; most results first.
[[nodiscard]] std::vector<Cause::Where> by_operation(std::span<const Cause::Where> where);

/// Failures that no cause explains: all, where the report looked for no cause.
[[nodiscard]] std::vector<Cause::Where> unexplained_places(const Report& report);

/// What the report knows of the rules of the device's own API, in one or two sentences; none where it knows nothing.
[[nodiscard]] std::vector<std::string> own_rules_sentences(const Report& report);

/// The report's result there, or null.
[[nodiscard]] const Result* result_at(const Report& report, const Cause::Where& place) noexcept;

}  // namespace halfulp::report
