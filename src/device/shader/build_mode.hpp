// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <span>
#include <string>
#include <string_view>

#include "device/shader/float_controls.hpp"
#include "halfulp/device.hpp"

namespace halfulp::device {

/// The formats that programs compute in, in the order of NamedMode::options.
inline constexpr std::array kBuiltFormats = {Format::binary16, Format::binary32, Format::binary64};

/// A mode that the name of a device may have: the options with which programs of each format are built. Any option
/// permits to flush denormals.
struct NamedMode {
  std::string_view name;
  std::array<std::string_view, kBuiltFormats.size()> options;
};

/// The modes of a kind of device.
struct BuildModes {
  std::string_view kind;      ///< "opencl"
  std::string_view flushing;  ///< the option that flushes denormals: "-cl-denorms-are-zero"
  std::span<const NamedMode> modes;
};

/// How the programs of a device are built: with which options, by the format of the operation.
class BuildMode {
 public:
  /// `name`: one of the modes, or "", for the options that the requested float controls call for. Throws Error(kUsage)
  /// for another name.
  BuildMode(const BuildModes& modes, const std::string& name, const FormatControls& requested,
            const OfferedControls& offered);

  /// For programs of operations in this format; "" for none.
  [[nodiscard]] std::string_view options(Format format) const;

  /// For the fact kBuildOptions.
  [[nodiscard]] std::string text() const;

  /// What was asked of the driver, and what the options ask for or leave as it is promised.
  [[nodiscard]] const FormatControls& requested() const { return requested_; }
  [[nodiscard]] const FormatControls& in_force() const { return in_force_; }

 private:
  std::array<std::string_view, kBuiltFormats.size()> options_;
  FormatControls requested_;
  FormatControls in_force_;
};

}  // namespace halfulp::device
