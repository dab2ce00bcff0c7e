// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "report/matrix/matrix.hpp"

namespace halfulp::report {

/// The matrix for a terminal, at most 100 columns wide: the devices by number, what their runs do not have in common,
/// and tables of as many devices as fit, one below the other.
[[nodiscard]] std::string matrix_text(const Matrix& matrix, bool colour);

/// The matrix as one table in Markdown.
[[nodiscard]] std::string matrix_markdown(const Matrix& matrix);

}  // namespace halfulp::report
