// SPDX-License-Identifier: Apache-2.0
#include "judge/random_rulebook.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <string_view>

#include "halfulp/rulebook.hpp"
#include "rulebook/policy.hpp"
#include "suite/random.hpp"

namespace halfulp::test {
namespace {

/// Symbols and their expansions, each as likely as the others. `$symbol` is expanded in its turn, by the row `symbol`
/// or one that has, after the symbol and '_', the operation, its kind (Writer::kind()), its arity or the format that it
/// is asked in. ';' separates keys.
constexpr std::string_view kGrammar = R"(
digit = 0 | 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9
exponent = -8 | -2 | -1 | 0 | 1 | 2 | $digit | -$digit | 1$digit | 2$digit | 32
exponent_binary16 = -25 | -24 | -15 | -14 | -13 | -$digit | -2 | -1 | 0 | 1 | 2 | 10 | 11 | $digit | 15 | 16
exponent_binary32 = -149 | -148 | -127 | -126 | -125 | -$digit$digit | -$digit | -2 | -1 | 0 | 1 | 2 | 23 | 24 | $digit |
  $digit$digit | 127 | 128
exponent_binary64 = -1074 | -1022 | -$digit$digit$digit | -$digit | -1 | 0 | 1 | 52 | 53 | $digit | 1023 |
  $digit$digit$digit
place = 1 | 8
place_binary16 = 10 | 11
place_binary32 = 23 | 24
place_binary64 = 52 | 53
positive = 2^$exponent | 2^$exponent | (1 + 2^-$place) * 2^$exponent | (1 - 2^-$place) * 2^$exponent | $digit$digit |
  1.5 * 2^$exponent | $digit.$digit$digit$digit | 0.$digit$digit$digit | $digit | $digit * pi / 2 | pi
number = $positive | $positive | -$positive
less = < | <=
compare = < | <= | > | >= | == | !=
term = $x | $x | $x | abs($x) | abs($x) | abs($x) | floor($x) | $x - floor($x) | -$x | $x^2 | $x / 3 | 0.1 * $x |
  max($x, $x) | max($x, 0.5, -$x) | 3 * $x | $x + $x | $x - $x | $x * $x | abs($x) + abs($x)
condition = $term $compare $number | $term $compare $number | $number $less $term $less $number | $x == $number |
  $positive $less abs($x) $less $positive | abs($x - $number) $less $positive | $term $compare $term |
  $x $less $number $less $term
when = $condition | $condition | $condition | nan | negative nan

accuracy = accuracy = { $bound } | accuracy = { $bound } | accuracy = [$piece, $otherwise] |
  accuracy = [$piece, $piece, $otherwise] | accuracy = [$piece, $piece, $piece, $otherwise]
piece = { where = "$condition", $bound }
otherwise = { otherwise = true, $bound }
identity = identity = $equal | identity = [$equal, $equal]
equal = { where = "$when", result = "zero" }
equal_kept = { where = "$when", result = "$x" } | { where = "$when", result = "$x" } |
  { where = "$when", result = "nan" } | { where = "$when", result = "zero" }
allowance = allows = "$product" | allows = "$product"; where = "$condition" | allows = "$product"; where = "$condition"
product = 0 | 1 | 0.1 | $x | 2 * $x | 0 * $x | $x * $x | $x * (0 * $x) | 0.5 * ($x * $x)
requirement = requires = "finite" | requires = "$condition" | requires = "$condition"

bound_boolean = exact = true | exact = true | unconstrained = true
bound_shared = rounded = "nearest" | rounded = "nearest_even" | exact = true
bound_integer = exact = true | exact = true | exact = true | unconstrained = true
bound_code = steps = $distance | steps = $distance, reference = "nearest_away" | steps_below = $distance |
  rounded = "$rounding" | any_of = [{ rounded = "$rounding" }, { steps = $distance }] | unconstrained = true
distance = 0.5 | 0.6 | 1 | 1.5 | 2
rounding = nearest | nearest_even | nearest_away | toward_zero | upward | downward | either
bound_decoded = $wide | $rounded | recoded = $distance
bound_kept bound_floating = $wide | $wide | $wide | $wide | $wide | $rounded | $rounded | $rounded | $steps | $steps |
  any_of = [{ $part }, { $part }] | any_of = [{ $part }, { $part }, { $part }] | all_of = [{ $wide }, { $wide }] |
  exact = true | unconstrained = true
part = $wide | $wide | $rounded | exact = true | all_of = [{ $wide }, { $wide }]
rounded = rounded = "nearest" | rounded = "nearest_even" | rounded = "toward_zero" | rounded = "either" |
  rounded = "upward" | rounded = "downward" | any_of = [{ rounded = "nearest_even" }, { rounded = "toward_zero" }]
wide = ulp = $ulps | ulp = $ulps | ulp = $ulps | ulp = $ulps | ulp = "$formula" | absolute = $width | relative = $ratio
ulps = 0.5 | 0.75 | 1 | 1.5 | 2 | 2.5 | 3 | 4 | 7 | 16 | 100.25 | 1024 | 5000 | "1 / 2 + 2^-20" |
  $digit.$digit$digit$digit | 0.$digit$digit$digit
formula = 1 + abs($x) | 3 + floor(abs(2 * $x)) | 0.5 + $x^2 | abs($x) * abs($x) | 2 - $x | max($x, 1 + floor($x) / 1000)
width = 0.001 | "2^-21" | "2^-149" | "2^-127" | 2 | 1000
ratio = 0.0001 | "2^-23" | "2^-24 + 2^-40" | 0.75
steps = $wide
steps_composable = inherited = "$expression" | sequence = "$expression"
expression = $x * $x | 0.5 * ($x + $x) | 1 / $x | $x - $x | $x / $x
steps_mad steps_fma = inherited = "x * y + z", $each
steps_dp2 = inherited = "x0 * y0 + x1 * y1", $each
steps_dp3 = inherited = "x0 * y0 + x1 * y1 + x2 * y2", $each
steps_dp4 = inherited = "x0 * y0 + x1 * y1 + x2 * y2 + x3 * y3", $each
steps_add = inherited = "x + y", $each
steps_mul = inherited = "x * y", $each
steps_div = inherited = "x * k", with = { k = "1 / y" }, $each
each = steps = { "+" = { $step }, each = { $step } } | steps = { each = { $step } } |
  steps = { each = { $step } }, intermediates = ["saturate"] |
  steps = { each = { $step } }, intermediates = ["saturate", "extend"]
step = ulp = 1 | ulp = 0.6 | ulp = 3 | rounded = "nearest" | rounded = "nearest_even"

special_1 = special = "src -inf -F -1.0 -0 +0 +1.0 +F +inf NaN\ndest $cells" |
  special = "src NaN +0 +denorm +F +1.0 -1 F +inf -inf\ndest $cells"
special_2 = special = "src0\\src1 -inf -F -1.0 -0 +0 +1.0 +F +inf NaN\n-inf $cells\n-F $cells\n-0 $cells\n$more" |
  special = "src0\\src1 NaN +0 -denorm +F +1 -0 F +inf -inf\n+1 $cells\nF $cells\n+inf $cells\nNaN $cells"
more = +0 $cells\n+1.0 $cells\n+F $cells\n+inf $cells\nNaN $cells
cells = $cell $cell $cell $cell $cell $cell $cell $cell $cell
cell = $open | $open | $open | $given
open = accuracy | F | +F
open_sin open_cos open_sincos_sin open_sincos_cos open_sinpi open_cospi open_tanh open_sat = accuracy | [-1,1]
open_frc = accuracy | [+0,1)
given = +0
given_floating = NaN | -0 | 0 | +1
given_kept = NaN | -inf | +inf | -0 | +0 | 0 | -1 | +1 | $src | -$src | +0/$src | $src/$src | -0/+inf | NaN/$src
src = src0
src_2 = src0 | src1
)";

using Grammar = std::map<std::string, std::vector<std::string>, std::less<>>;

std::vector<std::string> split(std::string_view text, std::string_view separator) {
  std::vector<std::string> parts;
  for (std::size_t end = text.find(separator); end != std::string_view::npos; end = text.find(separator)) {
    parts.emplace_back(text.substr(0, end));
    text.remove_prefix(end + separator.size());
  }
  parts.emplace_back(text);
  return parts;
}

Grammar read_grammar() {
  std::string lines(kGrammar);
  for (auto at = lines.find("|\n "); at != std::string::npos; at = lines.find("|\n ")) lines.erase(at + 1, 2);
  Grammar grammar;
  for (const std::string& line : split(lines, "\n")) {
    const auto equals = line.find(" = ");
    if (equals == std::string::npos) continue;
    for (const std::string& symbol : split(line.substr(0, equals), " "))
      grammar[symbol] = split(line.substr(equals + 3), " | ");
  }
  return grammar;
}

class Writer {
 public:
  explicit Writer(std::uint64_t seed) : random_(suite::mix(seed)) {}

