// SPDX-License-Identifier: Apache-2.0
#include "diagnosis/failure_words.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <numeric>
#include <optional>

#include "number/layout.hpp"

namespace halfulp::diagnosis {
namespace {

using Counts = std::vector<std::uint64_t>;

constexpr std::size_t kMostParts = 3;

std::uint64_t sum(const Counts& counts) { return std::accumulate(counts.begin(), counts.end(), std::uint64_t{0}); }

/// Some kinds of operands that one word names.
struct Kinds {
  std::array<bool, kOperandKinds> has{};
  std::string_view adjective;  ///< "denormal", for "denormal operands"
  std::string_view noun;       ///< "a denormal", for "x is a denormal"
};

// Wider kinds come first: of two that fit alike they say more.
constexpr std::array kFloatingKinds = {
    Kinds{{false, false, false, false, true, true}, "NaN", "a NaN"},
    Kinds{{true, false, false, false, false, false}, "zero", "a zero"},
    Kinds{{false, true, false, false, false, false}, "denormal", "a denormal"},
    Kinds{{false, false, true, false, false, false}, "normal", "a normal"},
    Kinds{{false, false, false, true, false, false}, "infinite", "an infinity"},
    Kinds{{false, false, false, false, true, false}, "quiet NaN", "a quiet NaN"},
    Kinds{{false, false, false, false, false, true}, "signalling NaN", "a signalling NaN"},
};
constexpr std::array kCodeKinds = {
    Kinds{{true, false, false, false, false, false}, "zero", "zero"},
    Kinds{{false, false, true, false, false, false}, "inner", "an inner code"},
    Kinds{{false, false, false, true, false, false}, "extreme", "an extreme code"},
};

std::span<const Kinds> kinds_of(const FormatInfo& row) {
  return row.kind == FormatKind::floating ? std::span<const Kinds>(kFloatingKinds) : std::span<const Kinds>(kCodeKinds);
}

enum class Sign : std::uint8_t { both, plus, minus };

bool has_sign(Sign sign, std::size_t operand_class) {
  return sign == Sign::both || (sign == Sign::minus) == (operand_class >= kOperandKinds);
}

/// "2^-3", "2^5".
std::string power(std::int64_t exponent) { return fmt::format("2^{}", exponent); }

// ---- one operand

/// The failures among the operands of one kind and some signs, and how many such operands there are.
class OneOperand {
 public:
  OneOperand(const FormatInfo& row, const TriedCounts& tried, const FailureCounts::OfRule& failures)
      : row_(row), tried_(tried), failures_(failures) {}

  void describe(FailureWords& result) const {
    if (failures_.count == sum(tried_.classes)) {
      result.parts.push_back({"operands", failures_.count, failures_.count});
      return;
    }
    Counts left = failures_.classes;
    std::vector<FailurePart> parts;
    for (const Kinds& kinds : kinds_of(row_)) {
      // Both kinds of NaN as one where they fail alike.
      if (std::ranges::count(kinds.has, true) > 1 && !fail_alike(kinds)) continue;
      const std::uint64_t minus = failed(kinds, Sign::minus, left);
      const std::uint64_t plus = failed(kinds, Sign::plus, left);
      if (minus + plus == 0) continue;
      const Sign sign = minus == 0 ? Sign::plus : plus == 0 ? Sign::minus : Sign::both;
      parts.push_back(part(kinds, sign));
      for (std::size_t i = 0; i < left.size(); ++i) {
        if (kinds.has[i % kOperandKinds]) left[i] = 0;
      }
    }
    std::ranges::stable_sort(parts, std::ranges::greater{}, &FailurePart::failed);
    for (std::size_t i = kMostParts; i < parts.size(); ++i) result.others += parts[i].failed;
    parts.resize(std::min(parts.size(), kMostParts));
    result.parts = std::move(parts);
  }

 private:
  [[nodiscard]] static std::uint64_t failed(const Kinds& kinds, Sign sign, const Counts& counts) {
    std::uint64_t total = 0;
    for (std::size_t i = 0; i < counts.size(); ++i) {
      if (kinds.has[i % kOperandKinds] && has_sign(sign, i)) total += counts[i];
    }
    return total;
  }

  /// Whether of each kind all operands fail, where any does of that sign.
  [[nodiscard]] bool fail_alike(const Kinds& kinds) const {
    std::size_t of_kinds = 0;
    for (std::size_t kind = 0; kind < kOperandKinds; ++kind) {
      if (!kinds.has[kind]) continue;
      bool any = false;
      for (const std::size_t one : {kind, kind + kOperandKinds}) {
        if (failures_.classes[one] == 0) continue;
        any = true;
        if (failures_.classes[one] != tried_.classes[one]) return false;
      }
      of_kinds += any ? 1 : 0;
    }
    return of_kinds > 1;
  }

