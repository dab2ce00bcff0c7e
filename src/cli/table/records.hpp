// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "cli/byte_stream.hpp"

namespace halfulp::cli {

/// What stands between the fields of a record.
enum class Separator : char { comma = ',', semicolon = ';', tab = '\t', blanks = ' ' };

/// A field without its quotes and the blanks around it.
struct Field {
  std::string_view text;
  std::size_t column = 1;  ///< in its line, from 1
};

/// A line of a table, or several where a quoted field has line feeds.
struct Record {
  std::uint64_t line = 0;  ///< the first, from 1
  std::string_view text;   ///< as it stands, without the line feed; until the next record is read
  std::vector<Field> fields;
  /// Where it cannot be split or has no end, why, and the column; "" otherwise.
  std::string problem;
  std::size_t problem_column = 1;

  [[nodiscard]] bool is_blank() const;

 private:
  friend class Records;
  bool has_quotes_ = false;
  std::string unquoted_;  ///< the texts of quoted fields that have quotes
};

/// The records of a file of separated values, read in pieces: RFC 4180's quotes, line feeds with or without a carriage
/// return, a byte-order mark, Excel's line `sep=;`. Lines that begin with '#' are comments, and so is what follows a
/// '#' behind a blank, outside quotes.
class Records {
 public:
  /// Reads the first piece. Throws Error(kInput) for UTF-16, and when the input cannot be read.
  explicit Records(InputBytes& input);

  /// Splits by this from now on.
  void separate_by(Separator separator) { separator_ = separator; }
  [[nodiscard]] Separator separator() const { return separator_; }
  /// Which separator the line `sep=;` names, or blanks.
  [[nodiscard]] Separator named_separator() const { return named_; }

  /// The next record that is no comment, not split; false at the end. One that has no end or more than 65,536 bytes is
  /// the last.
  [[nodiscard]] bool next(Record& record);
  /// Finds the fields of a record.
  void split(Record& record) const;

  /// Goes back to where the last piece began and has next() end with it, until resume(): to look ahead.
  void rewind();
  /// Goes back to where the last piece began, and on to the end from there.
  void resume();

 private:
  /// Where the record at `begin_` ends: a line feed, or npos where it is not in the piece.
  [[nodiscard]] std::size_t find_end(Record& record) const;
  void fill();
  void skip_marks();

  InputBytes& input_;
  std::string piece_;
  std::size_t begin_ = 0;
  std::uint64_t line_ = 1;
  std::size_t piece_begin_ = 0;  ///< what rewind() goes back to
  std::uint64_t piece_line_ = 1;
  bool at_end_ = false;
  bool looks_ahead_ = false;
  Separator separator_ = Separator::blanks;
  Separator named_ = Separator::blanks;
};

}  // namespace halfulp::cli
