// SPDX-License-Identifier: Apache-2.0
#include "rulebook/resolve.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <ranges>
#include <span>

#include "rulebook/policy.hpp"

namespace halfulp::rulebook {
namespace {

bool is_asked_in(Operation operation, Format format) {
  const std::optional<Format> only = info(operation).only_format();
  return only ? *only == format : info(format).kind == FormatKind::floating;
}

/// Whether the rule says something of results of the operation.
bool applies(const Rule& rule, Operation operation, Format format) {
  if (rule.body.is_of_run() || !is_asked_in(operation, format)) return false;
  const bool operation_matches =
      rule.operations.empty() || std::ranges::find(rule.operations, operation) != rule.operations.end();
  const bool format_matches = rule.formats.empty() || std::ranges::find(rule.formats, format) != rule.formats.end();
  return operation_matches && format_matches;
}

/// The rule's body under the readings.
const Body& body_of(const Rule& rule, const Model& model, const Readings& readings) {
  if (rule.reading.empty()) return rule.body;
  const auto chosen = readings.find(rule.reading);
  const std::string& option =
      chosen != readings.end() ? chosen->second : std::ranges::find(model.readings, rule.reading, &Reading::id)->chosen;
  const auto found = rule.under.find(option);
  return found != rule.under.end() ? found->second : rule.body;
}

/// Rules that apply, general ones first, each group in the model's order: the last to speak wins.
std::vector<const Rule*> candidates(const Model& model, Operation operation, Format format) {
  std::vector<const Rule*> result;
  for (const Rule& rule : model.rules) {
    if (applies(rule, operation, format)) result.push_back(&rule);
  }
  std::stable_partition(result.begin(), result.end(), [](const Rule* rule) { return rule->operations.empty(); });
  return result;
}

/// 1, as it may be written: 1, 01 or 1.00.
bool is_one(const Expression& expression) {
  if (expression.kind != Expression::Kind::number) return false;
  std::string_view digits = expression.text;
  digits.remove_prefix(std::min(digits.find_first_not_of('0'), digits.size()));
  if (!digits.starts_with('1')) return false;
  digits.remove_prefix(1);
  return digits.empty() || (digits.starts_with('.') && digits.find_first_not_of('0', 1) == std::string_view::npos);
}

void collect_steps(const Expression& expression, std::set<Operation>& operations) {
  using Kind = Expression::Kind;
  const auto is = [&](Kind kind) { return expression.kind == kind; };
  if (is(Kind::call) && names_in(expression).empty()) return;
  for (const Expression& argument : expression.arguments) collect_steps(argument, operations);
  if (is(Kind::add)) operations.insert(Operation::add);
  if (is(Kind::subtract)) operations.insert(Operation::sub);
  if (is(Kind::multiply)) operations.insert(Operation::mul);
  if (is(Kind::divide)) operations.insert({Operation::div, Operation::reciprocal});
  if (is(Kind::call)) operations.insert(*find_operation(expression.text));
}

/// The steps of what is evaluated in a format other than the operation's, by the rules of that one, and the
/// conversions.
std::set<FormatStep> steps_elsewhere(const Bound& bound, Operation operation, Format format) {
  if (bound.in) return steps_of(bound, operation, format);
  std::set<FormatStep> steps;
  for (const Bound& part : bound.parts) steps.merge(steps_elsewhere(part, operation, format));
  return steps;
}

/// Adds the accuracies of which one counts under each choice of options, that of the last candidate that has one.
/// `passed`: a candidate after them whose accuracy is not in force under `chosen`, or nullptr.
void add_possible(const Model& model, std::span<const Rule* const> candidates, const Rule* passed,
                  const Readings& chosen, std::vector<PossibleAccuracy>& result) {
  for (; !candidates.empty(); candidates = candidates.first(candidates.size() - 1)) {
    const Rule* rule = candidates.back();
    const Body& body = body_of(*rule, model, chosen);
    const bool is_open = !rule->reading.empty() && !chosen.contains(rule->reading);
    const auto states = [](const auto& option) { return !option.second.accuracy.empty(); };
    if (is_open && (!rule->body.accuracy.empty() || std::ranges::any_of(rule->under, states))) {
      for (const ReadingOption& option : std::ranges::find(model.readings, rule->reading, &Reading::id)->options) {
        Readings under = chosen;
        under[rule->reading] = option.name;
        add_possible(model, candidates, passed, under, result);
      }
      return;
    }
    if (!body.accuracy.empty()) {
      result.push_back({&body.accuracy, rule, chosen});
      return;
    }
    if (!rule->body.accuracy.empty() && passed == nullptr) passed = rule;
  }
  result.push_back({nullptr, passed, chosen});
}

}  // namespace

std::optional<Step> step_of(const Expression& expression) {
  const std::span<const Expression> arguments = expression.arguments;
  switch (expression.kind) {
    case Expression::Kind::add:
      return Step{Operation::add, arguments};
    case Expression::Kind::subtract:
      return Step{Operation::sub, arguments};
    case Expression::Kind::multiply:
      return Step{Operation::mul, arguments};
    case Expression::Kind::divide:
      if (is_one(arguments[0])) return Step{Operation::reciprocal, arguments.subspan(1)};
      return Step{Operation::div, arguments};
    case Expression::Kind::call:
      if (names_in(expression).empty()) return std::nullopt;
      return Step{*find_operation(expression.text), arguments};
    default:
      return std::nullopt;
  }
}

std::optional<Operation> conversion_between(Format from, Format to) {
  return find_operation(fmt::format("{}_to_{}", info(from).name, info(to).name));
}

std::set<FormatStep> steps_of(const Bound& bound, Operation operation, Format format) {
  std::set<FormatStep> steps;
  if (bound.kind == Bound::Kind::sequence || bound.kind == Bound::Kind::composed) {
    std::set<Operation> operations;
    collect_steps(bound.expansion, operations);
    for (const auto& [name, expression] : bound.with) collect_steps(expression, operations);
    for (const Operation step : operations) steps.emplace(step, bound.in.value_or(format));
  }
  if (bound.in) {
    const OperationInfo& row = info(operation);
    const auto add = [&](Format from, Format to) {
      if (from != to) steps.emplace(*conversion_between(from, to), from);
    };
    for (int i = 0; i < row.arity; ++i) add(row.operand_format(i, format), *bound.in);
    add(*bound.in, row.result(format));
  }
  for (const Bound& part : bound.parts) steps.merge(steps_of(part, operation, format));
  return steps;
}

std::vector<PossibleAccuracy> possible_accuracies(const Model& model, Operation operation, Format format,
                                                  const Readings& chosen) {
  std::vector<PossibleAccuracy> result;
  add_possible(model, candidates(model, operation, format), nullptr, chosen, result);
  return result;
}

Resolved resolve(const Model& model, Operation operation, Format format, const Readings& readings) {
  Resolved resolved;
  for (const PolicyField& field : policy_fields()) {
    resolved.policy[std::string(field.name)] = {std::string(field.values.front()), ""};
  }
  for (const Rule* rule : candidates(model, operation, format)) {
    const Body& body = body_of(*rule, model, readings);
    if (body.omitted) continue;
    for (const auto& [field, value] : body.policy) resolved.policy[field] = {value, rule->id};
    if (body.special) {
      resolved.special = &*body.special;
      resolved.special_rule = rule->id;
    }
    for (const Identity& identity : body.identities) resolved.identities.push_back({&identity, rule->id});
    if (!body.accuracy.empty()) {
      resolved.accuracy = &body.accuracy;
      resolved.accuracy_rule = rule->id;
    }
    if (body.requirement) resolved.requirements.push_back({&*body.requirement, rule->id});
    if (body.allowance) resolved.allowances.push_back({&*body.allowance, rule->id});
  }
  return resolved;
}

bool speaks_of(const Model& model, Operation operation, Format format) {
  const auto has = [&](Format one) { return std::ranges::find(model.formats, one) != model.formats.end(); };
  // A rule that evaluates the operation in another format says nothing where the rulebook leaves out a format that is
  // converted, as one that extends another may.
  const auto lacks_format = [&](const Bound& bound, const auto& self) -> bool {
    if (std::ranges::any_of(bound.parts, [&](const Bound& part) { return self(part, self); })) return true;
    if (!bound.in) return false;
    const std::set<FormatStep> steps = steps_of(bound, operation, format);
    return std::ranges::any_of(steps, [&](const FormatStep& step) { return !has(step.second); });
  };
  const auto states = [&](const Rule& rule) {
    return !rule.body.accuracy.empty() && applies(rule, operation, format) &&
           std::ranges::none_of(rule.body.accuracy,
                                [&](const Piece& piece) { return lacks_format(piece.bound, lacks_format); });
  };
  return has(format) && std::ranges::any_of(model.rules, states);
}

bool is_composed(const Model& model, Operation operation, Format format) {
  const auto composed = [](const Bound& bound, const auto& self) -> bool {
    return bound.kind == Bound::Kind::sequence || bound.kind == Bound::Kind::composed ||
           std::ranges::any_of(bound.parts, [&](const Bound& part) { return self(part, self); });
  };
  const Resolved resolved = resolve(model, operation, format, {});
  return resolved.accuracy != nullptr &&
         std::ranges::any_of(*resolved.accuracy, [&](const Piece& piece) { return composed(piece.bound, composed); });
}

std::vector<const Rule*> rules_for(const Model& model, Operation operation, Format format) {
  std::vector<const Rule*> used;
  const std::vector<const Rule*> all = candidates(model, operation, format);
  for (auto it = all.begin(); it != all.end(); ++it) {
    const Body& body = (*it)->body;
    const auto later = [&](auto speaks) {  // under each option
      return std::any_of(it + 1, all.end(), [&](const Rule* other) {
        const auto under_option = [&](const auto& option) { return speaks(option.second); };
        return speaks(other->body) && std::ranges::all_of(other->under, under_option);
      });
    };
    bool hidden = false;
    if (body.special) hidden = later([](const Body& other) { return other.special.has_value(); });
    if (!body.accuracy.empty()) hidden = later([](const Body& other) { return !other.accuracy.empty(); });
    if (!body.policy.empty()) {
      hidden = std::ranges::all_of(body.policy, [&](const auto& entry) {
        return later([&](const Body& other) { return other.policy.contains(entry.first); });
      });
    }
    if (!hidden) used.push_back(*it);
  }
  return used;
}

std::vector<std::string> other_options(const Reading& reading, const Readings& chosen) {
  const auto found = chosen.find(reading.id);
  const std::string& current = found != chosen.end() ? found->second : reading.chosen;
  std::vector<std::string> others;
  for (const ReadingOption& option : reading.options) {
    if (option.name != current) others.push_back(option.name);
  }
  return others;
}

std::vector<const Reading*> readings_for(const Model& model, Operation operation, Format format) {
  std::vector<const Rule*> rules = rules_for(model, operation, format);
  std::set<FormatStep> steps;
  for (const Rule* rule : rules) {
    for (const Piece& piece : rule->body.accuracy) steps.merge(steps_elsewhere(piece.bound, operation, format));
  }
  for (const FormatStep& step : steps) {
    std::ranges::copy(rules_for(model, step.first, step.second), std::back_inserter(rules));
  }
  std::vector<const Reading*> result;
  for (const Reading& reading : model.readings) {
    if (std::ranges::any_of(rules, [&](const Rule* rule) { return rule->reading == reading.id; })) {
      result.push_back(&reading);
    }
  }
  return result;
}

std::vector<OfferedTogether> offered_together(const Model& model, const Readings& readings) {
  std::vector<OfferedTogether> all;
  for (const Rule& rule : model.rules) {
    if (!rule.body.all_or_none || body_of(rule, model, readings).omitted) continue;
    OfferedTogether together{&rule, {}};
    for (const Format format : rule.formats.empty() ? model.formats : rule.formats) {
      for (const Operation operation : rule.operations) {
        const std::pair asked(operation, info(operation).only_format().value_or(format));
        if (std::ranges::find(together.operations, asked) == together.operations.end()) {
          together.operations.push_back(asked);
        }
      }
    }
    all.push_back(std::move(together));
  }
  return all;
}

std::vector<const Rule*> properties_of(const Model& model, Operation operation, const Readings& readings) {
  std::vector<const Rule*> rules;
  for (const Rule& rule : model.rules) {
    if (!rule.body.property || body_of(rule, model, readings).omitted) continue;
    if (std::ranges::find(rule.operations, operation) != rule.operations.end()) rules.push_back(&rule);
  }
  return rules;
}

std::optional<OneRounding> one_rounding(const Model& model, Operation operation, Format format,
                                        const Readings& readings) {
  const auto either_way = [](const Body& body, bool consistent) {
    return std::ranges::any_of(body.accuracy, [&](const Piece& piece) {
      return rounds_either_way(piece.bound) && (piece.bound.consistent || !consistent);
    });
  };
  const std::string id = resolve(model, operation, format, readings).accuracy_rule;
  const auto rule = std::ranges::find(model.rules, id, &Rule::id);
  if (rule == model.rules.end()) return std::nullopt;
  const Body& body = body_of(*rule, model, readings);
  if (!either_way(body, false)) return std::nullopt;
  OneRounding result{&*rule, either_way(body, true), ""};
  for (const auto& [option, other] : rule->under) {
    if (!result.demanded && either_way(other, true)) result.under = rule->reading + "=" + option;
  }
  return result;
}

Flushes flushes(const Model& model, Operation operation, Format format) {
  const Resolved resolved = resolve(model, operation, format, {});
  return {resolved.value("denormal_operands") == "flush", resolved.value("denormal_results") == "flush"};
}

Bound::Kind rounding(const Model& model, Operation operation, Format format) {
  using Kind = Bound::Kind;
  const Resolved resolved = resolve(model, operation, format, {});
  if (resolved.accuracy == nullptr) return Kind::nearest_even;
  const auto is_free = [](const Piece& piece) { return piece.bound.kind == Kind::unconstrained; };
  if (std::ranges::all_of(*resolved.accuracy, is_free)) return Kind::nearest_even;
  const auto all = [&](auto test) {
    return std::ranges::all_of(*resolved.accuracy,
                               [&](const Piece& piece) { return is_free(piece) || test(piece.bound); });
  };
  // Of bounds that leave the rounding open the document's own formula decides.
  const auto rounding_of = [](const Bound& bound) {
    const Bound& first = bound.kind == Kind::any_of && bound.parts[0].kind == Kind::sequence ? bound.parts[0] : bound;
    const auto open = {Kind::steps, Kind::steps_below, Kind::nearest, Kind::either, Kind::sequence};
    return std::ranges::find(open, first.kind) != open.end() ? first.reference : first.kind;
  };
  for (const Kind kind : {Kind::toward_zero, Kind::upward, Kind::downward, Kind::nearest_away}) {
    if (all([&](const Bound& bound) { return rounding_of(bound) == kind; })) return kind;
  }
  return Kind::nearest_even;
}

FormatControls float_controls(const Model& model) {
  const auto controls = [&](Format format) {
    FloatControls wanted{.preserve_signed_zero_inf_nan = true, .round_to_nearest_even = true};
    if (std::ranges::find(model.formats, format) == model.formats.end()) return wanted;
    const Resolved resolved = resolve(model, Operation::add, format, {});
    wanted.flush_denormals = resolved.value("denormal_operands") == "flush";
    wanted.preserve_denormals =
        resolved.value("denormal_operands") == "keep" && resolved.value("denormal_results") == "keep";
    return wanted;
  };
  return {controls(Format::binary16), controls(Format::binary32), controls(Format::binary64)};
}

std::string options_text(const Readings& readings) {
  std::string text;
  for (const auto& [id, option] : readings) text += fmt::format("{}{}={}", text.empty() ? "" : ", ", id, option);
  return text;
}

}  // namespace halfulp::rulebook
