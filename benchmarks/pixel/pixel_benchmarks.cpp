// SPDX-License-Identifier: Apache-2.0
// Pixel conversions on one thread against a memcpy that reads and writes as many bytes. Sizes are bytes read and
// written.
#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <map>
#include <memory>
#include <new>
#include <random>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "halfulp/pixel.hpp"
#include "parts.hpp"
#include "pixel/kernels.hpp"
#include "pixel/other_loops.hpp"

namespace halfulp::benchmarks {
namespace {

struct Size {
  std::string_view name;
  std::size_t bytes;
};
constexpr Size kSizes[] = {{"64KiB", std::size_t{64} << 10}, {"256MiB", std::size_t{256} << 20}};

/// Aligned to a page, as an allocator gives large images. (Where addresses are not, memcpy itself can be ten times
/// slower: `rep movsb` on Zen 3.)
class Buffer {
 public:
  explicit Buffer(std::size_t bytes)
      : data_(static_cast<std::byte*>(std::aligned_alloc(kPage, (bytes + kPage - 1) / kPage * kPage))) {
    if (data_ == nullptr) throw std::bad_alloc();
    std::memset(data_.get(), 1, bytes);  // every page is there
  }
  [[nodiscard]] std::byte* data() const { return data_.get(); }

 private:
  static constexpr std::size_t kPage = 4096;
  struct Free {
    void operator()(std::byte* data) const { std::free(data); }
  };
  std::unique_ptr<std::byte, Free> data_;
};

/// Of all rows of one size: making it takes longer than measuring.
struct Memory {
  Buffer source;
  Buffer destination;
};

const Memory& memory_of(std::size_t bytes) {
  static std::map<std::size_t, Memory> memories;
  const auto found = memories.find(bytes);
  return found != memories.end() ? found->second
                                 : memories.emplace(bytes, Memory{Buffer(bytes), Buffer(bytes)}).first->second;
}

/// Colours from 0 to 1 where the source is floats, else random codes. What comes after the first MiB repeats it.
void fill(std::span<std::byte> source, bool floats) {
  const std::span<std::byte> first = source.first(std::min(source.size(), std::size_t{1} << 20));
  std::mt19937 random(1);
  for (std::size_t i = 0; i + sizeof(float) <= first.size(); i += sizeof(float)) {
    const auto bits = static_cast<std::uint32_t>(random());
    const float x = static_cast<float>(bits >> 8) * 0x1p-24F;
    std::memcpy(first.data() + i, floats ? static_cast<const void*>(&x) : &bits, sizeof x);
  }
  for (std::size_t i = first.size(); i < source.size(); i += first.size()) {
    std::memcpy(source.data() + i, first.data(), std::min(first.size(), source.size() - i));
  }
}

bool is_float32(const PixelFormatInfo& format) {
  const PixelComponent component = format.components().front();
  return component.kind == ComponentKind::floating && component.bits == 32;
}

Workload against_memcpy(PixelFormat from, PixelFormat to, std::size_t bytes) {
  const auto source_bytes = static_cast<std::size_t>(info(from).bytes_per_pixel);
  const auto destination_bytes = static_cast<std::size_t>(info(to).bytes_per_pixel);
  const std::size_t count = bytes / (source_bytes + destination_bytes);
  const Memory* const memory = &memory_of(bytes);
  fill({memory->source.data(), count * source_bytes}, is_float32(info(from)));

  Workload workload{.items = count,
                    .least = count,
                    .units_per_item = static_cast<double>(source_bytes + destination_bytes),
                    .contenders = {}};
  const auto enter = [&](std::string_view name, auto convert) {
    workload.contenders.push_back({std::string(name), [=](std::size_t, std::size_t) {
                                     convert(memory->source.data(), memory->destination.data(), count);
                                   }});
  };
  const auto converter = std::make_shared<const Converter>(from, to, Rulebook::open("d3d11"));
  enter("halfulp", [=](const std::byte* source, std::byte* destination, std::size_t) {
    converter->convert({source, count * source_bytes}, {destination, count * destination_bytes});
  });
  enter("memcpy", [=](const std::byte* source, std::byte* destination, std::size_t) {
    std::memcpy(destination, source, bytes / 2);
  });
  for (const OtherLoop& other : other_loops()) {
    if (other.from == from && other.to == to) enter(other.name, other.convert);
  }
  return workload;
}

}  // namespace

std::vector<Benchmark> pixel_benchmarks() {
  std::vector<Benchmark> benchmarks;
  const auto enter = [&](PixelFormat from, PixelFormat to) {
    for (const Size& size : kSizes) {
      benchmarks.push_back({.name = fmt::format("pixels/{}/{}/{}", info(from).name, info(to).name, size.name),
                            .unit = "bytes",
                            .instruction_set = std::string(pixel::kernel_target()),
                            .prepare = [=] { return against_memcpy(from, to, size.bytes); }});
    }
  };
  const auto enter_both = [&](PixelFormat one, PixelFormat other) {
    enter(one, other);
    enter(other, one);
  };
  enter_both(PixelFormat::r32_float, PixelFormat::r16_float);
  for (const PixelFormat other :
       {PixelFormat::rgba16_float, PixelFormat::rgba16_unorm, PixelFormat::rgba16_snorm, PixelFormat::rgba8_unorm,
        PixelFormat::rgba8_snorm, PixelFormat::bgra8_unorm, PixelFormat::rgba8_srgb, PixelFormat::rgb10a2_unorm,
        PixelFormat::r11g11b10_float, PixelFormat::rgb9e5_float, PixelFormat::b5g6r5_unorm, PixelFormat::bgra4_unorm}) {
    enter_both(PixelFormat::rgba32_float, other);
  }
  enter_both(PixelFormat::rgba8_unorm, PixelFormat::rgba16_float);
  enter_both(PixelFormat::r11g11b10_float, PixelFormat::rgba16_float);
  enter(PixelFormat::rgba8_srgb, PixelFormat::rgba16_float);
  enter(PixelFormat::rgba8_unorm, PixelFormat::bgra8_unorm);
  enter(PixelFormat::rgba8_uint, PixelFormat::rgba32_uint);
  enter(PixelFormat::rgba32_uint, PixelFormat::rgba8_uint);
  enter(PixelFormat::rgba32_sint, PixelFormat::rgba16_sint);
  enter(PixelFormat::rgba32_float, PixelFormat::rgba8_uint);
  enter(PixelFormat::rgba16_sint, PixelFormat::rgba32_float);
  enter(PixelFormat::rgba32_float, PixelFormat::rgba32_sint);
  return benchmarks;
}

}  // namespace halfulp::benchmarks
