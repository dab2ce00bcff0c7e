// SPDX-License-Identifier: Apache-2.0
#include "rulebook/read_body.hpp"

#include <array>
#include <cctype>
#include <cmath>
#include <map>

#include "rulebook/misfit.hpp"
#include "rulebook/policy.hpp"
#include "rulebook/table.hpp"

namespace halfulp::rulebook {
namespace {

std::string key_text(std::string_view key) {
  const bool bare = !key.empty() && std::ranges::all_of(key, [](unsigned char letter) {
    return std::isalnum(letter) != 0 || letter == '_' || letter == '-';
  });
  return bare ? std::string(key) : fmt::format("\"{}\"", key);
}

/// A value as the file has it, in one line; numbers with the fewest digits that read back to them.
std::string one_line(const toml::node& node) {
  std::string text;
  if (const auto* table = node.as_table()) {
    for (const auto& [key, value] : *table) {
      text += fmt::format("{}{} = {}", text.empty() ? "" : ", ", key_text(key.str()), one_line(value));
    }
    return text.empty() ? "{}" : "{ " + text + " }";
  }
  if (const auto* array = node.as_array()) {
    for (const toml::node& element : *array) text += (text.empty() ? "" : ", ") + one_line(element);
    return "[" + text + "]";
  }
  if (const auto* word = node.as_string()) return fmt::format("\"{}\"", word->get());
  if (const auto* flag = node.as_boolean()) return flag->get() ? "true" : "false";
  if (const auto* real = node.as_floating_point()) return fmt::format("{}", real->get());
  if (const auto* integer = node.as_integer()) return fmt::format("{}", integer->get());
  return text;
}

/// A table's text without the line breaks around it.
std::string table_text(std::string_view written) {
  const auto first = written.find_first_not_of('\n');
  if (first == std::string_view::npos) return "";
  return std::string(written.substr(first, written.find_last_not_of(" \n") + 1 - first));
}

class BodyReader {
 public:
  BodyReader(const TomlFile& file, const std::vector<Operation>& operations) : file_(file), operations_(operations) {}

  Body read(const toml::table& table, const toml::node& where) const {
    static constexpr std::array<std::string_view, 8> kBodies = {"policy", "special",  "identity", "accuracy",
                                                                "allows", "requires", "offered",  "property"};
    const auto count = std::ranges::count_if(kBodies, [&](std::string_view key) { return table.contains(key); });
    if (count != 1) {
      file_.fail(where,
                 fmt::format("a rule says exactly one of {}; this one says {}", fmt::join(kBodies, ", "), count));
    }
    Body body;
    if (const toml::node* node = table.get("policy")) {
      body.text = one_line(*node);
      for (const auto& [key, value] : file_.as_table(*node, "policy")) read_policy(body, key, value);
      if (body.policy.empty()) file_.fail(*node, "a policy that sets nothing: policy = { tie = \"even\" }");
    }
    if (const toml::node* node = table.get("special")) {
      const std::string written = file_.text(*node, "special");
      body.text = table_text(written);
      body.special = file_.parsed(*node, [&] { return parse_table(written, arity(*node)); });
      fit(*node, misfit(*body.special, operations_));
    }
    if (const toml::node* node = table.get("identity")) {
      body.text = one_line(*node);
      if (node->is_array()) {
        for (const toml::node& element : *node->as_array()) body.identities.push_back(read_identity(element));
        if (body.identities.empty()) file_.fail(*node, "an identity needs at least one condition and result");
      } else {
        body.identities.push_back(read_identity(*node));
      }
    }
    if (const toml::node* node = table.get("accuracy")) {
      body.text = one_line(*node);
      body.accuracy = read_accuracy(*node);
    }
    if (const toml::node* node = table.get("offered")) {
      const std::string word = file_.text(*node, "offered");
      if (word != "all_or_none") file_.unknown(*node, "offer", word, Names{"all_or_none"});
      body.text = "offered: all or none";
      body.all_or_none = true;
    }
    if (const toml::node* node = table.get("property")) {
      body.property = read_property(*node);
      fit(*node, misfit(*body.property, operations_));
      body.text = file_.text(*node, "property");
    }
    if (const toml::node* node = table.get("requires")) {
      body.text = "requires " + file_.text(*node, "requires");
      body.requirement.emplace();
      if (file_.text(*node, "requires") != "finite") body.requirement->condition = condition_of(*node);
    }
    if (const toml::node* node = table.get("allows")) {
      Allowance allowance;
      allowance.result_text = file_.text(*node, "allows");
      allowance.result = expression(*node, "allows");
      check_product(*node, allowance.result);
      fit(*node, misfit(allowance, operations_));
      body.text = "allows " + allowance.result_text;
      if (const toml::node* condition = table.get("where")) {
        allowance.where = condition_of(*condition);
        body.text += " where " + file_.text(*condition, "where");
      }
      body.allowance = std::move(allowance);
    } else if (const toml::node* condition = table.get("where")) {
      file_.fail(*condition,
                 "'where' belongs to 'allows'; an accuracy has its own: accuracy = { where = \"...\", ulp = 1 }");
    }
    return body;
  }

