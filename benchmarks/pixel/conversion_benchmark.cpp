// SPDX-License-Identifier: Apache-2.0
// Pixel conversions on one thread, as a share of memcpy: bytes read and written per second, over the same of a memcpy
// that reads and writes as many bytes, the two taking turns in one run. Sizes are bytes read and written.
#include <Imath/half.h>
#include <benchmark/benchmark.h>

#if defined(__x86_64__)
#include <immintrin.h>
#endif

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <memory>
#include <new>
#include <optional>
#include <random>
#include <span>
#include <string>
#include <vector>

#include "halfulp/pixel.hpp"
#include "pixel/kernels.hpp"

namespace halfulp::pixel {
namespace {

constexpr std::size_t kInCache = std::size_t{64} << 10;
constexpr std::size_t kInMemory = std::size_t{256} << 20;

struct Contender {
  std::string name;
  std::function<void(const std::byte* source, std::byte* destination, std::size_t count)> kernel;
  std::size_t source_bytes;
  std::size_t destination_bytes;
};

/// Aligned to a page, as an allocator gives large images. (Where addresses are not, memcpy itself can be ten times
/// slower: `rep movsb` on Zen 3.)
class Buffer {
 public:
  explicit Buffer(std::size_t bytes)
      : bytes_(bytes), data_(static_cast<std::byte*>(std::aligned_alloc(kPage, (bytes + kPage - 1) / kPage * kPage))) {
    if (data_ == nullptr) throw std::bad_alloc();
    std::memset(data_.get(), 1, bytes);  // every page is there
  }
  [[nodiscard]] std::span<std::byte> bytes() { return {data_.get(), bytes_}; }
  [[nodiscard]] std::byte* data() { return data_.get(); }

