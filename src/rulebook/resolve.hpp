// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "halfulp/device.hpp"
#include "rulebook/model.hpp"

namespace halfulp::rulebook {

/// A policy in force and the rule that sets it ("" where none does).
struct PolicyChoice {
  std::string value;
  std::string rule;
};

/// The rules for one operation in one format under chosen readings: what the judge evaluates.
/// Points into the Model, which must outlive it.
struct Resolved {
  std::map<std::string, PolicyChoice, std::less<>> policy;  ///< every field of policy_fields()

  const SpecialTable* special = nullptr;  ///< layer 1
  std::string special_rule;

  struct NamedIdentity {
    const Identity* identity;
    std::string rule;
  };
  std::vector<NamedIdentity> identities;  ///< layer 2

  const std::vector<Piece>* accuracy = nullptr;  ///< layer 3
  std::string accuracy_rule;

  struct NamedAllowance {
    const Allowance* allowance;
    std::string rule;
  };
  std::vector<NamedAllowance> allowances;

  struct NamedRequirement {
    const Requirement* requirement;
    std::string rule;
  };
  std::vector<NamedRequirement> requirements;

  [[nodiscard]] const std::string& value(std::string_view field) const { return policy.find(field)->second.value; }
  [[nodiscard]] const std::string& rule(std::string_view field) const { return policy.find(field)->second.rule; }
};

/// Chooses the rules for an operation: a rule that names it wins over one for every operation, then a later rule over
/// an earlier one; identities and allowances add up.
[[nodiscard]] Resolved resolve(const Model& model, Operation operation, Format format, const Readings& readings);

/// "id=option, id=option".
[[nodiscard]] std::string options_text(const Readings& readings);

/// An expression as an operation on expressions.
struct Step {
  Operation operation;
  std::span<const Expression> operands;
};

/// The step that an "implemented as" expression ends with: an addition, subtraction, multiplication or division (1 / x
/// is the reciprocal of x), or the function called. Nothing for a number, a name or a negation, and for a function of
/// numbers, which is a constant. `expression` must outlive the result.
[[nodiscard]] std::optional<Step> step_of(const Expression& expression);

/// The conversion from one format to another, if there is one.
[[nodiscard]] std::optional<Operation> conversion_between(Format from, Format to);

/// An operation in a format: a step of an expression.
using FormatStep = std::pair<Operation, Format>;

/// The steps that the bound's expressions are made of, for an operation asked in a format; where they are evaluated in
/// another format, also the conversions of its operands and its result. A function of a number is a constant and no
/// step.
[[nodiscard]] std::set<FormatStep> steps_of(const Bound& bound, Operation operation, Format format);

/// One accuracy that may count for an operation, and the options under which it does.
struct PossibleAccuracy {
  const std::vector<Piece>* accuracy;  ///< nullptr: none
  const Rule* rule;                    ///< which states it; of none one that is not in force, or nullptr
  Readings under;
};

/// Every accuracy that resolve() chooses under some options, those of `chosen` among them.
[[nodiscard]] std::vector<PossibleAccuracy> possible_accuracies(const Model& model, Operation operation, Format format,
                                                                const Readings& chosen);

/// Whether the model has an accuracy for an operation in a format.
[[nodiscard]] bool speaks_of(const Model& model, Operation operation, Format format);

/// Whether a rule for the operation has an "implemented as" expression, which costs milliseconds to evaluate.
[[nodiscard]] bool is_composed(const Model& model, Operation operation, Format format);

/// The rules that resolve() may use for an operation, under any reading, in the model's order.
[[nodiscard]] std::vector<const Rule*> rules_for(const Model& model, Operation operation, Format format);

/// The readings that change a rule for that operation, or for a step of it in another format, in the model's order.
[[nodiscard]] std::vector<const Reading*> readings_for(const Model& model, Operation operation, Format format);
/// The options of a reading other than the one in `chosen`, or than its default where `chosen` has none.
[[nodiscard]] std::vector<std::string> other_options(const Reading& reading, const Readings& chosen);

/// A completeness rule in force and what it names: operations and the formats in which they are asked.
struct OfferedTogether {
  const Rule* rule;
  std::vector<std::pair<Operation, Format>> operations;
};

/// The model's completeness rules under chosen readings, in order.
[[nodiscard]] std::vector<OfferedTogether> offered_together(const Model& model, const Readings& readings);

/// The rules under chosen readings that give a conversion a property of the whole, in order.
[[nodiscard]] std::vector<const Rule*> properties_of(const Model& model, Operation operation, const Readings& readings);

/// What the accuracy of an operation that may be rounded to nearest or toward zero says of the device as a whole.
struct OneRounding {
  const Rule* rule;
  bool demanded;      ///< all results of the device are rounded in one of the two ways
  std::string under;  ///< where not: the option under which it is, "metal.round=consistent_either"; or ""
};

/// Nothing for an operation whose accuracy does not admit the two roundings.
[[nodiscard]] std::optional<OneRounding> one_rounding(const Model& model, Operation operation, Format format,
                                                      const Readings& readings);

/// Whether denormal operands and results of the operation become zero.
struct Flushes {
  bool operands = false;
  bool results = false;
};
[[nodiscard]] Flushes flushes(const Model& model, Operation operation, Format format);

/// How the one result is rounded that halfulp itself gives: as the document's formula has it, and to nearest, ties to
/// even, where a document permits that. nearest_even, nearest_away or toward_zero.
[[nodiscard]] Bound::Kind rounding(const Model& model, Operation operation, Format format);

/// The float controls that a device must be in to do what the rulebook asks of addition, format by format. Denormals of
/// a format without rules are left to the device.
[[nodiscard]] FormatControls float_controls(const Model& model);

}  // namespace halfulp::rulebook
