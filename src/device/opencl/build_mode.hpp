// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "device/opencl/platform.hpp"
#include "halfulp/device.hpp"

namespace halfulp::device {

/// How the programs of a device are built: with which options of clBuildProgram, by the format of the operation.
class BuildMode {
 public:
  /// `name`: "default", "denorms-are-zero" or "fast-relaxed-math", whose options all programs have; or "", for the
  /// options that the requested float controls call for. Throws Error(kUsage) for another name.
  BuildMode(const std::string& name, const FormatControls& requested, const OpenclFeatures& features);

  /// For programs of operations in this format: "-cl-denorms-are-zero", or "".
  [[nodiscard]] std::string_view options(Format format) const;

  /// For the fact kBuildOptions.
  [[nodiscard]] std::string text() const;

  /// What was asked of the driver, and what the options ask for or leave as it is promised.
  [[nodiscard]] const FormatControls& requested() const { return requested_; }
  [[nodiscard]] const FormatControls& in_force() const { return in_force_; }

 private:
  bool by_controls_;
  std::string_view options_;  ///< unless by_controls_
  FormatControls requested_;
  FormatControls in_force_;
};

}  // namespace halfulp::device
