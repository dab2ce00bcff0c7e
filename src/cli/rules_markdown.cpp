// SPDX-License-Identifier: Apache-2.0
#include "cli/rules_markdown.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <span>
#include <tuple>
#include <utility>
#include <vector>

#include "cli/pixel_formula.hpp"
#include "rulebook/model.hpp"
#include "rulebook/resolve.hpp"

namespace halfulp::cli {
namespace {

using rulebook::Body;
using rulebook::Bound;
using rulebook::Expression;
using rulebook::Model;
using rulebook::Rule;

std::string row(const std::vector<std::string>& cells) {
  std::string text = "|";
  for (const std::string& cell : cells) text += fmt::format(" {} |", markdown_cell(cell));
  return text + "\n";
}

std::string head(const std::vector<std::string>& headings) {
  std::string text = row(headings) + "|";
  for (std::size_t i = 0; i < headings.size(); ++i) text += "---|";
  return text + "\n";
}

std::string code(std::string_view text) { return fmt::format("`{}`", text); }

std::string source_text(const Rule& rule) {
  return fmt::format("{} {}, {}", rule.source.document, rule.source.clause, rule.status);
}

std::string names(const std::vector<Operation>& operations, Naming naming) {
  std::vector<std::string> listed;
  listed.reserve(operations.size());
  for (const Operation operation : operations) listed.push_back(code(name(operation, naming)));
  return listed.empty() ? "all" : fmt::format("{}", fmt::join(listed, ", "));
}

std::string names(const std::vector<Format>& formats) {
  std::vector<std::string_view> listed;
  listed.reserve(formats.size());
  for (const Format format : formats) listed.push_back(info(format).name);
  return listed.empty() ? "all" : fmt::format("{}", fmt::join(listed, ", "));
}

/// A rule's body as the file has it, and what it is under the options of its reading.
std::string body_text(const Rule& rule) {
  std::string text = code(rule.body.text);
  for (const auto& [option, body] : rule.under) {
    text += fmt::format("; under `{}={}`: {}", rule.reading, option, code(body.text));
  }
  return text;
}

/// What an accuracy rule demands, in the words of the documents' tables.
class Words {
 public:
  explicit Words(Naming naming, bool of_codes = false) : naming_(naming), of_codes_(of_codes) {}

  [[nodiscard]] std::string accuracy(const Rule& rule) const { return pieces(rule.body); }

  /// What the rule demands instead under the options of its reading.
  [[nodiscard]] std::string under(const Rule& rule) const {
    std::vector<std::string> texts;
    for (const auto& [option, body] : rule.under) {
      texts.push_back(fmt::format("`{}={}`: {}", rule.reading, option, body.omitted ? body.text : pieces(body)));
    }
    return fmt::format("{}", fmt::join(texts, "; "));
  }

 private:
  [[nodiscard]] std::string pieces(const Body& body) const {
    std::string text;
    for (const rulebook::Piece& piece : body.accuracy) {
      if (!text.empty()) text += "; ";
      if (piece.where) {
        text += fmt::format("{} for {}", bound(piece.bound), expression(*piece.where));
      } else {
        text += (text.empty() ? "" : "otherwise ") + bound(piece.bound);
      }
    }
    return text;
  }

