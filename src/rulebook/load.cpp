// SPDX-License-Identifier: Apache-2.0
#include "rulebook/load.hpp"

#include <fmt/format.h>
#include <toml++/toml.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <initializer_list>
#include <mutex>
#include <sstream>

#include "halfulp/error.hpp"
#include "number/embedded.hpp"
#include "number/nearest_name.hpp"
#include "rulebook/policy.hpp"
#include "rulebook/table.hpp"

namespace halfulp::rulebook {
namespace {

using Names = std::initializer_list<std::string_view>;

std::string one_line(const toml::node& node) {
  std::ostringstream text;
  if (const auto* table = node.as_table()) {
    text << toml::toml_formatter{*table, toml::toml_formatter::default_flags & ~toml::format_flags::indentation};
  } else if (const auto* array = node.as_array()) {
    text << toml::toml_formatter{*array};
  }
  std::string line = text.str();
  std::string result;
  for (const char c : line) {
    const bool space = c == '\n' || c == ' ' || c == '\t';
    if (space && (result.empty() || result.back() == ' ')) continue;
    result += space ? ' ' : c;
  }
  while (!result.empty() && result.back() == ' ') result.pop_back();
  return result;
}

/// Reads one file. Every complaint names file, line and column.
class Reader {
 public:
  Reader(std::string_view text, std::string name) : name_(std::move(name)), hash_text_(text) {
    try {
      root_ = toml::parse(text, std::string_view(name_));
    } catch (const toml::parse_error& error) {
      throw Error(Error::Kind::kInput, fmt::format("{}:{}:{}: {}", name_, error.source().begin.line,
                                                   error.source().begin.column, error.description()));
    }
  }

  std::shared_ptr<const Model> model() {
    Model model;
    only(root_, {"rulebook", "rule", "reading"}, "table");
    const toml::table& head = table_of(root_, root_, "rulebook");
    only(head, {"id", "title", "extends", "formats"}, "key of [rulebook]");
    model.id = text_of(head, "id");
    model.title = text_of(head, "title");
    if (const toml::node* parent = head.get("extends")) {
      model.extends = text(*parent, "extends");
      inherit(model, *parent);
    }
    if (const toml::node* formats = head.get("formats")) model.formats = read_formats(*formats);
    if (model.formats.empty()) fail(head, "a rulebook that extends none names its formats: formats = [\"binary32\"]");
    each(root_, "reading", [&](const toml::table& table) {
      Reading reading = read_reading(table);
      if (std::ranges::find(model.readings, reading.id, &Reading::id) != model.readings.end()) {
        fail(*table.get("id"), fmt::format("the reading '{}' exists already; a rule refers to it without stating it again",
                                           reading.id));
      }
      model.readings.push_back(std::move(reading));
    });
    model_ = &model;
    each(root_, "rule", [&](const toml::table& table) { model.rules.push_back(read_rule(table)); });
    for (const Rule& rule : model.rules) {
      if (rule.body.policy.empty()) {
        for (const Operation operation : rule.operations) {
          if (std::ranges::find(model.operations, operation) == model.operations.end()) {
            model.operations.push_back(operation);
          }
        }
      }
    }
    std::ranges::sort(model.operations);
    hash(model);
    return std::make_shared<const Model>(std::move(model));
  }

 private:
  [[noreturn]] void fail(const toml::node& node, const std::string& message) const {
    fail(node.source().begin.line, node.source().begin.column, message);
  }
  [[noreturn]] void fail(std::size_t line, std::size_t column, const std::string& message) const {
    throw Error(Error::Kind::kInput, fmt::format("{}:{}:{}: {}", name_, line, column, message));
  }

  template <class Named>
  [[noreturn]] void unknown(const toml::node& node, std::string_view what, std::string_view word,
                            const Named& names) const {
    const std::vector<std::string_view> known(std::begin(names), std::end(names));
    std::string list = fmt::format("{}", fmt::join(known, ", "));
    fail(node, fmt::format("unknown {} '{}'{}; known: {}", what, word, number::did_you_mean(word, known), list));
  }

  void only(const toml::table& table, Names keys, std::string_view what) const {
    for (const auto& [key, node] : table) {
      if (std::ranges::find(keys, key.str()) == keys.end()) {
        const std::vector<std::string_view> known(keys);
        fail(key.source().begin.line, key.source().begin.column,
             fmt::format("unknown {} '{}'{}; known: {}", what, key.str(), number::did_you_mean(key.str(), known),
                         fmt::join(known, ", ")));
      }
    }
  }

