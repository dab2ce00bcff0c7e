// SPDX-License-Identifier: Apache-2.0
#include "diagnosis/failure_counts.hpp"

#include <algorithm>
#include <array>
#include <bit>

#include "number/lane.hpp"
#include "number/layout.hpp"

namespace halfulp::diagnosis {
namespace {

using number::binade;
using number::binades_per_sign;
using number::operand_class;

constexpr std::size_t kBlock = 256;

/// Classes by the top bits of a value: sign, exponent and the first bit of the fraction. They decide the class of
/// all values but those that share them with a zero or an infinity. In a table of codes they decide nothing.
struct ClassTable {
  static constexpr std::uint8_t kByAllBits = 0xff;

  explicit ClassTable(const FormatInfo& of)
      : row(of), below(of.kind == FormatKind::floating ? of.fraction_bits - 1 : 63) {
    if (row.kind != FormatKind::floating) {
      classes.assign(2, kByAllBits);
      return;
    }
    const number::Layout layout(row);
    for (Bits top = 0; top <= (layout.sign_mask() | layout.magnitude_mask()) >> below; ++top) {
      const Bits bits = top << below;
      const bool several = layout.is_zero(bits) || layout.is_infinite(bits);
      classes.push_back(several ? kByAllBits : static_cast<std::uint8_t>(operand_class(row, bits)));
    }
  }

  [[nodiscard]] std::size_t class_of(Bits bits) const {
    const std::uint8_t known = classes[bits >> below];
    return known != kByAllBits ? known : operand_class(row, bits);
  }
  /// Whether kBlock values have the same top bits, and these decide the class.
  template <typename Word>
  [[nodiscard]] bool are_of_one_class(const Word* values) const {
    Word differ = 0;
    for (std::size_t i = 0; i < kBlock; ++i) differ = static_cast<Word>(differ | (values[i] ^ values[0]));
    return Bits{differ} >> below == 0 && classes[Bits{values[0]} >> below] != kByAllBits;
  }

