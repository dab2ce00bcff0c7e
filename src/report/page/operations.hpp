// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "report/page/page.hpp"
#include "report/report.hpp"

namespace halfulp::report {

/// One operation in one format, with all its results.
struct Entry {
  Operation operation;
  Format format;
  std::vector<std::size_t> results;  ///< their places in the report

  /// Of its section on the page: "add-binary32".
  [[nodiscard]] std::string id() const;
};

/// The operations of the report, in its order.
[[nodiscard]] std::vector<Entry> entries_of(const Report& report);

/// Whether a way that counts makes the device not conform.
[[nodiscard]] bool fails(const Report& report, const Entry& entry);

/// The section of the table of operations, with a filter for names and for those that fail. Without programs it shows
/// all.
[[nodiscard]] std::string operations_table(const Report& report, const std::vector<Entry>& entries);

/// All on one operation, folded: what is permitted, and how each way of computing it came out.
[[nodiscard]] std::string operation_section(const Report& report, const Entry& entry,
                                            const std::vector<PageDetails>& details);

}  // namespace halfulp::report