  RandomRulebook write() {
    const std::vector<std::string> embedded = Rulebook::embedded();
    if (!once_in(6)) parent_ = Rulebook::open(one_of(embedded));
    const std::string readings = draw_readings();
    for (std::size_t i = 2 + below(3); i > 0; --i) add_operation();
    if (once_in(2)) add_rule("", "policy", true);
    const std::string extends = parent_ ? fmt::format("extends = \"{}\"\n", parent_->id()) : "";
    drawn_.toml = fmt::format("[rulebook]\nid = \"drawn\"\ntitle = \"Drawn\"\n{}formats = [\"{}\"]\n{}{}", extends,
                              fmt::join(formats_, "\", \""), readings, rules_);
    return std::move(drawn_);
  }

 private:
  std::size_t below(std::size_t n) { return random_.below(n); }
  bool once_in(std::size_t n) { return below(n) == 0; }
  template <class List>
  const typename List::value_type& one_of(const List& list) {
    return list[below(list.size())];
  }

  std::string draw_readings() {
    std::string text;
    for (std::size_t i = below(4); i > 0; --i) {
      const std::string id = fmt::format("drawn.{}", i);
      readings_.push_back({id, once_in(2) ? std::vector<std::string>{"b"} : std::vector<std::string>{"b", "c"}});
      text += fmt::format("\n[[reading]]\nid = \"{}\"\nquestion = \"?\"\ndefault = \"a\"\n", id);
      text += fmt::format("options = {{ a = \"-\", {} = \"-\" }}\n", fmt::join(readings_.back().second, " = \"-\", "));
      if (once_in(6)) text += "on_request = true\n";
    }
    if (!parent_ || parent_->readings().empty()) return text;
    const Reading& taken = one_of(parent_->readings());
    readings_.push_back({taken.id, {}});
    for (const ReadingOption& option : taken.options) {
      if (option.name != taken.chosen) readings_.back().second.push_back(option.name);
    }
    return text;
  }

