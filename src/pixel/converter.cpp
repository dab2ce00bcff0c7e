// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <cstdint>
#include <limits>

#include "halfulp/error.hpp"
#include "halfulp/pixel.hpp"
#include "number/float_environment.hpp"
#include "pixel/conversion.hpp"
#include "pixel/rules.hpp"

namespace halfulp {
namespace {

[[noreturn]] void fail(const std::string& message) { throw Error(Error::Kind::kUsage, message); }

/// a * b, or an error that names what would be so large.
std::size_t product(std::size_t a, std::size_t b, std::string_view what) {
  if (b != 0 && a > std::numeric_limits<std::size_t>::max() / b) {
    fail(fmt::format("{} of {} x {} bytes does not fit in memory", what, a, b));
  }
  return a * b;
}

/// One side of a conversion: where its rows are.
struct Rows {
  std::string_view what;  ///< "the source"
  std::size_t row;        ///< bytes of a row's pixels
  std::size_t stride;
  std::size_t extent;  ///< bytes from the first row's begin to the last row's end
};

Rows rows(std::string_view what, const PixelFormatInfo& format, std::size_t given_stride, const ImageLayout& layout) {
  const std::size_t row = product(layout.width, static_cast<std::size_t>(format.bytes_per_pixel), what);
  const std::size_t stride = given_stride == 0 ? row : given_stride;
  if (stride < row) {
    fail(fmt::format("{}: a stride of {} bytes is less than a row of {} pixels of {}, {} bytes", what, stride,
                     layout.width, format.name, row));
  }
  if (layout.width == 0 || layout.height == 0) return {what, row, stride, 0};
  const std::size_t others = product(layout.height - 1, stride, what);
  if (others > std::numeric_limits<std::size_t>::max() - row) fail(fmt::format("{} does not fit in memory", what));
  return {what, row, stride, others + row};
}

void check_size(const Rows& rows, std::size_t size, const PixelFormatInfo& format, const ImageLayout& layout) {
  if (size >= rows.extent) return;
  fail(fmt::format("{} has {} bytes; {} x {} pixels of {} with a stride of {} bytes are {}", rows.what, size,
                   layout.width, layout.height, format.name, rows.stride, rows.extent));
}

/// Whether bytes that are read are written too. Then pixels and strides must be such that no pixel is written before it
/// is read: pixel i of row j begins at stride * j + bytes * i.
bool overlaps(const std::byte* source, const Rows& from, const std::byte* destination, const Rows& to,
              const PixelFormatInfo& from_format, const PixelFormatInfo& to_format) {
  const auto read = reinterpret_cast<std::uintptr_t>(source);
  const auto written = reinterpret_cast<std::uintptr_t>(destination);
  if (read < written ? written - read >= from.extent : read - written >= to.extent) return false;
  if (read != written) {
    fail("source and destination overlap; they may do so only when both begin at the same byte");
  }
  if (to_format.bytes_per_pixel > from_format.bytes_per_pixel) {
    fail(fmt::format("in place the destination's pixels may not be larger: {} has {} bytes, {} has {}", to_format.name,
                     to_format.bytes_per_pixel, from_format.name, from_format.bytes_per_pixel));
  }
  if (to.stride > from.stride) {
    fail(fmt::format("in place the destination's stride of {} bytes may not be more than the source's of {}", to.stride,
                     from.stride));
  }
  return true;
}

}  // namespace

Converter::Converter(PixelFormat from, PixelFormat to, const Rulebook& rulebook)
    : conversion_(std::make_shared<const pixel::Conversion>(from, to, pixel::rules_of(rulebook))) {}

PixelFormat Converter::from() const noexcept { return conversion_->from().format; }
PixelFormat Converter::to() const noexcept { return conversion_->to().format; }

void Converter::convert(std::span<const std::byte> source, std::span<std::byte> destination) const {
  const PixelFormatInfo& format = conversion_->from();
  const auto bytes = static_cast<std::size_t>(format.bytes_per_pixel);
  if (source.size() % bytes != 0) {
    fail(fmt::format("the source's {} bytes are no whole pixels of {} ({} bytes): {} are left over", source.size(),
                     format.name, bytes, source.size() % bytes));
  }
  convert(source, destination, {.width = source.size() / bytes, .height = 1});
}

void Converter::convert(std::span<const std::byte> source, std::span<std::byte> destination,
                        const ImageLayout& layout) const {
  const PixelFormatInfo& from_format = conversion_->from();
  const PixelFormatInfo& to_format = conversion_->to();
  const Rows from = rows("the source", from_format, layout.source_stride, layout);
  const Rows to = rows("the destination", to_format, layout.destination_stride, layout);
  check_size(from, source.size(), from_format, layout);
  check_size(to, destination.size(), to_format, layout);
  if (from.extent == 0) return;
  const bool in_place = overlaps(source.data(), from, destination.data(), to, from_format, to_format);

  const number::DefaultFloatEnvironment environment;
  if (from.stride == from.row && to.stride == to.row) {
    conversion_->convert(source.data(), destination.data(), layout.width * layout.height, in_place);
    return;
  }
  for (std::size_t y = 0; y < layout.height; ++y) {
    conversion_->convert(source.data() + y * from.stride, destination.data() + y * to.stride, layout.width, in_place);
  }
}

}  // namespace halfulp
