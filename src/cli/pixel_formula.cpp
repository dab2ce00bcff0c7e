// SPDX-License-Identifier: Apache-2.0
#include "cli/pixel_formula.hpp"

#include <fmt/format.h>

#include "number/layout.hpp"

namespace halfulp::cli {
namespace {

std::string decoded(const FormatInfo& from) {
  switch (from.kind) {
    case FormatKind::unorm:
      return fmt::format("c / {}", from.scale());
    case FormatKind::snorm:
      return fmt::format("max(-1, c / {})", from.scale());
    case FormatKind::srgb:
      return fmt::format("v / 12.92 for v = c / {} <= 0.04045, else ((v + 0.055) / 1.055)^2.4", from.scale());
    case FormatKind::fixed:
      return fmt::format("c / {}", 1 << from.fraction_bits);
    case FormatKind::shared_exponent:
      return fmt::format("c * 2^(e - {})", from.bias() + from.fraction_bits);
    default:
      return "x";
  }
}

std::string encoded(const FormatInfo& to) {
  switch (to.kind) {
    case FormatKind::unorm:
      return fmt::format("clamp(x, 0, 1) * {}", to.scale());
    case FormatKind::snorm:
      return fmt::format("clamp(x, -1, 1) * {}", to.scale());
    case FormatKind::srgb:
      return fmt::format("{} * (12.92 * v for v = clamp(x, 0, 1) <= 0.0031308, else 1.055 * v^(1/2.4) - 0.055)",
                         to.scale());
    case FormatKind::fixed:
      return fmt::format("clamp(x * {}, {}, {})", 1 << to.fraction_bits, number::least_code(to), number::most_code(to));
    case FormatKind::shared_exponent:
      return fmt::format("clamp(x, 0, 65408) * 2^({} - e), e that of the largest", to.bias() + to.fraction_bits);
    default:
      return "x";
  }
}

}  // namespace

std::string pixel_formula(Operation operation) {
  const OperationInfo& row = info(operation);
  const FormatInfo& from = info(*row.operand_formats.front());
  const FormatInfo& to = info(*row.result_format);
  if (info(operation).family == OperationFamily::fixed_function) return std::string(info(operation).meaning);
  if (operation == Operation::filter_srgb8) return fmt::format("the mean over two codes of {}", decoded(from));
  if (to.kind == FormatKind::floating) return decoded(from);
  if (from.kind == FormatKind::floating) return encoded(to);
  const bool holds_all =
      number::least_code(to) <= number::least_code(from) && number::most_code(from) <= number::most_code(to);
  return holds_all ? "x" : fmt::format("clamp(x, {}, {})", number::least_code(to), number::most_code(to));
}

}  // namespace halfulp::cli