  [[nodiscard]] FailurePart part(const Kinds& kinds, Sign sign) const {
    FailurePart part{"", failed(kinds, sign, failures_.classes), failed(kinds, sign, tried_.classes)};
    const bool signs_exist = row_.has_sign && failed(kinds, Sign::both, tried_.classes) != 0;
    if (signs_exist && sign != Sign::both) part.of = sign == Sign::minus ? "negative " : "positive ";
    part.of += fmt::format("{} operands", kinds.adjective);
    if (signs_exist && sign == Sign::both) part.of += ", both signs";
    if (kinds.has[static_cast<std::size_t>(OperandKind::normal)]) narrow(sign, part);
    return part;
  }

  /// Names the binades of normal operands that fail, where not all that were tried have some.
  void narrow(Sign sign, FailurePart& part) const {
    const std::size_t per_sign = binades_per_sign(row_);
    const bool floating = row_.kind == FormatKind::floating;
    const std::size_t first = 1;
    const std::size_t last = floating ? per_sign - 2 : per_sign - 1;
    const auto count = [&](const Counts& counts, std::size_t place) {
      return (sign != Sign::minus ? counts[place] : 0) + (sign != Sign::plus ? counts[place + per_sign] : 0);
    };
    struct Ends {
      std::size_t least = 0;
      std::size_t most = 0;
    };
    const auto ends_of = [&](const Counts& counts) {
      Ends ends;
      for (std::size_t place = first; place <= last; ++place) {
        if (count(counts, place) == 0) continue;
        if (ends.least == 0) ends.least = place;
        ends.most = place;
      }
      return ends;
    };
    Ends failing = ends_of(failures_.binades);
    const Ends all = ends_of(tried_.binades);
    if (failing.least == 0 || (failing.least == all.least && failing.most == all.most)) return;
    const auto exponent = [&](std::size_t place) {
      return static_cast<std::int64_t>(place) - (floating ? row_.bias() : 1);
    };
    part.of += failing.least == failing.most
                   ? fmt::format(", binade {}", power(exponent(failing.least)))
                   : fmt::format(", binades {} to {}", power(exponent(failing.least)), power(exponent(failing.most)));
    if (!floating) return;  // an end of the format has the same binade
    part.tried = 0;
    for (std::size_t place = failing.least; place <= failing.most; ++place) part.tried += count(tried_.binades, place);
  }

  const FormatInfo& row_;
  const TriedCounts& tried_;
  const FailureCounts::OfRule& failures_;
};

// ---- several operands

/// "x is a denormal", "an operand is a NaN".
struct Literal {
  std::optional<std::size_t> operand;  ///< nothing: any
  const Kinds* kinds = nullptr;
  Sign sign = Sign::both;
};

class SeveralOperands {
 public:
  SeveralOperands(Operation operation, const TriedCounts& tried, const FailureCounts::OfRule& failures)
      : operation_(operation), classes_(tried.class_tuple()) {
    for (std::size_t i = 0; i < tried.classes.size(); ++i) {
      if (tried.classes[i] != 0) cells_.push_back({i, tried.classes[i], failures.classes[i], failures.classes[i]});
    }
  }

  void describe(FailureWords& result) {
    std::uint64_t tried = 0;
    std::uint64_t left = 0;
    for (const Cell& cell : cells_) {
      tried += cell.tried;
      left += cell.failed;
    }
    if (left == tried) {
      result.parts.push_back({"cases", left, tried});
      return;
    }
    const std::vector<std::vector<Literal>> candidates = all_candidates();
    while (left > 0 && result.parts.size() < kMostParts) {
      const std::vector<Literal>* best = nullptr;
      double best_score = 0;
      for (const std::vector<Literal>& candidate : candidates) {
        const double score = score_of(candidate);
        if (score <= best_score) continue;
        best = &candidate;
        best_score = score;
      }
      if (best == nullptr) break;
      FailurePart part{text(*best), 0, 0};
      for (Cell& cell : cells_) {
        if (!holds(*best, cell.place)) continue;
        part.tried += cell.tried;
        part.failed += cell.failed;
        left -= cell.left;
        cell.left = 0;
      }
      result.parts.push_back(std::move(part));
    }
    result.others = left;
  }

 private:
  struct Cell {
    std::size_t place;
    std::uint64_t tried;
    std::uint64_t failed;
    std::uint64_t left;  ///< failures that no part speaks of yet
  };

