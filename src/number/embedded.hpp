// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string_view>

namespace halfulp::embedded {

/// A file that the build put into the library.
struct EmbeddedFile {
  std::string_view name;  ///< its name without folder: "page.css"; of a rulebook "d3d11" for rulebooks/d3d11.toml
  std::string_view text;
};

/// All of rulebooks/*.toml, by name in ascending order ("sources" among them). cmake/embed.cmake writes the
/// definitions.
[[nodiscard]] std::span<const EmbeddedFile> rulebooks();

/// The table of names in the languages of shaders: src/number/names.txt alone.
[[nodiscard]] std::span<const EmbeddedFile> names();

/// The style sheets and programs of the HTML report, in the order in which a page has them.
[[nodiscard]] std::span<const EmbeddedFile> page_files();

}  // namespace halfulp::embedded
