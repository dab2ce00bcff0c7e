// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "judge/behaviour/case.hpp"

namespace halfulp::judge::behaviour {

// Which operations a behaviour is tried on.
using Applies = bool (*)(const Subject&);

[[nodiscard]] bool everything(const Subject& s);
[[nodiscard]] bool floating(const Subject& s);
[[nodiscard]] bool has_denormals(const Subject& s);
[[nodiscard]] bool rounds(const Subject& s);
[[nodiscard]] bool moves_bits(const Subject& s);
[[nodiscard]] bool selects(const Subject& s);
[[nodiscard]] bool compares(const Subject& s);
[[nodiscard]] bool is_dot(const Subject& s);
[[nodiscard]] bool multiplies(const Subject& s);
[[nodiscard]] bool takes_log2(const Subject& s);
[[nodiscard]] bool saturates(const Subject& s);
[[nodiscard]] bool fuses(const Subject& s);
[[nodiscard]] bool divides(const Subject& s);
[[nodiscard]] bool takes_reciprocal_root(const Subject& s);
[[nodiscard]] bool takes_root(const Subject& s);
[[nodiscard]] bool rounds_to_integers(const Subject& s);
[[nodiscard]] bool wants_positive(const Subject& s);
[[nodiscard]] bool to_integer(const Subject& s);
[[nodiscard]] bool is_pixel(const Subject& s);
[[nodiscard]] bool to_code(const Subject& s);
[[nodiscard]] bool narrows_integer(const Subject& s);
[[nodiscard]] bool from_code(const Subject& s);
[[nodiscard]] bool from_few_bits(const Subject& s);
[[nodiscard]] bool from_snorm(const Subject& s);
[[nodiscard]] bool srgb(const Subject& s);
[[nodiscard]] bool can_pass_binary32(const Subject& s);
[[nodiscard]] bool can_pass_binary64(const Subject& s);
[[nodiscard]] bool can_be_narrow(const Subject& s);

}  // namespace halfulp::judge::behaviour