 private:
  void fit(const toml::node& node, const std::string& misfit) const {
    if (!misfit.empty()) file_.fail(node, misfit);
  }

  void read_policy(Body& body, const toml::key& key, const toml::node& value) const {
    const PolicyField* field = find_policy_field(key.str());
    if (field == nullptr) {
      std::vector<std::string_view> names;
      for (const PolicyField& known : policy_fields()) names.push_back(known.name);
      file_.fail(key.source().begin.line, key.source().begin.column,
                 fmt::format("unknown policy '{}'{}", key.str(), number::near_or_known(key.str(), names)));
    }
    const std::string word = file_.text(value, key.str());
    if (std::ranges::find(field->values, word) == field->values.end()) {
      file_.unknown(value, fmt::format("value of policy '{}'", key.str()), word, field->values);
    }
    body.policy[std::string(key.str())] = word;
  }

  Property read_property(const toml::node& node) const {
    static constexpr std::array<std::string_view, 3> kNames = {"non_decreasing", "every_code", "round_trip"};
    const std::string word = file_.text(node, "property");
    const auto* found = std::ranges::find(kNames, word);
    if (found == kNames.end()) file_.unknown(node, "property", word, kNames);
    return static_cast<Property>(found - kNames.begin());
  }

  int arity(const toml::node& node) const {
    const int arity = operations_.empty() ? kMaxArity : info(operations_.front()).arity;
    const auto same = [&](Operation operation) { return info(operation).arity == arity; };
    if (arity > 2 || !std::ranges::all_of(operations_, same)) {
      file_.fail(node, "a special-value table is for operations of one operand, or of two");
    }
    return arity;
  }

  Identity read_identity(const toml::node& node) const {
    const toml::table& table = file_.as_table(node, "identity");
    file_.only(table, {"where", "result"}, "key of identity");
    Identity identity;
    identity.where = file_.text_of(table, "where");
    identity.result = file_.text_of(table, "result");
    if (identity.where != "nan" && identity.where != "negative nan") {
      identity.condition = condition_of(*table.get("where"));
    }
    if (identity.result != "nan" && identity.result != "zero" && !is_operand(identity.result)) {
      file_.fail(*table.get("result"),
                 fmt::format("'{}' is neither an operand ({}) nor nan nor zero", identity.result, operand_list()));
    }
    fit(*table.get("result"), misfit(identity, operations_));
    return identity;
  }

  std::vector<Piece> read_accuracy(const toml::node& node) const {
    std::vector<Piece> pieces;
    if (const auto* array = node.as_array()) {
      if (array->empty()) file_.fail(node, "an accuracy needs at least one bound");
      for (const toml::node& element : *array) pieces.push_back(read_piece(file_.as_table(element, "accuracy")));
    } else {
      pieces.push_back(read_piece(file_.as_table(node, "accuracy")));
    }
    for (std::size_t i = 0; i + 1 < pieces.size(); ++i) {
      if (!pieces[i].where) file_.fail(node, "a bound without 'where' takes all operands: put it last");
    }
    if (pieces.back().where)
      file_.fail(node, "the last bound holds for all other operands: write { otherwise = true, ... }");
    return pieces;
  }

  Piece read_piece(const toml::table& table) const {
    Piece piece;
    if (const toml::node* node = table.get("where")) piece.where = condition_of(*node);
    piece.bound = read_bound(table, true);
    return piece;
  }

