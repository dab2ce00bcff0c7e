// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace halfulp::device {

/// What this program runs on: "Windows 10.0.22631", "Wine 8.0 (Debian 8.0~repack-4)".
[[nodiscard]] std::string system_name();
[[nodiscard]] bool is_wine();

/// "wined3d on OpenGL" or "wined3d on Vulkan", by the libraries that this program has loaded; "" where Direct3D is not
/// Wine's own.
[[nodiscard]] std::string wined3d();

/// UTF-8 of the system's text.
[[nodiscard]] std::string utf8(const wchar_t* text);

}  // namespace halfulp::device