  /// Adds a rule; two of three depend on a reading, whose other options replace its body or omit it.
  void add_rule(const std::string& operations, std::string_view body, bool may_be_omitted) {
    const auto drawn = [&](std::string_view separator) {
      return fmt::format("{}", fmt::join(split(expanded(body), "; "), separator));
    };
    rules_ += fmt::format("\n[[rule]]\nid = \"DRAWN-{}\"\n{}{}\n", ++rule_count_, operations, drawn("\n"));
    if (!readings_.empty() && !once_in(3)) {
      const auto& [id, options] = one_of(readings_);
      std::vector<std::string> under;
      for (const std::string& option : options) {
        const bool is_omitted = may_be_omitted && once_in(3);
        under.push_back(fmt::format("\"{}\" = ", option) +
                        (is_omitted ? "\"omit\"" : fmt::format("{{ {} }}", drawn(", "))));
      }
      rules_ += fmt::format("under.\"{}\" = {{ {} }}\n", id, fmt::join(under, ", "));
    }
    rules_ += "source = { document = \"DRAWN\", clause = \"1\", says = \"drawn\" }\nstatus = \"stated\"\n";
  }

  void add_operation() {
    // Of the table's rows a half convert pixels: most of those are drawn again.
    const auto is_wanted = [&](const OperationInfo& row) {
      const auto is_it = [&](const auto& drawn) { return drawn.first == row.operation; };
      return (row.family < OperationFamily::texture || once_in(6)) && std::ranges::none_of(drawn_.operations, is_it);
    };
    do row_ = &operations()[below(operations().size())];
    while (!is_wanted(*row_));
    const Format any = once_in(4) ? Format::binary16 : once_in(8) ? Format::binary64 : Format::binary32;
    format_ = row_->only_format().value_or(any);
    drawn_.operations.emplace_back(row_->operation, format_);
    const std::string_view name = info(format_).name;
    if (std::ranges::find(formats_, name) == formats_.end()) formats_.push_back(name);
    const std::string list = fmt::format("operations = [\"{}\"]\n", row_->name);
    const bool is_given = parent_ && parent_->has(row_->operation, format_);
    if (!is_given || !once_in(4)) add_rule(list, "accuracy", is_given);
    if (once_in(3)) add_rule(list, "identity", true);
    if (row_->arity <= 2 && once_in(3)) add_rule(list, "special", true);
    if (kind() == "kept" && once_in(3)) add_rule(list, "allowance", true);
    if (once_in(8)) add_rule(list, "requirement", true);
    for (std::size_t i = below(3); i > 0; --i) add_rule(list, "policy", true);
  }

