// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string_view>

namespace halfulp::device {

/// Whether `which`, a part of a device's name as it is opened, chooses the entry with that index and title: digits are
/// an index, and never part of a title, since a device that is missing must not become another one; other text is a
/// part of the title, upper or lower case; "" chooses any.
[[nodiscard]] bool is_chosen(std::string_view which, std::size_t index, std::string_view title);

}  // namespace halfulp::device