  std::string text(const toml::node& node, std::string_view key) const {
    const auto* value = node.as_string();
    if (value == nullptr) fail(node, fmt::format("'{}' must be a string in quotes", key));
    return value->get();
  }

  std::string text_of(const toml::table& table, std::string_view key) const {
    const toml::node* node = table.get(key);
    if (node == nullptr) fail(table, fmt::format("missing key '{}'", key));
    return text(*node, key);
  }

  const toml::table& table_of(const toml::table& parent, const toml::node& where, std::string_view key) const {
    const toml::node* node = parent.get(key);
    if (node == nullptr) fail(where, fmt::format("missing table '{}'", key));
    return as_table(*node, key);
  }

  const toml::table& as_table(const toml::node& node, std::string_view key) const {
    const auto* table = node.as_table();
    if (table == nullptr) fail(node, fmt::format("'{}' must be a table {{ key = value }}", key));
    return *table;
  }

  template <class Action>
  void each(const toml::table& parent, std::string_view key, Action action) const {
    const toml::node* node = parent.get(key);
    if (node == nullptr) return;
    const auto* array = node->as_array();
    if (array == nullptr) fail(*node, fmt::format("write [[{}]], with two brackets", key));
    for (const toml::node& element : *array) action(as_table(element, key));
  }

  std::vector<std::string> list(const toml::node& node, std::string_view key) const {
    const auto* array = node.as_array();
    if (array == nullptr) fail(node, fmt::format("'{}' must be a list of strings", key));
    std::vector<std::string> result;
    for (const toml::node& element : *array) result.push_back(text(element, key));
    return result;
  }

  std::vector<Format> read_formats(const toml::node& node) const {
    std::vector<Format> result;
    for (const toml::node& element : *as_array(node, "formats")) {
      const std::string word = text(element, "formats");
      const auto format = find_format(word);
      if (!format) {
        std::vector<std::string_view> names;
        for (const FormatInfo& row : formats()) names.push_back(row.name);
        unknown(element, "format", word, names);
      }
      result.push_back(*format);
    }
    return result;
  }

  const toml::array* as_array(const toml::node& node, std::string_view key) const {
    const auto* array = node.as_array();
    if (array == nullptr) fail(node, fmt::format("'{}' must be a list of strings", key));
    return array;
  }

  std::vector<Operation> read_operations(const toml::node& node) const {
    std::vector<Operation> result;
    for (const toml::node& element : *as_array(node, "operations")) {
      const std::string word = text(element, "operations");
      const auto operation = find_operation(word);
      if (!operation) {
        std::vector<std::string_view> names;
        for (const OperationInfo& row : operations()) names.push_back(row.name);
        unknown(element, "operation", word, names);
      }
      result.push_back(*operation);
    }
    return result;
  }

  void inherit(Model& model, const toml::node& node) {
    std::shared_ptr<const Model> parent;
    try {
      parent = load_embedded(model.extends);
    } catch (const Error&) {
      std::vector<std::string_view> names;
      for (const auto& file : embedded::rulebooks()) if (file.name != "sources") names.push_back(file.name);
      unknown(node, "rulebook", model.extends, names);
    }
    model.formats = parent->formats;
    model.rules = parent->rules;
    model.readings = parent->readings;
    model.hash = parent->hash;
  }

  Reading read_reading(const toml::table& table) const {
    only(table, {"id", "question", "default", "options", "on_request"}, "key of [[reading]]");
    Reading reading;
    reading.id = text_of(table, "id");
    reading.question = text_of(table, "question");
    reading.chosen = text_of(table, "default");
    for (const auto& [key, node] : table_of(table, table, "options")) {
      reading.options.push_back({std::string(key.str()), text(node, key.str())});
    }
    const auto is_default = [&](const ReadingOption& option) { return option.name == reading.chosen; };
    if (std::ranges::none_of(reading.options, is_default)) {
      fail(*table.get("default"), fmt::format("the default '{}' is not among the options", reading.chosen));
    }
    // The default first, the others as written.
    std::ranges::stable_partition(reading.options, is_default);
    if (const toml::node* node = table.get("on_request")) {
      if (!node->is_boolean()) fail(*node, "'on_request' must be true or false");
      reading.on_request = node->as_boolean()->get();
    }
    return reading;
  }

