// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "device/shader/texel.hpp"

namespace halfulp::device {

/// Lines of C99 that hold where a component is in a texel: FIRST_BIT, BITS; and OTHER_COMPONENTS, the bytes of what is
/// not asked.
[[nodiscard]] std::string component_in_c(const TexelComponent& component);

/// A function of C99 that puts a component's code into a texel: put_component(texel, bits).
extern const std::string_view kPutComponentInC;

/// One that takes it out, as a result_t: take_component(texel).
extern const std::string_view kTakeComponentInC;

}  // namespace halfulp::device
