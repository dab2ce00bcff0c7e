// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "report/matrix/matrix.hpp"

namespace halfulp::report {

/// The matrix as a web page that needs nothing from elsewhere: one table, and below it, folded, the commands that judge
/// one case of each failing cell again, to which the cells link.
[[nodiscard]] std::string matrix_page(const Matrix& matrix);

}  // namespace halfulp::report
