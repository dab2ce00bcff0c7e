// SPDX-License-Identifier: Apache-2.0
// The rules that formats_test.cpp breaks; broken_devices_test.cpp has the others and sees that none is missing.
#pragma once

#include <set>
#include <string>

namespace halfulp::test {

[[nodiscard]] std::set<std::string> direct3d_rules_of_other_formats();

}  // namespace halfulp::test
