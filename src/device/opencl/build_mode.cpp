// SPDX-License-Identifier: Apache-2.0
#include "device/opencl/build_mode.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "device/opencl/build_options.hpp"
#include "device/shader/float_controls.hpp"
#include "halfulp/error.hpp"

namespace halfulp::device {
namespace {

constexpr std::string_view kDenormsAreZero = "-cl-denorms-are-zero";

struct Mode {
  std::string_view name;
  std::string_view options;
  bool flushes;  ///< whether the options permit a driver to flush denormals
};
// -cl-fast-relaxed-math includes -cl-unsafe-math-optimizations, and that -cl-denorms-are-zero [OpenCL 3.0 API §5.8.4].
constexpr std::array<Mode, 3> kModes = {{{"default", "", false},
                                         {"denorms-are-zero", kDenormsAreZero, true},
                                         {"fast-relaxed-math", "-cl-fast-relaxed-math", true}}};

const Mode& find_mode(const std::string& name) {
  std::string names;
  for (const Mode& mode : kModes) {
    if (mode.name == name) return mode;
    names += fmt::format("{}{}", names.empty() ? "" : ", ", mode.name);
  }
  throw Error(Error::Kind::kUsage, fmt::format("opencl: no mode '{}' of building programs; there are {}", name, names));
}

FloatControls offered(cl_device_fp_config config) {
  return {.flush_denormals = true,
          .preserve_denormals = (config & CL_FP_DENORM) != 0,
          .preserve_signed_zero_inf_nan = (config & CL_FP_INF_NAN) != 0,
          .round_to_nearest_even = (config & CL_FP_ROUND_TO_NEAREST) != 0};
}

constexpr std::array kFormats = {Format::binary16, Format::binary32, Format::binary64};

}  // namespace

BuildMode::BuildMode(const std::string& name, const FormatControls& requested, const OpenclFeatures& features)
    : by_controls_(name.empty()) {
  if (!by_controls_) {
    const Mode& mode = find_mode(name);
    options_ = mode.options;
    const FloatControls controls{.flush_denormals = mode.flushes};
    requested_ = in_force_ = {controls, controls, controls};
    return;
  }
  OfferedControls all;
  all.has_binary16 = features.has_binary16;
  all.has_binary64 = features.has_binary64;
  all.controls = {offered(features.binary16), offered(features.binary32), offered(features.binary64)};
  requested_ = requested;
  in_force_ = controls_in_force(requested, all);
}

std::string_view BuildMode::options(Format format) const {
  if (!by_controls_) return options_;
  const FloatControls& controls = format == Format::binary16   ? in_force_.binary16
                                  : format == Format::binary64 ? in_force_.binary64
                                                               : in_force_.binary32;
  return controls.flush_denormals ? kDenormsAreZero : "";
}

std::string BuildMode::text() const {
  std::string text;
  for (const Format format : kFormats) {
    const std::string_view with = options(format);
    text += fmt::format("{}{} {}", text.empty() ? "" : ", ", info(format).name, with.empty() ? kNoBuildOptions : with);
  }
  return text;
}

}  // namespace halfulp::device