 private:
  static constexpr std::size_t kPage = 4096;
  struct Free {
    void operator()(std::byte* data) const { std::free(data); }
  };
  std::size_t bytes_;
  std::unique_ptr<std::byte, Free> data_;
};

/// Colours from 0 to 1 where the source is floats, else random codes.
void fill(std::span<std::byte> source, std::size_t destination_bytes, bool floats) {
  std::mt19937_64 random(destination_bytes);
  if (!floats) {
    std::ranges::generate(source, [&] { return static_cast<std::byte>(random()); });
    return;
  }
  for (std::size_t i = 0; i + sizeof(float) <= source.size(); i += sizeof(float)) {
    const float x = static_cast<float>(random() >> 40) * 0x1p-24F;
    std::memcpy(source.data() + i, &x, sizeof x);
  }
}

double median(std::vector<double>& seconds) {
  const auto middle = seconds.begin() + std::ssize(seconds) / 2;
  std::ranges::nth_element(seconds, middle);
  return *middle;
}

template <class Work>
double timed(Work work) {
  const auto start = std::chrono::steady_clock::now();
  work();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

void convert(benchmark::State& state, const Contender& contender, std::size_t bytes) {
  const std::size_t count = bytes / (contender.source_bytes + contender.destination_bytes);
  Buffer source(count * contender.source_bytes);
  Buffer destination(count * contender.destination_bytes);
  fill(source.bytes(), contender.destination_bytes, contender.source_bytes >= contender.destination_bytes);
  Buffer copied(bytes / 2);
  Buffer copy(bytes / 2);

  const int repeats = bytes == kInCache ? 64 : 1;
  std::vector<double> conversions;
  std::vector<double> copies;
  for (auto _ : state) {
    copies.push_back(timed([&] {
      for (int i = 0; i < repeats; ++i) {
        std::memcpy(copy.data(), copied.data(), bytes / 2);
        benchmark::ClobberMemory();
      }
    }));
    conversions.push_back(timed([&] {
      for (int i = 0; i < repeats; ++i) {
        contender.kernel(source.data(), destination.data(), count);
        benchmark::ClobberMemory();
      }
    }));
    state.SetIterationTime(conversions.back());
  }
  const double seconds = median(conversions) / repeats;
  state.counters["of_memcpy"] = median(copies) / repeats / seconds;
  state.counters["GB_per_s"] = static_cast<double>(bytes) / seconds * 1e-9;
  state.counters["M_per_s"] = static_cast<double>(count) / seconds * 1e-6;
}

// What else there is. Imath and the compiler's own conversion round to nearest.

void imath_to_half(const std::byte* source, std::byte* destination, std::size_t count) {
  for (std::size_t i = 0; i < count; ++i) {
    float x;
    std::memcpy(&x, source + i * sizeof x, sizeof x);
    const std::uint16_t half = imath_float_to_half(x);
    std::memcpy(destination + i * sizeof half, &half, sizeof half);
  }
}

void imath_from_half(const std::byte* source, std::byte* destination, std::size_t count) {
  for (std::size_t i = 0; i < count; ++i) {
    std::uint16_t half;
    std::memcpy(&half, source + i * sizeof half, sizeof half);
    const float x = imath_half_to_float(half);
    std::memcpy(destination + i * sizeof x, &x, sizeof x);
  }
}

#if defined(__x86_64__)
#define HALFULP_F16C [[gnu::target("avx2,fma,f16c")]]

HALFULP_F16C void f16c_to_half(const std::byte* source, std::byte* destination, std::size_t count) {
  for (std::size_t i = 0; i < count; ++i) {
    float x;
    std::memcpy(&x, source + i * sizeof x, sizeof x);
    const auto half = static_cast<std::uint16_t>(_mm_extract_epi16(_mm_cvtps_ph(_mm_set_ss(x), _MM_FROUND_TO_ZERO), 0));
    std::memcpy(destination + i * sizeof half, &half, sizeof half);
  }
}

HALFULP_F16C void f16c_from_half(const std::byte* source, std::byte* destination, std::size_t count) {
  for (std::size_t i = 0; i < count; ++i) {
    std::uint16_t half;
    std::memcpy(&half, source + i * sizeof half, sizeof half);
    const float x = _mm_cvtss_f32(_mm_cvtph_ps(_mm_cvtsi32_si128(half)));
    std::memcpy(destination + i * sizeof x, &x, sizeof x);
  }
}

#if defined(__FLT16_MANT_DIG__) && !defined(__clang__)
HALFULP_F16C void float16_to_half(const std::byte* source, std::byte* destination, std::size_t count) {
  const auto* const from = reinterpret_cast<const float*>(source);
  auto* const to = reinterpret_cast<_Float16*>(destination);
  for (std::size_t i = 0; i < count; ++i) to[i] = static_cast<_Float16>(from[i]);
}

HALFULP_F16C void float16_from_half(const std::byte* source, std::byte* destination, std::size_t count) {
  const auto* const from = reinterpret_cast<const _Float16*>(source);
  auto* const to = reinterpret_cast<float*>(destination);
  for (std::size_t i = 0; i < count; ++i) to[i] = static_cast<float>(from[i]);
}
#define HALFULP_FLOAT16
#endif
#endif

/// The usual code of an application: pow for each component.
void pow_to_srgb8(const std::byte* source, std::byte* destination, std::size_t count) {
  for (std::size_t i = 0; i < count * 4; ++i) {
    float x;
    std::memcpy(&x, source + i * sizeof x, sizeof x);
    x = std::clamp(x, 0.0F, 1.0F);
    if (i % 4 != 3) x = x <= 0.0031308F ? 12.92F * x : 1.055F * std::pow(x, 1 / 2.4F) - 0.055F;
    destination[i] = static_cast<std::byte>(x * 255 + 0.5F);
  }
}

void enter(const Contender& contender) {
  for (const std::size_t bytes : {kInCache, kInMemory}) {
    const std::string name = "Pixel/" + contender.name + (bytes == kInCache ? "/64KiB" : "/256MiB");
    benchmark::RegisterBenchmark(name.c_str(), [=](benchmark::State& state) {
      convert(state, contender, bytes);
    })->UseManualTime();
  }
}

/// Through the library's public function, whole pixels. The converter is made at the first call.
void enter(PixelFormat from, PixelFormat to) {
  const auto source_bytes = static_cast<std::size_t>(info(from).bytes_per_pixel);
  const auto destination_bytes = static_cast<std::size_t>(info(to).bytes_per_pixel);
  const auto convert = [=, converter = std::optional<Converter>()](const std::byte* source, std::byte* destination,
                                                                   std::size_t count) mutable {
    if (!converter) converter.emplace(from, to, Rulebook::open("d3d11"));
    converter->convert({source, count * source_bytes}, {destination, count * destination_bytes});
  };
  enter({std::string(info(from).name) + "_to_" + std::string(info(to).name) + "/Converter", convert, source_bytes,
         destination_bytes});
}

const bool kRegistered = [] {
  for (const KernelRow& row : kernels()) {
    const std::string name(row.name);
    enter({name, row.kernel, row.source_bytes, row.destination_bytes});
    enter({name + "/one_by_one", row.definition, row.source_bytes, row.destination_bytes});
  }
  enter({"binary32_to_half/Imath", imath_to_half, 4, 2});
  enter({"half_to_binary32/Imath", imath_from_half, 2, 4});
#if defined(__x86_64__)
  enter({"binary32_to_half/F16C", f16c_to_half, 4, 2});
  enter({"half_to_binary32/F16C", f16c_from_half, 2, 4});
#endif
#if defined(HALFULP_FLOAT16)
  enter({"binary32_to_half/_Float16", float16_to_half, 4, 2});
  enter({"half_to_binary32/_Float16", float16_from_half, 2, 4});
#endif
  enter({"rgba_to_rgba8_srgb/pow", pow_to_srgb8, 16, 4});
  constexpr PixelFormat kFloats = PixelFormat::rgba32_float;
  for (const PixelFormat other :
       {PixelFormat::rgba16_float, PixelFormat::rgba8_unorm, PixelFormat::bgra8_unorm, PixelFormat::rgba8_srgb,
        PixelFormat::r11g11b10_float, PixelFormat::rgb9e5_float, PixelFormat::b5g6r5_unorm}) {
    enter(kFloats, other);
    enter(other, kFloats);
  }
  enter(PixelFormat::rgba8_unorm, PixelFormat::rgba16_float);
  enter(PixelFormat::rgba8_srgb, PixelFormat::rgba16_float);
  enter(PixelFormat::rgba8_unorm, PixelFormat::bgra8_unorm);
  enter(PixelFormat::rgba8_uint, PixelFormat::rgba32_uint);
  return true;
}();

}  // namespace
}  // namespace halfulp::pixel
