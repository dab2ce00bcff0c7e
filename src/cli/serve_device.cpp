// SPDX-License-Identifier: Apache-2.0
#include "cli/subcommand.hpp"
#include "device/serve.hpp"

namespace halfulp::cli {

ExitCode serve_device(const Arguments& arguments) {
  return static_cast<ExitCode>(device::serve_device(arguments.list("NAME")));
}

}  // namespace halfulp::cli