  Rule read_rule(const toml::table& table) {
    only(table,
         {"id", "operations", "formats", "source", "status", "policy", "special", "identity", "accuracy", "allows",
          "where", "under"},
         "key of [[rule]]");
    Rule rule;
    rule.id = text_of(table, "id");
    for (const Rule& other : model_->rules) {
      if (other.id == rule.id) {
        fail(*table.get("id"), fmt::format("the rule id '{}' is taken (by rulebook {}); give this rule an id of its own",
                                           rule.id, other.rulebook));
      }
    }
    rule.rulebook = model_->id;
    if (const toml::node* node = table.get("operations")) rule.operations = read_operations(*node);
    if (const toml::node* node = table.get("formats")) rule.formats = read_formats(*node);
    const toml::table& source = table_of(table, table, "source");
    only(source, {"document", "clause", "says"}, "key of source");
    rule.source = {text_of(source, "document"), "", text_of(source, "clause"), text_of(source, "says")};
    rule.status = text_of(table, "status");
    static constexpr std::array<std::string_view, 4> kStatus = {"stated", "inferred", "ambiguous", "erratum"};
    if (std::ranges::find(kStatus, rule.status) == kStatus.end()) {
      unknown(*table.get("status"), "status", rule.status, kStatus);
    }
    operations_ = rule.operations;
    if (operations_.empty() && table.get("policy") == nullptr) {
      fail(table, "only a policy may leave out 'operations'");
    }
    rule.body = read_body(table, table);
    if (const toml::node* under = table.get("under")) read_under(rule, *under, table);
    return rule;
  }

  void read_under(Rule& rule, const toml::node& node, const toml::table& whole) const {
    const toml::table& readings = as_table(node, "under");
    if (readings.size() != 1) fail(node, "a rule depends on one reading at most; state another rule for the other");
    const auto first = readings.begin();  // kept: its proxy refers to it
    const toml::node& options = first->second;
    rule.reading = first->first.str();
    const auto reading = std::ranges::find(model_->readings, rule.reading, &Reading::id);
    if (reading == model_->readings.end()) {
      std::vector<std::string_view> names;
      for (const Reading& known : model_->readings) names.push_back(known.id);
      unknown(options, "reading", rule.reading, names);
    }
    for (const auto& [option, body] : as_table(options, rule.reading)) {
      if (std::ranges::find(reading->options, option.str(), &ReadingOption::name) == reading->options.end()) {
        std::vector<std::string_view> names;
        for (const ReadingOption& known : reading->options) names.push_back(known.name);
        unknown(body, fmt::format("option of reading '{}'", reading->id), option.str(), names);
      }
      Body changed;
      if (body.is_string() && body.as_string()->get() == "omit") {
        changed.omitted = true;
        changed.text = "not in force";
      } else {
        const toml::table& table = as_table(body, option.str());
        only(table, {"policy", "special", "identity", "accuracy", "allows", "where"}, "key of a reading's option");
        changed = read_body(table, whole);
      }
      rule.under[std::string(option.str())] = std::move(changed);
    }
  }

  Body read_body(const toml::table& table, const toml::node& where) const {
    static constexpr std::array<std::string_view, 5> kBodies = {"policy", "special", "identity", "accuracy", "allows"};
    const auto count = std::ranges::count_if(kBodies, [&](std::string_view key) { return table.contains(key); });
    if (count != 1) {
      fail(where, fmt::format("a rule says exactly one of {}; this one says {}", fmt::join(kBodies, ", "), count));
    }
    Body body;
    if (const toml::node* node = table.get("policy")) {
      body.text = one_line(*node);
      for (const auto& [key, value] : as_table(*node, "policy")) read_policy(body, key, value);
    }
    if (const toml::node* node = table.get("special")) {
      const std::string written = text(*node, "special");
      body.text = "special values: " + std::to_string(std::ranges::count(written, '\n')) + " rows";
      body.special = parsed(*node, [&] { return parse_table(written, arity(*node)); });
    }
    if (const toml::node* node = table.get("identity")) {
      body.text = one_line(*node);
      if (node->is_array()) {
        for (const toml::node& element : *node->as_array()) body.identities.push_back(read_identity(element));
      } else {
        body.identities.push_back(read_identity(*node));
      }
    }
    if (const toml::node* node = table.get("accuracy")) {
      body.text = one_line(*node);
      body.accuracy = read_accuracy(*node);
    }
    if (const toml::node* node = table.get("allows")) {
      Allowance allowance;
      allowance.result_text = text(*node, "allows");
      allowance.result = expression(*node, "allows");
      body.text = "allows " + allowance.result_text;
      if (const toml::node* condition = table.get("where")) {
        allowance.where = expression(*condition, "where");
        body.text += " where " + text(*condition, "where");
      }
      body.allowance = std::move(allowance);
    } else if (const toml::node* condition = table.get("where")) {
      fail(*condition, "'where' belongs to 'allows'; an accuracy has its own: accuracy = { where = \"...\", ulp = 1 }");
    }
    return body;
  }

