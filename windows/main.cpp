// SPDX-License-Identifier: Apache-2.0
// halfulp-d3d11: Direct3D 11, or 12, as a device, for a machine on which halfulp is not.
#include <fcntl.h>
#include <fmt/format.h>
#include <io.h>
#include <windows.h>

#include <cstdio>
#include <memory>
#include <vector>

#include "device/d3d11/d3d11_device.hpp"
#include "device/d3d12/windows/system.hpp"
#include "device/exec/answers.hpp"
#include "folder.hpp"
#include "halfulp/error.hpp"
#include "options.hpp"

namespace halfulp::windows {
namespace {

constexpr int kUsageExit = 2;
constexpr int kInputExit = 3;
constexpr int kDeviceExit = 4;
constexpr int kInternalExit = 70;

int exit_code(Error::Kind kind) {
  switch (kind) {
    case Error::Kind::kUsage:
      return kUsageExit;
    case Error::Kind::kInput:
      return kInputExit;
    case Error::Kind::kDevice:
      return kDeviceExit;
    case Error::Kind::kInternal:
      break;
  }
  return kInternalExit;
}

int run(const Options& options) {
  if (options.help) {
    fmt::print("{}", kUsage);
    return 0;
  }
  if (options.version) {
    fmt::print("halfulp-d3d11 {}\n", HALFULP_VERSION);
    return 0;
  }
  if (options.list) {
    const auto lines = options.api == Api::d3d12 ? device::list_d3d12_adapters() : device::list_adapters();
    for (const std::string& line : lines) fmt::print("{}\n", line);
    return 0;
  }
  const bool is_folder = !options.vectors.empty();
  DWORD mode = 0;
  if (!is_folder && GetConsoleMode(GetStdHandle(STD_INPUT_HANDLE), &mode) != 0) {
    fmt::print(stderr, "{}", kUsage);
    return kUsageExit;
  }
  // Never destroyed: the process ends by TerminateProcess(), and drivers take their time to close.
  const auto open = [&]() -> Device& {
    auto device = options.api == Api::d3d12 ? device::open_windows_d3d12(options.adapter)
                                            : device::open_d3d11(options.adapter, options.stage, options.textures);
    return *device.release();
  };
  if (is_folder) return compute_folder(open, options.vectors, options.results) ? 0 : kDeviceExit;
  _setmode(_fileno(stdin), _O_BINARY);
  _setmode(_fileno(stdout), _O_BINARY);
  device::answer_blocks(open(), stdin, stdout);
  return 0;
}

int run(int count, char** arguments) {
  try {
    const std::vector<std::string_view> given(arguments + 1, arguments + count);
    return run(read_options(given));
  } catch (const Error& error) {
    fmt::print(stderr, "error: {}\n", error.what());
    return exit_code(error.kind());
  } catch (const device::DeviceRemoved& error) {
    fmt::print(stderr, "error: {}\n", error.what());
    return kDeviceExit;
  } catch (const std::exception& error) {
    fmt::print(stderr, "error: internal: {}\n", error.what());
    return kInternalExit;
  }
}

}  // namespace
}  // namespace halfulp::windows

int main(int count, char** arguments) {
  const int code = halfulp::windows::run(count, arguments);
  std::fflush(stdout);
  std::fflush(stderr);
  // exit() would wait for the driver's threads, under Wine for seconds.
  TerminateProcess(GetCurrentProcess(), static_cast<UINT>(code));
  return code;
}
