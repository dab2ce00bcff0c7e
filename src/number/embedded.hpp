// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string_view>

namespace halfulp::embedded {

/// A file that the build put into the library.
struct EmbeddedFile {
  std::string_view name;  ///< its name without folder and extension: "d3d11" for rulebooks/d3d11.toml
  std::string_view text;
};

/// All of rulebooks/*.toml, by name in ascending order ("sources" among them). cmake/embed.cmake writes the definition.
[[nodiscard]] std::span<const EmbeddedFile> rulebooks();

}  // namespace halfulp::embedded
