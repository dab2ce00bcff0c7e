// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <string_view>
#include <vector>

#include "judge/definition/permitted.hpp"
#include "number/layout.hpp"

namespace halfulp::judge {

/// Appends what a list does not have.
template <class T>
void add_once(std::vector<T>& list, const T& element) {
  if (std::ranges::find(list, element) == list.end()) list.push_back(element);
}

/// One ruling evaluated under some policies for one choice of a case's operands: what the steps of the rule model
/// share. The steps are functions of it; each says which sentence of docs/add_a_rulebook.md ("How a result is judged")
/// it is.
struct Evaluation {
  const Ruling& ruling;
  const AskedPolicies& policies;
  const ChosenOperands& operands;
  const ChosenOperands& given;
  Permitted& decision;
  std::vector<PolicySet>& shaping;  ///< policies that had a say, one each, in the order in which they came up

  [[nodiscard]] const FormatInfo& row() const { return *ruling.format; }
  [[nodiscard]] const FormatInfo& result_row() const { return *ruling.result_format; }
  [[nodiscard]] number::Layout result_layout() const { return number::Layout(result_row()); }
  [[nodiscard]] bool has_floating_result() const { return result_row().kind == FormatKind::floating; }
  [[nodiscard]] const exact::Result& exact() const { return operands.exact(); }

  template <class Value>
  void shaped_by(Value Policies::*policy) const {
    add_once(shaping, bit(policy));
  }
  void name_rule(std::string_view id) const { add_once(decision.rules, id); }
  /// Every result: then no error is measured.
  [[nodiscard]] ValueSet anything() const;
};

/// (b) The first layer that decides.
[[nodiscard]] ValueSet first_layer(const Evaluation& e);
/// The accuracy of the domain, confined to the range of a table's cell.
[[nodiscard]] ValueSet decide_by_accuracy(const Evaluation& e, TableCell::Range range);

/// (c) Results: what becomes of the values that the layers permit.
void flush(const Evaluation& e, ValueSet& set);
void allow(const Evaluation& e, ValueSet& set);
void add_other_zero(const Evaluation& e, ValueSet& set);
void leave_infinity_open(const Evaluation& e, ValueSet& set);
void clamp(const Evaluation& e, ValueSet& set);

}  // namespace halfulp::judge