  void read_policy(Body& body, const toml::key& key, const toml::node& value) const {
    const PolicyField* field = find_policy_field(key.str());
    if (field == nullptr) {
      std::vector<std::string_view> names;
      for (const PolicyField& known : policy_fields()) names.push_back(known.name);
      fail(key.source().begin.line, key.source().begin.column,
           fmt::format("unknown policy '{}'{}; known: {}", key.str(), number::did_you_mean(key.str(), names),
                       fmt::join(names, ", ")));
    }
    const std::string word = text(value, key.str());
    if (std::ranges::find(field->values, word) == field->values.end()) {
      unknown(value, fmt::format("value of policy '{}'", key.str()), word, field->values);
    }
    body.policy[std::string(key.str())] = word;
  }

  int arity(const toml::node& node) const {
    const int arity = info(operations_.front()).arity;
    const auto same = [&](Operation operation) { return info(operation).arity == arity; };
    if (arity > 2 || !std::ranges::all_of(operations_, same)) {
      fail(node, "a special-value table is for operations of one operand, or of two");
    }
    return arity;
  }

  Identity read_identity(const toml::node& node) const {
    const toml::table& table = as_table(node, "identity");
    only(table, {"where", "result"}, "key of identity");
    Identity identity;
    identity.where = text_of(table, "where");
    identity.result = text_of(table, "result");
    if (identity.where != "nan") identity.condition = expression(*table.get("where"), "where");
    if (identity.result != "nan" && !is_operand(identity.result)) {
      fail(*table.get("result"),
           fmt::format("'{}' is neither an operand ({}) nor nan", identity.result, operand_list()));
    }
    return identity;
  }

  std::vector<Piece> read_accuracy(const toml::node& node) const {
    std::vector<Piece> pieces;
    if (const auto* array = node.as_array()) {
      if (array->empty()) fail(node, "an accuracy needs at least one bound");
      for (const toml::node& element : *array) pieces.push_back(read_piece(as_table(element, "accuracy")));
    } else {
      pieces.push_back(read_piece(as_table(node, "accuracy")));
    }
    if (pieces.back().where) fail(node, "the last bound holds for all other operands: write { otherwise = true, ... }");
    return pieces;
  }

  Piece read_piece(const toml::table& table) const {
    Piece piece;
    if (const toml::node* node = table.get("where")) piece.where = expression(*node, "where");
    piece.bound = read_bound(table, true);
    return piece;
  }

  Bound read_bound(const toml::table& table, bool piece) const {
    static constexpr std::array<std::string_view, 9> kKinds = {"exact",     "rounded",       "ulp",    "absolute", "relative",
                                                               "inherited", "unconstrained", "any_of", "all_of"};
    std::string_view kind;
    for (const auto& [key, node] : table) {
      const std::string_view word = key.str();
      if (std::ranges::find(kKinds, word) != kKinds.end()) {
        if (!kind.empty()) fail(table, fmt::format("a bound is one thing; this one is both '{}' and '{}'", kind, word));
        kind = *std::ranges::find(kKinds, word);
        continue;
      }
      const bool allowed = (piece && (word == "where" || word == "otherwise")) ||
                           (table.contains("inherited") &&
                            (word == "with" || word == "steps" || word == "intermediates"));
      if (!allowed) {
        fail(key.source().begin.line, key.source().begin.column,
             fmt::format("unknown bound '{}'{}; known: {}", word, number::did_you_mean(word, kKinds),
                         fmt::join(kKinds, ", ")));
      }
    }
    if (kind.empty()) fail(table, fmt::format("missing a bound; known: {}", fmt::join(kKinds, ", ")));
    const toml::node& value = *table.get(kind);
    Bound bound;
    if (kind == "exact" || kind == "unconstrained") {
      bound.kind = kind == "exact" ? Bound::Kind::exact : Bound::Kind::unconstrained;
    } else if (kind == "rounded") {
      bound.kind = read_rounding(value);
    } else if (kind == "ulp" || kind == "absolute" || kind == "relative") {
      bound.kind = kind == "ulp"        ? Bound::Kind::ulp
                   : kind == "absolute" ? Bound::Kind::absolute
                                        : Bound::Kind::relative;
      bound.amount = expression(value, kind);
    } else if (kind == "inherited") {
      read_inherited(bound, table);
    } else {
      bound.kind = kind == "any_of" ? Bound::Kind::any_of : Bound::Kind::all_of;
      const auto* array = value.as_array();
      if (array == nullptr || array->empty()) fail(value, fmt::format("'{}' is a list of bounds", kind));
      for (const toml::node& part : *array) bound.parts.push_back(read_bound(as_table(part, kind), false));
    }
    return bound;
  }

