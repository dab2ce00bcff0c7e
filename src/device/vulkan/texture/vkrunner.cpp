// SPDX-License-Identifier: Apache-2.0
#include "device/vulkan/texture/vkrunner.hpp"

#include <fmt/format.h>

#include <array>
#include <cmath>
#include <optional>

#include "device/vulkan/test_scripts.hpp"
#include "device/vulkan/texture/script.hpp"
#include "number/as_double.hpp"
#include "number/layout.hpp"

namespace halfulp::device {
namespace {

/// The code of 1 as VkRunner divides by it, of sRGB too; 1 for formats that are not normalised.
double unit_of(const FormatInfo& row) { return number::is_normalised(row) ? static_cast<double>(row.scale()) : 1.0; }

/// What VkRunner reads from a component. The code below -1 of snorm is less than -1.
double read_value(const FormatInfo& row, Bits bits) { return number::as_double(row, bits) / unit_of(row); }

/// A result passes if its difference from the value is at most the tolerance, in double.
struct Probe {
  double value;
  double tolerance;

  [[nodiscard]] bool passes(double result) const { return std::abs(result - value) <= tolerance; }
};

/// One that the permitted results alone pass.
std::optional<Probe> probe_of(const PermittedSet& permitted) {
  if (permitted.nan != NanKind::none || permitted.ranges.size() != 1) return std::nullopt;
  const FormatInfo& row = info(permitted.format);
  const double first = read_value(row, permitted.ranges.front().first);
  const double last = read_value(row, permitted.ranges.front().last);
  if (!std::isfinite(first) || !std::isfinite(last)) return std::nullopt;
  constexpr double kQuarterOfACode = 0.25;
  const double margin = row.kind == FormatKind::floating ? 0 : kQuarterOfACode / unit_of(row);
  // Exact of floating numbers, which have at most 16 bits: no conversion writes binary32.
  return Probe{.value = (first + last) / 2, .tolerance = (last - first) / 2 + margin};
}

}  // namespace

std::string texture_shader_test(const DeviceDescription& device, const TextureWay& way, const FailedCase& failed,
                                const std::string& comment) {
  const Format format = way.format->components[way.component]->format;
  if (way.access != TextureAccess::render || way.format->type == TexelType::depth || format == Format::rgb9e5) {
    return "";
  }
  const std::optional<Probe> probe = probe_of(failed.permitted);
  if (!probe || probe->passes(read_value(info(format), failed.observed))) return "";
  // The other components are 0.25 or 0, or alpha that the format has not: 1.
  constexpr double kAnything = 2;
  std::array<double, 4> tolerances{kAnything, kAnything, kAnything, kAnything};
  std::array<double, 4> values{};
  tolerances[way.component] = probe->tolerance;
  values[way.component] = probe->value;
  const std::string controls = script_controls(device);
  std::string text = hash_comment(comment) + "\n[require]\nvulkan 1.1\n";
  text += fmt::format("framebuffer {}\n", format_name(*way.format));
  if (!controls.empty()) text += "VK_KHR_shader_float_controls\n";
  text +=
      fmt::format("\n[vertex shader passthrough]\n\n[fragment shader]\n{}\n[test]\n", script_shader(way, 1, controls));
  text += fmt::format("ssbo 0 subdata int 0 {}\n", static_cast<std::int32_t>(failed.operands[0]));
  return text + fmt::format(
                    "# The push constant: one case, which is the first pixel.\nuniform uint 0 1\n"
                    "draw rect -1 -1 2 2\n"
                    "# Of the component that the case is about; of the others anything.\ntolerance {}\n"
                    "probe rgba (0, 0) ({})\n",
                    fmt::join(tolerances, " "), fmt::join(values, ", "));
}

}  // namespace halfulp::device
