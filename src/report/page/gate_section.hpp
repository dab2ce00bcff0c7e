// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "report/gate/gate.hpp"

namespace halfulp::report {

/// What a baseline and waivers make of the report's failures, as a section of its page with the id "gate": what is new,
/// waived and why, known and healed, and the waivers that excuse nothing. The report has a gate.
[[nodiscard]] std::string gate_section(const Report& report);

}  // namespace halfulp::report
