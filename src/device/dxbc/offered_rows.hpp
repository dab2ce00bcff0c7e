// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <fmt/format.h>

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "device/dxbc/operation_shader.hpp"
#include "halfulp/device.hpp"
#include "halfulp/error.hpp"

namespace halfulp::device::dxbc {

/// The rows of the table of shaders that a device of Direct3D offers, each the one way of its operation and format.
class OfferedRows {
 public:
  OfferedRows() = default;
  /// `doubles`: what the device has. `operands`: where they come from, "raw buffer".
  OfferedRows(Doubles doubles, std::string operands) : operands_(std::move(operands)) {
    for (const LanguageRow& row : sm5_rows()) {
      if (doubles_of(row) <= doubles) rows_.emplace(std::pair(row.operation, row.format), &row);
    }
  }

  /// As Device::variants().
  [[nodiscard]] std::vector<Variant> variants(Operation operation, Format format) const {
    const auto found = rows_.find({operation, format});
    if (found == rows_.end()) return {};
    const LanguageRow& row = *found->second;
    return {Variant{.name = std::string(row.expression.substr(0, row.expression.find(' '))),
                    .instruction = std::string(row.expression),
                    .operands = operands_,
                    .counts = row.judged,
                    .composed = row.composed,
                    .most_cases = 0}};
  }

  /// The row of an operation that has variants().
  [[nodiscard]] const LanguageRow& row(Operation operation, Format format) const {
    return *rows_.at({operation, format});
  }

 private:
  std::map<std::pair<Operation, Format>, const LanguageRow*> rows_;
  std::string operands_;
};

/// What `make` makes of the shader of a row, or of a way with textures; an Error that it throws has the assembly behind
/// its message.
template <class Of, class Make>
auto made_of(const Of& of, ShaderStage stage, const Make& make) {
  try {
    return make(operation_shader(of, stage));
  } catch (const Error& error) {
    throw Error(error.kind(), fmt::format("{}\nThe shader:\n{}", error.what(), operation_shader_text(of, stage)));
  }
}

}  // namespace halfulp::device::dxbc
