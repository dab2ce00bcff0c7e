// SPDX-License-Identifier: Apache-2.0
#include "range/reading/matrix.hpp"

#include <fmt/format.h>

#include <array>
#include <utility>

#include "range/reading/calls.hpp"
#include "range/reading/functions.hpp"

namespace halfulp::range {
namespace {

std::size_t rows_of(const Value& value) { return value.size() / value.columns; }

Value row(const Value& matrix, std::size_t at) {
  Value result;
  for (std::size_t i = at; i < matrix.size(); i += rows_of(matrix)) result.push_back(matrix[i]);
  return result;
}

Value column(const Value& matrix, std::size_t at) {
  const std::size_t rows = rows_of(matrix);
  Value result;
  for (std::size_t i = 0; i < rows; ++i) result.push_back(matrix[at * rows + i]);
  return result;
}

/// Both numbers of "2x3"; of "2" twice that.
std::optional<std::pair<std::size_t, std::size_t>> sizes_in(std::string_view text) {
  const auto is_size = [&](std::size_t i) { return text[i] >= '2' && text[i] <= '4'; };
  if (text.empty() || !is_size(0)) return std::nullopt;
  const auto size_at = [&](std::size_t i) { return static_cast<std::size_t>(text[i] - '0'); };
  if (text.size() == 1) return std::pair(size_at(0), size_at(0));
  if (text.size() != 3 || text[1] != 'x' || !is_size(2)) return std::nullopt;
  return std::pair(size_at(0), size_at(2));
}

}  // namespace

std::optional<MatrixType> matrix_type(std::string_view name, std::string_view language) {
  struct Word {
    std::string_view text;
    std::optional<Format> format;
  };
  constexpr std::optional<Format> kOwn = std::nullopt;
  static constexpr std::array kWords = {Word{"mat", kOwn}, Word{"float", kOwn}, Word{"half", Format::binary16},
                                        Word{"dmat", Format::binary64}, Word{"double", Format::binary64}};
  for (const Word& word : kWords) {
    if (!name.starts_with(word.text)) continue;
    std::string_view rest = name.substr(word.text.size());
    std::optional<Format> format = word.format;
    if (word.text == "mat" && rest.size() == 4 && (rest.back() == 'f' || rest.back() == 'h')) {  // mat2x2h
      if (rest.back() == 'h') format = Format::binary16;
      rest.remove_suffix(1);
    }
    const auto sizes = sizes_in(rest);
    if (!sizes || (rest.size() == 1 && !word.text.ends_with("mat"))) continue;  // float2 is a vector
    if (language == "hlsl") return MatrixType{sizes->first, sizes->second, format};
    return MatrixType{sizes->second, sizes->first, format};
  }
  return std::nullopt;
}

Value matrix_of(Builder& builder, const std::string& name, const MatrixType& type,
                const std::vector<Value>& arguments) {
  Value numbers;
  for (const Value& argument : arguments) numbers.insert(numbers.end(), argument.begin(), argument.end());
  const bool by_rows = builder.language() == "hlsl";
  const std::size_t size = type.rows * type.columns;
  if (numbers.size() == 1 && !by_rows) {
    const Value zero = builder.number("0");
    Value diagonal;
    for (std::size_t i = 0; i < size; ++i) {
      diagonal.push_back(i / type.rows == i % type.rows ? numbers[0] : zero[0]);
    }
    numbers = std::move(diagonal);
  } else if (numbers.size() != size) {
    refuse(fmt::format("{} takes {} numbers, not {}", name, size, numbers.size()));
  } else if (by_rows) {
    numbers.columns = type.rows;
    numbers = transposed(numbers);
  }
  Value result = of_type(builder, numbers, {1, type.format});
  result.columns = type.columns;
  return result;
}

Value matrix_product(Builder& builder, const Value& x, const Value& y) {
  if (x.size() == 1 || y.size() == 1) return builder.product(std::array{x, y});
  const std::size_t inner = is_matrix(x) ? x.columns : x.size();
  if (inner != rows_of(y)) {
    refuse(fmt::format("a product of {} columns and {} rows", inner, rows_of(y)));
  }
  const std::size_t rows = is_matrix(x) ? rows_of(x) : 1;
  Value result;
  for (std::size_t c = 0; c < y.columns; ++c) {
    const Value right = column(y, c);
    for (std::size_t r = 0; r < rows; ++r) result.push_back(builder.dot(is_matrix(x) ? row(x, r) : x, right)[0]);
  }
  result.columns = is_matrix(x) && is_matrix(y) ? y.columns : 1;
  return result;
}

Value transposed(const Value& matrix) {
  Value result;
  for (std::size_t r = 0; r < rows_of(matrix); ++r) {
    const Value one = row(matrix, r);
    result.insert(result.end(), one.begin(), one.end());
  }
  result.columns = rows_of(matrix);
  return result;
}

Value line_of(const Value& matrix, std::size_t i, std::string_view language) {
  const std::size_t lines = language == "hlsl" ? rows_of(matrix) : matrix.columns;
  if (i >= lines) refuse(fmt::format("a matrix of {} has no [{}]", lines, i));
  return language == "hlsl" ? row(matrix, i) : column(matrix, i);
}

}  // namespace halfulp::range
