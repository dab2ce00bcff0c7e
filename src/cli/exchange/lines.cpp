// SPDX-License-Identifier: Apache-2.0
#include "cli/exchange/lines.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <optional>
#include <utility>

#include "cli/exchange/mapped_file.hpp"
#include "cli/output.hpp"
#include "halfulp/error.hpp"
#include "number/lane.hpp"

namespace halfulp::cli {
namespace {

constexpr std::size_t kCasesAtATime = 8192;
constexpr std::size_t kBytesAtATime = std::size_t{1} << 20;
constexpr std::size_t kLongestLine = 1000;
constexpr std::string_view kBlanks = " \t\r";

/// A lane that grows in a file without a name.
class GrowingLane {
 public:
  explicit GrowingLane(Format format) : row_(info(format)), file_(std::tmpfile()) {
    if (file_ == nullptr) fail();
  }
  GrowingLane(const GrowingLane&) = delete;
  GrowingLane& operator=(const GrowingLane&) = delete;
  GrowingLane(GrowingLane&& other) noexcept : row_(other.row_), file_(std::exchange(other.file_, nullptr)) {}
  GrowingLane& operator=(GrowingLane&&) = delete;
  ~GrowingLane() {
    if (file_ != nullptr) static_cast<void>(std::fclose(file_));
  }

  void add(Bits bits) {
    std::array<std::byte, sizeof(Bits)> value{};
    number::store(value, row_.bytes, 0, bits);
    if (std::fwrite(value.data(), static_cast<std::size_t>(row_.bytes), 1, file_) != 1) fail();
  }

  [[nodiscard]] KeptLane take() const {
    if (std::fflush(file_) != 0) fail();
    const auto memory = std::make_shared<MappedFile>(fileno(file_), "the temporary folder");
    return {memory->bytes(), memory};
  }

 private:
  [[noreturn]] static void fail() {
    throw Error(Error::Kind::kInput,
                fmt::format("the temporary folder cannot be written: {}; make room in /tmp", std::strerror(errno)));
  }

  const FormatInfo& row_;
  std::FILE* file_;
};

std::optional<Bits> read_hex(std::string_view text) {
  Bits bits = 0;
  for (const char letter : text) {
    Bits digit = 0;
    if (letter >= '0' && letter <= '9') {
      digit = static_cast<Bits>(letter - '0');
    } else if (letter >= 'a' && letter <= 'f') {
      digit = static_cast<Bits>(letter - 'a' + 10);
    } else if (letter >= 'A' && letter <= 'F') {
      digit = static_cast<Bits>(letter - 'A' + 10);
    } else {
      return std::nullopt;
    }
    bits = bits << 4 | digit;
  }
  return bits;
}

/// The bits of a field that has the digits of that format.
std::optional<Bits> read_field(std::string_view text, const FormatInfo& row) {
  if (row.kind == FormatKind::boolean && (text == "0" || text == "1")) return text == "1" ? 0xffffffff : 0;
  if (text.starts_with("0x") || text.starts_with("0X")) text.remove_prefix(2);
  return std::ssize(text) == row.hex_digits() ? read_hex(text) : std::nullopt;
}

/// Reads lines of one operation in one format.
class LineReader {
 public:
  LineReader(Operation operation, Format format) : row_(info(operation)) {
    for (int i = 0; i < row_.arity; ++i) formats_.push_back(&info(row_.operand_format(i, format)));
    formats_.push_back(&info(row_.result(format)));
  }

  /// Reads a line's values; false when it is garbled.
  [[nodiscard]] bool read(std::string_view line, std::vector<Bits>& values) {
    values.clear();
    for (const FormatInfo* format : formats_) {
      const auto bits = read_field(next_field(line), *format);
      if (!bits) return false;
      if (!number::fits(*format, *bits)) {
        too_wide_ = format;
        return false;
      }
      values.push_back(*bits);
    }
    const std::string_view flags = next_field(line);
    const bool has_flags = !flags.empty();
    // A first line without flags is no TestFloat's, nor are the others.
    if (!flags_) flags_ = has_flags;
    if (has_flags != *flags_) return false;
    constexpr Bits kMostFlags = 0x1f;
    if (has_flags && (flags.size() != 2 || read_hex(flags).value_or(kMostFlags + 1) > kMostFlags)) return false;
    return next_field(line).empty();
  }

  /// Of a line that is garbled: "3 hexadecimal fields (x in 8 digits, ...)".
  [[nodiscard]] std::string expected() const {
    if (too_wide_ != nullptr) {
      return fmt::format("zero in the bits above the {} of {}", too_wide_->bits, too_wide_->name);
    }
    std::vector<std::string> fields;
    for (std::size_t i = 0; i < formats_.size(); ++i) {
      const bool is_result = i + 1 == formats_.size();
      fields.push_back(
          fmt::format("{} in {}", is_result ? "result" : row_.operand_names[i], digits(formats_[i]->hex_digits())));
    }
    return fmt::format("{} hexadecimal fields ({}){}", fields.size(), fmt::join(fields, ", "),
                       flags_.value_or(false) ? " and two digits of exception flags"
                       : flags_.has_value()   ? ""
                                              : ", perhaps with TestFloat's two digits of exception flags");
  }