  Bound::Kind read_rounding(const toml::node& node) const {
    static constexpr std::array<std::string_view, 4> kNames = {"nearest", "nearest_even", "toward_zero", "either"};
    static constexpr std::array<Bound::Kind, 4> kKinds = {Bound::Kind::nearest, Bound::Kind::nearest_even,
                                                          Bound::Kind::toward_zero, Bound::Kind::either};
    const std::string word = text(node, "rounded");
    const auto* found = std::ranges::find(kNames, word);
    if (found == kNames.end()) unknown(node, "rounding", word, kNames);
    return kKinds[static_cast<std::size_t>(found - kNames.begin())];
  }

  void read_inherited(Bound& bound, const toml::table& table) const {
    bound.kind = Bound::Kind::inherited;
    if (const toml::node* with = table.get("with")) {
      for (const auto& [name, node] : as_table(*with, "with")) {
        bound.with[std::string(name.str())] = expression(node, name.str());
      }
    }
    bound.expansion = expression(*table.get("inherited"), "inherited", &bound.with);
    for (const auto& [step, node] : table_of(table, table, "steps")) {
      static constexpr std::array<std::string_view, 4> kSteps = {"+", "*", "/", "each"};
      if (std::ranges::find(kSteps, step.str()) == kSteps.end()) unknown(node, "step", step.str(), kSteps);
      const char symbol = step.str() == "each" ? '.' : step.str().front();
      Bound tolerance = read_bound(as_table(node, step.str()), false);
      const bool rounds = tolerance.kind == Bound::Kind::nearest || tolerance.kind == Bound::Kind::nearest_even ||
                          (tolerance.kind == Bound::Kind::ulp && names_in(tolerance.amount).empty());
      if (!rounds) fail(node, "a step is { ulp = n }, { rounded = \"nearest\" } or { rounded = \"nearest_even\" }");
      bound.steps[symbol].push_back(std::move(tolerance));
    }
    const toml::node& expansion = *table.get("inherited");
    check_expansion(expansion, bound.expansion, bound);
    for (const auto& [name, part] : bound.with) check_expansion(expansion, part, bound);
    if (const toml::node* node = table.get("intermediates")) {
      for (const std::string& word : list(*node, "intermediates")) {
        if (word == "saturate") {
          bound.saturate = true;
        } else if (word == "extend") {
          bound.extend = true;
        } else {
          unknown(*node, "leeway of intermediates", word, Names{"saturate", "extend"});
        }
      }
    }
  }

  /// An expansion is made of operands, sums, products and reciprocals, each with a step that says how it rounds.
  void check_expansion(const toml::node& node, const Expression& expression, const Bound& bound) const {
    using Kind = Expression::Kind;
    char symbol = 0;
    switch (expression.kind) {
      case Kind::name: return;
      case Kind::add: symbol = '+'; break;
      case Kind::multiply: symbol = '*'; break;
      case Kind::divide:
        if (expression.arguments[0].kind != Kind::number || expression.arguments[0].text != "1") {
          fail(node, "the only division of an expansion is a reciprocal: write x / y as x * k with k = \"1 / y\"");
        }
        check_step(node, '/', bound);
        return check_expansion(node, expression.arguments[1], bound);
      default: fail(node, "an expansion is made of operands, '+', '*' and '1 / operand'");
    }
    check_step(node, symbol, bound);
    for (const Expression& argument : expression.arguments) check_expansion(node, argument, bound);
  }

  void check_step(const toml::node& node, char symbol, const Bound& bound) const {
    if (bound.steps.contains(symbol) || bound.steps.contains('.')) return;
    fail(node, fmt::format("no step says how '{0}' rounds: steps = {{ \"{0}\" = {{ ulp = 1 }} }}, or each", symbol));
  }

