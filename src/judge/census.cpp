// SPDX-License-Identifier: Apache-2.0
#include "judge/census.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <numeric>

#include "number/lane.hpp"
#include "number/layout.hpp"

namespace halfulp::judge {
namespace {

std::uint64_t magnitude_of(std::int64_t code) {
  const auto bits = static_cast<std::uint64_t>(code);
  return code < 0 ? std::uint64_t{0} - bits : bits;
}

/// The classes of values of one format, many at a time: comparisons without branches, so that compilers make vectors of
/// them.
template <typename Word>
class Classifier {
 public:
  explicit Classifier(const FormatInfo& row)
      : floating_(row.kind == FormatKind::floating), unused_(static_cast<int>(sizeof(Word)) * 8 - row.bits) {
    if (!floating_) {
      signed_ = row.has_sign;
      least_ = number::least_code(row);
      most_ = number::most_code(row);
      return;
    }
    const number::Layout layout(row);
    magnitude_mask_ = static_cast<Word>(layout.magnitude_mask());
    sign_mask_ = static_cast<Word>(layout.sign_mask());
    fraction_mask_ = static_cast<Word>(layout.fraction_mask());
    infinity_ = static_cast<Word>(layout.infinity());
    first_quiet_ = static_cast<Word>(layout.canonical_nan());
    fraction_bits_ = layout.fraction_bits;
    exponent_bits_ = layout.exponent_bits;
  }

  [[nodiscard]] std::uint32_t class_of(Word bits) const { return floating_ ? floating_class(bits) : code_class(bits); }
  [[nodiscard]] std::uint32_t binade_of(Word bits) const {
    if (floating_) return static_cast<std::uint32_t>(bits >> fraction_bits_);
    const std::int64_t code = code_of(bits);
    return (code < 0 ? 65U : 0U) + static_cast<std::uint32_t>(std::bit_width(magnitude_of(code)));
  }

  /// classes[i] becomes classes[i] * scale + the class of values[i].
  void add_classes(const Word* values, std::size_t count, std::uint32_t scale, std::uint32_t* classes) const {
    if (floating_) {
      for (std::size_t i = 0; i < count; ++i) classes[i] = classes[i] * scale + floating_class(values[i]);
    } else {
      for (std::size_t i = 0; i < count; ++i) classes[i] = classes[i] * scale + code_class(values[i]);
    }
  }
  /// sets[i] gets the bit of the class of values[i].
  void add_to_sets(const Word* values, std::size_t count, std::uint32_t* sets) const {
    for (std::size_t i = 0; i < count; ++i) sets[i] |= std::uint32_t{1} << class_of(values[i]);
  }
  void binades(const Word* values, std::size_t count, std::uint32_t* places) const {
    if (floating_) {
      const int shift = fraction_bits_;
      for (std::size_t i = 0; i < count; ++i) places[i] = static_cast<std::uint32_t>(values[i] >> shift);
    } else {
      for (std::size_t i = 0; i < count; ++i) places[i] = binade_of(values[i]);
    }
  }

 private:
  [[nodiscard]] std::uint32_t floating_class(Word bits) const {
    const auto magnitude = static_cast<Word>(bits & magnitude_mask_);
    const auto is = [](bool condition) { return static_cast<std::uint32_t>(condition); };
    const std::uint32_t kind = is(magnitude != 0) + is(magnitude > fraction_mask_) + is(magnitude >= infinity_) +
                               is(magnitude > infinity_) + (is(magnitude > infinity_) & is(magnitude < first_quiet_));
    return kind + is((bits & sign_mask_) != 0) * static_cast<std::uint32_t>(kOperandKinds);
  }
  [[nodiscard]] std::int64_t code_of(Word bits) const {
    // The bits above the format's width are zero.
    if (!signed_) return static_cast<std::int64_t>(bits);
    const int unused = unused_ + 64 - static_cast<int>(sizeof(Word)) * 8;
    return static_cast<std::int64_t>(static_cast<std::uint64_t>(bits) << unused) >> unused;
  }
  [[nodiscard]] std::uint32_t code_class(Word bits) const {
    const std::int64_t code = code_of(bits);
    const auto kind = code == 0                         ? OperandKind::zero
                      : code == least_ || code == most_ ? OperandKind::infinity
                                                        : OperandKind::normal;
    return static_cast<std::uint32_t>(kind) + (code < 0 ? static_cast<std::uint32_t>(kOperandKinds) : 0U);
  }

  bool floating_;
  int unused_;
  bool signed_ = false;
  std::int64_t least_ = 0;
  std::int64_t most_ = 0;
  Word magnitude_mask_ = 0;
  Word sign_mask_ = 0;
  Word fraction_mask_ = 0;
  Word infinity_ = 0;
  Word first_quiet_ = 0;
  int fraction_bits_ = 0;
  int exponent_bits_ = 0;
};

/// Calls `use` with a classifier for the format's words.
template <typename Use>
auto with_classifier(const FormatInfo& row, Use use) {
  switch (row.bytes) {
    case 1:
      return use(Classifier<std::uint8_t>(row));
    case 2:
      return use(Classifier<std::uint16_t>(row));
    case 4:
      return use(Classifier<std::uint32_t>(row));
    default:
      return use(Classifier<std::uint64_t>(row));
  }
}

template <typename Word>
const Word* words(const Classifier<Word>&, ConstLane lane, std::size_t first) {
  return reinterpret_cast<const Word*>(lane.data()) + first;  // lanes are aligned to their values
}

constexpr std::size_t kBlock = 512;

/// Counts places. Neighbours are often of one place; where they are not, four counts stand in turn, so that none waits
/// for the one before.
class Counter {
 public:
  explicit Counter(std::vector<std::uint64_t>& counts) : counts_(counts) {}
  void add(const std::uint32_t* places, std::size_t count) {
    const auto [least, most] = std::minmax_element(places, places + count);
    if (*least == *most) {
      counts_[*least] += count;
      return;
    }
    for (std::size_t i = 0; i < count; ++i) ++counts_[places[i]];
  }