 private:
  static std::string digits(int count) { return count == 1 ? "1 digit" : fmt::format("{} digits", count); }

  static std::string_view next_field(std::string_view& line) {
    line.remove_prefix(std::min(line.find_first_not_of(kBlanks), line.size()));
    const std::string_view field = line.substr(0, line.find_first_of(kBlanks));
    line.remove_prefix(field.size());
    return field;
  }

  const OperationInfo& row_;
  std::vector<const FormatInfo*> formats_;
  std::optional<bool> flags_;
  const FormatInfo* too_wide_ = nullptr;  ///< of the field that has bits above its format's
};

/// The line as a message shows it.
std::string shown(std::string_view line) {
  constexpr std::size_t kMost = 80;
  std::string text;
  for (const char letter : line.substr(0, kMost)) text += letter >= ' ' && letter <= '~' ? letter : '?';
  return line.size() > kMost ? text + "..." : text;
}

}  // namespace

void write_lines(const Suite& suite, Operation operation, Format format) {
  const OperationInfo& row = info(operation);
  std::vector<std::vector<std::byte>> memory;
  std::vector<const FormatInfo*> formats;
  for (int i = 0; i < row.arity; ++i) {
    formats.push_back(&info(row.operand_format(i, format)));
    memory.emplace_back(kCasesAtATime * static_cast<std::size_t>(formats.back()->bytes));
  }
  fmt::memory_buffer text;
  for (std::uint64_t first = 0; first < suite.cases() && output_is_open(); first += kCasesAtATime) {
    const auto cases = static_cast<std::size_t>(std::min<std::uint64_t>(kCasesAtATime, suite.cases() - first));
    std::vector<Lane> lanes;
    for (std::size_t k = 0; k < memory.size(); ++k) {
      lanes.push_back(Lane(memory[k]).first(cases * static_cast<std::size_t>(formats[k]->bytes)));
    }
    suite.fill(first, lanes);
    text.clear();
    for (std::size_t i = 0; i < cases; ++i) {
      for (std::size_t k = 0; k < lanes.size(); ++k) {
        const Bits bits = number::load(lanes[k], formats[k]->bytes, i);
        fmt::format_to(std::back_inserter(text), "{:0{}X}{}", bits, formats[k]->hex_digits(),
                       k + 1 == lanes.size() ? '\n' : ' ');
      }
    }
    write_output({text.data(), text.size()});
  }
}

LinesRead read_lines(InputBytes& input, Operation operation, Format format) {
  const OperationInfo& row = info(operation);
  std::vector<GrowingLane> lanes;
  lanes.reserve(static_cast<std::size_t>(row.arity) + 1);
  for (int i = 0; i < row.arity; ++i) lanes.emplace_back(row.operand_format(i, format));
  lanes.emplace_back(row.result(format));

  LinesRead read;
  LineReader reader(operation, format);
  std::vector<Bits> values;
  std::vector<std::byte> buffer(kBytesAtATime);
  std::string rest;    // of a line whose end has not come yet
  bool ended = false;  // by an empty line: others may follow, but no case
  const auto take = [&](std::string_view line) {
    if (line.find_first_not_of(kBlanks) == std::string_view::npos) {
      ended = true;
      return true;
    }
    if (ended || !reader.read(line, values)) {
      read.problem = fmt::format("{}:{}: expected {}, got '{}'", input.name(), read.cases + 1, reader.expected(),
                                 ended ? "" : shown(line));
      return false;
    }
    for (std::size_t k = 0; k < lanes.size(); ++k) lanes[k].add(values[k]);
    ++read.cases;
    return true;
  };
  for (bool more = true; more;) {
    const std::size_t got = input.read(buffer);
    rest.append(reinterpret_cast<const char*>(buffer.data()), got);
    std::size_t begin = 0;
    for (std::size_t end = 0; more && (end = rest.find('\n', begin)) != std::string::npos; begin = end + 1) {
      more = take(std::string_view(rest).substr(begin, end - begin));
    }
    rest.erase(0, begin);
    if (!more) break;
    if (got < buffer.size()) {
      more = false;
      if (!rest.empty()) take(rest);
    } else if (rest.size() > kLongestLine) {
      more = take(rest);
      rest.clear();
    }
  }
  read.results = lanes.back().take();
  lanes.pop_back();
  for (const GrowingLane& lane : lanes) read.operands.push_back(lane.take());
  return read;
}

}  // namespace halfulp::cli
