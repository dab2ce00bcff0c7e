// SPDX-License-Identifier: Apache-2.0
#include "cli/table/records.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>

#include "halfulp/error.hpp"

namespace halfulp::cli {
namespace {

constexpr std::size_t kPiece = std::size_t{1} << 20;
constexpr std::size_t kLongestRecord = 65536;

bool is_blank_letter(char letter) { return letter == ' ' || letter == '\t' || letter == '\r'; }

std::string_view without_blanks_at_end(std::string_view text) {
  while (!text.empty() && is_blank_letter(text.back())) text.remove_suffix(1);
  return text;
}

/// Goes through a record's letters.
class FieldSplitter {
 public:
  FieldSplitter(std::string_view text, Separator separator) : text_(text), separator_(static_cast<char>(separator)) {}

  [[nodiscard]] std::size_t position() const { return at_; }
  [[nodiscard]] bool at_end() const { return at_ == text_.size(); }

  void skip_blanks() {
    while (at_ < text_.size() && is_blank_letter(text_[at_]) && (text_[at_] != separator_ || separator_ == ' ')) ++at_;
  }
  /// Whether a comment begins here: '#' at the begin of a line or behind a blank.
  [[nodiscard]] bool at_comment() const {
    return at_ < text_.size() && text_[at_] == '#' && (at_ == 0 || is_blank_letter(text_[at_ - 1]));
  }
  [[nodiscard]] bool at_quote() const { return at_ < text_.size() && text_[at_] == '"'; }

  [[nodiscard]] char letter() const { return text_[at_]; }
  [[nodiscard]] bool at_separator() const {
    return separator_ == ' ' ? is_blank_letter(letter()) : letter() == separator_;
  }
  void advance() { ++at_; }

  /// Up to the separator, a comment or the end.
  std::string_view take_bare() {
    const std::size_t begin = at_;
    while (!at_end() && !at_separator() && !at_comment()) ++at_;
    return without_blanks_at_end(text_.substr(begin, at_ - begin));
  }

  /// The text in quotes, its doubled ones single in `storage`; false where it has no end.
  bool take_quoted(std::string_view& field, std::string& storage) {
    const std::size_t stored = storage.size();
    const std::size_t begin = ++at_;
    for (;;) {
      const std::size_t quote = text_.find('"', at_);
      if (quote == std::string_view::npos) return false;
      const bool doubled = quote + 1 < text_.size() && text_[quote + 1] == '"';
      if (!doubled && storage.size() == stored) {
        field = text_.substr(begin, quote - begin);
      } else {
        storage += text_.substr(at_, quote - at_ + (doubled ? 1 : 0));
        field = std::string_view(storage).substr(stored);
      }
      at_ = quote + (doubled ? 2 : 1);
      if (!doubled) return true;
    }
  }

  /// Over a separator; false at the end.
  bool skip_separator() {
    if (at_end() || at_comment()) return false;
    ++at_;
    return true;
  }

