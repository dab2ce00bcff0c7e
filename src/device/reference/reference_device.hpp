// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "halfulp/device.hpp"

namespace halfulp::device {

/// Opens the built-in reference of a rulebook; "" is the one in the options, or d3d11. Throws as Rulebook::open().
[[nodiscard]] std::unique_ptr<Device> open_reference(const std::string& book, const DeviceOptions& options);

/// `reference`, of d3d11.
[[nodiscard]] std::vector<DeviceDescription> list_reference();

}  // namespace halfulp::device