  const FormatInfo& row;
  int below;
  std::vector<std::uint8_t> classes;
};

const ClassTable& table_of(const FormatInfo& row) {
  static const std::vector<ClassTable> kTables(formats().begin(), formats().end());
  return kTables[static_cast<std::size_t>(row.format)];
}

/// Calls `use` with the lane's values, which are aligned.
template <typename Use>
void with_values(const FormatInfo& row, ConstLane lane, Use use) {
  number::with_word(row.bytes, [&]<typename Word>(Word) {
    use(std::span(reinterpret_cast<const Word*>(lane.data()), lane.size() / sizeof(Word)));
  });
}

/// Adds the classes and binades of one floating operand's values, by counts of their top bits.
template <typename Word>
void count_floating(const ClassTable& table, std::span<const Word> values, TriedCounts& tried) {
  std::vector<std::uint64_t> tops(table.classes.size());
  for (std::size_t first = 0; first < values.size(); first += kBlock) {
    const std::size_t end = std::min(values.size(), first + kBlock);
    if (end - first == kBlock && table.are_of_one_class(&values[first])) {
      tops[Bits{values[first]} >> table.below] += kBlock;
      continue;
    }
    for (const Word value : values.subspan(first, end - first)) {
      const std::size_t top = Bits{value} >> table.below;
      ++tops[top];
      if (table.classes[top] == ClassTable::kByAllBits) ++tried.classes[operand_class(table.row, value)];
    }
  }
  for (std::size_t top = 0; top < tops.size(); ++top) {
    if (table.classes[top] != ClassTable::kByAllBits) tried.classes[table.classes[top]] += tops[top];
    tried.binades[top / 2] += tops[top];
  }
}

void add_all(std::vector<std::uint64_t>& into, const std::vector<std::uint64_t>& from) {
  for (std::size_t i = 0; i < from.size(); ++i) into[i] += from[i];
}

}  // namespace

OperandClassTuple::OperandClassTuple(Operation operation, Format format) {
  const OperationInfo& row = info(operation);
  for (int i = 0; i < row.arity; ++i) rows_.push_back(&info(row.operand_format(i, format)));
  for (std::size_t i = 0; i < rows_.size(); ++i) size_ *= kOperandClasses;
  if (!is_ordered()) size_ = std::size_t{1} << kOperandClasses;
}

std::size_t OperandClassTuple::number_of(std::span<const Bits> operands) const {
  std::size_t number = 0;
  for (std::size_t i = 0; i < operands.size(); ++i) {
    const std::size_t one = operand_class(*rows_[i], operands[i]);
    number = is_ordered() ? number * kOperandClasses + one : number | std::size_t{1} << one;
  }
  return number;
}

std::size_t OperandClassTuple::class_of(std::size_t number, std::size_t operand) const {
  for (std::size_t i = operand + 1; i < rows_.size(); ++i) number /= kOperandClasses;
  return number % kOperandClasses;
}

TriedCounts::TriedCounts(Operation operation, Format format) : class_tuple_(operation, format) {
  classes.resize(class_tuple_.size());
  const auto& rows = class_tuple_.rows();
  if (rows.size() == 1) binades.resize(2 * binades_per_sign(*rows.front()));
}

void TriedCounts::note(std::span<const ConstLane> operands) {
  const auto& rows = class_tuple_.rows();
  if (rows.size() == 1) {
    const FormatInfo& row = *rows.front();
    with_values(row, operands.front(), [&](const auto& values) {
      if (row.kind == FormatKind::floating) return count_floating(table_of(row), values, *this);
      for (const Bits value : values) {
        ++classes[operand_class(row, value)];
        ++binades[binade(row, value)];
      }
    });
    return;
  }
  const bool ordered = class_tuple_.is_ordered();
  const std::size_t cases = operands.front().size() / static_cast<std::size_t>(rows.front()->bytes);
  std::array<std::size_t, kBlock> tuples;
  for (std::size_t first = 0; first < cases; first += kBlock) {
    const std::size_t count = std::min(kBlock, cases - first);
    tuples.fill(0);
    for (std::size_t k = 0; k < rows.size(); ++k) {
      const ClassTable& table = table_of(*rows[k]);
      with_values(*rows[k], operands[k], [&](const auto& values) {
        for (std::size_t i = 0; i < count; ++i) {
          const std::size_t one = table.class_of(values[first + i]);
          tuples[i] = ordered ? tuples[i] * kOperandClasses + one : tuples[i] | std::size_t{1} << one;
        }
      });
    }
    for (std::size_t i = 0; i < count; ++i) ++classes[tuples[i]];
  }
}

void TriedCounts::merge(const TriedCounts& other) {
  add_all(classes, other.classes);
  add_all(binades, other.binades);
}

std::size_t FailureCounts::exponent(const FormatInfo& row, Bits bits) noexcept {
  const std::size_t place = binade(row, bits) % binades_per_sign(row);
  const int width = row.kind == FormatKind::floating ? row.exponent_bits : 0;
  constexpr int kBits = std::countr_zero(kExponents);
  return place >> std::max(0, width - kBits);
}

FailureCounts::OfRule FailureCounts::zero_counts() const {
  const auto& rows = class_tuple_.rows();
  OfRule failures;
  failures.classes.resize(class_tuple_.size());
  if (rows.size() == 1) failures.binades.resize(2 * binades_per_sign(*rows.front()));
  if (rows.size() == 2) failures.exponent_pairs.resize(kExponents * kExponents);
  return failures;
}

void FailureCounts::note(std::string_view rule, std::span<const Bits> operands) {
  auto found = broken.find(rule);
  if (found == broken.end()) found = broken.emplace(rule, zero_counts()).first;
  OfRule& failures = found->second;
  ++failures.count;
  ++failures.classes[class_tuple_.number_of(operands)];
  const auto& rows = class_tuple_.rows();
  if (!failures.binades.empty()) ++failures.binades[binade(*rows[0], operands[0])];
  if (!failures.exponent_pairs.empty()) {
    ++failures.exponent_pairs[exponent(*rows[0], operands[0]) * kExponents + exponent(*rows[1], operands[1])];
  }
}

void FailureCounts::merge(const FailureCounts& other) {
  for (const auto& [rule, failures] : other.broken) {
    OfRule& mine = broken.try_emplace(rule, zero_counts()).first->second;
    mine.count += failures.count;
    add_all(mine.classes, failures.classes);
    add_all(mine.binades, failures.binades);
    add_all(mine.exponent_pairs, failures.exponent_pairs);
  }
}

}  // namespace halfulp::diagnosis
