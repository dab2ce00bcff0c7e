// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdio>

#include "halfulp/device.hpp"

namespace halfulp::device {

/// The other side of open_exec(): says on `out` what the device offers, the principal way of each operation, and
/// computes the blocks that `in` asks for, until it ends. Both are in binary mode. The first line of a block's Error is
/// its answer, all of it goes to standard error; throws Error(kInput) for what is no block.
void answer_blocks(Device& device, std::FILE* in, std::FILE* out);

}  // namespace halfulp::device
