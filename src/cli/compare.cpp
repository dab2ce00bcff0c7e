// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <map>

#include "cli/allows.hpp"
#include "cli/case.hpp"
#include "cli/operation_name.hpp"
#include "cli/output.hpp"
#include "cli/run/sample.hpp"
#include "cli/subcommand.hpp"
#include "halfulp/error.hpp"
#include "halfulp/suite.hpp"
#include "judge/definition/permitted.hpp"
#include "report/comparison.hpp"
#include "report/shapes.hpp"
#include "report/values.hpp"
#include "rulebook/stand_in.hpp"

namespace halfulp::cli {
namespace {

using report::ComparedCase;
using report::ComparedOperation;
using report::Comparison;
using report::PermittedByOne;

constexpr std::size_t kWidth = 110;
constexpr std::size_t kWitnesses = 3;
/// Per operation; enough that every special value of one operand meets every one of another, and few enough that whole
/// rulebooks are compared in seconds.
constexpr std::uint64_t kMostSpecial = 25000;
constexpr std::uint64_t kSampledSpecial = 5000;  ///< of more than that, an even sample
constexpr std::uint64_t kMostOther = 2000;

using Books = std::array<Rulebook, 2>;
using Pair = std::array<Operation, 2>;

/// Whether a book has the operation in a format, or, when it was asked for by name, in the one that it is asked in.
struct Has {
  const Books& books;
  Format format;
  bool by_name;

  [[nodiscard]] bool operator()(std::size_t index, Operation operation) const {
    const Format asked = info(operation).only_format().value_or(format);
    return (by_name || asked == format) && books[index].has(operation, asked);
  }
};

/// The operations to compare: those that both books have, then those that stand for others.
std::vector<Pair> pairs_of(const Books& books, const Has& has) {
  const auto both_have = [&](const Pair& pair) { return has(0, pair[0]) && has(1, pair[1]); };
  std::vector<Pair> pairs;
  for (const OperationInfo& row : operations()) {
    const Pair same = {row.operation, row.operation};
    if (both_have(same)) pairs.push_back(same);
  }
  if (books[0].naming() == books[1].naming()) return pairs;
  for (Pair pair : rulebook::kStandIns) {
    if (books[0].naming() == Naming::metal) std::swap(pair[0], pair[1]);
    if (both_have(pair)) pairs.push_back(pair);
  }
  return pairs;
}

/// Operations of one book, by its index, that are in no pair.
std::vector<Operation> unpaired(const Has& has, std::size_t index, const std::vector<Pair>& pairs) {
  std::vector<Operation> result;
  for (const OperationInfo& row : operations()) {
    const bool paired = std::ranges::any_of(pairs, [&](const Pair& pair) { return pair[index] == row.operation; });
    if (!paired && has(index, row.operation)) result.push_back(row.operation);
  }
  return result;
}

/// Says which of the books lacks an operation that is in no pair.
void fail_without(const Books& books, Operation operation, Format format) {
  for (const Rulebook& book : books) {
    book.check(operation, info(operation).only_format().value_or(format));
  }
}

std::vector<Bits> operands_at(const Suite& suite, std::uint64_t number, Operation operation, Format format) {
  const OperationInfo& row = info(operation);
  std::vector<Bits> operands(static_cast<std::size_t>(row.arity));
  std::vector<std::vector<std::byte>> memory;
  memory.reserve(operands.size());
  for (int i = 0; i < row.arity; ++i) {
    memory.emplace_back(static_cast<std::size_t>(info(row.operand_format(i, format)).bytes));
  }
  const std::vector<Lane> lanes(memory.begin(), memory.end());
  suite.fill(number, lanes);
  for (std::size_t i = 0; i < operands.size(); ++i) std::memcpy(&operands[i], memory[i].data(), memory[i].size());
  return operands;
}

/// One pair of operations under two books, case by case.
class PairComparison {
 public:
  PairComparison(const Books& books, const Pair& pair, Format format)
      : books_(books),
        rulings_{judge::Ruling::of(books[0], pair[0], format, {}), judge::Ruling::of(books[1], pair[1], format, {})} {
    result_.operations = pair;
    result_.format = format;
  }