  Bound read_bound(const toml::table& table, bool piece) const {
    static constexpr std::array<std::string_view, 14> kKinds = {
        "exact",       "rounded", "ulp",       "absolute", "absolute_below", "relative", "steps",
        "steps_below", "recoded", "inherited", "sequence", "unconstrained",  "any_of",   "all_of"};
    std::string_view kind;
    for (const auto& [key, node] : table) {
      const std::string_view word = key.str();
      const bool of_inherited = word == "steps" && table.contains("inherited");
      if (!of_inherited && std::ranges::find(kKinds, word) != kKinds.end()) {
        if (!kind.empty())
          file_.fail(table, fmt::format("a bound is one thing; this one is both '{}' and '{}'", kind, word));
        kind = *std::ranges::find(kKinds, word);
        continue;
      }
      const bool allowed =
          (piece && (word == "where" || word == "otherwise" || (word == "consistent" && table.contains("any_of")))) ||
          ((table.contains("steps") || table.contains("steps_below")) && !table.contains("inherited") &&
           (word == "reference" || word == "factor" || word == "integer_bits")) ||
          (table.contains("rounded") && (word == "reference" || word == "product")) ||
          (table.contains("ulp") && word == "ulp_format") ||
          (table.contains("sequence") && (word == "in" || word == "reference")) ||
          (word == "with" && (table.contains("inherited") || table.contains("sequence"))) ||
          (table.contains("inherited") && (word == "steps" || word == "intermediates" || word == "constants"));
      if (!allowed) {
        file_.fail(key.source().begin.line, key.source().begin.column,
                   fmt::format("unknown bound '{}'{}", word, number::near_or_known(word, kKinds)));
      }
    }
    if (kind.empty()) file_.fail(table, fmt::format("missing a bound; known: {}", fmt::join(kKinds, ", ")));
    const toml::node& value = *table.get(kind);
    Bound bound;
    if (kind == "exact" || kind == "unconstrained") {
      const auto* flag = value.as_boolean();
      if (flag == nullptr || !flag->get()) file_.fail(value, fmt::format("write {} = true", kind));
      bound.kind = kind == "exact" ? Bound::Kind::exact : Bound::Kind::unconstrained;
    } else if (kind == "rounded") {
      bound.kind = read_rounding(value);
      if (const toml::node* node = table.get("reference")) bound.reference = read_rounding(*node);
      if (const toml::node* node = table.get("product")) {
        const std::string word = file_.text(*node, "product");
        if (word != "binary32") file_.unknown(*node, "format of a product", word, Names{"binary32"});
        bound.rounds_product = true;
      }
    } else if (kind == "ulp" || kind == "absolute" || kind == "absolute_below" || kind == "relative") {
      bound.kind = kind == "ulp"              ? Bound::Kind::ulp
                   : kind == "absolute"       ? Bound::Kind::absolute
                   : kind == "absolute_below" ? Bound::Kind::absolute_below
                                              : Bound::Kind::relative;
      bound.amount = amount_of(value, kind);
      if (const toml::node* node = table.get("ulp_format")) {
        bound.ulp_format = find_format(file_.text(*node, "ulp_format"));
        const bool is_float = bound.ulp_format && info(*bound.ulp_format).kind == FormatKind::floating;
        if (!is_float) file_.fail(*node, "'ulp_format' is a floating format: ulp_format = \"binary32\"");
      }
    } else if (kind == "steps" || kind == "steps_below" || kind == "recoded") {
      bound.kind = kind == "steps"         ? Bound::Kind::steps
                   : kind == "steps_below" ? Bound::Kind::steps_below
                                           : Bound::Kind::recoded;
      bound.amount = amount_of(value, kind);
      if (!names_in(bound.amount).empty()) file_.fail(value, fmt::format("'{}' is a number, without operands", kind));
      read_steps(bound, table);
    } else if (kind == "sequence") {
      bound.kind = Bound::Kind::sequence;
      read_with(bound, table);
      bound.expansion = expression(value, kind, &bound.with);
      if (const toml::node* node = table.get("in")) {
        bound.in = find_format(file_.text(*node, "in"));
        const bool is_float = bound.in && info(*bound.in).kind == FormatKind::floating;
        if (!is_float) file_.fail(*node, "'in' is a floating format: in = \"binary16\"");
      }
      if (const toml::node* node = table.get("reference")) bound.reference = read_rounding(*node);
    } else if (kind == "inherited") {
      read_inherited(bound, table);
    } else {
      bound.kind = kind == "any_of" ? Bound::Kind::any_of : Bound::Kind::all_of;
      const auto* array = value.as_array();
      if (array == nullptr || array->empty()) file_.fail(value, fmt::format("'{}' is a list of bounds", kind));
      for (const toml::node& part : *array) bound.parts.push_back(read_bound(file_.as_table(part, kind), false));
    }
    if (const toml::node* node = table.get("consistent")) {
      const auto* flag = node->as_boolean();
      if (flag == nullptr || !flag->get()) file_.fail(*node, "write consistent = true");
      if (!rounds_either_way(bound)) {
        file_.fail(*node,
                   "'consistent' belongs to any_of = [{ rounded = \"nearest_even\" }, { rounded = \"toward_zero\" }]");
      }
      bound.consistent = true;
    }
    fit(value, misfit(bound, kind, operations_));
    return bound;
  }