  /// A number or an expression in quotes; its names must be operands, pi, or explained by `with`.
  Expression expression(const toml::node& node, std::string_view key,
                        const std::map<std::string, Expression>* with = nullptr) const {
    std::string written;
    if (const auto* integer = node.as_integer()) {
      written = std::to_string(integer->get());
    } else if (const auto* real = node.as_floating_point()) {
      if (!std::isfinite(real->get())) fail(node, fmt::format("'{}' must be finite", key));
      written = fmt::format("{}", real->get());  // the shortest decimal: what the author wrote
      if (written.find('e') != std::string::npos) {
        fail(node, fmt::format("write '{}' in quotes, as a power of two or a plain decimal", key));
      }
    } else {
      written = text(node, key);
    }
    Expression result = parsed(node, [&] { return parse_expression(written); });
    for (const std::string& name : names_in(result)) {
      if (name == "pi" || is_operand(name) || (with != nullptr && with->contains(name))) continue;
      fail(node, fmt::format("'{}' in '{}' is no operand; operands: {}", name, written, operand_list()));
    }
    return result;
  }

  template <class Parse>
  auto parsed(const toml::node& node, Parse parse) const -> decltype(parse()) {
    try {
      return parse();
    } catch (const SyntaxError& error) {
      const std::string written = node.is_string() ? node.as_string()->get() : std::string();
      const auto offset = static_cast<std::ptrdiff_t>(std::min(error.offset, written.size()));
      const auto line_breaks = std::count(written.begin(), written.begin() + offset, '\n');
      std::size_t line = node.source().begin.line;
      std::size_t column = node.source().begin.column;
      if (node.source().end.line > line) {  // a multi-line string: its text begins on the next line
        const auto line_start = written.rfind('\n', error.offset == 0 ? 0 : error.offset - 1);
        line += static_cast<std::size_t>(line_breaks) + 1;
        column = error.offset - (line_start == std::string::npos || line_breaks == 0 ? 0 : line_start + 1) + 1;
      } else {
        column += error.offset + 1;  // past the quote
      }
      fail(line, column, error.what());
    }
  }

  bool is_operand(std::string_view name) const {
    return std::ranges::all_of(operations_, [&](Operation operation) {
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

  /// 64-bit FNV-1a over the parents' hash and the text.
  void hash(Model& model) const {
    std::uint64_t value = 0xcbf29ce484222325;
    const auto eat = [&](std::string_view text) {
      for (const char c : text) value = (value ^ static_cast<unsigned char>(c)) * 0x100000001b3;
    };
    eat(model.hash);
    eat(hash_text_);
    model.hash = fmt::format("{:016x}", value);
  }

  std::string name_;
  std::string_view hash_text_;
  toml::table root_;
  const Model* model_ = nullptr;        ///< the model so far: its readings and ids
  std::vector<Operation> operations_;   ///< of the rule being read
};

/// Titles by document tag, from sources.toml.
const std::map<std::string, std::string>& titles() {
  static const std::map<std::string, std::string> kTitles = [] {
    std::map<std::string, std::string> result;
    for (const auto& file : embedded::rulebooks()) {
      if (file.name != "sources") continue;
      const toml::table table = toml::parse(file.text, std::string_view("sources.toml"));
      for (const auto& [tag, node] : table) {
        if (const auto* source = node.as_table()) result[std::string(tag.str())] = (*source)["title"].value_or("");
      }
    }
    return result;
  }();
  return kTitles;
}

}  // namespace

std::shared_ptr<const Model> load(std::string_view toml, const std::string& name) {
  auto model = std::make_shared<Model>(*Reader(toml, name).model());
  for (Rule& rule : model->rules) {
    const auto title = titles().find(rule.source.document);
    if (title != titles().end()) rule.source.title = title->second;
  }
  return model;
}

std::shared_ptr<const Model> load_embedded(const std::string& id) {
  static std::recursive_mutex mutex;
  static std::map<std::string, std::shared_ptr<const Model>> loaded;
  const std::scoped_lock lock(mutex);
  if (const auto found = loaded.find(id); found != loaded.end()) return found->second;
  for (const auto& file : embedded::rulebooks()) {
    if (file.name == id && id != "sources") return loaded[id] = load(file.text, fmt::format("rulebooks/{}.toml", id));
  }
  std::vector<std::string> names = Rulebook::embedded();
  throw Error(Error::Kind::kUsage,
              fmt::format("there is no rulebook '{}'{}; embedded are {}; a path ends in .toml", id,
                          number::did_you_mean(id, std::span<const std::string>(names)), fmt::join(names, ", ")));
}

}  // namespace halfulp::rulebook
