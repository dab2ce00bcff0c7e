// SPDX-License-Identifier: Apache-2.0
#include "report/page/document.hpp"

#include <fmt/format.h>

#include "number/embedded.hpp"
#include "report/page/markup.hpp"

namespace halfulp::report {
namespace {

/// What every page has; the other files are of charts.
constexpr std::string_view kStyles = "page.css";

std::string embedded_files(std::string_view extension, std::string_view tag, Programs programs) {
  std::string text;
  for (const embedded::EmbeddedFile& file : embedded::page_files()) {
    const bool wanted = programs == Programs::charts || file.name == kStyles;
    if (wanted && file.name.ends_with(extension)) text += element(tag, file.text) + "\n";
  }
  return text;
}

}  // namespace

std::string document(std::string_view title, std::string_view header, std::string_view main, Programs programs) {
  return fmt::format(
      "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
      "<meta name=\"color-scheme\" content=\"light dark\">\n<title>{}</title>\n{}</head>\n"
      "<body>\n<header>\n{}</header>\n<main>\n{}</main>\n{}</body>\n</html>\n",
      escaped(title), embedded_files(".css", "style", programs), header, main,
      embedded_files(".js", "script", programs));
}

}  // namespace halfulp::report
