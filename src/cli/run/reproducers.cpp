// SPDX-License-Identifier: Apache-2.0
#include "cli/run/reproducers.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <filesystem>
#include <string_view>
#include <system_error>
#include <vector>

#include "cli/output.hpp"
#include "cli/run/findings.hpp"
#include "device/cuda/reproducer.hpp"
#include "device/d3d11_reproducer/reproducer.hpp"
#include "device/d3d12/reproducer.hpp"
#include "device/failed_case.hpp"
#include "device/opencl/reproducer.hpp"
#include "device/vulkan/reproducer.hpp"
#include "halfulp/error.hpp"
#include "report/command_line.hpp"
#include "report/rule_words.hpp"

namespace halfulp::cli {
namespace {

/// The text with '-' for everything that a file's name should not hold.
std::string file_word(std::string_view text) {
  std::string word;
  for (const char letter : text) {
    const bool stays = std::isalnum(static_cast<unsigned char>(letter)) != 0 || letter == '.' || letter == '_';
    if (stays) {
      word += letter;
    } else if (!word.ends_with('-')) {
      word += '-';
    }
  }
  return word;
}

void make_folder(const std::string& folder) {
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  if (error) {
    throw Error(
        Error::Kind::kInput,
        fmt::format("--reproducer {}: cannot make the folder: {}; give one that can be made", folder, error.message()));
  }
}

constexpr std::string_view kAmberEnd = ".amber";
constexpr std::string_view kShaderTestEnd = ".shader_test";

/// Without a text there is no file.
struct File {
  std::string_view ending;
  std::string text;
};

std::vector<File> vulkan_files(const DeviceDescription& device, const std::string& variant,
                               const device::FailedCase& failed) {
  const device::Reproducer made = device::reproducer(device, variant, failed);
  return {
      {".c", made.program}, {made.glsl_end, made.glsl}, {kAmberEnd, made.amber}, {kShaderTestEnd, made.shader_test}};
}

std::vector<File> opencl_files(const DeviceDescription& device, const std::string& variant,
                               const device::FailedCase& failed) {
  return {{".c", device::opencl_reproducer(device, variant, failed)}};
}

std::vector<File> cuda_files(const DeviceDescription& device, const std::string& variant,
                             const device::FailedCase& failed) {
  return {{".c", device::cuda_reproducer(device, variant, failed)}};
}

std::vector<File> d3d12_files(const DeviceDescription& device, const std::string& variant,
                              const device::FailedCase& failed) {
  return {{".cpp", device::d3d12_reproducer(device, variant, failed)}};
}

std::vector<File> d3d11_files(const DeviceDescription& device, const std::string& instruction,
                              const device::FailedCase& failed) {
  return {{".cpp", device::d3d11_reproducer(device, instruction, failed)}};
}

/// Whether a device is of a kind whose every device has programs.
bool has_programs(const DeviceDescription& /*device*/) { return true; }

/// What writes the cases of a kind of device, or of some of its devices. `variant`: the way's name, or its instruction
/// where it has none.
struct Writer {
  std::string_view kind;
  bool (*is_of)(const DeviceDescription& device);
  bool (*has)(const DeviceDescription& device, const std::string& variant, Operation operation, Format format);
  std::vector<File> (*files)(const DeviceDescription& device, const std::string& variant,
                             const device::FailedCase& failed);
};
constexpr std::array kWriters = {Writer{"vulkan", has_programs, device::has_reproducer, vulkan_files},
                                 Writer{"vulkan-fragment", has_programs, device::has_reproducer, vulkan_files},
                                 Writer{"opencl", has_programs, device::has_opencl_reproducer, opencl_files},
                                 Writer{"cuda", has_programs, device::has_cuda_reproducer, cuda_files},
                                 Writer{"d3d12", has_programs, device::has_d3d12_reproducer, d3d12_files},
                                 Writer{"exec", device::is_d3d11_program, device::has_d3d11_reproducer, d3d11_files}};

const Writer& writer_of(const DeviceDescription& device) {
  const auto* const found = std::ranges::find_if(
      kWriters, [&](const Writer& writer) { return writer.kind == device.kind && writer.is_of(device); });
  if (found != kWriters.end()) return *found;
  throw Error(Error::Kind::kUsage,
              fmt::format("--reproducer writes shaders and kernels, and {} has none; use it with --device vulkan, "
                          "--device opencl, --device cuda, --device d3d12 or --device 'exec:wine halfulp-d3d11.exe'",
                          device.name));
}

}  // namespace

void require_shaders(const DeviceDescription& device) { static_cast<void>(writer_of(device)); }

std::string WrittenReproducers::text(const std::string& folder) const {
  std::string text = fmt::format("reproducers: {} (of {} case{})\n", folder, cases, cases == 1 ? "" : "s");
  if (without_amber + without_shader_test == 0) return text;
  return text + fmt::format(
                    "  without a test of Amber: {}, without one of VkRunner: {} (docs/limits.md says which these "
                    "languages cannot hold)\n",
                    without_amber, without_shader_test);
}

WrittenReproducers write_reproducers(const RunRequest& request, const report::Report& report,
                                     const std::string& folder) {
  const Writer& writer = writer_of(report.device);
  make_folder(folder);
  WrittenReproducers written;
  for (const report::Result& result : report.results) {
    const std::string& variant = result.variant.name.empty() ? result.variant.instruction : result.variant.name;
    if (!writer.has(report.device, variant, result.operation, result.format)) continue;
    for (const auto& [rule, group] : result.tally.broken) {
      const std::span<const Bits> operands = operands_of(result, group.example);
      const BookToJudgeBy& book = book_of(request, result);
      const report::RuleWords words = report::words_of_rule(book.book, rule);
      const device::FailedCase failed{
          .operation = result.operation,
          .format = result.format,
          .operands = operands,
          .observed = group.example.observed,
          .permitted = result.broken.at(rule).example.permitted,
          .rulebook = result.rulebook,
          .naming = result.naming,
          .rule = rule,
          .says = words.says,
          .source = words.source,
          .command = report::case_command(report.device, book.argument, result, group.example, book.readings)};
      const std::string file = file_word(fmt::format(
          "{}-{}-{}-{}-{}", result.rulebook, name(result.operation, result.naming),
          report::tells_format(result.operation, result.format) ? info(result.format).name : "", variant, rule));
      for (const auto& [ending, text] : writer.files(report.device, variant, failed)) {
        if (text.empty()) {
          if (ending == kAmberEnd) ++written.without_amber;
          if (ending == kShaderTestEnd) ++written.without_shader_test;
          continue;
        }
        write_file((std::filesystem::path(folder) / (file + std::string(ending))).string(), text);
      }
      ++written.cases;
    }
  }
  return written;
}

}  // namespace halfulp::cli
