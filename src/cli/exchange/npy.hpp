// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "halfulp/format.hpp"

namespace halfulp::cli {

/// The header of a .npy file, version 1.0 [NumPy, numpy.lib.format], of a little-endian array of one dimension:
/// binary16, binary32 and binary64 are '<f2', '<f4' and '<f8', signed integers '<i4', all others unsigned integers.
[[nodiscard]] std::string npy_header(Format format, std::uint64_t cases);

/// The same of elements of any type, as Python writes it; `cases`: a number, with spaces around it or not.
[[nodiscard]] std::string npy_header(std::string_view type, std::string_view cases);

/// The array in a .npy file.
struct NpyArray {
  std::span<const std::byte> values;
  std::uint64_t cases = 0;
  bool is_bool = false;  ///< of '|b1', one byte each: of bool32 only
};

/// Reads a file as npy_header() begins, of versions 1 to 3; floating values may also stand in an array of integers of
/// their width, as bits. Throws Error(kInput) that begins with `name` and says what is there and what the format takes.
[[nodiscard]] NpyArray read_npy(std::span<const std::byte> file, Format format, const std::string& name);

}  // namespace halfulp::cli
