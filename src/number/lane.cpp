// SPDX-License-Identifier: Apache-2.0
#include "number/lane.hpp"

#include <fmt/format.h>

#include <cstdint>
#include <cstring>

#include "halfulp/error.hpp"

namespace halfulp::number {
namespace {

std::string too_wide(const FormatInfo& format, Bits bits) {
  return fmt::format("0x{:x}; {} has {} bits, and those above are zero", bits, format.name, format.bits);
}

/// Whether any value has bits above its format's width, all values of eight bytes at a time.
bool has_bits_above(ConstLane lane, const FormatInfo& format) {
  const int bits = 8 * format.bytes;
  std::uint64_t above = 0;
  for (int first = 0; first < 64; first += bits)
    above |= ((std::uint64_t{1} << bits) - (std::uint64_t{1} << format.bits)) << first;
  std::uint64_t found = 0;
  std::uint64_t word = 0;
  std::size_t i = 0;
  for (; i + sizeof word <= lane.size(); i += sizeof word) {
    std::memcpy(&word, lane.data() + i, sizeof word);
    found |= word;
  }
  word = 0;
  std::memcpy(&word, lane.data() + i, lane.size() - i);
  return ((found | word) & above) != 0;
}

}  // namespace

std::optional<TooWide> find_too_wide(ConstLane lane, const FormatInfo& format) {
  if (format.bits == 8 * format.bytes || !has_bits_above(lane, format)) return std::nullopt;
  for (std::size_t i = 0; i < lane.size() / static_cast<std::size_t>(format.bytes); ++i) {
    const Bits bits = load(lane, format.bytes, i);
    if (!fits(format, bits)) return TooWide{i, too_wide(format, bits)};
  }
  return std::nullopt;
}

template <class AnyLane>
std::size_t count_values(Operation operation, Format format, std::span<const AnyLane> operands) {
  const OperationInfo& row = info(operation);
  if (std::ssize(operands) != row.arity) {
    throw Error(Error::Kind::kUsage, fmt::format("{} takes {} lane{} of operands, not {}", row.name, row.arity,
                                                 row.arity == 1 ? "" : "s", operands.size()));
  }
  std::size_t values = 0;
  for (std::size_t i = 0; i < operands.size(); ++i) {
    const FormatInfo& lane = info(row.operand_format(static_cast<int>(i), format));
    const auto bytes = static_cast<std::size_t>(lane.bytes);
    if (i == 0) values = operands[0].size() / bytes;
    if (operands[i].size() == values * bytes) continue;
    throw Error(Error::Kind::kUsage,
                fmt::format("{}: the lane of operand {} has {} bytes; {} values of {} have {}", row.name,
                            row.operand_names[i], operands[i].size(), values, lane.name, values * bytes));
  }
  return values;
}
template std::size_t count_values(Operation operation, Format format, std::span<const Lane> operands);
template std::size_t count_values(Operation operation, Format format, std::span<const ConstLane> operands);

void check_operands(Operation operation, Format format, std::span<const Bits> operands, Naming naming) {
  const OperationInfo& row = info(operation);
  if (std::ssize(operands) != row.arity) {
    throw Error(
        Error::Kind::kUsage,
        fmt::format("'{}' takes {} operand{} ({}), not {}", name(operation, naming), row.arity,
                    row.arity == 1 ? "" : "s",
                    fmt::join(row.operand_names.begin(), row.operand_names.begin() + row.arity, " "), operands.size()));
  }
  for (std::size_t i = 0; i < operands.size(); ++i) {
    const FormatInfo& wanted = info(row.operand_format(static_cast<int>(i), format));
    if (!fits(wanted, operands[i])) check_width(wanted, operands[i], fmt::format("operand {}", row.operand_names[i]));
  }
}

void check_width(const FormatInfo& format, Bits bits, const std::string& what) {
  if (!fits(format, bits)) throw Error(Error::Kind::kInput, fmt::format("{} is {}", what, too_wide(format, bits)));
}

void check_lanes(Operation operation, Format format, std::span<const ConstLane> operands, ConstLane results) {
  const OperationInfo& row = info(operation);
  const std::size_t values = count_values(operation, format, operands);
  const FormatInfo& result = info(row.result(format));
  if (const std::size_t bytes = values * static_cast<std::size_t>(result.bytes); results.size() != bytes) {
    throw Error(Error::Kind::kUsage, fmt::format("{}: the results have {} bytes; {} values of {} have {}", row.name,
                                                 results.size(), values, result.name, bytes));
  }
  const auto check = [&](const std::string& what, const FormatInfo& of_lane, ConstLane lane) {
    const auto wide = find_too_wide(lane, of_lane);
    if (!wide) return;
    throw Error(Error::Kind::kInput,
                fmt::format("{}: {} of case {} (from 0) is {}", row.name, what, wide->index, wide->says));
  };
  for (std::size_t k = 0; k < operands.size(); ++k) {
    check(fmt::format("operand {}", row.operand_names[k]), info(row.operand_format(static_cast<int>(k), format)),
          operands[k]);
  }
  check("the result", result, results);
}

}  // namespace halfulp::number
