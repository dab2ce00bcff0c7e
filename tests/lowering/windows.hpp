// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>

#include "lowering/question.hpp"
#include "suite/random.hpp"

namespace halfulp::test {

/// Compares what IntervalAnswers counts over windows of up to 96 operands, drawn around the ends of classes, of
/// binades and anywhere, with the definition asked for each operand. The first window that differs, or "".
[[nodiscard]] std::string differing_window(const lowering::Question& question, std::size_t windows,
                                           suite::Random& random);

}  // namespace halfulp::test
