// SPDX-License-Identifier: Apache-2.0
#include "device/opencl/kernel_source.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <vector>

namespace halfulp::device {
namespace {

// Values of a format in a kernel: what a buffer holds, and what is computed with.
struct Types {
  std::string_view stored;
  std::string_view value;
};

Types types_of(Format format) {
  switch (format) {
    case Format::binary16:
      return {"ushort", "half"};
    case Format::binary32:
      return {"uint", "float"};
    case Format::binary64:
      return {"ulong", "double"};
    case Format::sint32:
      return {"int", "int"};
    case Format::sint16:
      return {"short", "short"};
    case Format::uint16:
      return {"ushort", "ushort"};
    case Format::sint8:
      return {"char", "char"};
    case Format::uint8:
      return {"uchar", "uchar"};
    default:
      return {"uint", "uint"};
  }
}

// vload_half and vstore_half read and write a buffer of halves themselves.
bool is_half_access(std::string_view expression) {
  return expression.starts_with("vload_half") || expression.starts_with("vstore_half");
}

struct Needs {
  bool binary16 = false;
  bool binary64 = false;
};

Needs needs_of(const LanguageRow& row) {
  const OperationInfo& operation = info(row.operation);
  std::vector<Format> formats{operation.result(row.format), row.format};
  for (int k = 0; k < operation.arity; ++k) formats.push_back(operation.operand_format(k, row.format));
  const auto has = [&](Format format) { return std::ranges::find(formats, format) != formats.end(); };
  return {.binary16 = has(Format::binary16) && !is_half_access(row.expression), .binary64 = has(Format::binary64)};
}

// Bits of a lane are taken as a value, but where the operation is the memory access itself.
std::string lane_type(const LanguageRow& row, Format format, bool is_accessed) {
  if (format == Format::binary16 && is_half_access(row.expression)) return "half";
  return std::string(is_accessed ? types_of(format).value : types_of(format).stored);
}

std::string real_types(Format format) {
  const std::string_view real = info(format).kind == FormatKind::floating ? types_of(format).value : "float";
  std::string text = fmt::format("typedef {} real;\n", real);
  for (const int lanes : {2, 3, 4}) text += fmt::format("typedef {}{} real{};\n", real, lanes, lanes);
  return text;
}

}  // namespace

KernelSource kernel_source(const LanguageRow& row) {
  const OperationInfo& operation = info(row.operation);
  const Format result = operation.result(row.format);
  const Needs needs = needs_of(row);
  std::string text;
  if (needs.binary16) text += "#pragma OPENCL EXTENSION cl_khr_fp16 : enable\n";
  if (needs.binary64) text += "#pragma OPENCL EXTENSION cl_khr_fp64 : enable\n";
  text += "#pragma OPENCL FP_CONTRACT OFF\n";
  if (row.expression.find("real") != std::string_view::npos || names(row.expression, "part")) {
    text += real_types(row.format);
  }
  text += fmt::format("kernel void {}(const uint cases", kKernelName);
  std::string values;
  for (int k = 0; k < operation.arity; ++k) {
    const Format format = operation.operand_format(k, row.format);
    const std::string_view name = operation.operand_names[static_cast<std::size_t>(k)];
    const Types types = types_of(format);
    const std::string lane = lane_type(row, format, row.operation == Operation::load);
    text += fmt::format(", global const {} *{}_lane", lane, name);
    if (!names(row.expression, name)) continue;
    const bool is_value = lane == types.value;
    values += fmt::format("  const {0} {1} = {2}{1}_lane[i]{3};\n", types.value, name,
                          is_value ? "" : fmt::format("as_{}(", types.value), is_value ? "" : ")");
  }
  text += fmt::format(", global {} *result_lane) {{\n", lane_type(row, result, row.operation == Operation::store));
  text += "  const size_t i = get_global_id(0);\n  if (i >= cases) return;\n" + values;
  if (names(row.expression, "whole")) text += "  int whole;\n";
  if (names(row.expression, "part")) text += "  real part;\n";
  if (row.expression.starts_with("vstore_half")) {
    return {text + fmt::format("  {};\n}}\n", row.expression), row.expression};
  }
  const std::string_view stored = types_of(result).stored;
  if (result == Format::bool32) {
    text += fmt::format("  result_lane[i] = {} ? 0xffffffffu : 0u;\n", row.expression);
  } else if (row.operation == Operation::store || stored == types_of(result).value) {
    text += fmt::format("  result_lane[i] = {};\n", row.expression);
  } else {
    text += fmt::format("  result_lane[i] = as_{}({});\n", stored, row.expression);
  }
  return {text + "}\n", row.expression};
}

bool runs_on(const LanguageRow& row, const OpenclFeatures& features) {
  const Needs needs = needs_of(row);
  return (features.has_binary16 || !needs.binary16) && (features.has_binary64 || !needs.binary64);
}

std::string_view way_name(std::string_view expression) {
  const auto is_letter = [](unsigned char letter) { return std::isalnum(letter) != 0 || letter == '_'; };
  const auto end = static_cast<std::size_t>(std::ranges::find_if_not(expression, is_letter) - expression.begin());
  const bool is_call =
      end > 0 && end < expression.size() && expression[end] == '(' && expression.find(')') == expression.size() - 1;
  return is_call ? expression.substr(0, end) : expression;
}

}  // namespace halfulp::device