  /// Of the operation: "kept" where its operands and results are floats of one format, else by its results.
  [[nodiscard]] std::string_view kind() const {
    const auto has_own = [](const std::optional<Format>& one) { return one.has_value(); };
    if (!row_->result_format && std::ranges::none_of(row_->operand_formats, has_own)) return "kept";
    if (row_->operand_formats.front() == Format::srgb8) return "decoded";
    const FormatKind result = info(row_->result(format_)).kind;
    if (result == FormatKind::floating) return "floating";
    if (result == FormatKind::boolean) return "boolean";
    if (result == FormatKind::shared_exponent) return "shared";
    const bool is_encoded = info(format_).kind == FormatKind::floating && row_->family == OperationFamily::pixel;
    return is_encoded ? "code" : "integer";
  }

  std::string expanded(std::string_view symbol) {
    static const Grammar kRead = read_grammar();
    if (symbol == "x") return std::string(row_->operand_names.at(below(static_cast<std::size_t>(row_->arity))));
    if (symbol == "policy") return policy();
    // Steps by the rulebook's own rules: where it has them, and none leads back to the operation.
    const bool is_composable = kind() == "kept" && row_->family != OperationFamily::arithmetic && parent_ &&
                               parent_->has(Operation::reciprocal, format_);
    auto row = kRead.find(symbol == "steps" && is_composable ? "steps_composable" : symbol);
    const std::string arity = std::to_string(row_->arity);
    for (const std::string_view word : {row_->name, kind(), std::string_view(arity), info(format_).name}) {
      if (const auto own = kRead.find(fmt::format("{}_{}", symbol, word)); own != kRead.end()) row = own;
    }
    std::string text = one_of(row->second);
    for (std::size_t at = text.find('$'); at != std::string::npos; at = text.find('$')) {
      const std::size_t end = std::min(text.find_first_not_of("abcdefghijklmnopqrstuvwxyz", at + 1), text.size());
      text.replace(at, end - at, expanded(text.substr(at + 1, end - at - 1)));
    }
    return text;
  }

  std::string policy() {
    std::map<std::string_view, std::string_view> values;
    for (std::size_t i = 1 + below(3); i > 0; --i) {
      const rulebook::PolicyField& field = one_of(rulebook::policy_fields());
      values[field.name] = one_of(field.values);
    }
    std::vector<std::string> list;
    for (const auto& [field, value] : values) list.push_back(fmt::format("{} = \"{}\"", field, value));
    return fmt::format("policy = {{ {} }}", fmt::join(list, ", "));
  }

  suite::Random random_;
  std::optional<Rulebook> parent_;
  std::vector<std::pair<std::string, std::vector<std::string>>> readings_;  ///< options but for the default
  std::vector<std::string_view> formats_;
  std::string rules_;
  int rule_count_ = 0;
  RandomRulebook drawn_;
  const OperationInfo* row_ = nullptr;  ///< the operation whose rules are drawn
  Format format_ = Format::binary32;
};

}  // namespace

RandomRulebook random_rulebook(std::uint64_t seed) { return Writer(seed).write(); }

}  // namespace halfulp::test
