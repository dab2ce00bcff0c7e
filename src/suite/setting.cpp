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
      result(info(asked_operation).result(asked_format)),
      all_floating(true),
      narrows(false) {
  for (int i = 0; i < arity; ++i) {
    formats[static_cast<std::size_t>(i)] = info(operation).operand_format(i, format);
  }
  for (int i = 0; i < arity; ++i) all_floating = all_floating && is_floating(i);
  const FormatInfo& result_row = info(result);
  narrows = result_row.kind == FormatKind::floating && result_row.fraction_bits < info(format).fraction_bits;
  for (int i = 0; i < arity; ++i) specials[static_cast<std::size_t>(i)] = special_values(*this, i);
}

int operand_bits(const Setting& setting) {
  int bits = 0;
  for (int i = 0; i < setting.arity; ++i) bits += info(setting.formats[static_cast<std::size_t>(i)]).bits;
  return bits;
}

}  // namespace halfulp::suite
