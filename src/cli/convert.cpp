// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "cli/byte_stream.hpp"
#include "cli/output.hpp"
#include "cli/run/progress.hpp"
#include "cli/subcommand.hpp"
#include "halfulp/error.hpp"
#include "halfulp/pixel.hpp"
#include "number/nearest_name.hpp"

namespace halfulp::cli {
namespace {

/// Pixels that are in memory at a time, or one row where that is more: 1 MiB of the widest format.
constexpr std::uint64_t kPixelsAtATime = 65536;
/// The longest row and stride, in bytes.
constexpr std::uint64_t kLongestRow = std::uint64_t{1} << 30;

[[noreturn]] void fail_usage(const std::string& message) { throw Error(Error::Kind::kUsage, message); }
[[noreturn]] void fail_input(const std::string& message) { throw Error(Error::Kind::kInput, message); }

PixelFormat read_pixel_format(std::string_view option, const std::string& name) {
  if (const auto format = find_pixel_format(name)) return *format;
  std::vector<std::string> names;
  for (const PixelFormatInfo& row : pixel_formats()) {
    names.emplace_back(row.name);
    for (const auto& [prefix, api] : {std::pair("DXGI_FORMAT_", row.dxgi), std::pair("VK_FORMAT_", row.vulkan),
                                      std::pair("MTLPixelFormat", row.metal)}) {
      if (!api.empty()) names.push_back(prefix + std::string(api));
    }
  }
  fail_usage(
      fmt::format("{}: {}; 'halfulp formats' lists them", option, number::unknown_name("pixel format", name, names)));
}

/// How the pixels of one side follow each other.
struct Side {
  const PixelFormatInfo& format;
  std::uint64_t row = 0;     ///< bytes of a row's pixels; 0 when there are no rows
  std::uint64_t stride = 0;  ///< bytes from row to row

  [[nodiscard]] std::uint64_t bytes_per_pixel() const { return static_cast<std::uint64_t>(format.bytes_per_pixel); }
};

Side read_side(const Arguments& arguments, PixelFormat format, std::uint64_t width, std::string_view option) {
  Side side{info(format)};
  if (width > kLongestRow / side.bytes_per_pixel()) {
    fail_usage(fmt::format("--width {}: a row of {} has more than {} bytes, the most there may be", width,
                           side.format.name, kLongestRow));
  }
  side.row = width * side.bytes_per_pixel();
  side.stride = arguments.has(option) ? arguments.number(option) : side.row;
  if (side.stride < side.row || side.stride > kLongestRow) {
    fail_usage(fmt::format("{} {}: give {} to {}; a row of {} pixels of {} has {} bytes", option, side.stride, side.row,
                           kLongestRow, width, side.format.name, side.row));
  }
  return side;
}

/// What is asked for.
struct Job {
  Side source;
  Side destination;
  std::uint64_t width = 0;  ///< 0: no rows
  std::optional<std::uint64_t> height;