  void read_steps(Bound& bound, const toml::table& table) const {
    if (const toml::node* node = table.get("reference")) bound.reference = read_rounding(*node);
    const auto positive = [&](std::string_view key) -> std::int64_t {
      const toml::node* node = table.get(key);
      if (node == nullptr) return 0;
      const auto* integer = node->as_integer();
      if (integer == nullptr || integer->get() < 1) file_.fail(*node, fmt::format("'{}' is a positive integer", key));
      return integer->get();
    };
    bound.factor = positive("factor");
    bound.integer_bits = static_cast<int>(positive("integer_bits"));
    if (bound.integer_bits > 32) file_.fail(*table.get("integer_bits"), "'integer_bits' is 32 at most");
    if (bound.integer_bits != 0 && bound.factor == 0) {
      file_.fail(*table.get("integer_bits"), "'integer_bits' belongs to a 'factor'");
    }
  }

  Bound::Kind read_rounding(const toml::node& node) const {
    using enum Bound::Kind;
    static constexpr std::array<std::string_view, 7> kNames = {"nearest", "nearest_even", "nearest_away", "toward_zero",
                                                               "upward",  "downward",     "either"};
    static constexpr std::array kKinds = {nearest, nearest_even, nearest_away, toward_zero, upward, downward, either};
    const std::string word = file_.text(node, "rounded");
    const auto* found = std::ranges::find(kNames, word);
    if (found == kNames.end()) file_.unknown(node, "rounding", word, kNames);
    return kKinds[static_cast<std::size_t>(found - kNames.begin())];
  }

  void read_with(Bound& bound, const toml::table& table) const {
    const toml::node* with = table.get("with");
    if (with == nullptr) return;
    for (const auto& [name, node] : file_.as_table(*with, "with")) {
      bound.with[std::string(name.str())] = expression(node, name.str());
    }
  }

  void read_inherited(Bound& bound, const toml::table& table) const {
    bound.kind = Bound::Kind::inherited;
    read_with(bound, table);
    bound.expansion = expression(*table.get("inherited"), "inherited", &bound.with);
    if (const toml::node* node = table.get("constants")) {
      static constexpr std::array<std::string_view, 2> kConstants = {"rounded", "exact"};
      const std::string word = file_.text(*node, "constants");
      if (std::ranges::find(kConstants, word) == kConstants.end())
        file_.unknown(*node, "kind of constants", word, kConstants);
      if (table.contains("steps")) file_.fail(*node, "'constants' belongs to an expression without 'steps'");
      bound.exact_constants = word == "exact";
    }
    if (!table.contains("steps")) {
      bound.kind = Bound::Kind::composed;
      return;
    }
    for (const auto& [step, node] : file_.table_of(table, table, "steps")) {
      static constexpr std::array<std::string_view, 4> kSteps = {"+", "*", "/", "each"};
      if (std::ranges::find(kSteps, step.str()) == kSteps.end()) file_.unknown(node, "step", step.str(), kSteps);
      const char symbol = step.str() == "each" ? '.' : step.str().front();
      Bound tolerance = read_bound(file_.as_table(node, step.str()), false);
      const bool rounds = node.as_table()->contains("rounded") && tolerance.kind != Bound::Kind::nearest_away;
      const bool is_ulp =
          tolerance.kind == Bound::Kind::ulp && names_in(tolerance.amount).empty() && !tolerance.ulp_format;
      if (!rounds && !is_ulp) file_.fail(node, "a step is { ulp = n } or { rounded = ... }, nearest_away excepted");
      bound.steps[symbol].push_back(std::move(tolerance));
    }
    if (const toml::node* node = table.get("intermediates")) {
      for (const toml::node& element : *file_.as_array(*node, "intermediates")) {
        const std::string word = file_.text(element, "intermediates");
        if (word == "saturate") {
          bound.saturate = true;
        } else if (word == "extend") {
          bound.extend = true;
        } else {
          file_.unknown(element, "leeway of intermediates", word, Names{"saturate", "extend"});
        }
      }
    }
  }

