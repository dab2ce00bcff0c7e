// SPDX-License-Identifier: Apache-2.0
// Devices that behave as the hypotheses say.
#pragma once

#include <ostream>
#include <string>
#include <vector>

#include "halfulp/rulebook.hpp"

namespace halfulp::test {

using Operands = std::vector<Bits>;

/// A device that computes with the compiler's arithmetic and shows one hypothesis.
struct MisbehavingDevice {
  std::string id;  ///< of the hypothesis
  std::string rulebook;
  Operation operation;
  Bits (*compute)(const Operands&);
  std::size_t least = 20;  ///< failures that the test must find at least
  Format format = Format::binary32;
  Bits disturb = 1;  ///< bits to flip for a result that the hypothesis does not predict; 0: it predicts any
};

/// GoogleTest finds it by its name.
inline void PrintTo(const MisbehavingDevice& device, std::ostream* stream) { *stream << device.id; }

/// At least one for each hypothesis.
[[nodiscard]] const std::vector<MisbehavingDevice>& misbehaving_devices();

/// Those of them that show what drivers and compilers were measured to do.
[[nodiscard]] const std::vector<MisbehavingDevice>& misbehaving_drivers();

/// The rulebook of that name: an embedded one, or "mine", which asks for one rounding where Direct3D's readings leave
/// several.
[[nodiscard]] const Rulebook& book_of(const std::string& name);

}  // namespace halfulp::test
