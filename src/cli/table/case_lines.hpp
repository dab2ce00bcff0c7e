// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <memory>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "cli/table/block_maker.hpp"
#include "cli/table/cell.hpp"
#include "cli/table/table.hpp"

namespace halfulp::cli {

/// Reads the lines of a table by its columns and passes on the cases that they hold.
class CaseLines {
 public:
  CaseLines(Columns columns, const TableQuestion& question, const TableSink& sink);

  /// Learns how values are written from the lines ahead.
  void learn(Records& records);
  /// Takes a line that has been split. Throws Error(kInput) or Error(kUsage) where it cannot be read, with `column`
  /// that of the field, and has passed on nothing of it then.
  void take(const Record& record, std::size_t& column, TableRead& read);
  /// Passes on what is left.
  void flush();

 private:
  /// What lines of one operation in one format are.
  struct Group {
    Group(Operation asked, Format in, const Columns& columns);

    Operation operation;
    Format format;
    std::vector<const FormatInfo*> formats;  ///< of the operands and the result
    std::vector<std::size_t> operands;       ///< columns
    std::vector<std::size_t> empty;          ///< columns of operands that it lacks
    BlockMaker block;
    bool is_asked = true;
  };

  /// Takes a line of a packed word as one of each component. False for another line. Throws as take().
  bool take_word(const Record& record, std::size_t& column, TableRead& read);
  [[nodiscard]] Group& group_in(Operation operation, Format format);
  /// Throws as take().
  [[nodiscard]] Group& group_of(const Record& record, std::size_t& column);
  [[nodiscard]] Bits value(const Record& record, std::size_t column, const FormatInfo& row) const;
  void expect(const Record& record, const Group& group, std::size_t& column, ExpectedCase& expected) const;

  Columns columns_;
  const TableQuestion& question_;
  const TableSink& sink_;
  std::vector<CellStyle> styles_;  ///< by column
  bool has_commas_ = false;        ///< some values have decimal commas
  std::map<std::pair<Operation, Format>, std::unique_ptr<Group>> groups_;
  std::unordered_map<std::string, Group*> known_;  ///< by the texts of operation and format
  std::string last_;
  Group* last_group_ = nullptr;
  std::vector<Bits> values_;
};

}  // namespace halfulp::cli