 private:
  std::string_view text_;
  char separator_;
  std::size_t at_ = 0;
};

}  // namespace

bool Record::is_blank() const { return std::ranges::all_of(text, is_blank_letter); }

Records::Records(InputBytes& input) : input_(input) {
  fill();
  skip_marks();
}

void Records::skip_marks() {
  constexpr std::string_view kByteOrderMark = "\xef\xbb\xbf";
  if (piece_.starts_with("\xff\xfe") || piece_.starts_with("\xfe\xff")) {
    throw Error(Error::Kind::kInput,
                fmt::format("{}: the file is UTF-16; save it as UTF-8 (in Excel: CSV UTF-8)", input_.name()));
  }
  if (piece_.starts_with(kByteOrderMark)) begin_ = kByteOrderMark.size();
  const std::string_view first = without_blanks_at_end(std::string_view(piece_).substr(begin_, piece_.find('\n')));
  constexpr std::string_view kNames = "sep=";
  if (first.size() == kNames.size() + 1 && first.starts_with(kNames)) {
    for (const Separator one : {Separator::comma, Separator::semicolon, Separator::tab}) {
      if (first.back() == static_cast<char>(one)) named_ = one;
    }
    begin_ = std::min(piece_.find('\n'), piece_.size() - 1) + 1;
    line_ = 2;
  }
  piece_begin_ = begin_;
  piece_line_ = line_;
}

void Records::fill() {
  piece_.erase(0, begin_);
  begin_ = 0;
  const std::size_t had = piece_.size();
  piece_.resize(had + kPiece);
  const std::size_t got = input_.read(std::as_writable_bytes(std::span(piece_).subspan(had)));
  piece_.resize(had + got);
  at_end_ = got < kPiece;
  piece_begin_ = 0;
  piece_line_ = line_;
}

void Records::rewind() {
  begin_ = piece_begin_;
  line_ = piece_line_;
  looks_ahead_ = true;
}

void Records::resume() {
  rewind();
  looks_ahead_ = false;
}

std::size_t Records::find_end(Record& record) const {
  const std::string_view rest = std::string_view(piece_).substr(begin_);
  const std::size_t end = rest.find('\n');
  const std::string_view line = rest.substr(0, end);
  record.problem.clear();
  record.has_quotes_ = std::memchr(line.data(), '"', line.size()) != nullptr;
  if (!record.has_quotes_) return end;
  // A quoted field may have line feeds: the record ends at the first one outside quotes.
  FieldSplitter splitter(rest, separator_);
  std::string storage;
  for (;;) {
    splitter.skip_blanks();
    record.problem_column = splitter.position() + 1;
    std::string_view field;
    if (splitter.at_quote() && !splitter.take_quoted(field, storage)) {
      record.problem = "the quote that begins here has no end; a quote in a quoted field is written twice";
      return std::string_view::npos;
    }
    while (!splitter.at_end() && !splitter.at_comment() && !splitter.at_separator() && splitter.letter() != '\n') {
      splitter.advance();
    }
    if (splitter.at_comment()) return rest.find('\n', splitter.position());
    if (splitter.at_end()) return std::string_view::npos;
    if (splitter.letter() == '\n') return splitter.position();
    splitter.advance();
  }
}

bool Records::next(Record& record) {
  for (;;) {
    const std::size_t end = find_end(record);
    const bool has_end = end != std::string_view::npos;
    const std::size_t size = has_end ? end : piece_.size() - begin_;
    if (!has_end && looks_ahead_ && !at_end_) return false;
    if (!has_end && !at_end_ && size <= kLongestRecord) {
      fill();
      continue;
    }
    if (!has_end && size == 0) return false;
    const std::string_view text = std::string_view(piece_).substr(begin_, size);
    record.line = line_;
    record.text = text.ends_with('\r') ? text.substr(0, size - 1) : text;
    if (size > kLongestRecord) {
      record.text = text.substr(0, kLongestRecord);
      if (record.problem.empty()) record.problem = "the line has more than 65,536 bytes; write a case a line";
    }
    ++line_;
    if (record.has_quotes_) line_ += static_cast<std::uint64_t>(std::ranges::count(text, '\n'));
    begin_ += size + (has_end ? 1 : 0);
    if (!record.problem.empty()) {  // where the next one begins is not known
      begin_ = piece_.size();
      at_end_ = true;
    }
    const std::size_t first = record.text.find_first_not_of(" \t");
    if (first == std::string_view::npos || record.text[first] != '#' || !record.problem.empty()) return true;
  }
}

void Records::split(Record& record) const {
  record.fields.clear();
  record.unquoted_.clear();
  record.unquoted_.reserve(record.text.size());  // so that views of it stay
  if (!record.problem.empty()) return;
  FieldSplitter splitter(record.text, separator_);
  for (bool more = true; more;) {
    splitter.skip_blanks();
    if (separator_ == Separator::blanks && (splitter.at_end() || splitter.at_comment())) return;
    Field& field = record.fields.emplace_back();
    field.column = splitter.position() + 1;
    if (splitter.at_quote()) {
      if (!splitter.take_quoted(field.text, record.unquoted_)) {
        record.problem = "the quote that begins here has no end";
        record.problem_column = field.column;
        return;
      }
      if (!splitter.take_bare().empty()) {
        record.problem = "text follows a quoted field; a quote in a quoted field is written twice";
        record.problem_column = field.column;
        return;
      }
    } else {
      field.text = splitter.take_bare();
    }
    more = splitter.skip_separator();
  }
}

}  // namespace halfulp::cli
