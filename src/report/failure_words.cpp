// SPDX-License-Identifier: Apache-2.0
#include "report/failure_words.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <optional>

#include "number/layout.hpp"

namespace halfulp::report {
namespace {

using diagnosis::FailureCounts;
using diagnosis::OperandClassTuple;
using diagnosis::TriedCounts;
using number::kOperandClasses;
using number::kOperandKinds;
using number::OperandKind;
using ClassCounts = std::vector<std::uint64_t>;
/// Some classes of operands: bit i stands for class i.
using ClassSet = unsigned;

constexpr std::size_t kMostParts = 3;

/// Some kinds of operands that one word names.
struct Kinds {
  ClassSet positive;           ///< their classes with a plus sign
  std::string_view adjective;  ///< "denormal", for "denormal operands"
  std::string_view noun;       ///< "a denormal", for "x is a denormal"
};

constexpr ClassSet set_of(OperandKind kind) { return 1U << static_cast<unsigned>(kind); }
constexpr ClassSet kNormal = set_of(OperandKind::normal);
constexpr ClassSet kNan = set_of(OperandKind::quiet_nan) | set_of(OperandKind::signalling_nan);

// Wider kinds come first: of two that fit equally well the first is reported.
constexpr std::array kFloatingKinds = {
    Kinds{kNan, "NaN", "a NaN"},
    Kinds{set_of(OperandKind::zero), "zero", "a zero"},
    Kinds{set_of(OperandKind::denormal), "denormal", "a denormal"},
    Kinds{kNormal, "normal", "a normal"},
    Kinds{set_of(OperandKind::infinity), "infinite", "an infinity"},
    Kinds{set_of(OperandKind::quiet_nan), "quiet NaN", "a quiet NaN"},
    Kinds{set_of(OperandKind::signalling_nan), "signalling NaN", "a signalling NaN"},
};
constexpr std::array kCodeKinds = {
    Kinds{set_of(OperandKind::zero), "zero", "zero"},
    Kinds{kNormal, "inner", "an inner code"},
    Kinds{set_of(OperandKind::infinity), "extreme", "an extreme code"},
};

bool is_floating(const FormatInfo& row) { return row.kind == FormatKind::floating; }

std::span<const Kinds> kinds_of(const FormatInfo& row) {
  return is_floating(row) ? std::span<const Kinds>(kFloatingKinds) : std::span<const Kinds>(kCodeKinds);
}

enum class Sign : std::uint8_t { both, plus, minus };

ClassSet classes_of(const Kinds& kinds, Sign sign) {
  const ClassSet negative = kinds.positive << kOperandKinds;
  return (sign != Sign::minus ? kinds.positive : 0) | (sign != Sign::plus ? negative : 0);
}
bool has(ClassSet set, std::size_t operand_class) { return (set >> operand_class & 1) != 0; }

// ---- one operand

std::uint64_t sum(const ClassCounts& by_class, ClassSet classes) {
  std::uint64_t total = 0;
  for (std::size_t i = 0; i < by_class.size(); ++i) total += has(classes, i) ? by_class[i] : 0;
  return total;
}

/// Whether one word fits: operands of each kind fail, and if one of a kind and sign fails, all of these fail.
bool fail_as_one(const Kinds& kinds, const TriedCounts& tried, const FailureCounts::OfRule& failures) {
  ClassSet failing = 0;
  for (std::size_t i = 0; i < kOperandClasses; ++i) {
    if (!has(classes_of(kinds, Sign::both), i) || failures.classes[i] == 0) continue;
    if (failures.classes[i] != tried.classes[i]) return false;
    failing |= 1U << i % kOperandKinds;
  }
  return failing == kinds.positive;
}

/// Adds the binades of the failing normal operands to the words, unless those that were tried span the same.
void narrow(const FormatInfo& row, Sign sign, const TriedCounts& tried, const FailureCounts::OfRule& failures,
            FailurePart& part) {
  const std::size_t per_sign = number::binades_per_sign(row);
  const std::size_t end = is_floating(row) ? per_sign - 1 : per_sign;
  const auto count = [&](const ClassCounts& counts, std::size_t binade) {
    return (sign != Sign::minus ? counts[binade] : 0) + (sign != Sign::plus ? counts[binade + per_sign] : 0);
  };
  const auto range_of = [&](const ClassCounts& counts) {
    std::pair<std::size_t, std::size_t> range;
    for (std::size_t binade = 1; binade < end; ++binade) {
      if (count(counts, binade) == 0) continue;
      if (range.first == 0) range.first = binade;
      range.second = binade;
    }
    return range;
  };
  const auto range = range_of(failures.binades);
  const auto [first, last] = range;
  if (first == 0 || range == range_of(tried.binades)) return;
  const int bias = is_floating(row) ? row.bias() : 1;
  part.of += fmt::format(", binade{} 2^{}", first == last ? "" : "s", static_cast<int>(first) - bias);
  if (first != last) part.of += fmt::format(" to 2^{}", static_cast<int>(last) - bias);
  if (!is_floating(row)) return;  // codes at an end of the format, which are not `normal`, share a binade
  part.tried = 0;
  for (std::size_t binade = first; binade <= last; ++binade) part.tried += count(tried.binades, binade);
}

FailurePart part_of(const FormatInfo& row, const Kinds& kinds, Sign sign, const TriedCounts& tried,
                    const FailureCounts::OfRule& failures) {
  const ClassSet classes = classes_of(kinds, sign);
  FailurePart part{"", sum(failures.classes, classes), sum(tried.classes, classes)};
  if (row.has_sign && sign != Sign::both) part.of = sign == Sign::minus ? "negative " : "positive ";
  part.of += fmt::format("{} operands", kinds.adjective);
  if (row.has_sign && sign == Sign::both) part.of += ", both signs";
  if (kinds.positive == kNormal) narrow(row, sign, tried, failures, part);
  return part;
}

FailureWords words_of_one(const FormatInfo& row, const TriedCounts& tried, const FailureCounts::OfRule& failures) {
  FailureWords words;
  if (failures.count == sum(tried.classes, ~0U)) return {{{"operands", failures.count, failures.count}}, 0};
  ClassSet left = ~0U;
  for (const Kinds& kinds : kinds_of(row)) {
    if (std::popcount(kinds.positive) > 1 && !fail_as_one(kinds, tried, failures)) continue;
    const bool minus = sum(failures.classes, classes_of(kinds, Sign::minus) & left) != 0;
    const bool plus = sum(failures.classes, classes_of(kinds, Sign::plus) & left) != 0;
    left &= ~classes_of(kinds, Sign::both);
    if (!minus && !plus) continue;
    const Sign sign = !minus ? Sign::plus : !plus ? Sign::minus : Sign::both;
    words.parts.push_back(part_of(row, kinds, sign, tried, failures));
  }
  std::ranges::stable_sort(words.parts, std::ranges::greater{}, &FailurePart::failed);
  for (std::size_t i = kMostParts; i < words.parts.size(); ++i) words.others += words.parts[i].failed;
  words.parts.resize(std::min(words.parts.size(), kMostParts));
  return words;
}

// ---- several operands

/// How many cases have one number of the class tuple, or any of several.
struct ClassCell {
  std::size_t number = 0;
  std::uint64_t tried = 0;
  std::uint64_t failed = 0;
  std::uint64_t left = 0;  ///< failures that no part speaks of yet
};

/// "x is a denormal", "an operand is a negative NaN".
struct Literal {
  std::optional<std::size_t> operand;  ///< nothing: any
  bool floating;                       ///< whether the classes are those of floating operands, or of codes
  ClassSet classes;
  std::string words;
  double weight;                          ///< more for simpler words
  std::vector<std::uint64_t> holds = {};  ///< in which cells: bit i of the whole stands for cell i
};
using Literals = std::vector<Literal>;
/// A condition to choose: one literal, or two of different operands.
using Candidate = std::vector<const Literal*>;

Literals literals_of(Operation operation, std::optional<std::size_t> operand, const FormatInfo& row) {
  constexpr double kPerLiteral = 0.9;
  constexpr double kPerSign = 0.93;
  constexpr double kPerOperand = 0.97;
  const std::string_view name = operand ? info(operation).operand_names[*operand] : "an operand";
  Literals literals;
  for (const Kinds& kinds : kinds_of(row)) {
    const std::string_view bare = kinds.noun.substr(kinds.noun.find(' ') + 1);  // without its article, if it has one
    for (const Sign sign : {Sign::both, Sign::plus, Sign::minus}) {
      if (sign != Sign::both && !row.has_sign) continue;
      const std::string noun = sign == Sign::both
                                   ? std::string(kinds.noun)
                                   : fmt::format("a {} {}", sign == Sign::minus ? "negative" : "positive", bare);
      literals.push_back({operand, is_floating(row), classes_of(kinds, sign), fmt::format("{} is {}", name, noun),
                          kPerLiteral * (sign == Sign::both ? 1 : kPerSign) * (operand ? kPerOperand : 1)});
    }
  }
  return literals;
}

bool holds(const Literal& literal, const OperandClassTuple& class_tuple, std::size_t number) {
  if (!class_tuple.is_ordered()) return (number & literal.classes) != 0;
  const auto& rows = class_tuple.rows();
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (literal.operand.value_or(i) != i || is_floating(*rows[i]) != literal.floating) continue;
    if (has(literal.classes, class_tuple.class_of(number, i))) return true;
  }
  return false;
}

/// The literals about any operand, then those about each one; of a tuple without order, in which two literals may
/// speak of two operands, those about any operand twice.
std::vector<Literals> all_literals(Operation operation, const OperandClassTuple& class_tuple,
                                   const std::vector<ClassCell>& cells) {
  const auto& rows = class_tuple.rows();
  std::vector<Literals> by_operand = {literals_of(operation, std::nullopt, *rows.front())};
  if (!class_tuple.is_ordered()) by_operand.push_back(by_operand.front());
  for (std::size_t i = 0; class_tuple.is_ordered() && i < rows.size(); ++i) {
    by_operand.push_back(literals_of(operation, i, *rows[i]));
  }
  for (Literals& some : by_operand) {
    for (Literal& one : some) {
      one.holds.resize((cells.size() + 63) / 64);
      for (std::size_t i = 0; i < cells.size(); ++i) {
        one.holds[i / 64] |= std::uint64_t{holds(one, class_tuple, cells[i].number)} << i % 64;
      }
    }
  }
  return by_operand;
}

std::vector<Candidate> all_candidates(const std::vector<Literals>& by_operand, bool ordered) {
  std::vector<Candidate> candidates;
  for (const Literals& some : by_operand) {
    for (const Literal& one : some) candidates.push_back({&one});
  }
  for (std::size_t i = ordered ? 1 : 0; i < by_operand.size(); ++i) {
    for (std::size_t j = i + 1; j < by_operand.size(); ++j) {
      for (const Literal& one : by_operand[i]) {
        for (const Literal& other : by_operand[j]) candidates.push_back({&one, &other});
      }
    }
  }
  return candidates;
}

/// Calls `use` with each cell in which the condition holds.
template <class Cells, class Use>
void in_cells(const Candidate& candidate, Cells& cells, const Use& use) {
  for (std::size_t i = 0; i < cells.size(); i += 64) {
    std::uint64_t holds = candidate.front()->holds[i / 64] & candidate.back()->holds[i / 64];
    for (; holds != 0; holds &= holds - 1) use(cells[i + static_cast<std::size_t>(std::countr_zero(holds))]);
  }
}

FailureWords words_of_several(Operation operation, const TriedCounts& tried, const FailureCounts::OfRule& failures) {
  std::vector<ClassCell> cells;
  ClassCell all;
  const auto add = [](const ClassCell& cell, ClassCell& sum) {
    sum.tried += cell.tried;
    sum.failed += cell.failed;
    sum.left += cell.left;
  };
  for (std::size_t i = 0; i < tried.classes.size(); ++i) {
    if (tried.classes[i] == 0) continue;
    cells.push_back({i, tried.classes[i], failures.classes[i], failures.classes[i]});
    add(cells.back(), all);
  }
  if (all.failed == all.tried) return {{{"cases", all.failed, all.tried}}, 0};
  const std::vector<Literals> literals = all_literals(operation, tried.class_tuple(), cells);
  const std::vector<Candidate> candidates = all_candidates(literals, tried.class_tuple().is_ordered());
  FailureWords words;
  words.others = all.failed;
  while (words.others > 0 && words.parts.size() < kMostParts) {
    const Candidate* best = nullptr;
    ClassCell best_sum;
    double best_score = 0;
    for (const Candidate& candidate : candidates) {
      ClassCell sum;
      in_cells(candidate, cells, [&](const ClassCell& cell) { add(cell, sum); });
      if (sum.left == 0) continue;
      // The failures that no part speaks of yet, times the share of the cases that fails, times the weights.
      double score = static_cast<double>(sum.left) * (static_cast<double>(sum.failed) / static_cast<double>(sum.tried));
      for (const Literal* literal : candidate) score *= literal->weight;
      if (score <= best_score) continue;
      best = &candidate;
      best_sum = sum;
      best_score = score;
    }
    if (best == nullptr) break;
    std::string text = "cases in which " + best->front()->words;
    if (best->size() > 1) text += " and " + best->back()->words;
    words.parts.push_back({text, best_sum.failed, best_sum.tried});
    words.others -= best_sum.left;
    in_cells(*best, cells, [](ClassCell& cell) { cell.left = 0; });
  }
  return words;
}

}  // namespace

FailureWords failure_words(Operation operation, const TriedCounts& tried, const FailureCounts::OfRule& failures) {
  const auto& rows = tried.class_tuple().rows();
  if (rows.size() == 1) return words_of_one(*rows.front(), tried, failures);
  return words_of_several(operation, tried, failures);
}

}  // namespace halfulp::report
