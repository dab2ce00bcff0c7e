// SPDX-License-Identifier: Apache-2.0
#include "cli/exchange/lane_file.hpp"

#include <fmt/format.h>

#include <cstring>
#include <utility>
#include <vector>

#include "cli/exchange/mapped_file.hpp"
#include "cli/exchange/npy.hpp"
#include "halfulp/error.hpp"
#include "number/lane.hpp"

namespace halfulp::cli {
namespace {

[[noreturn]] void fail(const std::string& path, const std::string& what) {
  throw Error(Error::Kind::kInput, fmt::format("{}: {}", path, what));
}

void check_count(const std::string& path, std::uint64_t found, std::uint64_t wanted) {
  if (found != wanted) fail(path, fmt::format("has {} values, {} are expected: one for each case", found, wanted));
}

void check_digest(const std::string& path, std::span<const std::byte> file, const std::string& digest) {
  if (digest.empty()) return;
  const std::string found = sha256(file);
  if (found == digest) return;
  fail(path, fmt::format("is not the file that was written: its SHA-256 is {}, its entry says {}; copy it again (in "
                         "binary mode)",
                         found, digest));
}

/// Where a format does not fill its bytes, the bits above it are zero.
void check_width(const std::string& path, ConstLane values, const FormatInfo& row) {
  const auto wide = number::find_too_wide(values, row);
  if (wide) fail(path, fmt::format("value {} (from 0) is {}", wide->index, wide->says));
}

/// '|b1' as bool32.
KeptLane widened(ConstLane values) {
  auto lane = std::make_shared<std::vector<std::byte>>();
  lane->reserve(4 * values.size());
  for (const std::byte value : values) lane->insert(lane->end(), 4, value == std::byte{0} ? value : std::byte{0xff});
  return {*lane, lane};
}

}  // namespace

std::string_view extension(LaneFileKind kind) noexcept { return kind == LaneFileKind::raw ? ".bin" : ".npy"; }

LaneFileWriter::LaneFileWriter(std::string path, LaneFileKind kind, Format format, std::uint64_t cases)
    : path_(std::move(path)), file_(path_) {
  if (file_.error() != 0) {
    fail(path_, fmt::format("cannot be written: {}; give a folder that can be written", std::strerror(file_.error())));
  }
  if (kind == LaneFileKind::raw) return;
  const std::string header = npy_header(format, cases);
  write(std::as_bytes(std::span(header)));
}

void LaneFileWriter::write(ConstLane values) {
  hash_.add(values);
  file_.write(values);
  if (file_.error() != 0) fail_to_write();
}

std::string LaneFileWriter::close() {
  if (file_.commit(false) != 0) fail_to_write();
  return hash_.take();
}

void LaneFileWriter::fail_to_write() const {
  fail(path_, fmt::format("cannot be written: {}; give a folder that has room", std::strerror(file_.error())));
}

KeptLane open_lane(const std::string& path, Format format, std::uint64_t cases, const std::string& digest) {
  const auto file = std::make_shared<MappedFile>(path);
  KeptLane lane{file->bytes(), file};
  if (path.ends_with(extension(LaneFileKind::npy))) {
    const NpyArray array = read_npy(file->bytes(), format, path);
    check_count(path, array.cases, cases);
    lane = array.is_bool ? widened(array.values) : KeptLane{array.values, file};
  } else {
    const auto bytes = static_cast<std::uint64_t>(info(format).bytes);
    if (lane.values.size() % bytes != 0 || lane.values.size() / bytes != cases) {
      fail(path, fmt::format("has {} bytes, {} are expected: {} values of {} bytes ({})", lane.values.size(),
                             cases * bytes, cases, bytes, info(format).name));
    }
  }
  check_digest(path, file->bytes(), digest);
  check_width(path, lane.values, info(format));
  return lane;
}

}  // namespace halfulp::cli
