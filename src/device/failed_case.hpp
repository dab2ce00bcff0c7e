// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "halfulp/device.hpp"
#include "halfulp/permitted.hpp"

namespace halfulp::device {

/// A case that a device failed.
struct FailedCase {
  Operation operation = Operation::add;
  Format format = Format::binary32;
  std::span<const Bits> operands;
  Bits observed = 0;
  PermittedSet permitted;
  std::string rulebook;
  Naming naming = Naming::direct3d;  ///< the rulebook's
  std::string rule;                  ///< the broken rule's id
  std::string says;                  ///< its sentence
  std::string source;                ///< where that stands
  std::string command;               ///< the command line that tries the case
};

/// The case as lines of a comment: device and its facts, operands, result, permitted results, rule and command.
[[nodiscard]] std::string case_comment(const DeviceDescription& device, std::string_view instruction,
                                       const FailedCase& failed);

/// All permitted bits, NaNs among them, as ranges of unsigned numbers, first and last; all bits where anything is
/// permitted.
[[nodiscard]] std::vector<std::pair<Bits, Bits>> permitted_bits(const PermittedSet& permitted);

}  // namespace halfulp::device
