// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "diagnosis/behaviours/behaviour_case.hpp"

namespace halfulp::diagnosis {

// Which operations a behaviour is tried on.
using Applies = bool (*)(const BehaviourSubject&);

[[nodiscard]] bool everything(const BehaviourSubject& s);
[[nodiscard]] bool floating(const BehaviourSubject& s);
[[nodiscard]] bool has_denormals(const BehaviourSubject& s);
[[nodiscard]] bool rounds(const BehaviourSubject& s);
[[nodiscard]] bool moves_bits(const BehaviourSubject& s);
[[nodiscard]] bool selects(const BehaviourSubject& s);
[[nodiscard]] bool compares(const BehaviourSubject& s);
[[nodiscard]] bool is_dot(const BehaviourSubject& s);
[[nodiscard]] bool multiplies(const BehaviourSubject& s);
[[nodiscard]] bool takes_log2(const BehaviourSubject& s);
[[nodiscard]] bool saturates(const BehaviourSubject& s);
[[nodiscard]] bool fuses(const BehaviourSubject& s);
[[nodiscard]] bool divides(const BehaviourSubject& s);
[[nodiscard]] bool takes_reciprocal_root(const BehaviourSubject& s);
[[nodiscard]] bool takes_root(const BehaviourSubject& s);
[[nodiscard]] bool rounds_to_integers(const BehaviourSubject& s);
[[nodiscard]] bool wants_positive(const BehaviourSubject& s);
[[nodiscard]] bool to_integer(const BehaviourSubject& s);
[[nodiscard]] bool is_pixel(const BehaviourSubject& s);
[[nodiscard]] bool to_code(const BehaviourSubject& s);
[[nodiscard]] bool narrows_integer(const BehaviourSubject& s);
[[nodiscard]] bool from_code(const BehaviourSubject& s);
[[nodiscard]] bool from_few_bits(const BehaviourSubject& s);
[[nodiscard]] bool from_snorm(const BehaviourSubject& s);
[[nodiscard]] bool srgb(const BehaviourSubject& s);
[[nodiscard]] bool can_pass_binary32(const BehaviourSubject& s);
[[nodiscard]] bool can_pass_binary64(const BehaviourSubject& s);
[[nodiscard]] bool can_be_narrow(const BehaviourSubject& s);

}  // namespace halfulp::diagnosis
