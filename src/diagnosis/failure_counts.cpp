// SPDX-License-Identifier: Apache-2.0
#include "diagnosis/failure_counts.hpp"

#include <algorithm>
#include <array>
#include <bit>

#include "number/lane.hpp"
#include "number/layout.hpp"

namespace halfulp::diagnosis {
namespace {

/// Sign, exponent and first bit of the fraction tell the class of all floating values but these.
constexpr std::uint8_t kByAllBits = 0xff;

/// The class of any value.
std::uint8_t class_by_all_bits(const FormatInfo& row, Bits bits) {
  const auto with_sign = [](OperandKind kind, bool negative) {
    return static_cast<std::uint8_t>(static_cast<std::size_t>(kind) + (negative ? kOperandKinds : 0));
  };
  if (row.kind != FormatKind::floating) {
    const std::int64_t code = number::ordinal(row, bits);
    const bool end = code == number::least_code(row) || code == number::most_code(row);
    return with_sign(code == 0 ? OperandKind::zero : end ? OperandKind::infinity : OperandKind::normal, code < 0);
  }
  const number::Layout layout(row);
  const bool negative = layout.is_negative(bits);
  if (layout.is_zero(bits)) return with_sign(OperandKind::zero, negative);
  if (layout.is_denormal(bits)) return with_sign(OperandKind::denormal, negative);
  if (layout.is_infinite(bits)) return with_sign(OperandKind::infinity, negative);
  if (!layout.is_nan(bits)) return with_sign(OperandKind::normal, negative);
  const bool quiet = layout.magnitude(bits) >= layout.canonical_nan();
  return with_sign(quiet ? OperandKind::quiet_nan : OperandKind::signalling_nan, negative);
}

/// The class by the bits of a floating value from the first one of the fraction on.
std::vector<std::uint8_t> make_table(const FormatInfo& row) {
  if (row.kind != FormatKind::floating) return {};
  const number::Layout layout(row);
  const int below = row.fraction_bits - 1;
  std::vector<std::uint8_t> table((layout.sign_mask() | layout.magnitude_mask()) / (Bits{1} << below) + 1);
  for (std::size_t top = 0; top < table.size(); ++top) {
    const Bits bits = Bits{top} << below;
    const bool several = layout.is_zero(bits) || layout.is_infinite(bits);
    table[top] = several ? kByAllBits : class_by_all_bits(row, bits);
  }
  return table;
}

const std::vector<std::uint8_t>& table_of(const FormatInfo& row) {
  static const std::vector<std::vector<std::uint8_t>> tables = [] {
    std::vector<std::vector<std::uint8_t>> all;
    for (const FormatInfo& one : formats()) all.push_back(make_table(one));
    return all;
  }();
  return tables[static_cast<std::size_t>(row.format)];
}

constexpr std::size_t kBlock = 256;

/// One lane of values, classified block by block.
template <typename Word>
class Values {
 public:
  Values(const FormatInfo& row, ConstLane lane)
      : row_(row),
        // Lanes are aligned to their values.
        values_(reinterpret_cast<const Word*>(lane.data())),
        table_(table_of(row).data()),
        floating_(row.kind == FormatKind::floating),
        below_(floating_ ? row.fraction_bits - 1 : 0) {}

  [[nodiscard]] Word operator[](std::size_t i) const { return values_[i]; }
  [[nodiscard]] std::size_t top(std::size_t i) const { return static_cast<std::size_t>(values_[i] >> below_); }
  [[nodiscard]] bool floating() const { return floating_; }
  [[nodiscard]] std::uint8_t class_of(std::size_t i) const {
    const std::uint8_t known = floating_ ? table_[top(i)] : kByAllBits;
    return known != kByAllBits ? known : class_by_all_bits(row_, values_[i]);
  }
  /// The class of a whole block whose values agree in the bits that tell it; else kByAllBits. Neighbours often do, and
  /// this loop is made of vectors.
  [[nodiscard]] std::uint8_t class_of_block(std::size_t first) const {
    // Three of them tell most blocks that do not.
    if (!floating_ || top(first) != top(first + kBlock / 2) || top(first) != top(first + kBlock - 1)) return kByAllBits;
    Word differ = 0;
    for (std::size_t i = 0; i < kBlock; ++i) differ = static_cast<Word>(differ | (values_[first + i] ^ values_[first]));
    return static_cast<Word>(differ >> below_) == 0 ? table_[top(first)] : kByAllBits;
  }