  /// A number or an expression in quotes; its names must be operands, pi, or explained by `with`.
  Expression expression(const toml::node& node, std::string_view key,
                        const std::map<std::string, Expression>* with = nullptr) const {
    std::string written;
    if (const auto* integer = node.as_integer()) {
      written = std::to_string(integer->get());
    } else if (const auto* real = node.as_floating_point()) {
      if (!std::isfinite(real->get())) file_.fail(node, fmt::format("'{}' must be finite", key));
      written = fmt::format("{}", real->get());  // the shortest decimal: what the author wrote
      if (written.find('e') != std::string::npos) {
        file_.fail(node, fmt::format("write '{}' in quotes, as a power of two or a decimal without exponent", key));
      }
    } else {
      written = file_.text(node, key);
    }
    Expression result = file_.parsed(node, [&] { return parse_expression(written); });
    for (const std::string& name : names_in(result)) {
      if (name == "pi" || is_operand(name) || (with != nullptr && with->contains(name))) continue;
      file_.fail(node, fmt::format("'{}' in '{}' is no operand; operands: {}", name, written, operand_list()));
    }
    return result;
  }

  Expression condition_of(const toml::node& node) const {
    Expression condition = expression(node, "condition");
    file_.parsed(node, [&] { return check_condition(condition); });
    return condition;
  }

  /// A tolerance: not negative, and below all of the result if it is relative.
  Expression amount_of(const toml::node& node, std::string_view kind) const {
    Expression amount = expression(node, kind);
    file_.parsed(node, [&] { return check_formula(amount); });
    const std::vector<std::string> names = names_in(amount);
    if (std::ranges::find(names, "pi") != names.end())
      file_.fail(node, "a tolerance is rational; pi belongs in 'where'");
    if (!names.empty()) return amount;
    const double value = approximate(amount);
    if (value < 0) file_.fail(node, fmt::format("'{}' must not be negative", kind));
    if (kind == "relative" && value >= 1) file_.fail(node, "'relative' must be below 1");
    return amount;
  }

  void check_product(const toml::node& node, const Expression& expression) const {
    using Kind = Expression::Kind;
    if (expression.kind == Kind::name || expression.kind == Kind::number) return;
    if (expression.kind != Kind::multiply) {
      file_.fail(node, "'allows' is a product of operands and numbers: \"x * (0 * y)\"");
    }
    for (const Expression& factor : expression.arguments) check_product(node, factor);
  }

  bool is_operand(std::string_view name) const {
    return !operations_.empty() && std::ranges::all_of(operations_, [&](Operation operation) {
      const OperationInfo& row = info(operation);
      const auto end = row.operand_names.begin() + row.arity;
      return std::find(row.operand_names.begin(), end, name) != end;
    });
  }

  std::string operand_list() const {
    if (operations_.empty()) return "none";
    const OperationInfo& row = info(operations_.front());
    return fmt::format("{}", fmt::join(row.operand_names.begin(), row.operand_names.begin() + row.arity, ", "));
  }

  const TomlFile& file_;
  const std::vector<Operation>& operations_;
};

/// Reads a list of names that `find` knows; those of the table's rows are among them.
template <class Value, class Row>
std::vector<Value> read_names(const TomlFile& file, const toml::node& node, std::string_view what,
                              std::span<const Row> rows, std::optional<Value> (*find)(std::string_view)) {
  std::vector<std::string_view> names;
  for (const Row& row : rows) names.push_back(row.name);
  std::vector<Value> result;
  for (const toml::node& element : *file.as_array(node, fmt::format("{}s", what))) {
    const std::string word = file.text(element, fmt::format("{}s", what));
    const std::optional<Value> found = find(word);
    if (!found) file.unknown(element, what, word, names);
    result.push_back(*found);
  }
  return result;
}

}  // namespace

Body read_body(const TomlFile& file, const std::vector<Operation>& operations, const toml::table& table,
               const toml::node& where) {
  return BodyReader(file, operations).read(table, where);
}

std::vector<Format> read_formats(const TomlFile& file, const toml::node& node) {
  return read_names<Format>(file, node, "format", formats(), find_format);
}

std::vector<Operation> read_operations(const TomlFile& file, const toml::node& node) {
  return read_names<Operation>(file, node, "operation", operations(), find_operation);
}

}  // namespace halfulp::rulebook