  [[nodiscard]] std::string bound(const Bound& bound) const {
    using Kind = Bound::Kind;
    switch (bound.kind) {
      case Kind::exact:
        return naming_ == Naming::metal ? "0 ulp" : "exact";
      case Kind::nearest:
        return of_codes_ ? "a nearest code" : "within 0.5 ulp";
      case Kind::nearest_even:
        return bound.rounds_product ? "the product in single precision, to nearest, ties to even"
                                    : "rounded to nearest, ties to even";
      case Kind::nearest_away:
        return "rounded to nearest, ties away from zero";
      case Kind::toward_zero:
        return "rounded toward zero";
      case Kind::upward:
        return "rounded toward positive infinity";
      case Kind::downward:
        return "rounded toward negative infinity";
      case Kind::either:
        return "either neighbour of the exact result";
      case Kind::ulp:
        return fmt::format("<= {} ulp{}", expression(bound.amount),
                           bound.ulp_format ? fmt::format(" of {}", info(*bound.ulp_format).name) : "");
      case Kind::absolute:
        return fmt::format("absolute error <= {}", expression(bound.amount));
      case Kind::absolute_below:
        return fmt::format("absolute error < {}", expression(bound.amount));
      case Kind::relative:
        return fmt::format("relative error <= {}", expression(bound.amount));
      case Kind::steps:
        return fmt::format("<= {} of a code step{}", expression(bound.amount), factor(bound));
      case Kind::steps_below:
        return fmt::format("< {} of a code step{}", expression(bound.amount), factor(bound));
      case Kind::recoded:
        return fmt::format("encoded again, <= {} of a code step", expression(bound.amount));
      case Kind::inherited:
        return "no less accurate than " + expansion(bound);
      case Kind::composed:
        return "implemented as " + expansion(bound);
      case Kind::sequence:
        return expansion(bound) + ", rounded step by step" +
               (bound.in ? fmt::format(" in {}", info(*bound.in).name) : "");
      case Kind::unconstrained:
        return "any result";
      case Kind::any_of:
        return any_of(bound.parts);
      case Kind::all_of:
        return joined(bound.parts, " and ");
    }
    return "";
  }

  /// What the operand is multiplied by, where that is not the format's largest code.
  [[nodiscard]] static std::string factor(const Bound& bound) {
    if (bound.factor == 0) return "";
    const std::string bits = bound.integer_bits == 0 ? "" : fmt::format(" to {} bits", bound.integer_bits);
    return fmt::format(" of the operand times {}, saturated{}", bound.factor, bits);
  }

  /// Either rounding is what Metal's documents call correctly rounded.
  [[nodiscard]] std::string any_of(const std::vector<Bound>& parts) const {
    const bool either_rounding =
        parts.size() >= 2 && parts[0].kind == Bound::Kind::nearest_even && parts[1].kind == Bound::Kind::toward_zero;
    if (!either_rounding) return joined(parts, " or ");
    std::string text = "correctly rounded (to nearest or toward zero)";
    if (parts.size() > 2) text += " or " + joined({parts.begin() + 2, parts.end()}, " or ");
    return text;
  }

  [[nodiscard]] std::string joined(const std::vector<Bound>& parts, std::string_view word) const {
    std::vector<std::string> texts;
    texts.reserve(parts.size());
    for (const Bound& part : parts) texts.push_back(bound(part));
    return fmt::format("{}", fmt::join(texts, word));
  }

  [[nodiscard]] std::string expansion(const Bound& bound) const {
    std::string text = code(expression(bound.expansion));
    std::string_view word = ", where ";
    for (const auto& [name, value] : bound.with) {
      text += fmt::format("{}`{} = {}`", word, name, expression(value));
      word = " and ";
    }
    for (const auto& [operation, step] : bound.steps) {
      const std::string which = operation == '.' ? bound.steps.size() > 1 ? "every other step" : "each step"
                                                 : fmt::format("each `{}`", operation);
      text += fmt::format(", {} {}", which, joined(step, " or "));
    }
    if (bound.saturate) text += ", intermediates may saturate";
    if (bound.extend) text += ", intermediates may keep range";
    return text;
  }

  /// The expression with the functions that it calls as Metal's documents name them.
  [[nodiscard]] std::string expression(const Expression& expression) const {
    return text_of(naming_ == Naming::metal ? renamed(expression) : expression);
  }

  [[nodiscard]] Expression renamed(const Expression& expression) const {
    Expression result = expression;
    if (expression.kind == Expression::Kind::call) {
      if (const auto operation = find_operation(expression.text)) result.text = name(*operation, naming_);
    }
    for (Expression& argument : result.arguments) argument = renamed(argument);
    return result;
  }

