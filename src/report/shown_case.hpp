// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "report/report.hpp"

namespace halfulp::report {

/// The first case of a rule that a result breaks, or of readings under which alone results pass, as JUnit and the gate
/// show it.
struct ShownCase {
  std::string call;  ///< "log2(0x00000001) = 0xc2fe0000"
  std::string
      permitted;        ///< "permitted: {-149}; nearest permitted: -149 (0xc3150000), 1,234 values away"; "" if unknown
  std::string says;     ///< the sentence of the rule, or what the readings say; "" if unknown
  std::string command;  ///< asks for the case again
};

/// `rule`: a key of the result's tally.broken or tally.under.
[[nodiscard]] ShownCase shown_case(const Report& report, const Result& result, const std::string& rule);

/// `permitted: {-149}; nearest permitted: -149 (0xc3150000), 1,234 values away`: the set at most 200 letters of it; ""
/// of an empty set.
[[nodiscard]] std::string permitted_text(const PermittedSet& permitted, Bits observed);

/// `add(0x3f800000, 0x33c00000) = 0x3f800001`, all in bits.
[[nodiscard]] std::string bits_case(Operation operation, Format format, Naming naming, const Witness& witness);

}  // namespace halfulp::report
