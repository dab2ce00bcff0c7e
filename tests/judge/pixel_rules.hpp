// SPDX-License-Identifier: Apache-2.0
// The rules that pixels_test.cpp breaks; broken_devices_test.cpp and metal_test.cpp see that no rule is missing.
#pragma once

#include <set>
#include <string>

namespace halfulp::test {

[[nodiscard]] std::set<std::string> pixel_rules();

}  // namespace halfulp::test
