// SPDX-License-Identifier: Apache-2.0
#include "cli/table/table_diagnostics.hpp"

#include <fmt/format.h>

#include "cli/output.hpp"
#include "number/one_line.hpp"
#include "report/values.hpp"

namespace halfulp::cli {

void write_unread(std::string_view file, std::span<const std::string> unread) {
  if (unread.empty()) return;
  write_diagnostic(number::one_line(fmt::format("halfulp: {}: not read: the column{} '{}'", file,
                                                unread.size() == 1 ? "" : "s", fmt::join(unread, "', '"))));
}

void write_unread(const Table& table) {
  if (table.columns()) write_unread(table.name(), table.columns()->unread);
}

void write_problems(const TableRead& read) {
  for (const std::string& problem : read.problems) {
    write_diagnostic(fmt::format("halfulp: {}{}", problem, read.ended ? "; what follows was not read" : ""));
  }
  if (read.ended || read.unread == 0) return;
  write_diagnostic(read.unread == 1 ? std::string("halfulp: the other lines were judged")
                                    : fmt::format("halfulp: {} lines could not be read; the others were judged",
                                                  report::grouped(read.unread)));
}

}  // namespace halfulp::cli
