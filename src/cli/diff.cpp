// SPDX-License-Identifier: Apache-2.0
#include "cli/input_file.hpp"
#include "cli/output.hpp"
#include "cli/own_files.hpp"
#include "cli/subcommand.hpp"
#include "report/difference_text.hpp"
#include "report/page/difference_page.hpp"

namespace halfulp::cli {

ExitCode diff(const Arguments& arguments) {
  const std::string page = arguments.text("--html");
  require_own_files(std::vector<NamedFile>{{"the earlier report", arguments.text("BEFORE")},
                                           {"the later one", arguments.text("AFTER")}},
                    std::vector<NamedFile>{{"--html", page}});
  const auto side = [&](std::string_view name) {
    const std::string path = arguments.text(name);
    return report::Difference::Side{.file = path, .report = read_whole_report_file(path)};
  };
  const report::Difference difference = report::difference(side("BEFORE"), side("AFTER"), arguments.has("--strict"));
  write_output(arguments.has("--json") ? report::json_text(report::difference_shape(difference))
                                       : report::difference_text(difference, output_has_colours()));
  flush_output();
  if (!page.empty()) write_file(page, report::difference_page(difference));
  return report::is_worse(difference) ? ExitCode::kDoesNotConform : ExitCode::kConforms;
}

}  // namespace halfulp::cli
