// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <initializer_list>
#include <span>
#include <string_view>

namespace halfulp::rulebook {

/// One policy that a rulebook may set, and its values; the first is in force where no rule speaks.
struct PolicyField {
  std::string_view name;
  std::span<const std::string_view> values;
  std::string_view means;
};

/// The table of policies.
[[nodiscard]] std::span<const PolicyField> policy_fields() noexcept;

/// The row of that name, or nullptr.
[[nodiscard]] const PolicyField* find_policy_field(std::string_view name) noexcept;

}  // namespace halfulp::rulebook
