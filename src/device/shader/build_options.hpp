// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "halfulp/format.hpp"

namespace halfulp::device {

/// What the fact says of a format that is built with no option.
inline constexpr std::string_view kNoBuildOptions = "none";

/// The fact that says with which options programs of each format are built, "binary32 -cl-denorms-are-zero".
inline constexpr std::string_view kBuildOptions = "build options";

/// The options that this fact has for a format; "" for none.
[[nodiscard]] std::string built_with(std::string_view fact, Format format);

}  // namespace halfulp::device
