// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace halfulp::report {

/// The text as HTML has it, inside elements and quoted attributes.
[[nodiscard]] std::string escaped(std::string_view text);

/// `<tag class="style">inner</tag>`; `inner` is HTML. Without the attribute where `style` is empty.
[[nodiscard]] std::string element(std::string_view tag, std::string_view inner, std::string_view style = {});

/// A name as a part of an id: letters, digits and dashes.
[[nodiscard]] std::string anchor(std::string_view name);

}  // namespace halfulp::report