  ComparedOperation run(const Suite& suite) {
    const std::uint64_t special = special_cases_of(suite) <= kMostSpecial ? kMostSpecial : kSampledSpecial;
    const Sample sample(suite, special, kMostOther);
    for (std::uint64_t i = 0; i < sample.size(); ++i) {
      try_case(operands_at(suite, sample[i], result_.operations[0], result_.format));
    }
    return std::move(result_);
  }

 private:
  void try_case(std::span<const Bits> operands) {
    ++result_.cases;
    const std::array<judge::Permitted, 2> decisions = {judge::permitted(rulings_[0], operands, rulings_[0].policies),
                                                       judge::permitted(rulings_[1], operands, rulings_[1].policies)};
    if (decisions[0].set == decisions[1].set) return;
    const std::array<PermittedSet, 2> sets = {decisions[0].set.permitted(), decisions[1].set.permitted()};
    for (std::size_t i = 0; i < 2; ++i) {
      const auto bits = report::outside(sets[i], sets[1 - i]);
      if (bits) add(operands, *bits, decisions, result_.differences[i]);
    }
  }

  void add(std::span<const Bits> operands, Bits result, const std::array<judge::Permitted, 2>& decisions,
           PermittedByOne& difference) const {
    ++difference.cases;
    for (ComparedCase& witness : difference.witnesses) {
      if (std::ranges::equal(witness.explanations[0].rules, decisions[0].rules) &&
          std::ranges::equal(witness.explanations[1].rules, decisions[1].rules)) {
        ++witness.alike;
        return;
      }
    }
    if (difference.witnesses.size() == kWitnesses) return;
    const auto explained = [&](std::size_t i) {
      return halfulp::explain(books_[i], result_.operations[i], result_.format, operands);
    };
    difference.witnesses.push_back({{explained(0), explained(1)}, result, 1});
  }