  /// Whether rows have padding; else the pixels follow each other without gaps.
  [[nodiscard]] bool is_padded() const { return source.stride != source.row || destination.stride != destination.row; }
  /// Bytes of all rows, the last with its padding; nothing when the number of rows is open.
  [[nodiscard]] std::optional<std::uint64_t> most_bytes() const {
    if (!height) return std::nullopt;
    return *height * source.stride;
  }
};

Job read_job(const Arguments& arguments) {
  const PixelFormat from = read_pixel_format("--from", arguments.text("--from"));
  const PixelFormat to = read_pixel_format("--to", arguments.text("--to"));
  if (!arguments.has("--width")) {
    for (const char* option : {"--height", "--source-stride", "--destination-stride"}) {
      if (arguments.has(option)) fail_usage(fmt::format("{} needs --width, the pixels in a row", option));
    }
    return {{info(from)}, {info(to)}, 0, std::nullopt};
  }
  const std::uint64_t width = arguments.number("--width");
  if (width == 0) fail_usage("--width 0: give the pixels in a row, 1 or more");
  Job job{read_side(arguments, from, width, "--source-stride"), read_side(arguments, to, width, "--destination-stride"),
          width, std::nullopt};
  if (arguments.has("--height")) {
    job.height = arguments.number("--height");
    if (*job.height > std::numeric_limits<std::uint64_t>::max() / job.source.stride) {
      fail_usage(fmt::format("--height {}: that number of rows of {} bytes is more than 2^64 bytes", *job.height,
                             job.source.stride));
    }
  }
  return job;
}

/// That `bytes`, all that the input has, are whole pixels and whole rows, as many as asked for.
void check_size(const Job& job, const std::string& name, std::uint64_t bytes) {
  const Side& side = job.source;
  const std::uint64_t unit = job.width == 0 ? side.bytes_per_pixel() : side.stride;
  const std::uint64_t rest = bytes % unit;
  // The last row needs no padding.
  const bool last_row = job.width != 0 && rest == side.row;
  if (rest != 0 && !last_row) {
    std::string whole = fmt::format("a pixel of {} has {} bytes", side.format.name, side.bytes_per_pixel());
    if (job.width != 0) {
      whole = fmt::format("a row of {} pixels of {} has {} bytes", job.width, side.format.name, side.row);
      if (side.stride != side.row) whole += fmt::format(", and {} with its padding", side.stride);
    }
    fail_input(fmt::format("{}: {} left over at byte {}: {}; is it cut short, or of other pixels than --from{} says?",
                           name, rest == 1 ? "1 byte is" : fmt::format("{} bytes are", rest), bytes - rest, whole,
                           job.width == 0 ? "" : " and --width"));
  }
  const std::uint64_t rows = bytes / unit + (last_row ? 1 : 0);
  if (job.height && rows != *job.height) {
    fail_input(fmt::format("{}: has {} of {} pixels ({} bytes), --height asks for {}", name,
                           rows == 1 ? "1 row" : fmt::format("{} rows", rows), job.width, bytes, *job.height));
  }
}

/// Converts the input piece by piece: pixels, or rows where they have padding.
void convert_all(const Job& job, const Converter& converter, InputBytes& input, OutputBytes& output) {
  const bool rows = job.is_padded();
  const std::uint64_t pixels_in_unit = rows ? job.width : 1;
  const std::uint64_t source_unit = rows ? job.source.stride : job.source.bytes_per_pixel();
  const std::uint64_t destination_unit = rows ? job.destination.stride : job.destination.bytes_per_pixel();
  const std::uint64_t longest = std::max(source_unit, destination_unit);
  const std::uint64_t units_at_a_time =
      rows ? std::max<std::uint64_t>(1, kPixelsAtATime * 16 / longest) : kPixelsAtATime;
  std::vector<std::byte> source(units_at_a_time * source_unit);
  std::vector<std::byte> destination(units_at_a_time * destination_unit);  // zero, and so the padding stays

  const auto size = input.size();
  Progress progress(size.value_or(0) / source_unit * pixels_in_unit, size && has_progress_terminal(), "pixels");
  progress.label("convert");
  std::uint64_t total = 0;
  while (output.is_open()) {
    const std::size_t got = input.read(source);
    total += got;
    if (job.height && total > *job.most_bytes()) {
      fail_input(fmt::format("{}: has more than the {} bytes of {} rows that --height asks for", input.name(),
                             *job.most_bytes(), *job.height));
    }
    const bool last_row = rows && got % source_unit == job.source.row;
    const std::uint64_t units = got / source_unit + (last_row ? 1 : 0);
    const std::span<std::byte> written = std::span(destination).first(units * destination_unit);
    const ImageLayout layout{
        .width = pixels_in_unit, .height = units, .source_stride = source_unit, .destination_stride = destination_unit};
    converter.convert(std::span(source).first(got), written, layout);
    output.write(written);
    progress.advance(units * pixels_in_unit);
    if (got == source.size()) continue;
    try {
      return check_size(job, input.name(), total);
    } catch (const Error& error) {  // of a pipe, whose size was not known before
      fail_input(fmt::format("{}; {}", error.what(),
                             output.replaces() ? "nothing is written" : "what was whole before it is converted"));
    }
  }
}

}  // namespace

ExitCode convert(const Arguments& arguments) {
  const Job job = read_job(arguments);
  const Converter converter(job.source.format.format, job.destination.format.format,
                            Rulebook::open(arguments.text("--rulebook")));
  InputBytes input(arguments.text("IN"));
  if (const auto size = input.size()) check_size(job, input.name(), *size);
  OutputBytes output(arguments.text("OUT"), input);
  convert_all(job, converter, input, output);
  output.close();
  return ExitCode::kConforms;
}

}  // namespace halfulp::cli
