// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "range/reading/builder.hpp"

namespace halfulp::range {

/// The type of a matrix of floating-point numbers.
struct MatrixType {
  std::size_t rows;
  std::size_t columns;
  std::optional<Format> format;  ///< nothing: the expression's own
};

/// The type of that name: `mat2`, `mat2x3`, `mat3x3f`, `dmat4`, `float2x3`, `half2x2`. Of 2x3 the first is the number
/// of columns, in HLSL of rows. Nothing for other names.
[[nodiscard]] std::optional<MatrixType> matrix_type(std::string_view name, std::string_view language);

/// A matrix of the numbers that the arguments have together: column by column, in HLSL row by row; of one number, but
/// not in HLSL, that on the diagonal and zeros elsewhere. Throws Error(kUsage) unless there are as many as it has.
[[nodiscard]] Value matrix_of(Builder& builder, const std::string& name, const MatrixType& type,
                              const std::vector<Value>& arguments);

[[nodiscard]] inline bool is_matrix(const Value& value) { return value.columns > 1; }

/// The product of linear algebra, of which one side at least is a matrix: each component is a dot product. With a
/// number that of each component. Throws Error(kUsage) where the sizes do not fit.
[[nodiscard]] Value matrix_product(Builder& builder, const Value& x, const Value& y);

[[nodiscard]] Value transposed(const Value& matrix);

/// What `matrix[i]` is: a column, in HLSL a row. Throws Error(kUsage) where there is none.
[[nodiscard]] Value line_of(const Value& matrix, std::size_t i, std::string_view language);

}  // namespace halfulp::range