  const Books& books_;
  std::array<judge::Ruling, 2> rulings_;
  ComparedOperation result_;
};

/// `operation`: the one asked for, or nothing for all.
Comparison compared(const std::array<std::string, 2>& arguments, const Books& books, Format format,
                    std::optional<Operation> operation) {
  Comparison result;
  result.arguments = arguments;
  for (std::size_t i = 0; i < 2; ++i) {
    result.rulebooks[i] = {books[i].id(), books[i].title(), books[i].hash(), books[i].naming()};
  }
  result.format = format;
  result.most_special = kMostSpecial;
  result.most_other = kMostOther;
  const Has has{books, format, operation.has_value()};
  std::vector<Pair> pairs = pairs_of(books, has);
  if (operation) {
    std::erase_if(pairs, [&](const Pair& pair) { return pair[0] != *operation && pair[1] != *operation; });
    if (pairs.empty()) fail_without(books, *operation, format);
  } else {
    for (std::size_t i = 0; i < 2; ++i) result.only[i] = unpaired(has, i, pairs);
    if (pairs.empty() && result.only[0].empty() && result.only[1].empty()) {
      throw Error(Error::Kind::kUsage, fmt::format("neither {} nor {} has rules in {}; choose another --format",
                                                   books[0].id(), books[1].id(), info(format).name));
    }
  }
  for (const Pair& pair : pairs) {
    const Format pair_format = info(pair[0]).only_format().value_or(format);
    std::optional<Suite> suite;
    try {
      suite.emplace(result.suite, result.seed, pair[0], pair_format);
    } catch (const Error& error) {
      if (operation || error.kind() != Error::Kind::kUsage) throw;
      result.untried.push_back(pair[0]);
      continue;
    }
    result.operations.push_back(PairComparison(books, pair, pair_format).run(*suite));
  }
  return result;
}

/// "rsq", or "rsq (rsqrt in metal1)" where the second book's name is another.
std::string pair_text(const Comparison& comparison, const ComparedOperation& pair) {
  const std::string_view first = name(pair.operations[0], comparison.rulebooks[0].naming);
  const std::string_view second = name(pair.operations[1], comparison.rulebooks[1].naming);
  return first == second ? std::string(first) : fmt::format("{} ({} in {})", first, second, comparison.arguments[1]);
}

std::string names_text(const std::vector<Operation>& listed, Naming naming) {
  std::vector<std::string_view> names;
  names.reserve(listed.size());
  for (const Operation operation : listed) names.push_back(name(operation, naming));
  return fmt::format("{}", fmt::join(names, ", "));
}

std::string witness_text(const Comparison& comparison, const ComparedCase& witness) {
  const Format format = witness.explanations[0].result_format;
  std::string text = fmt::format("    {} = {}   {}", report::call_text(witness.explanations[0]),
                                 value_text(format, witness.result), bits_text(format, witness.result));
  if (witness.alike > 1) text += fmt::format("   ({} cases by the same rules)", report::grouped(witness.alike));
  text += "\n";
  for (std::size_t i = 0; i < 2; ++i) {
    const Explanation& explanation = witness.explanations[i];
    text += report::wrapped(fmt::format("{} permits {} by {}", comparison.arguments[i], explanation.permitted.text(),
                                        fmt::join(explanation.rules, ", ")),
                            6, kWidth);
  }
  return text;
}

std::string operation_text(const Comparison& comparison, const ComparedOperation& pair) {
  std::string text = "\n" + pair_text(comparison, pair) + "\n";
  for (std::size_t i = 0; i < 2; ++i) {
    const PermittedByOne& difference = pair.differences[i];
    if (difference.cases == 0) continue;
    text += fmt::format("  {} permits what {} forbids in {} of {} cases:\n", comparison.arguments[i],
                        comparison.arguments[1 - i], report::grouped(difference.cases), report::grouped(pair.cases));
    for (const ComparedCase& witness : difference.witnesses) text += witness_text(comparison, witness);
  }
  return text;
}

std::string comparison_text(const Comparison& comparison) {
  const auto& [first, second] = comparison.rulebooks;
  std::string text = fmt::format("{} ({}) and {} ({}) in {}\n", comparison.arguments[0], first.title,
                                 comparison.arguments[1], second.title, info(comparison.format).name);
  text +=
      fmt::format("  cases tried per operation: of the {} suite, seed {}, up to {} of special values and {} others\n",
                  name(comparison.suite), comparison.seed, report::grouped(comparison.most_special),
                  report::grouped(comparison.most_other));
  std::map<std::uint64_t, std::vector<std::string>> agreeing;
  for (const ComparedOperation& pair : comparison.operations) {
    if (report::agrees(pair)) {
      agreeing[pair.cases].push_back(pair_text(comparison, pair));
    } else {
      text += operation_text(comparison, pair);
    }
  }
  text += "\n";
  for (const auto& [cases, names] : agreeing) {
    text += report::wrapped(fmt::format("agree on {} cases: {}", report::grouped(cases), fmt::join(names, ", ")), 0,
                            kWidth);
  }
  for (std::size_t i = 0; i < 2; ++i) {
    if (comparison.only[i].empty()) continue;
    text += report::wrapped(fmt::format("only {} has in {}: {}", comparison.arguments[i], info(comparison.format).name,
                                        names_text(comparison.only[i], comparison.rulebooks[i].naming)),
                            0, kWidth);
  }
  if (!comparison.untried.empty()) {
    text += report::wrapped(
        "not tried, as no suite makes cases of them: " + names_text(comparison.untried, comparison.rulebooks[0].naming),
        0, kWidth);
  }
  const auto differ = std::ranges::count_if(comparison.operations, [](const auto& pair) { return !agrees(pair); });
  return text + fmt::format("{} of {} operations differ\n", differ, comparison.operations.size());
}

}  // namespace

ExitCode compare(const Arguments& arguments) {
  if (arguments.has("--allows")) return allows(arguments);
  if (!arguments.text("--html").empty()) throw Error(Error::Kind::kUsage, "--html is for compare --allows");
  Books books = {Rulebook::open(arguments.text("BOOK")), Rulebook::open(arguments.text("OTHER"))};
  const std::array<std::string, 2> readings = choose_readings(arguments, {&books[0], &books[1]});
  const std::array<std::string, 2> names = {arguments.text("BOOK") + readings[0],
                                            arguments.text("OTHER") + readings[1]};
  std::optional<Operation> operation;
  Format format = format_asked(arguments);
  if (arguments.has("OPERATION")) {
    const NamedOperation named = read_named_operation(arguments.text("OPERATION"), books);
    operation = named.operation;
    format = format_of(named, arguments.text("OPERATION"), arguments.text("--format"));
  }
  const Comparison comparison = compared(names, books, format, operation);
  write_output(arguments.has("--json") ? report::json_text(report::comparison_shape(comparison))
                                       : comparison_text(comparison));
  return ExitCode::kConforms;
}

}  // namespace halfulp::cli