  Naming naming_;
  bool of_codes_;  ///< results have no ULP
};

/// Operations that Metal's documents write as operators, first in their tables.
constexpr std::array kOperators = {Operation::add, Operation::sub, Operation::mul, Operation::reciprocal,
                                   Operation::div};

/// "x + y", "atan2(y, x)".
std::string call_text(Operation operation, Naming naming) {
  const OperationInfo& row = info(operation);
  if (naming == Naming::metal && std::ranges::find(kOperators, operation) != kOperators.end()) {
    return std::string(row.meaning.substr(0, row.meaning.find(',')));
  }
  const std::span operands(row.operand_names.data(), static_cast<std::size_t>(row.arity));
  return fmt::format("{}({})", name(operation, naming), fmt::join(operands, ", "));
}

/// Alphabetical order with the first number by value: exp, exp2, exp10.
std::tuple<std::string_view, int, std::string_view> alphabetical(std::string_view name) {
  const std::size_t letters = std::min(name.find_first_of("0123456789"), name.size());
  const std::size_t end = std::min(name.find_first_not_of("0123456789", letters), name.size());
  int number = 0;
  for (const char digit : name.substr(letters, end - letters)) number = 10 * number + (digit - '0');
  return {name.substr(0, letters), number, name.substr(end)};
}

/// The operations that a rulebook has in a format, in the order of its documents' tables.
std::vector<Operation> in_order(const Rulebook& book, Format format) {
  std::vector<Operation> ordered;
  const auto add = [&](Operation operation) {
    if (book.has(operation, format) && std::ranges::find(ordered, operation) == ordered.end()) {
      ordered.push_back(operation);
    }
  };
  if (book.naming() == Naming::metal) std::ranges::for_each(kOperators, add);
  const std::size_t operators = ordered.size();
  for (const OperationInfo& row : operations()) add(row.operation);
  if (book.naming() == Naming::metal) {
    std::stable_sort(ordered.begin() + static_cast<std::ptrdiff_t>(operators), ordered.end(),
                     [](Operation a, Operation b) {
                       return alphabetical(name(a, Naming::metal)) < alphabetical(name(b, Naming::metal));
                     });
  }
  return ordered;
}

/// A part of a format's tables: its title and its operations.
struct Group {
  std::string title;
  std::vector<Operation> operations;
};

/// Metal's documents have one table of functions, and tell of conversions elsewhere; those of Direct3D go by what an
/// instruction does, fused ones and conversions last.
std::vector<Group> groups(const Rulebook& book, Format format) {
  const std::vector<Operation> ordered = in_order(book, format);
  using enum OperationFamily;
  using Titles = std::vector<std::pair<std::string, std::vector<OperationFamily>>>;
  static const Titles kMetal = {
      {"Functions", {arithmetic, rounding, fused, selection, comparison, movement, modifier, function, exact}},
      {"Conversions", {conversion}},
      {"Textures", {texture}},
  };
  static const Titles kDirect3d = {
      {"Arithmetic", {arithmetic, function, exact}},
      {"Rounding", {rounding}},
      {"Minimum and maximum", {selection}},
      {"Comparison", {comparison}},
      {"Modifiers", {modifier}},
      {"Movement", {movement, texture}},
      {"Fused operations", {fused}},
      {"Conversions", {conversion}},
  };
  std::vector<Group> result;
  for (const auto& [title, families] : book.naming() == Naming::metal ? kMetal : kDirect3d) {
    Group group{title, {}};
    for (const Operation operation : ordered) {
      if (std::ranges::find(families, info(operation).family) != families.end()) group.operations.push_back(operation);
    }
    if (!group.operations.empty()) result.push_back(std::move(group));
  }
  return result;
}

/// Conversions of pixels, as Metal's tables 7-3 to 7-5 and Direct3D's clauses have them.
std::vector<Group> pixel_groups(const Rulebook& book) {
  using enum FormatKind;
  using Titles = std::vector<std::pair<std::string, std::vector<std::pair<FormatKind, FormatKind>>>>;
  static const Titles kTitles = {
      {"From normalized integers to floating point", {{unorm, floating}, {snorm, floating}}},
      {"From floating point to normalized integers", {{floating, unorm}, {floating, snorm}}},
      {"From sRGB to floating point", {{srgb, floating}}},
      {"From floating point to sRGB", {{floating, srgb}}},
      {"Between integers",
       {{signed_integer, signed_integer},
        {signed_integer, unsigned_integer},
        {unsigned_integer, signed_integer},
        {unsigned_integer, unsigned_integer}}},
      {"Fixed point", {{floating, fixed}, {fixed, floating}}},
      {"Shared exponent", {{floating, shared_exponent}, {shared_exponent, floating}}},
      {"Floating point", {{floating, floating}}},
  };
  std::vector<Group> result;
  for (const auto& [title, kinds] : kTitles) {
    Group group{title, {}};
    for (const OperationInfo& row : operations()) {
      if (row.family != OperationFamily::pixel || !book.has(row.operation, *row.only_format())) continue;
      const std::pair pair(info(*row.only_format()).kind, info(*row.result_format).kind);
      if (std::ranges::find(kinds, pair) != kinds.end()) group.operations.push_back(row.operation);
    }
    if (!group.operations.empty()) result.push_back(std::move(group));
  }
  Group around{"Blending, filtering and addressing", {}};
  for (const OperationInfo& row : operations()) {
    const bool is_around = row.family == OperationFamily::fixed_function;
    if (is_around && book.has(row.operation, *row.only_format())) around.operations.push_back(row.operation);
  }
  if (!around.operations.empty()) result.push_back(std::move(around));
  return result;
}

/// A rule and the operations for which it is in force.
struct InForce {
  const Rule* rule;
  std::vector<Operation> operations;
};

/// The rules of some operations that a choice takes, in the model's order.
template <class Choice>
std::vector<InForce> in_force(const Model& model, Format format, const std::vector<Operation>& operations,
                              const Choice& choice) {
  std::map<const Rule*, std::vector<Operation>> found;
  for (const Operation operation : operations) {
    for (const Rule* rule : rulebook::rules_for(model, operation, info(operation).only_format().value_or(format))) {
      if (choice(*rule)) found[rule].push_back(operation);
    }
  }
  std::vector<InForce> result;
  for (const Rule& rule : model.rules) {
    if (const auto at = found.find(&rule); at != found.end()) result.push_back({&rule, at->second});
  }
  return result;
}

std::string accuracy_table(const Model& model, Format format, const std::vector<Operation>& operations) {
  const bool metal = model.naming == Naming::metal;
  const Words words(model.naming);
  std::string text = metal ? head({"function", "accuracy", "under other readings", "rule", "source"})
                           : head({"instruction", "result", "accuracy", "under other readings", "rule", "source"});
  for (const Operation operation : operations) {
    for (const Rule* rule : rulebook::rules_for(model, operation, format)) {
      if (rule->body.accuracy.empty()) continue;
      std::vector<std::string> cells{code(call_text(operation, model.naming))};
      if (!metal) cells.push_back(code(info(operation).meaning));
      cells.insert(cells.end(), {words.accuracy(*rule), words.under(*rule), code(rule->id), source_text(*rule)});
      text += row(cells);
    }
  }
  return text;
}

std::string pixel_table(const Model& model, const std::vector<Operation>& operations) {
  std::string text = head({"conversion", "of", "accuracy", "under other readings", "rule", "source"});
  for (const Operation operation : operations) {
    const Words words(Naming::direct3d, info(*info(operation).result_format).kind != FormatKind::floating);
    for (const Rule* rule : rulebook::rules_for(model, operation, *info(operation).only_format())) {
      if (rule->body.accuracy.empty()) continue;
      text += row({code(info(operation).name), code(pixel_formula(operation)), words.accuracy(*rule),
                   words.under(*rule), code(rule->id), source_text(*rule)});
    }
  }
  return text;
}

/// Of two operands a row for each class of the first, of one operand a single row.
std::string special_table(const rulebook::SpecialTable& table, bool two_operands) {
  std::vector<std::string> cells{two_operands ? "src0 \\ src1" : "src"};
  cells.insert(cells.end(), table.columns.begin(), table.columns.end());
  std::string text = head(cells);
  for (std::size_t i = 0; i < table.cells.size(); ++i) {
    cells = {two_operands ? fmt::format("**{}**", table.rows[i]) : "dest"};
    cells.insert(cells.end(), table.cells[i].begin(), table.cells[i].end());
    text += row(cells);
  }
  return text;
}

std::string special_tables(const InForce& entry, Naming naming) {
  const bool two_operands = info(entry.operations.front()).arity > 1;
  std::string text = fmt::format("\nSpecial values of {} ({}; {}):\n\n", names(entry.operations, naming),
                                 code(entry.rule->id), source_text(*entry.rule));
  text += special_table(*entry.rule->body.special, two_operands);
  for (const auto& [option, body] : entry.rule->under) {
    text += fmt::format("\nUnder `{}={}`:", entry.rule->reading, option);
    text += body.special ? "\n\n" + special_table(*body.special, two_operands) : fmt::format(" {}.\n", body.text);
  }
  return text;
}

/// What the rules of some operations say besides their accuracy.
std::string other_rules(const Model& model, Format format, const std::vector<Operation>& operations) {
  std::string text;
  for (const InForce& entry :
       in_force(model, format, operations, [](const Rule& rule) { return rule.body.special.has_value(); })) {
    text += special_tables(entry, model.naming);
  }
  const auto further = in_force(model, format, operations, [](const Rule& rule) {
    return !rule.body.identities.empty() || rule.body.allowance || rule.body.requirement;
  });
  if (further.empty()) return text;
  text += "\nFurther rules:\n\n" + head({"what it says", "operations", "as data", "rule", "source"});
  for (const auto& [rule, of] : further) {
    text += row({rule->source.says, names(of, model.naming), body_text(*rule), code(rule->id), source_text(*rule)});
  }
  return text;
}

std::string format_text(const Rulebook& book, Format format) {
  const std::vector<Group> listed = groups(book, format);
  if (listed.empty()) return "";
  std::string text = fmt::format("\n## {}\n", info(format).name);
  for (const Group& group : listed) {
    text += fmt::format("\n### {} ({})\n\n", group.title, info(format).name);
    text += accuracy_table(book.model(), format, group.operations);
    text += other_rules(book.model(), format, group.operations);
  }
  return text;
}

std::string pixels_text(const Rulebook& book) {
  const std::vector<Group> listed = pixel_groups(book);
  if (listed.empty()) return "";
  std::string text = "\n## Pixels\n\nc is a code, x a value.\n";
  for (const Group& group : listed) {
    text += fmt::format("\n### {}\n\n", group.title);
    text += pixel_table(book.model(), group.operations);
    text += other_rules(book.model(), Format::binary32, group.operations);
  }
  return text;
}

std::string general_rules(const Rulebook& book) {
  const Model& model = book.model();
  std::string text =
      "\n## General rules\n\n" + head({"what it says", "as data", "operations", "formats", "rule", "source"});
  std::vector<std::string> used;
  for (const RuleInfo& rule : book.rules()) used.push_back(rule.id);
  for (const Rule& rule : model.rules) {
    const bool general = !rule.body.policy.empty() || rule.body.is_of_run();
    if (!general || std::ranges::find(used, rule.id) == used.end()) continue;
    text += row({rule.source.says, body_text(rule), names(rule.operations, model.naming), names(rule.formats),
                 code(rule.id), source_text(rule)});
  }
  return text;
}

std::string readings_text(const Rulebook& book) {
  std::string text = "\n## Readings\n\n" + head({"reading", "question", "options", "default"});
  for (const Reading& reading : book.readings()) {
    std::vector<std::string> options;
    for (const ReadingOption& option : reading.options) options.push_back(code(option.name) + ": " + option.says);
    text += row({code(reading.id), reading.question + (reading.on_request ? " (Only when chosen.)" : ""),
                 fmt::format("{}", fmt::join(options, "; ")), code(reading.chosen)});
  }
  return text;
}

}  // namespace

std::string markdown_cell(std::string_view text) {
  std::string result;
  for (const char letter : text) {
    if (letter == '|') result += '\\';
    result += letter == '\n' ? ' ' : letter;
  }
  return result;
}

std::string book_markdown(const Rulebook& book) {
  std::string text = fmt::format("# {}: {}\n", book.id(), book.title());
  if (!book.extends().empty()) text += fmt::format("\nExtends `{}`.\n", book.extends());
  text += general_rules(book);
  std::vector<Format> ordered = book.model().formats;
  std::stable_partition(ordered.begin(), ordered.end(), [](Format format) { return format == Format::binary32; });
  for (const Format format : ordered) text += format_text(book, format);
  return text + pixels_text(book) + readings_text(book);
}

}  // namespace halfulp::cli
