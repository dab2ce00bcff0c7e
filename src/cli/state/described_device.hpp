// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "halfulp/device.hpp"
#include "report/json_value.hpp"

namespace halfulp::cli {

/// What a device says of itself and what it offers.
[[nodiscard]] report::JsonValue device_shape(const Device& device);

/// The device that gave this shape, as far as its report needs it: it says and offers the same, but computes nothing:
/// compute() throws Error(kInternal). Throws Error(kInput) for another shape.
[[nodiscard]] std::unique_ptr<Device> described_device(const report::JsonValue& shape);

}  // namespace halfulp::cli
