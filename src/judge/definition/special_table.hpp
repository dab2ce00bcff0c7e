// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string_view>

#include "halfulp/format.hpp"
#include "rulebook/model.hpp"

namespace halfulp::judge {

/// The cell of a special-value table for operands of a format. The most specific class counts: +1.0 before +F before F,
/// -0 before F. A denormal that was kept is a finite value: the tables' denormal columns say what flushing makes of it.
/// "accuracy" when no class of the table fits.
[[nodiscard]] std::string_view cell_of(const rulebook::SpecialTable& table, const FormatInfo& row,
                                       std::span<const Bits> operands);

}  // namespace halfulp::judge
