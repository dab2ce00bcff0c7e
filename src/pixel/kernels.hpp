// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <span>
#include <string_view>

/// Bulk conversions of components. Each takes `count` values or pixels from `source` to `destination`: tightly packed,
/// of any alignment, not overlapping; no byte outside them is read or written. The results are, bit for bit, those of
/// pixel/component.hpp, whatever instructions the CPU has. A count of 0 may come with null pointers.
namespace halfulp::pixel {

using Kernel = void (*)(const std::byte* source, std::byte* destination, std::size_t count);

// Values: binary32 on one side.
void binary32_to_half_toward_zero(const std::byte* source, std::byte* destination, std::size_t count);
void binary32_to_half_nearest(const std::byte* source, std::byte* destination, std::size_t count);
void half_to_binary32(const std::byte* source, std::byte* destination, std::size_t count);
// The rules do not differ here: see kUnormTiesDoNotDiffer in pixel/items.hpp.
void binary32_to_unorm8(const std::byte* source, std::byte* destination, std::size_t count);
void binary32_to_unorm16(const std::byte* source, std::byte* destination, std::size_t count);
void binary32_to_snorm8(const std::byte* source, std::byte* destination, std::size_t count);
void binary32_to_snorm16(const std::byte* source, std::byte* destination, std::size_t count);
void binary32_to_srgb8(const std::byte* source, std::byte* destination, std::size_t count);
void unorm8_to_binary32(const std::byte* source, std::byte* destination, std::size_t count);
void unorm16_to_binary32(const std::byte* source, std::byte* destination, std::size_t count);
void snorm8_to_binary32(const std::byte* source, std::byte* destination, std::size_t count);
void snorm16_to_binary32(const std::byte* source, std::byte* destination, std::size_t count);
void srgb8_to_binary32(const std::byte* source, std::byte* destination, std::size_t count);

// Pixels: four binary32 (red, green, blue, alpha) on one side; on the other a byte each, or one little-endian word, of
// 32 bits with red in its low bits (blue: bgra8), or of 16. What has no alpha drops it, and gives 1.
void rgba_to_bgra8_unorm(const std::byte* source, std::byte* destination, std::size_t count);
void bgra8_unorm_to_rgba(const std::byte* source, std::byte* destination, std::size_t count);
void rgba_to_rgba8_srgb(const std::byte* source, std::byte* destination, std::size_t count);  // alpha: linear unorm8
void rgba8_srgb_to_rgba(const std::byte* source, std::byte* destination, std::size_t count);
void rgba_to_bgra8_srgb(const std::byte* source, std::byte* destination, std::size_t count);
void bgra8_srgb_to_rgba(const std::byte* source, std::byte* destination, std::size_t count);
void rgba_to_rgb10a2(const std::byte* source, std::byte* destination, std::size_t count);  // unorm
void rgb10a2_to_rgba(const std::byte* source, std::byte* destination, std::size_t count);
void rgba_to_rgb10a2_snorm_ties_away(const std::byte* source, std::byte* destination, std::size_t count);
void rgba_to_rgb10a2_snorm_ties_even(const std::byte* source, std::byte* destination, std::size_t count);
void rgb10a2_snorm_to_rgba(const std::byte* source, std::byte* destination, std::size_t count);
void rgba_to_b5g6r5(const std::byte* source, std::byte* destination, std::size_t count);
void b5g6r5_to_rgba(const std::byte* source, std::byte* destination, std::size_t count);
void rgba_to_bgr5a1_ties_away(const std::byte* source, std::byte* destination, std::size_t count);
void rgba_to_bgr5a1_ties_even(const std::byte* source, std::byte* destination, std::size_t count);
void bgr5a1_to_rgba(const std::byte* source, std::byte* destination, std::size_t count);
void rgba_to_a1bgr5_ties_away(const std::byte* source, std::byte* destination, std::size_t count);
void rgba_to_a1bgr5_ties_even(const std::byte* source, std::byte* destination, std::size_t count);
void a1bgr5_to_rgba(const std::byte* source, std::byte* destination, std::size_t count);
void rgba_to_bgra4(const std::byte* source, std::byte* destination, std::size_t count);
void bgra4_to_rgba(const std::byte* source, std::byte* destination, std::size_t count);
void rgba_to_abgr4(const std::byte* source, std::byte* destination, std::size_t count);
void abgr4_to_rgba(const std::byte* source, std::byte* destination, std::size_t count);
void rgba_to_r11g11b10_toward_zero(const std::byte* source, std::byte* destination, std::size_t count);
void rgba_to_r11g11b10_nearest(const std::byte* source, std::byte* destination, std::size_t count);
void r11g11b10_to_rgba(const std::byte* source, std::byte* destination, std::size_t count);
void rgba_to_rgb9e5_ties_even(const std::byte* source, std::byte* destination, std::size_t count);
void rgba_to_rgb9e5_ties_up(const std::byte* source, std::byte* destination, std::size_t count);
void rgb9e5_to_rgba(const std::byte* source, std::byte* destination, std::size_t count);

// Pixels of four: the first and the third change places.
void swap_red_and_blue_floats(const std::byte* source, std::byte* destination, std::size_t count);
void swap_red_and_blue_bytes(const std::byte* source, std::byte* destination, std::size_t count);

/// One row per kernel.
struct KernelRow {
  std::string_view name;
  Kernel kernel;
  Kernel definition;              ///< the same by pixel/component.hpp, one item at a time
  std::size_t source_bytes;       ///< of one value or pixel
  std::size_t destination_bytes;  ///< of one value or pixel
  Kernel decode;                  ///< of a pair of codes: to floats, and from them
  Kernel encode;
};
[[nodiscard]] std::span<const KernelRow> kernels();

/// One kernel that does what `decode` and then `encode` do, of values where both are of values, else of pixels of four;
/// null where there is none.
[[nodiscard]] Kernel pair_kernel(Kernel decode, Kernel encode);

/// The name of the instructions in use, as Highway has it: "AVX2", "AVX3_DL" (AVX-512).
[[nodiscard]] std::string_view kernel_target();

}  // namespace halfulp::pixel
