// SPDX-License-Identifier: Apache-2.0
#include "options.hpp"

#include <fmt/format.h>

#include <charconv>
#include <utility>
#include <vector>

#include "halfulp/error.hpp"

namespace halfulp::windows {
namespace {

[[noreturn]] void refuse(const std::string& what) {
  throw Error(Error::Kind::kUsage, what + "; halfulp-d3d11 --help lists what there is");
}

device::ShaderStage read_stage(std::string_view name) {
  if (name == "compute") return device::ShaderStage::compute;
  if (name == "pixel") return device::ShaderStage::fragment;
  refuse(fmt::format("--stage {}: stages are compute and pixel", name));
}

Api read_api(std::string_view name) {
  if (name == "d3d11") return Api::d3d11;
  if (name == "d3d12") return Api::d3d12;
  refuse(fmt::format("--api {}: there are d3d11 and d3d12", name));
}

device::AdapterChoice read_adapter(std::string_view name) {
  if (name == "warp") return {.number = std::nullopt};
  unsigned number = 0;
  const auto [end, error] = std::from_chars(name.data(), name.data() + name.size(), number);
  if (name.empty() || error != std::errc() || end != name.data() + name.size()) {
    refuse(fmt::format("--adapter {}: expected a number, as --list shows it, or warp", name));
  }
  return {.number = number};
}

}  // namespace

const std::string_view kUsage =
    R"(halfulp-d3d11 [OPTION...]                   answer blocks on standard input, for `halfulp check --device exec:`
halfulp-d3d11 [OPTION...] VECTORS RESULTS   compute a folder that `halfulp vectors -o` wrote; RESULTS is for
                                            `halfulp verify VECTORS RESULTS`

  --api d3d11|d3d12       Direct3D 11, or 12, which has compute shaders, and pixel shaders for render targets alone;
                          d3d11 if it is left out
  --stage compute|pixel   the stage in which shaders compute; compute if it is left out
  --textures              binary16 is converted by textures of R16_FLOAT, not by f32tof16 and f16tof32
  --adapter N|warp        which adapter computes; 0 if it is left out; warp: Microsoft's driver for the CPU
  --list                  the adapters, with their feature levels; 11_0 is needed; of --api d3d12, whether they have it
  --version               the program's version
  --help                  this text

Exit codes: 0 all was computed; 2 usage; 3 a file or a block cannot be read or written; 4 no device, a shader that the
driver refuses, or the device is gone.
)";

Options read_options(std::span<const std::string_view> arguments) {
  Options options;
  std::vector<std::string> folders;
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    std::string_view argument = arguments[i];
    std::optional<std::string_view> value;
    const std::size_t equals = argument.find('=');
    if (argument.starts_with("--") && equals != std::string_view::npos) {
      value = argument.substr(equals + 1);
      argument = argument.substr(0, equals);
    }
    const auto take = [&] {
      if (!value && i + 1 < arguments.size()) value = arguments[++i];
      if (!value) refuse(fmt::format("{} needs a value", argument));
      return *std::exchange(value, std::nullopt);
    };
    if (argument == "--help" || argument == "-h") {
      options.help = true;
    } else if (argument == "--version") {
      options.version = true;
    } else if (argument == "--list") {
      options.list = true;
    } else if (argument == "--textures") {
      options.textures = true;
    } else if (argument == "--api") {
      options.api = read_api(take());
    } else if (argument == "--stage") {
      options.stage = read_stage(take());
    } else if (argument == "--adapter") {
      options.adapter = read_adapter(take());
    } else if (argument.starts_with('-')) {
      refuse(fmt::format("unknown option {}", argument));
    } else {
      folders.emplace_back(argument);
    }
    if (value) refuse(fmt::format("{} has no value", argument));
  }
  if (folders.size() == 1 || folders.size() > 2) {
    refuse("a folder of vectors and a folder for the results are expected, or neither");
  }
  const bool has_stage = options.textures || options.stage != device::ShaderStage::compute;
  if (options.api == Api::d3d12 && has_stage) refuse("--api d3d12 has neither --stage pixel nor --textures");
  if (!folders.empty()) {
    options.vectors = folders[0];
    options.results = folders[1];
  }
  return options;
}

}  // namespace halfulp::windows