  [[nodiscard]] bool holds(const Literal& literal, std::size_t place) const {
    const auto fits = [&](std::size_t one) {
      return literal.kinds->has[one % kOperandKinds] && has_sign(literal.sign, one);
    };
    if (!classes_.is_ordered()) {
      for (std::size_t one = 0; one < kOperandClasses; ++one) {
        if ((place >> one & 1) != 0 && fits(one)) return true;
      }
      return false;
    }
    const auto& rows = classes_.rows();
    for (std::size_t i = 0; i < rows.size(); ++i) {
      if (literal.operand.value_or(i) != i) continue;
      const bool same_kinds = kinds_of(*rows[i]).data() == kinds_begin(literal);
      if (same_kinds && fits(classes_.class_of(place, i))) return true;
    }
    return false;
  }
  /// The table that the literal's kinds are of.
  [[nodiscard]] static const Kinds* kinds_begin(const Literal& literal) {
    const bool floating =
        literal.kinds >= kFloatingKinds.data() && literal.kinds < kFloatingKinds.data() + kFloatingKinds.size();
    return floating ? kFloatingKinds.data() : kCodeKinds.data();
  }
  [[nodiscard]] bool holds(const std::vector<Literal>& literals, std::size_t place) const {
    return std::ranges::all_of(literals, [&](const Literal& literal) { return holds(literal, place); });
  }

  /// How many failures it speaks of, times the part of its cases that fail; simple words count for a little.
  [[nodiscard]] double score_of(const std::vector<Literal>& literals) const {
    constexpr double kPerLiteral = 0.9;
    constexpr double kPerSign = 0.93;
    constexpr double kPerOperand = 0.97;
    std::uint64_t tried = 0;
    std::uint64_t failed = 0;
    std::uint64_t left = 0;
    for (const Cell& cell : cells_) {
      if (!holds(literals, cell.place)) continue;
      tried += cell.tried;
      failed += cell.failed;
      left += cell.left;
    }
    if (left == 0) return 0;
    double score = static_cast<double>(left) * (static_cast<double>(failed) / static_cast<double>(tried));
    for (const Literal& literal : literals) {
      score *= kPerLiteral * (literal.sign == Sign::both ? 1 : kPerSign) * (literal.operand ? kPerOperand : 1);
    }
    return score;
  }

  [[nodiscard]] std::vector<Literal> literals_of(std::optional<std::size_t> operand, const FormatInfo& row) const {
    std::vector<Literal> literals;
    for (const Kinds& kinds : kinds_of(row)) {
      for (const Sign sign : {Sign::both, Sign::plus, Sign::minus}) {
        if (sign == Sign::both || row.has_sign) literals.push_back({operand, &kinds, sign});
      }
    }
    return literals;
  }

  [[nodiscard]] std::vector<std::vector<Literal>> all_candidates() const {
    std::vector<std::vector<Literal>> literals;  // of any operand, then of each
    literals.push_back(literals_of(std::nullopt, *classes_.rows().front()));
    if (classes_.is_ordered()) {
      for (std::size_t i = 0; i < classes_.rows().size(); ++i) literals.push_back(literals_of(i, *classes_.rows()[i]));
    } else {
      literals.push_back(literals.front());
    }
    std::vector<std::vector<Literal>> candidates;
    for (const auto& some : literals) {
      for (const Literal& one : some) candidates.push_back({one});
    }
    const std::size_t first = classes_.is_ordered() ? 1 : 0;
    for (std::size_t i = first; i < literals.size(); ++i) {
      for (std::size_t j = i + 1; j < literals.size(); ++j) {
        for (const Literal& one : literals[i]) {
          for (const Literal& other : literals[j]) candidates.push_back({one, other});
        }
      }
    }
    return candidates;
  }

  [[nodiscard]] std::string text(const std::vector<Literal>& literals) const {
    std::string result = "cases in which ";
    for (std::size_t i = 0; i < literals.size(); ++i) {
      const Literal& literal = literals[i];
      if (i > 0) result += " and ";
      result += literal.operand ? std::string(info(operation_).operand_names[*literal.operand]) : "an operand";
      std::string noun(literal.kinds->noun);
      if (literal.sign != Sign::both) {
        const std::size_t space = noun.find(' ');
        const std::string_view sign = literal.sign == Sign::minus ? "negative" : "positive";
        noun = space == std::string::npos ? fmt::format("a {} {}", sign, noun)
                                          : fmt::format("a {}{}", sign, noun.substr(space));
      }
      result += " is " + noun;
    }
    return result;
  }

  Operation operation_;
  const OperandClassTuple& classes_;
  std::vector<Cell> cells_;
};

}  // namespace

FailureWords failure_words(Operation operation, const TriedCounts& tried, const FailureCounts::OfRule& failures) {
  FailureWords result;
  const auto& rows = tried.class_tuple().rows();
  if (rows.size() == 1) {
    OneOperand(*rows.front(), tried, failures).describe(result);
  } else {
    SeveralOperands(operation, tried, failures).describe(result);
  }
  return result;
}

}  // namespace halfulp::diagnosis
