// SPDX-License-Identifier: Apache-2.0
#include "cli/gate_options.hpp"
#include "cli/output.hpp"
#include "cli/report_output.hpp"
#include "cli/run/run.hpp"
#include "cli/state/shard_folder.hpp"
#include "cli/subcommand.hpp"

namespace halfulp::cli {

ExitCode merge(const Arguments& arguments) {
  const GateOptions gate(arguments);
  const MergedRun merged = merge_folder(arguments.text("DIR"));
  const ReportOutput output(arguments);
  report::Report report = report_of(merged.request, merged.plan, *merged.device, merged.state);
  gate.apply(merged.request, report);
  output.write(merged.request, report);
  if (!merged.retry.empty()) write_diagnostic("halfulp: the device was lost; to try those cases again:" + merged.retry);
  return code_of(report);
}

}  // namespace halfulp::cli
