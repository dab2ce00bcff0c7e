// SPDX-License-Identifier: Apache-2.0
#include "cli/run/reproducers.hpp"

#include <fmt/format.h>

#include <cctype>
#include <filesystem>
#include <system_error>

#include "cli/output.hpp"
#include "cli/run/findings.hpp"
#include "device/shader/stage.hpp"
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

}  // namespace

void require_shaders(const DeviceDescription& device) {
  if (device::stage_of(device.kind)) return;
  throw Error(Error::Kind::kUsage,
              fmt::format("--reproducer writes shaders, and {} has none; use it with --device vulkan", device.name));
}

std::size_t write_reproducers(const RunRequest& request, const report::Report& report, const std::string& folder) {
  make_folder(folder);
  std::size_t files = 0;
  for (const report::Result& result : report.results) {
    if (!device::has_reproducer(report.device, result.variant.name, result.operation, result.format)) continue;
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
      const std::string file =
          file_word(fmt::format("{}-{}-{}-{}-{}", result.rulebook, name(result.operation, result.naming),
                                report::tells_format(result.operation, result.format) ? info(result.format).name : "",
                                result.variant.name, rule));
      const device::Reproducer reproducer = device::reproducer(report.device, result.variant.name, failed);
      const auto write = [&](std::string_view end, const std::string& text) {
        if (!text.empty()) write_file((std::filesystem::path(folder) / file += end).string(), text);
      };
      write(reproducer.glsl_end, reproducer.glsl);
      write(".amber", reproducer.amber);
      write(".shader_test", reproducer.shader_test);
      ++files;
    }
  }
  return files;
}

}  // namespace halfulp::cli
