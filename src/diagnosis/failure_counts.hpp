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

namespace halfulp::diagnosis {

/// What an operand is: of a floating format as its name says. Of any other format a code is `zero`, `infinity` stands
/// for an end of the format that is not zero, and `normal` for any other.
enum class OperandKind : std::uint8_t { zero, denormal, normal, infinity, quiet_nan, signalling_nan };
inline constexpr std::size_t kOperandKinds = 6;
/// A kind with a sign: kind, or kOperandKinds + kind where the sign is minus.
inline constexpr std::size_t kOperandClasses = 2 * kOperandKinds;

[[nodiscard]] std::size_t operand_class(const FormatInfo& row, Bits bits) noexcept;

/// The binade of an operand: sign and biased exponent of a floating one (the exponent alone is below
/// 2^exponent_bits), sign and bits of the magnitude of a code (0 to 64). The sign counts binades_per_sign().
[[nodiscard]] std::size_t binade(const FormatInfo& row, Bits bits) noexcept;
[[nodiscard]] std::size_t binades_per_sign(const FormatInfo& row) noexcept;

/// How the operands of one operation are told apart. Cases of up to three operands: by the classes of all of them, the
/// first operand's counting most; of more: by the set of classes that occur among them, as bits.
class OperandClassTuple {
 public:
  OperandClassTuple(Operation operation, Format format);

  [[nodiscard]] std::size_t size() const { return size_; }
  [[nodiscard]] std::size_t of(std::span<const Bits> operands) const;
  /// Whether they tell which operand has which class.
  [[nodiscard]] bool is_ordered() const { return rows_.size() <= 3; }
  /// The class of one operand; only if they tell operands apart.
  [[nodiscard]] std::size_t class_of(std::size_t case_class, std::size_t operand) const;
  /// By operand.
  [[nodiscard]] const std::vector<const FormatInfo*>& rows() const { return rows_; }

 private:
  std::vector<const FormatInfo*> rows_;
  std::size_t size_;
};

/// How many cases of each class were tried. Merging is associative and independent of order.
class TriedCounts {
 public:
  TriedCounts(Operation operation, Format format);

  /// Takes n cases in: one lane per operand, each of n values of that operand's format.
  void note(std::span<const ConstLane> operands);
  void merge(const TriedCounts& other);

  [[nodiscard]] const OperandClassTuple& class_tuple() const { return class_tuple_; }
  std::vector<std::uint64_t> classes;  ///< by case class
  std::vector<std::uint64_t> binades;  ///< by binade; empty where there are several operands

 private:
  OperandClassTuple class_tuple_;
};

/// Which cases broke rules: failures by rule, class and binade. Merging is associative and independent of order.
class FailureCounts {
 public:
  /// Two operands: places of the first times kExponents, plus that of the second. A place is the biased exponent, in
  /// steps of 2^k where there are more than 256 of them (8 in binary64), of codes the bits of the magnitude.
  static constexpr std::size_t kExponents = 256;
  struct OfRule {
    std::uint64_t count = 0;
    std::vector<std::uint64_t> classes;         ///< by case class
    std::vector<std::uint64_t> binades;         ///< of one operand: by binade
    std::vector<std::uint64_t> exponent_pairs;  ///< of two operands: by both exponents
  };

  FailureCounts(Operation operation, Format format);

  /// Takes one failing case in.
  void note(std::string_view rule, std::span<const Bits> operands);
  void merge(const FailureCounts& other);
  /// Nothing counted, of the right sizes.
  [[nodiscard]] OfRule zero_counts() const;
  /// The place of an operand in an exponent pair.
  [[nodiscard]] static std::size_t exponent(const FormatInfo& row, Bits bits) noexcept;

  [[nodiscard]] const OperandClassTuple& class_tuple() const { return class_tuple_; }
  using ByRule = std::map<std::string, OfRule, std::less<>>;
  ByRule broken;  ///< by rule id

 private:
  OperandClassTuple class_tuple_;
};

}  // namespace halfulp::diagnosis
