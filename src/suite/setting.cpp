// SPDX-License-Identifier: Apache-2.0
#include "suite/setting.hpp"

#include "suite/special_values.hpp"

namespace halfulp::suite {

Setting::Setting(Operation asked_operation, Format asked_format)
    : operation(asked_operation),
      format(asked_format),
      layout(info(asked_format)),
      precision(info(asked_format).fraction_bits + 1),
      min_exponent(info(asked_format).min_exponent()),
      max_exponent(info(asked_format).max_exponent()),
      arity(info(asked_operation).arity),
      formats{},
      result(info(asked_operation).result(asked_format)) {
  for (int i = 0; i < arity; ++i) {
    formats[static_cast<std::size_t>(i)] = info(operation).operand_format(i, format);
  }
  for (int i = 0; i < arity; ++i) specials[static_cast<std::size_t>(i)] = special_values(*this, i);
}

bool Setting::all_floating() const {
  for (int i = 0; i < arity; ++i) {
    if (!is_floating(i)) return false;
  }
  return true;
}

bool Setting::narrows() const {
  const FormatInfo& row = info(result);
  return row.kind == FormatKind::floating && row.fraction_bits < info(format).fraction_bits;
}

int operand_bits(const Setting& setting) {
  int bits = 0;
  for (int i = 0; i < setting.arity; ++i) bits += info(setting.formats[static_cast<std::size_t>(i)]).bits;
  return bits;
}

}  // namespace halfulp::suite
