// SPDX-License-Identifier: Apache-2.0
#include "device/shader/build_mode.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "device/shader/build_options.hpp"
#include "halfulp/error.hpp"

namespace halfulp::device {
namespace {

const NamedMode& find_mode(const BuildModes& kind, const std::string& name) {
  std::string names;
  for (const NamedMode& mode : kind.modes) {
    if (mode.name == name) return mode;
    names += fmt::format("{}{}", names.empty() ? "" : ", ", mode.name);
  }
  throw Error(Error::Kind::kUsage,
              fmt::format("{}: no mode '{}' of building programs; there are {}", kind.kind, name, names));
}

constexpr std::array<FloatControls FormatControls::*, kBuiltFormats.size()> kOfFormats = {
    &FormatControls::binary16, &FormatControls::binary32, &FormatControls::binary64};

}  // namespace

BuildMode::BuildMode(const BuildModes& modes, const std::string& name, const FormatControls& requested,
                     const OfferedControls& offered) {
  if (name.empty()) {
    requested_ = requested;
    in_force_ = controls_in_force(requested, offered);
    for (std::size_t i = 0; i < options_.size(); ++i) {
      if ((in_force_.*kOfFormats[i]).flush_denormals) options_[i] = modes.flushing;
    }
    return;
  }
  options_ = find_mode(modes, name).options;
  for (std::size_t i = 0; i < options_.size(); ++i) {
    requested_.*kOfFormats[i] = {.flush_denormals = !options_[i].empty()};
  }
  in_force_ = requested_;
}

std::string_view BuildMode::options(Format format) const {
  const auto* const found = std::ranges::find(kBuiltFormats, format);
  // Integers and codes become or come from binary32.
  return options_[found == kBuiltFormats.end() ? 1 : static_cast<std::size_t>(found - kBuiltFormats.begin())];
}

std::string BuildMode::text() const {
  std::string text;
  for (std::size_t i = 0; i < options_.size(); ++i) {
    text += fmt::format("{}{} {}", i == 0 ? "" : ", ", info(kBuiltFormats[i]).name,
                        options_[i].empty() ? kNoBuildOptions : options_[i]);
  }
  return text;
}

}  // namespace halfulp::device
