// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "device/opencl/kernel_source.hpp"
#include "device/opencl/loader.hpp"
#include "device/shader/texel.hpp"
#include "halfulp/device.hpp"

namespace halfulp::device {

/// One row of the table of image formats.
struct ImageFormat {
  cl_image_format format;
  std::string_view name;  ///< "CL_RGBA CL_UNORM_INT8"
  int texel_bytes;        ///< 16 at most
  TexelType type;
  TexelComponents components;
};

/// All rows.
[[nodiscard]] std::span<const ImageFormat> image_formats();

/// One way of computing a conversion with an image: `fetch` reads without a sampler, `sample` with one that has no
/// filter, `store` writes.
struct ImageWay {
  const ImageFormat* format;
  TextureAccess access;
  std::uint32_t component;
  Operation operation;
  bool principal;  ///< the first one that reaches images so for this operation

  /// The format in which the operation is asked.
  [[nodiscard]] Format asked() const { return *info(operation).only_format(); }
  [[nodiscard]] Variant variant() const;

  /// In OpenCL C 1.2. The arguments: a uint, the number of cases; a uint, the component; of `fetch` and
  /// `sample` the image and a buffer of results, of `store` a buffer of operands and the image. Case i is the texel at
  /// (i % kImageWidth, i / kImageWidth).
  [[nodiscard]] KernelSource kernel_source() const;
};

inline constexpr std::size_t kImageWidth = 1024;

/// The ways of the formats that a driver reads and writes, in the order of the table. Throws Error(kDevice).
[[nodiscard]] std::vector<ImageWay> image_ways(cl_device_id device, cl_context context);

}  // namespace halfulp::device
