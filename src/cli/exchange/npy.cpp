// SPDX-License-Identifier: Apache-2.0
#include "cli/exchange/npy.hpp"

#include <fmt/format.h>

#include <charconv>
#include <optional>
#include <string_view>

#include "halfulp/error.hpp"

namespace halfulp::cli {
namespace {

constexpr std::string_view kMagic = "\x93NUMPY";
constexpr std::size_t kAlignment = 64;

[[noreturn]] void fail(const std::string& name, const std::string& what) {
  throw Error(Error::Kind::kInput, fmt::format("{}: {}", name, what));
}

char kind_of(const FormatInfo& row) {
  if (row.format == Format::binary16 || row.format == Format::binary32 || row.format == Format::binary64) return 'f';
  return row.kind == FormatKind::signed_integer ? 'i' : 'u';
}

std::string dtype_of(const FormatInfo& row) {
  return fmt::format("{}{}{}", row.bytes == 1 ? '|' : '<', kind_of(row), row.bytes);
}

/// What follows `'key':` in the header, which is a dictionary of Python's.
std::string_view value_of(std::string_view header, std::string_view key, const std::string& name) {
  const std::string quoted = fmt::format("'{}':", key);
  const std::size_t at = header.find(quoted);
  if (at == std::string_view::npos) fail(name, fmt::format("its .npy header has no '{}'", key));
  header.remove_prefix(at + quoted.size());
  header.remove_prefix(std::min(header.find_first_not_of(' '), header.size()));
  return header;
}

void check_dtype(std::string_view dtype, const FormatInfo& row, const std::string& name) {
  const std::string wanted = dtype_of(row);
  if (dtype.starts_with('>')) {
    fail(name,
         fmt::format("has dtype '{}', which is big-endian; write it little-endian: array.astype('{}')", dtype, wanted));
  }
  const std::string_view item = dtype.substr(std::min<std::size_t>(dtype.find_first_not_of("<|="), dtype.size()));
  const std::string bytes = std::to_string(row.bytes);
  const bool fits = item == kind_of(row) + bytes || item == "u" + bytes || item == "i" + bytes;
  if (fits) return;
  const std::string bits = kind_of(row) == 'f' ? fmt::format(" (or its bits as '<u{}')", row.bytes) : "";
  const std::string boolean = row.format == Format::bool32 ? " or '|b1'" : "";
  fail(name, fmt::format("has dtype '{}'; {} takes '{}'{}{}: compute and write the array in it", dtype, row.name,
                         wanted, bits, boolean));
}

/// The number of values of "(262144,)".
std::uint64_t read_shape(std::string_view text, const std::string& name) {
  const std::size_t close = text.find(')');
  const std::string_view shape = text.substr(0, close == std::string_view::npos ? text.size() : close + 1);
  std::uint64_t count = 0;
  const std::string_view inner = shape.substr(shape.starts_with('(') ? 1 : shape.size());
  const auto [after, error] = std::from_chars(inner.data(), inner.data() + inner.size(), count);
  const auto rest = inner.substr(static_cast<std::size_t>(after - inner.data()));
  if (error != std::errc() || rest != ",)") {
    fail(name, fmt::format("has shape {}; an array of one dimension is expected: array.ravel()", shape));
  }
  return count;
}

}  // namespace

std::string npy_header(Format format, std::uint64_t cases) {
  return npy_header(fmt::format("'{}'", dtype_of(info(format))), std::to_string(cases));
}

std::string npy_header(std::string_view type, std::string_view cases) {
  std::string dictionary = fmt::format("{{'descr': {}, 'fortran_order': False, 'shape': ({},), }}", type, cases);
  constexpr std::size_t kBefore = 10;  // magic, version, length
  const std::size_t length = (kBefore + dictionary.size() + kAlignment) / kAlignment * kAlignment - kBefore;
  dictionary.resize(length - 1, ' ');
  const char low = static_cast<char>(length % 256);
  const char high = static_cast<char>(length / 256);
  return std::string(kMagic) + '\x01' + '\0' + low + high + dictionary + '\n';
}

NpyArray read_npy(std::span<const std::byte> file, Format format, const std::string& name) {
  const std::string_view text(reinterpret_cast<const char*>(file.data()), file.size());
  const auto byte = [&](std::size_t at) { return static_cast<std::size_t>(std::to_integer<unsigned>(file[at])); };
  constexpr std::size_t kLengthAt = 8;
  if (!text.starts_with(kMagic) || text.size() < kLengthAt + 4) {
    fail(name, "is no .npy file: it does not begin with \\x93NUMPY; numpy.save() writes one");
  }
  const std::size_t version = byte(6);
  if (version < 1 || version > 3) fail(name, fmt::format("is of .npy version {}; 1 to 3 are read", version));
  std::size_t at = kLengthAt + 2;
  std::size_t length = byte(kLengthAt) | byte(kLengthAt + 1) << 8;
  if (version > 1) {
    length |= byte(kLengthAt + 2) << 16 | byte(kLengthAt + 3) << 24;
    at += 2;
  }
  if (length > text.size() - at) fail(name, "ends within its .npy header");
  const std::string_view header = text.substr(at, length);

  const FormatInfo& row = info(format);
  const std::string_view after = value_of(header, "descr", name);
  const std::size_t quote = after.starts_with('\'') ? after.find('\'', 1) : std::string_view::npos;
  if (quote == std::string_view::npos) fail(name, "has a dtype of several fields; write an array of numbers");
  const std::string_view dtype = after.substr(1, quote - 1);
  NpyArray array;
  array.is_bool = dtype == "|b1" && format == Format::bool32;
  if (!array.is_bool) check_dtype(dtype, row, name);
  array.cases = read_shape(value_of(header, "shape", name), name);
  array.values = file.subspan(at + length);
  const std::size_t bytes = array.is_bool ? 1 : static_cast<std::size_t>(row.bytes);
  if (array.values.size() % bytes != 0 || array.values.size() / bytes != array.cases) {
    fail(name, fmt::format("has {} bytes of values, and its header says {} values of {} bytes: write it again, "
                           "or copy it in binary mode",
                           array.values.size(), array.cases, bytes));
  }
  return array;
}

}  // namespace halfulp::cli
