// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "halfulp/format.hpp"
#include "halfulp/judge.hpp"
#include "halfulp/operation.hpp"
#include "number/operand_class.hpp"

namespace halfulp::diagnosis {

using number::kOperandClasses;

/// The classes of an operation's operands, as one number. Of up to three operands the number is ordered: its digits to
/// the base kOperandClasses are their classes, the last operand's the lowest. Of more it is the set of classes that
/// occur among them: bit i stands for class i.
class OperandClassTuple {
 public:
  OperandClassTuple(Operation operation, Format format);

  /// How many numbers there are.
  [[nodiscard]] std::size_t size() const { return size_; }
  [[nodiscard]] bool is_ordered() const { return rows_.size() <= 3; }
  [[nodiscard]] std::size_t number_of(std::span<const Bits> operands) const;
  /// The class of one operand in an ordered number.
  [[nodiscard]] std::size_t class_of(std::size_t number, std::size_t operand) const;
  /// The operands' formats.
  [[nodiscard]] const std::vector<const FormatInfo*>& rows() const { return rows_; }

 private:
  std::vector<const FormatInfo*> rows_;
  std::size_t size_ = 1;
};

/// How many cases of each class and binade were tried. Merging is associative and independent of order.
class TriedCounts {
 public:
  TriedCounts(Operation operation, Format format);

  /// Adds n cases: one lane per operand, each of n values of that operand's format.
  void note(std::span<const ConstLane> operands);
  void merge(const TriedCounts& other);

  [[nodiscard]] const OperandClassTuple& class_tuple() const { return class_tuple_; }
  std::vector<std::uint64_t> classes;  ///< by number of the class tuple
  std::vector<std::uint64_t> binades;  ///< by binade; empty unless there is one operand

 private:
  OperandClassTuple class_tuple_;
};

/// How many cases of each class and binade broke each rule. Merging is associative and independent of order.
class FailureCounts {
 public:
  /// Exponent pairs are numbered exponent of the first operand * kExponents + that of the second.
  static constexpr std::size_t kExponents = 256;
  struct OfRule {
    std::uint64_t count = 0;
    std::vector<std::uint64_t> classes;         ///< by number of the class tuple
    std::vector<std::uint64_t> binades;         ///< by binade; empty unless there is one operand
    std::vector<std::uint64_t> exponent_pairs;  ///< empty unless there are two operands
  };

  FailureCounts(Operation operation, Format format) : class_tuple_(operation, format) {}

  /// Adds one failing case.
  void note(std::string_view rule, std::span<const Bits> operands);
  void merge(const FailureCounts& other);
  /// The counts of no failure, of the sizes that the operation needs.
  [[nodiscard]] OfRule zero_counts() const;
  /// An operand's exponent in an exponent pair: biased, divided by 2^k where the format has kExponents * 2^k exponents
  /// (k = 3 in binary64); of a code the number of bits in its magnitude.
  [[nodiscard]] static std::size_t exponent(const FormatInfo& row, Bits bits) noexcept;

  [[nodiscard]] const OperandClassTuple& class_tuple() const { return class_tuple_; }
  using ByRule = std::map<std::string, OfRule, std::less<>>;
  ByRule broken;

 private:
  OperandClassTuple class_tuple_;
};

}  // namespace halfulp::diagnosis
