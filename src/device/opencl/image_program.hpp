// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "device/opencl/image.hpp"

namespace halfulp::device {

/// The way of images with that name, of any driver; nothing where there is none.
[[nodiscard]] std::optional<ImageWay> find_image_way(std::string_view variant, Operation operation, Format format);

/// Lines of C99 that hold the way's image: its format, and component_in_c() with the function that puts a code into a
/// texel or takes it out.
[[nodiscard]] std::string image_in_c(const ImageWay& way);

/// Lines of C99 that compute a case by that image, each texel of which has the case, and end with an array `results`.
/// They stand where what case_in_c() and image_in_c() hold is, and `context`, `queue`, `kernel` with its first
/// argument, `status` and `check`.
[[nodiscard]] std::string image_run_in_c(const ImageWay& way);

}  // namespace halfulp::device
