// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "cli/output.hpp"
#include "cli/subcommand.hpp"
#include "halfulp/pixel_format.hpp"
#include "report/shapes.hpp"

namespace halfulp::cli {
namespace {

std::string line(std::string_view name, std::string_view bytes, std::string_view dxgi, std::string_view vulkan,
                 std::string_view metal) {
  // What a column does not hold is no name in that API.
  const auto cell = [](std::string_view text) { return text.empty() ? "-" : text; };
  return fmt::format("{:<16} {:>5}  {:<20} {:<25} {}\n", name, bytes, cell(dxgi), cell(vulkan), cell(metal));
}

}  // namespace

ExitCode formats(const Arguments& arguments) {
  if (arguments.has("--json")) {
    write_output(report::json_text(report::pixel_formats_shape(pixel_formats())));
    return ExitCode::kConforms;
  }
  std::string text = line("format", "bytes", "DXGI_FORMAT_", "VK_FORMAT_", "MTLPixelFormat");
  for (const PixelFormatInfo& row : pixel_formats()) {
    text += line(row.name, std::to_string(row.bytes_per_pixel), row.dxgi, row.vulkan, row.metal);
  }
  write_output(text);
  return ExitCode::kConforms;
}

}  // namespace halfulp::cli