 private:
  const FormatInfo& row_;
  const Word* values_;
  const std::uint8_t* table_;
  bool floating_;
  int below_;
};

template <typename Use>
void with_values(const FormatInfo& row, ConstLane lane, Use use) {
  switch (row.bytes) {
    case 1:
      return use(Values<std::uint8_t>(row, lane));
    case 2:
      return use(Values<std::uint16_t>(row, lane));
    case 4:
      return use(Values<std::uint32_t>(row, lane));
    default:
      return use(Values<std::uint64_t>(row, lane));
  }
}

/// Counts of places, two of each that stand in turn, so that one count seldom waits for the one before.
class Counts {
 public:
  explicit Counts(std::size_t places) : odd_(places), even_(places) {}
  void add(std::size_t place, std::size_t turn) { ++(turn % 2 == 0 ? even_ : odd_)[place]; }
  void add_many(std::size_t place, std::size_t count) { even_[place] += static_cast<std::uint32_t>(count); }
  [[nodiscard]] std::uint64_t operator[](std::size_t place) const { return std::uint64_t{odd_[place]} + even_[place]; }
  [[nodiscard]] std::size_t size() const { return odd_.size(); }

 private:
  std::vector<std::uint32_t> odd_;
  std::vector<std::uint32_t> even_;
};

/// One operand: classes and binades of floating values from counts of their first bits.
template <typename Word>
void count_one(const FormatInfo& row, const Values<Word>& values, std::size_t cases, TriedCounts& tried) {
  if (!values.floating()) {
    for (std::size_t i = 0; i < cases; ++i) {
      ++tried.classes[values.class_of(i)];
      ++tried.binades[binade(row, values[i])];
    }
    return;
  }
  const std::vector<std::uint8_t>& table = table_of(row);
  Counts tops(table.size());
  for (std::size_t first = 0; first < cases; first += kBlock) {
    const std::size_t end = std::min(cases, first + kBlock);
    if (end - first == kBlock && values.class_of_block(first) != kByAllBits) {
      tops.add_many(values.top(first), kBlock);
      continue;
    }
    for (std::size_t i = first; i < end; ++i) {
      tops.add(values.top(i), i);
      if (table[values.top(i)] == kByAllBits) ++tried.classes[values.class_of(i)];
    }
  }
  for (std::size_t top = 0; top < tops.size(); ++top) {
    if (tops[top] == 0) continue;
    if (table[top] != kByAllBits) tried.classes[table[top]] += tops[top];
    tried.binades[top / 2] += tops[top];
  }
}

void add_all(std::vector<std::uint64_t>& into, const std::vector<std::uint64_t>& from) {
  for (std::size_t i = 0; i < from.size(); ++i) into[i] += from[i];
}

}  // namespace

std::size_t operand_class(const FormatInfo& row, Bits bits) noexcept {
  const std::vector<std::uint8_t>& table = table_of(row);
  const std::uint8_t known = table.empty() ? kByAllBits : table[bits >> (row.fraction_bits - 1)];
  return known != kByAllBits ? known : class_by_all_bits(row, bits);
}

std::size_t binade(const FormatInfo& row, Bits bits) noexcept {
  if (row.kind == FormatKind::floating) return bits >> row.fraction_bits;
  const std::int64_t code = number::ordinal(row, bits);
  const auto magnitude =
      code < 0 ? std::uint64_t{0} - static_cast<std::uint64_t>(code) : static_cast<std::uint64_t>(code);
  return (code < 0 ? binades_per_sign(row) : 0) + static_cast<std::size_t>(std::bit_width(magnitude));
}

std::size_t binades_per_sign(const FormatInfo& row) noexcept {
  return row.kind == FormatKind::floating ? std::size_t{1} << row.exponent_bits : 65;
}

OperandClassTuple::OperandClassTuple(Operation operation, Format format) : size_(1) {
  const OperationInfo& row = info(operation);
  for (int i = 0; i < row.arity; ++i) rows_.push_back(&info(row.operand_format(i, format)));
  if (!is_ordered()) {
    size_ = std::size_t{1} << kOperandClasses;
    return;
  }
  for (std::size_t i = 0; i < rows_.size(); ++i) size_ *= kOperandClasses;
}

std::size_t OperandClassTuple::of(std::span<const Bits> operands) const {
  std::size_t place = 0;
  for (std::size_t i = 0; i < operands.size(); ++i) {
    const std::size_t one = operand_class(*rows_[i], operands[i]);
    place = is_ordered() ? place * kOperandClasses + one : place | (std::size_t{1} << one);
  }
  return place;
}

std::size_t OperandClassTuple::class_of(std::size_t case_class, std::size_t operand) const {
  for (std::size_t i = operand + 1; i < rows_.size(); ++i) case_class /= kOperandClasses;
  return case_class % kOperandClasses;
}

TriedCounts::TriedCounts(Operation operation, Format format) : class_tuple_(operation, format) {
  classes.resize(class_tuple_.size());
  const auto& rows = class_tuple_.rows();
  if (rows.size() == 1) binades.resize(2 * binades_per_sign(*rows.front()));
}

void TriedCounts::note(std::span<const ConstLane> operands) {
  const auto& rows = class_tuple_.rows();
  const std::size_t cases = operands.front().size() / static_cast<std::size_t>(rows.front()->bytes);
  if (rows.size() == 1) {
    with_values(*rows.front(), operands.front(),
                [&](const auto& values) { count_one(*rows.front(), values, cases, *this); });
    return;
  }
  const bool apart = class_tuple_.is_ordered();
  Counts counts(classes.size());
  std::array<std::uint32_t, kBlock> places;
  for (std::size_t first = 0; first < cases; first += kBlock) {
    const std::size_t count = std::min(kBlock, cases - first);
    places.fill(0);
    for (std::size_t k = 0; k < rows.size(); ++k) {
      with_values(*rows[k], operands[k], [&](const auto& values) {
        for (std::size_t i = 0; i < count; ++i) {
          const std::uint32_t one = values.class_of(first + i);
          places[i] = apart ? places[i] * std::uint32_t{kOperandClasses} + one : places[i] | std::uint32_t{1} << one;
        }
      });
    }
    for (std::size_t i = 0; i < count; ++i) counts.add(places[i], i);
  }
  for (std::size_t place = 0; place < classes.size(); ++place) classes[place] += counts[place];
}

void TriedCounts::merge(const TriedCounts& other) {
  add_all(classes, other.classes);
  add_all(binades, other.binades);
}

FailureCounts::FailureCounts(Operation operation, Format format) : class_tuple_(operation, format) {}

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
  ++failures.classes[class_tuple_.of(operands)];
  const auto& rows = class_tuple_.rows();
  if (!failures.binades.empty()) ++failures.binades[binade(*rows[0], operands[0])];
  if (!failures.exponent_pairs.empty()) {
    ++failures.exponent_pairs[exponent(*rows[0], operands[0]) * kExponents + exponent(*rows[1], operands[1])];
  }
}

void FailureCounts::merge(const FailureCounts& other) {
  for (const auto& [rule, failures] : other.broken) {
    auto found = broken.find(rule);
    if (found == broken.end()) {
      broken.emplace(rule, failures);
      continue;
    }
    OfRule& mine = found->second;
    mine.count += failures.count;
    add_all(mine.classes, failures.classes);
    add_all(mine.binades, failures.binades);
    add_all(mine.exponent_pairs, failures.exponent_pairs);
  }
}

}  // namespace halfulp::diagnosis