 private:
  std::vector<std::uint64_t>& counts_;
};

void add_all(std::vector<std::uint64_t>& into, const std::vector<std::uint64_t>& from) {
  for (std::size_t i = 0; i < from.size(); ++i) into[i] += from[i];
}

}  // namespace

std::size_t operand_class(const FormatInfo& row, Bits bits) noexcept {
  return Classifier<std::uint64_t>(row).class_of(bits);
}

std::size_t binade(const FormatInfo& row, Bits bits) noexcept { return Classifier<std::uint64_t>(row).binade_of(bits); }

std::size_t binades_per_sign(const FormatInfo& row) noexcept {
  return row.kind == FormatKind::floating ? std::size_t{1} << row.exponent_bits : 65;
}

CaseClasses::CaseClasses(Operation operation, Format format) : size_(1) {
  const OperationInfo& row = info(operation);
  for (int i = 0; i < row.arity; ++i) rows_.push_back(&info(row.operand_format(i, format)));
  if (!tell_operands_apart()) {
    size_ = std::size_t{1} << kOperandClasses;
    return;
  }
  for (std::size_t i = 0; i < rows_.size(); ++i) size_ *= kOperandClasses;
}

std::size_t CaseClasses::of(std::span<const Bits> operands) const {
  std::size_t place = 0;
  for (std::size_t i = 0; i < operands.size(); ++i) {
    const std::size_t one = operand_class(*rows_[i], operands[i]);
    place = tell_operands_apart() ? place * kOperandClasses + one : place | (std::size_t{1} << one);
  }
  return place;
}

std::size_t CaseClasses::operand_class_in(std::size_t case_class, std::size_t operand) const {
  for (std::size_t i = operand + 1; i < rows_.size(); ++i) case_class /= kOperandClasses;
  return case_class % kOperandClasses;
}

Tried::Tried(Operation operation, Format format) : case_classes_(operation, format) {
  classes.resize(case_classes_.size());
  const auto& rows = case_classes_.rows();
  if (rows.size() == 1) binades.resize(2 * binades_per_sign(*rows.front()));
}

void Tried::note(std::span<const ConstLane> operands) {
  const auto& rows = case_classes_.rows();
  const std::size_t cases = operands.front().size() / static_cast<std::size_t>(rows.front()->bytes);
  std::array<std::uint32_t, kBlock> places;
  for (std::size_t first = 0; first < cases; first += kBlock) {
    const std::size_t count = std::min(kBlock, cases - first);
    places.fill(0);
    for (std::size_t i = 0; i < rows.size(); ++i) {
      with_classifier(*rows[i], [&](const auto& classifier) {
        const auto* values = words(classifier, operands[i], first);
        if (case_classes_.tell_operands_apart()) {
          classifier.add_classes(values, count, kOperandClasses, places.data());
        } else {
          classifier.add_to_sets(values, count, places.data());
        }
      });
    }
    Counter(classes).add(places.data(), count);
    if (binades.empty()) continue;
    with_classifier(*rows.front(), [&](const auto& classifier) {
      classifier.binades(words(classifier, operands.front(), first), count, places.data());
    });
    Counter(binades).add(places.data(), count);
  }
}

void Tried::merge(const Tried& other) {
  add_all(classes, other.classes);
  add_all(binades, other.binades);
}

Census::Census(Operation operation, Format format) : case_classes_(operation, format) {}

std::size_t Census::exponent(const FormatInfo& row, Bits bits) noexcept {
  const std::size_t place = binade(row, bits) % binades_per_sign(row);
  const int width = row.kind == FormatKind::floating ? row.exponent_bits : 0;
  constexpr int kBits = std::countr_zero(kExponents);
  return place >> std::max(0, width - kBits);
}

Census::Failures Census::none() const {
  const auto& rows = case_classes_.rows();
  Failures failures;
  failures.classes.resize(case_classes_.size());
  if (rows.size() == 1) failures.binades.resize(2 * binades_per_sign(*rows.front()));
  if (rows.size() == 2) failures.exponent_pairs.resize(kExponents * kExponents);
  return failures;
}

void Census::note(std::string_view rule, std::span<const Bits> operands) {
  auto found = broken.find(rule);
  if (found == broken.end()) found = broken.emplace(rule, none()).first;
  Failures& failures = found->second;
  ++failures.count;
  ++failures.classes[case_classes_.of(operands)];
  const auto& rows = case_classes_.rows();
  if (!failures.binades.empty()) ++failures.binades[binade(*rows[0], operands[0])];
  if (!failures.exponent_pairs.empty()) {
    ++failures.exponent_pairs[exponent(*rows[0], operands[0]) * kExponents + exponent(*rows[1], operands[1])];
  }
}

void Census::merge(const Census& other) {
  for (const auto& [rule, failures] : other.broken) {
    auto found = broken.find(rule);
    if (found == broken.end()) {
      broken.emplace(rule, failures);
      continue;
    }
    Failures& mine = found->second;
    mine.count += failures.count;
    add_all(mine.classes, failures.classes);
    add_all(mine.binades, failures.binades);
    add_all(mine.exponent_pairs, failures.exponent_pairs);
  }
}

}  // namespace halfulp::judge
